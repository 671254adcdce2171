#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>

#include "mpi/rows.hpp"
#include "mpi/shared_file.hpp"
#include "mpi/shared_folder.hpp"
#include "mpi/support.hpp"
#include "support/file_content.hpp"
#include "support/graphs.hpp"
#include "yoke/mpi/graph_io.hpp"
#include "yoke/output_files.hpp"

// Files that ranks write their rows to, against those that one space writes.

namespace {

using yoke_test::content_of;
using yoke_test::SharedFile;
using yoke_test::SharedFolder;
using Cluster = yoke::Distributed<yoke_test::Device>;
using HostCluster = yoke::Distributed<yoke_test::Host>;

template <class Vertex, class Offset>
void expect_written(SharedFolder const& folder, yoke_test::TestGraph const& graph, bool symmetrise,
                    yoke::GraphFormat format) {
  auto const& cluster = yoke_test::cluster_of();
  HostCluster const hosts(MPI_COMM_WORLD);
  yoke::GraphBuildOptions const build{.symmetrise = symmetrise};
  auto const kind = symmetrise ? yoke::GraphKind::symmetric : yoke::GraphKind::directed;
  auto const whole = yoke_test::make_graph<Vertex, Offset, Kokkos::HostSpace>(graph, build);
  auto const expected = folder.file(".whole", [&](auto const& to) {
    yoke::write_graph(to, whole, {format, {}});
  });
  for (auto const how : yoke_test::all_cuts) {
    SCOPED_TRACE(static_cast<int>(how));
    yoke_test::Part<Vertex, Offset> const part(graph, cluster, how, build);
    yoke::DistributedGraph<Vertex, Offset, Kokkos::HostSpace> const rows(
        hosts, kind, yoke_test::view_of<Kokkos::HostSpace>(part.offsets),
        yoke_test::view_of<Kokkos::HostSpace>(part.neighbours));
    auto const path = folder.file(".parts", [](auto const& to) { std::filesystem::remove(to); });
    SharedFile file(cluster.rank(), path);
    yoke::write_graph(hosts,
                      [&](std::uint64_t begin) -> yoke::OutputFile& { return file.from(begin); },
                      rows, {format, {}});
    file.commit();
    EXPECT_TRUE(content_of(path) == content_of(expected));
  }
}

TEST(MpiWriteGraph, WritesTheFileOfOneSpace) {
  SharedFolder const folder;
  for (auto const& graph : {yoke_test::isolated_vertices(0), yoke_test::isolated_vertices(3),
                            yoke_test::path_graph(2), yoke_test::star_graph(500, 499),
                            yoke_test::loops_and_multi_edges(), yoke_test::skewed_graph(9, 4000)}) {
    SCOPED_TRACE(graph.name);
    for (bool const symmetrise : {true, false}) {
      for (auto const format : {yoke::GraphFormat::gapbs, yoke::GraphFormat::binary}) {
        expect_written<std::uint32_t, std::uint32_t>(folder, graph, symmetrise, format);
        expect_written<std::uint32_t, std::uint64_t>(folder, graph, symmetrise, format);
        expect_written<std::uint64_t, std::uint64_t>(folder, graph, symmetrise, format);
      }
    }
  }
}

TEST(MpiWriteGraph, EndsWithTheSameErrorOnAllRanks) {
  HostCluster const cluster(MPI_COMM_WORLD);
  SharedFolder const folder;
  auto const path = folder.file(".yoke", [](auto const& to) {
    yoke::write_graph(to, yoke_test::make_graph<std::uint32_t, std::uint32_t, Kokkos::HostSpace>(
                              yoke_test::path_graph(30000)));
  });
  auto const graph = yoke::read_graph(cluster, path);
  bool opened = false;
  auto const none = [&](std::uint64_t) -> yoke::OutputFile& {
    opened = true;
    throw std::logic_error("nothing is to be opened");
  };
  auto const text = yoke_test::what_is_thrown([&] {
    yoke::write_graph(cluster, none, graph, {yoke::GraphFormat::edge_list, {}});
  });
  EXPECT_NE(text.find("gapbs or binary"), std::string::npos) << text;
  auto const automatic =
      yoke_test::what_is_thrown([&] { yoke::write_graph(cluster, none, graph, {}); });
  EXPECT_EQ(automatic, text);
  EXPECT_FALSE(opened);
  // The last rank's file is full.
  yoke::OutputFiles files;
  auto const full = [&](std::uint64_t begin) -> yoke::OutputFile& {
    bool const is_last = cluster.rank() + 1 == cluster.ranks();
    return files.open_part(is_last ? "/dev/full" : "/dev/null", is_last ? 0 : begin);
  };
  auto const said = yoke_test::what_is_thrown([&] {
    yoke::write_graph(cluster, full, graph, {yoke::GraphFormat::binary, {}});
  });
  EXPECT_NE(said.find("cannot write /dev/full"), std::string::npos) << said;
  EXPECT_TRUE(yoke_test::same_on_all(said)) << said;
}

}  // namespace
