#pragma once

#include <Kokkos_Macros.hpp>
#include <cstdint>

namespace yoke::detail {

// Bijective mixers of full avalanche: every input bit moves every output bit. Sources: C. Wellons'
// search for low-bias 32-bit functions; splitmix64's finaliser (Steele, Lea, Flood 2014).
KOKKOS_INLINE_FUNCTION std::uint32_t hash(std::uint32_t x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  x ^= x >> 16;
  return x;
}

KOKKOS_INLINE_FUNCTION std::uint64_t hash(std::uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9u;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebu;
  x ^= x >> 31;
  return x;
}

}  // namespace yoke::detail
