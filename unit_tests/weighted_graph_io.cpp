// Weights of graph files: what each format holds, and what cannot be kept.
#include "yoke/weighted_graph_io.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include "support/graph_files.hpp"

namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using yoke_test::GraphFiles;
using yoke_test::MalformedText;
using yoke_test::piece_sizes;

template <class Weight>
using Arcs = std::vector<std::tuple<std::uint64_t, std::uint64_t, Weight>>;

template <class Graph>
auto weighted_arcs(Graph const& graph) {
  Arcs<typename Graph::weight_type> arcs;
  for (std::size_t v = 0; v < graph.vertices(); ++v) {
    for (auto arc = graph.offsets()(v); arc < graph.offsets()(v + 1); ++arc) {
      arcs.emplace_back(v, graph.neighbours()(arc), graph.weights()(arc));
    }
  }
  return arcs;
}

template <class Weight>
struct Read {
  Arcs<Weight> arcs;
  yoke::GraphFileReport report;
};

// As it is: directed unless the file says that it is not.
constexpr yoke::WeightedBuildOptions as_it_is{.symmetrise = false};

// With every size of pieces, which must not matter.
template <class Weight>
Read<Weight> read(GraphFiles const& files, std::string const& name, std::string const& content,
                  yoke::GraphReadOptions options = {},
                  yoke::WeightedBuildOptions const& build = as_it_is) {
  auto const path = files.write(name, content);
  Read<Weight> result;
  options.report = &result.report;
  for (std::size_t const piece_bytes : piece_sizes) {
    options.piece_bytes = piece_bytes;
    auto const graph = yoke::read_weighted_graph<Weight>(path, options, build);
    auto const arcs = weighted_arcs(graph);
    if (piece_bytes != piece_sizes.front()) {
      EXPECT_EQ(arcs, result.arcs) << piece_bytes;
    }
    result.arcs = arcs;
    // It holds what it promises.
    using Graph = std::remove_const_t<decltype(graph)>;
    EXPECT_NO_THROW(Graph(Kokkos::DefaultHostExecutionSpace(), graph.kind(), graph.offsets(),
                          graph.neighbours(), graph.weights()));
  }
  return result;
}

template <class Weight>
void expect_refused(GraphFiles const& files, std::string const& name, MalformedText const& text) {
  auto const path = files.write(name, text.content);
  auto options = text.options;
  for (std::size_t const piece_bytes : piece_sizes) {
    options.piece_bytes = piece_bytes;
    try {
      yoke::read_weighted_graph<Weight>(path, options);
      ADD_FAILURE() << "was read:\n" << text.content;
    } catch (yoke::MalformedFile const& error) {
      EXPECT_EQ(error.index(), text.line) << text.content << error.what();
      EXPECT_THAT(error.reason(), HasSubstr(text.reason)) << text.content;
    }
  }
}

std::string const banner = "%%MatrixMarket matrix coordinate ";

TEST(WeightedGraphIo, MatrixMarketValues) {
  GraphFiles const files;
  std::string const entries = "3 3 3\n2 1 0.1\n3 2 -2.5e3\n3 3 1.5D+1\n";
  auto const directed = read<double>(files, "a.mtx", banner + "real general\n" + entries);
  EXPECT_EQ(directed.arcs, (Arcs<double>{{1, 0, 0.1}, {2, 1, -2500}, {2, 2, 15}}));
  EXPECT_THAT(directed.report.notes, IsEmpty());
  auto const undirected = read<float>(files, "a.mtx", banner + "real symmetric\n" + entries);
  EXPECT_EQ(undirected.arcs,
            (Arcs<float>{{0, 1, 0.1f}, {1, 0, 0.1f}, {1, 2, -2500}, {2, 1, -2500}, {2, 2, 15}}));
  auto const whole = read<std::int64_t>(files, "a.mtx",
                                        banner + "integer general\n2 2 1\n1 2 -9007199254740993\n");
  EXPECT_EQ(whole.arcs, (Arcs<std::int64_t>{{0, 1, -9007199254740993}}));
  // Both triangles, with the same values and with others.
  std::string const both = banner + "real symmetric\n2 2 2\n1 2 5\n2 1 ";
  EXPECT_EQ(read<float>(files, "a.mtx", both + "5\n").arcs, (Arcs<float>{{0, 1, 5}, {1, 0, 5}}));
  expect_refused<float>(files, "a.mtx", {both + "6\n", 2, "only once with weight"});
}

