#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "all_pairs/panels.hpp"

// The vertex after i on a lightest path from i to j, for each i and j. It changes where a step
// lowers the distance, and only there. Say that block B = T(i, j) has lowered it last.
//
// - j in B: the steps of Floyd and Warshall inside the block decide. The last vertex k of these
//   that lowers the distance gives next(i, j) = next(i, k).
// - Other j: next(i, j) = next(i, k), where k is the first vertex of B for which D(i, k) after the
//   step and D(k, j) before it have the least sum. This next(i, k) is that of the first case.
//
// Whoever goes from i by next comes to j, if sums are exact and no cycle is negative. For, each
// vertex v on the way lies on a lightest path from i. The rest of this path uses blocks up to B, so
// T(v, j) <= B. The parts of a lightest path are final when it is found. By induction over T:
//
// - j in B: this is the plain algorithm. The same argument holds for its single steps t: t(v, j) <=
//   t(i, j) = k. While they are equal, the way to j is that to k. It comes to k, because t(i, k) <
//   k, and t(k, j) < k.
// - Other j: the k of i has the least sum for v too. So the k of v is no larger. While it stays,
//   the way to j is that to k, which ends there by the first case. D(k, j) is that of before the
//   step, so T(k, j) < B.
//
// A cycle of weight 0 is no exception. In floating point D is rounded, so arcs that are lighter
// than the roundings may make a cycle.
namespace yoke::detail::all_pairs {

inline constexpr std::uint32_t no_next = ~std::uint32_t(0);

// Rows of next vertices, those of the rows that are lowered; or null.
struct NextRows {
  std::uint32_t* data = nullptr;
  std::size_t stride = 0;
};

// The matrix, and what comes next.
template <class Weight>
struct NextTarget : MatrixTarget<Weight> {
  static constexpr bool has_next = true;
  NextRows next;
  // Nothing is to be done if all summands fit into words with their places: that has been done.
  bool only_if_large = false;

  // What comes next on the way to the pivot block's vertex.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t next_after(std::size_t i, int place) const {
    return next.data[i * next.stride + this->step.first + static_cast<std::size_t>(place)];
  }
  // Number (i, j) was lowered: notes what comes next. Columns of the pivot block were noted before.
  KOKKOS_FORCEINLINE_FUNCTION void take(std::size_t i, std::size_t j,
                                        std::uint32_t its_next) const {
    if (j - this->step.first < static_cast<std::size_t>(this->step.size)) return;
    next.data[i * next.stride + j] = its_next;
  }
};

// What the steps ask for, compiled apart from them (next.cpp.in).
template <class Space, class Weight>
struct Next {
  using Target = NextTarget<Weight>;

  // Must the steps note large summands?
  static constexpr bool finds_large(Step<Weight> const& step, NextRows const& next) {
    return !runs_on_host<Space> && std::is_same_v<Weight, std::int32_t> && next.data != nullptr &&
           !step.has_negative;
  }
  // An arc leads to its end. After the diagonal has been cleared.
  static void begin(Space const& exec, MatrixRows<Weight> const& rows, NextRows const& next);
  // Notes what comes next on the way to the pivot block, whose rows were closed.
  static void note_columns(Space const& exec, Step<Weight> const& step, NextRows const& next,
                           Weight const* closing_rows);
  // Lowers the rows by the product.
  static void lower(Space const& exec, LeftPanel<Space, Weight> const& left,
                    RightPanel<Space, Weight> const& right, Target const& target);
  static void transpose(Space const& exec, Weight* matrix, std::size_t vertices,
                        std::size_t stride);
  static void transpose(Space const& exec, std::uint32_t* matrix, std::size_t vertices,
                        std::size_t stride);
};

}  // namespace yoke::detail::all_pairs
