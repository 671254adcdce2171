#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>

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

// As reversed_arcs_of, with weights.
template <class Vertex, class Offset, class Weight>
WeightedEdgeList<Vertex, Weight, Kokkos::HostSpace> reversed_weighted_arcs_of(
    DistributedWeightedGraph<Vertex, Offset, Weight, Kokkos::HostSpace> const& graph) {
  WeightedEdgeList<Vertex, Weight, Kokkos::HostSpace> list;
  static_cast<EdgeList<Vertex, Kokkos::HostSpace>&>(list) = reversed_arcs_of(graph);
  list.weights = Kokkos::View<Weight*, Kokkos::HostSpace>(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke::graph::weights"), graph.own_arcs());
  Kokkos::deep_copy(list.weights, graph.weights());
  return list;
}

template <class Vertex, class Offset, class Weight>
WeightedRowsToWrite<Weight, Vertex, Offset> weighted_rows_to_write(
    DistributedWeightedGraph<Vertex, Offset, Weight, Kokkos::HostSpace> const& graph) {
  return {rows_to_write(graph), graph.weights()};
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

/// yoke::write_graph of ranks, with weights. The .wsg or .yoke file has the bytes that
/// yoke::write_graph of the whole WeightedGraph writes. `open_from`, the options and the memory are
/// those of a DistributedGraph. A .wsg file holds integers of 32 bits as weights.
///
/// Throws the errors of that call. All ranks also throw these, before open_from is called:
/// - std::invalid_argument for a .wsg file with floating-point weights;
/// - yoke::InvalidInput, which names a rank's arc, for a weight that a .wsg file cannot hold.
template <class Space, detail::FileWord Vertex, detail::FileWord Offset, ArcWeight Weight>
void write_graph(Distributed<Space> const& cluster,
                 std::function<OutputFile&(std::uint64_t begin)> const& open_from,
                 DistributedWeightedGraph<Vertex, Offset, Weight, Kokkos::HostSpace> const& graph,
                 GraphWriteOptions const& options) {
  auto& ranks = cluster.network();
  ranks.begin_call(
      detail::mpi::Call::run("yoke::write_graph", detail::mpi::types_text<Vertex, Offset, Weight>())
          .same("options.format", options.format)
          .same("the graph's kind", graph.kind(), {"symmetric", "directed"}));
  detail::mpi::check_written_format<Weight>(options.format);
  std::optional<DistributedWeightedGraph<Vertex, Offset, Weight, Kokkos::HostSpace>> by_target;
  std::optional<detail::mpi::WeightedRowsToWrite<Weight, Vertex, Offset>> incoming;
  if (options.format == GraphFormat::gapbs && !graph.is_symmetric()) {
    WeightedEdgeList<Vertex, Weight, Kokkos::HostSpace> arcs;
    detail::mpi::agreed(ranks, [&] { arcs = detail::mpi::reversed_weighted_arcs_of(graph); });
    by_target = build_graph<Offset>(cluster, arcs, WeightedBuildOptions{.symmetrise = false});
    incoming = detail::mpi::weighted_rows_to_write(*by_target);
  }
  detail::mpi::write_own_weighted_rows(ranks, open_from, graph.is_symmetric(),
                                       detail::mpi::weighted_rows_to_write(graph),
                                       incoming ? &*incoming : nullptr, options);
}

}  // namespace yoke
