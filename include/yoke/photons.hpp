#pragma once

#include <cstddef>
#include <cstdint>
#include <tuple>

#include "yoke/detail/frame/plan.hpp"
#include "yoke/detail/photons/capability.hpp"
#include "yoke/photon_options.hpp"
#include "yoke/photon_tallies.hpp"
#include "yoke/tissue.hpp"

namespace yoke {

/// The workspace for photons in a tissue, so that repeated calls allocate nothing. Executor is a
/// Kokkos execution space or a yoke::Hybrid.
///
/// The instance that the plan was made with is the one that its calls run on. A Hybrid must outlive
/// its plans, and stay where it is. A plan may be used by one thread at a time.
template <class Executor>
class PhotonPlan : public detail::Plan<detail::photons::Photons, Executor> {
  using Capability = detail::photons::Photons;
  using Base = detail::Plan<Capability, Executor>;
  using Arguments = typename Base::Arguments;

 public:
  /// Throws std::invalid_argument, naming the layer and the value, where there is no such tissue,
  /// no such grid, or where an option is out of its range.
  PhotonPlan(Executor const& executor, Tissue const& tissue, PhotonGrid const& grid,
             PhotonOptions const& options = {})
      : Base(executor, Capability::checked(tissue, grid), options), shape_(tissue, grid) {}
  template <detail::TemporaryHybrid Temporary>
  PhotonPlan(Temporary&& gone_too_soon, Tissue const&, PhotonGrid const&,
             PhotonOptions const& = {}) = delete;

  /// Follows the photons of numbers first to first + count - 1 (options.first_photon has no say)
  /// and adds to the tallies. Returns how many were given up after options.most_hops.
  template <class MemorySpace>
  std::size_t operator()(std::uint64_t first, std::uint64_t count,
                         PhotonTallies<MemorySpace> const& tallies) {
    Arguments arguments;
    arguments.shape = shape_;
    arguments.first = first;
    arguments.count = count;
    return this->call(
        Capability::name, arguments, {},
        std::tuple(detail::bind<&Arguments::absorbed>("absorbed", tallies.absorbed),
                   detail::bind<&Arguments::reflected>("reflected", tallies.reflected),
                   detail::bind<&Arguments::transmitted>("transmitted", tallies.transmitted),
                   detail::bind<&Arguments::sums>("sums", tallies.sums)));
  }

 private:
  detail::photons::TallyShape shape_;
};

/// Follows photons through a tissue, with MCML's physics: they fall straight down on one point of
/// the surface, are reflected and refracted at each boundary (Fresnel, by chance, all or none),
/// lose weight where they scatter (Henyey and Greenstein), and below a weight of 1e-4 go on with
/// ten times it by a chance of 0.1.
///
/// @param tissue  the layers; lengths in cm
/// @param grid  where weight is counted
/// @param photons  how many
/// @param tallies  what became of them is added; see yoke::distributions and yoke::totals
///
/// Returns how many photons were given up after options.most_hops. What befalls a photon depends on
/// options.seed and its number alone, and counts are integers: tallies are the same bits for any
/// number of threads, launch, batch and order, and with PhotonArithmetic::reproducible for any
/// space and split. Where tallies have no grid of absorption, no cell is counted. (With
/// PhotonGenerator::fed_expander they depend on the call's first photon and number of photons too.)
///
/// Memory beyond the arguments: on a host 8 bytes a count and thread, where the tallies take no
/// more than 16 MiB, else nothing; on a device what of the tallies lies elsewhere, and up to 3 MiB.
/// On both, a few numbers for each layer and angle. With PhotonGenerator::fed_expander, which takes
/// a Hybrid, the device has some 200 bytes a walker too, and three blocks of walkers * words * 4
/// bytes (options.feed), and so has pinned memory.
///
/// Throws std::invalid_argument, naming the layer and the value, where there is no such tissue or
/// grid, where the tallies are not of it, and where options do not go together.
///
/// Source: Wang, Jacques, Zheng, "MCML - Monte Carlo modeling of light transport in multi-layered
/// tissues", Computer Methods and Programs in Biomedicine 47, 1995.
template <class Executor, class MemorySpace>
std::size_t simulate_photons(Executor const& executor, Tissue const& tissue, PhotonGrid const& grid,
                             std::uint64_t photons, PhotonTallies<MemorySpace> const& tallies,
                             PhotonOptions const& options = {}) {
  PhotonPlan<Executor> plan(executor, tissue, grid, options);
  return plan(options.first_photon, photons, tallies);
}

}  // namespace yoke
