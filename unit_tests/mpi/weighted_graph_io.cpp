#include "yoke/mpi/weighted_graph_io.hpp"

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "mpi/shared_folder.hpp"
#include "mpi/support.hpp"
#include "support/file_content.hpp"
#include "support/graphs.hpp"
#include "support/seed.hpp"

// Rows with weights that ranks read of a file against those that one space reads of it.

namespace {

using yoke::RepeatedEdges;
using yoke::WeightedBuildOptions;
using yoke_test::Device;
using yoke_test::SharedFolder;
using yoke_test::vector_of;
using Memory = Device::memory_space;
using Cluster = yoke::Distributed<Device>;

template <class Weight>
yoke::WeightedGraph<std::uint32_t, std::uint32_t, Weight, Kokkos::HostSpace> graph_of(
    yoke_test::TestGraph const& graph, bool symmetrise) {
  std::size_t const size = graph.edges.size();
  yoke::WeightedEdgeList<std::uint32_t, Weight, Kokkos::HostSpace> edges;
  edges.vertices = graph.vertices;
  edges.from = Kokkos::View<std::uint32_t*, Kokkos::HostSpace>("from", size);
  edges.to = Kokkos::View<std::uint32_t*, Kokkos::HostSpace>("to", size);
  edges.weights = Kokkos::View<Weight*, Kokkos::HostSpace>("weights", size);
  yoke_test::GraphDice dice(yoke_test::base_seed());
  for (std::size_t e = 0; e < size; ++e) {
    edges.from(e) = graph.edges[e].first;
    edges.to(e) = graph.edges[e].second;
    edges.weights(e) = static_cast<Weight>(dice.below(2000)) - Weight(1000);
  }
  return yoke::build_graph(Kokkos::DefaultHostExecutionSpace(), edges,
                           WeightedBuildOptions{symmetrise, false, RepeatedEdges::keep});
}

template <class Weight, class Vertex, class Offset>
void expect_read(std::filesystem::path const& path, WeightedBuildOptions const& build = {},
                 bool accept_unsymmetric = false) {
  auto const& cluster = yoke_test::cluster_of();
  yoke::GraphFileReport one, own;
  yoke::GraphReadOptions options;
  options.piece_bytes = 64;
  options.accept_unsymmetric = accept_unsymmetric;
  options.report = &one;
  auto const whole = yoke::read_weighted_graph<Weight, Vertex, Offset>(path, options, build);
  options.report = &own;
  auto const read =
      yoke::read_weighted_graph<Weight, Vertex, Offset>(cluster, path, options, build);
  EXPECT_EQ(read.vertices(), whole.vertices());
  EXPECT_EQ(read.kind(), whole.kind());
  EXPECT_EQ(cluster.network().sum(read.own_arcs()), whole.arcs());
  EXPECT_EQ(cluster.network().sum(read.own_vertices()), whole.vertices());
  auto const first = whole.offsets()(read.first_vertex());
  std::vector<Offset> offsets;
  for (std::size_t v = 0; v <= read.own_vertices(); ++v) {
    offsets.push_back(whole.offsets()(read.first_vertex() + v) - first);
  }
  std::vector<Vertex> neighbours;
  std::vector<Weight> weights;
  for (Offset arc = first; arc < first + offsets.back(); ++arc) {
    neighbours.push_back(whole.neighbours()(arc));
    weights.push_back(whole.weights()(arc));
  }
  EXPECT_EQ(vector_of(read.offsets()), offsets);
  EXPECT_EQ(vector_of(read.neighbours()), neighbours);
  EXPECT_EQ(vector_of(read.weights()), weights);
  EXPECT_EQ(own.edges, one.edges);
  EXPECT_EQ(own.loops, one.loops);
  EXPECT_EQ(own.is_symmetric, one.is_symmetric);
  EXPECT_TRUE(own.notes.empty());
}

TEST(MpiReadWeightedGraph, ReadsWhatOneSpaceReads) {
  SharedFolder const folder;
  for (auto const& graph :
       {yoke_test::isolated_vertices(3), yoke_test::path_graph(2), yoke_test::star_graph(500, 499),
        yoke_test::loops_and_multi_edges(), yoke_test::skewed_graph(8, 2000)}) {
    SCOPED_TRACE(graph.name);
    for (bool const symmetric : {true, false}) {
      auto const floating = graph_of<float>(graph, symmetric);
      auto const whole = graph_of<std::int32_t>(graph, symmetric);
      auto const yoke =
          folder.file(".yoke", [&](auto const& to) { yoke::write_graph(to, floating); });
      expect_read<float, std::uint32_t, std::uint32_t>(yoke);
      expect_read<double, std::uint32_t, std::uint64_t>(yoke, {false, false, RepeatedEdges::keep});
      expect_read<std::int64_t, std::uint64_t, std::uint64_t>(yoke,
                                                              {true, true, RepeatedEdges::sum});
      auto const wsg = folder.file(".wsg", [&](auto const& to) { yoke::write_graph(to, whole); });
      if (graph.edges.empty()) continue;  // the file's size does not tell of weights
      expect_read<std::int32_t, std::uint32_t, std::uint32_t>(wsg);
      expect_read<float, std::uint32_t, std::uint32_t>(wsg, {false, false, RepeatedEdges::least});
    }
  }
}

TEST(MpiReadWeightedGraph, RefusesOnAllRanksWhatOneSpaceRefuses) {
  auto const& cluster = yoke_test::cluster_of();
  SharedFolder const folder;
  auto const refused = [&](std::filesystem::path const& path, std::string const& why) {
    auto const one = yoke_test::what_is_thrown([&] { yoke::read_weighted_graph(path); });
    auto const all = yoke_test::what_is_thrown([&] { yoke::read_weighted_graph(cluster, path); });
    EXPECT_NE(all.find(why), std::string::npos) << all;
    EXPECT_EQ(all, one);
    EXPECT_TRUE(yoke_test::same_on_all(all)) << all;
    EXPECT_THROW(yoke::read_weighted_graph(cluster, path), yoke::MalformedFile);
  };
  auto const whole = graph_of<float>(yoke_test::path_graph(9), true);
  auto const changed = [&](std::size_t arc, float weight) {
    return folder.file(".yoke", [&](auto const& to) {
      yoke::write_graph(to, whole);
      auto bytes = yoke_test::content_of(to);
      std::size_t const at = bytes.size() - (whole.arcs() - arc) * sizeof weight;
      bytes.replace(at, sizeof weight, reinterpret_cast<char const*>(&weight), sizeof weight);
      std::ofstream(to, std::ios::binary) << bytes;
    });
  };
  refused(changed(15, std::numeric_limits<float>::quiet_NaN()), "is NaN, which is no weight");
  refused(changed(3, 12345.f), "which the reverse has not");
  expect_read<float, std::uint32_t, std::uint32_t>(changed(3, 12345.f),
                                                   {false, false, RepeatedEdges::keep}, true);
  yoke::Graph<std::uint32_t, std::uint32_t, Kokkos::HostSpace> const plain = whole;
  refused(folder.file(".yoke", [&](auto const& to) { yoke::write_graph(to, plain); }),
          "the file holds no weights");
  auto const text = folder.file(".mtx", [&](auto const& to) { yoke::write_graph(to, whole); });
  auto const why = yoke_test::what_is_thrown([&] { yoke::read_weighted_graph(cluster, text); });
  EXPECT_NE(why.find("yoke::read_weighted_graph: "), std::string::npos) << why;
  EXPECT_NE(why.find("on several ranks .wsg and .yoke files are read"), std::string::npos) << why;
  EXPECT_TRUE(yoke_test::same_on_all(why)) << why;
}

}  // namespace
