// Light on a thin slab of tissue: the case that MCML's authors compare with van de Hulst's tables.
#include <cmath>
#include <iostream>
#include <yoke/photons.hpp>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  yoke::Tissue tissue;
  tissue.layers = {{.refractive_index = 1,
                    .absorption = 10,  // per cm
                    .scattering = 90,
                    .anisotropy = 0.75,
                    .thickness = 0.02}};  // cm
  yoke::PhotonGrid const grid{.dz = 0.001, .dr = 0.01, .nz = 20, .nr = 50, .na = 30};
  yoke::PhotonTallies<> const tallies(tissue, grid);

  yoke::simulate_photons(exec, tissue, grid, 200000, tallies);

  auto const light = yoke::distributions(tissue, grid, tallies);
  auto const show = [](char const* name, yoke::PhotonFraction const& fraction, double published) {
    std::cout << name << fraction.value << " +- " << fraction.standard_error << ", published "
              << published << '\n';
    return std::abs(fraction.value - published) < 5 * fraction.standard_error;
  };
  bool const reflected = show("reflected: ", light.diffuse_reflectance, 0.09739);
  bool const transmitted = show("transmitted: ", light.transmitted, 0.66096);
  return reflected && transmitted ? 0 : 1;
}
