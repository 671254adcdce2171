#pragma once

#include <Kokkos_Core.hpp>
#include <cmath>
#include <cstdint>
#include <string>

#include "support/photon_cases.hpp"
#include "yoke/photons.hpp"

namespace yoke_perf::photons {

// What is published of a tissue: fractions of so many photons, and what they may be wrong by beside
// chance.
struct Case {
  std::string name;
  photon_cases::Case given;
  double reflected, transmitted, of_photons, error;

  yoke::Tissue const& tissue() const { return given.tissue; }
  yoke::PhotonGrid const& grid() const { return given.grid; }
};

// Exact.
inline Case slab() { return {"slab", photon_cases::slab(), 0.09739, 0.66096, INFINITY, 5e-6}; }
// 10^8 photons of CUDAMCML, in single precision: MCML's own code, in double precision, gives
// 0.562652 +- 0.000074 (docs/results/photons.md).
inline Case skin() { return {"skin", photon_cases::skin(), 0.562403, 0.00326463, 1e8, 2.5e-4}; }

// Wrong by more than chance: once in 16 thousand seeds, but the seed is always the same.
inline constexpr double sigmas = 4;

inline std::string compare(char const* what, yoke::PhotonFraction const& ours, double published,
                           std::uint64_t photons, Case const& given, double most_sigmas) {
  double const scatter =
      ours.standard_error * std::sqrt(1 + static_cast<double>(photons) / given.of_photons);
  if (std::abs(ours.value - published) <= most_sigmas * scatter + given.error) return "";
  return std::string(what) + " is " + std::to_string(ours.value) + " +- " +
         std::to_string(ours.standard_error) + ", not " + std::to_string(published);
}

template <class Memory>
void clear(yoke::PhotonTallies<Memory> const& tallies) {
  Kokkos::deep_copy(tallies.absorbed, 0);
  Kokkos::deep_copy(tallies.reflected, 0);
  Kokkos::deep_copy(tallies.transmitted, 0);
  Kokkos::deep_copy(tallies.sums, 0);
}

// What is wrong with what became of so many photons, or nothing.
template <class Memory>
std::string find_fault(Case const& given, std::uint64_t photons,
                       yoke::PhotonTallies<Memory> const& tallies, double most_sigmas = sigmas) {
  auto const result = yoke::distributions(given.tissue(), given.grid(), tallies);
  auto const fault =
      compare("Rd", result.diffuse_reflectance, given.reflected, photons, given, most_sigmas);
  if (!fault.empty()) return fault;
  return compare("Tt", result.transmitted, given.transmitted, photons, given, most_sigmas);
}

}  // namespace yoke_perf::photons