TEST(WeightedGraphIo, MatricesWithoutWeights) {
  GraphFiles const files;
  expect_refused<float>(files, "a.mtx",
                        {banner + "pattern general\n2 2 1\n1 2\n", 1,
                         "a pattern matrix has no values to be weights (yoke::read_graph reads"});
  expect_refused<float>(files, "a.mtx",
                        {banner + "complex general\n2 2 1\n1 2 1 1\n", 1, "complex numbers"});
  expect_refused<float>(files, "a.mtx",
                        {banner + "real skew-symmetric\n2 2 1\n2 1 1\n", 1, "another sign"});
}

TEST(WeightedGraphIo, OtherFieldsAreNotTakenForWeights) {
  GraphFiles const files;
  expect_refused<float>(files, "a.el", {"0,1,,99\n", 1, "should hold a weight is empty"});
  expect_refused<float>(files, "a.el", {"0;1;2,5\n", 1, "decimal point, not a comma"});
  for (std::string const text : {"0 1 5\n", "0,1,5\n", "\"0\",1,5\n"}) {
    MalformedText no_column{text, 1, "the line ends before column 4, which should hold a weight"};
    no_column.options.weight_column = "4";
    expect_refused<float>(files, "a.el", no_column);
  }
  expect_refused<float>(files, "a.el", {"0 1 2,5\n", 1, "decimal point, not a comma"});
  EXPECT_EQ(read<float>(files, "a.el", "0,1,2.5,99\n").arcs, (Arcs<float>{{0, 1, 2.5f}}));
  EXPECT_EQ(read<float>(files, "a.el", "# cost source target\n2 0 1\n").arcs,
            (Arcs<float>{{0, 1, 2}}));
}

TEST(WeightedGraphIo, WeightsThatDoNotFit) {
  GraphFiles const files;
  auto const with = [](std::string const& weight) { return "p sp 2 1\na 1 2 " + weight + "\n"; };
  auto const least = std::numeric_limits<std::int32_t>::min();
  std::vector<std::tuple<std::string, std::int32_t>> const whole = {
      {"7", 7}, {"+7", 7}, {"7.0", 7}, {"1e3", 1000}, {"-2147483648", least}, {"-0", 0}};
  for (auto const& [word, weight] : whole) {
    EXPECT_EQ(read<std::int32_t>(files, "a.gr", with(word)).arcs,
              (Arcs<std::int32_t>{{0, 1, weight}}))
        << word;
  }
  for (std::string const word : {"2147483648", "-2147483649", "1e10", "99999999999999999999"}) {
    expect_refused<std::int32_t>(files, "a.gr", {with(word), 2, "does not fit an integer of 32"});
  }
  // The last two are beyond a double too.
  for (std::string const word :
       {"9223372036854775808", "1e300", "1e400", "-1e99999999999999999999"}) {
    expect_refused<std::int64_t>(files, "a.gr", {with(word), 2, "does not fit an integer of 64"});
  }
  for (std::string const word : {"0.5", "1e-3", "0.99999999999999999999", "1e-400"}) {
    expect_refused<std::int32_t>(files, "a.gr", {with(word), 2, "is not whole"});
  }
  expect_refused<std::int64_t>(files, "a.gr", {with("4503599627370497.25"), 2, "is not whole"});
  // What a double does not hold.
  EXPECT_EQ(read<std::int64_t>(files, "a.gr", with("9007199254740993.0")).arcs,
            (Arcs<std::int64_t>{{0, 1, 9007199254740993}}));
  EXPECT_EQ(read<std::int64_t>(files, "a.gr", with("-0012.50e+16")).arcs,
            (Arcs<std::int64_t>{{0, 1, -125000000000000000}}));
  expect_refused<float>(files, "a.gr", {with("1e39"), 2, "number of 32 bits"});
  expect_refused<double>(files, "a.gr", {with("-1e999"), 2, "number of 64 bits"});
  EXPECT_EQ(read<float>(files, "a.gr", with("1e-99")).arcs, (Arcs<float>{{0, 1, 0}}));
  std::string const zeros(50, '0');
  EXPECT_EQ(read<float>(files, "a.gr", with("0." + zeros + "1e0")).arcs, (Arcs<float>{{0, 1, 0}}));
  expect_refused<float>(files, "a.gr", {with("4" + zeros + "e-1"), 2, "number of 32 bits"});
  EXPECT_EQ(read<float>(files, "a.gr", with("-inf")).arcs,
            (Arcs<float>{{0, 1, -std::numeric_limits<float>::infinity()}}));
  for (std::string const word : {"x", "1x", "0x10", "1,5", "--1", "+-1"}) {
    expect_refused<float>(files, "a.gr", {with(word), 2, "is not a number"});
    expect_refused<std::int64_t>(files, "a.gr", {with(word), 2, "is not a number"});
  }
  expect_refused<double>(files, "a.gr", {with("nan"), 2, "is NaN, which is no weight"});
  expect_refused<double>(files, "a.gr", {with(""), 2, "the line ends where a weight should be"});
}

