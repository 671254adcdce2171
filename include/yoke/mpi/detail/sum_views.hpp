#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "yoke/mpi/detail/network.hpp"

namespace yoke::detail::mpi {

template <class V>
struct AddTo {
  V own, sum;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const { sum(i) += own(i); }
};

// Adds up 64-bit counts of all ranks, element by element, on the host: each rank's View has the
// sums then.
template <class Space, class V>
void sum_views(Network<Space>& ranks, V const& counts) {
  if (ranks.ranks() == 1 || counts.extent(0) == 0) return;
  // Contiguous on the host, whatever the View's layout.
  Kokkos::View<typename V::non_const_value_type*, Kokkos::HostSpace> const all(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke::mpi::sums"), counts.extent(0));
  Kokkos::View<typename V::non_const_value_type*, typename V::memory_space> const near(
      Kokkos::view_alloc(ranks.exec(), Kokkos::WithoutInitializing, "yoke::mpi::counts"),
      counts.extent(0));
  Kokkos::deep_copy(ranks.exec(), near, counts);
  Kokkos::deep_copy(ranks.exec(), all, near);
  ranks.exec().fence("yoke::mpi::sum_views: down");
  static_assert(sizeof(typename V::value_type) == sizeof(std::uint64_t));
  ranks.sum(reinterpret_cast<std::uint64_t*>(all.data()), all.extent(0));
  Kokkos::deep_copy(ranks.exec(), near, all);
  Kokkos::deep_copy(ranks.exec(), counts, near);
  ranks.exec().fence("yoke::mpi::sum_views: up");
}

}  // namespace yoke::detail::mpi
