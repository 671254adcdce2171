#pragma once

#include <algorithm>
#include <cmath>

#include "frame/ways.hpp"
#include "yoke/detail/views.hpp"
#include "yoke/tuner.hpp"

namespace yoke::detail {

inline TunedPlace tuned_place(Place place) {
  switch (place) {
    case Place::pinned:
      return TunedPlace::pinned;
    case Place::managed:
      return TunedPlace::managed;
    case Place::device:
      return TunedPlace::device;
    case Place::host:
      break;
  }
  return TunedPlace::pageable;
}

// A hybrid call, as the tuner knows it: Index is that of nodes or vertices.
template <class Index>
TunedCall tuned_call(char const* capability, Place place, NodeSides const& sides) {
  return {capability, tuned_place(place), 8 * static_cast<int>(sizeof(Index)), sides.host_threads};
}

// The same of a call on a graph. Its rows are where its neighbours are.
template <class Vertex, class Graph>
TunedCall tuned_graph_call(char const* capability, Graph const& graph, NodeSides const& sides) {
  auto call = tuned_call<Vertex>(capability, graph.neighbours.place, sides);
  double const vertices = std::max(1.0, static_cast<double>(graph.vertices()));
  double const arcs = std::max(1.0, static_cast<double>(graph.arcs()) / vertices);
  call.arcs_per_vertex = 1 << std::min(30L, std::lround(std::log2(arcs)));
  return call;
}

}  // namespace yoke::detail
