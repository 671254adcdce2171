#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "mpi/failing_allocations.hpp"
#include "mpi/refusals.hpp"
#include "mpi/rows.hpp"
#include "support/weighted_distances.hpp"
#include "yoke/closeness.hpp"
#include "yoke/eccentricities.hpp"

// Eccentricities, diameters and closeness over ranks, against those of one space.

namespace {

using yoke_test::Cut;
using yoke_test::Device;
using yoke_test::Host;
using yoke_test::Part;
using yoke_test::TestGraph;
using yoke_test::vector_of;
using yoke_test::view_of;
using Memory = Device::memory_space;
using Near = Kokkos::HostSpace;
using Cluster = yoke::Distributed<Device>;
using yoke::EccentricitiesAlgorithm;

template <class T>
std::vector<T> own(Cluster const& cluster, std::vector<T> const& whole, Cut how) {
  return yoke_test::part_of(whole, cluster.rank(), cluster.ranks(), how);
}

// Each third vertex, and the first one twice.
template <class Vertex>
std::vector<Vertex> some_sources(std::size_t vertices) {
  std::vector<Vertex> sources;
  for (std::size_t v = 0; v < vertices; v += 3) sources.push_back(static_cast<Vertex>(v));
  if (vertices > 0) sources.push_back(0);
  return sources;
}

// `whole` is the graph in host memory, `rows` are this rank's.
template <class Length, class Whole, class Rows>
void expect_distances(Cluster const& cluster, Whole const& whole, Rows const& rows, Cut how,
                      EccentricitiesAlgorithm algorithm) {
  using Vertex = typename Whole::vertex_type;
  std::size_t const n = whole.vertices(), m = rows.own_vertices();
  yoke::EccentricitiesOptions const options{.algorithm = algorithm};
  Kokkos::View<Length*, Near> const expected("expected", n);
  auto const longest = yoke::eccentricities(Host(), whole, expected, options);
  auto const widest = yoke::diameter(Host(), whole, options);
  auto const is_pair = [](auto const& one, auto const& other) {
    return one.length == other.length && one.from == other.from && one.to == other.to;
  };
  Kokkos::View<Length*, Memory> const eccentricity("eccentricity", m);
  Kokkos::deep_copy(eccentricity, Length(77));
  EXPECT_TRUE(is_pair(yoke::eccentricities(cluster, rows, eccentricity, options), longest));
  EXPECT_EQ(vector_of(eccentricity), own(cluster, vector_of(expected), how));
  EXPECT_TRUE(is_pair(yoke::diameter(cluster, rows, options), widest));

  Kokkos::View<double*, Near> const expected_closeness("expected", n);
  yoke::closeness(Host(), whole, expected_closeness);
  Kokkos::View<double*, Memory> const closeness("closeness", m);
  Kokkos::deep_copy(closeness, 77);
  yoke::closeness(cluster, rows, closeness);
  EXPECT_EQ(vector_of(closeness), own(cluster, vector_of(expected_closeness), how));

  auto const sources = some_sources<Vertex>(n);
  auto const own_sources = own(cluster, sources, Cut::growing);
  Kokkos::View<double*, Near> const expected_some("expected", sources.size());
  yoke::closeness(Host(), whole, view_of<Near>(sources), expected_some);
  Kokkos::View<double*, Memory> const some("closeness", own_sources.size());
  yoke::closeness(cluster, rows, view_of<Memory>(own_sources), some);
  EXPECT_EQ(vector_of(some), own(cluster, vector_of(expected_some), Cut::growing));
}

template <class Vertex, class Offset>
void expect_hops(Cluster const& cluster, TestGraph const& graph, Cut how,
                 EccentricitiesAlgorithm algorithm = EccentricitiesAlgorithm::automatic) {
  SCOPED_TRACE(graph.name + ", cut " + std::to_string(static_cast<int>(how)));
  expect_distances<Vertex>(cluster, yoke_test::make_graph<Vertex, Offset, Near>(graph),
                           Part<Vertex, Offset>(graph, cluster, how).on(cluster), how, algorithm);
}

template <class Vertex, class Offset, class Weight>
void expect_weighted(Cluster const& cluster, yoke_test::WeightedTestGraph<Weight> const& graph,
                     Cut how,
                     EccentricitiesAlgorithm algorithm = EccentricitiesAlgorithm::automatic) {
  SCOPED_TRACE(graph.graph.name + ", cut " + std::to_string(static_cast<int>(how)));
  auto const whole = yoke_test::make_weighted_graph<Vertex, Offset, Weight, Near>(graph);
  expect_distances<Weight>(cluster, whole, yoke_test::rows_of_rank(cluster, whole, how), how,
                           algorithm);
}

// Bounds settle most vertices of some, and hardly any of cycles.
std::vector<TestGraph> graphs() {
  auto all = yoke_test::tiny_distance_graphs();
  for (auto const& graph :
       {yoke_test::cycle_graph(301), yoke_test::grid_graph(14, 15, 100),
        yoke_test::shuffled(yoke_test::random_forest(400, 5), 3), yoke_test::skewed_graph(8, 2000),
        yoke_test::side_by_side(yoke_test::cycle_graph(150), yoke_test::cycle_graph(151))}) {
    all.push_back(graph);
  }
  return all;
}

TEST(MpiEccentricities, AreThoseOfOneSpace) {
  auto const& cluster = yoke_test::cluster_of();
  for (auto const& graph : graphs()) {
    for (Cut const how : yoke_test::all_cuts) {
      expect_hops<std::uint32_t, std::uint32_t>(cluster, graph, how);
    }
    expect_hops<std::int32_t, std::uint64_t>(cluster, graph, Cut::evenly,
                                             EccentricitiesAlgorithm::exhaustive);
    expect_hops<std::uint64_t, std::uint64_t>(cluster, graph, Cut::growing);
  }
}

// A device takes a millisecond for each search with weights.
TEST(MpiEccentricities, WithWeightsToo) {
  auto const& cluster = yoke_test::cluster_of();
  for (auto const& graph : {yoke_test::isolated_vertices(5), yoke_test::loops_and_multi_edges(),
                            yoke_test::cycle_graph(61), yoke_test::grid_graph(6, 7, 100)}) {
    using yoke_test::from_to;
    using yoke_test::weighted;
    expect_weighted<std::uint32_t, std::uint32_t, float>(
        cluster, weighted<float>(graph, yoke_test::uneven<float>), Cut::evenly);
    expect_weighted<std::uint32_t, std::uint64_t, std::int32_t>(
        cluster, weighted<std::int32_t>(graph, from_to<std::int32_t>(0, 9)),
        Cut::none_on_every_other);
    expect_weighted<std::uint64_t, std::uint64_t, std::int64_t>(
        cluster, weighted<std::int64_t>(graph, yoke_test::huge<std::int64_t>), Cut::growing,
        EccentricitiesAlgorithm::exhaustive);
    expect_weighted<std::uint32_t, std::uint32_t, double>(
        cluster, weighted<double>(graph, from_to<double>(1, 100)), Cut::all_on_last);
  }
}

// A plan's memory is that of the largest graph that it has seen.
TEST(MpiEccentricities, APlanServesGraphsOfAnySize) {
  auto const& cluster = yoke_test::cluster_of();
  yoke::EccentricitiesPlan<Cluster, std::uint32_t> plan(cluster, 2000, 9000);
  for (std::uint32_t const n : {40, 900, 7, 1000}) {
    auto const graph = yoke_test::cycle_graph(n);
    auto const rows = Part<std::uint32_t, std::uint32_t>(graph, cluster, Cut::evenly).on(cluster);
    Kokkos::View<std::uint32_t*, Memory> const eccentricity("eccentricity", rows.own_vertices());
    EXPECT_EQ(plan(rows, eccentricity).length, n / 2);
    EXPECT_EQ(vector_of(eccentricity), std::vector<std::uint32_t>(rows.own_vertices(), n / 2));
    EXPECT_EQ(plan.diameter(rows).length, n / 2);
  }
}

TEST(MpiEccentricities, WhatIsWrongIsRefusedOnAllRanks) {
  auto const& cluster = yoke_test::cluster_of();
  bool const is_last = cluster.rank() + 1 == cluster.ranks();
  auto const graph = yoke_test::cycle_graph(30);
  Part<std::uint32_t, std::uint32_t> const part(graph, cluster, Cut::evenly);
  auto const rows = part.on(cluster);
  std::size_t const m = rows.own_vertices();
  Kokkos::View<std::uint32_t*, Memory> const right("right", m), long_one("long", m + 1);
  yoke_test::expect_refused<std::invalid_argument>(
      "eccentricity has", [&] { yoke::eccentricities(cluster, rows, is_last ? long_one : right); });
  yoke_test::expect_refused<std::invalid_argument>("the graph is directed", [&] {
    yoke::diameter(cluster, part.on(cluster, yoke::GraphKind::directed));
  });
  Kokkos::View<std::uint32_t*, Memory> const sources("sources", 1);
  Kokkos::View<double*, Memory> const closeness("closeness", 1);
  Kokkos::deep_copy(sources, is_last ? 30 : 29);
  yoke_test::expect_refused<yoke::InvalidInput>(
      "source 0 is no vertex", [&] { yoke::closeness(cluster, rows, sources, closeness); });
  auto const heavy = yoke_test::weighted<float>(graph, [](std::size_t) { return -1.0f; });
  auto const weighted = yoke_test::rows_of_rank(
      cluster, yoke_test::make_weighted_graph<std::uint32_t, std::uint32_t, float, Near>(heavy),
      Cut::evenly);
  yoke_test::expect_refused<yoke::InvalidInput>("weight",
                                                [&] { yoke::diameter(cluster, weighted); });
  if (cluster.ranks() == 1) return;
  yoke_test::expect_refused<std::invalid_argument>("the same call", [&] {
    is_last ? yoke::diameter(cluster, rows) : yoke::eccentricities(cluster, rows, right);
  });
}

TEST(MpiEccentricities, OneRankWithoutMemoryStopsAll) {
  auto const& cluster = yoke_test::cluster_of();
  if (cluster.ranks() == 1) GTEST_SKIP() << "one rank alone has the plan of its space";
  auto const small = yoke_test::cycle_graph(12), large = yoke_test::cycle_graph(300);
  auto const part = [&](TestGraph const& graph) {
    return Part<std::uint32_t, std::uint32_t>(graph, cluster, Cut::evenly).on(cluster);
  };
  auto const few = part(small), many = part(large);
  yoke_test::expect_recovery(cluster, [&] {
    auto plan =
        std::make_shared<yoke::EccentricitiesPlan<Cluster, std::uint32_t>>(cluster, 300, 600);
    plan->diameter(few);
    return [&, plan] {
      Kokkos::View<std::uint32_t*, Memory> const eccentricity("eccentricity", many.own_vertices());
      return (*plan)(many, eccentricity).length == 150;
    };
  });
}

}  // namespace
