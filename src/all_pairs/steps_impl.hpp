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
Steps<Space, Weight>::Steps(Space const& exec, std::size_t vertices, std::size_t kept)
    : exec_(exec),
      kept_(kept),
      left_size_(Left::size(vertices)),
      right_size_(Right::size(vertices)),
      lefts_(make_buffer<Space, typename Left::Number>(
          exec, "yoke::all_pairs::columns", (kept + 1) * left_size_ + Left::size(block))),
      rights_(make_buffer<Space, Weight>(exec, "yoke::all_pairs::rows",
                                         (kept + 1) * right_size_ + Right::size(block))),
      square_(make_buffer<Space, Weight>(exec, "yoke::all_pairs::square",
                                         runs_on_host<Space> ? block * block : 0)),
      closing_rows_(
          make_buffer<Space, Weight>(exec, "yoke::all_pairs::closing_rows", block * block)),
      status_(make_buffer<Space, std::uint64_t>(exec, "yoke::all_pairs::status", findings)) {
  // Products also read what fills strips, and do not use its sums.
  Kokkos::deep_copy(exec, array_of(lefts_), typename Left::Number(0));
  Kokkos::deep_copy(exec, array_of(rights_), Weight(0));
}

template <class Space, class Weight>
std::uint64_t Steps<Space, Weight>::bytes(std::size_t vertices, std::size_t kept) {
  std::uint64_t const lefts = (kept + 1) * Left::size(vertices) + Left::size(block);
  std::uint64_t const rights = (kept + 1) * Right::size(vertices) + Right::size(block);
  std::uint64_t const squares = (runs_on_host<Space> ? 2 : 1) * block * block;
  return lefts * sizeof(typename Left::Number) + (rights + squares) * sizeof(Weight) +
         findings * sizeof(std::uint64_t);
}

template <class Space, class Weight>
bool Steps<Space, Weight>::check(char const* caller, Rows const& rows, bool transposed) const {
  return check_weights(caller, exec_, SharedRows<Space, Weight>{rows}, transposed);
}

template <class Space, class Weight>
void Steps<Space, Weight>::begin(Rows const& rows, MatrixKind const& kind, NextRows const& next) {
  begin_parts(rows.vertices, kind);
  step_.rows = rows;
  clear_diagonal(rows);
  next_ = next;
  step_.finds_large = Next<Space, Weight>::finds_large(step_, next_);
  if (next_.data != nullptr) Next<Space, Weight>::begin(exec_, rows, next_);
}

template <class Space, class Weight>
void Steps<Space, Weight>::begin_parts(std::size_t vertices, MatrixKind const& kind) {
  Kokkos::deep_copy(exec_, array_of(status_), nothing_found);
  step_.rows = {nullptr, 0, vertices, vertices, 0};
  step_.shifted = {kind.has_negative ? Shifted<Weight>::for_negative : Weight(0)};
  step_.status = {status_.data()};
  step_.has_negative = kind.has_negative;
  step_.finds_large = false;
  next_ = {};
  transposed_ = kind.transposed;
}

template <class Space, class Weight>
void Steps<Space, Weight>::clear_diagonal(Rows const& rows) const {
  SharedRows<Space, Weight> const shared{rows};
  Kokkos::parallel_for("yoke::all_pairs::set_diagonal", shared.range(exec_),
                       SetDiagonal<Space, Weight>{shared});
}

template <class Space, class Weight>
void Steps<Space, Weight>::close(std::size_t first, Weight const* pivot_rows,
                                 std::size_t pivot_stride) {
  close(first, pivot_rows, pivot_stride, step_.rows.data + first, step_.rows.stride);
}

