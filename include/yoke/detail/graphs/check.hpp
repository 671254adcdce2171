#pragma once

#include "yoke/detail/graphs/raw_graph.hpp"

namespace yoke::detail::graphs {

// What yoke::Graph promises of its arrays; instantiated in the library. The names are those of the
// arrays in messages. Fences.
template <class Space, class Vertex, class Offset>
void check_graph(Space const& exec, RawGraph<Vertex, Offset> const& graph, char const* offsets,
                 char const* neighbours);

// That the incoming arcs of a checked graph are its arcs.
template <class Space, class Vertex, class Offset>
void check_transposed(Space const& exec, RawGraph<Vertex, Offset> const& graph);

}  // namespace yoke::detail::graphs
