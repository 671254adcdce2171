#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <type_traits>

#include "yoke/detail/spaces.hpp"

// Lengths of paths: numbers of edges, or sums of weights.
namespace yoke::detail::distances {

// The length to a vertex that a search has not come to: the largest number of edges that is stored,
// or the infinite weight.
template <class Length>
KOKKOS_INLINE_FUNCTION constexpr Length no_length() {
  if constexpr (std::is_floating_point_v<Length>) {
    return Kokkos::Experimental::infinity_v<Length>;
  } else {
    return Kokkos::Experimental::finite_max_v<Length>;
  }
}

// A word in the order of lengths. Lengths that are nearly equal may have the same.
template <class Length>
KOKKOS_INLINE_FUNCTION std::uint64_t rough_order(Length length) {
  if constexpr (std::is_integral_v<Length>) {
    if constexpr (std::is_unsigned_v<Length> || sizeof(Length) == 4) {
      constexpr std::uint64_t most = 0xffffffff;
      std::uint64_t const value = static_cast<std::uint64_t>(length);
      return value < most ? value : most;
    } else {
      return Kokkos::bit_cast<std::uint32_t>(static_cast<float>(length));
    }
  } else {
    constexpr float most = Kokkos::Experimental::finite_max_v<float>;
    return Kokkos::bit_cast<std::uint32_t>(
        length < static_cast<Length>(most) ? static_cast<float>(length) : most);
  }
}

// How a search from a vertex with eccentricity e bounds the eccentricity of another vertex at
// distance d. Exactly, it is at least max(d, e - d) and at most e + d.
//
// Up to most_bounded no two vertices of the component are too far apart for the type, so that the
// bounds hold. Up to most_exact no sum is rounded. Above it a distance is the exact one times a
// factor between 1 - x and 1 / (1 - x), where x is the number of vertices times the unit roundoff:
// a path has fewer additions, and rounding keeps the order of sums. Bounds that are wider by
// `widening`, at least 1 / (1 - 2 x) and two roundings more, then hold for rounded distances.
template <class Length>
struct BoundRules {
  struct Interval {
    Length lower, upper;
  };
  Length most_bounded, most_exact, widening;

  KOKKOS_FUNCTION bool are_bounds(Length e) const { return e <= most_bounded; }

  KOKKOS_FUNCTION Interval around(Length e, Length d) const {
    if (e <= most_exact) {
      Length const rest = static_cast<Length>(e - d);
      return {d > rest ? d : rest, static_cast<Length>(e + d)};
    }
    Length const rest = static_cast<Length>((e / widening - d) / widening), least = least_at(e, d);
    return {least > rest ? least : rest, static_cast<Length>((e + d) * widening)};
  }
  // The least eccentricity at distance d of that vertex, without e - d.
  KOKKOS_FUNCTION Length least_at(Length e, Length d) const {
    return e <= most_exact ? d : static_cast<Length>(d / widening);
  }
};

// A path has fewer edges than there are vertices.
template <class Vertex>
BoundRules<Vertex> rules_of_hops() {
  constexpr Vertex most = no_length<Vertex>() / 2 - 1;
  return {most, most, 1};
}

}  // namespace yoke::detail::distances
