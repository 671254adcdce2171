#pragma once

#include "bfs/algorithm.hpp"

namespace yoke::detail::bfs {

// A pruned search by `inner` (thesis, Algorithm 16): the pendant vertices are removed first, but
// for the sources, and put back last. For symmetric graphs; run() throws std::invalid_argument for
// others. Defined and instantiated in the library.
template <class Space, class Vertex, class Offset>
AlgorithmPtr<Space, Vertex, Offset> make_pruned_bfs(Space const& exec, std::size_t vertices,
                                                    std::size_t arcs, std::uint64_t least_pruned,
                                                    AlgorithmPtr<Space, Vertex, Offset> inner);

}  // namespace yoke::detail::bfs
