#pragma once

#include "components/algorithm.hpp"

namespace yoke::detail::components {

// `inner` on what is left of the graph when its pendant vertices have been removed, which are put
// back last (thesis, Algorithm 19). Defined and instantiated in the library.
template <class Space, class Vertex, class Offset>
AlgorithmPtr<Space, Vertex, Offset> make_pruned_components(
    Space const& exec, std::size_t vertices, std::size_t arcs, std::uint64_t least_pruned,
    AlgorithmPtr<Space, Vertex, Offset> inner);

}  // namespace yoke::detail::components