TEST(WeightedGraphIo, Dimacs) {
  GraphFiles const files;
  EXPECT_EQ(read<std::int32_t>(files, "a.gr", "p sp 3 2\na 1 2 7\na 3 1 1\n").arcs,
            (Arcs<std::int32_t>{{0, 1, 7}, {2, 0, 1}}));
  auto const edges = read<std::int32_t>(files, "a.col", "p edge 3 2\ne 1 2 7\nn 1 4\ne 3 1 1\n");
  EXPECT_EQ(edges.arcs, (Arcs<std::int32_t>{{0, 1, 7}, {0, 2, 1}, {1, 0, 7}, {2, 0, 1}}));
  EXPECT_THAT(edges.report.notes, ElementsAre(HasSubstr("lines about vertices")));
  std::string const mark = "c yoke: undirected, edges as two arcs\np sp 2 2\na 1 2 7\na 2 1 ";
  EXPECT_EQ(read<float>(files, "a.gr", mark + "7\n").arcs, (Arcs<float>{{0, 1, 7}, {1, 0, 7}}));
  expect_refused<float>(files, "a.gr", {mark + "8\n", 1, "have different weights"});
  expect_refused<float>(files, "a.col",
                        {"p edge 2 1\ne 1 2\n", 2, "(yoke::read_graph reads a graph without"});
}

TEST(WeightedGraphIo, Metis) {
  GraphFiles const files;
  std::string const rows = "2 8 3 5\n1 8\n1 5\n";
  Arcs<std::int32_t> const arcs = {{0, 1, 8}, {0, 2, 5}, {1, 0, 8}, {2, 0, 5}};
  auto const file = read<std::int32_t>(files, "a.graph", "3 2 1\n" + rows);
  EXPECT_EQ(file.arcs, arcs);
  EXPECT_THAT(file.report.notes, IsEmpty());
  // Weights of vertices stand before them.
  auto const more = read<std::int32_t>(files, "a.graph", "3 2 011\n9 2 8 3 5\n9 1 8\n9 1 5\n");
  EXPECT_EQ(more.arcs, arcs);
  EXPECT_THAT(more.report.notes, ElementsAre(HasSubstr("the vertices' weights")));
  expect_refused<float>(files, "a.graph", {"3 2\n2 3\n1\n1\n", 1, "no weights of edges"});
  MalformedText unequal{"3 2 1\n2 8 3 5\n1 8\n1 6\n", 2,
                        "vertex 1 lists 3 with weight 5, and 3 lists 1 with another one"};
  expect_refused<float>(files, "a.graph", unequal);
  unequal.options.accept_unsymmetric = true;
  EXPECT_EQ(read<std::int32_t>(files, "a.graph", unequal.content, unequal.options).arcs,
            (Arcs<std::int32_t>{{0, 1, 8}, {0, 2, 5}, {1, 0, 8}, {2, 0, 6}}));
}

