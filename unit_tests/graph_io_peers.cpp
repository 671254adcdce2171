// What other programs read of the files that Yoke writes: each format's grammar once more, as
// strict as the strictest of its readers (docs/graph_files.md names them).
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/file_content.hpp"
#include "support/graph_files.hpp"
#include "support/graphs.hpp"
#include "yoke/graph_io.hpp"

namespace {

using yoke_test::arcs_of;
using yoke_test::content_of;
using yoke_test::Edges;
using yoke_test::TemporaryFolder;
using Graph = yoke::Graph<std::uint32_t, std::uint32_t, Kokkos::HostSpace>;

// Takes a text apart, and throws where it is not as it should be.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  bool at_end() const { return at_ == text_.size(); }
  bool is_next(std::string_view what) const { return text_.substr(at_).starts_with(what); }
  void take(std::string_view what) {
    if (!is_next(what)) fail("'" + std::string(what) + "' should come");
    at_ += what.size();
  }
  std::uint64_t number() {
    std::uint64_t value = 0;
    std::size_t const begin = at_;
    while (!at_end() && std::isdigit(static_cast<unsigned char>(text_[at_])) != 0) {
      value = 10 * value + static_cast<std::uint64_t>(text_[at_++] - '0');
    }
    if (at_ == begin || (text_[begin] == '0' && at_ != begin + 1)) fail("a number should come");
    return value;
  }
  // From 1 to a largest, as one from 0.
  std::uint64_t one_based(std::uint64_t largest) {
    std::uint64_t const value = number();
    if (value < 1 || value > largest) fail("it is not from 1 to " + std::to_string(largest));
    return value - 1;
  }
  std::string_view line() {
    auto const end = text_.find('\n', at_);
    if (end == std::string_view::npos) fail("the line should end");
    auto const line = text_.substr(at_, end - at_);
    at_ = end + 1;
    return line;
  }
  [[noreturn]] void fail(std::string const& reason) const {
    throw std::runtime_error("at byte " + std::to_string(at_) + ": " + reason);
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

// GAPBS and igraph read pairs of numbers and nothing else, in lines with whatever blanks.
Edges read_pairs(std::string const& text, std::string_view separator) {
  Edges edges;
  for (Scanner scan(text); !scan.at_end(); scan.take("\n")) {
    std::uint64_t const u = scan.number();
    scan.take(separator);
    edges.emplace_back(u, scan.number());
  }
  return edges;
}

// pandas takes the first line of a table for the names of its columns.
Edges read_table(std::string const& text, std::string const& separator) {
  if (text.empty()) return {};
  Scanner scan(text);
  scan.take("source" + separator + "target\n");
  return read_pairs(text.substr(text.find('\n') + 1), separator);
}

// NIST's grammar of coordinate patterns; of a symmetric one, only the lower triangle is stored.
Edges read_matrix(std::string const& text, std::uint64_t vertices, bool symmetric) {
  Scanner scan(text);
  scan.take("%%MatrixMarket matrix coordinate pattern ");
  scan.take(symmetric ? "symmetric\n" : "general\n");
  std::uint64_t const rows = scan.number();
  scan.take(" ");
  std::uint64_t const columns = scan.number();
  if (rows != vertices || columns != vertices) scan.fail("the matrix should be the graph's");
  scan.take(" ");
  std::uint64_t const entries = scan.number();
  scan.take("\n");
  Edges edges;
  for (std::uint64_t i = 0; i < entries; ++i) {
    std::uint64_t const row = scan.one_based(rows);
    scan.take(" ");
    std::uint64_t const column = scan.one_based(columns);
    scan.take("\n");
    if (symmetric && column > row) scan.fail("above the diagonal");
    edges.emplace_back(symmetric ? column : row, symmetric ? row : column);
  }
  if (!scan.at_end()) scan.fail("there is more than the entries");
  return edges;
}

// The header `vertices edges`, then a line a vertex. METIS's checker takes no loop and no edge
// twice, and wants each edge at both ends; GAPBS wants white space after each number of a row.
Edges read_metis(std::string const& text, std::uint64_t vertices) {
  Scanner scan(text);
  if (scan.number() != vertices) scan.fail("the vertices should be the graph's");
  scan.take(" ");
  std::uint64_t const edges = scan.number();
  scan.take("\n");
  Edges arcs;
  for (std::uint64_t u = 0; u < vertices; ++u) {
    for (Scanner row(scan.line()); !row.at_end(); row.take(" ")) {
      std::uint64_t const v = row.one_based(vertices);
      if (v == u) row.fail("a loop");
      arcs.emplace_back(u, v);
    }
  }
  if (!scan.at_end()) scan.fail("there is more than the vertices' lines");
  std::ranges::sort(arcs);
  if (std::ranges::adjacent_find(arcs) != arcs.end()) scan.fail("an edge is there twice");
  if (arcs.size() != 2 * edges) scan.fail("the edges should be the header's");
  Edges once;
  for (auto const& [u, v] : arcs) {
    if (!std::ranges::binary_search(arcs, std::pair(v, u))) scan.fail("an edge has one end");
    if (u < v) once.emplace_back(u, v);
  }
  return once;
}

// DIMACS' `p edge` of colourings and cliques, each edge once.
Edges read_colouring(std::string const& text, std::uint64_t vertices) {
  Scanner scan(text);
  scan.take("p edge " + std::to_string(vertices) + " ");
  std::uint64_t const edges = scan.number();
  scan.take("\n");
  Edges read;
  for (std::uint64_t i = 0; i < edges; ++i) {
    scan.take("e ");
    std::uint64_t const u = scan.one_based(vertices);
    scan.take(" ");
    read.emplace_back(u, scan.one_based(vertices));
    scan.take("\n");
  }
  if (!scan.at_end()) scan.fail("there are more edges than the header says");
  return read;
}

// `p sp` of DIMACS' shortest paths. GAPBS reads lines that begin with `a`, and skips others where
// they are no longer than 200 characters.
Edges read_arcs(std::string const& text, std::uint64_t vertices) {
  Scanner scan(text);
  while (scan.is_next("c ")) {
    if (scan.line().size() > 200) scan.fail("a long comment");
  }
  scan.take("p sp " + std::to_string(vertices) + " ");
  std::uint64_t const arcs = scan.number();
  scan.take("\n");
  Edges read;
  for (std::uint64_t i = 0; i < arcs; ++i) {
    scan.take("a ");
    std::uint64_t const u = scan.one_based(vertices);
    scan.take(" ");
    read.emplace_back(u, scan.one_based(vertices));
    scan.take(" 1\n");
  }
  if (!scan.at_end()) scan.fail("there are more arcs than the header says");
  return read;
}

Graph make(yoke_test::TestGraph const& graph, bool symmetrise, bool merge = false) {
  yoke::GraphBuildOptions build;
  build.symmetrise = symmetrise;
  build.drop_loops = build.merge_multi_edges = merge;
  return yoke_test::make_graph<std::uint32_t, std::uint32_t, Kokkos::HostSpace>(graph, build);
}

Edges sorted(Edges edges) {
  std::ranges::sort(edges);
  return edges;
}

// Of a symmetric graph each edge once, else the arcs.
Edges edges_of(Graph const& graph) {
  Edges edges = arcs_of(graph);
  if (graph.is_symmetric()) std::erase_if(edges, [](auto const& e) { return e.first > e.second; });
  return sorted(edges);
}

class GraphIoPeers : public ::testing::TestWithParam<bool> {
 protected:
  // What a graph becomes under a name.
  std::string written(Graph const& graph, char const* name, bool header = false) const {
    yoke::GraphWriteOptions options;
    options.header = header;
    write_graph(folder_ / name, graph, options);
    return content_of(folder_ / name);
  }
  TemporaryFolder const folder_;
};

TEST_P(GraphIoPeers, EdgeListsHoldEdgesAlone) {
  for (auto const& test_graph : yoke_test::test_graphs()) {
    SCOPED_TRACE(test_graph.name);
    Graph const graph = make(test_graph, GetParam());
    for (char const* name : {"g.el", "g.txt", "g"}) {
      EXPECT_EQ(sorted(read_pairs(written(graph, name), " ")), edges_of(graph));
    }
    EXPECT_EQ(sorted(read_table(written(graph, "g.csv"), ",")), edges_of(graph));
    EXPECT_EQ(sorted(read_table(written(graph, "g.tsv"), "\t")), edges_of(graph));
  }
}

TEST_P(GraphIoPeers, MatricesAreThoseOfTheStandard) {
  for (auto const& test_graph : yoke_test::test_graphs()) {
    SCOPED_TRACE(test_graph.name);
    Graph const graph = make(test_graph, GetParam());
    EXPECT_EQ(sorted(read_matrix(written(graph, "g.mtx"), graph.vertices(), GetParam())),
              edges_of(graph));
  }
}

TEST_P(GraphIoPeers, ShortestPathsHaveAllArcs) {
  for (auto const& test_graph : yoke_test::test_graphs()) {
    SCOPED_TRACE(test_graph.name);
    Graph const graph = make(test_graph, GetParam());
    EXPECT_EQ(sorted(read_arcs(written(graph, "g.gr"), graph.vertices())), sorted(arcs_of(graph)));
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, GraphIoPeers, ::testing::Bool(),
                         [](auto const& kind) { return kind.param ? "undirected" : "directed"; });

using GraphIoUndirected = GraphIoPeers;
INSTANTIATE_TEST_SUITE_P(Only, GraphIoUndirected, ::testing::Values(true));

TEST_P(GraphIoUndirected, ColouringsHaveEachEdgeOnce) {
  for (auto const& test_graph : yoke_test::test_graphs()) {
    SCOPED_TRACE(test_graph.name);
    Graph const graph = make(test_graph, true);
    for (char const* name : {"g.col", "g.clq", "g.dimacs"}) {
      EXPECT_EQ(sorted(read_colouring(written(graph, name), graph.vertices())), edges_of(graph));
    }
  }
}

TEST_P(GraphIoUndirected, MetisTakesItsFiles) {
  for (auto const& test_graph : yoke_test::test_graphs()) {
    SCOPED_TRACE(test_graph.name);
    Graph const graph = make(test_graph, true, true);
    EXPECT_EQ(read_metis(written(graph, "g.graph"), graph.vertices()), edges_of(graph));
  }
}

TEST_P(GraphIoUndirected, MetisFilesHoldNoEdgeTwice) {
  Graph const graph = make({"twice", 5, {{0, 1}, {3, 4}, {1, 2}, {4, 3}}}, true);
  try {
    written(graph, "g.graph");
    ADD_FAILURE() << "an edge was written twice";
  } catch (yoke::InvalidInput const& error) {
    EXPECT_EQ(error.index(), 3u);
    EXPECT_THAT(error.what(), ::testing::HasSubstr("vertex 3 has several to 4"));
  }
  EXPECT_EQ(folder_.count(), 0u);
}

// What the edges alone do not tell comes back by the header.
TEST_P(GraphIoPeers, ListsWithAHeaderComeBack) {
  yoke::GraphBuildOptions directed;
  directed.symmetrise = false;
  for (auto const& test_graph : yoke_test::test_graphs()) {
    Graph const graph = make(test_graph, GetParam());
    for (char const* name : {"g.el", "g.csv", "g.tsv"}) {
      SCOPED_TRACE(test_graph.name + " " + name);
      auto const text = written(graph, name, true);
      EXPECT_TRUE(text.starts_with("# yoke edge list: " + std::string(GetParam() ? "un" : "") +
                                   "directed " + std::to_string(graph.vertices()) + " vertices\n"));
      Graph const read = yoke::read_graph(folder_ / name, {}, directed);
      EXPECT_EQ(read.is_symmetric(), graph.is_symmetric());
      EXPECT_EQ(read.vertices(), graph.vertices());
      EXPECT_EQ(arcs_of(read), arcs_of(graph));
    }
  }
}

// Without it, all but isolated vertices after the last edge and the kind do.
TEST_P(GraphIoPeers, ListsWithoutAHeaderHaveTheirEdges) {
  yoke::GraphBuildOptions build;
  build.symmetrise = GetParam();
  for (auto const& test_graph : yoke_test::test_graphs()) {
    Graph const graph = make(test_graph, GetParam());
    for (char const* name : {"g.el", "g.csv", "g.tsv"}) {
      SCOPED_TRACE(test_graph.name + " " + name);
      written(graph, name);
      EXPECT_EQ(arcs_of(yoke::read_graph(folder_ / name, {}, build)), arcs_of(graph));
    }
  }
}

// Only Yoke's own comment says that arcs are edges; they must be.
TEST_P(GraphIoUndirected, ArcsThatAreNoEdgesAreNotTakenForThem) {
  auto text = written(make(yoke_test::path_graph(3), true), "g.gr");
  EXPECT_EQ(text,
            "c yoke: undirected, edges as two arcs\n"
            "p sp 3 4\na 1 2 1\na 2 1 1\na 2 3 1\na 3 2 1\n");
  text.replace(text.find("a 3 2 1"), 7, "a 2 3 1");
  yoke_test::write_text(folder_ / "g.gr", text);
  EXPECT_THAT(
      yoke_test::message_of<yoke::MalformedFile>([&] { yoke::read_graph(folder_ / "g.gr"); }),
      ::testing::HasSubstr("line 1: the comment says"));
  yoke_test::write_text(folder_ / "g.gr", text.substr(text.find('\n') + 1));
  yoke::GraphBuildOptions directed;
  directed.symmetrise = false;
  EXPECT_EQ(yoke::read_graph(folder_ / "g.gr", {}, directed).arcs(), 4u);
}

}  // namespace
