#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "all_pairs/panels.hpp"

#define YOKE_ALL_PAIRS_INLINE inline __attribute__((always_inline))

namespace yoke::detail::all_pairs {

// A row of a tile, in the vectors of an instruction set. Compilers keep a tile's sums in registers
// only if they are of such a type.
template <class Weight, int vector_bytes>
struct TileRow {
  typedef Weight Vector __attribute__((vector_size(vector_bytes)));
  static constexpr int vectors = 64 / vector_bytes;
  Vector vector[vectors];

  YOKE_ALL_PAIRS_INLINE void lower(TileRow const& row, Weight a) {
    for (int v = 0; v < vectors; ++v) {
      Vector const sum = row.vector[v] + a;
      vector[v] = sum < vector[v] ? sum : vector[v];
    }
  }
};

// The strips of a left and of a right panel that a thread multiplies.
struct Strips {
  std::size_t left_begin, left_end, right_begin, right_end;
};

// The least of each number of a target and the sums of a left panel's row and a right panel's
// column.
template <class Weight, class Target>
struct HostProduct {
  using Left = LeftPanel<Kokkos::DefaultHostExecutionSpace, Weight>;
  using Right = RightPanel<Kokkos::DefaultHostExecutionSpace, Weight>;
  static constexpr int rows = Left::strip_width, columns = Right::strip_width;
  Left left;
  Right right;
  Target target;
  int depth;

  template <int vector_bytes>
  YOKE_ALL_PAIRS_INLINE void run(Strips const& strips) const {
    for (std::size_t j = strips.right_begin; j < strips.right_end; ++j) {
      for (std::size_t i = strips.left_begin; i < strips.left_end; ++i) {
        bool const is_whole =
            (i + 1) * rows <= target.rows() && (j + 1) * columns <= target.columns();
        if (is_whole) {
          run<vector_bytes>(i, j, rows, columns);
        } else {
          run<vector_bytes>(
              i, j, static_cast<int>(std::min<std::size_t>(rows, target.rows() - i * rows)),
              static_cast<int>(std::min<std::size_t>(columns, target.columns() - j * columns)));
        }
      }
    }
  }

 private:
  template <int vector_bytes>
  YOKE_ALL_PAIRS_INLINE void run(std::size_t i_strip, std::size_t j_strip, int its_rows,
                                 int its_columns) const {
    std::size_t const i = i_strip * rows, j = j_strip * columns;
    alignas(64) Weight tile[rows][columns];
    for (int r = 0; r < its_rows; ++r) {
      for (int c = 0; c < its_columns; ++c) {
        tile[r][c] = target.step.shifted.sum(
            target.distance(i + static_cast<std::size_t>(r), j + static_cast<std::size_t>(c)));
      }
    }
    multiply<vector_bytes>(&tile[0][0], left.strip(i_strip), right.strip(j_strip));
    for (int r = 0; r < its_rows; ++r) {
      for (int c = 0; c < its_columns; ++c) {
        target.set(i + static_cast<std::size_t>(r), j + static_cast<std::size_t>(c),
                   target.step.shifted.distance_of_sum(tile[r][c]));
      }
    }
  }

  template <int vector_bytes>
  YOKE_ALL_PAIRS_INLINE void multiply(Weight* tile, Weight const* a, Weight const* b) const {
    using Row = TileRow<Weight, vector_bytes>;
    auto* const to = reinterpret_cast<Row*>(tile);
    Row c0 = to[0], c1 = to[1], c2 = to[2], c3 = to[3], c4 = to[4], c5 = to[5];
    for (int k = 0; k < depth; ++k, a += rows, b += columns) {
      Row const row = *reinterpret_cast<Row const*>(b);
      c0.lower(row, a[0]);
      c1.lower(row, a[1]);
      c2.lower(row, a[2]);
      c3.lower(row, a[3]);
      c4.lower(row, a[4]);
      c5.lower(row, a[5]);
    }
    to[0] = c0, to[1] = c1, to[2] = c2, to[3] = c3, to[4] = c4, to[5] = c5;
  }
};

// Floyd and Warshall's steps on a block, whose rows have `block` elements. Returns the first place
// in time where the diagonal is negative (pivot.hpp), or 2 * block.
template <class Weight>
YOKE_ALL_PAIRS_INLINE int close_rows(Weight* x, int size, bool& has_half) {
  for (int v = 0; v < size; ++v) {
    if (x[v * block + v] < 0) return v;
  }
  Weight row[block];
  for (int k = 0; k < size; ++k) {
    int halves = 0;
    for (int j = 0; j < size; ++j) {
      row[j] = x[k * block + j];
      halves += is_half<Weight>(row[j]);
    }
    for (int i = 0; i < size; ++i) {
      Weight const a = x[i * block + k];
      halves += is_half<Weight>(a);
      if (i == k || a >= unreachable_distance<Weight>) continue;
      Weight* const to = x + i * block;
      for (int j = 0; j < size; ++j) to[j] = relaxed<Weight>(to[j], a, row[j]);
    }
    has_half = has_half || halves > 0;
    for (int v = 0; v < size; ++v) {
      if (x[v * block + v] < 0) return block + k;
    }
  }
  return 2 * block;
}

// The same, compiled for each instruction set (host_product.cpp.in).
template <class Weight>
struct HostCode {
  using Left = LeftPanel<Kokkos::DefaultHostExecutionSpace, Weight>;
  using Right = RightPanel<Kokkos::DefaultHostExecutionSpace, Weight>;
  using Matrix = MatrixTarget<Weight>;
  using Rows = PanelTarget<Weight, Right, true>;
  using Columns = PanelTarget<Weight, Left, false>;

  static void run(HostProduct<Weight, Matrix> const& product, Strips const& strips);
  static void run(HostProduct<Weight, Rows> const& product, Strips const& strips);
  static void run(HostProduct<Weight, Columns> const& product, Strips const& strips);
  static int close(Weight* x, int size, bool& has_half);
};

}  // namespace yoke::detail::all_pairs
