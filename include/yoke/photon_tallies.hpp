#pragma once

#include <Kokkos_Core.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "yoke/detail/compiler_check.hpp"
#include "yoke/detail/photons/tally_shape.hpp"
#include "yoke/photon_distributions.hpp"
#include "yoke/tissue.hpp"

namespace yoke {

/// A photon comes in with a weight of so many units. All weights are whole numbers of units.
inline constexpr std::uint64_t photon_weight_units = std::uint64_t(1) << 28;

/// Tallies hold so many photons. A cell then holds less than 2^63 units but for what roulette wins:
/// 64 bits do not overflow.
inline constexpr std::uint64_t most_photons = std::uint64_t(1) << 35;

/// Photon i is in batch i % photon_batches: totals are tallied by batch, and the scatter of the
/// batches' means gives the standard errors.
inline constexpr std::size_t photon_batches = 64;

/// What is counted in each batch. After these come the units absorbed in each layer.
enum class PhotonSum {
  photons,          ///< how many came in
  specular,         ///< units reflected where they come in
  reflected,        ///< units that left through the surface
  transmitted,      ///< units that left through the bottom
  lost,             ///< units of photons that roulette ended
  won,              ///< units that roulette gave the others
  cut_off,          ///< units of photons that were given up after so many hops
  cut_off_photons,  ///< how many those were
  hops,             ///< how many
};
/// How many there are.
inline constexpr std::size_t photon_sums = 9;

/// What became of photons, in units of weight: 64-bit counts, which calls add to, so that runs of
/// different photons (of one seed, or of several) are joined by letting them add to the same
/// tallies or by adding up. Views that the caller owns; a Hybrid takes them in any memory.
template <class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
struct PhotonTallies {
  using View = Kokkos::View<std::uint64_t*, MemorySpace>;  ///< counts

  /// Units absorbed: nr * nz cells, cell (ir, iz) at ir * nz + iz. Of no elements: nobody asks
  /// where.
  View absorbed;
  View reflected;    ///< units that left through the surface: nr * na, (ir, ia) at ir * na + ia
  View transmitted;  ///< as `reflected`, through the bottom
  /// photon_batches rows of photon_sums + layers counts.
  View sums;

  /// Views of no elements.
  PhotonTallies() = default;
  /// All 0. Without the grid of absorption, no cell is counted, which is faster; the totals are.
  PhotonTallies(Tissue const& tissue, PhotonGrid const& grid, bool with_absorption = true) {
    detail::photons::TallyShape const shape(tissue, grid);
    if (with_absorption) absorbed = View("yoke::photons::absorbed", shape.cells);
    reflected = View("yoke::photons::reflected", shape.exits);
    transmitted = View("yoke::photons::transmitted", shape.exits);
    sums = View("yoke::photons::sums", shape.sums);
  }
};

/// The sums of all batches, exactly: photons * photon_weight_units + won is the sum of specular,
/// reflected, transmitted, lost, cut_off and of what the layers absorbed.
struct PhotonTotals {
  std::array<std::uint64_t, photon_sums> sums{};  ///< in the order of PhotonSum
  std::vector<std::uint64_t> absorbed;            ///< units, in each layer

  /// One of them.
  std::uint64_t operator[](PhotonSum sum) const { return sums[static_cast<std::size_t>(sum)]; }
};

namespace detail::photons {

// The tallies on the host.
struct HostTallies {
  std::uint64_t const *absorbed, *reflected, *transmitted, *sums;
  std::size_t absorbed_size, reflected_size, transmitted_size, sums_size;
};
// Of how many layers sums of that size are.
std::size_t layers_of_sums(std::size_t size);
PhotonTotals add_up(std::uint64_t const* sums, std::size_t layers);
PhotonDistributions distributions(Tissue const&, PhotonGrid const&, HostTallies const&);

template <class View>
auto on_host(View const& view) {
  return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
}

}  // namespace detail::photons

/// The totals of what the tallies hold. Copies what does not lie on the host, and waits for it.
/// Throws std::invalid_argument where they are of no tissue.
template <class MemorySpace>
PhotonTotals totals(PhotonTallies<MemorySpace> const& tallies) {
  auto const sums = detail::photons::on_host(tallies.sums);
  return detail::photons::add_up(sums.data(), detail::photons::layers_of_sums(sums.extent(0)));
}

/// What the tallies hold in MCML's quantities and units. What was absorbed is there by depth and
/// radius only where the tallies have a grid of it; `absorption_z` and `absorption_rz` are empty
/// otherwise. Without photons, all is 0.
///
/// Throws std::invalid_argument where the tallies are not of that tissue and grid, or hold more
/// than most_photons. Copies what does not lie on the host, and waits for it.
///
/// Source: Wang, Jacques, Zheng, "MCML", Computer Methods and Programs in Biomedicine 47, 1995.
template <class MemorySpace>
PhotonDistributions distributions(Tissue const& tissue, PhotonGrid const& grid,
                                  PhotonTallies<MemorySpace> const& tallies) {
  auto const absorbed = detail::photons::on_host(tallies.absorbed);
  auto const reflected = detail::photons::on_host(tallies.reflected);
  auto const transmitted = detail::photons::on_host(tallies.transmitted);
  auto const sums = detail::photons::on_host(tallies.sums);
  return detail::photons::distributions(
      tissue, grid,
      {absorbed.data(), reflected.data(), transmitted.data(), sums.data(), absorbed.extent(0),
       reflected.extent(0), transmitted.extent(0), sums.extent(0)});
}

}  // namespace yoke
