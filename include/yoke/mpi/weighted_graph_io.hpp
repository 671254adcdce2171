#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <filesystem>

#include "yoke/mpi/graph_io.hpp"
#include "yoke/mpi/weighted_graph.hpp"
#include "yoke/weighted_graph_io.hpp"

namespace yoke {

namespace detail::mpi {

// The rank's edges, where Space works: its arcs, or of a symmetric graph those to the same vertex
// or a later one. The order is that of a call on one execution space.
template <class MemorySpace, class Weight, class Vertex, class Offset>
WeightedEdgeList<Vertex, Weight, MemorySpace> edges_of(
    OwnWeightedRows<Weight, Vertex, Offset> const& own) {
  std::size_t edges = 0;
  auto const for_each_edge = [&](auto const& visit) {
    for (std::size_t v = 0; v + 1 < own.offsets.extent(0); ++v) {
      auto const from = static_cast<Vertex>(own.first + v);
      for (Offset arc = own.offsets(v); arc < own.offsets(v + 1); ++arc) {
        if (!own.is_symmetric || from <= own.neighbours(arc)) visit(from, arc);
      }
    }
  };
  for_each_edge([&](Vertex, Offset) { ++edges; });
  Kokkos::DefaultHostExecutionSpace const exec;
  auto const from = make_array<Vertex, Kokkos::HostSpace>(exec, "yoke::graph::from", edges);
  auto const to = make_array<Vertex, Kokkos::HostSpace>(exec, "yoke::graph::to", edges);
  auto const weights = make_array<Weight, Kokkos::HostSpace>(exec, "yoke::graph::weights", edges);
  std::size_t edge = 0;
  for_each_edge([&](Vertex u, Offset arc) {
    from(edge) = u;
    to(edge) = own.neighbours(arc);
    weights(edge++) = own.weights(arc);
  });
  WeightedEdgeList<Vertex, Weight, MemorySpace> list;
  list.vertices = own.all;
  list.from = Kokkos::create_mirror_view_and_copy(MemorySpace(), from);
  list.to = Kokkos::create_mirror_view_and_copy(MemorySpace(), to);
  list.weights = Kokkos::create_mirror_view_and_copy(MemorySpace(), weights);
  return list;
}

}  // namespace detail::mpi

/// yoke::read_weighted_graph of a .wsg or .yoke file with weights. Each rank maps the file, and
/// reads the rows of its own vertices alone, as yoke::read_graph of ranks does. build_graph of
/// these ranks then makes the graph: it has the same bytes for any number of ranks, and
/// cluster.communication() is that of build_graph. The options of read_graph count.
///
/// Memory beyond the result: for each arc of the rank's rows two vertices and 16 bytes, and then
/// that of build_graph.
///
/// Throws, on all ranks, the errors of yoke::read_weighted_graph of any of them. Also throws
/// std::invalid_argument if the file is of another format, or if the ranks' files or options
/// differ.
template <ArcWeight Weight = float, detail::FileWord Vertex = std::uint32_t,
          detail::FileWord Offset = Vertex, class Space>
auto read_weighted_graph(Distributed<Space> const& cluster, std::filesystem::path const& path,
                         GraphReadOptions const& options = {},
                         WeightedBuildOptions const& build = {}) {
  using Memory = typename Space::memory_space;
  auto& ranks = cluster.network();
  auto call = detail::mpi::Call::run("yoke::read_weighted_graph",
                                     detail::mpi::types_text<Vertex, Offset, Weight>());
  WeightedEdgeList<Vertex, Weight, Memory> edges;
  auto options_of_edges = build;
  {
    auto const own =
        detail::mpi::read_own_weighted_rows<Weight, Vertex, Offset>(ranks, call, path, options);
    options_of_edges.symmetrise = build.symmetrise || own.is_symmetric;
    detail::mpi::agreed(ranks, [&] { edges = detail::mpi::edges_of<Memory>(own); });
  }
  return build_graph<Offset>(cluster, edges, options_of_edges);
}

}  // namespace yoke
