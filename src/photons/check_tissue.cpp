#include <cmath>
#include <cstdint>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>

#include "yoke/detail/photons/tally_shape.hpp"
#include "yoke/photon_tallies.hpp"

namespace yoke::detail::photons {
namespace {

template <class Value>
[[noreturn]] void refuse(std::string const& what, Value value, char const* wanted) {
  std::ostringstream message;
  message << "yoke::simulate_photons: " << what << " is " << value << "; it must be " << wanted;
  throw std::invalid_argument(message.str());
}

void check_index(std::string const& what, double index) {
  if (!(index >= 1 && std::isfinite(index))) refuse(what, index, "at least 1, and finite");
}
void check_coefficient(std::string const& what, double coefficient) {
  // A float holds it and what is computed of it.
  if (!(coefficient >= 0 && coefficient <= 1e15)) refuse(what, coefficient, "from 0 to 1e15");
}

void check_layer(TissueLayer const& layer, std::size_t number) {
  auto const member = [number](char const* name) {
    return "tissue.layers[" + std::to_string(number) + "]." + name;
  };
  check_index(member("refractive_index"), layer.refractive_index);
  check_coefficient(member("absorption"), layer.absorption);
  check_coefficient(member("scattering"), layer.scattering);
  double const g = layer.anisotropy;
  if (!(g > -1 && g < 1)) refuse(member("anisotropy"), g, "above -1 and below 1");
  double const d = layer.thickness;
  if (!(d > 0 && d <= 1e15)) refuse(member("thickness"), d, "above 0 and up to 1e15");
}

void check_tissue(Tissue const& tissue) {
  check_index("tissue.index_above", tissue.index_above);
  check_index("tissue.index_below", tissue.index_below);
  std::size_t const layers = tissue.layers.size();
  if (layers == 0 || layers > most_layers) {
    refuse("tissue.layers.size()", layers, ("1 to " + std::to_string(most_layers)).c_str());
  }
  for (std::size_t i = 0; i < layers; ++i) check_layer(tissue.layers[i], i);
}

void check_grid(PhotonGrid const& grid) {
  auto const check_width = [](char const* what, double width) {
    if (!(width > 0 && std::isfinite(width) && std::isfinite(1 / width))) {
      refuse(what, width, "above 0, and finite");
    }
  };
  auto const check_count = [](char const* what, std::size_t count) {
    constexpr std::size_t most = std::size_t(1) << 24;
    if (count == 0 || count > most) refuse(what, count, "1 to 2^24");
  };
  check_width("grid.dz", grid.dz);
  check_width("grid.dr", grid.dr);
  check_count("grid.nz", grid.nz);
  check_count("grid.nr", grid.nr);
  check_count("grid.na", grid.na);
  constexpr std::size_t most_cells = std::numeric_limits<std::int32_t>::max();
  if (grid.nr * grid.nz > most_cells) refuse("grid.nr * grid.nz", grid.nr * grid.nz, "below 2^31");
  if (grid.nr * grid.na > most_cells) refuse("grid.nr * grid.na", grid.nr * grid.na, "below 2^31");
}

}  // namespace

TallyShape::TallyShape(Tissue const& tissue, PhotonGrid const& grid) {
  check_tissue(tissue);
  check_grid(grid);
  cells = grid.nr * grid.nz;
  exits = grid.nr * grid.na;
  sums = photon_batches * (photon_sums + tissue.layers.size());
}

}  // namespace yoke::detail::photons
