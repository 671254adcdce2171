#pragma once

#include <cstdint>
#include <memory>

#include "yoke/detail/prune/pruner.hpp"
#include "yoke/mpi/detail/global_rows.hpp"
#include "yoke/mpi/detail/network.hpp"

namespace yoke::detail::mpi {

// As prune::Pruner, of a graph of which each rank has rows. What it knows of vertices, each rank
// knows of all. Compiled into yoke_mpi.
template <class Space, class Vertex, class Offset>
class GlobalPruner {
 public:
  // Called by all ranks, and throws on all. The rows must outlive it.
  GlobalPruner(Network<Space>& ranks, RawRows<Vertex, Offset> const& rows,
               PruneOptions const& options);
  ~GlobalPruner();

  PruneReport const& report() const;
  Counts const& kept() const;      // how many vertices each rank keeps
  std::uint64_t own_arcs() const;  // that remain of this rank's rows
  // By this rank alone. Throws std::invalid_argument where it sees that the graph is not symmetric.
  // Fences. Once.
  void write(prune::PruneOutput<Vertex, Offset> const& output);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Throws yoke::InvalidInput where one of this rank's sources is no vertex.
template <class Space, class Vertex>
void check_sources(Space const& exec, RawArray<Vertex const> sources, std::uint64_t vertices);

// As prune::extend_forest, of this rank's edges: the removed vertices are those from `first` to
// `end` - 1. Returns the number of the rank's edges. Fences.
template <class Space, class Vertex>
std::uint64_t extend_own_forest(Space const& exec, prune::PrunedArrays<Vertex> const& pruned,
                                std::uint64_t first, std::uint64_t end, std::uint64_t edges,
                                RawArray<Vertex> from, RawArray<Vertex> to);

}  // namespace yoke::detail::mpi
