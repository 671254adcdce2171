// What other programs write, read as they mean it, or with a note that says what was not.
#include <gtest/gtest.h>

#include <cstring>
#include <utility>

#include "support/graph_files.hpp"
#include "yoke/graph_io.hpp"

namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using yoke_test::Edges;
using yoke_test::expect_malformed;
using yoke_test::GraphFiles;

std::string const pattern = "%%MatrixMarket matrix coordinate pattern ";

TEST(GraphIoForeign, UndirectedEdgesAtBothEndsAreReadOnce) {
  GraphFiles const files;
  for (auto const& [name, content] : std::vector<std::pair<std::string, std::string>>{
           {"a.col", "p edge 3 4\ne 1 2\ne 2 1\ne 2 3\ne 3 2\n"},
           {"a.col", "p col 3 2\ne 2 1\ne 3 2\ne 1 2\ne 2 3\n"},
           {"a.mtx", pattern + "symmetric\n3 3 4\n1 2\n2 1\n2 3\n3 2\n"},
           {"a.el", "# yoke edge list: undirected 3 vertices\n1 0\n0 1\n1 2\n2 1\n"},
           {"a.txt", "# Undirected graph: x.txt\n0 1\n1 0\n1 2\n2 1\n"},
           {"a.csv",
            "Source,Target,Type\n0,1,Undirected\n1,0,Undirected\n1,2,Undirected\n"
            "2,1,Undirected\n"}}) {
    auto const file = files.read(name, content);
    EXPECT_EQ(file.edges, (Edges{{0, 1}, {1, 2}})) << content;
    EXPECT_TRUE(file.report.is_symmetric);
    EXPECT_THAT(file.report.notes, ElementsAre(HasSubstr("at both ends, and was read once")));
    EXPECT_EQ(yoke::read_graph(files.write(name, content)).arcs(), 4u);
  }
  // A loop has one end, and equal edges stay as many.
  auto const loops = files.read("a.col", "p edge 3 5\ne 1 2\ne 2 1\ne 2 2\ne 1 2\ne 2 1\n");
  EXPECT_EQ(loops.edges, (Edges{{0, 1}, {1, 1}, {0, 1}}));
  EXPECT_EQ(loops.report.loops, 1u);
  // One way or the other, but not both.
  for (std::string const content :
       {"p edge 3 3\ne 1 2\ne 3 2\ne 1 3\n", "p edge 3 2\ne 1 2\ne 3 2\n", "p edge 3 1\ne 1 1\n"}) {
    EXPECT_THAT(files.read("a.col", content).report.notes, IsEmpty()) << content;
  }
}

TEST(GraphIoForeign, ANoteSaysHowManyEdgesWereReadTwice) {
  GraphFiles const files;
  for (auto const& [name, content] : std::vector<std::pair<std::string, std::string>>{
           {"a.col", "p edge 4 5\ne 1 2\ne 2 1\ne 2 3\ne 3 2\ne 4 1\n"},
           {"a.mtx", pattern + "symmetric\n4 4 5\n1 2\n2 1\n2 3\n3 2\n1 4\n"}}) {
    auto const file = files.read(name, content);
    EXPECT_EQ(file.edges.size(), 5u);
    EXPECT_THAT(
        file.report.notes,
        ElementsAre(HasSubstr("2 undirected edges are listed at both ends, and were read twice")));
    EXPECT_THAT(file.report.notes, ElementsAre(HasSubstr("options.merge_multi_edges")));
  }
}

