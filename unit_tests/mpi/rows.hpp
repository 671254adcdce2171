#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <vector>

#include "mpi/support.hpp"
#include "support/graphs.hpp"
#include "yoke/mpi/weighted_graph.hpp"

namespace yoke_test {

// The rows of this rank, of a graph that every rank has made whole.
template <class Vertex, class Offset>
struct Part {
  using Cluster = yoke::Distributed<Device>;
  using Memory = Device::memory_space;

  std::vector<Offset> offsets;
  std::vector<Vertex> neighbours;

  Part(TestGraph const& graph, Cluster const& cluster, Cut how,
       yoke::GraphBuildOptions const& options = {}) {
    auto const whole = make_graph<Vertex, Offset, Kokkos::HostSpace>(graph, options);
    auto const begins = cut(graph.vertices, cluster.ranks(), how);
    auto const r = static_cast<std::size_t>(cluster.rank());
    if (graph.vertices == 0) return;
    auto const first = whole.offsets()(begins[r]), last = whole.offsets()(begins[r + 1]);
    for (auto v = begins[r]; v <= begins[r + 1]; ++v) offsets.push_back(whole.offsets()(v) - first);
    for (auto arc = first; arc < last; ++arc) neighbours.push_back(whole.neighbours()(arc));
  }
  yoke::DistributedGraph<Vertex, Offset, Memory> on(
      Cluster const& cluster, yoke::GraphKind kind = yoke::GraphKind::symmetric) const {
    return {cluster, kind, view_of<Memory>(offsets), view_of<Memory>(neighbours)};
  }
};

// The same of a graph with weights.
template <class Space, class Vertex, class Offset, class Weight>
yoke::DistributedWeightedGraph<Vertex, Offset, Weight, typename Space::memory_space> rows_of_rank(
    yoke::Distributed<Space> const& cluster,
    yoke::WeightedGraph<Vertex, Offset, Weight, Kokkos::HostSpace> const& whole, Cut how) {
  using Memory = typename Space::memory_space;
  auto const begins = cut(whole.vertices(), cluster.ranks(), how);
  auto const r = static_cast<std::size_t>(cluster.rank());
  std::vector<Offset> offsets;
  std::vector<Vertex> neighbours;
  std::vector<Weight> weights;
  if (whole.vertices() > 0) {
    auto const first = whole.offsets()(begins[r]), last = whole.offsets()(begins[r + 1]);
    for (auto v = begins[r]; v <= begins[r + 1]; ++v) offsets.push_back(whole.offsets()(v) - first);
    for (auto arc = first; arc < last; ++arc) {
      neighbours.push_back(whole.neighbours()(arc));
      weights.push_back(whole.weights()(arc));
    }
  }
  return {cluster, whole.kind(), view_of<Memory>(offsets), view_of<Memory>(neighbours),
          view_of<Memory>(weights)};
}

}  // namespace yoke_test
