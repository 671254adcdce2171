#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "yoke/detail/frame/memory.hpp"
#include "yoke/mpi/detail/network.hpp"

namespace yoke::detail::mpi {

template <class V>
struct AddTo {
  V own, sum;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const { sum(i) += own(i); }
};

// Adds up 64-bit counts of all ranks, element by element, on the host. Made where ranks agree on
// what each does alone: its memory may be short on one of them.
template <class Space, class Count>
class ViewSummer {
  static_assert(sizeof(Count) == sizeof(std::uint64_t));

 public:
  // For Views of up to `capacity` counts.
  ViewSummer(Network<Space>& ranks, std::size_t capacity)
      : ranks_(ranks),
        all_(Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke::mpi::sums"),
             ranks.ranks() > 1 ? capacity : 0),
        near_(make_buffer<Space, Count>(ranks.exec(), "yoke::mpi::counts",
                                        ranks.ranks() > 1 ? capacity : 0)) {}

  // Each rank's View has the sums then.
  template <class V>
  void sum(V const& counts) {
    std::size_t const size = counts.extent(0);
    if (ranks_.ranks() == 1 || size == 0) return;
    auto const& exec = ranks_.exec();
    // Contiguous on the host, whatever the View's layout.
    auto const all = Kokkos::subview(all_, std::pair(std::size_t(0), size));
    Array<Space, Count> const near(near_.data(), size);
    Kokkos::deep_copy(exec, near, counts);
    Kokkos::deep_copy(exec, all, near);
    exec.fence("yoke::mpi::sum_views: down");
    ranks_.sum(reinterpret_cast<std::uint64_t*>(all.data()), size);
    Kokkos::deep_copy(exec, near, all);
    Kokkos::deep_copy(exec, counts, near);
    exec.fence("yoke::mpi::sum_views: up");
  }

 private:
  Network<Space>& ranks_;
  Kokkos::View<Count*, Kokkos::HostSpace> all_;
  Buffer<Space, Count> near_;
};

}  // namespace yoke::detail::mpi