TEST(GraphIoForeign, ANoteSaysThatSymmetrisingDoublesEdges) {
  GraphFiles const files;
  auto const notes = [&](char const* name, std::string const& content,
                         yoke::GraphBuildOptions const& build) {
    yoke::GraphFileReport report;
    yoke::GraphReadOptions options;
    options.report = &report;
    yoke::read_graph(files.write(name, content), options, build);
    return report.notes;
  };
  yoke::GraphBuildOptions directed, merged;
  directed.symmetrise = false;
  merged.merge_multi_edges = true;
  for (auto const& [name, content] : std::vector<std::pair<char const*, std::string>>{
           {"a.el", "0 1\n2 1\n1 2\n1 0\n"},
           {"a.gr", "p sp 3 4\na 1 2 1\na 3 2 1\na 2 3 1\na 2 1 1\n"},
           {"a.mtx", pattern + "general\n3 3 4\n1 2\n3 2\n2 3\n2 1\n"}}) {
    EXPECT_THAT(notes(name, content, {}), ElementsAre(HasSubstr("listed in both directions")));
    EXPECT_THAT(notes(name, content, directed), IsEmpty());
    EXPECT_THAT(notes(name, content, merged), IsEmpty());
  }
  // The sums agree and the arcs do not.
  EXPECT_THAT(notes("a.el", "0 1\n2 1\n1 2\n", {}), IsEmpty());
  EXPECT_THAT(notes("a.el", "0 1\n2 3\n3 2\n1 0\n0 3\n3 0\n1 1\n", {}),
              Contains(HasSubstr("both")));
  EXPECT_THAT(notes("a.el", "0 3\n3 1\n1 0\n", {}), IsEmpty());
  EXPECT_THAT(notes("a.el", "1 1\n2 2\n", {}), IsEmpty());
}

TEST(GraphIoForeign, WeightsAreSaidToBeLeftOut) {
  GraphFiles const files;
  std::string const real = "%%MatrixMarket matrix coordinate real general\n";
  for (auto const& [name, content] :
       std::vector<std::pair<std::string, std::string>>{{"a.mtx", real + "2 2 1\n1 2 0.5\n"},
                                                        {"a.gr", "p sp 2 1\na 1 2 7\n"},
                                                        {"a.graph", "2 1 1\n2 5\n1 5\n"},
                                                        {"a.graph", "2 1 011\n3 2 5\n3 1 5\n"},
                                                        {"a.graph", "2 1 10\n3 2\n3 1\n"},
                                                        {"a.col", "p edge 2 1\nn 1 5\ne 1 2\n"},
                                                        {"a.el", "0 1 0.5\n"},
                                                        {"a.el", "0,1,5,1234567890\n"},
                                                        {"a.el", "0 1 {'weight': 1}\n"},
                                                        {"a.el", "0 1 \"x\"\n"}}) {
    EXPECT_THAT(files.read(name, content).report.notes, Contains(HasSubstr("not kept"))) << content;
  }
  for (auto const& [name, content] : std::vector<std::pair<std::string, std::string>>{
           {"a.mtx", pattern + "general\n2 2 1\n1 2\n"},
           {"a.gr", "p sp 2 1\na 1 2 1\n"},
           {"a.graph", "2 1 000\n2\n1\n"},
           {"a.el", "0 1 {}\n"},
           {"a.el", "0 1 # five\n"}}) {
    EXPECT_THAT(files.read(name, content).report.notes, IsEmpty()) << content;
  }
}

TEST(GraphIoForeign, MatrixMarketBannersOfOthers) {
  GraphFiles const files;
  std::string const rest = "matrix coordinate pattern general\n2 2 1\n1 2\n";
  for (std::string const name : {"a.mtx", "a.txt"}) {
    auto const marked = files.read(name, "\xef\xbb\xbf%%MatrixMarket " + rest);
    EXPECT_EQ(marked.edges, (Edges{{0, 1}}));
    EXPECT_EQ(marked.report.format, yoke::GraphFormat::matrix_market);
    EXPECT_THAT(marked.report.notes, IsEmpty());
    auto const shortened = files.read(name, "%MatrixMarket " + rest);
    EXPECT_EQ(shortened.edges, (Edges{{0, 1}}));
    EXPECT_EQ(shortened.report.format, yoke::GraphFormat::matrix_market);
    EXPECT_THAT(shortened.report.notes, ElementsAre(HasSubstr("one %")));
  }
  // A byte order mark stands before any text.
  EXPECT_EQ(files.read("a.col", "\xef\xbb\xbfp edge 2 1\ne 1 2\n").edges, (Edges{{0, 1}}));
  EXPECT_EQ(files.read("a.txt", "\xef\xbb\xbfp edge 2 1\ne 1 2\n").edges, (Edges{{0, 1}}));
  EXPECT_EQ(files
                .read("a.graph",
                      "\xef\xbb\xbf"
                      "2 1\n2\n1\n")
                .edges,
            (Edges{{0, 1}}));
}

