#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "components/fed_afforest.hpp"
#include "support/forests.hpp"
#include "support/graphs.hpp"
#include "support/lists.hpp"
#include "support/long_paths.hpp"
#include "support/temporary_folder.hpp"
#include "yoke/connected_components.hpp"
#include "yoke/errors.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/timeline.hpp"
#include "yoke/tuner.hpp"

namespace {

using yoke::ComponentsAlgorithm;
using yoke::ComponentsOptions;
using yoke::ComponentsReport;
using yoke::Split;
using yoke_test::TestGraph;
using yoke_test::to_vector;

using Hybrid = yoke::Hybrid<>;
using Device = Hybrid::DeviceSpace;
using Pinned = Kokkos::SharedHostPinnedSpace;

Hybrid const& hybrid() {
  static std::optional<Hybrid> both;
  if (!both) {
    both.emplace();
    Kokkos::push_finalize_hook([] { both.reset(); });
  }
  return *both;
}

std::vector<Split> every_split() {
  return {Split(0), Split(0.1), Split(0.5), Split(0.9), Split(1), Split::automatic()};
}
bool is_inside(Split split) {
  return !split.is_automatic() && split.host_share() > 0 && split.host_share() < 1;
}
std::string name_of(Split split) {
  return split.is_automatic() ? "automatic" : std::to_string(split.host_share());
}

// One side alone is tested with the algorithms of one space.
std::vector<ComponentsAlgorithm> algorithms_for(Split split) {
  if (split == Split(0.5)) {
    return {ComponentsAlgorithm::automatic, ComponentsAlgorithm::afforest,
            ComponentsAlgorithm::soman, ComponentsAlgorithm::shiloach_vishkin};
  }
  if (is_inside(split)) return {ComponentsAlgorithm::automatic, ComponentsAlgorithm::soman};
  return {ComponentsAlgorithm::automatic, ComponentsAlgorithm::sequential};
}

template <class Vertex>
std::vector<Vertex> expected_labels(TestGraph const& graph) {
  auto const label = yoke_test::oracle_components(graph).label;
  return std::vector<Vertex>(label.begin(), label.end());
}

template <class Vertex, class Offset, class GraphMemory, class LabelMemory>
void check_labels(TestGraph const& test, ComponentsOptions const& options) {
  auto const graph = yoke_test::make_graph<Vertex, Offset, GraphMemory>(test);
  Kokkos::View<Vertex*, LabelMemory> const label("label", test.vertices);
  auto const count = yoke::connected_components(hybrid(), graph, label, options);
  EXPECT_EQ(count, yoke_test::oracle_components(test).count);
  EXPECT_EQ(to_vector(label), expected_labels<Vertex>(test));
}

template <class Vertex, class Offset, class GraphMemory, class LabelMemory>
void check_all_labels() {
  for (auto const& test : yoke_test::test_graphs()) {
    for (Split const split : every_split()) {
      for (auto const algorithm : algorithms_for(split)) {
        SCOPED_TRACE(test.name + ", split " + name_of(split) + ", " +
                     std::string(to_string(algorithm)));
        ComponentsOptions options;
        options.split = split;
        options.algorithm = algorithm;
        check_labels<Vertex, Offset, GraphMemory, LabelMemory>(test, options);
        if (testing::Test::HasFailure()) return;
      }
    }
  }
}

TEST(ConnectedComponentsHybrid, labels_graphs_of_long_paths) {
  for (auto const& test : yoke_test::graphs_of_long_paths(1 << 12)) {
    for (Split const split : every_split()) {
      for (auto const algorithm : algorithms_for(split)) {
        SCOPED_TRACE(test.name + ", split " + name_of(split) + ", " +
                     std::string(to_string(algorithm)));
        ComponentsOptions options;
        options.split = split;
        options.algorithm = algorithm;
        check_labels<std::uint32_t, std::uint32_t, Kokkos::HostSpace, Kokkos::HostSpace>(test,
                                                                                         options);
        if (testing::Test::HasFailure()) return;
      }
    }
  }
}

TEST(ConnectedComponentsHybrid, labels_graphs_in_host_memory) {
  check_all_labels<std::uint32_t, std::uint32_t, Kokkos::HostSpace, Kokkos::HostSpace>();
}

// Where there is no device, host memory is all there is.
constexpr bool has_device = !yoke::detail::runs_on_host<Device>;

TEST(ConnectedComponentsHybrid, labels_graphs_in_pinned_memory) {
  if (!has_device) GTEST_SKIP() << "no device";
  check_all_labels<std::uint32_t, std::uint32_t, Pinned, Pinned>();
}
TEST(ConnectedComponentsHybrid, labels_graphs_in_device_memory) {
  if (!has_device) GTEST_SKIP() << "no device";
  check_all_labels<std::uint32_t, std::uint32_t, Device::memory_space, Device::memory_space>();
}

template <class Vertex, class Offset>
void check_places_and_types() {
  ComponentsOptions options;
  for (auto const& test : {yoke_test::shuffled(yoke_test::grid_graph(70, 80, 55), 1),
                           yoke_test::skewed_graph(11, 8000)}) {
    for (Split const split : every_split()) {
      for (auto const algorithm : {ComponentsAlgorithm::automatic, ComponentsAlgorithm::soman}) {
        SCOPED_TRACE(test.name + ", split " + name_of(split) + ", " +
                     std::string(to_string(algorithm)));
        options.split = split;
        options.algorithm = algorithm;
        check_labels<Vertex, Offset, Kokkos::HostSpace, Device::memory_space>(test, options);
        check_labels<Vertex, Offset, Kokkos::HostSpace, Pinned>(test, options);
        check_labels<Vertex, Offset, Pinned, Kokkos::HostSpace>(test, options);
        check_labels<Vertex, Offset, Pinned, Device::memory_space>(test, options);
        check_labels<Vertex, Offset, Device::memory_space, Kokkos::HostSpace>(test, options);
      }
    }
  }
}

TEST(ConnectedComponentsHybrid, takes_arrays_from_anywhere) {
  check_places_and_types<std::uint32_t, std::uint32_t>();
}
TEST(ConnectedComponentsHybrid, takes_wide_offsets) {
  check_places_and_types<std::uint32_t, std::uint64_t>();
}
TEST(ConnectedComponentsHybrid, takes_wide_vertices) {
  check_places_and_types<std::uint64_t, std::uint64_t>();
}
TEST(ConnectedComponentsHybrid, takes_signed_types) {
  check_places_and_types<std::int32_t, std::int64_t>();
}

template <class GraphMemory, class LabelMemory, class ForestMemory>
void check_forests() {
  for (auto const& test : yoke_test::test_graphs()) {
    auto const graph = yoke_test::make_graph<std::uint32_t, std::uint32_t, GraphMemory>(test);
    yoke_test::ForestOracle const forests(test);
    for (Split const split : every_split()) {
      for (auto const algorithm : {ComponentsAlgorithm::automatic, ComponentsAlgorithm::soman}) {
        SCOPED_TRACE(test.name + ", split " + name_of(split) + ", " +
                     std::string(to_string(algorithm)));
        ComponentsOptions options;
        options.split = split;
        options.algorithm = algorithm;
        std::size_t const places = test.vertices == 0 ? 0 : test.vertices - 1;
        Kokkos::View<std::uint32_t*, LabelMemory> const label("label", test.vertices);
        Kokkos::View<std::uint32_t*, ForestMemory> const from("from", places);
        Kokkos::View<std::uint32_t*, ForestMemory> const to("to", places);
        auto const count = yoke::spanning_forest(hybrid(), graph, label, from, to, options);
        ASSERT_EQ(count, yoke_test::oracle_components(test).count);
        ASSERT_EQ(to_vector(label), expected_labels<std::uint32_t>(test));
        forests.expect_spanning(count, to_vector(from), to_vector(to));
        if (testing::Test::HasFailure()) return;
      }
    }
  }
}

TEST(ConnectedComponentsHybrid, finds_spanning_forests) {
  check_forests<Kokkos::HostSpace, Kokkos::HostSpace, Kokkos::HostSpace>();
}
TEST(ConnectedComponentsHybrid, finds_spanning_forests_from_elsewhere) {
  if (!has_device) GTEST_SKIP() << "no device";
  check_forests<Pinned, Kokkos::HostSpace, Device::memory_space>();
  check_forests<Kokkos::HostSpace, Device::memory_space, Kokkos::HostSpace>();
  check_forests<Device::memory_space, Device::memory_space, Device::memory_space>();
}

using Fed =
    yoke::detail::components::FedAfforest<Device, Hybrid::HostSpace, std::uint32_t, std::uint32_t>;
using HostGraph = yoke::Graph<std::uint32_t, std::uint32_t, Kokkos::HostSpace>;

void check_fed(Fed& fed, TestGraph const& test, HostGraph const& graph, double share,
               yoke::detail::components::DeviceRows rows) {
  using yoke::detail::raw_output;
  auto raw = graph.raw();
  if (rows == yoke::detail::components::DeviceRows::in_place) {
    raw.offsets.place = raw.neighbours.place = yoke::detail::Place::pinned;
  }
  Kokkos::View<std::uint32_t*, Kokkos::HostSpace> const label("label", test.vertices),
      from("from", test.vertices - 1), to("to", test.vertices - 1);
  auto const count = fed.run(raw, raw_output<std::uint32_t>(label), raw_output<std::uint32_t>(from),
                             raw_output<std::uint32_t>(to), share, rows, nullptr, nullptr);
  auto const expected = yoke_test::oracle_components(test);
  ASSERT_EQ(count, expected.count);
  ASSERT_EQ(to_vector(label), expected.label);
  // Each edge at the place of the root that it joined.
  std::vector<std::uint32_t> ends[2];
  for (std::uint32_t v = 1; v < test.vertices; ++v) {
    if (label(v) == v) continue;
    ends[0].push_back(from(v - 1));
    ends[1].push_back(to(v - 1));
  }
  ASSERT_EQ(ends[0].size(), test.vertices - count);
  yoke_test::ForestOracle(test).expect_spanning(count, ends[0], ends[1]);
}

void check_fed(yoke::detail::components::DeviceRows rows) {
  for (auto const& test : yoke_test::test_graphs()) {
    if (test.vertices == 0) continue;
    auto const graph = yoke_test::make_graph<std::uint32_t, std::uint32_t, Kokkos::HostSpace>(test);
    Fed fed(hybrid(), graph.vertices(), graph.arcs());
    for (double const share : {0.0, 0.05, 0.5, 0.999, 1.0}) {
      SCOPED_TRACE(test.name + ", share " + std::to_string(share));
      check_fed(fed, test, graph, share, rows);
      if (testing::Test::HasFailure()) return;
    }
  }
}

// The ways that pageable and pinned memory take with a GPU, also where there is none.
TEST(ConnectedComponentsHybrid, lets_the_host_finish_what_the_device_cannot_read) {
  check_fed(yoke::detail::components::DeviceRows::copied);
}
TEST(ConnectedComponentsHybrid, lets_the_device_read_where_it_can) {
  if (has_device) GTEST_SKIP() << "this memory is not pinned";
  check_fed(yoke::detail::components::DeviceRows::in_place);
}

// Two cliques, the split between them, and three edges across: one pair of components. With a third
// clique of the device's, two pairs.
TEST(ConnectedComponentsHybrid, keeps_one_cross_edge_for_each_pair_of_components) {
  TestGraph test{"three cliques", 60, {}};
  yoke_test::add_clique(test, 0, 30);
  yoke_test::add_clique(test, 30, 15);
  yoke_test::add_clique(test, 45, 15);
  ComponentsReport report;
  ComponentsOptions options;
  options.algorithm = ComponentsAlgorithm::soman;
  options.split = Split(0.5);
  options.report = &report;
  check_labels<std::uint32_t, std::uint32_t, Kokkos::HostSpace, Kokkos::HostSpace>(test, options);
  EXPECT_EQ(report.cross_edges, 0u);
  for (auto v : {0, 7, 29}) test.add(v, 30 + v % 7);
  check_labels<std::uint32_t, std::uint32_t, Kokkos::HostSpace, Kokkos::HostSpace>(test, options);
  EXPECT_EQ(report.cross_edges, 1u);
  for (auto v : {3, 4, 5, 29}) test.add(v, 45 + v % 4);
  check_labels<std::uint32_t, std::uint32_t, Kokkos::HostSpace, Kokkos::HostSpace>(test, options);
  EXPECT_EQ(report.cross_edges, 2u);
  EXPECT_EQ(report.host_share, 0.5);
  EXPECT_EQ(report.algorithm, ComponentsAlgorithm::soman);
  EXPECT_GT(report.host_busy, 0);
  EXPECT_GT(report.device_busy, 0);
}

// A table's share counts for the calls that it was measured for, and no others.
TEST(ConnectedComponentsHybrid, asks_the_tuner_for_its_own_kind_of_call) {
  auto const share_of = [](auto vertex, Hybrid const& both, ComponentsAlgorithm algorithm) {
    using Vertex = decltype(vertex);
    auto const test = yoke_test::skewed_graph(11, 20000);
    auto const graph = yoke_test::make_graph<Vertex, Vertex, Kokkos::HostSpace>(test);
    Kokkos::View<Vertex*, Kokkos::HostSpace> const label("label", test.vertices);
    ComponentsReport report;
    ComponentsOptions options;
    options.algorithm = algorithm;
    options.report = &report;
    yoke::connected_components(both, graph, label, options);
    EXPECT_EQ(to_vector(label), expected_labels<Vertex>(test));
    return report.host_share;
  };
  yoke_test::TemporaryFolder const folder;
  yoke::TuningTables tables;
  tables.of(yoke::describe_machine())
      .set({.capability = "connected_components", .host_threads = hybrid().host_threads()}, 1000,
           0.25);
  tables.save(folder / "tuning.json");
  char const* const own = std::getenv("YOKE_TUNING");
  std::string const before = own ? own : "";
  setenv("YOKE_TUNING", (folder / "tuning.json").c_str(), 1);
  constexpr auto automatic = ComponentsAlgorithm::automatic;
  EXPECT_EQ(share_of(std::uint32_t(), hybrid(), automatic), 0.25);
  EXPECT_EQ(share_of(std::uint64_t(), hybrid(), automatic), 1) << "wide vertices";
  EXPECT_NE(share_of(std::uint32_t(), hybrid(), ComponentsAlgorithm::soman), 0.25);
  if (hybrid().host_threads() > 1) {
    Hybrid const fewer(yoke::HybridOptions{.host_threads = hybrid().host_threads() - 1});
    EXPECT_EQ(share_of(std::uint32_t(), fewer, automatic), 1) << "fewer threads";
  }
  own ? setenv("YOKE_TUNING", before.c_str(), 1) : unsetenv("YOKE_TUNING");
}

// Cores gain nothing by being two sides; beside a device, arcs in pageable memory are the host's.
TEST(ConnectedComponentsHybrid, works_on_one_side_unless_a_measurement_says_otherwise) {
  auto const dense = yoke_test::skewed_graph(11, 20000);
  auto const sparse = yoke_test::grid_graph(70, 80, 55);
  for (auto const& [test, is_dense] : {std::pair(dense, true), std::pair(sparse, false)}) {
    for (auto const algorithm : {ComponentsAlgorithm::automatic, ComponentsAlgorithm::soman,
                                 ComponentsAlgorithm::shiloach_vishkin}) {
      ComponentsReport report;
      report.host_share = -1;
      ComponentsOptions options;
      options.algorithm = algorithm;
      options.report = &report;
      check_labels<std::uint32_t, std::uint32_t, Kokkos::HostSpace, Kokkos::HostSpace>(test,
                                                                                       options);
      bool const samples = algorithm == ComponentsAlgorithm::automatic;
      double const untuned = !has_device || (samples && is_dense) ? 1 : 0;
      EXPECT_EQ(report.host_share, samples
                                       ? yoke::host_share(Split::automatic(),
                                                          {.capability = "connected_components",
                                                           .host_threads = hybrid().host_threads()},
                                                          test.vertices, untuned)
                                       : untuned)
          << test.name << ", " << to_string(algorithm);
    }
  }
}

TEST(ConnectedComponentsHybrid, reports_rounds_and_phases) {
  auto const test = yoke_test::caterpillar(1000, 3);
  for (auto const algorithm : {ComponentsAlgorithm::afforest, ComponentsAlgorithm::soman}) {
    ComponentsReport report;
    ComponentsOptions options;
    options.algorithm = algorithm;
    options.split = Split(0.5);
    options.report = &report;
    check_labels<std::uint32_t, std::uint32_t, Kokkos::HostSpace, Kokkos::HostSpace>(test, options);
    EXPECT_GT(report.rounds, 0);
    EXPECT_GE(report.phases.size(), 1u);
    EXPECT_EQ(report.host_share, 0.5);
    EXPECT_EQ(report.algorithm, algorithm);
  }
}

TEST(ConnectedComponentsHybrid, plan_serves_many_graphs) {
  for (Split const split : every_split()) {
    ComponentsOptions options;
    options.split = split;
    yoke::ConnectedComponentsPlan<Hybrid, std::uint32_t> plan(hybrid(), 6000, 70000, options);
    for (int repetition = 0; repetition < 2; ++repetition) {
      for (auto const& test : yoke_test::test_graphs()) {
        auto const graph =
            yoke_test::make_graph<std::uint32_t, std::uint32_t, Kokkos::HostSpace>(test);
        Kokkos::View<std::uint32_t*, Kokkos::HostSpace> const label("label", test.vertices);
        plan(graph, label);
        ASSERT_EQ(to_vector(label), expected_labels<std::uint32_t>(test)) << test.name;
      }
    }
    EXPECT_GT(plan.workspace_bytes(), 0u);
  }
}

TEST(ConnectedComponentsHybrid, refuses_to_split_what_runs_on_one_side) {
  ComponentsOptions options;
  options.algorithm = ComponentsAlgorithm::sequential;
  options.split = Split(0.5);
  auto const graph = yoke_test::make_graph<std::uint32_t, std::uint32_t, Kokkos::HostSpace>(
      yoke_test::path_graph(10));
  Kokkos::View<std::uint32_t*, Kokkos::HostSpace> const label("label", 10);
  EXPECT_THROW(yoke::connected_components(hybrid(), graph, label, options), std::invalid_argument);
}

// Found before anything is written.
TEST(ConnectedComponentsHybrid, validates_on_demand) {
  using View = Kokkos::View<std::uint32_t*, Kokkos::HostSpace>;
  View const offsets("offsets", 5), neighbours("neighbours", 4);
  for (std::uint32_t v = 0; v < 5; ++v) offsets(v) = v;
  for (std::uint32_t v = 0; v < 4; ++v) neighbours(v) = v ^ 1;
  neighbours(2) = 17;
  yoke::Graph<std::uint32_t, std::uint32_t, Kokkos::HostSpace> const graph(
      yoke::unchecked, yoke::GraphKind::symmetric, offsets, neighbours);
  for (Split const split : every_split()) {
    for (auto const algorithm : {ComponentsAlgorithm::automatic, ComponentsAlgorithm::soman}) {
      View const label("label", 4);
      Kokkos::deep_copy(label, 99u);
      ComponentsOptions options;
      options.split = split;
      options.algorithm = algorithm;
      options.validate = true;
      EXPECT_THROW(yoke::connected_components(hybrid(), graph, label, options), yoke::InvalidInput);
      EXPECT_EQ(to_vector(label), std::vector<std::uint32_t>(4, 99));
    }
  }
}

}  // namespace
