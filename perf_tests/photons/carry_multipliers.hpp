#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "support/spaces.hpp"

// The multipliers a of 32-bit multiply with carry: a 2^32 - 1 is a safe prime, so a 2^31 - 1 is
// prime too. Each state but two is then on one of two cycles of the same length. Source: Marsaglia,
// "Random number generators", Journal of Modern Applied Statistical Methods 2, 2003.
namespace yoke_perf {

inline std::uint64_t power_modulo(std::uint64_t base, std::uint64_t exponent, std::uint64_t n) {
  __extension__ using Wide = unsigned __int128;
  std::uint64_t power = 1;
  for (; exponent > 0; exponent /= 2) {
    if (exponent % 2 == 1) power = static_cast<std::uint64_t>(Wide(power) * base % n);
    base = static_cast<std::uint64_t>(Wide(base) * base % n);
  }
  return power;
}

// Miller and Rabin's test. For 64 bits the primes up to 37 decide (Sorenson, Webster, "Strong
// pseudoprimes to twelve prime bases", 2015).
inline bool is_prime(std::uint64_t n) {
  std::initializer_list<std::uint64_t> const bases{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
  for (auto const base : bases) {
    if (n % base == 0) return n == base;
  }
  if (n < 2) return false;
  int twos = 0;
  std::uint64_t odd = n - 1;
  for (; odd % 2 == 0; odd /= 2) ++twos;
  return std::all_of(bases.begin(), bases.end(), [&](std::uint64_t base) {
    std::uint64_t power = power_modulo(base, odd, n);
    if (power == 1 || power == n - 1) return true;
    for (int i = 1; i < twos; ++i) {
      power = power_modulo(power, 2, n);
      if (power == n - 1) return true;
    }
    return false;
  });
}

inline bool is_carry_multiplier(std::uint64_t a) {
  return a > 0 && is_prime((a << 31) - 1) && is_prime((a << 32) - 1);
}

inline std::vector<std::uint64_t> const& small_odd_primes() {
  static std::vector<std::uint64_t> const primes = [] {
    std::vector<std::uint64_t> found;
    for (std::uint64_t p = 3; p < 5000; p += 2) {
      if (is_prime(p)) found.push_back(p);
    }
    return found;
  }();
  return primes;
}

// Those among the `count` numbers below `end`, the largest first. A sieve leaves one of 100 numbers
// to the tests.
inline std::vector<std::uint32_t> carry_multipliers_below(std::uint64_t end, std::uint64_t count) {
  std::uint64_t const begin = end - count;
  std::vector<char> is_left(count, 1);
  for (std::uint64_t const p : small_odd_primes()) {
    for (std::uint64_t const bits : {31, 32}) {
      // a 2^bits = 1 modulo p
      std::uint64_t const a = power_modulo((p + 1) / 2, bits, p);
      for (std::uint64_t i = (a + p - begin % p) % p; i < count; i += p) {
        if ((begin + i) << bits > p + 1) is_left[i] = 0;
      }
    }
  }
  std::vector<std::uint32_t> found;
  for (std::uint64_t i = count; i-- > 0;) {
    if (is_left[i] && is_carry_multiplier(begin + i)) {
      found.push_back(static_cast<std::uint32_t>(begin + i));
    }
  }
  return found;
}

// The largest `count` of 32 bits, the largest first. About 90 of 2^16 numbers are multipliers.
inline std::vector<std::uint32_t> carry_multipliers(std::size_t count) {
  constexpr std::uint64_t window = 1 << 16;
  std::vector<std::uint32_t> found;
  for (std::uint64_t end = std::uint64_t(1) << 32; found.size() < count;) {
    std::vector<std::vector<std::uint32_t>> parts((count - found.size()) / 90 + 1);
    Kokkos::parallel_for("yoke_perf::carry_multipliers", WideRange<Host>(0, parts.size()),
                         [&, end](std::uint64_t i) {
                           parts[i] = carry_multipliers_below(end - i * window, window);
                         });
    Kokkos::fence("yoke_perf: multipliers");
    for (auto const& part : parts) found.insert(found.end(), part.begin(), part.end());
    end -= parts.size() * window;
  }
  found.resize(count);
  return found;
}

}  // namespace yoke_perf
