#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

#include "yoke/mpi/detail/plan.hpp"
#include "yoke/mpi/detail/sum_views.hpp"
#include "yoke/photons.hpp"

namespace yoke {

/// Photons that ranks share out: yoke::simulate_photons(cluster, tissue, grid, photons, tallies)
/// makes one of these. Each rank gives the same tissue, grid and number of photons and follows a
/// range of them; to each rank's tallies is added what became of all. What befalls a photon depends
/// on its number alone and counts are integers: the tallies are the same bits for any number of
/// ranks (and, where ranks' spaces differ, with PhotonArithmetic::reproducible). The tallies' own
/// bytes go from each rank, once, through host memory.
///
/// Memory beyond that of a plan for one space: tallies as large as the caller's.
///
/// Throws, on all ranks, what the plan of one space throws on any of them, and
/// std::invalid_argument where ranks give different photons or sizes of tallies.
template <class Space>
class PhotonPlan<Distributed<Space>> {
 public:
  /// As for one space.
  PhotonPlan(Distributed<Space> const& cluster, Tissue const& tissue, PhotonGrid const& grid,
             PhotonOptions const& options = {})
      : plan_(
            cluster, "yoke::simulate_photons",
            {detail::mpi::number_of(options.algorithm), detail::mpi::number_of(options.arithmetic),
             detail::mpi::number_of(options.generator), options.seed, options.first_photon,
             detail::mpi::number_of(options.beam),
             std::bit_cast<std::uint64_t>(options.beam_radius), options.most_hops},
            options, tissue, grid),
        tissue_(tissue),
        grid_(grid) {}

  /// Follows the photons of numbers first to first + count - 1 and adds to the tallies. Returns how
  /// many were given up after options.most_hops.
  template <class MemorySpace>
  std::size_t operator()(std::uint64_t first, std::uint64_t count,
                         PhotonTallies<MemorySpace> const& tallies) {
    auto& ranks = plan_.begin_call();
    constexpr char const* caller = "yoke::simulate_photons";
    detail::Ledger::Opened const opened(plan_.ledger());
    ranks.check_same(caller, {{"the number of photons", count},
                              {"the first photon", first},
                              {"the size of tallies.absorbed", tallies.absorbed.extent(0)},
                              {"the size of tallies.reflected", tallies.reflected.extent(0)},
                              {"the size of tallies.sums", tallies.sums.extent(0)}});
    std::uint64_t const begin = share(count, ranks.rank(), ranks.ranks());
    std::uint64_t const end = share(count, ranks.rank() + 1, ranks.ranks());
    std::uint64_t given_up = 0;
    PhotonTallies<MemorySpace> own;
    std::optional<detail::mpi::ViewSummer<Space, std::uint64_t>> summer;
    detail::mpi::agreed(ranks, [&] {
      // Of all ranks' photons: the ranges before the last one's may well fit.
      check_range(caller, first, count);
      own = PhotonTallies<MemorySpace>(tissue_, grid_, tallies.absorbed.extent(0) > 0);
      detail::check_same_size(caller, "tallies.absorbed", tallies.absorbed.extent(0), "the grid",
                              own.absorbed.extent(0));
      detail::check_same_size(caller, "tallies.reflected", tallies.reflected.extent(0), "the grid",
                              own.reflected.extent(0));
      detail::check_same_size(caller, "tallies.transmitted", tallies.transmitted.extent(0),
                              "the grid", own.transmitted.extent(0));
      detail::check_same_size(caller, "tallies.sums", tallies.sums.extent(0), "the tissue",
                              own.sums.extent(0));
      summer.emplace(ranks, std::max({own.absorbed.extent(0), own.reflected.extent(0),
                                      own.transmitted.extent(0), own.sums.extent(0)}));
      given_up = plan_.own()(first + begin, end - begin, own);
    });
    auto const add = [&](auto const& part, auto const& tally) {
      summer->sum(part);
      add_to(ranks.exec(), part, tally);
    };
    add(own.absorbed, tallies.absorbed);
    add(own.reflected, tallies.reflected);
    add(own.transmitted, tallies.transmitted);
    add(own.sums, tallies.sums);
    return ranks.sum(given_up);
  }

  /// What the plan holds beyond the caller's arrays.
  std::size_t workspace_bytes() const { return plan_.workspace_bytes(); }

 private:
  static void check_range(std::string const& caller, std::uint64_t first, std::uint64_t count) {
    if (count > most_photons) {
      throw std::invalid_argument(caller + ": " + std::to_string(count) +
                                  " photons; tallies hold up to " + std::to_string(most_photons));
    }
    if (count > 0 && first + (count - 1) < first) {
      throw std::invalid_argument(caller + ": " + std::to_string(count) + " photons from number " +
                                  std::to_string(first) + " on end beyond 2^64");
    }
  }

  // The first of a rank's photons: ranges that differ by one at most.
  static std::uint64_t share(std::uint64_t count, int rank, int ranks) {
    auto const r = static_cast<std::uint64_t>(rank), p = static_cast<std::uint64_t>(ranks);
    return count / p * r + count % p * r / p;
  }

  template <class View>
  static void add_to(Space const& exec, View const& own, View const& tally) {
    Kokkos::parallel_for(
        "yoke::photons::add",
        Kokkos::RangePolicy<Space, Kokkos::IndexType<std::uint64_t>>(exec, 0, own.extent(0)),
        detail::mpi::AddTo<View>{own, tally});
    exec.fence("yoke::photons::add");
  }

  detail::mpi::RankPlan<Space, PhotonPlan<Space>> plan_;
  Tissue tissue_;
  PhotonGrid grid_;
};

}  // namespace yoke
