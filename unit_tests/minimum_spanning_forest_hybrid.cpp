#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "support/graphs.hpp"
#include "support/minimum_forests.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/minimum_spanning_forest.hpp"
#include "yoke/timeline.hpp"

namespace {

using yoke::MinimumForestAlgorithm;
using yoke::MinimumForestOptions;
using yoke::Split;
using namespace yoke_test;
using Host = yoke::Hybrid<>::HostSpace;
using Device = yoke::Hybrid<>::DeviceSpace;

yoke::Hybrid<> const& hybrid() {
  static std::optional<yoke::Hybrid<>> both;
  if (!both) {
    both.emplace();
    Kokkos::push_finalize_hook([] { both.reset(); });
  }
  return *both;
}

template <class Weight, class Vertex = std::uint32_t, class Offset = Vertex>
void expect_forests(std::size_t every) {
  std::size_t first = 0;
  for (auto const kind : weight_kinds) {
    for (std::size_t g = first++ % every; g < test_graphs().size(); g += every) {
      auto const& graph = test_graphs()[g];
      auto const rows = weighted<Vertex, Offset, Weight>(graph, kind);
      auto const expected = kruskal(rows);
      for (double const share : {0.0, 0.1, 0.5, 0.9, 1.0}) {
        SCOPED_TRACE(graph.name + ", weights " + name_of(kind) + ", share " +
                     std::to_string(share));
        yoke::MinimumForestReport report;
        MinimumForestOptions const options{
            .validate = true, .split = Split(share), .report = &report};
        EXPECT_TRUE(found_forest(hybrid(), rows, options) == expected);
        if (graph.vertices > 1) {
          EXPECT_EQ(report.host_share, share);
        }
        EXPECT_TRUE(found_forest(hybrid(), copied<Device>(rows), options) == expected);
      }
      EXPECT_TRUE(found_forest(hybrid(), rows, {}) == expected);
    }
  }
}

TEST(MinimumSpanningForestHybrid, IsKruskalsForEverySplit) { expect_forests<float>(3); }
TEST(MinimumSpanningForestHybrid, IsKruskalsOfOtherTypes) {
  expect_forests<std::int64_t, std::uint32_t, std::uint64_t>(7);
  expect_forests<double>(7);
  expect_forests<std::int32_t, std::uint64_t>(7);
}

TEST(MinimumSpanningForestHybrid, PlansAreUsedAgain) {
  auto const graph = skewed_graph(12, std::size_t(1) << 15);
  auto const small = grid_graph(40, 50, 70);
  yoke::Timeline timeline;
  yoke::MinimumForestReport report;
  yoke::MinimumSpanningForestPlan<yoke::Hybrid<>, std::uint32_t, std::uint32_t, double> plan(
      hybrid(), graph.vertices, 2 * graph.edges.size(),
      {.split = Split(0.5), .report = &report, .timeline = &timeline});
  std::size_t bytes = 0;
  for (auto const* one : {&graph, &small, &graph}) {
    auto const rows = weighted<std::uint32_t, std::uint32_t, double>(*one, WeightKind::random);
    ForestViews<Kokkos::HostSpace, std::uint32_t, double> const views(one->vertices);
    auto const result = plan(rows, views.from, views.to, views.weight);
    EXPECT_TRUE(views.found(result) == kruskal(rows));
    EXPECT_EQ(report.way, yoke::Way::both);
    EXPECT_GT(report.host_busy, 0);
    EXPECT_GT(report.device_busy, 0);
    EXPECT_FALSE(report.phases.empty());
    if (bytes > 0) {
      EXPECT_EQ(plan.workspace_bytes(), bytes);
    }
    bytes = plan.workspace_bytes();
  }
}

TEST(MinimumSpanningForestHybrid, WhatCanBeSeenIsRefused) {
  auto const rows = weighted<std::uint32_t, std::uint32_t, float>(path_graph(10), WeightKind::few);
  EXPECT_THROW(found_forest(hybrid(), rows,
                            {.algorithm = MinimumForestAlgorithm::sequential, .split = Split(0.5)}),
               std::invalid_argument);
  Kokkos::View<float*, Kokkos::HostSpace> const weights("weights", rows.arcs());
  Kokkos::deep_copy(weights, rows.weights());
  weights(3) = std::numeric_limits<float>::quiet_NaN();
  decltype(weighted<std::uint32_t, std::uint32_t, float>(path_graph(10), WeightKind::few))
      const bad(yoke::unchecked, yoke::GraphKind::symmetric, rows.offsets(), rows.neighbours(),
                weights);
  EXPECT_THROW(found_forest(hybrid(), bad, {.validate = true, .split = Split(0.5)}),
               yoke::InvalidInput);
}

}  // namespace
