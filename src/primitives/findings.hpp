#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "yoke/detail/spaces.hpp"

// What checks look for, and what their messages tell.
namespace yoke::detail {

// Nothing was found.
inline constexpr std::uint64_t nothing_found = ~std::uint64_t(0);

// The smallest of what the functor, called with each number below `size`, writes to its second
// argument, or nothing_found. Fences.
template <class Space, class Functor>
std::uint64_t smallest(char const* label, Space const& exec, std::uint64_t size,
                       Functor const& functor) {
  std::uint64_t found = nothing_found;
  Kokkos::parallel_reduce(label, WideRange<Space>(exec, 0, size), functor,
                          Kokkos::Min<std::uint64_t>(found));
  exec.fence(label);
  return found;
}

template <class Predicate>
struct SmallestWhere {
  Predicate predicate;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& smallest) const {
    if (i < smallest && predicate(i)) smallest = i;
  }
};

// The smallest node in [0, n) for which the predicate holds, or n.
template <class Space, class Predicate>
std::uint64_t first_node(Space const& exec, std::uint64_t n, Predicate const& predicate) {
  return std::min(n, smallest("yoke::first_node", exec, n, SmallestWhere<Predicate>{predicate}));
}

// One element, on the host.
template <class Space, class T>
std::remove_const_t<T> element(Space const& exec, Array<Space, T> array, std::size_t index) {
  std::remove_const_t<T> value;
  Kokkos::deep_copy(
      exec,
      Kokkos::View<std::remove_const_t<T>, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(&value),
      Kokkos::subview(array, index));
  exec.fence("yoke: one element");
  return value;
}

}  // namespace yoke::detail
