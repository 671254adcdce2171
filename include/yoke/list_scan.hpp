#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <tuple>
#include <type_traits>
#include <utility>

#include "yoke/detail/checks.hpp"
#include "yoke/detail/frame/plan.hpp"
#include "yoke/detail/list_scan/capability.hpp"
#include "yoke/detail/list_scan/operator_steps.hpp"
#include "yoke/errors.hpp"
#include "yoke/list_scan_options.hpp"

namespace yoke {

/// The workspace for scans along lists of up to `capacity` nodes. Repeated calls allocate nothing,
/// for any operator. Space is a Kokkos execution space. Index is the value type of the successor
/// View: a 32- or 64-bit integer, signed or not. Value is the type of the results.
///
/// Calls run on the instance that the plan was made with. Only one thread at a time may use a plan.
///
/// If Executor is a yoke::Distributed of an execution space, each MPI rank has a part of the nodes.
/// `capacity` is for this rank's part. successor(i) is the number of a node among the nodes of all
/// ranks. value(i) and result(i) belong to the rank's own node i.
///
/// The lists are ranked: several by messages, a single one by the route that yoke::list_rank
/// chooses. Each node then has its place in a line of list after list. Each rank has a stretch of
/// n / p places of the line. Values go to their places. Each rank scans its stretch in tiles, after
/// the results of the stretches before it. The results come back.
///
/// With n nodes and p ranks, each rank sends the messages of the ranking. For each node whose place
/// is another rank's it sends a word, a value and a result: n / p (1 - 1/p) in random order. It
/// sends a value and a number to every other rank. There are 12 more rounds than in the ranking, 13
/// for several lists. Memory beyond the arguments and that of yoke::list_rank: 3 words and a value
/// for each of its nodes, and 2 words and a value for each of n / p places. The operator is applied
/// twice per node, and a few times per tile.
///
/// The result is the same for every number of ranks if op is associative. If it is not quite (in
/// floating point), the result depends on their number, and for several lists on the order of their
/// tails. For a single list it does not depend on the nodes' owners. Throws on all ranks the errors
/// of yoke::list_scan. Several ranks find every malformed list without options.validate. A report
/// gets the number of lists and the phases.
template <class Executor, class Index, class Value>
class ListScanPlan
    : public detail::Plan<detail::list_scan::ListScan<detail::WordOf<Index>>, Executor> {
  static_assert(detail::AnySpace<Executor> || detail::IsDistributed<Executor>::value,
                "yoke::list_scan: the first argument must be an execution space, or a Distributed "
                "of one");
  static_assert(detail::is_index<Index>,
                "yoke::list_scan: successor must hold 32- or 64-bit integers");
  static_assert(std::is_trivially_copyable_v<Value>,
                "yoke::list_scan: values must be trivially copyable");
  using Word = detail::WordOf<Index>;
  using Base = detail::Plan<detail::list_scan::ListScan<Word>, Executor>;
  using Arguments = typename Base::Arguments;

 public:
  /// Throws std::invalid_argument if an option is out of its range, or if Index cannot number
  /// `capacity` nodes, or for 2^48 nodes or more.
  ListScanPlan(Executor const& executor, std::size_t capacity, ListScanOptions const& options = {})
      : Base(
            executor, detail::call_of<detail::Of<Index, Value>>(name),
            [=] {
              return typename detail::list_scan::ListScan<Word>::Capacity{
                  detail::checked_count<Index>(name, "successor",
                                               detail::checked_capacity(name, capacity, "nodes")),
                  detail::list_scan::element_sizes<Word, Value>()};
            },
            options),
        is_exclusive_(options.kind == ScanKind::exclusive),
        is_reversed_(options.from == ScanFrom::tail) {}

  /// Scans as yoke::list_scan does, and throws its exceptions. Also throws std::invalid_argument if
  /// successor.extent(0) exceeds the capacity.
  template <class Successor, class Values, class Results, class Operator>
  void operator()(Successor const& successor, Values const& value, Results const& result,
                  Operator const& op, Value const& identity) {
    check_types<Values, Results>();
    auto const& exec = this->template instance_for<typename Values::memory_space>();
    using Space = std::remove_cvref_t<decltype(exec)>;
    using Steps = detail::list_scan::OperatorSteps<Space, Word, Values, Results, Operator>;
    typename Steps::Scan const scan{op, identity, is_exclusive_, is_reversed_};
    Steps const steps(exec, value, result, scan);
    Arguments arguments;
    arguments.steps = &steps;
    auto const run = [&] {
      this->call(detail::call_of<detail::Of<Index, Value>, detail::By<Operator>>(name), arguments,
                 {}, bind_all(successor), [&] { check_values(successor, value, result); });
    };
    if constexpr (detail::IsDistributed<Executor>::value) {
      auto const on_ranks = line_.steps(this->network(), value, result, scan);
      arguments.line = &on_ranks;
      run();
    } else {
      run();
    }
  }

  /// Throws as a call does for its arguments' sizes, before a plan for them is made.
  template <class Successor, class Values, class Results>
  static void check(Successor const& successor, Values const& value, Results const& result) {
    check_types<Values, Results>();
    if constexpr (!detail::IsDistributed<Executor>::value) {
      check_values(successor, value, result);
      Base::check(name, {}, bind_all(successor));
    }
  }

 private:
  static constexpr char const* name = "yoke::list_scan";

  template <class Values, class Results>
  static constexpr void check_types() {
    static_assert(Values::rank == 1 && Results::rank == 1,
                  "yoke::list_scan: value and result must be one-dimensional Views");
    static_assert(std::is_same_v<typename Results::value_type, Value>,
                  "yoke::list_scan: result must hold the plan's Value, not const");
    static_assert(
        detail::is_accessible<Executor, typename Values::memory_space>() &&
            detail::is_accessible<Executor, typename Results::memory_space>(),
        "yoke::list_scan: the execution space cannot access the memory of value or result");
  }
  template <class Successor, class Values, class Results>
  static void check_values(Successor const& successor, Values const& value, Results const& result) {
    std::size_t const n = successor.extent(0);
    detail::check_same_size(name, "successor", n, "value", value.extent(0));
    detail::check_same_size(name, "successor", n, "result", result.extent(0));
    auto const written = detail::bytes_of("result", result);
    auto const read = detail::bytes_of("value", value);
    detail::check_apart(name, {written}, {detail::bytes_of("successor", successor)});
    if (!written.same_as(read)) detail::check_apart(name, {written}, {read});
  }

  template <class Successor>
  static auto bind_all(Successor const& successor) {
    return std::tuple(detail::bind<&Arguments::successor>("successor", successor));
  }

  bool is_exclusive_, is_reversed_;
  detail::list_scan::RankLine<Executor, Word, Value> line_;
};

/// Scans the linked lists in `successor` with an associative operator. result(i) combines the
/// values of all nodes from the head of i's list to i, in list order. With options.from == tail it
/// combines those from i to the tail. The operands keep their order, so op need not commute.
///
/// @param successor  n indices that form any number of lists; options.tail says how a list ends
/// @param value  n values
/// @param result  n values of the type that op takes and returns, which is trivially copyable and
///   default-constructible. It may be the same View as `value`. It must not overlap `value` in
///   another way, and must not overlap successor.
/// @param op  a functor callable in kernels, op(left, right)
/// @param identity  op(identity, x) == op(x, identity) == x
///
/// Work: two applications of op a node, and log2(n / L) for each of n / L sublists. L is 1024 on a
/// host and 256 on a device for large n. For fewer nodes it is at least 32, and on a host about n /
/// 16384.
///
/// The result depends only on the input and the seed. If op is not quite associative (floating
/// point), it is the same on every run on a kind of space. The exception is a list made with
/// knowledge of the seed. If a walk would take 64 L nodes (probability e^-64 otherwise), the lists
/// are cut again with a seed from the clock.
///
/// Memory beyond the arguments:
/// - a record of an index and a value per node (8 bytes for 32-bit ones);
/// - 2 / L of that again (in a plan 4 / L, because fewer nodes may have shorter sublists);
/// - one bit per node;
/// - one index per list, if there are several;
/// - a copy of a successor View that is not contiguous.
///
/// Throws std::invalid_argument if sizes differ or the index type is too small for n. Throws
/// yoke::InvalidInput, which names a node, if the input is no set of lists. With options.validate
/// every malformed input is found. Without it no call hangs or reads out of bounds, and faults that
/// the walk notices throw. `result` is then unspecified.
///
/// Source: sublists by random splitters as in Reid-Miller 1994 and Dehne and Yogaratnam 2010, with
/// the splitters of primitives/walk.hpp.
template <class Executor, detail::AnyView Successor, detail::AnyView Values,
          detail::AnyView Results, class Operator>
void list_scan(Executor const& exec, Successor const& successor, Values const& value,
               Results const& result, Operator const& op,
               typename Results::non_const_value_type const& identity,
               ListScanOptions const& options = {}) {
  using Plan = ListScanPlan<Executor, typename Successor::non_const_value_type,
                            typename Results::non_const_value_type>;
  Plan::check(successor, value, result);
  Plan(exec, successor.extent(0), options)(successor, value, result, op, identity);
}

/// The workspace for list_to_array of up to `capacity` nodes. Repeated calls allocate nothing,
/// except the first call of several lists, for their heads and offsets. It is used as ListScanPlan
/// is.
template <detail::AnySpace Space, class Index>
class ListToArrayPlan
    : public detail::Plan<detail::list_scan::ListToArray<detail::WordOf<Index>>, Space> {
  static_assert(detail::is_index<Index>,
                "yoke::list_to_array: successor must hold 32- or 64-bit integers");
  using Base = detail::Plan<detail::list_scan::ListToArray<detail::WordOf<Index>>, Space>;
  using Arguments = typename Base::Arguments;

 public:
  /// Throws std::invalid_argument if an option is out of its range, or if Index cannot number
  /// `capacity` nodes, or for 2^48 nodes or more.
  ListToArrayPlan(Space const& exec, std::size_t capacity, ListToArrayOptions const& options = {})
      : Base(exec,
             {detail::checked_count<Index>(name, "successor",
                                           detail::checked_capacity(name, capacity, "nodes"))},
             options) {}

  /// Orders as yoke::list_to_array does, and throws its exceptions. Also throws
  /// std::invalid_argument if successor.extent(0) exceeds the capacity.
  template <class Successor, class Order>
  std::size_t operator()(Successor const& successor, Order const& order) {
    return this->call(name, {}, {}, bind_all(successor, order));
  }
  /// The same, with the beginning of each list.
  template <class Successor, class Order, class Offsets>
  std::size_t operator()(Successor const& successor, Order const& order, Offsets const& offsets) {
    if (offsets.extent(0) == 0) {
      throw std::invalid_argument("yoke::list_to_array: offsets must hold at least one element");
    }
    // There are at most n lists. Elements beyond are not touched.
    std::pair<std::size_t, std::size_t> const used(
        0, std::min<std::size_t>(offsets.extent(0), successor.extent(0) + 1));
    auto const front = Kokkos::subview(offsets, used);
    return this->call(name, {}, {}, bind_all(successor, order, front));
  }

  /// Throws as a call does for its arguments' sizes, before a plan for them is made.
  template <class Successor, class... Views>
  static void check(Successor const& successor, Views const&... views) {
    detail::check_index_holds<Index>(name, "successor", successor.extent(0));
    Base::check(name, {}, bind_all(successor, views...));
  }

 private:
  static constexpr char const* name = "yoke::list_to_array";

  template <class Successor, class Order>
  static auto bind_all(Successor const& successor, Order const& order) {
    return std::tuple(detail::bind<&Arguments::successor>("successor", successor),
                      detail::bind<&Arguments::order>("order", order));
  }
  template <class Successor, class Order, class Offsets>
  static auto bind_all(Successor const& successor, Order const& order, Offsets const& offsets) {
    return std::tuple_cat(bind_all(successor, order),
                          std::tuple(detail::bind<&Arguments::offsets>("offsets", offsets)));
  }
};

/// Writes the nodes of the linked lists in `successor` to `order`, in list order. Lists follow each
/// other in ascending order of their heads. Returns the number of lists.
///
/// @param successor  n indices; options.tail says how a list ends
/// @param order  n indices as wide as successor's. It must not overlap successor.
///
/// Work O(n). Memory beyond the arguments: 3 indices and one bit per node, 6 indices per sublist
/// (in a plan 12; sublists have the length of those of list_scan), and up to two a list.
/// Deterministic. Lists that would leave the work to one walker are cut again, as in list_scan.
/// Throws as yoke::list_scan does, and std::invalid_argument if offsets is too short.
template <detail::AnySpace Space, detail::AnyView Successor, detail::AnyView Order>
std::size_t list_to_array(Space const& exec, Successor const& successor, Order const& order,
                          ListToArrayOptions const& options = {}) {
  using Plan = ListToArrayPlan<Space, typename Successor::non_const_value_type>;
  Plan::check(successor, order);
  return Plan(exec, successor.extent(0), options)(successor, order);
}

/// The same, with the beginning of each list.
/// @param offsets  at least lists + 1 indices as wide: the nodes of list l are order(offsets(l)) to
///   order(offsets(l + 1) - 1). May overlap neither of the others. Elements from lists + 1 to n are
///   scratch; those beyond are not touched.
template <detail::AnySpace Space, detail::AnyView Successor, detail::AnyView Order,
          detail::AnyView Offsets>
std::size_t list_to_array(Space const& exec, Successor const& successor, Order const& order,
                          Offsets const& offsets, ListToArrayOptions const& options = {}) {
  using Plan = ListToArrayPlan<Space, typename Successor::non_const_value_type>;
  Plan::check(successor, order, offsets);
  return Plan(exec, successor.extent(0), options)(successor, order, offsets);
}

}  // namespace yoke
