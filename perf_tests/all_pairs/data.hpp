#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>
#include <yoke/all_pairs_distances.hpp>
#include <yoke/detail/primitives/hash.hpp>

#include "support/measured.hpp"
#include "support/spaces.hpp"

namespace yoke_perf::all_pairs {

// An arc of weight 1 to 1000 for one pair in 8.
template <class Weight>
KOKKOS_INLINE_FUNCTION Weight weight_of(std::uint64_t n, std::uint64_t i, std::uint64_t j) {
  std::uint64_t const random = yoke::detail::hash(i * n + j);
  return random % 8 != 0 ? yoke::unreachable_distance<Weight>
                         : static_cast<Weight>(1 + random / 8 % 1000);
}

// In the memory of a space, or in a memory space.
template <class Space, class Weight>
using Matrix = Kokkos::View<Weight**, Kokkos::LayoutRight, typename Space::memory_space>;

template <class Space, class Weight>
struct DrawRow {
  Matrix<Space, Weight> rows;
  std::uint64_t first;
  KOKKOS_FUNCTION void operator()(std::uint64_t e) const {
    std::uint64_t const n = rows.extent(1);
    rows.data()[e] = weight_of<Weight>(n, first + e / n, e % n);
  }
};

// The rows from `first` on.
template <class Space, class Weight>
void draw(Matrix<Space, Weight> const& rows, std::uint64_t first = 0) {
  using Exec = typename Space::execution_space;
  Kokkos::parallel_for("yoke_perf::draw", WideRange<Exec>(Exec(), 0, rows.size()),
                       DrawRow<Space, Weight>{rows, first});
  Kokkos::fence("yoke_perf: weights drawn");
}

// The distances from one vertex, by Dijkstra's algorithm without a heap.
template <class Weight>
std::vector<Weight> distances_from(std::uint64_t n, std::uint64_t source) {
  Weight const far = yoke::unreachable_distance<Weight>;
  std::vector<Weight> distances(n, far);
  std::vector<bool> done(n);
  distances[source] = 0;
  for (std::uint64_t next = source; next < n;) {
    std::uint64_t const u = next;
    done[u] = true;
    next = n;
    for (std::uint64_t v = 0; v < n; ++v) {
      if (done[v]) continue;
      Weight const weight = weight_of<Weight>(n, u, v);
      if (weight < far) {
        distances[v] = std::min(distances[v], static_cast<Weight>(distances[u] + weight));
      }
      if (distances[v] < far && (next == n || distances[v] < distances[next])) next = v;
    }
  }
  return distances;
}

template <class Space, class Weight>
bool has_row(Matrix<Space, Weight> const& matrix, std::uint64_t row,
             std::vector<Weight> const& expected) {
  auto const found = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(),
                                                         Kokkos::subview(matrix, row, Kokkos::ALL));
  return std::equal(expected.begin(), expected.end(), found.data());
}

// A call on fresh weights, whose result is compared in two rows. run(matrix) is the call.
template <class Space, class Weight, class Run>
Measured measured(std::uint64_t n, Run const& run) {
  Matrix<Space, Weight> const matrix(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke_perf::matrix"), n, n);
  std::vector<std::uint64_t> const sources{n / 3, n - 1};
  auto const expected = std::make_shared<std::vector<std::vector<Weight>>>();
  for (auto const source : sources) expected->push_back(distances_from<Weight>(n, source));
  Measured work;
  work.prepare = [=] { draw<Space, Weight>(matrix); };
  work.run = [=] { run(matrix); };
  work.find_fault = [=]() -> std::string {
    for (std::size_t s = 0; s < sources.size(); ++s) {
      if (!has_row<Space, Weight>(matrix, sources[s], (*expected)[s])) {
        return "row " + std::to_string(sources[s]) + " is not Dijkstra's";
      }
    }
    return "";
  };
  return work;
}

// A plan's calls on matrices in the memory of a space, with next or without.
template <class Space, class Weight, class Executor>
Measured planned(Executor const& executor, std::uint64_t n, bool with_next,
                 yoke::AllPairsOptions const& options = {}) {
  auto const plan = std::make_shared<yoke::AllPairsPlan<Executor, Weight>>(executor, n, options);
  Matrix<Space, std::uint32_t> const next(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke_perf::next"), with_next ? n : 0,
      with_next ? n : 0);
  return measured<Space, Weight>(
      n, [=](auto const& matrix) { with_next ? (*plan)(matrix, next) : (*plan)(matrix); });
}

}  // namespace yoke_perf::all_pairs
