#pragma once

#include <cstdint>

#include "yoke/detail/graphs/raw_graph.hpp"

namespace yoke::detail::bfs {

// The compiled half of yoke::validate_bfs. The arrays lie where Space can access them, but for the
// sources, which may lie anywhere; level or parent may be empty. Fences.
template <class Space, class Vertex, class Offset>
std::uint64_t validate_search(Space const& exec, RawGraph<Vertex, Offset> const& graph,
                              RawArray<Vertex const> sources, RawArray<Vertex const> level,
                              RawArray<Vertex const> parent);

}  // namespace yoke::detail::bfs
