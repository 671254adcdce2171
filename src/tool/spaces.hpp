#pragma once

#include <Kokkos_Core.hpp>
#include <string>
#include <string_view>
#include <type_traits>

namespace yoke::tool {

// Where a command works: --space.
enum class Space { serial, host, device, hybrid };

std::string_view to_string(Space space);

using HostExec = Kokkos::DefaultHostExecutionSpace;
using DeviceExec = Kokkos::DefaultExecutionSpace;

inline constexpr bool has_device = !std::is_same_v<DeviceExec, HostExec>;

// What --space serial means. Not every Kokkos has Serial: Debian's has OpenMP alone.
inline auto one_host_thread() {
#if defined(KOKKOS_ENABLE_SERIAL)
  return Kokkos::Serial();
#elif defined(KOKKOS_ENABLE_OPENMP)
  return Kokkos::OpenMP(1);
#else
  return HostExec();
#endif
}

// Calls work(instance) for a space that is not hybrid.
template <class Work>
auto on_one_space(Space space, Work const& work) {
  switch (space) {
    case Space::serial:
      return work(one_host_thread());
    case Space::device:
      return work(DeviceExec());
    case Space::host:
    case Space::hybrid:
      break;
  }
  return work(HostExec());
}

// Throws UsageError, saying what to do, where this build lacks the space.
void check_build_has(Space space);

// The space with its size: "host, 16 threads".
std::string describe(Space space);

}  // namespace yoke::tool
