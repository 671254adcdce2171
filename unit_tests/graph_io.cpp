// What each text format may hold.
#include "yoke/graph_io.hpp"

#include <gtest/gtest.h>
#include <utility>

#include "support/graph_files.hpp"

namespace {

using yoke::GraphFormat;
using yoke_test::Edges;
using yoke_test::GraphFiles;

yoke::GraphReadOptions with_format(GraphFormat format) {
  yoke::GraphReadOptions options;
  options.format = format;
  return options;
}

yoke::GraphReadOptions compacted() {
  yoke::GraphReadOptions options;
  options.ids = yoke::VertexIds::compact;
  return options;
}

TEST(GraphIo, MatrixMarketGeneralMatricesAreDirected) {
  GraphFiles const files;
  auto const file = files.read("a.mtx",
                               "%%MatrixMarket matrix coordinate real general\n"
                               "% a comment\n"
                               "%\n"
                               "\n"
                               "4 4 3\n"
                               "1 2 0.5\n"
                               "\n"
                               "  4\t3   -1e-3  \n"
                               "2 2 nan");
  EXPECT_EQ(file.edges, (Edges{{0, 1}, {3, 2}, {1, 1}}));
  EXPECT_EQ(file.report.format, GraphFormat::matrix_market);
  EXPECT_FALSE(file.report.is_symmetric);
  EXPECT_EQ(file.report.vertices, 4u);
  EXPECT_EQ(file.report.loops, 1u);
  EXPECT_EQ(file.report.lines, 9u);
}

TEST(GraphIo, MatrixMarketFieldsAndSymmetries) {
  GraphFiles const files;
  struct Case {
    std::string kind, weight;
    bool is_symmetric;
  };
  for (auto const& [kind, weight, is_symmetric] :
       {Case{"pattern general", "", false}, Case{"pattern symmetric", "", true},
        Case{"integer general", " 7", false}, Case{"integer skew-symmetric", " -7", true},
        Case{"real symmetric", " 1.5D+00", true}, Case{"double general", " .5", false},
        Case{"complex general", " 1 2", false}, Case{"complex Hermitian", " 1 -2e5", true},
        Case{"COMPLEX Symmetric", "\t1  2", true}}) {
    auto const file = files.read("a.mtx", "%%MatrixMarket matrix coordinate " + kind + "\n3 3 2\n" +
                                              "2 1" + weight + "\n3 2" + weight + "\n");
    EXPECT_EQ(file.edges, (Edges{{1, 0}, {2, 1}})) << kind;
    EXPECT_EQ(file.report.is_symmetric, is_symmetric) << kind;
  }
}

TEST(GraphIo, MatrixMarketIsKnownByItsFirstBytes) {
  GraphFiles const files;
  auto const file =
      files.read("a.txt", "%%MatrixMarket Matrix Coordinate Pattern General\r\n2 2 1\r\n2 1\r\n");
  EXPECT_EQ(file.report.format, GraphFormat::matrix_market);
  EXPECT_EQ(file.edges, (Edges{{1, 0}}));
}

TEST(GraphIo, EdgeListsOfAllKinds) {
  GraphFiles const files;
  Edges const expected = {{0, 3}, {3, 3}, {5, 1}};
  for (std::string const content :
       {"0 3\n3 3\n5 1\n", "0 3\n3 3\n5 1", "0\t3\r\n3\t3\r\n5\t1\r\n", "0,3\n3,3\n5,1\n",
        "0; 3\n3 ;3\n5;1\n", " 0 , 3 , 0.25\n3, 3, 1\n5,1,2,2012-01-01\n",
        "# Nodes: 3\n% 3 3\n0 3 1.5\n\n  # within\n3 3 x\n\n5 1 2\n\n",
        "source,target\n0,3\n3,3\n5,1\n", "# c\n\"from\";\"to\";\"weight\"\n0;3;1\n3;3;1\n5;1;1\n",
        "\xef\xbb\xbf"
        "0 3\n3 3\n5 1\n",
        "0 3 # three\n3 3 #\n5 1 % one\n"}) {
    auto const file = files.read("a.csv", content);
    EXPECT_EQ(file.edges, expected) << content;
    EXPECT_EQ(file.report.vertices, 6u) << content;
    EXPECT_FALSE(file.report.is_symmetric);
    EXPECT_EQ(file.report.format, GraphFormat::edge_list);
    EXPECT_EQ(file.report.loops, 1u);
  }
}

TEST(GraphIo, EdgeListsWithoutEdges) {
  GraphFiles const files;
  for (std::string const content : {"", "\n", "# nothing\n", "\n\n% x"}) {
    auto const file = files.read("a.el", content);
    EXPECT_EQ(file.report.vertices, 0u);
    EXPECT_TRUE(file.edges.empty());
    EXPECT_EQ(yoke::read_graph(files.write("a.el", content)).vertices(), 0u);
  }
}

TEST(GraphIo, IdsAreCompactedInAscendingOrder) {
  GraphFiles const files;
  auto const near = files.read("a.txt", "7 3\n100 7\n3 64\n", compacted());
  EXPECT_EQ(near.edges, (Edges{{1, 0}, {3, 1}, {0, 2}}));
  EXPECT_EQ(near.report.ids, (std::vector<std::uint64_t>{3, 7, 64, 100}));
  EXPECT_EQ(near.report.vertices, 4u);

  auto const far = files.read("a.txt", "18446744073709551615 0\n0 4294967296\n", compacted());
  EXPECT_EQ(far.edges, (Edges{{2, 0}, {0, 1}}));
  EXPECT_EQ(far.report.ids, (std::vector<std::uint64_t>{0, 4294967296u, 18446744073709551615u}));

  auto const none = files.read("a.txt", "", compacted());
  EXPECT_EQ(none.report.vertices, 0u);
}

TEST(GraphIo, ManyIdsAreCompactedAsFew) {
  GraphFiles const files;
  std::string content;
  Edges expected;
  for (std::uint64_t e = 0; e < 2000; ++e) {
    content += std::to_string(3 * e) + " " + std::to_string(3 * e + 3) + "\n";
    expected.emplace_back(e, e + 1);
  }
  auto const file = files.read("a.txt", content, compacted());
  EXPECT_EQ(file.edges, expected);
  EXPECT_EQ(file.report.ids.size(), 2001u);
  EXPECT_EQ(file.report.ids[2000], 6000u);
}

TEST(GraphIo, SparseIdsNeedToBeAllowed) {
  GraphFiles const files;
  yoke::GraphReadOptions sparse;
  sparse.allow_sparse_ids = true;
  auto const file = files.read("a.txt", "0 4294967293\n", sparse);
  EXPECT_EQ(file.report.vertices, 4294967294u);
  auto const wide = files.read<std::uint64_t>("a.txt", "0 1000000000000\n", sparse);
  EXPECT_EQ(wide.report.vertices, 1000000000001u);
  auto const small = files.read("a.txt", "0 1000000\n");
  EXPECT_EQ(small.report.vertices, 1000001u);
  auto const isolated =
      files.read("a.mtx", "%%MatrixMarket matrix coordinate pattern general\n1000000 1000000 0\n");
  EXPECT_EQ(isolated.report.vertices, 1000000u);
}

TEST(GraphIo, MetisListsNeedNoTrailingBlankAndMayBeEmpty) {
  GraphFiles const files;
  for (std::string const content :
       {"5 4\n2 3\n1 3\n1 2 5\n\n3\n", "% c\n\n5 4 0\n2 3 \n1 3 \n% c\n1 2 5 \n\n3 ",
        "5 4 000\r\n2 3\r\n1 3\r\n1 2 5\r\n\r\n3\r\n",
        "5 4\n2 3\n1 3\n1 2 5\n  \n3\n\n \n% end\n"}) {
    auto const file = files.read("a.graph", content);
    EXPECT_EQ(file.edges, (Edges{{0, 1}, {0, 2}, {1, 2}, {2, 4}})) << content;
    EXPECT_TRUE(file.report.is_symmetric);
    EXPECT_EQ(file.report.format, GraphFormat::metis);
    EXPECT_EQ(file.report.vertices, 5u);
  }
}

TEST(GraphIo, MetisIsolatedVerticesAtTheEnd) {
  GraphFiles const files;
  for (std::string const content : {"4 1\n2\n1\n\n\n", "4 1\n2\n1\n\n", "4 1\n2\n1\n\n\n\n"}) {
    auto const file = files.read("a.metis", content);
    EXPECT_EQ(file.report.vertices, 4u);
    EXPECT_EQ(file.edges, (Edges{{0, 1}}));
  }
  EXPECT_EQ(files.read("a.graph", "0 0\n").report.vertices, 0u);
}

TEST(GraphIo, MetisWeightsAreSkipped) {
  GraphFiles const files;
  for (std::string const content :
       {"3 2 1\n2 10\n1 10 3 20\n2 20\n", "3 2 011\n7 2 10\n7 1 10 3 20\n7 2 20\n",
        "3 2 11 2\n7 7 2 10\n7 7 1 10 3 20\n7 7 2 20\n", "3 2 100\n7 2\n7 1 3\n7 2\n",
        "3 2 110 1\n7 7 2\n7 7 1 3\n7 7 2\n",
        "3 2 111 2\n9 7 7 2 1.5\n9 7 7 1 1.5 3 -2\n9 7 7 2 -2\n", "3 2 010\n7 2\n7 1 3\n7 2\n",
        "3 2 10 0\n2\n1 3\n2\n"}) {
    EXPECT_EQ(files.read("a.graph", content).edges, (Edges{{0, 1}, {1, 2}})) << content;
  }
}

TEST(GraphIo, MetisLoopsAndMultiEdges) {
  GraphFiles const files;
  auto const loop = files.read("a.graph", "2 2\n1 2\n1\n");
  EXPECT_EQ(loop.edges, (Edges{{0, 0}, {0, 1}}));
  EXPECT_EQ(loop.report.loops, 1u);
  EXPECT_EQ(files.read("a.graph", "2 2\n2 2\n1 1\n").edges, (Edges{{0, 1}, {0, 1}}));
}

TEST(GraphIo, UnsymmetricFilesAreAcceptedWhenAsked) {
  GraphFiles const files;
  yoke::GraphReadOptions options;
  options.accept_unsymmetric = true;
  auto const file = files.read("a.graph", "3 1\n2\n\n2\n", options);
  EXPECT_FALSE(file.report.is_symmetric);
  EXPECT_EQ(file.edges, (Edges{{0, 1}, {2, 1}}));
  // What is symmetric stays it.
  EXPECT_TRUE(files.read("a.graph", "2 1\n2\n1\n", options).report.is_symmetric);
}

TEST(GraphIo, Dimacs) {
  GraphFiles const files;
  auto const arcs =
      files.read("a.gr", "c comment\nc\n\np sp 3 3\nc x\na 1 2 17\na 2 1 17\na 3 3 0");
  EXPECT_EQ(arcs.edges, (Edges{{0, 1}, {1, 0}, {2, 2}}));
  EXPECT_FALSE(arcs.report.is_symmetric);
  EXPECT_EQ(arcs.report.format, GraphFormat::dimacs);

  for (std::string const kind : {"edge", "col", "clq"}) {
    auto const edges =
        files.read("a.col", "c comment\r\np " + kind + " 4 2\r\nn 1 5\r\ne 1 2\r\ne 4 1\r\n");
    EXPECT_EQ(edges.edges, (Edges{{0, 1}, {3, 0}}));
    EXPECT_TRUE(edges.report.is_symmetric);
    EXPECT_EQ(edges.report.vertices, 4u);
  }
  EXPECT_EQ(files.read("a.txt", "c by its bytes\np edge 2 1\ne 1 2\n").report.format,
            GraphFormat::dimacs);
}

TEST(GraphIo, CountsOfEdgesNeedNotBeBelieved) {
  GraphFiles const files;
  yoke::GraphReadOptions options;
  options.lenient = true;
  EXPECT_EQ(files.read("a.col", "p edge 3 7\ne 1 2\n", options).edges.size(), 1u);
  EXPECT_EQ(files.read("a.graph", "2 7\n2\n1\n", options).edges.size(), 1u);
  EXPECT_EQ(
      files.read("a.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 0\n1 2\n", options)
          .edges.size(),
      1u);
}

// Three lines each, of which a line feed or a carriage return alone ends the lines.
TEST(GraphIo, LinesEndAsOnUnixWindowsOrOldMacs) {
  GraphFiles const files;
  using Case = std::pair<std::string, std::string>;
  for (auto const& [name, unix_text] :
       {Case{"a.el", "# from to\n0 1\n\n# more\n1 2 \n2 2"},
        Case{"a.el", "from,to\n0,1\n1,2\n2,2\n"},
        Case{"a.mtx",
             "%%MatrixMarket matrix coordinate pattern general\n%\n3 3 3\n1 2\n%\n2 3\n3 3\n"},
        Case{"a.gr", "c x\np sp 3 3\na 1 2 1\na 2 3 1\nc\na 3 3 1\n"},
        Case{"a.graph", "% x\n3 3\n2\n1 3\n2 3\n"}, Case{"a.graph", "4 3\n2\n1 3\n2 3\n\n"}}) {
    auto const expected = files.read(name, unix_text);
    EXPECT_EQ(expected.edges, (Edges{{0, 1}, {1, 2}, {2, 2}})) << unix_text;
    for (std::string const end : {"\r\n", "\r"}) {
      std::string text;
      for (char const c : unix_text) text += c == '\n' ? end : std::string(1, c);
      auto const file = files.read(name, text);
      EXPECT_EQ(file.edges, expected.edges) << unix_text;
      EXPECT_EQ(file.report.vertices, expected.report.vertices) << unix_text;
      EXPECT_EQ(file.report.lines, expected.report.lines) << unix_text;
    }
  }
  // Mixed: a comment does not swallow what follows it.
  EXPECT_EQ(files.read("a.el", "# x\r0 1\r1 2\r\n2 2\n").edges, (Edges{{0, 1}, {1, 2}, {2, 2}}));
}

TEST(GraphIo, LinesThatAreSkipped) {
  GraphFiles const files;
  yoke::GraphReadOptions options;
  options.skip_lines = 2;
  EXPECT_EQ(files.read("a.el", "title\r\n5 4\r\n0 1\n", options).edges, (Edges{{0, 1}}));
  EXPECT_EQ(files.read("a.graph", "x\n\n2 1\n2\n1\n", options).edges, (Edges{{0, 1}}));
  EXPECT_TRUE(files.read("a.el", "0 1\n1 2", options).edges.empty());
  EXPECT_THROW(files.read("a.el", "0 1", options), yoke::MalformedFile);
  EXPECT_THROW(files.read("a.el", "", options), yoke::MalformedFile);
}

TEST(GraphIo, AFirstLineThatMayBeNoEdge) {
  GraphFiles const files;
  auto const hint = [&](std::string const& content, yoke::GraphReadOptions const& options = {}) {
    return files.read("a.el", content, options).report.first_edge_may_be_sizes;
  };
  EXPECT_TRUE(hint("3 2\n0 1\n1 2\n"));
  EXPECT_TRUE(hint("# sizes\n3 2\n1 3\n2 1\n"));
  EXPECT_TRUE(hint("300 2\n100 300\n200 100\n", compacted()));
  EXPECT_FALSE(hint("3 2\n0 1\n1 4\n")) << "a vertex above the number of vertices";
  EXPECT_FALSE(hint("3 2\n0 1\n1 2\n2 0\n")) << "more edges";
  EXPECT_FALSE(hint("3 2\n0 1\n"));
  EXPECT_FALSE(hint("1 0\n"));
  EXPECT_FALSE(hint("u v\n3 2\n0 1\n1 2\n")) << "columns have names";
  EXPECT_FALSE(hint("# yoke edge list: directed 4 vertices\n3 2\n0 1\n1 2\n"));
  EXPECT_FALSE(hint(""));
}

TEST(GraphIo, ALenientReaderReadsOverWhatIsTooMuch) {
  GraphFiles const files;
  yoke::GraphReadOptions lenient;
  lenient.lenient = true;
  std::string const pattern = "%%MatrixMarket matrix coordinate pattern general\n";
  Edges const edges = {{0, 1}, {1, 0}};
  EXPECT_EQ(files.read("a.col", "p edge 2 4 9\ne 1 2\ne 2 1\n", lenient).edges, (Edges{{0, 1}}));
  EXPECT_EQ(files.read("a.gr", "p sp 2 2\na 1 2 3 4\na 2 1 3\n", lenient).edges, edges);
  EXPECT_EQ(files.read("a.mtx", pattern + "2 2 2 7\n1 2 0.5\n2 1 0.5\n", lenient).edges, edges);
  EXPECT_EQ(files.read("a.graph", "2 1 0 1 7\n2\n1\n", lenient).edges, (Edges{{0, 1}}));
  EXPECT_EQ(files.read("a.el", "0 1 2 3 4 5\n1 0\n", lenient).edges, edges);
}

TEST(GraphIo, TablesThatNameTheirColumnsHaveAnyNumberOfThem) {
  GraphFiles const files;
  EXPECT_EQ(files.read("a.csv", "from,to,a,b,c,d\n0,1,1,2,3,4\n1,0,,,,\n").edges,
            (Edges{{0, 1}, {1, 0}}));
}

TEST(GraphIo, TheFormatAskedForCountsMoreThanTheName) {
  GraphFiles const files;
  EXPECT_EQ(files.read("a.mtx", "0 1\n", with_format(GraphFormat::edge_list)).edges,
            (Edges{{0, 1}}));
  EXPECT_EQ(files.read("a.txt", "2 1\n2\n1\n", with_format(GraphFormat::metis)).edges,
            (Edges{{0, 1}}));
  EXPECT_EQ(yoke::GraphFile(files.write("A.MTX", "")).format(), GraphFormat::matrix_market);
  EXPECT_EQ(yoke::GraphFile(files.write("graph", "1 2\n")).format(), GraphFormat::edge_list);
}

TEST(GraphIo, ProgressGrowsAndEndsAtTheEnd) {
  GraphFiles const files;
  std::string content;
  for (int e = 0; e < 5000; ++e) content += std::to_string(e) + " 0\n";
  auto const path = files.write("a.txt", content);
  std::vector<std::uint64_t> told;
  yoke::GraphReadOptions options;
  options.piece_bytes = 100;
  options.progress = [&](std::uint64_t done, std::uint64_t total) {
    EXPECT_EQ(total, content.size());
    told.push_back(done);
  };
  yoke::read_edges(path, options);
  ASSERT_GT(told.size(), 2u);
  EXPECT_TRUE(std::ranges::is_sorted(told));
  EXPECT_EQ(told.back(), content.size());
}

TEST(GraphIo, ProgressMayStopTheReading) {
  GraphFiles const files;
  auto const path = files.write("a.txt", "0 1\n");
  yoke::GraphReadOptions options;
  options.progress = [](std::uint64_t, std::uint64_t) { throw std::string("enough"); };
  EXPECT_THROW(yoke::read_edges(path, options), std::string);
}

TEST(GraphIo, FilesThatCannotBeRead) {
  yoke_test::TemporaryFolder const folder;
  auto const message = [](std::filesystem::path const& path) {
    return yoke_test::message_of<std::runtime_error>([&] { yoke::read_edges(path); });
  };
  EXPECT_EQ(message(folder / "none"),
            "cannot read " + (folder / "none").string() + ": No such file or directory");
  EXPECT_THAT(message(folder / ""), ::testing::EndsWith(": it is a folder"));
}

}  // namespace
