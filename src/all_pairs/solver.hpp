#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "all_pairs/checks.hpp"
#include "all_pairs/device_product.hpp"
#include "all_pairs/host_product.hpp"
#include "all_pairs/panels.hpp"
#include "all_pairs/pivot.hpp"
#include "frame/fill_array.hpp"
#include "frame/phase_timer.hpp"
#include "frame/solver.hpp"
#include "yoke/detail/all_pairs/capability.hpp"

namespace yoke::detail::all_pairs {

// On a host: a thread multiplies some strips of both panels, which stay in its caches.
template <class Weight, class Target>
struct HostProductUnits {
  static constexpr std::size_t left_strips = 16, right_strips = 16;
  HostProduct<Weight, Target> product;
  Status status;
  std::size_t lefts, rights;  // strips

  template <class Space>
  static void run(char const* label, Space const& exec, HostProductUnits units) {
    units.lefts = decltype(units.product.left)::strips(units.product.target.rows());
    units.rights = decltype(units.product.right)::strips(units.product.target.columns());
    std::size_t const count =
        units_of(units.lefts, left_strips) * units_of(units.rights, right_strips);
    Kokkos::parallel_for(
        label,
        Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>,
                            Kokkos::IndexType<std::uint64_t>>(exec, 0, count, Kokkos::ChunkSize(1)),
        units);
  }
  static std::size_t units_of(std::size_t strips, std::size_t strips_of_unit) {
    return (strips + strips_of_unit - 1) / strips_of_unit;
  }

  KOKKOS_FUNCTION void operator()(std::uint64_t unit) const { KOKKOS_IF_ON_HOST((multiply(unit);)) }
  void multiply(std::uint64_t unit) const {
    if (status.has_fault()) return;
    std::size_t const in_row = units_of(rights, right_strips);
    std::size_t const i = unit / in_row * left_strips, j = unit % in_row * right_strips;
    HostCode<Weight>::run(
        product, {i, std::min(i + left_strips, lefts), j, std::min(j + right_strips, rights)});
  }
};

// Blocked Floyd and Warshall. A step closes the pivot block, multiplies its rows and columns by it,
// and lowers the whole matrix by the product of both. The panels have the block's rows and columns
// as summands, before the step and after it. So the last product also writes the pivot's own rows
// and columns.
template <class Space, class Weight>
class Steps {
  using Left = LeftPanel<Space, Weight>;
  using Right = RightPanel<Space, Weight>;

 public:
  Steps(Space const& exec, std::size_t vertices)
      : exec_(exec),
        lefts_(make_buffer<Space, typename Left::Number>(
            exec, "yoke::all_pairs::columns", 2 * Left::size(vertices) + Left::size(block))),
        rights_(make_buffer<Space, Weight>(exec, "yoke::all_pairs::rows",
                                           2 * Right::size(vertices) + Right::size(block))),
        square_(make_buffer<Space, Weight>(exec, "yoke::all_pairs::square",
                                           runs_on_host<Space> ? block * block : 0)),
        status_(make_buffer<Space, std::uint64_t>(exec, "yoke::all_pairs::status", findings)) {
    // Products also read what fills strips, and do not use its sums.
    Kokkos::deep_copy(exec, array_of(lefts_), typename Left::Number(0));
    Kokkos::deep_copy(exec, array_of(rights_), Weight(0));
    left_ = {lefts_.data()};
    left_before_ = {left_.data + Left::size(vertices)};
    left_pivot_ = {left_before_.data + Left::size(vertices)};
    right_ = {rights_.data()};
    right_before_ = {right_.data + Right::size(vertices)};
    right_pivot_ = {right_before_.data + Right::size(vertices)};
  }

