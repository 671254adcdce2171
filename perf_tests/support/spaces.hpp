#pragma once

#include <Kokkos_Core.hpp>
#include <type_traits>

namespace yoke_perf {

using Device = Kokkos::DefaultExecutionSpace;
using Host = Kokkos::DefaultHostExecutionSpace;

inline constexpr bool has_device = !std::is_same_v<Device, Host>;

template <class T, class MemorySpace>
using Numbers = Kokkos::View<T*, MemorySpace>;

template <class Space>
using WideRange = Kokkos::RangePolicy<Space, Kokkos::IndexType<std::uint64_t>>;

// The name of a space in benchmarks and tables.
template <class Space>
constexpr char const* name_of_space() {
  return std::is_same_v<Space, Host> ? "host" : "device";
}

}  // namespace yoke_perf
