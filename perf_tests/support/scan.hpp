#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "support/spaces.hpp"

namespace yoke_perf {

// The ranks of the ordered list 0, 1, ..., n-1.
template <class Space, class Array>
void rank_by_scan(Space const& exec, Array const& rank) {
  std::uint64_t const n = rank.extent(0);
  Kokkos::parallel_scan(
      "yoke_perf::rank_by_scan", WideRange<Space>(exec, 0, n),
      KOKKOS_LAMBDA(std::uint64_t i, std::uint32_t & before, bool last) {
        if (last) rank(i) = static_cast<std::uint32_t>(n - 1 - before);
        ++before;
      });
}

}  // namespace yoke_perf