TEST(WeightedGraphIo, PlainEdgeLists) {
  GraphFiles const files;
  auto const file = read<double>(files, "a.el", "# c\n0 1 0.5\n2,1,\t7\n");
  EXPECT_EQ(file.arcs, (Arcs<double>{{0, 1, 0.5}, {2, 1, 7}}));
  EXPECT_THAT(file.report.notes, IsEmpty());
  auto const times = read<double>(files, "a.el", "0 1 0.5 99\n2 1 7 98\n");
  EXPECT_EQ(times.arcs, file.arcs);
  EXPECT_THAT(times.report.notes, ElementsAre(HasSubstr("beside its vertices and weight")));
  yoke::GraphReadOptions options;
  options.weight_column = "4";
  EXPECT_EQ(read<double>(files, "a.el", "0 1 0.5 99\n2 1 7 98\n", options).arcs,
            (Arcs<double>{{0, 1, 99}, {2, 1, 98}}));
  options.weight_column = "2";
  expect_refused<float>(files, "a.el",
                        {"0 1 5\n", 1, "weights cannot stand in the vertices' column 2", options});
  expect_refused<float>(files, "a.el", {"0 1\n", 1, "the line ends where a weight should be"});
  expect_refused<float>(files, "a.el", {"0 1 5\n1 2 x\n", 2, "weight 'x' is not a number"});
  yoke::GraphReadOptions compact;
  compact.ids = yoke::VertexIds::compact;
  EXPECT_EQ(read<float>(files, "a.el", "900 70 1\n5 900 2\n", compact).arcs,
            (Arcs<float>{{0, 2, 2}, {2, 1, 1}}));
  std::string const both = "# Undirected graph\n0 1 4\n1 0 ";
  EXPECT_EQ(read<float>(files, "a.el", both + "4\n").arcs, (Arcs<float>{{0, 1, 4}, {1, 0, 4}}));
  expect_refused<float>(files, "a.el", {both + "3\n", 2, "the undirected edge 0 - 1 is listed"});
}

TEST(WeightedGraphIo, Tables) {
  GraphFiles const files;
  Arcs<float> const arcs = {{0, 1, 2.5}, {1, 2, 4}};
  auto const known =
      read<float>(files, "a.csv", "weight,source,since,target\n2.5,0,7,1\n4,1,7,2\n");
  EXPECT_EQ(known.arcs, arcs);
  EXPECT_THAT(known.report.notes, ElementsAre(HasSubstr("not kept: 'since'")));
  EXPECT_EQ(read<float>(files, "a.el", "# weight source target\n2.5 0 1\n4 1 2\n").arcs, arcs);
  EXPECT_EQ(read<float>(files, "a.el", "# source target time weight\n0 1 9 2.5\n1 2 9 4\n").arcs,
            arcs);
  std::string const since = "source,target,since\n0,1,2.5\n1,2,4\n";
  MalformedText unknown{since, 1, "no column is known to hold weights"};
  expect_refused<float>(files, "a.csv", unknown);
  yoke::GraphReadOptions options;
  options.weight_column = "since";
  EXPECT_EQ(read<float>(files, "a.csv", since, options).arcs, arcs);
  options.weight_column = "cost";
  expect_refused<float>(files, "a.csv",
                        {since, 1, "no column is called 'cost' (options.weight_column)", options});
  expect_refused<float>(files, "a.csv", {"source,target,weight\n0,1,\n", 2, "weight is empty"});
  yoke::GraphReadOptions names;
  names.ids = yoke::VertexIds::names;
  auto const named =
      read<float>(files, "a.csv", "Ada,\"Ben, 2nd\",2.5\n\"Ben, 2nd\",Cleo,4\n", names);
  EXPECT_EQ(named.arcs, arcs);
  EXPECT_THAT(named.report.names, ElementsAre("Ada", "Ben, 2nd", "Cleo"));
}

