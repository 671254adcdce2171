#pragma once

#include <algorithm>
#include <cstdint>

#include "yoke/errors.hpp"

namespace yoke::detail::sorting {

// In how long runs elements that lie in host memory go through a device.
struct OutOfCoreRuns {
  // With so many the lanes are busy but for 1/32 of a pass, at its ends.
  static constexpr std::uint64_t usual = 64;
  static constexpr std::uint64_t most = 1024;
  // Shorter ones would wait for their launches.
  static constexpr std::uint64_t usual_least = std::uint64_t(1) << 20, least = 4096;
  // Three blocks, a copy for the sort of one, and a little.
  static constexpr double blocks_held = 4.1;

  static std::uint64_t longest(std::uint64_t size) {
    std::uint64_t const length = std::max((size + usual - 1) / usual, usual_least);
    return std::clamp<std::uint64_t>(size, 1, length);
  }
  static std::uint64_t shortest(std::uint64_t size) {
    return std::min(std::max((size + most - 1) / most, least), longest(size));
  }

  // Is it faster than the host alone, at its best? Seconds by what was measured beside an H200:
  // both directions of the bus at once, the launch of a copy, and the host's memory, which its own
  // sort reads and writes twice.
  static bool pay(std::uint64_t bytes, std::uint64_t elements, int columns, std::uint64_t allowed) {
    constexpr double bus = 49.5e9, launch = 5e-6, memory = 28e9;
    auto const all = static_cast<double>(bytes);
    double const runs = std::max(blocks_held * all / static_cast<double>(allowed),
                                 static_cast<double>(elements) / longest(elements));
    double const through_bus = 2 * all / bus * (1 + 2 / runs) + runs * runs * columns * launch;
    return runs <= most && through_bus < 4 * all / memory;
  }

  // make(length) for the longest runs with which it finds memory on the device; throws what it did
  // where none do.
  template <class Make>
  static void fit(std::uint64_t size, Make const& make) {
    std::uint64_t const least_now = shortest(size);
    for (std::uint64_t length = longest(size);; length = std::max(length / 2, least_now)) {
      try {
        make(length);
        return;
      } catch (DeviceMemoryExceeded const&) {
        if (length == least_now) throw;
      }
    }
  }
};

}  // namespace yoke::detail::sorting
