#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "yoke/detail/graphs/raw_graph.hpp"
#include "yoke/detail/primitives/relaxed.hpp"
#include "yoke/detail/spaces.hpp"

namespace yoke::detail::distances {

// What is known of each vertex: its component, and bounds of its eccentricity.
template <class Space, class Vertex>
struct Bounds {
  Array<Space, Vertex> label, lower, upper;
  std::uint64_t threshold;  // larger eccentricities alone are wanted

  KOKKOS_FUNCTION bool is_open(std::uint64_t v) const {
    return lower(v) < upper(v) && upper(v) > threshold;
  }
};

// What a component's vertices find together, in the cell of its smallest vertex.
template <class Space, class Vertex>
struct ComponentCells {
  Array<Space, std::uint64_t> key;  // the largest one of a vertex that may be searched from
  Array<Space, Vertex> chosen;      // the smallest vertex that has it
  Array<Space, Vertex> farthest;    // the largest distance from it
};

// A place that many threads raise is read first: few of them change it.
template <class T>
KOKKOS_INLINE_FUNCTION void raise(T* place, T value) {
  if (relaxed_load(place) < value) Kokkos::atomic_fetch_max(place, value);
}

template <class Space, class Vertex, class Offset>
struct StartBounds {
  CsrView<Space, Vertex, Offset> graph;
  Bounds<Space, Vertex> bounds;
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const {
    bounds.lower(v) = 0;
    bounds.upper(v) = graph.degree(v) == 0 ? Vertex(0) : static_cast<Vertex>(~Vertex(0));
  }
};

template <class Space, class Vertex>
struct ClearCells {
  ComponentCells<Space, Vertex> cells;
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const {
    cells.key(v) = 0;
    cells.chosen(v) = static_cast<Vertex>(~Vertex(0));
    cells.farthest(v) = 0;
  }
};

// Takes and Kosters search in turn from the vertex with the largest upper bound, which may raise
// the diameter, and from that with the smallest lower bound, which is near the centre. If bounds
// are equal, the vertex with most arcs comes first.
template <class Space, class Vertex, class Offset>
struct SearchKeys {
  static constexpr std::uint64_t most = 0xffffffff;

  CsrView<Space, Vertex, Offset> graph;
  Bounds<Space, Vertex> bounds;
  bool from_outside;

  KOKKOS_FUNCTION std::uint64_t operator()(std::uint64_t v) const {
    std::uint64_t const bound =
        from_outside ? low_half(bounds.upper(v)) : most - low_half(bounds.lower(v));
    return bound << 32 | low_half(graph.degree(v));
  }

 private:
  KOKKOS_FUNCTION static std::uint64_t low_half(std::uint64_t value) {
    return value < most ? value : most;
  }
};

template <class Space, class Vertex, class Offset>
struct OfferKeys {
  SearchKeys<Space, Vertex, Offset> key_of;
  ComponentCells<Space, Vertex> cells;
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const {
    auto const& bounds = key_of.bounds;
    if (bounds.is_open(v)) raise(&cells.key(bounds.label(v)), key_of(v));
  }
};

template <class Space, class Vertex, class Offset>
struct ChooseVertices {
  SearchKeys<Space, Vertex, Offset> key_of;
  ComponentCells<Space, Vertex> cells;
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const {
    auto const& bounds = key_of.bounds;
    if (!bounds.is_open(v)) return;
    Vertex const component = bounds.label(v);
    if (key_of(v) != cells.key(component)) return;
    Vertex* const chosen = &cells.chosen(component);
    if (relaxed_load(chosen) > v) Kokkos::atomic_fetch_min(chosen, static_cast<Vertex>(v));
  }
};

// The chosen vertices in their order. Scans.
template <class Space, class Vertex>
struct ListChosen {
  Array<Space, Vertex const> label;
  ComponentCells<Space, Vertex> cells;
  Array<Space, Vertex> list;
  KOKKOS_FUNCTION void operator()(std::uint64_t v, std::uint64_t& place, bool last) const {
    if (cells.chosen(label(v)) != v) return;
    if (last) list(place) = static_cast<Vertex>(v);
    ++place;
  }
};

// The open vertices in their order. Scans.
template <class Space, class Vertex>
struct ListOpen {
  Bounds<Space, Vertex> bounds;
  Array<Space, Vertex> list;
  KOKKOS_FUNCTION void operator()(std::uint64_t v, std::uint64_t& place, bool last) const {
    if (!bounds.is_open(v)) return;
    if (last) list(place) = static_cast<Vertex>(v);
    ++place;
  }
};

// How far a search has come in each component, and in any.
template <class Space, class Vertex>
struct FindFarthest {
  Array<Space, Vertex const> level, label;
  ComponentCells<Space, Vertex> cells;
  KOKKOS_FUNCTION void operator()(std::uint64_t v, std::uint64_t& farthest) const {
    if (level(v) == static_cast<Vertex>(~Vertex(0))) return;
    raise(&cells.farthest(label(v)), level(v));
    if (level(v) > farthest) farthest = level(v);
  }
};

// At distance d of a vertex with eccentricity e, no eccentricity is less than d or e - d, or more
// than e + d. Counts the vertices that remain open.
template <class Space, class Vertex>
struct TightenBounds {
  Array<Space, Vertex const> level;
  ComponentCells<Space, Vertex> cells;
  Bounds<Space, Vertex> bounds;
  KOKKOS_FUNCTION void operator()(std::uint64_t v, std::uint64_t& open) const {
    if (level(v) != static_cast<Vertex>(~Vertex(0))) {
      Vertex const d = level(v), e = cells.farthest(bounds.label(v));
      Vertex const least = d > e - d ? d : static_cast<Vertex>(e - d);
      std::uint64_t const most = std::uint64_t(e) + d;
      if (bounds.lower(v) < least) bounds.lower(v) = least;
      if (bounds.upper(v) > most) bounds.upper(v) = static_cast<Vertex>(most);
    }
    open += bounds.is_open(v);
  }
};

// A vertex that a search comes to at a level has at least this eccentricity.
template <class Space, class Vertex>
struct RaiseLower {
  Array<Space, Vertex const> frontier;
  Vertex level;
  Array<Space, Vertex> lower;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    Vertex& bound = lower(frontier(i));
    if (bound < level) bound = level;
  }
};

template <class Space, class Vertex>
struct FirstAtLevel {
  Array<Space, Vertex const> level;
  Vertex wanted;
  KOKKOS_FUNCTION void operator()(std::uint64_t v, std::uint64_t& first) const {
    if (level(v) == wanted && v < first) first = v;
  }
};

}  // namespace yoke::detail::distances
