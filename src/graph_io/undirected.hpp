#pragma once

#include "readers.hpp"

namespace yoke::detail::files {

// How weights stand in a file, for a message: where the file says that it is undirected, and its
// number of vertex 0.
struct WeightsInFile {
  WeightKind kind;
  char const* at;
  std::uint64_t base;
};

// Undirected edges are kept once where a file holds each of them at both ends, which is said in a
// note, and so is how many there are twice where a file holds only some so. True in the first case.
// Throws Fault where both ends have different weights then.
template <class Vertex>
bool keep_each_once(ParsedEdges<Vertex>& parsed, WeightsInFile const& weights);

// Does a list of arcs hold the reverse of each, as often, and any that is no loop?
template <class Vertex>
bool holds_reverses(Vertex const* from, Vertex const* to, std::uint64_t edges);

}  // namespace yoke::detail::files
