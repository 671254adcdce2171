#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "yoke/detail/spaces.hpp"

namespace yoke::detail {

// A thread sets four elements, far apart, so that threads side by side write side by side: with one
// a thread a device is busy with starting them.
template <class Space, class T>
struct FillArray {
  static constexpr std::size_t elements_of_thread = 4;
  Array<Space, T> array;
  T value;
  std::size_t threads;
  KOKKOS_FUNCTION void operator()(std::size_t t) const {
    for (std::size_t i = t; i < array.extent(0); i += threads) array(i) = value;
  }
};

// Sets every element. Does not fence.
template <class Space, class T>
void fill(Space const& exec, Array<Space, T> array, std::type_identity_t<T> value) {
  // Zeros are set by the space's own means.
  if (runs_on_host<Space> || value == T()) {
    Kokkos::deep_copy(exec, array, value);
    return;
  }
  using Fill = FillArray<Space, T>;
  std::size_t const threads =
      (array.extent(0) + Fill::elements_of_thread - 1) / Fill::elements_of_thread;
  Kokkos::parallel_for("yoke::fill", WideRange<Space>(exec, 0, threads),
                       Fill{array, value, threads});
}

// What nearly every algorithm sets is compiled once (memory.cpp).
#define YOKE_DECLARE_FILL_OF(Space, T) extern template void fill(Space const&, Array<Space, T>, T);
#define YOKE_DECLARE_FILL(Space)             \
  YOKE_DECLARE_FILL_OF(Space, std::uint32_t) \
  YOKE_DECLARE_FILL_OF(Space, std::uint64_t)
YOKE_FOR_EACH_SPACE(YOKE_DECLARE_FILL)
#undef YOKE_DECLARE_FILL
#undef YOKE_DECLARE_FILL_OF

}  // namespace yoke::detail
