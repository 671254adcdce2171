#pragma once

#include "weights.hpp"
#include "yoke/graph_io.hpp"
#include "yoke/messages.hpp"
#include "yoke/output_files.hpp"

namespace yoke::detail::files {

template <class Vertex, class Offset>
using HostGraph = Graph<Vertex, Offset, Kokkos::HostSpace>;

// The weights of a graph's arcs, or none: writers are compiled for any type of them.
struct ArcWeights {
  void const* data = nullptr;
  WeightKind kind = WeightKind::none;

  bool exist() const { return kind != WeightKind::none; }
  bool are_whole() const { return is_whole(kind); }

  template <class Weight>
  Weight at(std::uint64_t arc) const {
    return static_cast<Weight const*>(data)[arc];
  }
  // Of whole ones.
  std::int64_t whole(std::uint64_t arc) const {
    return kind == WeightKind::int32 ? at<std::int32_t>(arc) : at<std::int64_t>(arc);
  }
  std::string show(std::uint64_t arc) const {
    if (are_whole()) return show_number(whole(arc));
    return kind == WeightKind::float32 ? show_number(at<float>(arc)) : show_number(at<double>(arc));
  }
};

template <class Vertex, class Offset>
void write_edge_list(OutputFile& file, HostGraph<Vertex, Offset> const& graph,
                     ArcWeights const& weights, GraphWriteOptions const& options);
template <class Vertex, class Offset>
void write_matrix_market(OutputFile& file, HostGraph<Vertex, Offset> const& graph,
                         ArcWeights const& weights, GraphFileProgress const& progress);
template <class Vertex, class Offset>
void write_dimacs(OutputFile& file, HostGraph<Vertex, Offset> const& graph,
                  ArcWeights const& weights, GraphFileProgress const& progress);
template <class Vertex, class Offset>
void write_metis(OutputFile& file, HostGraph<Vertex, Offset> const& graph,
                 ArcWeights const& weights, GraphFileProgress const& progress);
template <class Vertex, class Offset>
void write_gapbs(OutputFile& file, HostGraph<Vertex, Offset> const& graph,
                 GraphFileProgress const& progress);
// A .wsg file. `incoming`: of the arcs by target, where the graph has them.
template <class Vertex, class Offset>
void write_weighted_gapbs(OutputFile& file, HostGraph<Vertex, Offset> const& graph,
                          ArcWeights const& weights, ArcWeights const& incoming,
                          GraphFileProgress const& progress);
template <class Vertex, class Offset>
void write_binary(OutputFile& file, HostGraph<Vertex, Offset> const& graph,
                  ArcWeights const& weights, GraphFileProgress const& progress);

// What can be seen before a file is begun: throw std::invalid_argument or yoke::InvalidInput.
// That a file of the format has weights of the type.
void check_holds(GraphFormat format, WeightKind kind);
template <class Vertex, class Offset>
void check_metis_holds(HostGraph<Vertex, Offset> const& graph);
void check_gapbs_holds(std::uint64_t vertices);
// That the weights are numbers that a METIS file, or a .wsg file, has.
template <class Vertex, class Offset>
void check_metis_holds(HostGraph<Vertex, Offset> const& graph, ArcWeights const& weights);
void check_gapbs_holds(ArcWeights const& weights, std::uint64_t arcs);

}  // namespace yoke::detail::files
