#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "mpi/refusals.hpp"
#include "mpi/support.hpp"
#include "support/squares.hpp"
#include "support/views.hpp"
#include "yoke/all_pairs_distances.hpp"
#include "yoke/mpi/weighted_graph.hpp"

// Distances of a graph over ranks, against those of its matrix on one space.

namespace {

using yoke_test::Cut;
using yoke_test::Device;
using yoke_test::far;
using yoke_test::Host;
using yoke_test::Square;
using yoke_test::view_of;
using Memory = Device::memory_space;
using Cluster = yoke::Distributed<Device>;

// This rank's rows of a directed graph, with the arcs of a matrix. Each third arc is there twice,
// once with a heavier weight; and each fifth vertex has a loop.
template <class Vertex, class Offset, class ArcWeight>
struct OwnArcs {
  using Graph = yoke::DistributedWeightedGraph<Vertex, Offset, ArcWeight, Memory>;
  std::size_t first, count;
  std::vector<Offset> offsets = {0};
  std::vector<Vertex> neighbours;
  std::vector<ArcWeight> weights;

  template <class Weight>
  OwnArcs(Cluster const& cluster, Square<Weight> const& square, Cut how) {
    auto const begins = yoke_test::cut(square.n, cluster.ranks(), how);
    auto const r = static_cast<std::size_t>(cluster.rank());
    first = begins[r];
    count = begins[r + 1] - first;
    for (std::size_t u = first; u < first + count; ++u) {
      for (std::size_t v = 0; v < square.n; ++v) {
        if (u == v && u % 5 == 0) add(v, 7);
        if (u == v || square(u, v) == far<Weight>) continue;
        if (neighbours.size() % 3 == 0) add(v, static_cast<ArcWeight>(square(u, v)) + 1);
        add(v, static_cast<ArcWeight>(square(u, v)));
      }
      offsets.push_back(static_cast<Offset>(neighbours.size()));
    }
  }
  void add(std::size_t v, ArcWeight weight) {
    neighbours.push_back(static_cast<Vertex>(v));
    weights.push_back(weight);
  }
  Graph graph(Cluster const& cluster) const {
    return Graph(cluster, yoke::GraphKind::directed, view_of<Memory>(offsets),
                 view_of<Memory>(neighbours), view_of<Memory>(weights));
  }
};

template <class Weight, class Layout = Kokkos::LayoutRight>
using Matrix = Kokkos::View<Weight**, Layout, Memory>;

template <class View>
auto rows_of(View const& view) {
  using Weight = typename View::non_const_value_type;
  Kokkos::View<Weight**, Kokkos::LayoutRight, Memory> const near("near", view.extent(0),
                                                                 view.extent(1));
  Kokkos::deep_copy(near, view);
  auto const mirror = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), near);
  return std::vector<Weight>(mirror.data(), mirror.data() + mirror.size());
}
template <class T>
std::vector<T> rows_of(Square<T> const& square, std::size_t first, std::size_t count) {
  auto const begin = square.elements.begin() + static_cast<std::ptrdiff_t>(first * square.n);
  return {begin, begin + static_cast<std::ptrdiff_t>(count * square.n)};
}

template <class Vertex, class Offset, class ArcWeight, class Layout, class Weight>
void expect_distances(Cluster const& cluster, Square<Weight> const& square, Cut how) {
  SCOPED_TRACE(std::to_string(square.n) + " vertices, cut " +
               std::to_string(static_cast<int>(how)));
  std::size_t const n = square.n;
  Square<Weight> expected = square;
  Square<std::uint32_t> expected_next(n);
  using Whole = Kokkos::LayoutRight;
  Kokkos::View<Weight**, Whole, Kokkos::HostSpace> const one(expected.elements.data(), n, n);
  Kokkos::View<std::uint32_t**, Whole, Kokkos::HostSpace> const its(expected_next.elements.data(),
                                                                    n, n);
  std::size_t const pairs = yoke::all_pairs_distances(Host(), one, its);

  OwnArcs<Vertex, Offset, ArcWeight> const own(cluster, square, how);
  auto const graph = own.graph(cluster);
  yoke::AllPairsPlan<Cluster, Weight> plan(cluster, n);
  Matrix<Weight, Layout> const matrix("matrix", own.count, n);
  Matrix<std::uint32_t> const next("next", own.count, n);
  for (bool const with_next : {false, true}) {
    Kokkos::deep_copy(matrix, Weight(5));  // overwritten
    EXPECT_EQ(with_next ? plan(graph, matrix, next) : plan(graph, matrix), pairs);
    EXPECT_EQ(rows_of(matrix), rows_of(expected, own.first, own.count));
  }
  EXPECT_EQ(rows_of(next), rows_of(expected_next, own.first, own.count));
}

