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

template <class Space, class T>
struct TakeElement {
  struct value_type {
    T value{};
    bool is_taken = false;
  };
  Array<Space, T const> array;
  std::size_t index;

  KOKKOS_FUNCTION void init(value_type& taken) const { taken = value_type(); }
  KOKKOS_FUNCTION void join(value_type& taken, value_type const& other) const {
    if (other.is_taken) taken = other;
  }
  KOKKOS_FUNCTION void operator()(int, value_type& taken) const {
    taken.value = array(index);
    taken.is_taken = true;
  }
};

// One element, on the host. A GPU writes the result of a reduction there by itself, where a copy of
// these few bytes would wait for all that the engine that copies has under way, on whatever stream:
// 10 ms of an array of 2^27 words that is on its way down.
template <class Space, class T>
std::remove_const_t<T> element(Space const& exec, Array<Space, T> array, std::size_t index) {
  using Value = std::remove_const_t<T>;
  if constexpr (runs_on_host<Space>) {
    exec.fence("yoke: one element");
    return array(index);
  } else {
    TakeElement<Space, Value> const take{array, index};
    typename TakeElement<Space, Value>::value_type taken;
    Kokkos::parallel_reduce("yoke::element", Kokkos::RangePolicy<Space>(exec, 0, 1), take, taken);
    return taken.value;
  }
}

}  // namespace yoke::detail
