#pragma once

#include <Kokkos_Core.hpp>
#include <yoke/graph.hpp>

namespace yoke::tool {

// As graphs come from files and from generators.
template <class Word>
using HostGraph = Graph<Word, Word, Kokkos::HostSpace>;

}  // namespace yoke::tool