TEST(MpiAllPairsOfGraphs, AreThoseOfTheirMatrix) {
  auto const& cluster = yoke_test::cluster_of();
  using Right = Kokkos::LayoutRight;
  for (std::size_t const n : {1, 2, 5, 130, 300}) {
    for (Cut const how : {Cut::evenly, Cut::growing, Cut::none_on_every_other}) {
      auto const square = yoke_test::random_square<std::int32_t>(n, 4, 0, 40);
      expect_distances<std::uint32_t, std::uint32_t, std::int32_t, Right>(cluster, square, how);
    }
  }
  expect_distances<std::int32_t, std::int32_t, std::int32_t, Right>(
      cluster, yoke_test::negative_square<std::int16_t>(200, 9), Cut::evenly);
  expect_distances<std::uint32_t, std::uint64_t, double, Kokkos::LayoutLeft>(
      cluster, yoke_test::random_square<float>(150, 5, 1, 9), Cut::growing);
  expect_distances<std::uint64_t, std::uint64_t, std::int64_t, Right>(
      cluster, yoke_test::random_square<double>(140, 5, 1, 9), Cut::evenly);
}

// Arcs of a graph without weights count 1.
TEST(MpiAllPairsOfGraphs, WithoutWeightsArcsCount) {
  auto const& cluster = yoke_test::cluster_of();
  auto const square = yoke_test::random_square<std::int32_t>(150, 3, 1, 1);
  OwnArcs<std::uint32_t, std::uint32_t, float> const own(cluster, square, Cut::evenly);
  yoke::DistributedGraph<std::uint32_t, std::uint32_t, Memory> const graph(
      cluster, yoke::GraphKind::directed, view_of<Memory>(own.offsets),
      view_of<Memory>(own.neighbours));
  Matrix<std::int32_t> const matrix("matrix", own.count, square.n);
  yoke::all_pairs_distances(cluster, graph, matrix);
  EXPECT_EQ(rows_of(matrix), rows_of(yoke_test::plain(square), own.first, own.count));
}

TEST(MpiAllPairsOfGraphs, WhatIsWrongIsRefusedOnAllRanks) {
  auto const& cluster = yoke_test::cluster_of();
  bool const is_last = cluster.rank() + 1 == cluster.ranks();
  auto const square = yoke_test::random_square<std::int32_t>(40, 20, 1, 9);
  OwnArcs<std::uint32_t, std::uint32_t, std::int32_t> own(cluster, square, Cut::evenly);
  auto const graph = own.graph(cluster);
  auto const refused = [&](std::string const& why, auto const& its, std::size_t rows,
                           std::size_t columns) {
    Matrix<std::int16_t> const matrix("matrix", rows, columns);
    Kokkos::deep_copy(matrix, std::int16_t(5));
    yoke_test::expect_refused<std::exception>(
        why, [&] { yoke::all_pairs_distances(cluster, its, matrix); });
    EXPECT_EQ(rows_of(matrix), std::vector<std::int16_t>(rows * columns, 5)) << why;
  };
  refused(cluster.ranks() > 1 ? "the graph's vertices" : "must be square", graph, own.count, 39);
  if (cluster.ranks() > 1) {
    refused("the graph's rows", graph, own.count + (is_last ? 1 : 0), 40);
    Matrix<std::int16_t> const matrix("matrix", own.count, 40);
    yoke_test::expect_refused<std::exception>("graph", [&] {
      is_last ? yoke::all_pairs_distances(cluster, graph, matrix)
              : yoke::all_pairs_distances(cluster, matrix);
    });
  }
  if (is_last) own.weights.back() = 16384;
  refused("is not a number from -8192 to 16383", own.graph(cluster), own.count, 40);
  yoke_test::expect_refused<std::invalid_argument>("options.algorithm is searches", [&] {
    yoke::AllPairsPlan<Cluster, float> const plan(cluster, 9,
                                                  {.algorithm = yoke::AllPairsAlgorithm::searches});
  });
}

}  // namespace
