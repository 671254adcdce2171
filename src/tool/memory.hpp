#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <limits>
#include <new>
#include <span>
#include <string>
#include <type_traits>

#include "yoke/huge_pages.hpp"

namespace yoke::tool {

template <class Index, class MemorySpace>
using Numbers = Kokkos::View<Index*, MemorySpace>;

template <class Index, class MemorySpace>
Numbers<Index, MemorySpace> make_numbers(std::string const& label, std::size_t size) {
  // As many bytes as have no number would wrap to a few.
  constexpr std::size_t most = std::numeric_limits<std::ptrdiff_t>::max() / sizeof(Index);
  if (size > most) throw std::bad_alloc();
  Numbers<Index, MemorySpace> const numbers(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke::tool::" + label), size);
  if constexpr (std::is_same_v<MemorySpace, Kokkos::HostSpace>) {
    advise_huge_pages(numbers.data(), size * sizeof(Index));
  }
  return numbers;
}

// The same numbers in another memory, or the array itself where they are there.
template <class MemorySpace, class View>
Numbers<typename View::non_const_value_type, MemorySpace> copied_to(View const& view) {
  if constexpr (std::is_same_v<typename View::memory_space, MemorySpace>) {
    return view;
  } else {
    auto const copy =
        make_numbers<typename View::non_const_value_type, MemorySpace>("copy", view.extent(0));
    Kokkos::deep_copy(copy, view);
    return copy;
  }
}

template <class View>
std::span<typename View::value_type> span_of(View const& view) {
  return {view.data(), view.extent(0)};
}

}  // namespace yoke::tool
