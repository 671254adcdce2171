#pragma once

#include <cstdint>

namespace yoke::detail {

// One of several parts of what is numbered from 0, equal to within one.
struct EvenPart {
  std::uint64_t part = 0, parts = 1;

  // floor(n part / parts), with no product that n alone would not hold.
  constexpr std::uint64_t begin(std::uint64_t n) const {
    return n / parts * part + n % parts * part / parts;
  }
  constexpr std::uint64_t end(std::uint64_t n) const { return EvenPart{part + 1, parts}.begin(n); }
  constexpr std::uint64_t size(std::uint64_t n) const { return end(n) - begin(n); }
};

}  // namespace yoke::detail
