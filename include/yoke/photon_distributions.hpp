#pragma once

#include <cstdint>
#include <vector>

namespace yoke {

/// A part of the incoming weight, and the standard error of its mean.
struct PhotonFraction {
  double value = 0;           ///< from 0 to 1
  double standard_error = 0;  ///< from the batches' means; NaN for one batch
};

/// The results of a run in MCML's quantities and units: fractions of the incoming weight, or
/// densities of it. Arrays of two dimensions are ordered by radius: element (ir, i) is at ir * (nz
/// or na) + i.
struct PhotonDistributions {
  std::uint64_t photons = 0;  ///< number of photons simulated

  double specular = 0;                 ///< reflected where the beam enters, never inside
  PhotonFraction diffuse_reflectance;  ///< left through the surface
  PhotonFraction absorbed;             ///< stayed inside
  PhotonFraction transmitted;  ///< left through the bottom, with the light that was not scattered

  std::vector<PhotonFraction> absorbed_by_layer;  ///< one for each layer; their sum is `absorbed`

  std::vector<double> absorption_z;    ///< A_z, nz elements, per cm
  std::vector<double> reflectance_r;   ///< Rd_r, nr elements, per cm^2
  std::vector<double> reflectance_a;   ///< Rd_a, na elements, per sr
  std::vector<double> transmitted_r;   ///< Tt_r, nr elements, per cm^2
  std::vector<double> transmitted_a;   ///< Tt_a, na elements, per sr
  std::vector<double> absorption_rz;   ///< A_rz, nr * nz elements, per cm^3; empty without a grid
  std::vector<double> reflectance_ra;  ///< Rd_ra, nr * na elements, per cm^2 and sr
  std::vector<double> transmitted_ra;  ///< Tt_ra, nr * na elements, per cm^2 and sr
};

}  // namespace yoke
