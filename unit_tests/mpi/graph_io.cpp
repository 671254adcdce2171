#include "yoke/mpi/graph_io.hpp"

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "mpi/shared_folder.hpp"
#include "mpi/support.hpp"
#include "support/graphs.hpp"

// Rows that ranks read of a file against what one space reads of it.

namespace {

using yoke::GraphBuildOptions;
using yoke_test::Device;
using yoke_test::SharedFolder;
using yoke_test::vector_of;
using Memory = Device::memory_space;
using Cluster = yoke::Distributed<Device>;

template <class Vertex, class Offset>
void expect_read(Cluster const& cluster, std::filesystem::path const& path,
                 GraphBuildOptions const& build = {}, bool accept_unsymmetric = false) {
  yoke::GraphFileReport one, own;
  yoke::GraphReadOptions options;
  options.accept_unsymmetric = accept_unsymmetric;
  options.piece_bytes = 64;
  options.report = &one;
  auto const whole = yoke::read_graph<Vertex, Offset>(path, options, build);
  options.report = &own;
  auto const read = yoke::read_graph<Vertex, Offset>(cluster, path, options, build);
  EXPECT_EQ(read.vertices(), whole.vertices());
  EXPECT_EQ(read.kind(), whole.kind());
  EXPECT_EQ(cluster.network().sum(read.own_arcs()), whole.arcs());
  EXPECT_EQ(cluster.network().sum(read.own_vertices()), whole.vertices());
  auto const first = whole.offsets()(read.first_vertex());
  std::vector<Offset> offsets;
  for (std::size_t v = 0; v <= read.own_vertices(); ++v) {
    offsets.push_back(whole.offsets()(read.first_vertex() + v) - first);
  }
  EXPECT_EQ(vector_of(read.offsets()), offsets);
  std::vector<Vertex> neighbours;
  for (Offset arc = 0; arc < offsets.back(); ++arc) {
    neighbours.push_back(whole.neighbours()(first + arc));
  }
  EXPECT_EQ(vector_of(read.neighbours()), neighbours);
  EXPECT_EQ(own.format, one.format);
  EXPECT_EQ(own.bytes, one.bytes);
  EXPECT_EQ(own.vertices, one.vertices);
  EXPECT_EQ(own.edges, one.edges);
  EXPECT_EQ(own.loops, one.loops);
  EXPECT_EQ(own.is_symmetric, one.is_symmetric);
}

TEST(MpiReadGraph, ReadsWhatOneSpaceReads) {
  Cluster const cluster(MPI_COMM_WORLD);
  SharedFolder const folder;
  for (auto const& graph : {yoke_test::isolated_vertices(0), yoke_test::isolated_vertices(3),
                            yoke_test::path_graph(2), yoke_test::star_graph(500, 499),
                            yoke_test::loops_and_multi_edges(), yoke_test::skewed_graph(9, 4000)}) {
    SCOPED_TRACE(graph.name);
    for (bool const symmetrise : {true, false}) {
      auto const whole = yoke_test::make_graph<std::uint32_t, std::uint32_t, Kokkos::HostSpace>(
          graph, {.symmetrise = symmetrise});
      for (auto const* extension : {".yoke", ".sg"}) {
        auto const path =
            folder.file(extension, [&](auto const& to) { yoke::write_graph(to, whole); });
        expect_read<std::uint32_t, std::uint32_t>(cluster, path);
        expect_read<std::uint32_t, std::uint64_t>(cluster, path, {.symmetrise = false});
        expect_read<std::uint64_t, std::uint64_t>(cluster, path, {.drop_loops = true});
        expect_read<std::uint32_t, std::uint32_t>(cluster, path, {.merge_multi_edges = true});
        expect_read<std::uint32_t, std::uint32_t>(cluster, path, {.sort_neighbours = false});
      }
    }
  }
}

TEST(MpiReadGraph, SendsNoRows) {
  Cluster const cluster(MPI_COMM_WORLD);
  SharedFolder const folder;
  auto const whole = yoke_test::make_graph<std::uint32_t, std::uint32_t, Kokkos::HostSpace>(
      yoke_test::skewed_graph(9, 4000));
  auto const path = folder.file(".yoke", [&](auto const& to) { yoke::write_graph(to, whole); });
  yoke::read_graph(cluster, path);
  auto const sent = cluster.communication();
  EXPECT_EQ(sent.rounds, 8u);
  EXPECT_EQ(sent.bytes_sent, cluster.ranks() > 1 ? 72u : 0u);
}

// The words of a .sg file, which need not be right.
void write_sg(std::filesystem::path const& path, char directed,
              std::vector<std::int64_t> const& offsets,
              std::vector<std::int32_t> const& neighbours) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  auto const write = [&](auto const* words, std::size_t count) {
    file.write(reinterpret_cast<char const*>(words),
               static_cast<std::streamsize>(count * sizeof *words));
  };
  std::int64_t const sizes[] = {static_cast<std::int64_t>(neighbours.size()),
                                static_cast<std::int64_t>(offsets.size()) - 1};
  write(&directed, 1);
  write(sizes, 2);
  write(offsets.data(), offsets.size());
  write(neighbours.data(), neighbours.size());
}

