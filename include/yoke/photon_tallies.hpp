#pragma once

#include <Kokkos_Core.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "yoke/detail/compiler_check.hpp"
#include "yoke/photon_distributions.hpp"
#include "yoke/tissue.hpp"

namespace yoke::detail::photons {

// The fault in a grid's numbers of cells, or an empty text. `of_grid` stands before the name of
// each number.
std::string fault_of_cells(PhotonGrid const& grid, std::string const& of_grid);

// The number of counts that tallies have. Throws std::invalid_argument, which names the fault, if
// there is no such tissue or no such grid.
struct TallyShape {
  TallyShape() = default;
  TallyShape(Tissue const& tissue, PhotonGrid const& grid);

  std::size_t cells = 0;  // nr * nz
  std::size_t exits = 0;  // nr * na
  std::size_t sums = 0;
};

}  // namespace yoke::detail::photons

namespace yoke {

/// The weight of an incoming photon in units. All weights are whole numbers of units.
inline constexpr std::uint64_t photon_weight_units = std::uint64_t(1) << 28;

/// The largest number of photons that tallies can hold. All their weight together is 2^63 units,
/// half of the range of a 64-bit count. The other half is for the weight that roulette adds.
inline constexpr std::uint64_t most_photons = std::uint64_t(1) << 35;

/// The number of batches. Photon i is in batch i % photon_batches. Totals are tallied by batch, and
/// the scatter of the batches' means gives the standard errors.
inline constexpr std::size_t photon_batches = 64;

/// The sums of each batch. After these come the units absorbed in each layer.
enum class PhotonSum {
  photons,          ///< number of photons that came in
  specular,         ///< units reflected at the place of entry
  reflected,        ///< units that left through the surface
  transmitted,      ///< units that left through the bottom
  lost,             ///< units of photons that roulette ended
  won,              ///< units that roulette added to other photons
  cut_off,          ///< units of photons that were given up after the most hops
  cut_off_photons,  ///< number of these photons
  hops,             ///< number of hops
};
/// The number of sums.
inline constexpr std::size_t photon_sums = 9;

/// The results of photons, in units of weight: 64-bit counts. Calls add to them. To join runs of
/// different photons (of one seed, or of several), let them add to the same tallies, or add the
/// tallies up. The caller owns the Views. A Hybrid takes them in any memory.
template <class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
struct PhotonTallies {
  using View = Kokkos::View<std::uint64_t*, MemorySpace>;  ///< counts

  /// Units absorbed: nr * nz cells, cell (ir, iz) at ir * nz + iz. If the View has no elements,
  /// calls do not count these units by cell.
  View absorbed;
  View reflected;    ///< units that left through the surface: nr * na, (ir, ia) at ir * na + ia
  View transmitted;  ///< as `reflected`, through the bottom
  /// photon_batches rows of photon_sums + layers counts.
  View sums;

  /// Tallies with Views of no elements.
  PhotonTallies() = default;
  /// Makes tallies whose counts are all 0. If `with_absorption` is false, calls are faster because
  /// they do not count absorbed units by cell. They still count the totals.
  PhotonTallies(Tissue const& tissue, PhotonGrid const& grid, bool with_absorption = true) {
    detail::photons::TallyShape const shape(tissue, grid);
    if (with_absorption) absorbed = View("yoke::photons::absorbed", shape.cells);
    reflected = View("yoke::photons::reflected", shape.exits);
    transmitted = View("yoke::photons::transmitted", shape.exits);
    sums = View("yoke::photons::sums", shape.sums);
  }
};

/// The exact sums of all batches. photons * photon_weight_units + won equals the sum of specular,
/// reflected, transmitted, lost, cut_off and the units that the layers absorbed.
struct PhotonTotals {
  std::array<std::uint64_t, photon_sums> sums{};  ///< in the order of PhotonSum
  std::vector<std::uint64_t> absorbed;            ///< units, in each layer

  /// One of the sums.
  std::uint64_t operator[](PhotonSum sum) const { return sums[static_cast<std::size_t>(sum)]; }
};

namespace detail::photons {

// The tallies on the host.
struct HostTallies {
  std::uint64_t const *absorbed, *reflected, *transmitted, *sums;
  std::size_t absorbed_size, reflected_size, transmitted_size, sums_size;
};
// The number of layers of sums of that size.
std::size_t layers_of_sums(std::size_t size);
PhotonTotals add_up(std::uint64_t const* sums, std::size_t layers);
PhotonDistributions distributions(Tissue const&, PhotonGrid const&, HostTallies const&);

template <class View>
auto on_host(View const& view) {
  return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
}

}  // namespace detail::photons

/// The totals of the tallies. Copies tallies that are not on the host, and waits for the copy.
/// Throws std::invalid_argument if they belong to no tissue.
template <class MemorySpace>
PhotonTotals totals(PhotonTallies<MemorySpace> const& tallies) {
  auto const sums = detail::photons::on_host(tallies.sums);
  return detail::photons::add_up(sums.data(), detail::photons::layers_of_sums(sums.extent(0)));
}

/// The tallies in MCML's quantities and units. Absorption by depth and radius is there only if the
/// tallies have a grid of it. Otherwise `absorption_z` and `absorption_rz` are empty. Without
/// photons, all is 0.
///
/// Throws std::invalid_argument if the tallies belong to another tissue or grid, or hold more than
/// most_photons. Copies tallies that are not on the host, and waits for the copy.
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