template <class Space, class Weight>
void Steps<Space, Weight>::close(std::size_t first, Weight const* pivot_rows,
                                 std::size_t pivot_stride, Weight const* pivot_columns,
                                 std::size_t columns_stride) {
  Rows const& rows = step_.rows;
  step_.pivot_rows = pivot_rows;
  step_.pivot_stride = pivot_stride;
  step_.first = first;
  step_.size = static_cast<int>(std::min<std::size_t>(block, rows.vertices - first));
  Left const its_left = left(slot(first)), left_pivot = left(kept_ + 1);
  Right const its_right = right(slot(first)), right_pivot = right(kept_ + 1);
  Left const left_before = transposed_ ? its_left : left(kept_);
  Right const right_before = transposed_ ? right(kept_) : its_right;
  Weight* const closing_rows = next_.data == nullptr ? nullptr : closing_rows_.data();
  PivotPanels<Space, Weight>::run(
      exec_, {{step_, left_pivot, right_pivot, square_.data(), closing_rows},
              {step_, pivot_rows, pivot_stride, 1, right_before, rows.vertices},
              {step_, pivot_columns, 1, columns_stride, left_before, rows.count}});
  if (closing_rows != nullptr) {
    Next<Space, Weight>::note_columns(exec_, step_, next_, closing_rows);
  }
  if (transposed_) {
    multiply("yoke::all_pairs::close_rows", exec_, left_pivot, right_before,
             PanelTarget<Weight, Right, true>{step_, right_before, its_right});
  } else {
    multiply("yoke::all_pairs::close_columns", exec_, left_before, right_pivot,
             PanelTarget<Weight, Left, false>{step_, left_before, its_left});
  }
}

template <class Space, class Weight>
MatrixTarget<Weight> Steps<Space, Weight>::target_of(std::size_t first, Rows const& part) const {
  MatrixTarget<Weight> target{step_};
  target.step.rows = part;
  target.step.first = first;
  target.step.size = static_cast<int>(std::min<std::size_t>(block, step_.rows.vertices - first));
  target.aligned = reinterpret_cast<std::uintptr_t>(part.data) % 16 == 0 &&
                   part.stride * sizeof(Weight) % 16 == 0;
  return target;
}

template <class Space, class Weight>
void Steps<Space, Weight>::lower(std::size_t begin, std::size_t end) {
  Rows rows = step_.rows;
  rows.data += begin * rows.stride;
  rows.first += begin;
  rows.count = end - begin;
  std::size_t const first = step_.first;
  if (next_.data == nullptr) return lower(first, rows, begin, 0);
  NextRows const next{next_.data + begin * next_.stride, next_.stride};
  Next<Space, Weight>::lower(exec_, Left{left(slot(first)).strip(begin / strip)},
                             right(slot(first)), {target_of(first, rows), next});
}

template <class Space, class Weight>
void Steps<Space, Weight>::lower(std::size_t first, Rows const& part, std::size_t row,
                                 std::size_t column) {
  multiply("yoke::all_pairs::rest", exec_, Left{left(slot(first)).strip(row / strip)},
           Right{right(slot(first)).strip(column / Right::strip_width)}, target_of(first, part));
}

template <class Space, class Weight>
std::uint64_t Steps<Space, Weight>::found(Finding what) const {
  return element(exec_, Array<Space, std::uint64_t const>(status_.data(), findings), what);
}

template <class Space, class Weight>
LastLook Steps<Space, Weight>::look_at_result() const {
  SharedRows<Space, Weight> const shared{step_.rows};
  LastLook look;
  Kokkos::parallel_reduce("yoke::all_pairs::look_at_result", shared.range(exec_),
                          LookAtResult<Space, Weight>{shared}, look);
  exec_.fence("yoke::all_pairs: result looked at");
  return look;
}

template <class Space, class Weight>
void Steps<Space, Weight>::look_at(Rows const& rows, LastLook* look) const {
  using Result =
      Kokkos::View<LastLook, typename Space::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  SharedRows<Space, Weight> const shared{rows};
  Kokkos::parallel_reduce("yoke::all_pairs::look_at_result", shared.range(exec_),
                          LookAtResult<Space, Weight>{shared}, Result(look));
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
