#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "yoke/detail/spaces.hpp"

namespace yoke::detail {

// Numbers those of 0 to size - 1 that items.wants(i) accepts, from counter(0) on and in no
// particular order, and calls items.take(i, number) for each; counter(0) counts on. A scan of a
// team and one atomic addition for it: one pass over the items, where a scan of all of them takes
// two and a wait.
template <class Space, class Items>
struct NumberItems {
  using Member = typename Kokkos::TeamPolicy<Space>::member_type;
  static constexpr int team_size = runs_on_host<Space> ? 1 : 256;
  static constexpr int per_thread = runs_on_host<Space> ? 4096 : 8;

  Items items;
  std::uint64_t size;
  Array<Space, std::uint64_t> counter;

  KOKKOS_FUNCTION void operator()(Member const& team) const {
    std::uint64_t const threads = team.team_size();
    std::uint64_t const first =
        static_cast<std::uint64_t>(team.league_rank()) * threads * per_thread + team.team_rank();
    std::uint64_t wanted = 0;
    for (std::uint64_t k = 0, i = first; k < per_thread && i < size; ++k, i += threads) {
      wanted += items.wants(i);
    }
    std::uint64_t number = team.team_scan(wanted, counter.data());
    for (std::uint64_t k = 0, i = first; k < per_thread && i < size; ++k, i += threads) {
      if (items.wants(i)) items.take(i, number++);
    }
  }

  static void run(char const* label, Space const& exec, Items const& items, std::uint64_t size,
                  Array<Space, std::uint64_t> counter) {
    if (size == 0) return;
    std::uint64_t const share = team_size * per_thread;
    Kokkos::parallel_for(
        label,
        Kokkos::TeamPolicy<Space>(exec, static_cast<int>((size + share - 1) / share), team_size),
        NumberItems{items, size, counter});
  }
};

}  // namespace yoke::detail
