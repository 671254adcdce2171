#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "yoke/detail/frame/kept_buffer.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/kokkos_ext/relaxed.hpp"
#include "yoke/detail/sorting/keyed.hpp"
#include "yoke/detail/sorting/ranks/comparator_cuts.hpp"
#include "yoke/detail/sorting/team_sort.hpp"
#include "yoke/mpi/detail/network.hpp"
#include "yoke/sort_options.hpp"

namespace yoke::detail::mpi {

// Two sorted ranges that become one, tile by tile.
template <class Element>
struct RangePair {
  Element const *first, *second;
  std::uint64_t first_size, size, tile;  // size: of both
  Element* to;
  std::uint64_t* splits;  // of each tile, and of the end
  // Not 0: splits contradict each other, because the comparator is no strict weak order. From there
  // on elements are only copied.
  std::uint32_t* faults;

  KOKKOS_FUNCTION std::uint64_t tiles() const { return (size + tile - 1) / tile; }
  KOKKOS_FUNCTION std::uint64_t begin_of(std::uint64_t t) const {
    return t * tile < size ? t * tile : size;
  }
  KOKKOS_FUNCTION Element const& at(std::uint64_t i) const {
    return i < first_size ? first[i] : second[i - first_size];
  }
};

template <class Element, class Less>
struct SplitRanges {
  RangePair<Element> pair;
  Less less;
  KOKKOS_FUNCTION void operator()(std::uint64_t t) const {
    pair.splits[t] = sorting::split_merge(pair.first, pair.first_size, pair.second,
                                          pair.size - pair.first_size, pair.begin_of(t), less);
  }
};

template <class Element>
struct CheckRanges {
  RangePair<Element> pair;
  KOKKOS_FUNCTION void operator()(std::uint64_t t) const {
    std::uint64_t const here = pair.splits[t], next = pair.splits[t + 1];
    if (here > next || next - here > pair.begin_of(t + 1) - pair.begin_of(t)) {
      relaxed_store(pair.faults, 1);  // several tiles may
    }
  }
};

// On a host: by a thread.
template <class Element, class Less>
struct MergeTile {
  RangePair<Element> pair;
  Less less;
  KOKKOS_FUNCTION void operator()(std::uint64_t t) const {
    std::uint64_t const begin = pair.begin_of(t), end = pair.begin_of(t + 1);
    if (*pair.faults != 0) {
      for (std::uint64_t i = begin; i < end; ++i) pair.to[i] = pair.at(i);
      return;
    }
    std::uint64_t const here = pair.splits[t], next = pair.splits[t + 1];
    sorting::merge_ranges(pair.first + here, pair.first + next, pair.second + (begin - here),
                          pair.second + (end - next), pair.to + begin, less);
  }
};

// On a device: by a team.
template <class Space, class Element, class Less>
struct MergeTileByTeam {
  RangePair<Element> pair;
  Less less;
  KOKKOS_FUNCTION void operator()(
      typename Kokkos::TeamPolicy<Space>::member_type const& member) const {
    std::uint64_t const t = static_cast<std::uint64_t>(member.league_rank());
    std::uint64_t const begin = pair.begin_of(t), end = pair.begin_of(t + 1);
    if (*pair.faults != 0) {
      Kokkos::parallel_for(Kokkos::TeamThreadRange(member, end - begin),
                           [&](std::uint64_t i) { pair.to[begin + i] = pair.at(begin + i); });
      return;
    }
    std::uint64_t const here = pair.splits[t], next = pair.splits[t + 1];
    sorting::TeamSort<Space, Element, Less>(member, less)
        .merge_tile(pair.first + here, static_cast<std::uint32_t>(next - here),
                    pair.second + (begin - here), static_cast<std::uint32_t>(end - begin),
                    pair.to + begin);
  }
};

// Merges the sorted runs that the ranks have sent, stably, whatever the comparator says.
template <class Space, class Element, class Less>
class ComparatorMerge {
  static constexpr std::uint64_t tile() {
    return runs_on_host<Space> ? 16384 : sorting::TeamTile(sizeof(Element)).elements();
  }

 public:
  // What the merge of so many elements needs: words of 64 bits, the last one for faults.
  static std::size_t words(std::uint64_t size) { return size / tile() + 3; }

  // Neighbours in pairs, from one array to the other and back. Returns where the result is. Does
  // not fence.
  static Element* run(Space const& exec, Element* from, Element* to, Counts ends, Less const& less,
                      std::uint64_t* words, std::uint64_t size) {
    auto* const faults = reinterpret_cast<std::uint32_t*>(words + ComparatorMerge::words(size) - 1);
    Kokkos::deep_copy(exec, Array<Space, std::uint32_t>(faults, 1), 0u);
    while (ends.size() > 1) {
      Counts merged;
      std::uint64_t begin = 0;
      for (std::size_t r = 0; r < ends.size(); r += 2) {
        std::uint64_t const middle = ends[r], end = r + 1 < ends.size() ? ends[r + 1] : middle;
        merge(exec,
              {from + begin, from + middle, middle - begin, end - begin, tile(), to + begin, words,
               faults},
              less);
        merged.push_back(end);
        begin = end;
      }
      ends = std::move(merged);
      std::swap(from, to);
    }
    return from;
  }

 private:
  static void merge(Space const& exec, RangePair<Element> const& pair, Less const& less) {
    std::uint64_t const tiles = pair.tiles();
    Kokkos::parallel_for("yoke::mpi::sort::split", WideRange<Space>(exec, 0, tiles + 1),
                         SplitRanges<Element, Less>{pair, less});
    Kokkos::parallel_for("yoke::mpi::sort::check", WideRange<Space>(exec, 0, tiles),
                         CheckRanges<Element>{pair});
    if constexpr (runs_on_host<Space>) {
      Kokkos::parallel_for("yoke::mpi::sort::merge", WideRange<Space>(exec, 0, tiles),
                           MergeTile<Element, Less>{pair, less});
    } else {
      Kokkos::parallel_for("yoke::mpi::sort::merge",
                           sorting::TeamSort<Space, Element, Less>::policy(exec, tiles),
                           MergeTileByTeam<Space, Element, Less>{pair, less});
    }
  }
};

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
