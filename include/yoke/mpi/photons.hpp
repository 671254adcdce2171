#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "yoke/detail/frame/kept_buffer.hpp"
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
/// Memory beyond that of a plan for one space: tallies as large as the caller's, and on several
/// ranks as much again during a call, and on the host too.
///
/// Throws, on all ranks, what the plan of one space throws on any of them, and
/// std::invalid_argument where ranks give different tissues, grids, photons or sizes of tallies.
template <class Space>
class PhotonPlan<Distributed<Space>> {
 public:
  /// As for one space.
  PhotonPlan(Distributed<Space> const& cluster, Tissue const& tissue, PhotonGrid const& grid,
             PhotonOptions const& options = {})
      : plan_(cluster, plan_call(tissue, grid, options), options, tissue, grid),
        shape_(tissue, grid) {}

  /// Follows the photons of numbers first to first + count - 1 and adds to the tallies. Returns how
  /// many were given up after options.most_hops.
  template <class MemorySpace>
  std::size_t operator()(std::uint64_t first, std::uint64_t count,
                         PhotonTallies<MemorySpace> const& tallies) {
    auto& ranks = plan_.network();
    auto const call = detail::mpi::Call::run(caller, "")
                          .same("the number of photons", count)
                          .same("the first photon", first)
                          .same("the size of tallies.absorbed", tallies.absorbed.extent(0))
                          .same("the size of tallies.reflected", tallies.reflected.extent(0))
                          .same("the size of tallies.transmitted", tallies.transmitted.extent(0))
                          .same("the size of tallies.sums", tallies.sums.extent(0));
    detail::Ledger::Opened const opened(plan_.ledger());
    ranks.begin_call(call);
    std::uint64_t const begin = share(count, ranks.rank(), ranks.ranks());
    std::uint64_t const end = share(count, ranks.rank() + 1, ranks.ranks());
    std::uint64_t given_up = 0;
    PhotonTallies<MemorySpace> own;
    View<MemorySpace> all;
    std::optional<detail::mpi::ViewSummer<Space, std::uint64_t>> summer;
    detail::mpi::agreed(ranks, [&] {
      // Of all ranks' photons: the ranges before the last one's may well fit.
      check_range(first, count);
      check_sizes(tallies);
      own = own_tallies(ranks.exec(), tallies, all);
      summer.emplace(ranks, all.extent(0));
      given_up = plan_.own()(first + begin, end - begin, own);
    });
    summer->sum(all);
    add_to(ranks.exec(), own.absorbed, tallies.absorbed);
    add_to(ranks.exec(), own.reflected, tallies.reflected);
    add_to(ranks.exec(), own.transmitted, tallies.transmitted);
    add_to(ranks.exec(), own.sums, tallies.sums);
    ranks.exec().fence("yoke::photons::add");
    return ranks.sum(given_up);
  }

  /// What the plan holds beyond the caller's arrays.
  std::size_t workspace_bytes() const { return plan_.workspace_bytes(); }

 private:
  static constexpr char const* caller = "yoke::simulate_photons";
  template <class MemorySpace>
  using View = typename PhotonTallies<MemorySpace>::View;

