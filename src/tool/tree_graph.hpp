#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "graph_source.hpp"
#include "memory.hpp"
#include "spaces.hpp"

namespace yoke::tool {

// The parents in a spanning forest of a graph file, in host memory; a component's smallest vertex
// is its root. Writes the vertices' names where they are asked for.
template <class Word>
Numbers<Word, Kokkos::HostSpace> forest_of_graph(GraphArguments const& arguments, Space space,
                                                 Outputs& outputs);
extern template Numbers<std::uint32_t, Kokkos::HostSpace> forest_of_graph(GraphArguments const&,
                                                                          Space, Outputs&);
extern template Numbers<std::uint64_t, Kokkos::HostSpace> forest_of_graph(GraphArguments const&,
                                                                          Space, Outputs&);

}  // namespace yoke::tool
