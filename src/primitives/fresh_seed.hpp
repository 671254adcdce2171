#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "yoke/detail/primitives/hash.hpp"

namespace yoke::detail {

// A seed that no input can foresee, for a second try where an input was unlucky for the first: of
// the clock, and another one at each call.
inline std::uint64_t fresh_seed() {
  static std::atomic<std::uint64_t> calls{0};
  auto const now = std::chrono::steady_clock::now().time_since_epoch().count();
  return hash(hash(static_cast<std::uint64_t>(now)) + ++calls);
}

}  // namespace yoke::detail
