#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

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
      : plan_(cluster, tissue, grid, options), tissue_(tissue), grid_(grid) {}

  /// Follows the photons of numbers first to first + count - 1 and adds to the tallies. Returns how
  /// many were given up after options.most_hops.
  template <class MemorySpace>
  std::size_t operator()(std::uint64_t first, std::uint64_t count,
                         PhotonTallies<MemorySpace> const& tallies) {
    auto& ranks = plan_.begin_call();
    constexpr char const* caller = "yoke::simulate_photons";
    ranks.check_same(caller, "the number of photons", count);
    ranks.check_same(caller, "the first photon", first);
    ranks.check_same(caller, "the size of tallies.absorbed", tallies.absorbed.extent(0));
    ranks.check_same(caller, "the size of tallies.reflected", tallies.reflected.extent(0));
    ranks.check_same(caller, "the size of tallies.sums", tallies.sums.extent(0));
    std::uint64_t const begin = share(count, ranks.rank(), ranks.ranks());
    std::uint64_t const end = share(count, ranks.rank() + 1, ranks.ranks());
    std::uint64_t given_up = 0;
    PhotonTallies<MemorySpace> own;
    detail::mpi::agreed(ranks, [&] {
      own = PhotonTallies<MemorySpace>(tissue_, grid_, tallies.absorbed.extent(0) > 0);
      detail::check_same_size(caller, "tallies.absorbed", tallies.absorbed.extent(0), "the grid",
                              own.absorbed.extent(0));
      detail::check_same_size(caller, "tallies.reflected", tallies.reflected.extent(0), "the grid",
                              own.reflected.extent(0));
      detail::check_same_size(caller, "tallies.transmitted", tallies.transmitted.extent(0),
                              "the grid", own.transmitted.extent(0));
      detail::check_same_size(caller, "tallies.sums", tallies.sums.extent(0), "the tissue",
                              own.sums.extent(0));
      given_up = plan_.own()(first + begin, end - begin, own);
    });
    add(ranks, own.absorbed, tallies.absorbed);
    add(ranks, own.reflected, tallies.reflected);
    add(ranks, own.transmitted, tallies.transmitted);
    add(ranks, own.sums, tallies.sums);
    return ranks.sum(given_up);
  }

  /// What the plan holds beyond the caller's arrays.
  std::size_t workspace_bytes() const { return plan_.own().workspace_bytes(); }

 private:
  // The first of a rank's photons: ranges that differ by one at most.
  static std::uint64_t share(std::uint64_t count, int rank, int ranks) {
    auto const r = static_cast<std::uint64_t>(rank), p = static_cast<std::uint64_t>(ranks);
    return count / p * r + count % p * r / p;
  }

  template <class View>
  static void add(detail::mpi::Network<Space>& ranks, View const& own, View const& tally) {
    detail::mpi::sum_views(ranks, own);
    Kokkos::parallel_for("yoke::photons::add",
                         Kokkos::RangePolicy<Space, Kokkos::IndexType<std::uint64_t>>(
                             ranks.exec(), 0, own.extent(0)),
                         detail::mpi::AddTo<View>{own, tally});
    ranks.exec().fence("yoke::photons::add");
  }

  detail::mpi::RankPlan<Space, PhotonPlan<Space>> plan_;
  Tissue tissue_;
  PhotonGrid grid_;
};

}  // namespace yoke
