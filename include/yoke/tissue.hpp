#pragma once

#include <cstddef>
#include <vector>

// What photons travel through, and where is counted what becomes of them. Lengths are in cm,
// coefficients per cm, as in MCML.
namespace yoke {

/// A layer that is infinitely wide. Without absorption and scattering it is clear, as glass is.
struct TissueLayer {
  double refractive_index;  ///< n, above 0: below 1 where all are relative to another one
  double absorption;        ///< mua, the absorption coefficient, per cm
  double scattering;        ///< mus, the scattering coefficient, per cm
  double anisotropy;        ///< g, the mean cosine of the angle of scattering, above -1, up to 1
  double thickness;         ///< d, in cm, from 0; 1e8 for a last layer without an end
};

/// Layers from the surface, on which the photons fall, downwards.
struct Tissue {
  double index_above = 1;           ///< refractive index of what the photons come from
  std::vector<TissueLayer> layers;  ///< at least one
  double index_below = 1;           ///< refractive index of what lies below the last layer
};

/// The cells in which weight is counted: depths of dz, radii of dr from where the beam falls, and
/// angles of exit, equal parts of 0 to pi / 2. What is beyond the last cell of depth or radius is
/// counted in that one.
struct PhotonGrid {
  double dz;       ///< height of a cell, in cm
  double dr;       ///< width of a cell, in cm
  std::size_t nz;  ///< number of depths
  std::size_t nr;  ///< number of radii
  std::size_t na;  ///< number of angles
};

}  // namespace yoke
