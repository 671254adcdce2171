#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <string>

#include "spaces.hpp"

namespace yoke::tool {

// Calls body(i) for each i below the count: on all cores where Kokkos has been started, else in
// order on the calling thread.
template <class Schedule, class Body>
void share_out(std::string const& name, std::uint64_t count, Body const& body) {
  if (!Kokkos::is_initialized()) {
    for (std::uint64_t i = 0; i < count; ++i) body(i);
    return;
  }
  Kokkos::parallel_for(
      name, Kokkos::RangePolicy<HostExec, Schedule, Kokkos::IndexType<std::uint64_t>>(0, count),
      body);
  HostExec().fence(name);
}

}  // namespace yoke::tool
