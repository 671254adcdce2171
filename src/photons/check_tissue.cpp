#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

#include "photons/cell_sizes.hpp"
#include "yoke/detail/photons/tally_shape.hpp"
#include "yoke/messages.hpp"
#include "yoke/photon_tallies.hpp"

namespace yoke::detail::photons {
namespace {

template <class Value>
[[noreturn]] void refuse(std::string const& what, Value value, std::string const& wanted) {
  throw std::invalid_argument("yoke::simulate_photons: " + what + " is " + show_number(value) +
                              "; it must be " + wanted);
}

// Up to where their quotients are numbers.
constexpr double least_index = 1e-100, greatest_index = 1e100;

void check_index_of(std::string const& what, double index) {
  if (!(index >= least_index && index <= greatest_index)) refuse(what, index, "1e-100 to 1e100");
}
void check_coefficient(std::string const& what, double coefficient) {
  // A float holds it and what is computed of it.
  if (!(coefficient >= 0 && coefficient <= 1e15)) refuse(what, coefficient, "from 0 to 1e15");
}

void check_tissue(Tissue const& tissue) {
  check_index("tissue.index_above", tissue.index_above);
  check_index("tissue.index_below", tissue.index_below);
  check_layers(tissue.layers.size());
  for (std::size_t i = 0; i < tissue.layers.size(); ++i) check_layer(tissue.layers[i], i);
}

// A cell's density is a share of all photons' weight, of one unit at least, divided by its size.
void check_size(PhotonGrid const& grid, char const* what, double size) {
  constexpr double one_unit =
      1.0 / static_cast<double>(photon_weight_units) / static_cast<double>(most_photons);
  if (std::isnormal(size) && std::isnormal(1 / size) && std::isnormal(one_unit / size)) return;
  refuse("grid.dz is " + show_number(grid.dz) + " and grid.dr is " + show_number(grid.dr) + ": " +
             what,
         size, "1e-307 to 1e288");
}

}  // namespace

void check_index(char const* what, double index) { check_index_of(what, index); }

void check_layer(TissueLayer const& layer, std::size_t number) {
  auto const member = [number](char const* name) {
    return "tissue.layers[" + std::to_string(number) + "]." + name;
  };
  check_index_of(member("refractive_index"), layer.refractive_index);
  check_coefficient(member("absorption"), layer.absorption);
  check_coefficient(member("scattering"), layer.scattering);
  double const g = layer.anisotropy;
  if (!(g > -1 && g <= 1)) refuse(member("anisotropy"), g, "above -1 and up to 1");
  double const d = layer.thickness;
  if (!(d >= 0 && d <= 1e15)) refuse(member("thickness"), d, "from 0 to 1e15");
}

void check_layers(std::size_t count) {
  if (count > 0 && count <= most_layers) return;
  refuse("tissue.layers.size()", count, show_range(1, most_layers));
}

void check_counts(PhotonGrid const& grid) {
  auto const check_count = [](char const* what, std::size_t count) {
    constexpr std::size_t most = std::size_t(1) << 24;
    if (count == 0 || count > most) refuse(what, count, "1 to 2^24");
  };
  check_count("grid.nz", grid.nz);
  check_count("grid.nr", grid.nr);
  check_count("grid.na", grid.na);
  constexpr std::size_t most_cells = std::numeric_limits<std::int32_t>::max();
  if (grid.nr * grid.nz > most_cells) refuse("grid.nr * grid.nz", grid.nr * grid.nz, "below 2^31");
  if (grid.nr * grid.na > most_cells) refuse("grid.nr * grid.na", grid.nr * grid.na, "below 2^31");
}

void check_grid(PhotonGrid const& grid) {
  auto const check_width = [](char const* what, double width) {
    if (!(width > 0 && std::isfinite(width))) refuse(what, width, "above 0, and finite");
  };
  check_counts(grid);
  check_width("grid.dz", grid.dz);
  check_width("grid.dr", grid.dr);
  CellSizes const sizes(grid);
  check_size(grid, "a cell's height", grid.dz);
  for (std::size_t const ir : {std::size_t(0), grid.nr - 1}) {
    check_size(grid, "a ring's area", sizes.ring(ir));
    check_size(grid, "a cell's volume", sizes.volume(ir));
    for (std::size_t const ia : {std::size_t(0), grid.na / 2, grid.na - 1}) {
      check_size(grid, "a ring's area times a solid angle", sizes.exit(ir, ia));
    }
  }
}

TallyShape::TallyShape(Tissue const& tissue, PhotonGrid const& grid) {
  check_tissue(tissue);
  check_grid(grid);
  cells = grid.nr * grid.nz;
  exits = grid.nr * grid.na;
  sums = photon_batches * (photon_sums + tissue.layers.size());
}

}  // namespace yoke::detail::photons
