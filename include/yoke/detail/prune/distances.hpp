#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "yoke/detail/prune/pruner.hpp"
#include "yoke/detail/views.hpp"

namespace yoke::detail::prune {

// The trees that were removed, as an extension of distances walks them. Vertices are those before
// pruning.
template <class Space, class Vertex>
struct RemovedTrees {
  using Words = Kokkos::View<Vertex*, typename Space::memory_space>;

  // By vertex: the new number of the root that its tree hangs from, the edges to it, and the
  // neighbour on the way.
  Words root, depth, anchor;
  // The vertices of each tree, root included; by a root's new number, where its tree begins.
  Words member, begin;
  // The vertices with a depth, the smallest first; by depth, where these begin.
  Words removed;
  std::vector<std::size_t> level;
  std::size_t kept = 0;
  Kokkos::View<std::uint32_t*, typename Space::memory_space> clamped;  // one, for calls

  std::size_t bytes() const {
    return sizeof(Vertex) * (root.size() + depth.size() + anchor.size() + member.size() +
                             begin.size() + removed.size());
  }
};

struct ExtendedDistances {
  std::uint64_t pairs;  // with a path
  bool are_clamped;     // has one of them the unreachable distance?
};

// Compiled in the library. Both fence.

template <class Space, class Vertex>
RemovedTrees<Space, Vertex> find_trees(Space const& exec, PrunedArrays<Vertex> const& pruned);

// `kept_distances` are those of the kept vertices, row after row. The rows of `distances` are
// `stride` apart.
template <class Space, class Vertex, class Weight>
ExtendedDistances extend_distances(Space const& exec, RemovedTrees<Space, Vertex> const& trees,
                                   RawArray<Weight const> kept_distances, Weight* distances,
                                   std::size_t stride);

}  // namespace yoke::detail::prune
