#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "all_pairs/device_product.hpp"
#include "all_pairs/host_product.hpp"

namespace yoke::detail::all_pairs {

// On a host: a thread multiplies some strips of both panels, which stay in its caches.
template <class Weight, class Target>
struct HostProductUnits {
  static constexpr std::size_t left_strips = 16, right_strips = 16;
  HostProduct<Weight, Target> product;
  Status status;
  std::size_t lefts, rights;  // strips

  template <class Space>
  static void run(char const* label, Space const& exec, HostProductUnits units) {
    units.lefts = decltype(units.product.left)::strips(units.product.target.rows());
    units.rights = decltype(units.product.right)::strips(units.product.target.columns());
    std::size_t const count =
        units_of(units.lefts, left_strips) * units_of(units.rights, right_strips);
    Kokkos::parallel_for(
        label,
        Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>,
                            Kokkos::IndexType<std::uint64_t>>(exec, 0, count, Kokkos::ChunkSize(1)),
        units);
  }
  static std::size_t units_of(std::size_t strips, std::size_t strips_of_unit) {
    return (strips + strips_of_unit - 1) / strips_of_unit;
  }

  KOKKOS_FUNCTION void operator()(std::uint64_t unit) const { KOKKOS_IF_ON_HOST((multiply(unit);)) }
  void multiply(std::uint64_t unit) const {
    if (status.has_fault()) return;
    std::size_t const in_row = units_of(rights, right_strips);
    std::size_t const i = unit / in_row * left_strips, j = unit % in_row * right_strips;
    HostCode<Weight>::run(
        product, {i, std::min(i + left_strips, lefts), j, std::min(j + right_strips, rights)});
  }
};

// Lowers a target's numbers by the product of two panels.
template <class Space, class Left, class Right, class Target>
void multiply(char const* label, Space const& exec, Left left, Right right, Target const& target) {
  using Weight = typename Right::Number;
  if (target.rows() == 0) return;
  int const depth = target.step.depth();
  if constexpr (runs_on_host<Space>) {
    HostProductUnits<Weight, Target>::run(label, exec,
                                          {{left, right, target, depth}, target.step.status, 0, 0});
  } else {
    DeviceProduct<Space, Weight, Target>::run(label, exec,
                                              {left, right, target, depth, target.step.status, 0});
  }
}

}  // namespace yoke::detail::all_pairs
