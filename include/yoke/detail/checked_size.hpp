#pragma once

#include <cstddef>
#include <limits>
#include <new>
#include <stdexcept>
#include <string>

namespace yoke::detail {

// Sizes are bounded where a caller gives them: by 2^48, which is more than the addresses that a
// machine has. What is then held for each element, up to 2^15 bytes, can be counted in 64 bits, and
// so can sums and small multiples of such sizes: nothing after it has to ask whether they wrap.

// A plan's capacity, of so many `things`. Throws std::invalid_argument where no memory holds so
// many.
inline std::size_t checked_capacity(std::string const& caller, std::size_t capacity,
                                    char const* things = "elements") {
  if (capacity >> 48 == 0) return capacity;
  throw std::invalid_argument(caller + ": a plan holds fewer than 2^48 " + things + ", not " +
                              std::to_string(capacity));
}

// Throws std::invalid_argument where two numbers, each a caller's, have a product of 2^48 and more.
inline std::size_t checked_product(std::string const& caller, char const* what, std::size_t one,
                                   std::size_t other) {
  constexpr std::size_t most = (std::size_t(1) << 48) - 1;
  if (one == 0 || other <= most / one) return one * other;
  throw std::invalid_argument(caller + ": " + what + " is " + std::to_string(one) + " times " +
                              std::to_string(other) + "; the product must be less than 2^48");
}

// The bytes of an array, which is not bounded otherwise. Throws what an allocation of too many
// throws.
inline std::size_t checked_bytes(std::size_t elements, std::size_t element_bytes) {
  constexpr std::size_t most = std::numeric_limits<std::ptrdiff_t>::max();
  if (elements <= most / element_bytes) return elements * element_bytes;
  throw std::bad_array_new_length();
}

}  // namespace yoke::detail
