#pragma once

#include <Kokkos_Macros.hpp>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <vector>

#include "photons/real.hpp"
#include "photons/specular.hpp"
#include "yoke/photon_options.hpp"
#include "yoke/photon_tallies.hpp"
#include "yoke/tissue.hpp"

// The tissue and the grid as the hops read them.
namespace yoke::detail::photons {

// What a hop needs of its layer.
template <class Real>
struct alignas(4 * sizeof(Real)) LayerPath {
  Real thickness;
  Real free_path;       // 1 / (mua + mus); of a clear layer without end
  Real absorbed_share;  // mua / (mua + mus)
  Real top;             // its depth
};
// What lies beyond the upper and the lower boundary: the index, and that of the layer by it.
template <class Real>
struct alignas(4 * sizeof(Real)) LayerEnds {
  Real index[2], ratio[2];
};
template <class Real>
struct MediumLayer {  // which a GPU loads by fours
  LayerPath<Real> path;
  Real hg_bias, hg_slope, hg_0, hg_shift, hg_1, hg_2;  // see ScatteringConstants
  Real total;                                          // mua + mus
  Real index;  // as a number from 1 up to 2, for which one of 2^k is divided
  LayerEnds<Real> ends;
};

// What the cosine of the angle of scattering is computed from (Henyey and Greenstein), for a random
// number u from 0 to 1. With q = 1 / (1 - |g| + 2 |g| u)^2 it is, for g > 0,
//
//   (1 + g^2 - (1 - g^2)^2 q) / (2 g)                                        of large g, and
//   q (-(1 - g)^2 + 2 (1 + g^2) (1 - g) u + 2 g (1 + g^2) u^2)               of small g,
//
// which is the same; where one of them loses digits, the other one does not. What is computed is 1
// less the cosine, shift + q (c0 + c1 u + c2 u^2), which keeps small angles apart; of a negative g
// the cosine has the other sign.
struct ScatteringConstants {
  explicit ScatteringConstants(double anisotropy) {
    double const g = std::abs(anisotropy);
    bias = 1 - g;
    slope = 2 * g;
    if (g > 0.3) {
      double const k = (1 - g) * (1 - g) / (2 * g);
      shift = -k;
      c0 = k * (1 + g) * (1 + g);
    } else {
      shift = 1;
      c0 = (1 - g) * (1 - g);
      c1 = -2 * (1 + g * g) * (1 - g);
      c2 = -2 * g * (1 + g * g);
    }
    if (anisotropy < 0) {
      shift = 2 - shift;
      c0 = -c0;
      c1 = -c1;
      c2 = -c2;
    }
  }
  double bias, slope, shift, c0, c1 = 0, c2 = 0;
};

template <class Real>
MediumLayer<Real> medium_layer(TissueLayer const& layer, double top, double above, double below) {
  double const total = layer.absorption + layer.scattering;
  // Quotients of indices are all that counts: by a power of two they change in no bit, and their
  // products are numbers of a float too.
  double const unit = std::exp2(std::ilogb(layer.refractive_index));
  double const index = layer.refractive_index / unit;
  above /= unit;
  below /= unit;
  ScatteringConstants const scattering(layer.anisotropy);
  // Of a clear layer the path is an infinity, or a NaN of a step of 0: beyond every boundary.
  return {{Real(layer.thickness), Real(total > 0 ? 1 / total : HUGE_VAL),
           Real(total > 0 ? layer.absorption / total : 0.0), Real(top)},
          Real(scattering.bias),
          Real(scattering.slope),
          Real(scattering.c0),
          Real(scattering.shift),
          Real(scattering.c1),
          Real(scattering.c2),
          Real(total),
          Real(index),
          {{Real(above), Real(below)}, {Real(index / above), Real(index / below)}}};
}

template <class Real>
std::vector<MediumLayer<Real>> medium_layers(Tissue const& tissue) {
  std::vector<MediumLayer<Real>> layers;
  double top = 0, above = tissue.index_above;
  for (std::size_t i = 0; i < tissue.layers.size(); ++i) {
    TissueLayer const& layer = tissue.layers[i];
    double const below =
        i + 1 < tissue.layers.size() ? tissue.layers[i + 1].refractive_index : tissue.index_below;
    layers.push_back(medium_layer<Real>(layer, top, above, below));
    top += layer.thickness;
    above = layer.refractive_index;
  }
  return layers;
}

// The cosines of the angles at which the cells of angles begin.
template <class Real>
std::vector<Real> exit_cosines(PhotonGrid const& grid) {
  std::vector<Real> cosines;
  for (std::size_t i = 0; i < grid.na; ++i) {
    double const angle =
        static_cast<double>(i) * std::numbers::pi / (2 * static_cast<double>(grid.na));
    cosines.push_back(Real(std::cos(angle)));
  }
  return cosines;
}

// What photons move in and where they are counted; the arrays lie where the hops run.
template <class Real>
struct Medium {
  Medium() = default;
  Medium(Tissue const& tissue, PhotonGrid const& grid, PhotonOptions const& options,
         MediumLayer<Real> const* its_layers, Real const* its_cosines)
      : layers(its_layers),
        cosines(its_cosines),
        count(static_cast<std::int32_t>(tissue.layers.size())),
        // Light goes to and fro in a clear first layer before the photon begins.
        first(is_clear(tissue.layers.front()) ? 1 : 0),
        angles(static_cast<std::int32_t>(grid.na)),
        depths(static_cast<std::int32_t>(grid.nz)),
        cells_per_radius(cells_per(grid.dr)),
        cells_per_depth(cells_per(grid.dz)),
        last_radius(Real(static_cast<double>(grid.nr - 1))),
        last_depth(Real(static_cast<double>(grid.nz - 1))),
        beam(options.beam),
        beam_radius(Real(options.beam_radius)) {
    auto const whole = static_cast<double>(photon_weight_units);
    specular = static_cast<std::int32_t>(std::lround(specular_reflectance(tissue) * whole));
  }

  // Of a width that is too small for a float too, a length of 0 is to be in the first cell.
  static Real cells_per(double width) {
    return Real(std::min(1 / width, double(std::numeric_limits<float>::max())));
  }

  KOKKOS_FUNCTION bool is_narrow() const { return beam == PhotonBeam::narrow; }

  MediumLayer<Real> const* layers;
  Real const* cosines;
  std::int32_t count, first, angles, depths;
  std::int32_t specular;  // units of each photon's weight
  Real cells_per_radius, cells_per_depth, last_radius, last_depth;
  PhotonBeam beam;
  Real beam_radius;
};

}  // namespace yoke::detail::photons
