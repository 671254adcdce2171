#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <type_traits>

#include "distances/lengths.hpp"
#include "shortest_paths/steps.hpp"
#include "yoke/detail/graphs/raw_graph.hpp"
#include "yoke/detail/kokkos_ext/relaxed.hpp"
#include "yoke/detail/spaces.hpp"

namespace yoke::detail::distances {

// What is known of each vertex: its component, and bounds of its eccentricity.
template <class Space, class Vertex, class Length>
struct Bounds {
  Array<Space, Vertex> label;
  Array<Space, Length> lower, upper;
  Length threshold;  // larger eccentricities alone are wanted

  KOKKOS_FUNCTION bool is_open(std::uint64_t v) const {
    return lower(v) < upper(v) && upper(v) > threshold;
  }
};

// What a component's vertices find together, in the cell of its smallest vertex.
template <class Space, class Vertex, class Length>
struct ComponentCells {
  Array<Space, std::uint64_t> key;  // the largest one of a vertex that may be searched from
  Array<Space, Vertex> chosen;      // the smallest vertex that has it
  Array<Space, Length> farthest;    // the largest distance from it
};

// Some vertices that have been searched from: their largest eccentricity, and its first place.
template <class Length>
struct Settled {
  std::uint64_t count;
  Length farthest;
  std::uint64_t place;
};

// A place that many threads raise is read first: few of them change it. The bits of floating-point
// numbers from 0 on have the order of the numbers.
template <class T>
KOKKOS_INLINE_FUNCTION void raise(T* place, T value) {
  if constexpr (std::is_floating_point_v<T>) {
    using Bits = shortest_paths::BitsOf<T>;
    raise(reinterpret_cast<Bits*>(place), Kokkos::bit_cast<Bits>(value));
  } else {
    if (relaxed_load(place) < value) Kokkos::atomic_fetch_max(place, value);
  }
}

template <class Space, class Vertex, class Offset, class Length>
struct StartBounds {
  CsrView<Space, Vertex, Offset> graph;
  Bounds<Space, Vertex, Length> bounds;
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const {
    bounds.lower(v) = 0;
    bounds.upper(v) = graph.degree(v) == 0 ? Length(0) : no_length<Length>();
  }
};

template <class Space, class Vertex, class Length>
struct ClearCells {
  ComponentCells<Space, Vertex, Length> cells;
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const {
    cells.key(v) = 0;
    cells.chosen(v) = static_cast<Vertex>(~Vertex(0));
    cells.farthest(v) = 0;
  }
};

// Takes and Kosters search in turn from the vertex with the largest upper bound, which may raise
// the diameter, and from that with the smallest lower bound, which is near the centre. If bounds
// are equal, the vertex with most arcs comes first.
template <class Space, class Vertex, class Offset, class Length>
struct SearchKeys {
  static constexpr std::uint64_t most = 0xffffffff;

  CsrView<Space, Vertex, Offset> graph;
  Bounds<Space, Vertex, Length> bounds;
  bool from_outside;

  KOKKOS_FUNCTION std::uint64_t operator()(std::uint64_t v) const {
    std::uint64_t const bound =
        from_outside ? rough_order(bounds.upper(v)) : most - rough_order(bounds.lower(v));
    return bound << 32 | rough_order(graph.degree(v));
  }
};

template <class Space, class Vertex, class Offset, class Length>
struct OfferKeys {
  SearchKeys<Space, Vertex, Offset, Length> key_of;
  ComponentCells<Space, Vertex, Length> cells;
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const {
    auto const& bounds = key_of.bounds;
    if (bounds.is_open(v)) raise(&cells.key(bounds.label(v)), key_of(v));
  }
};

template <class Space, class Vertex, class Offset, class Length>
struct ChooseVertices {
  SearchKeys<Space, Vertex, Offset, Length> key_of;
  ComponentCells<Space, Vertex, Length> cells;
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
template <class Space, class Vertex, class Length>
struct ListChosen {
  Array<Space, Vertex const> label;
  ComponentCells<Space, Vertex, Length> cells;
  Array<Space, Vertex> list;
  KOKKOS_FUNCTION void operator()(std::uint64_t v, std::uint64_t& place, bool last) const {
    if (cells.chosen(label(v)) != v) return;
    if (last) list(place) = static_cast<Vertex>(v);
    ++place;
  }
};

// The open vertices in their order. Scans.
template <class Space, class Vertex, class Length>
struct ListOpen {
  Bounds<Space, Vertex, Length> bounds;
  Array<Space, Vertex> list;
  KOKKOS_FUNCTION void operator()(std::uint64_t v, std::uint64_t& place, bool last) const {
    if (!bounds.is_open(v)) return;
    if (last) list(place) = static_cast<Vertex>(v);
    ++place;
  }
};

// How far a search has come in each component, and in any.
template <class Space, class Vertex, class Length>
struct FindFarthest {
  Array<Space, Length const> distance;
  Array<Space, Vertex const> label;
  ComponentCells<Space, Vertex, Length> cells;
  KOKKOS_FUNCTION void operator()(std::uint64_t v, Length& farthest) const {
    if (distance(v) == no_length<Length>()) return;
    raise(&cells.farthest(label(v)), distance(v));
    if (distance(v) > farthest) farthest = distance(v);
  }
};

// A search settles its vertex, and bounds the others that it has come to. Counts the vertices that
// remain open.
template <class Space, class Vertex, class Length>
struct TightenBounds {
  Array<Space, Length const> distance;
  ComponentCells<Space, Vertex, Length> cells;
  Bounds<Space, Vertex, Length> bounds;
  BoundRules<Length> rules;
  KOKKOS_FUNCTION void operator()(std::uint64_t v, std::uint64_t& open) const {
    if (distance(v) != no_length<Length>()) tighten(v);
    open += bounds.is_open(v);
  }

 private:
  KOKKOS_FUNCTION void tighten(std::uint64_t v) const {
    Length const e = cells.farthest(bounds.label(v));
    if (cells.chosen(bounds.label(v)) == v) {
      bounds.lower(v) = bounds.upper(v) = e;
    } else if (rules.are_bounds(e)) {
      auto const [lower, upper] = rules.around(e, distance(v));
      if (bounds.lower(v) < lower) bounds.lower(v) = lower;
      if (bounds.upper(v) > upper) bounds.upper(v) = upper;
    }
  }
};

template <class Space, class Length>
struct FirstAtDistance {
  Array<Space, Length const> distance;
  Length wanted;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& first) const {
    if (distance(i) == wanted && i < first) first = i;
  }
};

}  // namespace yoke::detail::distances
