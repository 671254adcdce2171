#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "components/algorithm.hpp"
#include "components/smallest_labels.hpp"
#include "primitives/arcs.hpp"
#include "yoke/detail/primitives/relaxed.hpp"

namespace yoke::detail::components {

// Both ends of an edge, to be read in one access.
template <class Vertex>
struct alignas(2 * sizeof(Vertex)) PackedEdge {
  Vertex from, to;
};

// The edges in tiles, each the business of one team: those that still matter are at its front.
template <class Space, class Vertex>
struct EdgeTiles {
  static constexpr int tile = 2048;
  static constexpr int team_size = runs_on_host<Space> ? 1 : 128;

  Array<Space, PackedEdge<Vertex>> edge;
  Array<Space, std::uint32_t> count;
  std::uint64_t edges;

  static std::uint64_t number(std::uint64_t edges) { return (edges + tile - 1) / tile; }
};

template <class Space, class Vertex>
struct FillTiles {
  EdgeTiles<Space, Vertex> tiles;
  KOKKOS_FUNCTION void operator()(std::uint64_t t) const {
    std::uint64_t const rest = tiles.edges - t * tiles.tile;
    tiles.count(t) = rest < tiles.tile ? static_cast<std::uint32_t>(rest) : tiles.tile;
  }
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
  using Member = typename Kokkos::TeamPolicy<Space>::member_type;

  EdgeTiles<Space, Vertex> tiles;
  Array<Space, Vertex> parent;
  AnyRootForest<Space, Vertex> forest;
  bool under_larger;

  KOKKOS_FUNCTION void operator()(Member const& team, std::uint64_t& left) const {
    int const tile = team.league_rank();
    PackedEdge<Vertex>* const edges = &tiles.edge(static_cast<std::uint64_t>(tile) * tiles.tile);
    std::uint32_t kept = 0;
    if constexpr (runs_on_host<Space>) {
      kept = hook_alone(edges, tiles.count(tile));
    } else {
      kept = hook_together(team, edges, tiles.count(tile));
    }
    team.team_barrier();
    if (team.team_rank() > 0) return;
    tiles.count(tile) = kept;
    left += kept;
  }

 private:
  KOKKOS_FUNCTION std::uint32_t hook_alone(PackedEdge<Vertex>* edges, std::uint32_t count) const {
    std::uint32_t kept = 0;
    for (std::uint32_t k = 0; k < count; ++k) {
      PackedEdge<Vertex> const edge = edges[k];
      if (joins_trees(edge)) edges[kept++] = edge;
    }
    return kept;
  }

  // A slice of an edge a thread at a time. The scan makes everybody wait until the slice is read,
  // so that what is kept may be written over it.
  KOKKOS_FUNCTION std::uint32_t hook_together(Member const& team, PackedEdge<Vertex>* edges,
                                              std::uint32_t count) const {
    std::uint32_t kept = 0;
    std::uint32_t const threads = team.team_size();
    for (std::uint32_t slice = 0; slice < count; slice += threads) {
      std::uint32_t const k = slice + team.team_rank();
      PackedEdge<Vertex> edge{0, 0};
      if (k < count) edge = edges[k];
      std::uint32_t const keeps = k < count && joins_trees(edge);
      std::uint32_t const place = kept + team.team_scan(keeps);
      if (keeps) edges[place] = edge;
      kept = place + keeps;
      team.team_broadcast(kept, team.team_size() - 1);
    }
    return kept;
  }

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
