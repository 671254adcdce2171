#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "components/algorithm.hpp"
#include "components/smallest_labels.hpp"
#include "primitives/arcs.hpp"
#include "primitives/edge_tiles.hpp"
#include "yoke/detail/kokkos_ext/relaxed.hpp"

namespace yoke::detail::components {

// Both ends of an edge, to be read in one access.
template <class Vertex>
struct alignas(2 * sizeof(Vertex)) PackedEdge {
  Vertex from, to;
};

// Each edge once, from its smaller end; loops not at all.
template <class Space, class Vertex, class Offset>
struct ListEdges {
  CsrView<Space, Vertex, Offset> graph;
  ArcChunks chunks;
  Array<Space, PackedEdge<Vertex>> edge;

  KOKKOS_FUNCTION void operator()(std::uint64_t chunk, std::uint64_t& place, bool last) const {
    for_each_arc(graph, chunks.begin(chunk), chunks.end(chunk),
                 [&](std::uint64_t v, std::uint64_t arc) {
                   Vertex const u = graph.neighbours(arc);
                   if (u <= v) return;
                   if (last && place < edge.extent(0)) edge(place) = {static_cast<Vertex>(v), u};
                   ++place;
                 });
  }
};

// Hooks the roots of an edge's two trees, which are stars, one under the other: all in one
// direction in a round, so that no cycle comes about. Any of several hooks of a root may last; that
// of a lost one is tried again, because edges leave only when they lie inside a tree. A forest's
// edge is that of the hook that lasts: then the first does.
template <class Space, class Vertex>
struct HookRoots {
  using Tiles = EdgeTiles<Space, PackedEdge<Vertex>>;

  Tiles tiles;
  Array<Space, Vertex> parent;
  AnyRootForest<Space, Vertex> forest;
  bool under_larger;

  KOKKOS_FUNCTION void operator()(typename Tiles::Member const& team, std::uint64_t& left) const {
    std::uint32_t const kept =
        tiles.keep(team, [&](PackedEdge<Vertex> const& edge) { return joins_trees(edge); });
    if (team.team_rank() == 0) left += kept;
  }

 private:
  // Returns whether the edge is to be looked at again.
  KOKKOS_FUNCTION bool joins_trees(PackedEdge<Vertex> const& edge) const {
    Vertex const one = relaxed_load(&parent(edge.from)), other = relaxed_load(&parent(edge.to));
    if (one == other) return false;
    Vertex const smaller = one < other ? one : other, larger = one < other ? other : one;
    Vertex const root = under_larger ? smaller : larger, target = under_larger ? larger : smaller;
    if (!forest.wanted()) {
      relaxed_store(&parent(root), target);
      return true;
    }
    if (relaxed_load(&parent(root)) != root) return true;
    if (Kokkos::atomic_compare_exchange(&parent(root), root, target) != root) return true;
    forest.set(root, edge.from, edge.to);
    return false;
  }
};

// Complete pointer jumping. Each thread writes its own vertex alone: a shortcut of another's might
// come after the vertex is done, and leave it short of its root. Parents come about before their
// children, which find them done: hooking a path under its neighbours makes a chain of all
// vertices, and following it from every one of them would take the square of its length.
template <class Space, class Vertex>
struct JumpToRoot {
  Array<Space, Vertex> parent;
  bool under_larger;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    auto const v = static_cast<Vertex>(under_larger ? parent.extent(0) - 1 - i : i);
    Vertex here = relaxed_load(&parent(v));
    for (Vertex next = relaxed_load(&parent(here)); next != here;
         next = relaxed_load(&parent(here))) {
      here = next;
      relaxed_store(&parent(v), here);
    }
  }
};

}  // namespace yoke::detail::components
