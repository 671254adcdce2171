#pragma once

#include <Kokkos_Macros.hpp>
#include <cstdint>

#include "yoke/detail/primitives/hash.hpp"

namespace yoke::detail {

// A random permutation of 0..size-1 that any thread evaluates at any point without memory: a
// Feistel network on the smallest even number of bits that holds size - 1, walked until it lands
// inside (fewer than 4 steps on average). The same on every space and for every number of threads.
class RandomPermutation {
 public:
  KOKKOS_FUNCTION RandomPermutation(std::uint64_t size, std::uint64_t seed)
      : size_(size), seed_(hash(seed + 1)) {
    while (half_bits_ < 32 && (std::uint64_t(1) << (2 * half_bits_)) < size) ++half_bits_;
  }

  KOKKOS_FUNCTION std::uint64_t operator()(std::uint64_t i) const {
    do {
      i = encrypt(i);
    } while (i >= size_);
    return i;
  }

 private:
  KOKKOS_FUNCTION std::uint64_t encrypt(std::uint64_t i) const {
    std::uint64_t const mask = (std::uint64_t(1) << half_bits_) - 1;
    std::uint64_t left = i >> half_bits_, right = i & mask;
    for (int round = 0; round < 4; ++round) {
      std::uint64_t const next =
          left ^ (hash(right ^ (seed_ + round * 0x9e3779b97f4a7c15u)) & mask);
      left = right;
      right = next;
    }
    return left << half_bits_ | right;
  }

  std::uint64_t size_;
  std::uint64_t seed_;
  int half_bits_ = 1;
};

}  // namespace yoke::detail
