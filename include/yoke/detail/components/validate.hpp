#pragma once

#include <cstddef>

#include "yoke/detail/graphs/raw_graph.hpp"

namespace yoke::detail::components {

// The edges of a spanning forest, as the caller has them: there may be room for more.
template <class Vertex>
struct ForestToCheck {
  RawArray<Vertex const> from, to;
};

// The compiled half of yoke::validate_components and of yoke::validate_spanning_forest, which has a
// forest. The arrays lie where Space can access them. Fences.
template <class Space, class Vertex, class Offset>
std::size_t validate_components(char const* caller, Space const& exec,
                                RawGraph<Vertex, Offset> const& graph, RawArray<Vertex const> label,
                                ForestToCheck<Vertex> const* forest);

}  // namespace yoke::detail::components
