#pragma once

#include <Kokkos_Core.hpp>
#include <Kokkos_Timer.hpp>
#include <cstddef>
#include <cstdint>

#include "yoke/detail/sorting/ranks/comparator_cuts.hpp"
#include "yoke/detail/sorting/ranks/comparator_merge.hpp"
#include "yoke/sort_options.hpp"

namespace yoke::detail::mpi {

// Keys that came, with their places among all that came.
template <class Key, class Number>
struct NumberKeys {
  Key const* keys;
  sorting::Keyed<Key, Number>* elements;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    elements[i] = {keys[i], static_cast<Number>(i)};
  }
};
template <class Key, class Number>
struct SeparateKeys {
  sorting::Keyed<Key, Number> const* elements;
  Key* keys;
  Number* numbers;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    keys[i] = elements[i].key;
    numbers[i] = elements[i].carried;
  }
};

// Brings the parts of all ranks, each sorted by a comparator, in one order, of which each rank
// keeps as many keys as it gave.
template <class Space, class Key>
class ComparatorOrder {
  using Memory = typename Space::memory_space;

 public:
  // Phases are added to the report, if there is one.
  explicit ComparatorOrder(SortReport* report) : report_(report) {}

  // Keys alone.
  template <class Comparator>
  Moved run(Network<Space>& ranks, Key* keys, std::uint64_t size, Comparator const& comparator) {
    using Element = sorting::Keyed<Key, sorting::NothingCarried>;
    static_assert(sizeof(Element) == sizeof(Key));
    using Merge = ComparatorMerge<Space, Element, sorting::KeyLess<Comparator>>;
    Space const& exec = ranks.exec();
    agreed(ranks, [&] { reserve(ranks, size, Merge::words(size)); });
    Moved const moved = exchange(ranks, keys, size, comparator);
    auto* const own = reinterpret_cast<Element*>(keys);
    auto* const found = Merge::run(exec, reinterpret_cast<Element*>(other_), own,
                                   ends_of(moved.from), {comparator}, words_, size);
    if (found != own) {
      Kokkos::deep_copy(exec, Array<Space, Key>(keys, size), Array<Space, Key const>(other_, size));
    }
    exec.fence("yoke::mpi::sort");
    done("merge");
    return moved;
  }

  // The same; element i is then the numbers[i]-th of those that came, in the order of the ranks and
  // of each one's elements. `numbers` are made here, and stay until the next call.
  template <class Number, class Comparator>
  Moved run(Network<Space>& ranks, Key* keys, Number*& numbers, std::uint64_t size,
            Comparator const& comparator) {
    using Element = sorting::Keyed<Key, Number>;
    using Merge = ComparatorMerge<Space, Element, sorting::KeyLess<Comparator>>;
    Space const& exec = ranks.exec();
    Element *from = nullptr, *to = nullptr;
    agreed(ranks, [&] {
      reserve(ranks, size, Merge::words(size));
      from = elements<Element>(exec, from_kept_, size);
      to = elements<Element>(exec, to_kept_, size);
      numbers =
          numbers_kept_.template reserved<Number, Memory>(exec, "yoke::mpi::sort::numbers", size)
              .data();
    });
    Moved const moved = exchange(ranks, keys, size, comparator);
    WideRange<Space> const all(exec, 0, size);
    Kokkos::parallel_for("yoke::mpi::sort::number", all, NumberKeys<Key, Number>{other_, from});
    auto const* const found =
        Merge::run(exec, from, to, ends_of(moved.from), {comparator}, words_, size);
    Kokkos::parallel_for("yoke::mpi::sort::separate", all,
                         SeparateKeys<Key, Number>{found, keys, numbers});
    exec.fence("yoke::mpi::sort");
    done("merge");
    return moved;
  }

 private:
  template <class Element>
  static Element* elements(Space const& exec, KeptBuffer& workspace, std::uint64_t size) {
    return reinterpret_cast<Element*>(
        workspace
            .template reserved<std::byte, Memory>(exec, "yoke::mpi::sort::elements",
                                                  size * sizeof(Element))
            .data());
  }

  void reserve(Network<Space>& ranks, std::uint64_t size, std::size_t words) {
    Space const& exec = ranks.exec();
    cuts_.reserve(ranks);
    other_ = other_kept_.template reserved<Key, Memory>(exec, "yoke::mpi::sort::keys", size).data();
    words_ =
        words_kept_.template reserved<std::uint64_t, Memory>(exec, "yoke::mpi::sort::splits", words)
            .data();
  }

  // Every phase ends with a fence anyway.
  void done(char const* phase) {
    if (report_ != nullptr) report_->phases.push_back({phase, timer_.seconds()});
    timer_.reset();
  }

  // Leaves what came in other_.
  template <class Comparator>
  Moved exchange(Network<Space>& ranks, Key* keys, std::uint64_t size,
                 Comparator const& comparator) {
    timer_.reset();
    auto cuts = cuts_.find(ranks, keys, ranks.gather(size), comparator);
    done("find cuts");
    cuts.push_back(size);
    Counts to;
    for (std::size_t r = 0; r < cuts.size(); ++r)
      to.push_back(cuts[r] - (r == 0 ? 0 : cuts[r - 1]));
    Counts const from = ranks.transpose(to);
    ranks.exchange(keys, to, other_, from);
    done("exchange");
    return {to, from};
  }

  static Counts ends_of(Counts const& from) {
    Counts ends;
    std::uint64_t end = 0;
    for (auto const count : from) {
      end += count;
      if (count > 0) ends.push_back(end);
    }
    return ends;
  }

  SortReport* report_;
  Kokkos::Timer timer_;
  ComparatorCuts<Space, Key> cuts_;
  Key* other_ = nullptr;
  std::uint64_t* words_ = nullptr;
  KeptBuffer other_kept_, words_kept_, from_kept_, to_kept_, numbers_kept_;
};

}  // namespace yoke::detail::mpi
