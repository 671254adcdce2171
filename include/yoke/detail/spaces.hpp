#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "yoke/detail/compiler_check.hpp"

// The execution spaces that this Kokkos enables, each once: what the library instantiates its
// algorithms for. YOKE_FOR_EACH_SPACE(MACRO, argument...) expands MACRO(Space, argument...) for
// each of them.

#if defined(KOKKOS_ENABLE_SERIAL)
#define YOKE_IF_SERIAL(MACRO, ...) MACRO(Kokkos::Serial __VA_OPT__(, ) __VA_ARGS__)
#else
#define YOKE_IF_SERIAL(MACRO, ...)
#endif
#if defined(KOKKOS_ENABLE_OPENMP)
#define YOKE_IF_OPENMP(MACRO, ...) MACRO(Kokkos::OpenMP __VA_OPT__(, ) __VA_ARGS__)
#else
#define YOKE_IF_OPENMP(MACRO, ...)
#endif
#if defined(KOKKOS_ENABLE_THREADS)
#define YOKE_IF_THREADS(MACRO, ...) MACRO(Kokkos::Threads __VA_OPT__(, ) __VA_ARGS__)
#else
#define YOKE_IF_THREADS(MACRO, ...)
#endif
#if defined(KOKKOS_ENABLE_CUDA)
#define YOKE_IF_CUDA(MACRO, ...) MACRO(Kokkos::Cuda __VA_OPT__(, ) __VA_ARGS__)
#else
#define YOKE_IF_CUDA(MACRO, ...)
#endif

#define YOKE_FOR_EACH_SPACE(MACRO, ...)             \
  YOKE_IF_SERIAL(MACRO __VA_OPT__(, ) __VA_ARGS__)  \
  YOKE_IF_OPENMP(MACRO __VA_OPT__(, ) __VA_ARGS__)  \
  YOKE_IF_THREADS(MACRO __VA_OPT__(, ) __VA_ARGS__) \
  YOKE_IF_CUDA(MACRO __VA_OPT__(, ) __VA_ARGS__)

namespace yoke::detail {

template <class Space>
inline constexpr bool runs_on_host =
    Kokkos::SpaceAccessibility<typename Space::memory_space, Kokkos::HostSpace>::accessible&&
        std::is_same_v<typename Space::memory_space, Kokkos::HostSpace>;

// Iterations 0 to n - 1 for n beyond 2^31.
template <class Space>
using WideRange = Kokkos::RangePolicy<Space, Kokkos::IndexType<std::uint64_t>>;

// A contiguous array in the memory that Space works in, owned by somebody else.
template <class Space, class T>
using Array =
    Kokkos::View<T*, typename Space::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

// The first `size` elements of a buffer.
template <class T, class MemorySpace>
auto array_of(Kokkos::View<T*, MemorySpace> const& buffer, std::size_t size) {
  return Kokkos::View<T*, MemorySpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(buffer.data(),
                                                                                size);
}
template <class T, class MemorySpace>
auto array_of(Kokkos::View<T*, MemorySpace> const& buffer) {
  return array_of(buffer, buffer.extent(0));
}

}  // namespace yoke::detail
