#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace yoke::detail::distances {

// The longest diameter of all ranks'. Of equal ones that of the lowest rank, which looks at smaller
// vertices.
template <class Network, class Found>
Found longest(Network& ranks, Found const& own) {
  std::uint64_t length = 0;
  std::memcpy(&length, &own.length, sizeof(own.length));
  auto const lengths = ranks.gather(length), from = ranks.gather(own.from),
             to = ranks.gather(own.to);
  Found best;
  for (std::size_t r = 0; r < lengths.size(); ++r) {
    Found other;
    std::memcpy(&other.length, &lengths[r], sizeof(other.length));
    other.from = from[r];
    other.to = to[r];
    if (other.length > best.length) best = other;
  }
  return best;
}

}  // namespace yoke::detail::distances