template <class Word>
void append(std::string& bytes, Word word) {
  bytes.append(reinterpret_cast<char const*>(&word), sizeof word);
}

// As the GAP Benchmark Suite writes 0 - 1 and 1 - 2; `last` is the weight of 2 -> 1.
std::string gapbs_file(bool has_weights, std::int32_t last) {
  std::string bytes(1, '\0');
  append(bytes, std::int64_t(4));
  append(bytes, std::int64_t(3));
  for (std::int64_t const offset : {0, 1, 3, 4}) append(bytes, offset);
  std::vector<std::tuple<std::int32_t, std::int32_t>> const arcs = {
      {1, -5}, {0, -5}, {2, 6}, {1, last}};
  for (auto const& [v, weight] : arcs) {
    append(bytes, v);
    if (has_weights) append(bytes, weight);
  }
  return bytes;
}

TEST(WeightedGraphIo, Gapbs) {
  GraphFiles const files;
  auto const file = read<double>(files, "a.wsg", gapbs_file(true, 6));
  EXPECT_EQ(file.arcs, (Arcs<double>{{0, 1, -5}, {1, 0, -5}, {1, 2, 6}, {2, 1, 6}}));
  EXPECT_THAT(file.report.notes, Not(Contains(HasSubstr("weights"))));
  yoke::GraphReadOptions options;
  options.accept_unsymmetric = true;
  EXPECT_EQ(read<std::int32_t>(files, "a.wsg", gapbs_file(true, 7), options).arcs,
            (Arcs<std::int32_t>{{0, 1, -5}, {1, 0, -5}, {1, 2, 6}, {2, 1, 7}}));
  auto const message = [&](std::string const& content) -> std::string {
    try {
      yoke::read_weighted_graph<std::int64_t>(files.write("a.wsg", content));
    } catch (yoke::MalformedFile const& error) {
      return error.reason();
    }
    return "nothing thrown";
  };
  EXPECT_THAT(message(gapbs_file(true, 7)),
              HasSubstr("vertex 1 has neighbour 2 with weight 6, which the reverse has not"));
  EXPECT_THAT(message(gapbs_file(false, 6)), HasSubstr("the file holds no weights"));
}

TEST(WeightedGraphIo, RepeatedEdges) {
  GraphFiles const files;
  std::string const list = "0 1 5\n1 0 2\n0 1 4\n";
  auto const with = [&](yoke::RepeatedEdges repeated, bool symmetrise) {
    yoke::WeightedBuildOptions build;
    build.symmetrise = symmetrise;
    build.repeated = repeated;
    return read<float>(files, "a.el", list, {}, build).arcs;
  };
  EXPECT_EQ(with(yoke::RepeatedEdges::sum, false), (Arcs<float>{{0, 1, 9}, {1, 0, 2}}));
  EXPECT_EQ(with(yoke::RepeatedEdges::sum, true), (Arcs<float>{{0, 1, 11}, {1, 0, 11}}));
  EXPECT_EQ(with(yoke::RepeatedEdges::first, true), (Arcs<float>{{0, 1, 5}, {1, 0, 5}}));
  auto const ways = read<float>(files, "a.el", "0 1 5\n1 0 5\n", {}, {});
  EXPECT_EQ(ways.arcs.size(), 4u);
  EXPECT_THAT(ways.report.notes, Contains(HasSubstr("options.repeated says")));
}

TEST(WeightedGraphIo, MemoryIsBounded) {
  GraphFiles const files;
  yoke::GraphReadOptions options;
  options.memory_limit = 1000;
  std::string list;
  for (int i = 0; i < 100; ++i) list += "0 1 5\n";
  expect_refused<float>(files, "a.el", {list, 1, "memory", options});
}

}  // namespace
