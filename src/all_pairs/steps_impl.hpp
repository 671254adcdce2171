#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "all_pairs/checks.hpp"
#include "all_pairs/pivot.hpp"
#include "all_pairs/products.hpp"
#include "all_pairs/steps.hpp"
#include "frame/fill_array.hpp"

namespace yoke::detail::all_pairs {

template <class Space, class Weight>
Steps<Space, Weight>::Steps(Space const& exec, std::size_t vertices)
    : exec_(exec),
      lefts_(make_buffer<Space, typename Left::Number>(
          exec, "yoke::all_pairs::columns", 2 * Left::size(vertices) + Left::size(block))),
      rights_(make_buffer<Space, Weight>(exec, "yoke::all_pairs::rows",
                                         2 * Right::size(vertices) + Right::size(block))),
      square_(make_buffer<Space, Weight>(exec, "yoke::all_pairs::square",
                                         runs_on_host<Space> ? block * block : 0)),
      closing_rows_(
          make_buffer<Space, Weight>(exec, "yoke::all_pairs::closing_rows", block * block)),
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

template <class Space, class Weight>
bool Steps<Space, Weight>::check(char const* caller, Rows const& rows, bool transposed) const {
  return check_weights(caller, exec_, SharedRows<Space, Weight>{rows}, transposed);
}

template <class Space, class Weight>
void Steps<Space, Weight>::begin(Rows const& rows, bool has_negative, NextRows const& next) {
  Kokkos::deep_copy(exec_, array_of(status_), nothing_found);
  step_.rows = rows;
  step_.shifted = {has_negative ? Shifted<Weight>::for_negative : Weight(0)};
  step_.status = {status_.data()};
  SharedRows<Space, Weight> const shared{rows};
  Kokkos::parallel_for("yoke::all_pairs::set_diagonal", shared.range(exec_),
                       SetDiagonal<Space, Weight>{shared});
  next_ = next;
  if (next_.data != nullptr) Next<Space, Weight>::begin(exec_, rows, next_);
}

template <class Space, class Weight>
void Steps<Space, Weight>::close(std::size_t first, Weight const* pivot_rows,
                                 std::size_t pivot_stride) {
  Rows const& rows = step_.rows;
  step_.pivot_rows = pivot_rows;
  step_.pivot_stride = pivot_stride;
  step_.first = first;
  step_.size = static_cast<int>(std::min<std::size_t>(block, rows.vertices - first));
  Gather<Space, Weight, Right>::run(
      "yoke::all_pairs::gather_rows", exec_,
      {step_, pivot_rows, pivot_stride, 1, right_before_, rows.vertices});
  Gather<Space, Weight, Left>::run(
      "yoke::all_pairs::gather_columns", exec_,
      {step_, rows.data + first, 1, rows.stride, left_before_, rows.count});
  Weight* const closing_rows = next_.data == nullptr ? nullptr : closing_rows_.data();
  Pivot<Space, Weight>::run(exec_,
                            {step_, left_pivot_, right_pivot_, square_.data(), closing_rows});
  if (closing_rows != nullptr) {
    Next<Space, Weight>::note_columns(exec_, step_, next_, closing_rows);
  }
  multiply("yoke::all_pairs::rows", exec_, left_pivot_, right_before_,
           PanelTarget<Weight, Right, true>{step_, right_before_, right_});
  multiply("yoke::all_pairs::columns", exec_, left_before_, right_pivot_,
           PanelTarget<Weight, Left, false>{step_, left_before_, left_});
}

template <class Space, class Weight>
void Steps<Space, Weight>::lower(std::size_t begin, std::size_t end) {
  MatrixTarget<Weight> target{step_};
  Rows& rows = target.step.rows;
  rows.data += begin * rows.stride;
  rows.first += begin;
  rows.count = end - begin;
  target.aligned = reinterpret_cast<std::uintptr_t>(rows.data) % 16 == 0 &&
                   rows.stride * sizeof(Weight) % 16 == 0;
  Left const left{left_.strip(begin / strip)};
  if (next_.data == nullptr) return multiply("yoke::all_pairs::rest", exec_, left, right_, target);
  NextRows const next{next_.data + begin * next_.stride, next_.stride};
  Next<Space, Weight>::lower(exec_, right_, {target, next, left, right_before_});
}

template <class Space, class Weight>
std::uint64_t Steps<Space, Weight>::found(Finding what) const {
  return element(exec_, Array<Space, std::uint64_t const>(status_.data(), findings), what);
}

template <class Space, class Weight>
LastLook Steps<Space, Weight>::look_at_result() const {
  SharedRows<Space, Weight> const shared{step_.rows};
  LastLook look{0, nothing_found, nothing_found};
  Kokkos::parallel_reduce(
      "yoke::all_pairs::look_at_result", shared.range(exec_), LookAtResult<Space, Weight>{shared},
      look.pairs, Kokkos::Min<std::uint64_t>(look.low), Kokkos::Min<std::uint64_t>(look.negative));
  exec_.fence("yoke::all_pairs: result looked at");
  return look;
}

template <class Weight>
void refuse_found(char const* caller, std::uint64_t cycle, std::uint64_t low) {
  if (cycle != nothing_found) refuse_negative_cycle(caller, NegativePlace{cycle}.vertex());
  if (low != nothing_found) refuse_low<Weight>(caller, low);
}

template <class Weight>
void refuse_seen(char const* caller, LastLook const& look) {
  if (look.negative != nothing_found) refuse_negative_cycle(caller, look.negative);
  if (look.low != nothing_found) refuse_low<Weight>(caller, look.low / block);
}

}  // namespace yoke::detail::all_pairs
