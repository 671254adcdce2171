#pragma once

#include <Kokkos_Macros.hpp>
#include <type_traits>

namespace yoke::detail {

// Reads and writes of 4 or 8 aligned bytes that may race with others of the same place: whole, and
// in no particular order. Kokkos::atomic_load and atomic_store say the same, but are built as
// compare-and-swap loops: five times the time of a round of pointer jumping on an H200.
//
// On a device they are whole for the threads of that device alone. Volatile accesses, which stand
// in where the compiler has nothing narrower, are so for the whole system: pointer jumping on the
// sublists of 2^27 nodes took 0.56 ms with them and 0.41 without on an H200.
#if defined(__CUDACC_VER_MAJOR__) && \
    (__CUDACC_VER_MAJOR__ > 12 || (__CUDACC_VER_MAJOR__ == 12 && __CUDACC_VER_MINOR__ >= 8))
#define YOKE_DEVICE_LOAD(T, place) \
  __nv_atomic_load_n(const_cast<T*>(place), __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE)
#define YOKE_DEVICE_STORE(T, place, value) \
  __nv_atomic_store_n(place, value, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE)
#else
#define YOKE_DEVICE_LOAD(T, place) *static_cast<T const volatile*>(place)
#define YOKE_DEVICE_STORE(T, place, value) *static_cast<T volatile*>(place) = value
#endif

template <class T>
KOKKOS_FORCEINLINE_FUNCTION T relaxed_load(T const* place) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8);
  KOKKOS_IF_ON_DEVICE((return YOKE_DEVICE_LOAD(T, place);))
  KOKKOS_IF_ON_HOST((return __atomic_load_n(place, __ATOMIC_RELAXED);))
}

template <class T>
KOKKOS_FORCEINLINE_FUNCTION void relaxed_store(T* place, std::type_identity_t<T> value) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8);
  KOKKOS_IF_ON_DEVICE((YOKE_DEVICE_STORE(T, place, value);))
  KOKKOS_IF_ON_HOST((__atomic_store_n(place, value, __ATOMIC_RELAXED);))
}

#undef YOKE_DEVICE_LOAD
#undef YOKE_DEVICE_STORE

}  // namespace yoke::detail