  static detail::mpi::Call plan_call(Tissue const& tissue, PhotonGrid const& grid,
                                     PhotonOptions const& options) {
    auto call = detail::mpi::Call::plan(caller, "");
    call.same("options.algorithm", options.algorithm)
        .same("options.arithmetic", options.arithmetic)
        .same("options.generator", options.generator)
        .same("options.seed", options.seed)
        .same("options.first_photon", options.first_photon)
        .same("options.beam", options.beam)
        .same("options.beam_radius", options.beam_radius)
        .same("options.most_hops", options.most_hops)
        .same("options.expander.length", options.expander.length)
        .same("options.expander.eighth", options.expander.eighth, detail::mpi::eighth_value_names)
        .same("grid.nz", grid.nz)
        .same("grid.nr", grid.nr)
        .same("grid.na", grid.na)
        .same("grid.dz", grid.dz)
        .same("grid.dr", grid.dr)
        .same("tissue.index_above", tissue.index_above)
        .same("tissue.index_below", tissue.index_below)
        .same("the number of layers", tissue.layers.size());
    for (std::size_t i = 0; i < tissue.layers.size(); ++i) {
      auto const& layer = tissue.layers[i];
      std::string const name = "tissue.layers[" + std::to_string(i) + "].";
      call.same(name + "refractive_index", layer.refractive_index)
          .same(name + "absorption", layer.absorption)
          .same(name + "scattering", layer.scattering)
          .same(name + "anisotropy", layer.anisotropy)
          .same(name + "thickness", layer.thickness);
    }
    return call;
  }

  static void check_range(std::uint64_t first, std::uint64_t count) {
    std::string const photons = std::string(caller) + ": " + std::to_string(count) + " photons";
    if (count > most_photons) {
      throw std::invalid_argument(photons + "; tallies hold up to " + std::to_string(most_photons));
    }
    if (count > 0 && first + (count - 1) < first) {
      throw std::invalid_argument(photons + " from number " + std::to_string(first) +
                                  " on end beyond 2^64");
    }
  }

  template <class MemorySpace>
  void check_sizes(PhotonTallies<MemorySpace> const& tallies) const {
    auto const check = [](char const* name, auto const& tally, char const* what,
                          std::size_t expected) {
      detail::check_same_size(caller, name, tally.extent(0), what, expected);
    };
    if (tallies.absorbed.extent(0) > 0) {
      check("tallies.absorbed", tallies.absorbed, "the grid", shape_.cells);
    }
    check("tallies.reflected", tallies.reflected, "the grid", shape_.exits);
    check("tallies.transmitted", tallies.transmitted, "the grid", shape_.exits);
    check("tallies.sums", tallies.sums, "the tissue", shape_.sums);
  }

  // Of this rank's photons alone: parts of one View, which ranks add up at once.
  template <class MemorySpace>
  PhotonTallies<MemorySpace> own_tallies(Space const& exec, PhotonTallies<MemorySpace> const& like,
                                         View<MemorySpace>& all) {
    std::size_t const absorbed = like.absorbed.extent(0),
                      size = absorbed + 2 * shape_.exits + shape_.sums;
    all = View<MemorySpace>(
        own_.template room<std::uint64_t, MemorySpace>(exec, "yoke::photons::own", size).data(),
        size);
    Kokkos::deep_copy(exec, all, 0);
    exec.fence("yoke::photons::own");
    std::uint64_t* next = all.data();
    auto const part = [&](std::size_t count) {
      return View<MemorySpace>(std::exchange(next, next + count), count);
    };
    PhotonTallies<MemorySpace> own;
    own.absorbed = part(absorbed);
    own.reflected = part(shape_.exits);
    own.transmitted = part(shape_.exits);
    own.sums = part(shape_.sums);
    return own;
  }

  // The first of a rank's photons: ranges that differ by one at most.
  static std::uint64_t share(std::uint64_t count, int rank, int ranks) {
    auto const r = static_cast<std::uint64_t>(rank), p = static_cast<std::uint64_t>(ranks);
    return count / p * r + count % p * r / p;
  }

  template <class Tally>
  static void add_to(Space const& exec, Tally const& own, Tally const& tally) {
    Kokkos::parallel_for(
        "yoke::photons::add",
        Kokkos::RangePolicy<Space, Kokkos::IndexType<std::uint64_t>>(exec, 0, own.extent(0)),
        detail::mpi::AddTo<Tally>{own, tally});
  }

  detail::mpi::RankPlan<Space, PhotonPlan<Space>> plan_;
  detail::photons::TallyShape shape_;
  detail::KeptBuffer own_;
};

}  // namespace yoke
