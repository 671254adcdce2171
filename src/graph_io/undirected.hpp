#pragma once

#include "readers.hpp"

namespace yoke::detail::files {

// Undirected edges are kept once where a file holds each of them at both ends, which is said in a
// note, and so is how many there are twice where a file holds only some so. True in the first case.
template <class Vertex>
bool keep_each_once(ParsedEdges<Vertex>& parsed);

// Does a list of arcs hold the reverse of each, as often, and any that is no loop?
template <class Vertex>
bool holds_reverses(Vertex const* from, Vertex const* to, std::uint64_t edges);

}  // namespace yoke::detail::files
