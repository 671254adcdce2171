#pragma once

#include <Kokkos_Macros.hpp>
#include <type_traits>

namespace yoke::detail {

// Reads and writes of 4 or 8 aligned bytes that may race with others of the same place: whole, and
// in no particular order. Kokkos::atomic_load and atomic_store say the same, but are built as
// compare-and-swap loops: five times the time of a round of pointer jumping on an H200.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T relaxed_load(T const* place) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8);
  KOKKOS_IF_ON_DEVICE((return *static_cast<T const volatile*>(place);))
  KOKKOS_IF_ON_HOST((return __atomic_load_n(place, __ATOMIC_RELAXED);))
}

template <class T>
KOKKOS_FORCEINLINE_FUNCTION void relaxed_store(T* place, std::type_identity_t<T> value) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8);
  KOKKOS_IF_ON_DEVICE((*static_cast<T volatile*>(place) = value;))
  KOKKOS_IF_ON_HOST((__atomic_store_n(place, value, __ATOMIC_RELAXED);))
}

}  // namespace yoke::detail
