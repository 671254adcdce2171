#pragma once

#include <string>
#include <yoke/graph_shape.hpp>

namespace yoke::tool {

// What there is to ask for, for --help.
inline constexpr char const* graph_specs =
    "rmat:SCALE[,EDGE_FACTOR][,thesis], gnm:VERTICES,EDGES[,loops], gnp:VERTICES,PROBABILITY, "
    "lists:VERTICES[,LISTS], trees:VERTICES[,CHILDREN[,TREES]][,complete] or "
    "grid:WIDTH,HEIGHT[,SHARE_KEPT]";

// Are graphs of the shape drawn at random? Else all seeds make the same one.
bool is_drawn(GraphShape const& shape);

// May such a graph have loops and equal edges?
bool may_have_loops(GraphShape const& shape);

// The shape that such a text asks for. Throws UsageError.
GraphShape parse_graph_spec(std::string const& text);

}  // namespace yoke::tool
