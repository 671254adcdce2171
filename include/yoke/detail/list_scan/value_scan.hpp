#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "yoke/detail/list_scan/lists.hpp"
#include "yoke/detail/list_scan/sublist_scan.hpp"
#include "yoke/detail/primitives/relaxed.hpp"

namespace yoke::detail::list_ranking {

// The caller's operator. Along lists that are turned round its operands come the other way round.
template <class ValueType, class Operator>
struct OperatorScan {
  using Value = ValueType;
  Operator op;
  Value neutral;
  bool is_exclusive, reversed;

  KOKKOS_FUNCTION bool exclusive() const { return is_exclusive; }
  KOKKOS_FUNCTION Value identity() const { return neutral; }
  KOKKOS_FUNCTION Value at_head(std::uint64_t) const { return neutral; }
  KOKKOS_FUNCTION Value combine(Value const& left, Value const& right) const {
    return reversed ? op(right, left) : op(left, right);
  }
};

template <class Space, class Word, class Values, class Record>
void load_records(Space const& exec, ScanLists<Space, Word> const& lists, Values const& values,
                  Array<Space, Record> record) {
  auto const successor = lists.successor();
  auto const tail = lists.tail();
  Kokkos::parallel_for(
      "yoke::list_scan::load", WideRange<Space>(exec, 0, successor.extent(0)),
      KOKKOS_LAMBDA(std::uint64_t i) {
        Word const node = static_cast<Word>(i), next = successor(i);
        record(i) = {tail(node, next) ? node : next, values(i)};
      });
}

// Every link turned round. Of two links to one node one is lost; the nodes before it are then
// reached from no tail, and the walk misses them.
template <class Space, class Word, class Values, class Record>
void load_reversed_records(Space const& exec, ScanLists<Space, Word> const& lists,
                           Values const& values, Array<Space, Record> record) {
  auto const successor = lists.successor();
  auto const tail = lists.tail();
  WideRange<Space> const nodes(exec, 0, successor.extent(0));
  Kokkos::parallel_for(
      "yoke::list_scan::load_values", nodes, KOKKOS_LAMBDA(std::uint64_t i) {
        record(i) = {static_cast<Word>(i), values(i)};
      });
  Kokkos::parallel_for(
      "yoke::list_scan::load_reversed_links", nodes, KOKKOS_LAMBDA(std::uint64_t i) {
        Word const node = static_cast<Word>(i), next = successor(i);
        if (!tail(node, next)) relaxed_store(&record(next).link, node);
      });
}

template <class Space, class Scanned, class Results>
void store_values(Space const& exec, std::uint64_t n, Scanned const& scanned,
                  Results const& results) {
  Kokkos::parallel_for(
      "yoke::list_scan::store", WideRange<Space>(exec, 0, n),
      KOKKOS_LAMBDA(std::uint64_t i) { results(i) = scanned(i); });
}

}  // namespace yoke::detail::list_ranking
