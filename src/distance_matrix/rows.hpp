#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>

#include "distances/distance_sum.hpp"
#include "primitives/findings.hpp"
#include "yoke/all_pairs_distances_options.hpp"
#include "yoke/detail/spaces.hpp"

namespace yoke::detail::distance_matrix {

template <class Weight>
struct Matrix {
  Weight const* elements;
  std::uint64_t row_stride, column_stride;
  std::uint64_t rows, vertices, first;  // its rows are `first` and those after it

  KOKKOS_FUNCTION Weight operator()(std::uint64_t i, std::uint64_t j) const {
    return j == first + i ? Weight(0) : elements[i * row_stride + j * column_stride];
  }
};

// Of some distances from one vertex; without their sum where nobody asks for it.
template <class Weight, bool has_sum>
struct RowSummary {
  distances::DistanceSum<Weight> sum;
  Weight farthest = 0;
  std::uint64_t refused = nothing_found;  // the first that is no distance

  KOKKOS_FUNCTION void add(Weight distance, std::uint64_t j) {
    if (!(distance >= 0)) {
      if (j < refused) refused = j;
    } else if (distance < unreachable_distance<Weight>) {
      if constexpr (has_sum) sum.add(distance);
      if (distance > farthest) farthest = distance;
    }
  }
  KOKKOS_FUNCTION void add(RowSummary const& next) {
    if constexpr (has_sum) sum.add(next.sum);
    if (next.farthest > farthest) farthest = next.farthest;
    if (next.refused < refused) refused = next.refused;
  }
};

// Where the results of rows go. An array that is not wanted is empty.
template <class Space, class Weight>
struct Results {
  Matrix<Weight> matrix;
  Array<Space, Weight> farthest;
  Array<Space, double> closeness;

  template <class Row>
  KOKKOS_FUNCTION void take(std::uint64_t i, Row const& row, std::uint64_t& refused) const {
    if (farthest.extent(0) > 0) farthest(i) = row.farthest;
    if (closeness.extent(0) > 0) closeness(i) = row.sum.closeness(matrix.vertices);
    if (row.refused == nothing_found) return;
    std::uint64_t const place = (matrix.first + i) * matrix.vertices + row.refused;
    if (place < refused) refused = place;
  }
};

// Rows of adjacent elements. A team has a row, and each of its threads a block at a time. The
// blocks are added in their order, as those of searches are (distance_sum.hpp).
template <class Space, class Weight, bool has_sum>
struct SumUpRows {
  using Row = RowSummary<Weight, has_sum>;
  using Member = typename Kokkos::TeamPolicy<Space>::member_type;
  using Blocks = Kokkos::View<Row*, typename Space::scratch_memory_space,
                              Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  static constexpr std::uint64_t block = distances::DistanceSum<Weight>::block;

  Results<Space, Weight> results;
  std::uint32_t threads;  // of a team

  KOKKOS_FUNCTION Row of_block(std::uint64_t i, std::uint64_t number) const {
    auto const& matrix = results.matrix;
    std::uint64_t const begin = number * block;
    std::uint64_t const end = begin + block < matrix.vertices ? begin + block : matrix.vertices;
    Row row;
    for (std::uint64_t j = begin; j < end; ++j) row.add(matrix(i, j), j);
    return row;
  }

  KOKKOS_FUNCTION void operator()(Member const& member, std::uint64_t& refused) const {
    Blocks const of_blocks(member.team_scratch(0), threads);
    auto const i = static_cast<std::uint64_t>(member.league_rank());
    auto const t = static_cast<std::uint64_t>(member.team_rank());
    std::uint64_t const blocks = (results.matrix.vertices + block - 1) / block;
    Row row;
    for (std::uint64_t first = 0; first < blocks; first += threads) {
      if (first + t < blocks) of_blocks(t) = of_block(i, first + t);
      member.team_barrier();
      for (std::uint64_t k = 0; t == 0 && k < threads && first + k < blocks; ++k) {
        row.add(of_blocks(k));
      }
      member.team_barrier();
    }
    if (t == 0) results.take(i, row, refused);
  }

  static std::uint64_t run(Space const& exec, Results<Space, Weight> const& results) {
    // Whole warps: short rows need one.
    constexpr std::uint64_t warp = 32, most = 128;
    std::uint64_t const warps = (results.matrix.vertices + block * warp - 1) / (block * warp);
    auto const threads =
        static_cast<std::uint32_t>(runs_on_host<Space> ? 1 : std::min(warp * warps, most));
    std::uint64_t refused = nothing_found;
    Kokkos::TeamPolicy<Space> policy(exec, static_cast<int>(results.matrix.rows),
                                     static_cast<int>(threads));
    policy.set_scratch_size(0, Kokkos::PerTeam(Blocks::shmem_size(threads)));
    Kokkos::parallel_reduce("yoke::distance_matrix::rows", policy, SumUpRows{results, threads},
                            Kokkos::Min<std::uint64_t>(refused));
    exec.fence("yoke::distance_matrix: rows");
    return refused;
  }
};

// Rows whose elements are apart, beside those of other rows. A host's thread has 16 rows, whose
// elements fill a cache line if they have 32 bits. A device's thread has one.
template <class Space, class Weight, bool has_sum>
struct SumUpColumns {
  using Row = RowSummary<Weight, has_sum>;
  static constexpr std::uint64_t width = runs_on_host<Space> ? 16 : 1;
  static constexpr std::uint64_t block = distances::DistanceSum<Weight>::block;

  Results<Space, Weight> results;

  KOKKOS_FUNCTION void operator()(std::uint64_t group, std::uint64_t& refused) const {
    auto const& matrix = results.matrix;
    std::uint64_t const begin = group * width, left = matrix.rows - begin;
    std::uint64_t const count = left < width ? left : width;
    Row rows[width];
    for (std::uint64_t first = 0; first < matrix.vertices; first += block) {
      Row of_block[width];
      for (std::uint64_t j = first; j < first + block && j < matrix.vertices; ++j) {
        for (std::uint64_t k = 0; k < count; ++k) of_block[k].add(matrix(begin + k, j), j);
      }
      for (std::uint64_t k = 0; k < count; ++k) rows[k].add(of_block[k]);
    }
    for (std::uint64_t k = 0; k < count; ++k) results.take(begin + k, rows[k], refused);
  }

  static std::uint64_t run(Space const& exec, Results<Space, Weight> const& results) {
    return smallest("yoke::distance_matrix::columns", exec,
                    (results.matrix.rows + width - 1) / width, SumUpColumns{results});
  }
};

// Is it at this distance from a row's vertex?
template <class Weight>
struct IsAtDistance {
  Matrix<Weight> matrix;
  std::uint64_t i;
  Weight length;
  KOKKOS_FUNCTION bool operator()(std::uint64_t j) const { return matrix(i, j) == length; }
};

template <class Space, class Weight>
struct FindFarthestRow {
  Array<Space, Weight const> farthest;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, Weight& most) const {
    if (farthest(i) > most) most = farthest(i);
  }
};

}  // namespace yoke::detail::distance_matrix
