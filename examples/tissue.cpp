// A tissue of one's own: a laser beam through glass and skin onto a vein. Where does its light
// stay?
#include <cmath>
#include <iostream>
#include <yoke/hybrid.hpp>
#include <yoke/photons.hpp>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  yoke::Hybrid<> const hybrid;  // both sides take batches of photons
  yoke::Tissue tissue;
  // The refractive index; absorption and scattering per cm; anisotropy; thickness in cm.
  tissue.layers = {{1.5, 0, 0, 0, 0.1},         // glass, which is clear
                   {1.4, 4, 480, 0.79, 0.006},  // epidermis
                   {1.4, 2.5, 220, 0.82, 0.1},  // dermis
                   {1.4, 230, 90, 0.99, 0.02},  // the vein
                   {1.4, 2.5, 220, 0.82, 1e8}};
  char const* const names[] = {"glass", "epidermis", "dermis above", "vein", "dermis below"};
  yoke::PhotonGrid const grid{.dz = 0.01, .dr = 0.01, .nz = 30, .nr = 30, .na = 1};
  yoke::PhotonTallies<> const tallies(tissue, grid);
  yoke::simulate_photons(hybrid, tissue, grid, 20000, tallies,
                         {.beam = yoke::PhotonBeam::flat, .beam_radius = 0.1});

  auto const light = yoke::distributions(tissue, grid, tallies);
  std::cout << 100 * light.diffuse_reflectance.value << "% came back\n";
  for (int i = 0; i < 5; ++i) {
    std::cout << 100 * light.absorbed_by_layer[i].value << "% stayed in the " << names[i] << '\n';
  }
  // No weight is lost, to the last unit; and glass of index 1.5 reflects 4% where light enters.
  auto const sums = yoke::totals(tallies);
  using Sum = yoke::PhotonSum;
  std::uint64_t out = sums[Sum::specular] + sums[Sum::reflected] + sums[Sum::transmitted] +
                      sums[Sum::lost] + sums[Sum::cut_off];
  for (std::uint64_t const absorbed : sums.absorbed) out += absorbed;
  std::uint64_t const in = sums[Sum::photons] * yoke::photon_weight_units + sums[Sum::won];
  return in == out && sums.absorbed[0] == 0 && light.specular > 0.04 ? 0 : 1;
}
