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

/// The workspace for photons in a tissue. Repeated calls allocate nothing. Executor is a Kokkos
/// execution space or a yoke::Hybrid.
///
/// Calls run on the instance that the plan was made with. A Hybrid must outlive its plans and must
/// not move. Only one thread at a time may use a plan.
///
/// If Executor is a yoke::Distributed of an execution space, its MPI ranks share out the photons.
/// All ranks give the same tissue, grid and number of photons. Each rank follows a range of the
/// photons. The counts of all photons are added to each rank's tallies. The path of a photon
/// depends only on its number, and counts are integers. So the tallies are the same bits for any
/// number of ranks. If the ranks' spaces differ, this needs PhotonArithmetic::reproducible. Each
/// rank sends the bytes of its tallies once, through host memory.
///
/// Memory beyond that of a plan for one execution space: two copies of the caller's tallies, one of
/// them on the host.
///
/// All ranks throw the errors of a call on one execution space, and std::invalid_argument if
/// tissues, grids, photons or sizes of tallies differ.
template <class Executor>
class PhotonPlan : public detail::Plan<detail::photons::Photons, Executor> {
  using Capability = detail::photons::Photons;
  using Base = detail::Plan<Capability, Executor>;
  using Arguments = typename Base::Arguments;

 public:
  /// Throws std::invalid_argument if the tissue, the grid or an option is out of its range. For a
  /// tissue it names the layer and the value.
  PhotonPlan(Executor const& executor, Tissue const& tissue, PhotonGrid const& grid,
             PhotonOptions const& options = {})
      : Base(
            executor, call_name, [&] { return Capability::checked(tissue, grid); }, options),
        shape_(tissue, grid) {}
  template <detail::TemporaryHybrid Temporary>
  PhotonPlan(Temporary&& gone_too_soon, Tissue const&, PhotonGrid const&,
             PhotonOptions const& = {}) = delete;

  /// Follows the photons of numbers first to first + count - 1 and adds to the tallies.
  /// options.first_photon is ignored. Returns the number given up after options.most_hops.
  template <class MemorySpace>
  std::size_t operator()(std::uint64_t first, std::uint64_t count,
                         PhotonTallies<MemorySpace> const& tallies) {
    Arguments arguments;
    arguments.shape = shape_;
    arguments.first = first;
    arguments.count = count;
    return this->call(
        call_name, arguments, {},
        std::tuple(detail::bind<&Arguments::absorbed>("absorbed", tallies.absorbed),
                   detail::bind<&Arguments::reflected>("reflected", tallies.reflected),
                   detail::bind<&Arguments::transmitted>("transmitted", tallies.transmitted),
                   detail::bind<&Arguments::sums>("sums", tallies.sums)));
  }

 private:
  static constexpr auto call_name = detail::call_of<>(Capability::name);

  detail::photons::TallyShape shape_;
};

/// Follows photons through a tissue, with MCML's physics. They fall straight down on one point of
/// the surface. At each boundary they are reflected or refracted as a whole, by Fresnel's
/// probability. They lose weight where they scatter (Henyey and Greenstein). Below a weight of 1e-4
/// they continue with a probability of 0.1 and ten times the weight.
///
/// @param tissue  the layers; lengths in cm
/// @param grid  the cells in which weight is counted
/// @param photons  number of photons
/// @param tallies  the results are added to them; see yoke::distributions and yoke::totals
///
/// Returns the number of photons given up after options.most_hops. A photon's fate depends only on
/// options.seed and its number, and counts are integers. Tallies are therefore the same bits for
/// any number of threads, launch, batch and order. With PhotonArithmetic::reproducible they are the
/// same for any space and split. With PhotonGenerator::fed_expander they also depend on the call's
/// first photon and number of photons. Tallies without a grid of absorption count no cells.
///
/// Memory beyond the arguments:
/// - host: 8 bytes per count and thread if the tallies take at most 16 MiB, else none;
/// - device: a copy of tallies in other memory, and up to 3 MiB;
/// - both: a few numbers for each layer and angle;
/// - PhotonGenerator::fed_expander, which takes a Hybrid: about 200 bytes per walker on the device,
///   and three blocks of walkers * words * 4 bytes (options.feed) both there and in pinned memory.
///
/// Throws std::invalid_argument if the tissue or grid is out of range; it names the layer and the
/// value. Throws it also if the tallies belong to others, or if options do not fit together.
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
