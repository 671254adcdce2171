#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "components/streamed_components.hpp"
#include "support/forests.hpp"
#include "support/graphs.hpp"
#include "support/lists.hpp"
#include "support/long_paths.hpp"
#include "yoke/connected_components.hpp"
#include "yoke/errors.hpp"
#include "yoke/hybrid.hpp"

// Components of graphs that are larger than the device's memory: also where both sides are the
// host's, so that it is tested without a device.

namespace {

using namespace yoke::detail::components;
using Device = Kokkos::DefaultExecutionSpace;
using Host = Kokkos::DefaultHostExecutionSpace;
using yoke::detail::raw_output;
using yoke_test::TestGraph;
using yoke_test::to_vector;
template <class T>
using HostArray = Kokkos::View<T*, Kokkos::HostSpace>;

constexpr bool has_gpu = !yoke::detail::runs_on_host<Device>;

// Blocks of one row or arc, of a few, and of all of them.
constexpr std::uint64_t lengths[] = {1, 2, 7, 64, 4096};

template <class Vertex, class Offset>
class Example {
 public:
  explicit Example(TestGraph const& test)
      : test_(test),
        graph_(yoke_test::make_graph<Vertex, Offset, Kokkos::HostSpace>(test)),
        expected_(yoke_test::oracle_components(test)) {}

  void expect_streamed(yoke::Hybrid<> const& hybrid, std::uint64_t length, bool through_pinned) {
    StreamedComponents<Device, Host, Vertex, Offset> streamed(hybrid, length);
    HostArray<Vertex> const label("label", test_.vertices);
    yoke::ComponentsReport report;
    // A second call with the same memory finds nothing of the first.
    for (int call = 0; call < 2; ++call) {
      Kokkos::deep_copy(label, Vertex(7));
      std::size_t const count = streamed.run(graph_.raw(), raw_output<Vertex>(label), {}, {},
                                             through_pinned, &report, nullptr);
      ASSERT_EQ(count, expected_.count);
      expect_labels(label);
    }
    // Each arc went up once, and offsets once, but for those where blocks meet.
    if (test_.vertices == 0) return;
    std::uint64_t const arcs = graph_.arcs() * sizeof(Vertex);
    std::uint64_t const blocks = (test_.vertices + graph_.arcs() + length - 1) / length;
    EXPECT_GE(report.streamed_bytes, arcs + (test_.vertices + 1) * sizeof(Offset));
    EXPECT_LE(report.streamed_bytes, arcs + (test_.vertices + 2 * blocks) * sizeof(Offset));
  }

  void expect_forest(yoke::Hybrid<> const& hybrid, std::uint64_t length) {
    if (test_.vertices < 2) return;
    StreamedComponents<Device, Host, Vertex, Offset> streamed(hybrid, length);
    HostArray<Vertex> const label("label", test_.vertices), from("from", test_.vertices - 1),
        to("to", test_.vertices - 1);
    std::size_t const count =
        streamed.run(graph_.raw(), raw_output<Vertex>(label), raw_output<Vertex>(from),
                     raw_output<Vertex>(to), has_gpu, nullptr, nullptr);
    expect_labels(label);
    // Each edge at the place of the root that it joined.
    std::vector<std::uint32_t> ends[2];
    for (std::size_t v = 1; v < test_.vertices; ++v) {
      if (label(v) == v) continue;
      ends[0].push_back(static_cast<std::uint32_t>(from(v - 1)));
      ends[1].push_back(static_cast<std::uint32_t>(to(v - 1)));
    }
    ASSERT_EQ(ends[0].size(), test_.vertices - count);
    yoke_test::ForestOracle(test_).expect_spanning(count, ends[0], ends[1]);
  }

 private:
  void expect_labels(HostArray<Vertex> const& label) const {
    for (std::size_t v = 0; v < test_.vertices; ++v) {
      ASSERT_EQ(label(v), expected_.label[v]) << "vertex " << v;
    }
  }

