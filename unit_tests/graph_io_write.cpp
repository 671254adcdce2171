// What is written is read back; files appear whole or not at all.
#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "support/file_content.hpp"
#include "support/graph_files.hpp"
#include "support/graphs.hpp"
#include "support/sampled.hpp"
#include "yoke/graph_io.hpp"

namespace {

using yoke_test::arcs_of;
using yoke_test::content_of;
using yoke_test::message_of;
using yoke_test::TemporaryFolder;

template <class Types>
class GraphIoWrite : public ::testing::Test {
 public:
  using Vertex = typename Types::first_type;
  using Offset = typename Types::second_type;
  using Graph = yoke::Graph<Vertex, Offset, Kokkos::HostSpace>;

  static Graph make(yoke_test::TestGraph const& graph, yoke::GraphBuildOptions const& build = {}) {
    return yoke_test::make_graph<Vertex, Offset, Kokkos::HostSpace>(graph, build);
  }
  static void expect_same(Graph const& expected, Graph const& read, std::string const& name) {
    EXPECT_EQ(expected.kind(), read.kind()) << name;
    EXPECT_EQ(expected.vertices(), read.vertices()) << name;
    EXPECT_EQ(arcs_of(expected), arcs_of(read)) << name;
  }
};

using Widths = yoke_test::Sampled<std::pair<std::uint32_t, std::uint32_t>,
                                  std::pair<std::uint32_t, std::uint64_t>,
                                  std::pair<std::uint64_t, std::uint64_t>>;
TYPED_TEST_SUITE(GraphIoWrite, Widths);

yoke::GraphBuildOptions directed() {
  yoke::GraphBuildOptions build;
  build.symmetrise = false;
  return build;
}

yoke::GraphWriteOptions with_header() {
  yoke::GraphWriteOptions options;
  options.header = true;
  return options;
}

// No loop, and no edge twice.
bool metis_holds(yoke_test::TestGraph const& graph) {
  std::set<std::pair<std::uint64_t, std::uint64_t>> seen;
  return std::ranges::all_of(graph.edges, [&](auto const& edge) {
    auto const [u, v] = std::minmax(edge.first, edge.second);
    return u != v && seen.emplace(u, v).second;
  });
}

TYPED_TEST(GraphIoWrite, UndirectedGraphsComeBack) {
  TemporaryFolder const folder;
  using Vertex = typename TestFixture::Vertex;
  using Offset = typename TestFixture::Offset;
  for (auto const& test_graph : yoke_test::test_graphs()) {
    auto const graph = this->make(test_graph);
    for (char const* name : {"g.el", "g.mtx", "g.gr", "g.col", "g.graph", "g.sg", "g.yoke"}) {
      if (!metis_holds(test_graph) && name == std::string("g.graph")) continue;
      write_graph(folder / name, graph, with_header());
      for (bool const symmetrise : {true, false}) {
        yoke::GraphBuildOptions build;
        build.symmetrise = symmetrise;
        yoke::GraphFileReport report;
        yoke::GraphReadOptions options;
        options.report = &report;
        options.piece_bytes = 5000;
        auto const read = yoke::read_graph<Vertex, Offset>(folder / name, options, build);
        this->expect_same(graph, read, test_graph.name + " " + name);
        EXPECT_TRUE(report.is_symmetric);
        EXPECT_EQ(report.vertices, graph.vertices());
        EXPECT_EQ(report.edges, test_graph.edges.size());
      }
    }
  }
  EXPECT_EQ(folder.count(), 7u) << "temporary files are left";
}

TYPED_TEST(GraphIoWrite, DirectedGraphsComeBack) {
  TemporaryFolder const folder;
  using Vertex = typename TestFixture::Vertex;
  using Offset = typename TestFixture::Offset;
  for (auto const& test_graph : yoke_test::test_graphs()) {
    auto const graph = this->make(test_graph, directed());
    for (char const* name : {"g.el", "g.mtx", "g.gr", "g.sg", "g.yoke"}) {
      write_graph(folder / name, graph, with_header());
      auto const read = yoke::read_graph<Vertex, Offset>(folder / name, {}, directed());
      this->expect_same(graph, read, test_graph.name + " " + name);
      // The same edges, symmetrised.
      auto const both = yoke::read_graph<Vertex, Offset>(folder / name);
      this->expect_same(this->make(test_graph), both, test_graph.name + " " + name);
    }
  }
}

TYPED_TEST(GraphIoWrite, ArcsByTargetComeBack) {
  TemporaryFolder const folder;
  using Vertex = typename TestFixture::Vertex;
  using Offset = typename TestFixture::Offset;
  auto const forward = yoke_test::skewed_graph(8, 2000);
  auto backward = forward;
  for (auto& [u, v] : backward.edges) std::swap(u, v);
  auto const incoming = this->make(backward, directed());
  auto const lone = this->make(forward, directed());
  auto const graph = lone.with_incoming(Kokkos::DefaultHostExecutionSpace(), incoming.offsets(),
                                        incoming.neighbours());
  auto const by_target = [](auto const& read) {
    return typename TestFixture::Graph(yoke::unchecked, yoke::GraphKind::directed,
                                       read.incoming_offsets(), read.incoming_neighbours());
  };
  write_graph(folder / "both.sg", graph);
  write_graph(folder / "made.sg", lone);
  write_graph(folder / "both.yoke", graph);
  for (char const* name : {"both.sg", "made.sg", "both.yoke"}) {
    auto const read = yoke::read_graph<Vertex, Offset>(folder / name, {}, directed());
    this->expect_same(graph, read, name);
    ASSERT_TRUE(read.has_incoming()) << name;
    this->expect_same(incoming, by_target(read), name);
  }
  EXPECT_EQ(content_of(folder / "both.sg"), content_of(folder / "made.sg"));

  // Rows in any order are sorted.
  auto const falling = yoke_test::copy_to<Vertex, Kokkos::HostSpace>(incoming.neighbours());
  for (std::size_t v = 0; v < incoming.vertices(); ++v) {
    std::reverse(falling.data() + incoming.offsets()(v),
                 falling.data() + incoming.offsets()(v + 1));
  }
  write_graph(folder / "falling.yoke",
              lone.with_incoming(yoke::unchecked, incoming.offsets(), falling));
  this->expect_same(
      incoming,
      by_target(yoke::read_graph<Vertex, Offset>(folder / "falling.yoke", {}, directed())),
      "falling");

  yoke::MappedGraph<Vertex, Offset> const mapped(folder / "both.yoke");
  this->expect_same(graph, mapped.graph(), "mapped");
  this->expect_same(incoming, by_target(mapped.graph()), "mapped");
}

TYPED_TEST(GraphIoWrite, MappedGraphsAreTheFile) {
  TemporaryFolder const folder;
  using Vertex = typename TestFixture::Vertex;
  using Offset = typename TestFixture::Offset;
  using Mapped = yoke::MappedGraph<Vertex, Offset>;
  for (auto const& test_graph : yoke_test::test_graphs()) {
    auto const graph = this->make(test_graph);
    write_graph(folder / "g.yoke", graph);
    this->expect_same(graph, Mapped(folder / "g.yoke").graph(), test_graph.name);
    Mapped const unchecked(yoke::unchecked, folder / "g.yoke");
    // The mapping outlives the name.
    std::filesystem::remove(folder / "g.yoke");
    // NOLINTNEXTLINE(performance-unnecessary-copy-initialization): a copy has the graph too
    Mapped const copy = unchecked;
    this->expect_same(graph, copy.graph(), test_graph.name);
  }
  write_graph(folder / "g.yoke", this->make(yoke_test::path_graph(3)));
  auto const types = yoke::mapped_graph_types(yoke::GraphFile(folder / "g.yoke"));
  EXPECT_EQ(types.vertex_bits, 8 * static_cast<int>(sizeof(Vertex)));
  EXPECT_EQ(types.offset_bits, 8 * static_cast<int>(sizeof(Offset)));
  if constexpr (sizeof(Offset) == 4) {
    EXPECT_THAT(
        message_of<std::invalid_argument>(
            [&] { yoke::MappedGraph<std::uint32_t, std::uint64_t>(folder / "g.yoke"); }),
        ::testing::EndsWith("holds vertices of 32 bits and offsets of 32, and not of 32 and 64"));
  }
}

TYPED_TEST(GraphIoWrite, BinaryFilesAreReadIntoAllTypes) {
  TemporaryFolder const folder;
  auto const grid = yoke_test::grid_graph(9, 9, 60);
  write_graph(folder / "g.yoke", this->make(grid));
  auto const arcs = arcs_of(this->make(grid));
  EXPECT_EQ(arcs_of(yoke::read_graph<std::uint32_t>(folder / "g.yoke")), arcs);
  EXPECT_EQ(arcs_of(yoke::read_graph<std::uint64_t>(folder / "g.yoke")), arcs);
  yoke::GraphBuildOptions merged;
  merged.merge_multi_edges = true;
  EXPECT_EQ(arcs_of(yoke::read_graph<std::uint32_t>(folder / "g.yoke", {}, merged)), arcs);
}

using Narrow = yoke::Graph<std::uint32_t, std::uint32_t, Kokkos::HostSpace>;

Narrow small_graph(bool symmetrise) {
  yoke::GraphBuildOptions build;
  build.symmetrise = symmetrise;
  return yoke_test::make_graph<std::uint32_t, std::uint32_t, Kokkos::HostSpace>(
      {"small", 4, {{0, 1}, {2, 1}}}, build);
}

TEST(GraphIoWriteText, FilesAreWhatOthersExpect) {
  TemporaryFolder const folder;
  write_graph(folder / "g.el", small_graph(true), with_header());
  EXPECT_EQ(content_of(folder / "g.el"), "# yoke edge list: undirected 4 vertices\n0 1\n1 2\n");
  write_graph(folder / "d.el", small_graph(false), with_header());
  EXPECT_EQ(content_of(folder / "d.el"), "# yoke edge list: directed 4 vertices\n0 1\n2 1\n");
  write_graph(folder / "g.txt", small_graph(true));
  EXPECT_EQ(content_of(folder / "g.txt"), "0 1\n1 2\n");
  write_graph(folder / "d.csv", small_graph(false));
  EXPECT_EQ(content_of(folder / "d.csv"), "source,target\n0,1\n2,1\n");
  // Without edges, too: pandas reads no empty file.
  write_graph(folder / "none.tsv", Narrow());
  EXPECT_EQ(content_of(folder / "none.tsv"), "source\ttarget\n");
  write_graph(folder / "g.graph", small_graph(true));
  EXPECT_EQ(content_of(folder / "g.graph"), "4 2\n2 \n1 3 \n2 \n\n");
  std::string const matrix = "%%MatrixMarket matrix coordinate pattern ";
  write_graph(folder / "g.mtx", small_graph(true));
  EXPECT_EQ(content_of(folder / "g.mtx"), matrix + "symmetric\n4 4 2\n2 1\n3 2\n");
  write_graph(folder / "d.mtx", small_graph(false));
  EXPECT_EQ(content_of(folder / "d.mtx"), matrix + "general\n4 4 2\n1 2\n3 2\n");
  write_graph(folder / "g.col", small_graph(true));
  EXPECT_EQ(content_of(folder / "g.col"), "p edge 4 2\ne 1 2\ne 2 3\n");
  write_graph(folder / "d.gr", small_graph(false));
  EXPECT_EQ(content_of(folder / "d.gr"), "p sp 4 2\na 1 2 1\na 3 2 1\n");
}

// Loops, edges that are there twice, isolated vertices at both ends, none at all.
TEST(GraphIoWriteText, OneBasedFormatsKeepEveryEdge) {
  TemporaryFolder const folder;
  using Edges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
  for (auto const& [vertices, edges] :
       {std::pair<std::uint32_t, Edges>{6, {{1, 1}, {1, 3}, {3, 1}, {4, 4}, {4, 4}, {1, 3}}},
        {3, {}},
        {0, {}},
        {1, {{0, 0}}}}) {
    for (bool const symmetrise : {true, false}) {
      yoke::GraphBuildOptions build;
      build.symmetrise = symmetrise;
      auto const graph = yoke_test::make_graph<std::uint32_t, std::uint32_t, Kokkos::HostSpace>(
          {"some", vertices, edges}, build);
      for (char const* name : {"g.mtx", "g.dimacs"}) {
        write_graph(folder / name, graph);
        auto const read = yoke::read_graph(folder / name, {}, build);
        EXPECT_EQ(read.kind(), graph.kind()) << name;
        EXPECT_EQ(read.vertices(), vertices) << name;
        EXPECT_EQ(arcs_of(read), arcs_of(graph)) << name;
      }
    }
  }
}

// Of names that promise what is not written.
TEST(GraphIoWriteText, NamesAreTrue) {
  TemporaryFolder const folder;
  auto const refused = [&](std::string const& name, yoke::GraphWriteOptions const& options = {}) {
    auto const said = message_of<std::invalid_argument>(
        [&] { write_graph(folder / name.c_str(), small_graph(true), options); });
    EXPECT_EQ(folder.count(), 0u) << name;
    EXPECT_EQ(said, message_of<std::invalid_argument>(
                        [&] { yoke::format_to_write(folder / name.c_str(), options); }));
    return said;
  };
  using ::testing::EndsWith;
  using ::testing::HasSubstr;
  yoke::GraphWriteOptions gapbs, list;
  gapbs.format = yoke::GraphFormat::gapbs;
  list.format = yoke::GraphFormat::edge_list;
  for (auto const& options : {yoke::GraphWriteOptions(), gapbs}) {
    EXPECT_THAT(refused("a.wsg", options), HasSubstr("promises weights"));
    EXPECT_THAT(refused("a.b.WSG", options), EndsWith("write " + (folder / "a.b.sg").string()));
  }
  for (auto const& options : {yoke::GraphWriteOptions(), list}) {
    EXPECT_THAT(refused("a.wel", options), EndsWith("write " + (folder / "a.el").string()));
  }
  for (char const* name : {"a.el.gz", "a.sg.bz2", "a.mtx.xz", "a.yoke.zst", "a.zip"}) {
    EXPECT_THAT(refused(name), HasSubstr("not written compressed")) << name;
    EXPECT_THAT(refused(name, list), HasSubstr("not written compressed")) << name;
  }
  for (char const* name : {"a.graphml", "a.gexf", "a.gml", "a.net", "a.dot", "a.json"}) {
    EXPECT_THAT(refused(name), HasSubstr("is not written")) << name;
    write_graph(folder / name, small_graph(true), list);
    EXPECT_EQ(content_of(folder / name), "0 1\n1 2\n");
    std::filesystem::remove(folder / name);
  }
}

template <class... Words>
std::string bytes_of(Words... words) {
  std::string bytes;
  (bytes.append(reinterpret_cast<char const*>(&words), sizeof words), ...);
  return bytes;
}

TEST(GraphIoWriteText, GapbsFilesAreGapbsOwn) {
  using I = std::int32_t;
  using L = std::int64_t;
  TemporaryFolder const folder;
  write_graph(folder / "g.sg", small_graph(true));
  EXPECT_EQ(content_of(folder / "g.sg"),
            bytes_of(false, L(4), L(4), L(0), L(1), L(3), L(4), L(4), I(1), I(0), I(2), I(1)));
  write_graph(folder / "d.sg", small_graph(false));
  EXPECT_EQ(content_of(folder / "d.sg"),
            bytes_of(true, L(2), L(4), L(0), L(1), L(1), L(2), L(2), I(1), I(1), L(0), L(0), L(2),
                     L(2), L(2), I(0), I(2)));
}

TEST(GraphIoWriteText, WhatAFormatCannotHoldIsRefused) {
  TemporaryFolder const folder;
  EXPECT_THROW(write_graph(folder / "g.graph", small_graph(false)), std::invalid_argument);
  EXPECT_THROW(write_graph(folder / "g.el.gz", small_graph(true)), std::invalid_argument);
  auto const looped = yoke_test::make_graph<std::uint32_t, std::uint32_t, Kokkos::HostSpace>(
      {"loop", 3, {{0, 1}, {2, 2}}});
  try {
    write_graph(folder / "g.graph", looped);
    ADD_FAILURE() << "a loop was written";
  } catch (yoke::InvalidInput const& error) {
    EXPECT_EQ(error.index(), 2u);
  }
  EXPECT_EQ(folder.count(), 0u);
}

TEST(GraphIoWriteText, NothingIsLeftOfAFailedWrite) {
  TemporaryFolder const folder;
  yoke_test::write_text(folder / "g.el", "before");
  yoke::GraphWriteOptions options;
  options.progress = [](std::uint64_t, std::uint64_t) { throw std::runtime_error("enough"); };
  EXPECT_THROW(write_graph(folder / "g.el", small_graph(true), options), std::runtime_error);
  EXPECT_EQ(content_of(folder / "g.el"), "before");
  EXPECT_EQ(folder.count(), 1u);
  EXPECT_EQ(
      message_of<std::runtime_error>([&] { write_graph(folder / "none/g.el", small_graph(true)); }),
      "cannot write " + (folder / "none/g.el").string() + ": No such file or directory");
}

TEST(GraphIoWriteText, ProgressEndsWithAllArcs) {
  TemporaryFolder const folder;
  auto const graph = yoke_test::make_graph<std::uint32_t, std::uint32_t, Kokkos::HostSpace>(
      yoke_test::path_graph(100000));
  for (char const* name : {"g.el", "g.mtx", "g.gr", "g.graph", "g.sg", "g.yoke"}) {
    std::vector<std::uint64_t> told;
    yoke::GraphWriteOptions options;
    options.progress = [&](std::uint64_t done, std::uint64_t total) {
      EXPECT_EQ(total, graph.arcs());
      told.push_back(done);
    };
    write_graph(folder / name, graph, options);
    ASSERT_FALSE(told.empty());
    EXPECT_TRUE(std::ranges::is_sorted(told));
    EXPECT_EQ(told.back(), graph.arcs());
  }
}

}  // namespace
