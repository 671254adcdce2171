#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <type_traits>

#include "ranks.hpp"

namespace yoke::tool {

// The largest of all ranks' distances but for infinity, or `least` where there is none.
template <class Weight>
Weight farthest_of_ranks(std::span<Weight const> distances, Weight infinity, Weight least) {
  using Bits =
      std::conditional_t<sizeof(Weight) == 2, std::uint16_t,
                         std::conditional_t<sizeof(Weight) == 4, std::uint32_t, std::uint64_t>>;
  Weight farthest = least;
  for (Weight const distance : distances) {
    if (distance != infinity) farthest = std::max(farthest, distance);
  }
  for (auto const bits : numbers_of_ranks(std::bit_cast<Bits>(farthest))) {
    farthest = std::max(farthest, std::bit_cast<Weight>(static_cast<Bits>(bits)));
  }
  return farthest;
}

}  // namespace yoke::tool
