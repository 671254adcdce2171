#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include "strings/ranks/string_candidates.hpp"
#include "yoke/detail/frame/kept_buffer.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/sorting/ranks/comparator_cuts.hpp"
#include "yoke/detail/sorting/ranks/comparator_order.hpp"

namespace yoke::detail::mpi {

template <class Offset>
struct PlaceStrings {
  strings::Byte const* characters;
  Offset const* offsets;
  StringPlace* places;
  std::uint64_t* sizes;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    std::uint64_t const size = static_cast<std::uint64_t>(offsets[i + 1] - offsets[i]);
    places[i] = {characters + offsets[i], size};
    sizes[i] = size;
  }
};

// Strings that came one after the other, with their numbers among all ranks' strings.
template <class Number>
struct PlaceNumbered {
  using Element = sorting::Keyed<StringPlace, Number>;
  strings::Byte const* characters;
  std::uint64_t const* sizes;
  Number const* numbers;
  Element* elements;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& begin, bool is_final) const {
    if (is_final) elements[i] = {{characters + begin, sizes[i]}, numbers[i]};
    begin += sizes[i];
  }
};

template <class V>
struct TakeNumbers {
  using Number = typename V::value_type;
  sorting::Keyed<StringPlace, Number> const* elements;
  V numbers;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const { numbers(i) = elements[i].carried; }
};

// Brings the sorted strings of all ranks in one order, of which each rank gets as many numbers as
// it gave strings.
template <class Space, class Offset, class Number>
class StringOrder {
  using Memory = typename Space::memory_space;
  using Byte = strings::Byte;
  using Element = sorting::Keyed<StringPlace, Number>;
  using Less = sorting::KeyLess<StringLess>;
  using Merge = ComparatorMerge<Space, Element, Less>;

 public:
  // `characters` and `offsets`, from 0, of this rank's strings in their order, and `numbers` among
  // all ranks' strings; `sizes` are the numbers of strings of the ranks.
  template <class Permutation>
  void run(Network<Space>& ranks, Byte const* characters, Offset const* offsets,
           Number const* numbers, Counts const& sizes, bool is_descending,
           Permutation const& permutation) {
    Space const& exec = ranks.exec();
    auto const size = sizes[static_cast<std::size_t>(ranks.rank())];
    agreed(ranks, [&] { reserve(ranks, size); });
    WideRange<Space> const all(exec, 0, size);
    Kokkos::parallel_for("yoke::mpi::sort_strings::place", all,
                         PlaceStrings<Offset>{characters, offsets, places_, own_sizes_});
    StringLess const less{is_descending};
    auto cuts = cuts_.find(ranks, static_cast<StringPlace const*>(places_), sizes, less, gather_);
    cuts.push_back(size);
    Moved const moved = exchange(ranks, characters, offsets, numbers, cuts);
    Kokkos::parallel_scan("yoke::mpi::sort_strings::number", all,
                          PlaceNumbered<Number>{come_, come_sizes_, come_numbers_, from_});
    Counts ends;
    std::uint64_t end = 0;
    for (auto const count : moved.from) {
      end += count;
      if (count > 0) ends.push_back(end);
    }
    auto const* const found = Merge::run(exec, from_, to_, ends, Less{less}, words_, size);
    Kokkos::parallel_for("yoke::mpi::sort_strings::take", all,
                         TakeNumbers<Permutation>{found, permutation});
    exec.fence("yoke::mpi::sort_strings");
  }

 private:
  template <class T>
  static T* reserved(Space const& exec, KeptBuffer& kept, std::uint64_t size) {
    auto const bytes = size * sizeof(T);
    return reinterpret_cast<T*>(
        kept.template reserved<std::byte, Memory>(exec, "yoke::mpi::sort_strings", bytes).data());
  }

  void reserve(Network<Space>& ranks, std::uint64_t size) {
    Space const& exec = ranks.exec();
    cuts_.reserve(ranks);
    places_ = reserved<StringPlace>(exec, places_kept_, size);
    own_sizes_ = reserved<std::uint64_t>(exec, own_sizes_kept_, size);
    come_sizes_ = reserved<std::uint64_t>(exec, come_sizes_kept_, size);
    come_numbers_ = reserved<Number>(exec, come_numbers_kept_, size);
    from_ = reserved<Element>(exec, from_kept_, size);
    to_ = reserved<Element>(exec, to_kept_, size);
    words_ = reserved<std::uint64_t>(exec, words_kept_, Merge::words(size));
  }

  // Sizes, numbers and characters, which are as many as they are.
  Moved exchange(Network<Space>& ranks, Byte const* characters, Offset const* offsets,
                 Number const* numbers, Counts const& cuts) {
    Space const& exec = ranks.exec();
    Counts to, characters_to;
    std::uint64_t begin = 0, character = 0;
    for (auto const cut : cuts) {
      to.push_back(cut - begin);
      begin = cut;
      std::uint64_t next = 0;
      if (cut > 0) {
        Offset offset = 0;
        Kokkos::deep_copy(
            exec, Kokkos::View<Offset, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(&offset),
            Kokkos::View<Offset const, Memory, Kokkos::MemoryUnmanaged>(offsets + cut));
        exec.fence("yoke::mpi::sort_strings: cut");
        next = static_cast<std::uint64_t>(offset);
      }
      characters_to.push_back(next - character);
      character = next;
    }
    Counts const from = ranks.transpose(to), characters_from = ranks.transpose(characters_to);
    std::uint64_t total = 0;
    for (auto const count : characters_from) total += count;
    agreed(ranks, [&] { come_ = reserved<Byte>(exec, come_kept_, total); });
    ranks.exchange(own_sizes_, to, come_sizes_, from);
    ranks.exchange(numbers, to, come_numbers_, from);
    ranks.exchange(characters, characters_to, come_, characters_from);
    return {to, from};
  }

  ComparatorCuts<Space, StringPlace> cuts_;
  GatherCandidates<Space> gather_;
  StringPlace* places_ = nullptr;
  std::uint64_t *own_sizes_ = nullptr, *come_sizes_ = nullptr, *words_ = nullptr;
  Number* come_numbers_ = nullptr;
  Element *from_ = nullptr, *to_ = nullptr;
  Byte* come_ = nullptr;
  KeptBuffer places_kept_, own_sizes_kept_, come_sizes_kept_, come_numbers_kept_, from_kept_,
      to_kept_, words_kept_, come_kept_;
};

}  // namespace yoke::detail::mpi
