#pragma once

#include <Kokkos_Core.hpp>
#include <type_traits>
#include <vector>

#include "yoke/detail/spaces.hpp"

namespace yoke::detail {

#ifdef KOKKOS_ENABLE_OPENMP
template <class Space>
inline constexpr bool is_openmp = std::is_same_v<Space, Kokkos::OpenMP>;
#else
template <class Space>
inline constexpr bool is_openmp = false;
#endif

// An instance with that many threads, where the space lets us choose.
template <class Space>
Space instance_with_threads(int threads) {
  if constexpr (is_openmp<Space>) {
    return Space(threads);
  } else {
    return Space();
  }
}

// What kind of pair the two spaces of a Hybrid are.
enum class Pairing {
  separate,  // the device has hardware of its own, next to the host's threads
  shared,    // both are OpenMP: they share out its threads
  single,    // neither: the two sides can only take turns
};

template <class Device, class Host>
inline constexpr Pairing pairing = !runs_on_host<Device>                  ? Pairing::separate
                                   : is_openmp<Device> && is_openmp<Host> ? Pairing::shared
                                                                          : Pairing::single;

// Who gets how many threads. A separate device has one, which only drives it.
struct ThreadShares {
  int device = 0;
  int host = 0;
  int alone = 0;            // the host where it works alone
  bool concurrent = false;  // otherwise the sides take turns, each with every thread
};

// `requested` is the host's number of threads, or 0. Throws std::invalid_argument where the request
// cannot be met with `total` threads.
ThreadShares share_out_threads(Pairing pairing, int requested, int total, int cpus);

}  // namespace yoke::detail
