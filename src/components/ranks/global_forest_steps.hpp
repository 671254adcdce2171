#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "components/labels.hpp"
#include "components/ranks/global_components_steps.hpp"
#include "components/ranks/global_forest.hpp"
#include "mpi/pack.hpp"
#include "primitives/arcs.hpp"

// The steps of GlobalForest (global_forest.cpp).
namespace yoke::detail::mpi {

// The rank's own vertices, from `begin` on, and their rows.
template <class Space, class Vertex, class Offset>
struct OwnVertices {
  CsrView<Space, Vertex, Offset> rows;
  std::uint64_t begin;

  KOKKOS_FUNCTION bool has(std::uint64_t v) const {
    return v >= begin && v - begin < rows.vertices();
  }
  KOKKOS_FUNCTION Vertex vertex(std::uint64_t row) const {
    return static_cast<Vertex>(begin + row);
  }
};

// As the first passes of Afforest, among own vertices: each is linked to two of its own neighbours.
// Where neighbours ascend those of other ranks may stand before them, which bisection passes over;
// in other orders it ends anywhere, and what stands there is as good.
template <class Space, class Vertex, class Offset>
struct LinkTwoOwn {
  static constexpr int linked = 2, most_looks = 4;
  OwnVertices<Space, Vertex, Offset> own;
  Labels<Space, Vertex> labels;

  KOKKOS_FUNCTION void operator()(std::uint64_t row) const {
    Vertex const v = own.vertex(row);
    Offset arc = first_own(row);
    Offset const end = own.rows.end(row);
    Vertex root = labels.find(v);
    int links = 0;
    for (int look = 0; look < most_looks && links < linked && arc < end; ++look, ++arc) {
      Vertex const u = own.rows.neighbours(arc);
      if (!own.has(u)) continue;
      root = labels.link(root, v, u);
      ++links;
    }
  }

 private:
  KOKKOS_FUNCTION Offset first_own(std::uint64_t row) const {
    Offset low = own.rows.begin(row);
    if (own.begin == 0) return low;
    for (Offset high = own.rows.end(row); low < high;) {
      Offset const middle = low + (high - low) / 2;
      if (own.rows.neighbours(middle) < own.begin) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
};

// The vertices of one component, those of which need not follow their arcs: what the component's
// root is while others hook it.
template <class Space, class Vertex>
struct Skipped {
  Labels<Space, Vertex> labels;
  Vertex of;  // one of its vertices, or components::no_component

  KOKKOS_FUNCTION bool has(Vertex root) const {
    if (of == components::no_component<Vertex>) return false;
    return root == of || root == labels.find(of);
  }
};

// Visits the arcs of a chunk that leave vertices outside the largest component.
template <class Space, class Vertex, class Offset, class Visit>
KOKKOS_FUNCTION void follow_outside(OwnVertices<Space, Vertex, Offset> const& own,
                                    ArcChunks const& chunks, std::uint64_t chunk,
                                    Skipped<Space, Vertex> const& largest, Visit const& visit) {
  std::uint64_t arc = chunks.begin(chunk);
  std::uint64_t const end = chunks.end(chunk);
  for (std::uint64_t row = own.rows.row_of(arc); arc < end; ++row) {
    std::uint64_t const row_end = own.rows.end(row) < end ? own.rows.end(row) : end;
    if (row_end <= arc) continue;
    Vertex const v = own.vertex(row);
    if (!largest.has(largest.labels.compress(v))) {
      for (; arc < row_end; ++arc) visit(v, own.rows.neighbours(arc));
    }
    arc = row_end;
  }
}

// Of a rank's arcs, those within its own vertices.
template <class Space, class Vertex, class Offset>
struct LinkOwnArcs {
  OwnVertices<Space, Vertex, Offset> own;
  Labels<Space, Vertex> labels;
  ArcChunks chunks;
  Skipped<Space, Vertex> largest;

  KOKKOS_FUNCTION void operator()(std::uint64_t chunk) const {
    follow_outside(own, chunks, chunk, largest, [&](Vertex v, Vertex u) {
      if (own.has(u)) labels.link(labels.find(v), v, u);
    });
  }
};

// As Labels::link, but returns the root that was hooked, or components::no_component.
template <class Space, class Vertex>
KOKKOS_FUNCTION Vertex hook(Labels<Space, Vertex> const& labels, Vertex v, Vertex u) {
  Vertex one = labels.find(v), other = labels.find(u);
  while (one != other) {
    Vertex const high = one > other ? one : other, low = one > other ? other : one;
    Vertex const seen = Kokkos::atomic_compare_exchange(&labels.label(high), high, low);
    if (seen == high) return high;
    one = labels.find(seen);
    other = low;
  }
  return components::no_component<Vertex>;
}

// The arcs that lead to other ranks' vertices. Those that join two components are noted.
template <class Space, class Vertex, class Offset>
struct NoteCrossArcs {
  OwnVertices<Space, Vertex, Offset> own;
  Labels<Space, Vertex> labels;
  ArcChunks chunks;
  Skipped<Space, Vertex> largest;
  JoinedPair<Vertex>* noted;
  std::uint64_t* count;

  KOKKOS_FUNCTION void operator()(std::uint64_t chunk) const {
    follow_outside(own, chunks, chunk, largest, [&](Vertex v, Vertex u) {
      if (own.has(u) || hook(labels, v, u) == components::no_component<Vertex>) return;
      noted[Kokkos::atomic_fetch_add(count, std::uint64_t(1))] = {v, u};
    });
  }
};

// Of what the rank has noted, the arcs that join two components still.
template <class Space, class Vertex>
struct ChooseEdges {
  Labels<Space, Vertex> labels;
  JoinedPair<Vertex> const* noted;
  ForestEdge<Vertex>* chosen;
  std::uint64_t* count;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    Vertex const high = hook(labels, noted[i].one, noted[i].other);
    if (high == components::no_component<Vertex>) return;
    chosen[Kokkos::atomic_fetch_add(count, std::uint64_t(1))] = {high, noted[i].one,
                                                                 noted[i].other};
  }
};

template <class Vertex>
struct OwnerOfEdge {
  KOKKOS_FUNCTION std::uint32_t operator()(ForestEdge<Vertex> const& edge,
                                           Owners const& owners) const {
    return owners(edge.high);
  }
};

// Each edge that has come to its vertex's place.
template <class Vertex>
struct PlaceEdges {
  ForestEdge<Vertex> const* edges;
  Vertex *from, *to;
  std::uint64_t begin;  // the first own vertex

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    std::uint64_t const place = edges[i].high - begin;
    from[place] = edges[i].from;
    to[place] = edges[i].to;
  }
};

// Labels for ForestGatherer, which asks of each place whether the vertex one higher is its own.
template <class Vertex>
struct MarkFreePlaces {
  Vertex const* label;  // of the own vertices
  std::uint64_t begin;  // the first of them
  Vertex* marks;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    marks[i + 1] = label[i] == begin + i ? static_cast<Vertex>(i + 1) : Vertex(0);
  }
};

template <class Space, class Vertex>
struct CountRoots {
  Labels<Space, Vertex> labels;
  KOKKOS_FUNCTION void operator()(std::uint64_t v, std::uint64_t& roots) const {
    roots += labels.label(v) == v;
  }
};

}  // namespace yoke::detail::mpi