TEST(GraphIoForeign, SkewSymmetricMatricesMayStoreTheZerosOfTheirDiagonal) {
  GraphFiles const files;
  std::string const banner = "%%MatrixMarket matrix coordinate ";
  for (std::string const zero : {"0", "0.0", "-0", "0e5", "0.000D+00", "+.0"}) {
    auto const file = files.read(
        "a.mtx", banner + "real skew-symmetric\n3 3 3\n1 1 " + zero + "\n2 1 5\n3 3 0\n");
    EXPECT_EQ(file.edges, (Edges{{1, 0}}));
    EXPECT_EQ(file.report.loops, 0u);
    EXPECT_THAT(file.report.notes, Contains(HasSubstr("2 zeros on the diagonal")));
  }
  EXPECT_TRUE(
      files.read("a.mtx", banner + "complex skew-symmetric\n1 1 1\n1 1 0 0\n").edges.empty());
  for (std::string const entry : {"1e0", "0.01", "nan", "-", "d", "."}) {
    expect_malformed(files, "a.mtx",
                     {banner + "real skew-symmetric\n3 3 1\n1 1 " + entry + "\n", 3, "diagonal"});
  }
  expect_malformed(files, "a.mtx",
                   {banner + "complex skew-symmetric\n1 1 1\n1 1 0 1\n", 3, "diagonal"});
  expect_malformed(files, "a.mtx", {pattern + "skew-symmetric\n3 3 1\n1 1\n", 3, "diagonal"});
}

template <class Word>
void append(std::string& bytes, Word word) {
  bytes.append(reinterpret_cast<char const*>(&word), sizeof word);
}

// As the GAP Benchmark Suite writes 0 - 1, 1 - 2, with weights or without.
std::string gapbs_file(bool directed, bool weighted) {
  std::string bytes(1, directed ? '\1' : '\0');
  append(bytes, std::int64_t(directed ? 2 : 4));
  append(bytes, std::int64_t(3));
  using Rows = std::vector<std::vector<std::int32_t>>;
  Rows const both = {{1}, {0, 2}, {1}}, out = {{1}, {2}, {}}, in = {{}, {0}, {1}};
  for (auto const& rows : directed ? std::vector<Rows>{out, in} : std::vector<Rows>{both}) {
    std::int64_t offset = 0;
    append(bytes, offset);
    for (auto const& row : rows) append(bytes, offset += std::int64_t(row.size()));
    for (auto const& row : rows) {
      for (std::int32_t const v : row) {
        append(bytes, v);
        if (weighted) append(bytes, std::int32_t(77));
      }
    }
  }
  return bytes;
}

