#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "bfs/hybrid_search.hpp"
#include "support/graphs.hpp"
#include "support/lists.hpp"
#include "support/tools.hpp"
#include "support/watchdog.hpp"
#include "yoke/bfs.hpp"
#include "yoke/errors.hpp"
#include "yoke/hybrid.hpp"

// Searches of graphs that are larger than the device's memory: the device has all vertices and
// reads their rows where they are. Also where both sides are the host's, so that it is tested
// without a device.

namespace {

using namespace yoke::detail::bfs;
using yoke::BfsAlgorithm;
using yoke_test::TestGraph;
using yoke_test::to_vector;
using Device = Kokkos::DefaultExecutionSpace;
using Host = Kokkos::DefaultHostExecutionSpace;
template <class T>
using HostArray = Kokkos::View<T*, Kokkos::HostSpace>;

constexpr bool has_gpu = !yoke::detail::runs_on_host<Device>;

// The device has every vertex, the host none but in small levels; against one space's search.
template <class Vertex, class Offset>
void expect_as_in_one_memory(TestGraph const& test, BfsAlgorithm algorithm) {
  if (test.vertices == 0) return;
  SCOPED_TRACE(test.name + ", " + std::string(to_string(algorithm)));
  yoke_test::Watchdog const watchdog("bfs in place of " + test.name);
  yoke::Hybrid<> const hybrid;
  auto const graph = yoke_test::make_graph<Vertex, Offset, Kokkos::SharedHostPinnedSpace>(test);
  std::size_t const n = graph.vertices();
  HostArray<Vertex> const level("level", n), parent("parent", n);
  yoke::BfsOptions const options{.algorithm = algorithm, .deterministic_parents = true};
  HybridSearch<Device, Host, Vertex, Offset> search(hybrid, n, options);
  // A second call with the same memory finds nothing of the first.
  for (std::size_t const source : {n - 1, n / 2}) {
    auto const v = static_cast<Vertex>(source);
    std::size_t const expected =
        yoke::bfs(Host(), graph, v, level, parent,
                  {.algorithm = BfsAlgorithm::sequential, .deterministic_parents = true});
    auto const levels = to_vector(level), parents = to_vector(parent);
    Kokkos::deep_copy(level, Vertex(7));
    Kokkos::deep_copy(parent, Vertex(7));
    ASSERT_EQ(search.run(graph.raw().with_shared_incoming(), BfsSources<Device, Vertex>(v),
                         BfsSources<Host, Vertex>(v), yoke::detail::raw_output<Vertex>(level),
                         yoke::detail::raw_output<Vertex>(parent), 0, nullptr),
              expected);
    ASSERT_EQ(to_vector(level), levels);
    ASSERT_EQ(to_vector(parent), parents);
  }
}

TEST(BfsInPlace, SearchesAsOneMemoryDoes) {
  std::size_t round = 0;
  for (auto const& test : yoke_test::test_graphs()) {
    auto const algorithm =
        ++round % 4 == 0 ? BfsAlgorithm::level_synchronous : BfsAlgorithm::automatic;
    expect_as_in_one_memory<std::uint32_t, std::uint32_t>(test, algorithm);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(BfsInPlace, SearchesGraphsOfAllWidths) {
  auto const test = yoke_test::skewed_graph(14, 200000);  // levels that are not small
  expect_as_in_one_memory<std::uint32_t, std::uint64_t>(test, BfsAlgorithm::automatic);
  expect_as_in_one_memory<std::uint64_t, std::uint64_t>(test, BfsAlgorithm::automatic);
  expect_as_in_one_memory<std::uint32_t, std::uint32_t>(test, BfsAlgorithm::level_synchronous);
}

// One search with so many bytes, which must find what one space finds.
template <class Memory>
yoke::BfsReport search_bounded(yoke::Graph<std::uint32_t, std::uint32_t, Memory> const& graph,
                               yoke::BfsOptions options) {
  yoke::Hybrid<> const hybrid;
  HostArray<std::uint32_t> const level("level", graph.vertices()),
      parent("parent", graph.vertices());
  std::size_t const expected =
      yoke::bfs(Host(), graph, 1u, level, parent, {.deterministic_parents = true});
  auto const levels = to_vector(level), parents = to_vector(parent);
  Kokkos::deep_copy(level, 7u);
  Kokkos::deep_copy(parent, 7u);
  yoke::BfsReport report;
  options.deterministic_parents = true;
  options.report = &report;
  {
    yoke_test::AllocationRecorder const recorder;
    EXPECT_EQ(yoke::bfs(hybrid, graph, 1u, level, parent, options), expected);
    // Single counters are Views without a size, which no ledger enters.
    EXPECT_LE(recorder.most_bytes_on_device(), options.device_memory + 64);
    EXPECT_EQ(recorder.bytes_on_device(), 0u);
  }
  EXPECT_EQ(to_vector(level), levels);
  EXPECT_EQ(to_vector(parent), parents);
  return report;
}

// A graph of eight times the memory; too little for its bitmaps; enough.
TEST(BfsInPlace, IsForGraphsLargerThanTheBound) {
  if (!has_gpu) GTEST_SKIP() << "no device: nothing is bounded";
  using yoke::Split;
  using yoke::Way;
  for (auto const& test :
       {yoke_test::uniform_graph(1 << 15, 1 << 20), yoke_test::skewed_graph(15, 1 << 20)}) {
    SCOPED_TRACE(test.name);
    auto const graph =
        yoke_test::make_graph<std::uint32_t, std::uint32_t, Kokkos::SharedHostPinnedSpace>(test);
    auto const pageable =
        yoke_test::make_graph<std::uint32_t, std::uint32_t, Kokkos::HostSpace>(test);
    std::size_t const eighth = graph.arcs() * 4 / 8, little = 1 << 16;
    auto const in_place = search_bounded(graph, {.split = Split(0), .device_memory = eighth});
    EXPECT_EQ(in_place.way, Way::in_place);
    EXPECT_EQ(in_place.host_share, 0);
    EXPECT_EQ(search_bounded(graph, {.device_memory = eighth}).way, Way::in_place);
    EXPECT_EQ(search_bounded(graph, {.split = Split(0), .device_memory = std::size_t(1) << 30}).way,
              Way::device);
    // In the end the host alone, which reads no rows for the device.
    for (auto const& report : {search_bounded(graph, {.device_memory = little}),
                               search_bounded(pageable, {.device_memory = eighth})}) {
      EXPECT_EQ(report.host_share, 1);
      EXPECT_EQ(report.way, Way::host);
    }
    try {
      search_bounded(graph, {.split = Split(0), .device_memory = little});
      ADD_FAILURE() << "a search found room in 64 KiB";
    } catch (yoke::DeviceMemoryExceeded const& error) {
      EXPECT_NE(std::string(error.what()).find("65536"), std::string::npos) << error.what();
    }
    EXPECT_THROW(search_bounded(pageable, {.split = Split(0), .device_memory = eighth}),
                 yoke::DeviceMemoryExceeded);
  }
}

}  // namespace
