#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <span>
#include <string>
#include <type_traits>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace yoke::tool {

// Host memory that a GPU copies from and to at the link's full speed.
#ifdef KOKKOS_HAS_SHARED_HOST_PINNED_SPACE
using PinnedSpace = Kokkos::SharedHostPinnedSpace;
#else
using PinnedSpace = Kokkos::HostSpace;
#endif

template <class Index, class MemorySpace>
using Numbers = Kokkos::View<Index*, MemorySpace>;

// Ranking follows random links: where huge pages are given on request only, as on Debian, it is 1.3
// times as fast in memory that has asked for them.
inline void ask_for_huge_pages([[maybe_unused]] void* data, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  constexpr std::uintptr_t page = std::uintptr_t(2) << 20;
  auto const begin = (reinterpret_cast<std::uintptr_t>(data) + page - 1) & ~(page - 1);
  auto const end = (reinterpret_cast<std::uintptr_t>(data) + bytes) & ~(page - 1);
  if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#endif
}

template <class Index, class MemorySpace>
Numbers<Index, MemorySpace> make_numbers(std::string const& label, std::size_t size) {
  // As many bytes as have no number would wrap to a few.
  constexpr std::size_t most = std::numeric_limits<std::ptrdiff_t>::max() / sizeof(Index);
  if (size > most) throw std::bad_alloc();
  Numbers<Index, MemorySpace> const numbers(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke::tool::" + label), size);
  if constexpr (std::is_same_v<MemorySpace, Kokkos::HostSpace>) {
    ask_for_huge_pages(numbers.data(), size * sizeof(Index));
  }
  return numbers;
}

template <class View>
std::span<typename View::value_type> span_of(View const& view) {
  return {view.data(), view.extent(0)};
}

}  // namespace yoke::tool