TEST(GraphIoForeign, WeightedFilesOfGapbs) {
  GraphFiles const files;
  for (bool const directed : {false, true}) {
    // Known by their first bytes too, as from standard input.
    for (std::string const name : {"a.wsg", "a.sg", "standard input"}) {
      auto const file = files.read(name, gapbs_file(directed, true));
      EXPECT_EQ(file.report.format, yoke::GraphFormat::gapbs);
      EXPECT_EQ(file.edges, (Edges{{0, 1}, {1, 2}}));
      EXPECT_EQ(file.report.is_symmetric, !directed);
      EXPECT_THAT(file.report.notes, ElementsAre(HasSubstr("weights were not kept")));
      yoke::GraphFileReport report;
      yoke::GraphReadOptions options;
      options.report = &report;
      yoke::GraphBuildOptions as_it_is;
      as_it_is.symmetrise = false;
      auto const graph =
          yoke::read_graph(files.write(name, gapbs_file(directed, true)), options, as_it_is);
      EXPECT_EQ(graph.arcs(), directed ? 2u : 4u);
      EXPECT_EQ(graph.neighbours()(0), 1u);
      EXPECT_THAT(report.notes, ElementsAre(HasSubstr("weights were not kept")));

      auto const plain = files.read(name, gapbs_file(directed, false));
      EXPECT_EQ(plain.report.format, yoke::GraphFormat::gapbs);
      EXPECT_EQ(plain.edges, (Edges{{0, 1}, {1, 2}}));
      EXPECT_THAT(plain.report.notes, IsEmpty());
    }
  }
}

TEST(GraphIoForeign, IdsMayBeginAtOne) {
  GraphFiles const files;
  yoke::GraphReadOptions from_one;
  from_one.base = 1;
  auto const file = files.read("a.el", "1 2\n3 1\n", from_one);
  EXPECT_EQ(file.edges, (Edges{{0, 1}, {2, 0}}));
  EXPECT_EQ(file.report.vertices, 3u);
  EXPECT_EQ(files.read("a.csv", "id,source,target\n0,1,2\n", from_one).edges, (Edges{{0, 1}}));
  expect_malformed(files, "a.el", {"1 2\n2 0\n", 2, "vertex 0 is below 1", from_one});
  expect_malformed(files, "a.el", {"1 2\n2 0\n", 2, "options.base", from_one});
  yoke::GraphReadOptions too_large;
  too_large.base = 9;
  std::string const bipartite = "% bip unweighted\n% 1 4 4\n3 1\n";
  expect_malformed(files, "bip.el", {bipartite, 1, "options.base is 9", too_large});
  // An id below such a base would wrap to a vertex.
  too_large.base = ~std::uint64_t(0);
  auto const beyond = files.write("a.el", "10 11\n");
  EXPECT_THROW(yoke::read_edges(beyond, too_large), std::invalid_argument);
  for (auto const ids : {yoke::VertexIds::compact, yoke::VertexIds::names}) {
    auto options = from_one;
    options.ids = ids;
    EXPECT_THROW(yoke::read_edges(files.write("a.el", "1 2\n"), options), std::invalid_argument);
  }
}

TEST(GraphIoForeign, ANoteSaysWhereIdsSeemToBeginAtOne) {
  GraphFiles const files;
  auto const is_noted = [&](std::string const& content,
                            yoke::GraphReadOptions const& options = {}) {
    auto const notes = files.read("a.el", content, options).report.notes;
    return std::ranges::any_of(
        notes, [](std::string const& note) { return note.find("options.base") != note.npos; });
  };
  yoke::GraphReadOptions skip, base;
  skip.skip_lines = base.skip_lines = 1;
  base.base = 1;
  EXPECT_TRUE(is_noted("3 2\n1 3\n2 1\n"));
  EXPECT_TRUE(is_noted("3 2\n1 3\n2 1\n", skip));
  EXPECT_FALSE(is_noted("3 2\n1 3\n2 1\n", base));
  EXPECT_TRUE(is_noted("# Nodes: 3 Edges: 2\n1 3\n2 1\n"));
  EXPECT_TRUE(is_noted("% sym unweighted\n% 2 3 3\n1 3\n2 1\n"));
  EXPECT_FALSE(is_noted("# Nodes: 4 Edges: 3\n1 3\n2 1\n0 1\n"));
  EXPECT_FALSE(is_noted("# Nodes: 4 Edges: 3\n1 3\n2 1\n0 3\n"));
  EXPECT_FALSE(is_noted("3 2\n0 2\n2 1\n"));
  EXPECT_FALSE(is_noted("1 3\n2 1\n"));
  EXPECT_FALSE(is_noted("# yoke edge list: directed 3 vertices\n1 2\n"));
}

