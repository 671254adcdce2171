#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "mpi/rows.hpp"
#include "mpi/shared_file.hpp"
#include "mpi/shared_folder.hpp"
#include "mpi/support.hpp"
#include "support/file_content.hpp"
#include "support/graphs.hpp"
#include "support/seed.hpp"
#include "yoke/mpi/weighted_graph_io.hpp"

// Files that ranks write their rows and weights to, against those that one space writes.

namespace {

using yoke::GraphFormat;
using yoke_test::content_of;
using yoke_test::SharedFile;
using yoke_test::SharedFolder;
using yoke_test::what_is_thrown;
using HostCluster = yoke::Distributed<yoke_test::Host>;

template <class Vertex, class Offset, class Weight>
using WholeGraph = yoke::WeightedGraph<Vertex, Offset, Weight, Kokkos::HostSpace>;

// With weights of 32 bits. Repeated edges have different ones.
template <class Vertex, class Offset, class Weight>
WholeGraph<Vertex, Offset, Weight> graph_of(yoke_test::TestGraph const& graph, bool symmetrise) {
  yoke::WeightedEdgeList<Vertex, Weight, Kokkos::HostSpace> edges;
  static_cast<yoke::EdgeList<Vertex, Kokkos::HostSpace>&>(edges) =
      yoke_test::edge_list<Vertex>(graph);
  edges.weights = Kokkos::View<Weight*, Kokkos::HostSpace>("weights", graph.edges.size());
  yoke_test::GraphDice dice(yoke_test::base_seed());
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    edges.weights(e) = static_cast<Weight>(dice.below(2000)) - Weight(1000);
    if (e % 7 == 0)
      edges.weights(e) = static_cast<Weight>(std::numeric_limits<std::int32_t>::min()) + Weight(e);
  }
  return yoke::build_graph<Offset>(Kokkos::DefaultHostExecutionSpace(), edges,
                                   yoke::WeightedBuildOptions{.symmetrise = symmetrise});
}

template <class Vertex, class Offset, class Weight>
void expect_written(SharedFolder const& folder, yoke_test::TestGraph const& graph,
                    bool symmetrise) {
  HostCluster const hosts(MPI_COMM_WORLD);
  auto const whole = graph_of<Vertex, Offset, Weight>(graph, symmetrise);
  for (auto const format : {GraphFormat::gapbs, GraphFormat::binary}) {
    if (format == GraphFormat::gapbs && std::is_floating_point_v<Weight>) continue;
    auto const expected = folder.file(".whole", [&](auto const& to) {
      yoke::write_graph(to, whole, {format, {}});
    });
    for (auto const how : yoke_test::all_cuts) {
      SCOPED_TRACE(static_cast<int>(how));
      auto const rows = yoke_test::rows_of_rank(hosts, whole, how);
      auto const path = folder.file(".parts", [](auto const& to) { std::filesystem::remove(to); });
      SharedFile file(hosts.rank(), path);
      yoke::write_graph(hosts,
                        [&](std::uint64_t begin) -> yoke::OutputFile& { return file.from(begin); },
                        rows, {format, {}});
      file.commit();
      EXPECT_TRUE(content_of(path) == content_of(expected)) << static_cast<int>(format);
    }
  }
}

TEST(MpiWriteWeightedGraph, WritesTheFileOfOneSpace) {
  SharedFolder const folder;
  for (auto const& graph : {yoke_test::isolated_vertices(0), yoke_test::isolated_vertices(3),
                            yoke_test::path_graph(2), yoke_test::star_graph(200, 199),
                            yoke_test::loops_and_multi_edges(), yoke_test::skewed_graph(7, 900)}) {
    SCOPED_TRACE(graph.name);
    for (bool const symmetrise : {true, false}) {
      expect_written<std::uint32_t, std::uint32_t, float>(folder, graph, symmetrise);
      expect_written<std::uint32_t, std::uint32_t, std::int32_t>(folder, graph, symmetrise);
      expect_written<std::uint32_t, std::uint64_t, std::int64_t>(folder, graph, symmetrise);
      expect_written<std::uint64_t, std::uint64_t, double>(folder, graph, symmetrise);
    }
  }
}

TEST(MpiWriteWeightedGraph, EndsWithTheSameErrorOnAllRanks) {
  HostCluster const hosts(MPI_COMM_WORLD);
  bool opened = false;
  auto const none = [&](std::uint64_t) -> yoke::OutputFile& {
    opened = true;
    throw std::logic_error("nothing is to be opened");
  };
  auto const refused = [&](auto const& whole, GraphFormat format, std::string const& why) {
    auto const rows = yoke_test::rows_of_rank(hosts, whole, yoke_test::Cut::evenly);
    auto const text = what_is_thrown([&] { yoke::write_graph(hosts, none, rows, {format, {}}); });
    EXPECT_NE(text.find(why), std::string::npos) << text;
    EXPECT_TRUE(yoke_test::same_on_all(text)) << text;
    EXPECT_FALSE(opened);
  };
  auto const path = yoke_test::path_graph(100);
  auto const floating = graph_of<std::uint32_t, std::uint32_t, float>(path, true);
  refused(floating, GraphFormat::gapbs, ".wsg files hold whole weights");
  refused(floating, GraphFormat::dimacs, "gapbs or binary");
  refused(floating, GraphFormat::automatic, "gapbs or binary");
  // The last rank's weight.
  for (auto const kind : {yoke::GraphKind::symmetric, yoke::GraphKind::directed}) {
    Kokkos::View<std::int64_t*, Kokkos::HostSpace> const weights("weights", floating.arcs());
    weights(floating.arcs() - 1) = weights(floating.arcs() - 2) = std::int64_t(1) << 40;
    WholeGraph<std::uint32_t, std::uint32_t, std::int64_t> const wide(
        yoke::unchecked, kind, floating.offsets(), floating.neighbours(), weights);
    refused(wide, GraphFormat::gapbs, "is 1099511627776");
  }
}

TEST(MpiWriteWeightedGraph, EndsOnAllRanksWhereAFileIsFull) {
  HostCluster const hosts(MPI_COMM_WORLD);
  auto const whole =
      graph_of<std::uint32_t, std::uint32_t, float>(yoke_test::path_graph(30000), true);
  auto const rows = yoke_test::rows_of_rank(hosts, whole, yoke_test::Cut::evenly);
  // Offsets, neighbours and weights go to three stretches: one of them is full on the last rank.
  for (int const full : {0, 1, 2}) {
    yoke::OutputFiles files;
    int opened = 0;
    auto const open = [&](std::uint64_t begin) -> yoke::OutputFile& {
      bool const is_full = hosts.rank() + 1 == hosts.ranks() && opened++ == full;
      return files.open_part(is_full ? "/dev/full" : "/dev/null", is_full ? 0 : begin);
    };
    auto const said = what_is_thrown([&] {
      yoke::write_graph(hosts, open, rows, {GraphFormat::binary, {}});
    });
    EXPECT_NE(said.find("cannot write /dev/full"), std::string::npos) << said;
    EXPECT_TRUE(yoke_test::same_on_all(said)) << said;
  }
}

}  // namespace