TEST(MpiReadGraph, RefusesFilesOfTwoKinds) {
  Cluster const cluster(MPI_COMM_WORLD);
  if (cluster.ranks() == 1) return;
  SharedFolder const folder;
  // What nodes have under one name: here two files.
  auto const write = [&](bool symmetrise, std::string const& name) {
    yoke_test::TestGraph arcs{"two arcs", 2, {{0, 1}}};
    if (!symmetrise) arcs.add(1, 0);
    auto const graph = yoke_test::make_graph<std::uint32_t, std::uint32_t, Kokkos::HostSpace>(
        arcs, {.symmetrise = symmetrise});
    return folder.file(name, [&](auto const& to) { yoke::write_graph(to, graph); });
  };
  auto const symmetric = write(true, ".symmetric.yoke"), directed = write(false, ".directed.yoke");
  auto const text = yoke_test::what_is_thrown(
      [&] { yoke::read_graph(cluster, cluster.rank() == 0 ? directed : symmetric); });
  EXPECT_NE(text.find("symmetric must be the same on all ranks; it is false on rank 0 and true on"),
            std::string::npos)
      << text;
  EXPECT_TRUE(yoke_test::same_on_all(text));
}

TEST(MpiReadGraph, SortsRowsAndTakesUnsymmetricFilesAsOneSpaceDoes) {
  Cluster const cluster(MPI_COMM_WORLD);
  SharedFolder const folder;
  auto const unsorted = folder.file(".sg", [](auto const& to) {
    write_sg(to, 0, {0, 2, 4, 6}, {2, 1, 2, 0, 1, 0});
  });
  expect_read<std::uint32_t, std::uint32_t>(cluster, unsorted);
  expect_read<std::uint32_t, std::uint32_t>(cluster, unsorted, {.sort_neighbours = false});
  auto const unsymmetric = folder.file(".sg", [](auto const& to) {
    write_sg(to, 0, {0, 2, 3, 4}, {1, 2, 0, 1});
  });
  expect_read<std::uint32_t, std::uint32_t>(cluster, unsymmetric, {}, true);
  expect_read<std::uint32_t, std::uint32_t>(cluster, unsymmetric, {.symmetrise = false}, true);
}

TEST(MpiReadGraphOfBadFiles, EndsWithTheErrorOfOneSpaceOnAllRanks) {
  Cluster const cluster(MPI_COMM_WORLD);
  SharedFolder const folder;
  auto const refused = [&](std::filesystem::path const& path, std::string const& why) {
    auto const one = yoke_test::what_is_thrown([&] { yoke::read_graph(path); });
    auto const all = yoke_test::what_is_thrown([&] { yoke::read_graph(cluster, path); });
    EXPECT_NE(all.find(why), std::string::npos) << all;
    EXPECT_EQ(all, one);
    EXPECT_TRUE(yoke_test::same_on_all(all)) << all;
    try {
      yoke::read_graph(cluster, path);
      FAIL() << why;
    } catch (yoke::MalformedFile const& file) {
      EXPECT_EQ(file.path(), path.string());
      EXPECT_EQ(file.unit(), yoke::MalformedFile::Unit::byte);
      EXPECT_NE(file.reason().find(why), std::string::npos) << file.reason();
    }
  };
  auto const sg = [&](std::vector<std::int64_t> const& offsets,
                      std::vector<std::int32_t> const& neighbours) {
    return folder.file(".sg", [&](auto const& to) { write_sg(to, 0, offsets, neighbours); });
  };
  std::vector<std::int64_t> const right{0, 1, 3, 5, 7, 8};  // of the path of 5
  std::vector<std::int32_t> const path{1, 0, 2, 1, 3, 2, 4, 3};
  refused(sg({1, 1, 3, 5, 7, 8}, path), "the first offset is 1");
  refused(sg({0, 1, 3, 2, 7, 8}, path), "the offsets fall after vertex 2");
  refused(sg({0, 1, 3, 5, 7, 7}, path), "the offsets end at 7");
  // Too many arcs for the offsets' type, where none is right.
  refused(sg({0, std::int64_t(1) << 40, 3, 5, 7, 8}, path), "the offsets fall after vertex 1");
  refused(sg(right, {1, 0, 2, 1, 5, 2, 9, 3}), "neighbour 5 of vertex 2 is not below 5");
  refused(sg(right, {1, 0, 2, 1, 3, 2, 4, -1}), "of vertex 4 is not below 5");
  refused(sg(right, {1, 0, 2, 1, 3, 2, 4, 0}), "more often than the reverse");
  refused(folder.file(".sg", [](auto const& to) { std::ofstream(to) << "ab"; }), "header");
  refused(folder.file(".yoke", [](auto const& to) { std::ofstream(to) << "no"; }), "header");
  // Texts are read by one space alone.
  auto const text = folder.file(".el", [](auto const& to) { std::ofstream(to) << "0 1\n"; });
  EXPECT_THROW(yoke::read_graph(cluster, text), std::invalid_argument);
  auto const none =
      yoke_test::what_is_thrown([&] { yoke::read_graph(cluster, text.string() + ".gone.sg"); });
  EXPECT_NE(none, "");
  EXPECT_TRUE(yoke_test::same_on_all(none)) << none;
  if (cluster.ranks() == 1) return;
  EXPECT_THROW(yoke::read_graph(cluster, sg(right, path), {}, {.symmetrise = cluster.rank() == 0}),
               std::invalid_argument);
}

}  // namespace
