#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include "all_pairs/next.hpp"
#include "all_pairs/panels.hpp"
#include "yoke/detail/frame/memory.hpp"

namespace yoke::detail::all_pairs {

// What is found in the result: the pairs with a path, and the first vertices of rows with a
// distance below the least, and with a negative one on the diagonal.
struct LastLook {
  std::uint64_t pairs, low, negative;
};

// Blocked Floyd and Warshall, of rows of a matrix. A step closes the pivot block, multiplies its
// rows and the block's columns by it, and lowers all rows by the product of both. The panels have
// the block's rows and columns as summands, before the step and after it. So the last product also
// writes the pivot's own rows and columns.
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

  // Of up to this number of rows and of columns.
  Steps(Space const& exec, std::size_t vertices);

  // Throws yoke::InvalidInput if an element is no weight. Writes nothing: other rows may have one.
  // Are there negative weights?
  bool check(char const* caller, Rows const& rows, bool transposed) const;
  // Begins with these rows, and clears their diagonal. The whole matrix has negative weights, or
  // none. `next` receives what comes next.
  void begin(Rows const& rows, bool has_negative, NextRows const& next = {});
  // Makes the panels of the step whose pivot block begins at vertex `first`, from its rows.
  void close(std::size_t first, Weight const* pivot_rows, std::size_t pivot_stride);
  // Ends this step for the rows from `begin` to below `end`.
  void lower(std::size_t begin, std::size_t end);

  // Of all steps. Fences.
  std::uint64_t found(Finding what) const;
  LastLook look_at_result() const;

 private:
  Space exec_;
  Buffer<Space, typename Left::Number> lefts_;
  Buffer<Space, Weight> rights_, square_, closing_rows_;
  Buffer<Space, std::uint64_t> status_;
  Left left_, left_before_, left_pivot_;
  Right right_, right_before_, right_pivot_;
  Step<Weight> step_{};
  NextRows next_;
};

// Throws yoke::InvalidInput if a step of any rows has found so: of the negative cycle the place, of
// the low distance the pivot block.
template <class Weight>
void refuse_found(char const* caller, std::uint64_t cycle, std::uint64_t low);
// The same of the result's vertices.
template <class Weight>
void refuse_seen(char const* caller, LastLook const& look);

}  // namespace yoke::detail::all_pairs