  void run(Weight* matrix, std::size_t vertices, std::size_t stride, bool has_negative) {
    Kokkos::deep_copy(exec_, array_of(status_), nothing_found);
    bool const aligned =
        reinterpret_cast<std::uintptr_t>(matrix) % 16 == 0 && stride * sizeof(Weight) % 16 == 0;
    Shifted<Weight> const shifted{has_negative ? Shifted<Weight>::for_negative : Weight(0)};
    for (std::size_t first = 0; first < vertices; first += block) {
      Step<Weight> const step{matrix,
                              vertices,
                              stride,
                              first,
                              static_cast<int>(std::min<std::size_t>(block, vertices - first)),
                              shifted,
                              {status_.data()}};
      Gather<Space, Weight, Right>::run("yoke::all_pairs::gather_rows", exec_, step, stride, 1,
                                        right_before_);
      Gather<Space, Weight, Left>::run("yoke::all_pairs::gather_columns", exec_, step, 1, stride,
                                       left_before_);
      Pivot<Space, Weight>::run(exec_, {step, left_pivot_, right_pivot_, square_.data()});
      multiply("yoke::all_pairs::rows", left_pivot_, right_before_,
               PanelTarget<Weight, Right, true>{step, right_before_, right_});
      multiply("yoke::all_pairs::columns", left_before_, right_pivot_,
               PanelTarget<Weight, Left, false>{step, left_before_, left_});
      multiply("yoke::all_pairs::rest", left_, right_, MatrixTarget<Weight>{step, aligned});
    }
    exec_.fence("yoke::all_pairs: steps");
  }

  std::uint64_t found(Finding what) const {
    return element(exec_, Array<Space, std::uint64_t const>(status_.data(), findings), what);
  }

 private:
  template <class Target>
  void multiply(char const* label, Left left, Right right, Target const& target) {
    int const depth = target.step.depth();
    if constexpr (runs_on_host<Space>) {
      HostProductUnits<Weight, Target>::run(
          label, exec_, {{left, right, target, depth}, target.step.status, 0, 0});
    } else {
      DeviceProduct<Space, Weight, Target>::run(
          label, exec_, {left, right, target, depth, target.step.status, 0});
    }
  }

  Space exec_;
  Buffer<Space, typename Left::Number> lefts_;
  Buffer<Space, Weight> rights_, square_;
  Buffer<Space, std::uint64_t> status_;
  Left left_, left_before_, left_pivot_;
  Right right_, right_before_, right_pivot_;
};

}  // namespace yoke::detail::all_pairs

namespace yoke::detail {

template <class Weight, class Space>
class Solver<all_pairs::AllPairs<Weight>, Space> {
  using Capability = all_pairs::AllPairs<Weight>;

 public:
  Solver(Space const& exec, all_pairs::MatrixCapacity const& capacity,
         AllPairsOptions const& options, OneAlgorithm)
      : exec_(exec), report_(options.report), steps_(exec, capacity.vertices) {}

  // Returns the number of pairs with a path.
  std::size_t run(typename Capability::Arguments const& arguments) {
    using namespace all_pairs;
    char const* const caller = Capability::name;
    std::size_t const n = arguments.vertices;
    SharedRows<Space, Weight> const rows{arguments.distances.data, n, arguments.stride};
    PhaseTimer<Space> timer(exec_, report_);
    bool const has_negative = check_weights(caller, exec_, rows, arguments.transposed);
    Kokkos::parallel_for("yoke::all_pairs::set_diagonal", rows.range(exec_),
                         SetDiagonal<Space, Weight>{rows});
    timer.done("check");
    steps_.run(rows.matrix, n, rows.stride, has_negative);
    timer.done("steps");
    if (report_) report_->may_be_clamped = steps_.found(clamped) == 1;
    if (has_negative) check_findings();
    std::uint64_t pairs = 0, low = nothing_found, negative = nothing_found;
    Kokkos::parallel_reduce("yoke::all_pairs::look_at_result", rows.range(exec_),
                            LookAtResult<Space, Weight>{rows}, pairs,
                            Kokkos::Min<std::uint64_t>(low), Kokkos::Min<std::uint64_t>(negative));
    exec_.fence("yoke::all_pairs: result looked at");
    if (negative != nothing_found) refuse_negative_cycle(caller, negative);
    if (low != nothing_found) refuse_low<Weight>(caller, low / block);
    timer.done("look at the result");
    return pairs;
  }

 private:
  void check_findings() const {
    using namespace all_pairs;
    std::uint64_t const place = steps_.found(negative_cycle);
    if (place != nothing_found) {
      refuse_negative_cycle(Capability::name, NegativePlace{place}.vertex());
    }
    std::uint64_t const pivot = steps_.found(too_low);
    if (pivot != nothing_found) refuse_low<Weight>(Capability::name, pivot);
  }

  Space exec_;
  AllPairsReport* report_;
  all_pairs::Steps<Space, Weight> steps_;
};

}  // namespace yoke::detail
