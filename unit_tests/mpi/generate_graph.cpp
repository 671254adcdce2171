#include "yoke/mpi/generate_graph.hpp"

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "mpi/support.hpp"
#include "support/seed.hpp"
#include "yoke/mpi/graph.hpp"

// The ranks' edges against those that each rank makes alone.

namespace {

using yoke_test::Device;
using yoke_test::vector_of;
using Cluster = yoke::Distributed<Device>;

std::vector<yoke::GraphShape> every_shape() {
  std::uint64_t const seed = yoke_test::base_seed();
  yoke::RmatShape rmat{.scale = 9, .edge_factor = 7.3};
  rmat.seed = seed;
  return {rmat,
          yoke::UniformShape{500, 3001, true, seed},
          yoke::UniformShape{500, 3001, false, seed},
          yoke::UniformShape{3, 1, true, seed},
          yoke::UniformShape{9, 0, false, seed},
          yoke::ProbabilityShape{700, 0.03, seed},
          yoke::ProbabilityShape{60, 0.8, seed},
          yoke::ProbabilityShape{0, 0.5, seed},
          yoke::ForestShape{1000, 7, 3, false, true, seed},
          yoke::ForestShape{5, 5, 2, false, true, seed},
          yoke::GridShape{61, 47, 0.6, true, seed},
          yoke::GridShape{3, 2, 1, false, seed},
          yoke::GridShape{0, 0, 1, false, seed}};
}

// This rank's part of `whole` begins where the ranks before it end.
template <class T, class Part, class Whole>
void expect_part(Cluster const& cluster, Part const& part, Whole const& whole) {
  auto const own = vector_of(part);
  auto const all = vector_of(whole);
  std::uint64_t const begin = cluster.network().sum_before({own.size()}).front();
  EXPECT_EQ(cluster.network().sum(own.size()), all.size());
  ASSERT_LE(begin + own.size(), all.size());
  auto const first = all.begin() + static_cast<std::ptrdiff_t>(begin);
  EXPECT_EQ(own, std::vector<T>(first, first + static_cast<std::ptrdiff_t>(own.size())));
}

template <class Vertex, class... Generator>
void expect_edges(yoke::GraphShape const& shape, Generator const&... random) {
  auto const& cluster = yoke_test::cluster_of();
  SCOPED_TRACE("shape " + std::to_string(shape.index()));
  auto const whole = yoke::generate_edges<Vertex>(Device(), shape, random...);
  auto const own = yoke::generate_edges<Vertex>(cluster, shape, random...);
  auto const sent = cluster.communication();
  EXPECT_EQ(sent.rounds, 1u);
  EXPECT_EQ(sent.bytes_sent, cluster.ranks() > 1 ? 16u : 0u);
  EXPECT_EQ(own.vertices, whole.vertices);
  expect_part<Vertex>(cluster, own.from, whole.from);
  expect_part<Vertex>(cluster, own.to, whole.to);
}

TEST(MpiGenerateEdges, MakesTheEdgesOfOneSpace) {
  for (auto const& shape : every_shape()) {
    expect_edges<std::uint32_t>(shape);
    expect_edges<std::int64_t>(shape);
    expect_edges<std::uint32_t>(shape, yoke::Threefry(yoke_test::base_seed()));
  }
}

// Each has its share of edges that are numbered beforehand.
TEST(MpiGenerateEdges, SharesEdgesOutEvenly) {
  Cluster const cluster(MPI_COMM_WORLD);
  auto const own = yoke::generate_edges(cluster, yoke::UniformShape{500, 3001, true, 1});
  auto const p = static_cast<std::size_t>(cluster.ranks());
  EXPECT_GE(own.edges(), 3001 / p);
  EXPECT_LE(own.edges(), 3001 / p + 1);
}

TEST(MpiGenerateEdges, MakesOneGraphForAnyNumberOfRanks) {
  Cluster const cluster(MPI_COMM_WORLD);
  for (auto const& shape : every_shape()) {
    auto const whole = yoke::build_graph(Device(), yoke::generate_edges(Device(), shape));
    auto const own = yoke::build_graph(cluster, yoke::generate_edges(cluster, shape));
    expect_part<std::uint32_t>(cluster, own.neighbours(), whole.neighbours());
    // Of the whole graph, the arcs before this rank's are in the offsets.
    auto const offsets = vector_of(whole.offsets());
    std::vector<std::uint32_t> expected;
    for (std::size_t v = 0; v <= own.own_vertices(); ++v) {
      expected.push_back(offsets[own.first_vertex() + v] - offsets[own.first_vertex()]);
    }
    EXPECT_EQ(vector_of(own.offsets()), expected);
  }
}

TEST(MpiGenerateEdgesOfBadInput, EndsWithOneErrorOnAllRanks) {
  Cluster const cluster(MPI_COMM_WORLD);
  bool const is_last = cluster.rank() + 1 == cluster.ranks();
  auto const refused = [&](yoke::GraphShape const& shape, std::string const& why) {
    auto const text = yoke_test::what_is_thrown([&] { yoke::generate_edges(cluster, shape); });
    EXPECT_NE(text.find(why), std::string::npos) << text;
    EXPECT_TRUE(yoke_test::same_on_all(text)) << text;
    EXPECT_THROW(yoke::generate_edges(cluster, shape), std::invalid_argument);
  };
  refused(yoke::UniformShape{3, 4, true, 1}, "edges");
  refused(yoke::UniformShape{std::uint64_t(1) << 33, 4, false, 1}, "too small for 8589934592");
  if (cluster.ranks() == 1) return;
  auto const differ = [&](std::string const& what, std::string const& first,
                          std::string const& last) {
    return yoke_test::differ(cluster, "yoke::generate_edges: shape." + what, first, last);
  };
  refused(yoke::UniformShape{30, 4, true, is_last},
          yoke_test::differ(cluster, "yoke::generate_edges: the generator"));
  refused(yoke::UniformShape{30, 4, is_last, 1}, differ("distinct", "false", "true"));
  refused(yoke::GridShape{30, 4u + is_last, 1, false, 1}, differ("height", "4", "5"));
  refused(yoke::ProbabilityShape{30, is_last ? 0.5 : 0.25, 1},
          differ("probability", "0.25", "0.5"));
  refused(yoke::ForestShape{30, 4, 2u + is_last, false, true, 1}, differ("children", "2", "3"));
  yoke::RmatShape rmat{.scale = 5};
  rmat.shuffle_labels = is_last;
  refused(rmat, differ("shuffle_labels", "false", "true"));
  refused(is_last ? yoke::GraphShape(yoke::GridShape{5, 5, 1, false, 1})
                  : yoke::GraphShape(yoke::UniformShape{5, 5, true, 1}),
          "all ranks must make the same call: rank 0 calls yoke::generate_edges of std::uint32_t "
          "of a yoke::UniformShape, rank ");
}

}  // namespace
