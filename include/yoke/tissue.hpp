#pragma once

#include <cstddef>
#include <vector>

// The tissue of photons, and the cells in which weight is counted. Lengths are in cm, coefficients
// per cm, as in MCML.
namespace yoke {

/// A layer that is infinitely wide. Without absorption and scattering it is clear, as glass.
struct TissueLayer {
  double refractive_index;  ///< n, above 0: below 1 if all are relative to another index
  double absorption;        ///< mua, the absorption coefficient, per cm
  double scattering;        ///< mus, the scattering coefficient, per cm
  double anisotropy;        ///< g, the mean cosine of the angle of scattering, above -1, up to 1
  double thickness;         ///< d, in cm, from 0; 1e8 for a last layer without an end
};

/// The layers of a tissue, in order of depth. Photons fall on the surface of the first one.
struct Tissue {
  double index_above = 1;           ///< refractive index of the medium above the first layer
  std::vector<TissueLayer> layers;  ///< at least one
  double index_below = 1;           ///< refractive index of the medium below the last layer
};

/// The cells in which weight is counted: depths of dz, radii of dr from the axis of the beam, and
/// angles of exit, equal parts of 0 to pi / 2. The last cell of depth or radius also counts
/// everything beyond it.
struct PhotonGrid {
  double dz;       ///< height of a cell, in cm
  double dr;       ///< width of a cell, in cm
  std::size_t nz;  ///< number of depths
  std::size_t nr;  ///< number of radii
  std::size_t na;  ///< number of angles
};

}  // namespace yoke
