#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <numeric>

#include "all_pairs/next.hpp"
#include "all_pairs/panels.hpp"
#include "yoke/detail/frame/memory.hpp"

namespace yoke::detail::all_pairs {

// What the steps must know of a matrix. If it is transposed, the element in row i and column j is
// the distance from j to i.
struct MatrixKind {
  bool has_negative = false, transposed = false;
};

// Blocked Floyd and Warshall, of rows of a matrix. A step closes the pivot block, multiplies the
// block's columns by it, and lowers all rows by the product of these columns and the block's rows.
// The rows are not multiplied. Take the last vertex of a path in the block. All inner vertices
// after it are in earlier blocks, and the rows already have the distance of this part. The product
// also writes the block's own rows and columns.
//
// Of a transposed matrix the block's rows are multiplied, and its columns are those of before. So
// rounded sums are the same as those of the matrix itself.
//
// The panels of successive steps may be kept. Parts of the matrix that these steps do not read can
// then be lowered later: each by all steps, in their order.
//
// Compiled once, for all executors (plans.cpp.in).
template <class Space, class Weight>
class Steps {
  using Left = LeftPanel<Space, Weight>;
  using Right = RightPanel<Space, Weight>;
  using Rows = MatrixRows<Weight>;

 public:
  // The first of rows that are lowered apart is a multiple of it.
  static constexpr std::size_t strip = Left::strip_width;
  // The first row and column of a part is a multiple of it, and so is the number of kept vertices.
  static constexpr std::size_t corner =
      std::lcm(std::lcm(block, Left::strip_width), Right::strip_width);

  // Of up to this number of rows and of columns. Keeps the panels of the last `kept` steps.
  Steps(Space const& exec, std::size_t vertices, std::size_t kept = 1);
  // What such an object holds.
  static std::uint64_t bytes(std::size_t vertices, std::size_t kept);

  // Throws yoke::InvalidInput if an element is no weight. Writes nothing: other rows may have one.
  // Are there negative weights?
  bool check(char const* caller, Rows const& rows, bool transposed) const;
  // Begins with these rows, and clears their diagonal. `next` receives what comes next; then the
  // matrix may not be transposed.
  void begin(Rows const& rows, MatrixKind const& kind, NextRows const& next = {});
  // The same with a whole matrix that comes in parts. Each part's diagonal is cleared apart, once
  // or more often.
  void begin_parts(std::size_t vertices, MatrixKind const& kind);
  void clear_diagonal(Rows const& rows) const;

  // Makes the panels of the step whose pivot block begins at vertex `first`, from its rows.
  void close(std::size_t first, Weight const* pivot_rows, std::size_t pivot_stride);
  // The same with the block's columns apart: those of all rows.
  void close(std::size_t first, Weight const* pivot_rows, std::size_t pivot_stride,
             Weight const* pivot_columns, std::size_t columns_stride);
  // Ends this step for the rows from `begin` to below `end`.
  void lower(std::size_t begin, std::size_t end);
  // Ends the step of the pivot block at `first`, whose panels are kept, for a part of the matrix:
  // some columns, from `column` on, of the rows from `row` on.
  void lower(std::size_t first, Rows const& part, std::size_t row, std::size_t column);

  // Of all steps. Fences.
  std::uint64_t found(Finding what) const;
  LastLook look_at_result() const;
  // Looks at some rows of the result. *look, in the memory of the space, receives what is found.
  // Does not fence.
  void look_at(Rows const& rows, LastLook* look) const;

 private:
  // Slots 0 to kept_ - 1 have the panels of kept steps. Slot kept_ has the gathered panel before it
  // is multiplied: a call uses the left or the right one. Slot kept_ + 1 has the pivot block.
  std::size_t slot(std::size_t first) const { return first / block % kept_; }
  Left left(std::size_t slot) const { return {lefts_.data() + slot * left_size_}; }
  Right right(std::size_t slot) const { return {rights_.data() + slot * right_size_}; }
  MatrixTarget<Weight> target_of(std::size_t first, Rows const& part) const;

  Space exec_;
  std::size_t kept_, left_size_, right_size_;
  Buffer<Space, typename Left::Number> lefts_;
  Buffer<Space, Weight> rights_, square_, closing_rows_;
  Buffer<Space, std::uint64_t> status_;
  Step<Weight> step_{};
  NextRows next_;
  bool transposed_ = false;
};

// Throws yoke::InvalidInput if a step of any rows has found so: of the negative cycle the place, of
// the low distance the pivot block.
template <class Weight>
void refuse_found(char const* caller, std::uint64_t cycle, std::uint64_t low);
// The same of the result's vertices.
template <class Weight>
void refuse_seen(char const* caller, LastLook const& look);

}  // namespace yoke::detail::all_pairs
