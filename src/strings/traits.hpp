#pragma once

#include <algorithm>

namespace yoke::detail::strings {

// What bytes and keys cost where strings in host memory are sorted beside a GPU, in nanoseconds. An
// automatic call without a table compares two ways by them: all characters go up; or the host makes
// the first keys, which go up in their place, and sorts what ties.
struct HybridStringTraits {
  // The bus, from pinned memory: 2^22 random strings of up to 500 characters, 1.05 GB, went up in
  // 20.9 ms beside an H200.
  static constexpr double bus_bytes = 50;
  // Pageable memory goes through a ring, which all cores fill: the same strings took 29.9 ms with
  // 16 cores beside an H100. One core copies 9 bytes.
  static constexpr double ring_bytes = 35, core_bytes = 9;
  // Of one core, for each string: to make its key, a line of memory, and what the keys' way takes
  // beside that. 2^22 of those strings took 15.8 ms with 16 cores, 2 * 10^6 took 6.73.
  static constexpr double key = 60;
  // Likewise, for each string where most tie: families of 64 took 57 to 77 ms more on 16 cores.
  static constexpr double tie = 250;
  // So large a part of the sample ties where most strings do.
  static constexpr double few_tied = 0.01;

  static double bytes_up(bool is_pageable, int threads) {
    return is_pageable ? std::min({bus_bytes, ring_bytes, core_bytes * threads}) : bus_bytes;
  }
  // More characters a string than this cost more to send than the keys' way does.
  static double most_characters(bool is_pageable, bool most_tie, int threads) {
    return (key + (most_tie ? tie : 0)) / threads * bytes_up(is_pageable, threads);
  }
};

}  // namespace yoke::detail::strings
