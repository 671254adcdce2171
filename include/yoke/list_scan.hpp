#pragma once

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "yoke/detail/checks.hpp"
#include "yoke/detail/end_rule.hpp"
#include "yoke/detail/frame/strided_copy.hpp"
#include "yoke/detail/list_scan/place_scan.hpp"
#include "yoke/detail/list_scan/value_scan.hpp"
#include "yoke/detail/views.hpp"
#include "yoke/errors.hpp"
#include "yoke/list_ranking_options.hpp"

namespace yoke {

// Does a node's result include its own value?
enum class ScanKind { inclusive, exclusive };

// Over which part of its list a node's result runs: from the head to the node (prefix), or from the
// node to the tail (suffix).
enum class ScanFrom { head, tail };

struct ListScanOptions {
  ScanKind kind = ScanKind::inclusive;
  ScanFrom from = ScanFrom::head;
  Tail tail = Tail::self_loop();
  // Check every link first: one more pass with random writes into a bitmap of n bits.
  bool validate = false;
  // Seed of the random choices; the order of the operands does not depend on it.
  std::uint64_t seed = 0x9e3779b97f4a7c15u;
};

struct ListToArrayOptions {
  Tail tail = Tail::self_loop();
  bool validate = false;
  std::uint64_t seed = 0x9e3779b97f4a7c15u;
};

namespace detail::list_ranking {

template <class Space, class Successor>
constexpr void check_successor_view() {
  static_assert(check_instantiated<Space>());
  static_assert(Successor::rank == 1, "yoke::list_scan: successor must be a one-dimensional View");
  static_assert(std::is_integral_v<typename Successor::value_type> &&
                    (sizeof(typename Successor::value_type) == 4 ||
                     sizeof(typename Successor::value_type) == 8),
                "yoke::list_scan: successor must hold 32- or 64-bit integers");
  static_assert(Kokkos::SpaceAccessibility<Space, typename Successor::memory_space>::accessible,
                "yoke::list_scan: the execution space cannot access the memory of successor");
}

// The part of list_scan behind the checks.
template <class Space, class Word, class Values, class Results, class Operator>
void scan_values(Space const& exec, ScanLists<Space, Word>& lists, Values const& values,
                 Results const& results,
                 OperatorScan<typename Results::non_const_value_type, Operator> const& scan,
                 std::uint64_t seed) {
  std::uint64_t const n = lists.successor().extent(0);
  auto const heads = scan.reversed ? lists.find_tails() : lists.find_heads();
  using Scan = OperatorScan<typename Results::non_const_value_type, Operator>;
  using Sublists = SublistScan<Space, Word, Scan>;
  Sublists sublists(exec, n, seed);
  auto const load = [&](typename Sublists::Records const& records) {
    if (scan.reversed) {
      load_reversed_records(exec, lists, values, records);
    } else {
      load_records(exec, lists, values, records);
    }
  };
  if (!sublists.run(scan, heads, load)) lists.fail();
  store_values(exec, n, sublists.values(scan), results);
  exec.fence("yoke::list_scan");
}

template <class Space, class Successor, class Order, class Word>
std::size_t list_to_array(Space const& exec, Successor const& successor, Order const& order,
                          Array<Space, Word> offsets, ListToArrayOptions const& options) {
  check_successor_view<Space, Successor>();
  check_successor_view<Space, Order>();
  using Index = typename Successor::non_const_value_type;
  static_assert(sizeof(typename Order::value_type) == sizeof(Index),
                "yoke::list_to_array: order must hold integers as wide as those of successor");
  std::string const caller = "yoke::list_to_array";
  std::size_t const n = successor.extent(0);
  check_same_size(caller, "successor", n, "order", order.extent(0));
  check_index_holds<Index>(caller, "successor", n);
  check_index_holds<typename Order::value_type>(caller, "order", n);
  check_apart(caller, {bytes_of("order", order), bytes_of("offsets", offsets)},
              {bytes_of("successor", successor)});
  auto const tail = end_rule<Word>(options.tail, caller + ": options.tail");
  if (n == 0) {
    if (offsets.extent(0) > 0) {
      Kokkos::deep_copy(exec, Array<Space, Word>(offsets.data(), 1), Word(0));
      exec.fence(caller);
    }
    return 0;
  }
  Kokkos::Profiling::ScopedRegion const region(caller);
  StridedCopy links, nodes;
  std::size_t const lists = order_lists<Space, Word>(
      exec, Array<Space, Word const>(links.array<Word const>(exec, successor).data, n), tail,
      Array<Space, Word>(nodes.array<Word>(exec, order).data, n), offsets, options.validate,
      options.seed);
  nodes.write_back(exec, order);
  return lists;
}

}  // namespace detail::list_ranking

// Scans the linked lists in `successor` with an associative operator: result(i) combines the values
// of all nodes from the head of i's list to i, in list order; with options.from == tail, of all
// nodes from i to the tail. The operands keep their order, so op need not commute.
//
//   successor  n indices; how a list ends is options.tail. Any number of lists.
//   value      n values
//   result     n values; may be the same View as `value`, and may not overlap it otherwise, nor
//              successor. Its value type is what op takes and returns: trivially copyable and
//              default-constructible.
//   op         a functor callable in kernels, op(left, right)
//   identity   op(identity, x) == op(x, identity) == x
//
// Two applications of op a node, and log2(n / L) for each of n / L sublists (L = 1024 on a host,
// 256 on a device, for large n). The result depends on the input and the seed alone: where op is
// not quite associative (floating point) it is the same on every run on a kind of space, but for
// lists that know the seed: where a walker would go on for 64 L nodes (probability e^-64 otherwise)
// the lists are split again, by the clock. Memory beyond the arguments: a record of an index and a
// value a node (8 bytes for 32-bit ones), 2 / L of that again, one bit a node, and one index a list
// where there are several. A successor View that is not contiguous is copied.
//
// Throws std::invalid_argument where sizes differ or the index type is too small for n;
// yoke::InvalidInput, naming a node, where the lists are not lists. With options.validate every
// malformed input is found; without it nothing hangs or reads out of bounds, and what the walk sees
// by the way throws. `result` is then unspecified.
//
// Source: sublists by random splitters as in Reid-Miller 1994 and Dehne and Yogaratnam 2010, with
// the splitters of primitives/walk.hpp.
template <detail::AnySpace Space, detail::AnyView Successor, detail::AnyView Values,
          detail::AnyView Results, class Operator>
void list_scan(Space const& exec, Successor const& successor, Values const& value,
               Results const& result, Operator const& op,
               typename Results::non_const_value_type const& identity,
               ListScanOptions const& options = {}) {
  detail::list_ranking::check_successor_view<Space, Successor>();
  using Index = typename Successor::non_const_value_type;
  using Word = detail::WordOf<Index>;
  using Value = typename Results::non_const_value_type;
  static_assert(Values::rank == 1 && Results::rank == 1,
                "yoke::list_scan: value and result must be one-dimensional Views");
  static_assert(std::is_trivially_copyable_v<Value>,
                "yoke::list_scan: values must be trivially copyable");
  static_assert(Kokkos::SpaceAccessibility<Space, typename Values::memory_space>::accessible &&
                    Kokkos::SpaceAccessibility<Space, typename Results::memory_space>::accessible,
                "yoke::list_scan: the execution space cannot access the memory of value or result");
  std::string const caller = "yoke::list_scan";
  std::size_t const n = successor.extent(0);
  detail::check_same_size(caller, "successor", n, "value", value.extent(0));
  detail::check_same_size(caller, "successor", n, "result", result.extent(0));
  detail::check_index_holds<Index>(caller, "successor", n);
  auto const result_bytes = detail::bytes_of("result", result);
  auto const value_bytes = detail::bytes_of("value", value);
  detail::check_apart(caller, {result_bytes}, {detail::bytes_of("successor", successor)});
  if (!result_bytes.same_as(value_bytes)) {
    detail::check_apart(caller, {result_bytes}, {value_bytes});
  }
  auto const tail = detail::end_rule<Word>(options.tail, caller + ": options.tail");
  if (n == 0) return;
  Kokkos::Profiling::ScopedRegion const region(caller);
  detail::StridedCopy links;
  detail::list_ranking::ScanLists<Space, Word> lists(
      caller, exec,
      detail::Array<Space, Word const>(links.array<Word const>(exec, successor).data, n), tail);
  if (options.validate) lists.validate();
  detail::list_ranking::OperatorScan<Value, Operator> const scan{
      op, identity, options.kind == ScanKind::exclusive, options.from == ScanFrom::tail};
  detail::list_ranking::scan_values(exec, lists, value, result, scan, options.seed);
}

// Writes the nodes of the linked lists in `successor` to `order` as they follow each other, list
// after list in ascending order of their heads. Returns the number of lists.
//
//   successor  n indices; how a list ends is options.tail
//   order      n indices as wide; may not overlap successor
//   offsets    if given, at least lists + 1 indices as wide, contiguous: the nodes of list l are
//              order(offsets(l)) to order(offsets(l + 1) - 1); may overlap neither of the others
//
// O(n) work. Memory beyond the arguments: 3 indices and one bit a node, 6 indices a sublist (of
// 1024 nodes on a host, of 256 on a device, for large n) and up to two a list. Deterministic.
// Lists made to leave one walker alone are split again, as by list_scan.
// Throws as yoke::list_scan does, and std::invalid_argument where offsets is too short.
template <detail::AnySpace Space, detail::AnyView Successor, detail::AnyView Order>
std::size_t list_to_array(Space const& exec, Successor const& successor, Order const& order,
                          ListToArrayOptions const& options = {}) {
  using Word = detail::WordOf<typename Successor::non_const_value_type>;
  return detail::list_ranking::list_to_array(exec, successor, order, detail::Array<Space, Word>(),
                                             options);
}

template <detail::AnySpace Space, detail::AnyView Successor, detail::AnyView Order,
          detail::AnyView Offsets>
std::size_t list_to_array(Space const& exec, Successor const& successor, Order const& order,
                          Offsets const& offsets, ListToArrayOptions const& options = {}) {
  detail::list_ranking::check_successor_view<Space, Offsets>();
  using Word = detail::WordOf<typename Successor::non_const_value_type>;
  static_assert(sizeof(typename Offsets::value_type) == sizeof(Word),
                "yoke::list_to_array: offsets must hold integers as wide as those of successor");
  if (offsets.extent(0) == 0 || !offsets.span_is_contiguous()) {
    throw std::invalid_argument(
        "yoke::list_to_array: offsets must be contiguous and hold at least one element");
  }
  detail::Array<Space, Word> const words(reinterpret_cast<Word*>(offsets.data()),
                                         offsets.extent(0));
  return detail::list_ranking::list_to_array(exec, successor, order, words, options);
}

}  // namespace yoke
