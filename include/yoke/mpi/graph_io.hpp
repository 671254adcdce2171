#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>

#include "yoke/graph_io.hpp"
#include "yoke/mpi/detail/rows.hpp"
#include "yoke/mpi/graph.hpp"

namespace yoke {

namespace detail::mpi {

// The rows as arcs, where Space works.
template <class MemorySpace, class Vertex, class Offset>
EdgeList<Vertex, MemorySpace> arcs_of(OwnRows<Vertex, Offset> const& own) {
  EdgeList<Vertex, MemorySpace> list;
  list.vertices = own.all;
  Kokkos::View<Vertex*, Kokkos::HostSpace> const from(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke::graph::from"),
      own.neighbours.extent(0));
  for (std::size_t v = 0; v + 1 < own.offsets.extent(0); ++v) {
    for (Offset arc = own.offsets(v); arc < own.offsets(v + 1); ++arc) {
      from(arc) = static_cast<Vertex>(own.first + v);
    }
  }
  list.from = Kokkos::create_mirror_view_and_copy(MemorySpace(), from);
  list.to = Kokkos::create_mirror_view_and_copy(MemorySpace(), own.neighbours);
  return list;
}

// A graph's arcs from target to source.
template <class Vertex, class Offset>
EdgeList<Vertex, Kokkos::HostSpace> reversed_arcs_of(
    DistributedGraph<Vertex, Offset, Kokkos::HostSpace> const& graph) {
  using Numbers = Kokkos::View<Vertex*, Kokkos::HostSpace>;
  EdgeList<Vertex, Kokkos::HostSpace> list;
  list.vertices = graph.vertices();
  list.from = Numbers(Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke::graph::from"),
                      graph.own_arcs());
  list.to =
      Numbers(Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke::graph::to"), graph.own_arcs());
  Kokkos::deep_copy(list.from, graph.neighbours());
  for (std::size_t v = 0; v < graph.own_vertices(); ++v) {
    for (Offset arc = graph.offsets()(v); arc < graph.offsets()(v + 1); ++arc) {
      list.to(arc) = static_cast<Vertex>(graph.first_vertex() + v);
    }
  }
  return list;
}

template <class Vertex, class Offset>
RowsToWrite<Vertex, Offset> rows_to_write(
    DistributedGraph<Vertex, Offset, Kokkos::HostSpace> const& graph) {
  return {graph.first_vertex(), graph.vertices(), graph.offsets(), graph.neighbours()};
}

}  // namespace detail::mpi

/// yoke::read_graph of a .sg or .yoke file. Each rank maps the file, and reads only the rows of its
/// own vertices. With n vertices and p ranks, these are the vertices from floor(n r / p) on for
/// rank r. The bytes are the same for any number of ranks. Every rank must see the file under its
/// path. A directed graph's arcs by target are not read. Each rank expands a compressed file.
///
/// Rows that are in order and need no building are copied. This takes no memory beyond the result,
/// or, if the result is on a device, the rows on the host. Other rows take the memory of
/// build_graph for their arcs, and cluster.communication() is then that of build_graph. These
/// options have an effect: format, allow_sparse_ids, accept_unsymmetric, memory_limit (of each
/// rank), piece_bytes, progress and report.
///
/// Throws, on all ranks, the errors of yoke::read_graph of any of them. If there are several faults
/// in offsets or in neighbours, the error names the first in the file. Also throws
/// std::invalid_argument if the file has another format, or the ranks' files or options differ.
template <detail::FileWord Vertex = std::uint32_t, detail::FileWord Offset = Vertex, class Space>
auto read_graph(Distributed<Space> const& cluster, std::filesystem::path const& path,
                GraphReadOptions const& options = {}, GraphBuildOptions const& build = {}) {
  using Memory = typename Space::memory_space;
  using Read = DistributedGraph<Vertex, Offset, Memory>;
  auto& ranks = cluster.network();
  auto call = detail::mpi::Call::run("yoke::read_graph", detail::mpi::types_text<Vertex, Offset>());
  call.same("the build's symmetrise", build.symmetrise)
      .same("the build's drop_loops", build.drop_loops)
      .same("the build's merge_multi_edges", build.merge_multi_edges)
      .same("the build's sort_neighbours", build.sort_neighbours);
  auto const own = detail::mpi::read_own_rows<Vertex, Offset>(ranks, call, path, options);
  bool const must_symmetrise = build.symmetrise && !own.is_symmetric;
  auto const kind =
      own.is_symmetric || build.symmetrise ? GraphKind::symmetric : GraphKind::directed;
  bool const must_sort = build.sort_neighbours && !own.are_sorted;
  if (must_symmetrise || build.drop_loops || build.merge_multi_edges || must_sort) {
    EdgeList<Vertex, Memory> arcs;
    detail::mpi::agreed(ranks, [&] { arcs = detail::mpi::arcs_of<Memory>(own); });
    auto options_of_arcs = build;
    options_of_arcs.symmetrise = must_symmetrise;
    auto const built = build_graph<Offset>(cluster, arcs, options_of_arcs);
    return Read(unchecked, kind, built.offsets(), built.neighbours(), own.first, own.all);
  }
  std::optional<Read> read;
  detail::mpi::agreed(ranks, [&] {
    read.emplace(unchecked, kind, Kokkos::create_mirror_view_and_copy(Memory(), own.offsets),
                 Kokkos::create_mirror_view_and_copy(Memory(), own.neighbours), own.first, own.all);
  });
  return *read;
}

/// Writes the .sg or .yoke file that yoke::write_graph writes of the whole graph, byte for byte.
/// Each rank writes the rows of its own vertices. `open_from(begin)` returns the OutputFile for the
/// rank's bytes from byte `begin` of the file on. The first rank's first call is for byte 0, which
/// is OutputFiles::open. The other calls are OutputFiles::open_part. All ranks call it the same
/// number of times, so it may communicate. The file is complete when all ranks have committed their
/// parts, the first rank last.
///
/// `options.format` must be gapbs or binary. For a directed graph in a .sg file, build_graph of
/// these ranks makes the arcs by target. Otherwise the memory beyond the graph is 2 MiB.
///
/// Throws on all ranks the errors of yoke::write_graph of any of them. Also throws
/// std::invalid_argument if the format is another one, or if the ranks' formats differ. Exceptions
/// of open_from are thrown on its rank.
template <class Space, detail::FileWord Vertex, detail::FileWord Offset>
void write_graph(Distributed<Space> const& cluster,
                 std::function<OutputFile&(std::uint64_t begin)> const& open_from,
                 DistributedGraph<Vertex, Offset, Kokkos::HostSpace> const& graph,
                 GraphWriteOptions const& options) {
  auto& ranks = cluster.network();
  ranks.begin_call(
      detail::mpi::Call::run("yoke::write_graph", detail::mpi::types_text<Vertex, Offset>())
          .same("options.format", options.format)
          .same("the graph's kind", graph.kind(), {"symmetric", "directed"}));
  detail::mpi::check_written_format(options.format);
  std::optional<DistributedGraph<Vertex, Offset, Kokkos::HostSpace>> by_target;
  std::optional<detail::mpi::RowsToWrite<Vertex, Offset>> incoming;
  if (options.format == GraphFormat::gapbs && !graph.is_symmetric()) {
    EdgeList<Vertex, Kokkos::HostSpace> arcs;
    detail::mpi::agreed(ranks, [&] { arcs = detail::mpi::reversed_arcs_of(graph); });
    by_target = build_graph<Offset>(cluster, arcs, {.symmetrise = false});
    incoming = detail::mpi::rows_to_write(*by_target);
  }
  detail::mpi::write_own_rows(ranks, open_from, graph.is_symmetric(),
                              detail::mpi::rows_to_write(graph), incoming ? &*incoming : nullptr,
                              options);
}

}  // namespace yoke
