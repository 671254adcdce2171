#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/list_scan/value_scan.hpp"

namespace yoke::detail::list_ranking {

template <class Word>
struct PlaceInList {
  static constexpr Word unknown = ~Word(0);
  Word position, list;
};

// Counts the nodes before each node of its list, and tells it which list that is.
template <class Word>
struct PlaceScan {
  using Value = PlaceInList<Word>;

  KOKKOS_FUNCTION bool exclusive() const { return false; }
  KOKKOS_FUNCTION Value identity() const { return {0, Value::unknown}; }
  // Inclusive counts, less one, are positions.
  KOKKOS_FUNCTION Value at_head(std::uint64_t i) const { return {~Word(0), static_cast<Word>(i)}; }
  KOKKOS_FUNCTION Value combine(Value const& left, Value const& right) const {
    return {left.position + right.position, left.list == Value::unknown ? right.list : left.list};
  }
};

template <class Word>
struct OnePlace {
  KOKKOS_FUNCTION PlaceInList<Word> operator()(std::uint64_t) const {
    return {1, PlaceInList<Word>::unknown};
  }
};

// offsets(l) = first place of list l in the order; the positions of the tails are the lengths.
template <class Space, class Word, class Scanned>
void sum_lengths(Space const& exec, ScanLists<Space, Word> const& lists, Scanned const& places,
                 Array<Space, Word> offsets) {
  auto const successor = lists.successor();
  auto const tail = lists.tail();
  Kokkos::parallel_for(
      "yoke::list_to_array::lengths", WideRange<Space>(exec, 0, successor.extent(0)),
      KOKKOS_LAMBDA(std::uint64_t i) {
        if (!tail(static_cast<Word>(i), successor(i))) return;
        auto const place = places(i);
        offsets(place.list + 1) = place.position + 1;
      });
  Kokkos::parallel_scan(
      "yoke::list_to_array::offsets", WideRange<Space>(exec, 0, offsets.extent(0)),
      KOKKOS_LAMBDA(std::uint64_t list, Word & sum, bool last) {
        if (list > 0) sum += offsets(list);
        if (last) offsets(list) = sum;
      });
}

template <class Space, class Word, class Scanned>
void store_order(Space const& exec, Scanned const& places, Array<Space, Word> offsets,
                 Array<Space, Word> order) {
  Kokkos::parallel_for(
      "yoke::list_to_array::store", WideRange<Space>(exec, 0, order.extent(0)),
      KOKKOS_LAMBDA(std::uint64_t i) {
        auto const place = places(i);
        order(offsets(place.list) + place.position) = static_cast<Word>(i);
      });
}

// Returns the number of lists. `offsets` is empty where the caller wants none.
template <class Space, class Word>
std::size_t order_lists(Space const& exec, Array<Space, Word const> successor, TailRule<Word> tail,
                        Array<Space, Word> order, Array<Space, Word> offsets, bool validate,
                        std::uint64_t seed) {
  ScanLists<Space, Word> lists("yoke::list_to_array", exec, successor, tail);
  if (validate) lists.validate();
  auto const heads = lists.find_heads();
  std::size_t const count = heads.extent(0);
  Buffer<Space, Word> own_offsets;
  if (offsets.extent(0) == 0) {
    own_offsets = make_buffer<Space, Word>(exec, "yoke::list_to_array::offsets", count + 1);
    offsets = Array<Space, Word>(own_offsets.data(), count + 1);
  }
  if (offsets.extent(0) < count + 1) {
    throw std::invalid_argument("yoke::list_to_array: offsets has " +
                                std::to_string(offsets.extent(0)) + " elements; " +
                                std::to_string(count) + " lists need " + std::to_string(count + 1));
  }
  PlaceScan<Word> const scan;
  using Sublists = SublistScan<Space, Word, PlaceScan<Word>>;
  Sublists sublists(exec, successor.extent(0), seed);
  auto const load = [&](typename Sublists::Records const& records) {
    load_records(exec, lists, OnePlace<Word>(), records);
  };
  if (!sublists.run(scan, heads, load)) lists.fail();
  auto const places = sublists.values(scan);
  Array<Space, Word> const used_offsets(offsets.data(), count + 1);
  sum_lengths(exec, lists, places, used_offsets);
  store_order(exec, places, used_offsets, order);
  exec.fence("yoke::list_to_array");
  return count;
}

}  // namespace yoke::detail::list_ranking
