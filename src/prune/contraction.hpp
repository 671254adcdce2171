#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/graphs/raw_graph.hpp"
#include "yoke/detail/prune/pruner.hpp"

namespace yoke::detail::prune {

// The most arcs of a vertex that an independent set has.
inline constexpr std::uint64_t low_degree = 8;

// The graph that a round begins with. Each arc comes from one of the original graph.
template <class Space, class Vertex, class Offset>
struct RoundGraph {
  CsrView<Space, Vertex, Offset> rows;
  Array<Space, Vertex const> vertex;  // the original one; empty in the first round: itself
  Array<Space, Offset const> origin;  // of each arc the original one; empty: itself
  Array<Space, Vertex const> length;  // the original edges on its way; empty: one

  KOKKOS_FUNCTION Vertex vertex_of(std::uint64_t u) const {
    return vertex.extent(0) == 0 ? static_cast<Vertex>(u) : vertex(u);
  }
  KOKKOS_FUNCTION Offset origin_of(std::uint64_t arc) const {
    return origin.extent(0) == 0 ? static_cast<Offset>(arc) : origin(arc);
  }
  KOKKOS_FUNCTION Vertex length_of(std::uint64_t arc) const {
    return length.extent(0) == 0 ? 1 : length(arc);
  }
};

// Pruning by contraction: in each round vertices merge into neighbours that stay. An arc then joins
// what its ends have become, so no round adds an arc. The edges along which vertices merged, with
// those of a forest of what is left, are a forest of the original graph.
//
// Rows are sorted, so that an arc is found by its ends.
template <class Space, class Vertex, class Offset>
class Contraction {
 public:
  // Runs all rounds, and enters them in the report. Throws std::invalid_argument where it sees that
  // the graph is not symmetric. Fences.
  Contraction(Space const& exec, CsrView<Space, Vertex, Offset> const& graph,
              PruneOptions const& options, PruneReport& report);

  // As Pruner::write.
  void write(Space const& exec, PruneOutput<Vertex, Offset> const& output) const;

 private:
  bool keeps_lengths() const { return property_ == PruneProperty::chains; }

  // Returns the number of vertices that left.
  std::uint64_t run_round(Space const& exec, std::uint64_t round);
  void choose(Space const& exec, std::uint64_t round, Array<Space, Offset> leaving) const;
  void merge(Space const& exec, std::uint64_t staying, Array<Space, Offset const> leaving,
             Array<Space, Vertex const> number);

  PruneProperty property_;
  CsrView<Space, Vertex, Offset> original_;
  RoundGraph<Space, Vertex, Offset> graph_;
  std::uint64_t removed_count_ = 0;
  // For each original vertex its number in graph_; for each that left, in the order of leaving, the
  // vertex and the ends of its edge.
  Buffer<Space, Vertex> now_, removed_, from_, to_;
  // The arrays of graph_.
  Buffer<Space, Offset> offsets_, origin_;
  Buffer<Space, Vertex> neighbours_, vertex_, length_;
};

}  // namespace yoke::detail::prune
