// Graphs with weights, written and read back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

#include "support/graph_files.hpp"
#include "yoke/weighted_graph_io.hpp"

namespace {

using testing::HasSubstr;
using yoke_test::GraphFiles;

template <class Weight>
using Graph = yoke::WeightedGraph<std::uint32_t, std::uint32_t, Weight, Kokkos::HostSpace>;

// 0 - 1, 1 - 2 and a fourth vertex without edges; directed as arcs 0 -> 1, 1 -> 2.
template <class Weight>
Graph<Weight> path_graph(bool symmetric, Weight first, Weight second) {
  yoke::WeightedEdgeList<std::uint32_t, Weight, Kokkos::HostSpace> edges;
  edges.vertices = 4;
  edges.from = Kokkos::View<std::uint32_t*, Kokkos::HostSpace>("from", 2);
  edges.to = Kokkos::View<std::uint32_t*, Kokkos::HostSpace>("to", 2);
  edges.weights = Kokkos::View<Weight*, Kokkos::HostSpace>("weights", 2);
  edges.to(0) = edges.from(1) = 1;
  edges.to(1) = 2;
  edges.weights(0) = first;
  edges.weights(1) = second;
  yoke::WeightedBuildOptions options;
  options.symmetrise = symmetric;
  return yoke::build_graph(Kokkos::DefaultHostExecutionSpace(), edges, options);
}

std::string content(std::filesystem::path const& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

template <class Weight>
void expect_same(Graph<Weight> const& one, Graph<Weight> const& other) {
  EXPECT_EQ(one.kind(), other.kind());
  EXPECT_EQ(one.vertices(), other.vertices());
  EXPECT_EQ(yoke_test::arcs_of(one), yoke_test::arcs_of(other));
  auto const weights = [](Graph<Weight> const& graph) {
    return std::vector<Weight>(graph.weights().data(), graph.weights().data() + graph.arcs());
  };
  EXPECT_EQ(weights(one), weights(other));
}

// Written under each name, and read again.
template <class Weight>
void expect_round_trips(std::vector<std::string> const& names, bool symmetric, Weight first,
                        Weight second) {
  GraphFiles const files;
  auto const graph = path_graph(symmetric, first, second);
  yoke::GraphWriteOptions with_header;
  with_header.header = true;
  yoke::WeightedBuildOptions as_it_is;
  as_it_is.symmetrise = false;
  for (auto const& name : names) {
    SCOPED_TRACE(name);
    auto const path = files.folder() / name.c_str();
    yoke::write_graph(path, graph, with_header);
    expect_same(yoke::read_weighted_graph<Weight>(path, {}, as_it_is), graph);
  }
}

TEST(WeightedGraphIoWrite, RoundTrips) {
  for (bool const symmetric : {false, true}) {
    std::vector<std::string> const floating = {"a.mtx", "a.gr",  "a.col",
                                               "a.wel", "a.txt", "a.yoke"};
    expect_round_trips<float>(floating, symmetric, 0.1f, -3e-30f);
    expect_round_trips<double>(floating, symmetric, 0.1, -std::numeric_limits<double>::infinity());
    auto whole = floating;
    whole.emplace_back("a.wsg");
    expect_round_trips<std::int32_t>(whole, symmetric, -7,
                                     std::numeric_limits<std::int32_t>::min());
    expect_round_trips<std::int64_t>(whole, symmetric, 7, -2000000000);
    expect_round_trips<std::int64_t>(floating, symmetric, 1,
                                     std::numeric_limits<std::int64_t>::max());
  }
  expect_round_trips<std::int32_t>({"a.graph"}, true, 3, 1);
  expect_round_trips<std::int64_t>({"a.graph"}, true, 3, std::int64_t(1) << 40);
}

TEST(WeightedGraphIoWrite, Texts) {
  GraphFiles const files;
  auto const text = [&](std::string const& name, auto const& graph) {
    auto const path = files.folder() / name.c_str();
    yoke::write_graph(path, graph);
    return content(path);
  };
  auto const edges = path_graph<std::int32_t>(true, 3, 4);
  auto const arcs = path_graph<float>(false, 0.5f, 4);
  EXPECT_EQ(text("a.mtx", edges),
            "%%MatrixMarket matrix coordinate integer symmetric\n4 4 2\n2 1 3\n3 2 4\n");
  EXPECT_EQ(text("a.mtx", arcs),
            "%%MatrixMarket matrix coordinate real general\n4 4 2\n1 2 0.5\n2 3 4\n");
  EXPECT_EQ(text("a.wel", edges), "0 1 3\n1 2 4\n");
  EXPECT_EQ(text("a.csv", arcs), "source,target,weight\n0,1,0.5\n1,2,4\n");
  EXPECT_EQ(text("a.graph", edges), "4 2 001\n2 3 \n1 3 3 4 \n2 4 \n\n");
  EXPECT_EQ(text("a.gr", arcs), "p sp 4 2\na 1 2 0.5\na 2 3 4\n");
  EXPECT_EQ(text("a.dimacs", edges),
            "c yoke: undirected, edges as two arcs\np sp 4 4\n"
            "a 1 2 3\na 2 1 3\na 2 3 4\na 3 2 4\n");
}

// Arcs by target with their weights, whether the graph has them or not.
TEST(WeightedGraphIoWrite, GapbsHasArcsByTarget) {
  GraphFiles const files;
  auto const graph = path_graph<std::int32_t>(false, 5, 6);
  auto const path = files.folder() / "a.wsg";
  yoke::write_graph(path, graph);
  auto const made = content(path);
  auto const view = [](std::vector<std::uint32_t> const& values) {
    Kokkos::View<std::uint32_t*, Kokkos::HostSpace> const words("words", values.size());
    std::copy(values.begin(), values.end(), words.data());
    return words;
  };
  auto const both = graph.with_incoming(Kokkos::DefaultHostExecutionSpace(), view({0, 0, 1, 2, 2}),
                                        view({0, 1}), graph.weights());
  yoke::write_graph(path, both);
  EXPECT_EQ(content(path), made);
  // 17 bytes of header; for each way 5 offsets, and 2 neighbours with weights.
  ASSERT_EQ(made.size(), 17u + 2 * (5 * 8 + 2 * 8));
  std::int32_t last[4];
  std::memcpy(last, made.data() + made.size() - sizeof last, sizeof last);
  EXPECT_THAT(last, testing::ElementsAre(0, 5, 1, 6));
}

TEST(WeightedGraphIoWrite, WhatAFormatLacksIsRefused) {
  GraphFiles const files;
  auto const message = [&](std::string const& name, auto const& graph,
                           yoke::GraphWriteOptions const& options = {}) -> std::string {
    try {
      yoke::write_graph(files.folder() / name.c_str(), graph, options);
    } catch (yoke::InvalidInput const& error) {
      return "arc " + std::to_string(error.index()) + ": " + error.what();
    } catch (std::invalid_argument const& error) {
      return error.what();
    }
    return "nothing thrown";
  };
  auto const floating = path_graph<double>(true, 1, 2);
  EXPECT_THAT(message("a.sg", path_graph<std::int32_t>(true, 1, 2)),
              HasSubstr("promises no weights, which the graph has: write"));
  EXPECT_THAT(message("a.el", floating), HasSubstr("a.wel"));
  EXPECT_THAT(message("a.wsg", floating), HasSubstr(".wsg files hold whole weights"));
  EXPECT_THAT(message("a.graph", floating), HasSubstr("METIS files hold whole weights"));
  EXPECT_THAT(message("a.graph", path_graph<std::int32_t>(true, 1, 0)),
              HasSubstr("arc 2: yoke::write_graph: METIS files hold weights from 1 up, and "
                        "weights(2) is 0"));
  EXPECT_THAT(message("a.wsg", path_graph<std::int64_t>(false, 1, std::int64_t(1) << 31)),
              HasSubstr("arc 1: yoke::write_graph: .wsg files hold weights of 32 bits, "
                        "and weights(1) is 2147483648"));
  // A graph without weights is refused under their names as before.
  yoke::Graph<std::uint32_t, std::uint32_t, Kokkos::HostSpace> const& plain = floating;
  EXPECT_THAT(message("a.wsg", plain), HasSubstr("the name promises weights"));
  EXPECT_EQ(message("a.sg", plain), "nothing thrown");
}

TEST(WeightedGraphIoWrite, TheFormatIsKnownBeforeTheGraph) {
  auto const message = [](auto const& call) -> std::string {
    try {
      call();
    } catch (std::invalid_argument const& error) {
      return error.what();
    }
    return "nothing thrown";
  };
  EXPECT_EQ(yoke::format_to_write<double>("a.wel"), yoke::GraphFormat::edge_list);
  EXPECT_EQ(yoke::format_to_write<float>("a.mtx"), yoke::GraphFormat::matrix_market);
  EXPECT_EQ(yoke::format_to_write<std::int64_t>("a.wsg"), yoke::GraphFormat::gapbs);
  EXPECT_EQ(yoke::format_to_write<double>("a.yoke"), yoke::GraphFormat::binary);
  EXPECT_EQ(yoke::format_to_write<std::int32_t>("a", {yoke::GraphFormat::metis, {}}),
            yoke::GraphFormat::metis);
  EXPECT_THAT(message([] { yoke::format_to_write<float>("a.wsg"); }), HasSubstr("whole weights"));
  EXPECT_THAT(message([] { yoke::format_to_write<double>("a.graph"); }),
              HasSubstr("whole weights"));
  EXPECT_THAT(message([] { yoke::format_to_write<float>("a.el"); }), HasSubstr("write a.wel"));
  EXPECT_THAT(message([] { yoke::format_to_write("a.wel"); }), HasSubstr("write a.el"));
  // The names that a refusal offers are not refused in their turn.
  EXPECT_THAT(message([] { yoke::format_to_write<int>("a.json"); }),
              HasSubstr("take another name (.wel, .mtx, .gr, .graph, .wsg, .yoke), or"));
  EXPECT_THAT(message([] { yoke::format_to_write<float>("a.json"); }),
              HasSubstr("take another name (.wel, .mtx, .gr, .yoke), or"));
  EXPECT_THAT(message([] { yoke::format_to_write<float>("a.sg"); }), HasSubstr("whole weights"));
  for (std::string const name : {"a.wel", "a.mtx", "a.gr", "a.yoke"}) {
    EXPECT_NO_THROW(yoke::format_to_write<int>(name)) << name;
    EXPECT_NO_THROW(yoke::format_to_write<float>(name)) << name;
  }
  EXPECT_NO_THROW(yoke::format_to_write<int>("a.graph"));
}

}  // namespace
