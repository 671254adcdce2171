#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include "photons/medium.hpp"
#include "yoke/photon_tallies.hpp"

namespace yoke::detail::photons {

// Where a call counts: the caller's tallies, or a thread's own.
struct TallyArrays {
  std::uint64_t* absorbed;  // null: nobody asks where
  std::uint64_t* reflected;
  std::uint64_t* transmitted;
  std::uint64_t* sums;
  std::uint32_t columns;  // of the sums

  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t* batch_of(std::uint64_t photon) const {
    return sums + photon % photon_batches * columns;
  }
};

// Adds where other threads add too. Kokkos's addition of 64 bits is a loop on some GPUs, for want
// of an overload.
struct AtomicAdd {
  KOKKOS_FORCEINLINE_FUNCTION static void add(std::uint64_t* count, std::uint64_t units) {
    KOKKOS_IF_ON_DEVICE((atomicAdd(reinterpret_cast<unsigned long long*>(count),
                                   static_cast<unsigned long long>(units));))
    KOKKOS_IF_ON_HOST((Kokkos::atomic_add(count, units);))
  }
};
// Adds where nobody else does.
struct PlainAdd {
  KOKKOS_FORCEINLINE_FUNCTION static void add(std::uint64_t* count, std::uint64_t units) {
    *count += units;
  }
};

KOKKOS_FORCEINLINE_FUNCTION std::size_t column(PhotonSum sum) {
  return static_cast<std::size_t>(sum);
}

// The cell of what leaves, through the surface or the bottom.
template <class Real>
KOKKOS_FORCEINLINE_FUNCTION std::int32_t exit_cell(Medium<Real> const& medium, Real x, Real y,
                                                   Real cosine) {
  return radius_cell(medium, x, y) * medium.angles + angle_cell(medium, cosine);
}
// Counts it there and in the sum.
template <class Add, class Real>
KOKKOS_FORCEINLINE_FUNCTION void count_exit(Medium<Real> const& medium, TallyArrays const& tally,
                                            std::uint64_t* sums, bool through_surface, Real x,
                                            Real y, Real cosine, std::int32_t weight) {
  auto const units = static_cast<std::uint64_t>(weight);
  std::uint64_t* const counts = through_surface ? tally.reflected : tally.transmitted;
  Add::add(counts + exit_cell(medium, x, y, cosine), units);
  Add::add(sums + column(through_surface ? PhotonSum::reflected : PhotonSum::transmitted), units);
}

// What a call is to do on one space.
template <class Real>
struct Task {
  Medium<Real> medium;
  TallyArrays tally;
  std::uint64_t seed, first, count;
  std::uint32_t most_hops;
};

}  // namespace yoke::detail::photons
