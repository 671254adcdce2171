#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "yoke/detail/list_scan/operator_steps.hpp"

namespace yoke::detail::list_scan {

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

template <class Space, class Word, class Record>
struct LoadPlace {
  Array<Space, Word const> successor;
  TailRule<Word> tail;
  Array<Space, Record> record;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    Word const node = static_cast<Word>(i), next = successor(i);
    record(i) = {tail(node, next) ? node : next, {1, PlaceInList<Word>::unknown}};
  }
};

// Writes the length of list l to offsets(l + 1).
template <class Space, class Word, class Scanned>
struct StoreLength {
  Array<Space, Word const> successor;
  TailRule<Word> tail;
  Scanned places;
  Array<Space, Word> offsets;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    if (!tail(static_cast<Word>(i), successor(i))) return;
    auto const place = places(i);
    offsets(place.list + 1) = place.position + 1;
  }
};

template <class Space, class Word>
struct SumLengths {
  Array<Space, Word> offsets;

  KOKKOS_FUNCTION void operator()(std::uint64_t list, Word& sum, bool last) const {
    if (list > 0) sum += offsets(list);
    if (last) offsets(list) = sum;
  }
};

// offsets(l) = first place of list l in the order; the positions of the tails are the lengths.
template <class Space, class Word, class Scanned>
void sum_lengths(Space const& exec, Array<Space, Word const> successor, TailRule<Word> tail,
                 Scanned const& places, Array<Space, Word> offsets) {
  Kokkos::parallel_for("yoke::list_to_array::lengths",
                       WideRange<Space>(exec, 0, successor.extent(0)),
                       StoreLength<Space, Word, Scanned>{successor, tail, places, offsets});
  Kokkos::parallel_scan("yoke::list_to_array::offsets",
                        WideRange<Space>(exec, 0, offsets.extent(0)),
                        SumLengths<Space, Word>{offsets});
}

template <class Space, class Word, class Scanned>
struct StoreInOrder {
  Scanned places;
  Array<Space, Word> offsets, order;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    auto const place = places(i);
    order(offsets(place.list) + place.position) = static_cast<Word>(i);
  }
};

// The steps of list_to_array: the offsets hold one more element than there are lists.
template <class Space, class Word>
class PlaceSteps final : public ScanKernels<Space, Word, PlaceScan<Word>> {
  using Base = ScanKernels<Space, Word, PlaceScan<Word>>;

 public:
  PlaceSteps(Space const& exec, Array<Space, Word> order, Array<Space, Word> offsets)
      : Base(exec, {}), order_(order), offsets_(offsets) {}

  void load(ScanArrays<Word> const& arrays) const override {
    auto const successor = links(arrays);
    Kokkos::parallel_for("yoke::list_scan::load",
                         WideRange<Space>(this->exec(), 0, successor.extent(0)),
                         LoadPlace<Space, Word, typename Base::Record>{successor, arrays.tail,
                                                                       this->records(arrays)});
  }

  void store(ScanArrays<Word> const& arrays, int table) const override {
    using Places = ScannedValues<Space, Word, PlaceScan<Word>>;
    Places const places = this->scanned(arrays, table);
    sum_lengths<Space, Word>(this->exec(), links(arrays), arrays.tail, places, offsets_);
    Kokkos::parallel_for("yoke::list_to_array::store",
                         WideRange<Space>(this->exec(), 0, order_.extent(0)),
                         StoreInOrder<Space, Word, Places>{places, offsets_, order_});
  }

 private:
  static Array<Space, Word const> links(ScanArrays<Word> const& arrays) {
    return Array<Space, Word const>(arrays.successor, arrays.size);
  }

  Array<Space, Word> order_, offsets_;
};

}  // namespace yoke::detail::list_scan
