#pragma once

#include "yoke/tissue.hpp"

namespace yoke::detail::photons {

inline bool is_clear(TissueLayer const& layer) {
  return layer.absorption == 0 && layer.scattering == 0;
}

// What of light that falls straight on the surface never enters a layer that scatters or absorbs,
// by Fresnel: of a clear first layer all that goes to and fro in it.
inline double specular_reflectance(Tissue const& tissue) {
  auto const of_boundary = [](double n1, double n2) {
    double const r = (n1 - n2) / (n1 + n2);
    return r * r;
  };
  TissueLayer const& first = tissue.layers.front();
  double const r1 = of_boundary(tissue.index_above, first.refractive_index);
  if (!is_clear(first)) return r1;
  double const below =
      tissue.layers.size() > 1 ? tissue.layers[1].refractive_index : tissue.index_below;
  double const r2 = of_boundary(first.refractive_index, below);
  return r1 + (1 - r1) * (1 - r1) * r2 / (1 - r1 * r2);
}

}  // namespace yoke::detail::photons