TEST(GraphIoForeign, KonectsHeaders) {
  GraphFiles const files;
  EXPECT_TRUE(files.read("out.x", "% sym unweighted\n1 2\n2 3\n").report.is_symmetric);
  EXPECT_FALSE(files.read("out.x", "% asym positive\n1 2\n2 3\n").report.is_symmetric);
  EXPECT_FALSE(files.read("out.x", "% symbols\n1 2\n2 3\n").report.is_symmetric);
  // Each column counts its own vertices.
  std::string const sides = "% bip unweighted\n% 3 2 3\n1 1\n2 2\n2 3\n";
  auto const kept = files.read("out.x", sides);
  EXPECT_TRUE(kept.report.is_symmetric);
  EXPECT_EQ(kept.edges, (Edges{{1, 3}, {2, 4}, {2, 5}}));
  EXPECT_THAT(kept.report.notes, ElementsAre(HasSubstr("bipartite")));
  yoke::GraphReadOptions options;
  options.base = 1;
  EXPECT_EQ(files.read("out.x", sides, options).edges, (Edges{{0, 2}, {1, 3}, {1, 4}}));
  options = {};
  options.ids = yoke::VertexIds::compact;
  EXPECT_EQ(files.read("out.x", sides, options).edges, (Edges{{0, 2}, {1, 3}, {1, 4}}));
  expect_malformed(files, "out.x", {"% bip weighted\n1 1 5\n", 1, "bipartite"});
  expect_malformed(files, "out.x",
                   {"% bip unweighted\n% 1 2 3\n3 1\n", 3, "the first column has 2"});
  // No sum wraps.
  std::string const wraps = "% bip unweighted\n% 1 2 3\n1 18446744073709551615\n";
  expect_malformed(files, "out.x", {wraps, 3, "is too large"});
  expect_malformed<std::uint64_t>(files, "out.x", {wraps, 3, "is too large"});
  expect_malformed(files, "out.x", {wraps, 3, "is too large", options});
  expect_malformed(files, "out.x",
                   {"% bip unweighted\n% 1 18446744073709551615 3\n1 1\n", 1, "no second column"});
  options.ids = yoke::VertexIds::names;
  expect_malformed(files, "out.x", {sides, 1, "bipartite", options});
}

TEST(GraphIoForeign, OfIdsThatAreTooLargeTheWayThatWorksIsNamed) {
  GraphFiles const files;
  yoke::GraphReadOptions compact, names;
  compact.ids = yoke::VertexIds::compact;
  names.ids = yoke::VertexIds::names;
  std::string const far = "1 1152921504606846976\n", farther = "1 18446744073709551616\n";
  auto const reason = [&](auto vertex, std::string const& content) {
    try {
      yoke::read_edges<decltype(vertex)>(files.write("a.el", content));
    } catch (yoke::MalformedFile const& error) {
      return error.reason();
    }
    return std::string();
  };
  EXPECT_THAT(reason(std::uint32_t(), far), HasSubstr("options.ids"));
  EXPECT_THAT(reason(std::uint32_t(), far), ::testing::Not(HasSubstr("64-bit Vertex")));
  EXPECT_THAT(reason(std::uint64_t(), far), HasSubstr("options.ids"));
  EXPECT_EQ(files.read("a.el", far, compact).report.vertices, 2u);
  EXPECT_THAT(reason(std::uint64_t(), farther), HasSubstr("VertexIds::names"));
  EXPECT_EQ(files.read("a.el", farther, names).report.vertices, 2u);
  // Where a wider vertex is not enough, the option that it takes as well is named.
  EXPECT_THAT(reason(std::uint32_t(), "1 5000000000\n"),
              HasSubstr("a 64-bit Vertex takes more with options.allow_sparse_ids"));
}

}  // namespace
