#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "all_pairs/next.hpp"
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

// The least sums of a row, and their inner indices: the first ones, or -1 where a sum stays.
template <class Weight, int vector_bytes>
struct LeastSums {
  using Row = TileRow<Weight, vector_bytes>;
  using Vector = typename Row::Vector;
  using Place =
      std::conditional_t<sizeof(Weight) == 2, std::int16_t,
                         std::conditional_t<sizeof(Weight) == 4, std::int32_t, std::int64_t>>;
  typedef Place Places __attribute__((vector_size(vector_bytes)));
  Row sums;
  Places places[Row::vectors];

  YOKE_ALL_PAIRS_INLINE explicit LeastSums(Weight const* row)
      : sums(*reinterpret_cast<Row const*>(row)) {
    for (auto& its : places) its = Places{} - Place(1);
  }
  YOKE_ALL_PAIRS_INLINE void lower(Row const& row, Weight a, int k) {
    for (int v = 0; v < Row::vectors; ++v) {
      Vector const sum = row.vector[v] + a;
      places[v] = sum < sums.vector[v] ? Places{} + static_cast<Place>(k) : places[v];
      sums.vector[v] = sum < sums.vector[v] ? sum : sums.vector[v];
    }
  }
  YOKE_ALL_PAIRS_INLINE void store(Weight* row, Place* its_places) const {
    *reinterpret_cast<Row*>(row) = sums;
    for (int v = 0; v < Row::vectors; ++v) reinterpret_cast<Places*>(its_places)[v] = places[v];
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
    if constexpr (Target::has_next) {
      multiply_with_next<vector_bytes>(tile, i_strip, j_strip, its_rows, its_columns);
    } else {
      multiply<vector_bytes>(&tile[0][0], left.strip(i_strip), right.strip(j_strip));
    }
    for (int r = 0; r < its_rows; ++r) {
      for (int c = 0; c < its_columns; ++c) {
        target.set(i + static_cast<std::size_t>(r), j + static_cast<std::size_t>(c),
                   target.step.shifted.distance_of_sum(tile[r][c]));
      }
    }
  }

  template <int vector_bytes>
  YOKE_ALL_PAIRS_INLINE void multiply_with_next(Weight (&tile)[rows][columns], std::size_t i_strip,
                                                std::size_t j_strip, int its_rows,
                                                int its_columns) const {
    alignas(64) typename LeastSums<Weight, vector_bytes>::Place places[rows][columns];
    lower<vector_bytes>(tile, places, left.strip(i_strip), right.strip(j_strip));
    for (int r = 0; r < its_rows; ++r) {
      for (int c = 0; c < its_columns; ++c) {
        std::size_t const i = i_strip * rows + static_cast<std::size_t>(r);
        std::size_t const j = j_strip * columns + static_cast<std::size_t>(c);
        int const place = static_cast<int>(places[r][c]);
        if (place >= 0) target.take(i, j, target.next_after(i, place));
      }
    }
  }

  // Three rows at a time: more would not be in registers.
  template <int vector_bytes, class Place>
  YOKE_ALL_PAIRS_INLINE void lower(Weight (&sums)[rows][columns], Place (&places)[rows][columns],
                                   Weight const* a, Weight const* b) const {
    using Least = LeastSums<Weight, vector_bytes>;
    for (int r = 0; r < rows; r += 3) {
      Least l0(sums[r]), l1(sums[r + 1]), l2(sums[r + 2]);
      for (int k = 0; k < depth; ++k) {
        auto const row = reinterpret_cast<typename Least::Row const*>(b)[k];
        Weight const* const its_a = a + k * rows + r;
        l0.lower(row, its_a[0], k);
        l1.lower(row, its_a[1], k);
        l2.lower(row, its_a[2], k);
      }
      l0.store(sums[r], places[r]);
      l1.store(sums[r + 1], places[r + 1]);
      l2.store(sums[r + 2], places[r + 2]);
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
// in time where the diagonal is negative (pivot.hpp), or 2 * block. closing_rows receives row k as
// it is before step k, unless it is null.
template <class Weight>
YOKE_ALL_PAIRS_INLINE int close_rows(Weight* x, int size, bool& has_half, Weight* closing_rows) {
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
    if (closing_rows != nullptr) std::copy(row, row + size, closing_rows + k * block);
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

// The same steps for a row of the pivot block's columns: what comes next on the way to each of
// them. The values of the row are those before the steps.
template <class Weight>
YOKE_ALL_PAIRS_INLINE void follow_rows(Weight const* closing_rows, int size, Weight const* row,
                                       std::uint32_t* next) {
  Weight its_row[block];
  std::uint32_t its_next[block];
  for (int j = 0; j < block; ++j) {
    its_row[j] = j < size ? row[j] : unreachable_distance<Weight>;
    its_next[j] = j < size ? next[j] : 0;
  }
  for (int k = 0; k < size; ++k) {
    Weight const a = its_row[k];
    if (a >= unreachable_distance<Weight>) continue;
    std::uint32_t const next_of_k = its_next[k];
    for (int j = 0; j < size; ++j) {
      Weight const lower = relaxed<Weight>(its_row[j], a, closing_rows[k * block + j]);
      its_next[j] = lower < its_row[j] ? next_of_k : its_next[j];
      its_row[j] = lower;
    }
  }
  std::copy(its_next, its_next + size, next);
}

// The same, compiled for each instruction set (host_product.cpp.in).
template <class Weight>
struct HostCode {
  using Left = LeftPanel<Kokkos::DefaultHostExecutionSpace, Weight>;
  using Right = RightPanel<Kokkos::DefaultHostExecutionSpace, Weight>;
  using Matrix = MatrixTarget<Weight>;
  using Rows = PanelTarget<Weight, Right, true>;
  using Columns = PanelTarget<Weight, Left, false>;
  using Next = NextTarget<Weight>;

  static void run(HostProduct<Weight, Matrix> const& product, Strips const& strips);
  static void run(HostProduct<Weight, Rows> const& product, Strips const& strips);
  static void run(HostProduct<Weight, Columns> const& product, Strips const& strips);
  static void run(HostProduct<Weight, Next> const& product, Strips const& strips);
  static int close(Weight* x, int size, bool& has_half, Weight* closing_rows);
  static void follow(Weight const* closing_rows, int size, Weight const* row, std::uint32_t* next);
};

}  // namespace yoke::detail::all_pairs
