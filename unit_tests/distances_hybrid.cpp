#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "support/views.hpp"
#include "support/weighted_distances.hpp"
#include "yoke/closeness.hpp"
#include "yoke/eccentricities.hpp"
#include "yoke/hybrid.hpp"

// Eccentricities and closeness by either side of a node and by both, against those of one space.

namespace {

using yoke_test::vector_of;
using yoke_test::view_of;
using Host = Kokkos::DefaultHostExecutionSpace;
using Near = Kokkos::HostSpace;
using Far = Kokkos::DefaultExecutionSpace::memory_space;

template <class Memory, class Graph>
void expect_closeness(Graph const& graph, std::vector<yoke::Split> const& splits) {
  using Vertex = typename Graph::vertex_type;
  std::size_t const n = graph.vertices();
  std::vector<Vertex> sources;
  for (std::size_t v = 0; v < n; v += 3) sources.push_back(static_cast<Vertex>(v));
  auto const from = view_of<Memory>(sources);
  Kokkos::View<double*, Memory> const expected("expected", n), expected_some("some", from.size());
  using Space =
      std::conditional_t<std::is_same_v<Memory, Near>, Host, Kokkos::DefaultExecutionSpace>;
  yoke::closeness(Space(), graph, expected);
  yoke::closeness(Space(), graph, from, expected_some);
  yoke::Hybrid<> const hybrid;
  for (auto const split : splits) {
    yoke::ClosenessReport report;
    yoke::ClosenessPlan<yoke::Hybrid<>, Vertex, typename Graph::offset_type,
                        yoke::detail::distances::WeightOf<Graph>>
        plan(hybrid, n, graph.arcs(), {.split = split, .report = &report});
    Kokkos::View<double*, Memory> const all("all", n), some("some", from.size());
    for (int call = 0; call < 2; ++call) {
      Kokkos::deep_copy(all, 77);
      plan(graph, all);
      EXPECT_EQ(vector_of(all), vector_of(expected));
      EXPECT_EQ(report.sweeps + report.searches > 0, n > 0);
    }
    plan(graph, from, some);
    EXPECT_EQ(vector_of(some), vector_of(expected_some));
    if (!split.is_automatic() && split.host_share() > 0 && split.host_share() < 1 && n > 0) {
      EXPECT_EQ(report.way, yoke::Way::both);
    }
  }
}

template <class Memory, class Length, class Graph>
void expect_eccentricities(Graph const& graph) {
  std::size_t const n = graph.vertices();
  using Space =
      std::conditional_t<std::is_same_v<Memory, Near>, Host, Kokkos::DefaultExecutionSpace>;
  Kokkos::View<Length*, Memory> const expected("expected", n), all("all", n);
  auto const longest = yoke::eccentricities(Space(), graph, expected);
  yoke::Hybrid<> const hybrid;
  for (auto const split : {yoke::Split::automatic(), yoke::Split(0), yoke::Split(1)}) {
    Kokkos::deep_copy(all, Length(77));
    auto const found = yoke::eccentricities(hybrid, graph, all, {.split = split});
    EXPECT_EQ(found.length, longest.length);
    EXPECT_EQ(found.from, longest.from);
    EXPECT_EQ(found.to, longest.to);
    EXPECT_EQ(vector_of(all), vector_of(expected));
    EXPECT_EQ(yoke::diameter(hybrid, graph, {.split = split}).length, longest.length);
  }
}

std::vector<yoke_test::TestGraph> graphs() {
  auto all = yoke_test::tiny_distance_graphs();
  for (auto const& graph : {yoke_test::cycle_graph(301), yoke_test::grid_graph(14, 15, 100),
                            yoke_test::shuffled(yoke_test::random_forest(400, 5), 3),
                            yoke_test::skewed_graph(8, 2000)}) {
    all.push_back(graph);
  }
  return all;
}

TEST(DistancesOnBothSides, AreThoseOfOneSpace) {
  for (auto const& graph : graphs()) {
    SCOPED_TRACE(graph.name);
    using Word = std::uint32_t;
    auto const near = yoke_test::make_graph<Word, Word, Near>(graph);
    auto const far = yoke_test::make_graph<Word, std::uint64_t, Far>(graph);
    expect_closeness<Near>(near, {yoke::Split(0), yoke::Split(0.001), yoke::Split(0.3)});
    expect_closeness<Far>(far, {yoke::Split::automatic(), yoke::Split(0.5), yoke::Split(1)});
    expect_eccentricities<Near, Word>(near);
    expect_eccentricities<Far, Word>(far);
  }
}

// A device takes a millisecond for each search with weights.
TEST(DistancesOnBothSides, WithWeightsToo) {
  for (auto const& graph : {yoke_test::isolated_vertices(3), yoke_test::loops_and_multi_edges(),
                            yoke_test::cycle_graph(61), yoke_test::grid_graph(6, 7, 100)}) {
    SCOPED_TRACE(graph.name);
    using Word = std::uint32_t;
    auto const uneven = yoke_test::weighted<float>(graph, yoke_test::uneven<float>);
    auto const near = yoke_test::make_weighted_graph<Word, Word, float, Near>(uneven);
    auto const far = yoke_test::make_weighted_graph<Word, Word, float, Far>(uneven);
    std::vector<yoke::Split> const splits{yoke::Split::automatic(), yoke::Split(0.3)};
    expect_closeness<Near>(near, splits);
    expect_closeness<Far>(far, splits);
    expect_eccentricities<Near, float>(near);
    expect_eccentricities<Far, float>(far);
  }
}

TEST(DistancesOnBothSides, WhatCannotBeSharedIsRefused) {
  auto const graph =
      yoke_test::make_graph<std::uint32_t, std::uint32_t, Near>(yoke_test::cycle_graph(30));
  yoke::Hybrid<> const hybrid;
  try {
    yoke::diameter(hybrid, graph, {.split = yoke::Split(0.5)});
    ADD_FAILURE() << "nothing was thrown";
  } catch (std::invalid_argument const& error) {
    EXPECT_STREQ(error.what(),
                 "yoke::eccentricities: options.split is 0.5, but each algorithm runs on one side: "
                 "use 0 or 1");
  }
  Kokkos::View<std::uint32_t*, Near> const sources("sources", 4);
  Kokkos::View<double*, Near> const closeness("closeness", 4);
  sources(3) = 30;  // the device's
  for (double const share : {0.0, 0.5, 1.0}) {
    try {
      yoke::closeness(hybrid, graph, sources, closeness, {.split = yoke::Split(share)});
      ADD_FAILURE() << "nothing was thrown";
    } catch (yoke::InvalidInput const& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr("source 3 is no vertex: it is 30"));
    }
  }
}

}  // namespace
