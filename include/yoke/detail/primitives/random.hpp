#pragma once

#include <Kokkos_Macros.hpp>
#include <cstdint>

#include "yoke/detail/primitives/hash.hpp"

namespace yoke::detail {

// Random words by number: word i of a stream is a hash of a counter (splitmix64), so that any
// thread draws any of them, and the same on every space.
class RandomWords {
 public:
  KOKKOS_FUNCTION explicit RandomWords(std::uint64_t seed) : key_(hash(seed + step)) {}

  KOKKOS_FUNCTION std::uint64_t operator()(std::uint64_t i) const {
    return hash(key_ + (i + 1) * step);
  }
  // A stream of its own for each i.
  KOKKOS_FUNCTION RandomWords stream(std::uint64_t i) const { return RandomWords((*this)(i)); }

 private:
  static constexpr std::uint64_t step = 0x9e3779b97f4a7c15u;
  std::uint64_t key_;
};

// The high half of the product: a random word made a number from 0 to n - 1.
KOKKOS_INLINE_FUNCTION std::uint64_t scale_to(std::uint64_t word, std::uint64_t n) {
  std::uint64_t const half = 0xffffffffu;
  std::uint64_t const low = (word & half) * (n & half);
  std::uint64_t const one = (word >> 32) * (n & half) + (low >> 32);
  std::uint64_t const other = (word & half) * (n >> 32) + (one & half);
  return (word >> 32) * (n >> 32) + (one >> 32) + (other >> 32);
}

// Something that happens with a probability, in integers: the same on every space.
class Chance {
 public:
  explicit Chance(double probability)
      : bound_(static_cast<std::uint64_t>(probability * (std::uint64_t(1) << 53))) {}

  KOKKOS_FUNCTION bool happens(std::uint64_t word) const { return word >> 11 < bound_; }

 private:
  std::uint64_t bound_;
};

}  // namespace yoke::detail