  TestGraph const& test_;
  yoke::Graph<Vertex, Offset, Kokkos::HostSpace> graph_;
  yoke_test::OracleComponents expected_;
};

template <class Vertex, class Offset>
void expect_streamed(TestGraph const& test, std::uint64_t length) {
  yoke::Hybrid<> const hybrid;
  SCOPED_TRACE(test.name + ", blocks of " + std::to_string(length));
  Example<Vertex, Offset> example(test);
  // What is not pinned a device cannot copy by itself.
  for (bool const through_pinned : {false, true}) {
    if (has_gpu && !through_pinned) continue;
    example.expect_streamed(hybrid, length, through_pinned);
  }
  example.expect_forest(hybrid, length);
}

TEST(StreamedComponents, LabelAsOneMemoryDoes) {
  for (auto const& test : yoke_test::test_graphs()) {
    // Each block is a launch.
    std::uint64_t const items = test.vertices + 2 * test.edges.size();
    for (auto const length : lengths) {
      if (items > 3000 * length) continue;
      expect_streamed<std::uint32_t, std::uint32_t>(test, length);
      if (testing::Test::HasFailure()) return;
    }
  }
}

TEST(StreamedComponents, LabelLongPaths) {
  for (auto const& test : yoke_test::graphs_of_long_paths(1 << 12)) {
    expect_streamed<std::uint32_t, std::uint32_t>(test, 64);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(StreamedComponents, LabelGraphsOfAllWidths) {
  auto const test = yoke_test::skewed_graph(11, 8000);
  expect_streamed<std::uint32_t, std::uint64_t>(test, 64);
  expect_streamed<std::uint64_t, std::uint64_t>(test, 64);
}

// Parts follow each other without gaps, and find room whatever the degrees.
TEST(StreamedComponents, PartsAreNoLongerThanTheirRoom) {
  for (auto const& test : yoke_test::test_graphs()) {
    auto const graph = yoke_test::make_graph<std::uint32_t, std::uint64_t, Kokkos::HostSpace>(test);
    for (auto const length : lengths) {
      using Parts = StreamedParts<std::uint32_t, std::uint64_t>;
      Parts const parts(graph.raw(), length);
      std::uint64_t arc = 0, row = 0;
      for (std::uint64_t p = 0; p < parts.count(); ++p) {
        StreamedPart const part = parts[p];
        ASSERT_EQ(part.first_arc, arc) << test.name;
        ASSERT_LE(part.first_row, row) << test.name;
        ASSERT_LE(graph.offsets()(part.first_row), part.first_arc);
        ASSERT_GE(graph.offsets()(part.end_row), part.end_arc);
        ASSERT_LE(Parts::arcs_at(part) + part.arcs() * 4, Parts::bytes_of(length)) << test.name;
        arc = part.end_arc;
        row = part.end_row;
      }
      ASSERT_EQ(arc, graph.arcs());
      ASSERT_EQ(row, test.vertices);
    }
  }
}

TEST(StreamedComponents, BlocksAreHalvedUntilTheyFindRoom) {
  auto const fit = [](std::uint64_t room) {
    return StreamedBlocks::fit(StreamedBlocks::usual, [room](std::uint64_t length) {
      if (length > room) throw yoke::DeviceMemoryExceeded("too much", length, room);
    });
  };
  EXPECT_EQ(fit(StreamedBlocks::usual), StreamedBlocks::usual);
  EXPECT_EQ(fit(StreamedBlocks::usual / 2 + 1), StreamedBlocks::usual / 2);
  EXPECT_EQ(fit(StreamedBlocks::least), StreamedBlocks::least);
  EXPECT_THROW(fit(StreamedBlocks::least - 1), yoke::DeviceMemoryExceeded);
}

// A graph of eight times the memory; too little for its labels; enough.
TEST(StreamedComponents, AreForGraphsLargerThanTheBound) {
  if (!has_gpu) GTEST_SKIP() << "no device: nothing is bounded";
  yoke::Hybrid<> const hybrid;
  auto const test = yoke_test::uniform_graph(1 << 15, 1 << 20);
  auto const graph = yoke_test::make_graph<std::uint32_t, std::uint32_t, Kokkos::HostSpace>(test);
  auto const expected = yoke_test::oracle_components(test);
  HostArray<std::uint32_t> const label("label", test.vertices);
  auto const run = [&](yoke::Split split, std::size_t bytes) {
    yoke::ComponentsReport report;
    yoke::ComponentsOptions const options{
        .split = split, .device_memory = bytes, .report = &report};
    EXPECT_EQ(yoke::connected_components(hybrid, graph, label, options), expected.count);
    EXPECT_EQ(to_vector(label), expected.label);
    return report;
  };
  std::size_t const eighth = graph.arcs() * 4 / 8;
  auto const streamed = run(yoke::Split(0), eighth);
  EXPECT_GE(streamed.streamed_bytes, graph.arcs() * 4);
  EXPECT_EQ(streamed.way, yoke::Way::streamed);
  EXPECT_EQ(run(yoke::Split(0), std::size_t(1) << 30).streamed_bytes, 0u);
  auto const alone = run(yoke::Split::automatic(), 1 << 16);
  EXPECT_EQ(alone.streamed_bytes, 0u);
  EXPECT_EQ(alone.host_share, 1);
  EXPECT_EQ(alone.way, yoke::Way::host);
  try {
    run(yoke::Split(0), 1 << 16);
    ADD_FAILURE() << "labels found room in 64 KiB";
  } catch (yoke::DeviceMemoryExceeded const& error) {
    EXPECT_NE(std::string(error.what()).find("65536"), std::string::npos) << error.what();
  }
}

}  // namespace
