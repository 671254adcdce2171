#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "yoke/detail/spaces.hpp"

namespace yoke::detail {

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
  std::uint64_t first = n;
  Kokkos::parallel_reduce("yoke::list_rank::first_node", WideRange<Space>(exec, 0, n),
                          SmallestWhere<Predicate>{predicate}, Kokkos::Min<std::uint64_t>(first));
  return first < n ? first : n;
}

}  // namespace yoke::detail
