#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

namespace yoke::detail {

// Preconditions that cost O(1) to see. `caller` is the public function that was called.

inline void check_same_size(std::string const& caller, char const* one, std::size_t one_size,
                            char const* other, std::size_t other_size) {
  if (one_size == other_size) return;
  throw std::invalid_argument(caller + ": " + one + " has " + std::to_string(one_size) +
                              " elements and " + other + " has " + std::to_string(other_size));
}

// Throws where Index cannot number `count` things and keep one value free.
template <class Index>
void check_index_holds(std::string const& caller, char const* argument, std::uint64_t count) {
  std::uint64_t const largest = static_cast<std::uint64_t>(std::numeric_limits<Index>::max());
  if (count <= largest) return;
  throw std::invalid_argument(caller + ": " + argument + "'s type holds values up to " +
                              std::to_string(largest) + ", too small for " + std::to_string(count) +
                              " elements");
}

}  // namespace yoke::detail
