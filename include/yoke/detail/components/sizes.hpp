#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "yoke/detail/checks.hpp"

namespace yoke::detail {

// What can be seen of a call's arguments without reading an array. `caller` is the public function.

template <class Label, class Graph>
void check_components_call(std::string const& caller, Graph const& graph, std::size_t label) {
  if (!graph.is_symmetric()) {
    throw std::invalid_argument(
        caller +
        ": the graph is directed; build it with symmetrise, or make it with "
        "yoke::GraphKind::symmetric where every arc has its reverse");
  }
  if (label != graph.vertices()) {
    throw std::invalid_argument(caller + ": label has " + std::to_string(label) +
                                " elements and the graph has " + std::to_string(graph.vertices()) +
                                " vertices");
  }
  check_index_holds<Label>(caller, "label", graph.vertices());
}

inline void check_forest_room(std::string const& caller, char const* argument, std::size_t size,
                              std::size_t vertices) {
  if (size + 1 >= vertices) return;
  throw std::invalid_argument(caller + ": " + argument + " has " + std::to_string(size) +
                              " elements and a forest of " + std::to_string(vertices) +
                              " vertices may need " + std::to_string(vertices - 1));
}

inline void check_graph_fits_plan(std::uint64_t vertices, std::uint64_t most_vertices,
                                  std::uint64_t arcs, std::uint64_t most_arcs) {
  if (vertices <= most_vertices && arcs <= most_arcs) return;
  throw std::invalid_argument("yoke::connected_components: the graph has " +
                              std::to_string(vertices) + " vertices and " + std::to_string(arcs) +
                              " arcs and the plan was made for " + std::to_string(most_vertices) +
                              " and " + std::to_string(most_arcs));
}

}  // namespace yoke::detail
