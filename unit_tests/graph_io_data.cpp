// Real files with known counts, where they are: in the folder that YOKE_TEST_DATA names, or in
// ../shared/data beside the source tree. And the fuzzer's corpus.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <utility>

#include "support/graph_files.hpp"
#include "support/graphs.hpp"
#include "yoke/graph_io.hpp"

namespace {

namespace fs = std::filesystem;

fs::path data_folder() {
  if (char const* given = std::getenv("YOKE_TEST_DATA")) return given;
  return fs::path(YOKE_TEST_FOLDER) / "../../shared/data";
}

struct RealGraph {
  std::string name;
  yoke::GraphFormat format;
  yoke::VertexIds ids;
  bool is_symmetric;
  std::size_t vertices, edges, components, isolated, loops;
  std::uint64_t read;  // edges as the file has them
};

void PrintTo(RealGraph const& graph, std::ostream* out) { *out << graph.name; }

class GraphIoData : public ::testing::TestWithParam<RealGraph> {};

constexpr auto keep = yoke::VertexIds::keep;
constexpr auto compact = yoke::VertexIds::compact;

INSTANTIATE_TEST_SUITE_P(
    Files, GraphIoData,
    ::testing::Values(RealGraph{"netscience.mtx", yoke::GraphFormat::matrix_market, keep, true,
                                1589, 2742, 396, 128, 0, 2742},
                      RealGraph{"bips98_606.mtx", yoke::GraphFormat::matrix_market, keep, false,
                                7135, 15190, 542, 541, 6900, 34738},
                      RealGraph{"astro-ph.graph", yoke::GraphFormat::metis, keep, true, 16706,
                                121251, 1029, 660, 0, 121251},
                      RealGraph{"PGPgiantcompo.graph", yoke::GraphFormat::metis, keep, true, 10680,
                                24316, 1, 0, 0, 24316},
                      RealGraph{"power.graph", yoke::GraphFormat::metis, keep, true, 4941, 6594, 1,
                                0, 0, 6594},
                      RealGraph{"wiki-Vote.txt", yoke::GraphFormat::edge_list, compact, false, 7115,
                                100762, 24, 0, 0, 103689},
                      RealGraph{"wiki-Vote.txt", yoke::GraphFormat::edge_list, keep, false, 8298,
                                100762, 1207, 1183, 0, 103689},
                      RealGraph{"email-Eu-core.csv", yoke::GraphFormat::edge_list, compact, false,
                                1005, 16064, 20, 19, 642, 25571}));

std::size_t components_of(yoke_test::Edges const& arcs, std::size_t vertices) {
  yoke_test::OracleSets sets(static_cast<std::uint32_t>(vertices));
  std::size_t count = vertices;
  for (auto const& [u, v] : arcs) {
    count -= sets.join(static_cast<std::uint32_t>(u), static_cast<std::uint32_t>(v));
  }
  return count;
}

TEST_P(GraphIoData, HasItsKnownCounts) {
  auto const& known = GetParam();
  fs::path const path = data_folder() / known.name;
  if (!fs::exists(path)) GTEST_SKIP() << path << " is not there";
  yoke::GraphBuildOptions build;
  build.drop_loops = build.merge_multi_edges = true;
  for (std::size_t const piece_bytes : {std::size_t(1) << 10, std::size_t(1) << 20}) {
    yoke::GraphFileReport report;
    yoke::GraphReadOptions options;
    options.ids = known.ids;
    options.piece_bytes = piece_bytes;
    options.report = &report;
    auto const graph = yoke::read_graph(path, options, build);
    EXPECT_EQ(report.format, known.format);
    EXPECT_EQ(report.is_symmetric, known.is_symmetric);
    EXPECT_EQ(report.edges, known.read);
    EXPECT_EQ(report.loops, known.loops);
    EXPECT_EQ(report.ids.size(), known.ids == compact ? known.vertices : 0);
    EXPECT_EQ(graph.vertices(), known.vertices);
    EXPECT_EQ(graph.arcs(), 2 * known.edges);
    EXPECT_EQ(components_of(yoke_test::arcs_of(graph), graph.vertices()), known.components);
    std::size_t isolated = 0;
    for (std::size_t v = 0; v < graph.vertices(); ++v) {
      isolated += graph.offsets()(v) == graph.offsets()(v + 1);
    }
    EXPECT_EQ(isolated, known.isolated);
  }
}

// What the fuzzer found worth keeping, through all readers: none may crash, and pieces not matter.
TEST(GraphIoCorpus, IsReadOrRefused) {
  yoke_test::TemporaryFolder const folder;
  auto const path = folder / "file";
  auto const outcome = [&](auto vertex, yoke::GraphReadOptions const& options) {
    using Vertex = decltype(vertex);
    try {
      auto const file = yoke::read_edges<Vertex>(path, options);
      return std::pair(yoke_test::edges_of(file.edges), std::to_string(file.report.vertices));
    } catch (yoke::MalformedFile const& error) {
      return std::pair(yoke_test::Edges(), std::string(error.what()));
    }
  };
  std::size_t count = 0;
  for (auto const& entry : fs::directory_iterator(fs::path(YOKE_TEST_FOLDER) / "fuzz/corpus")) {
    std::ostringstream content;
    content << std::ifstream(entry.path(), std::ios::binary).rdbuf();
    // The fuzzer's first byte chooses a format; here every format is tried.
    yoke_test::write_text(path,
                          content.str().substr(std::min<std::size_t>(1, content.str().size())));
    ++count;
    for (auto format = 1; format <= 6; ++format) {
      yoke::GraphReadOptions whole;
      whole.format = static_cast<yoke::GraphFormat>(format);
      whole.ids = static_cast<yoke::VertexIds>((static_cast<std::size_t>(format) + count) % 3);
      whole.accept_unsymmetric = count % 2 == 0;
      auto pieces = whole;
      pieces.piece_bytes = 7;
      EXPECT_EQ(outcome(std::uint32_t(), whole), outcome(std::uint32_t(), pieces)) << entry.path();
      EXPECT_EQ(outcome(std::uint64_t(), whole), outcome(std::uint64_t(), pieces)) << entry.path();
    }
  }
  EXPECT_GT(count, 0u);
}

}  // namespace
