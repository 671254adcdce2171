#include <stdexcept>
#include <string>

#include "photons/ranges.hpp"
#include "yoke/messages.hpp"
#include "yoke/photon_tallies.hpp"

namespace yoke::detail::photons {
namespace {

std::string fault(std::string const& what, auto value, std::string const& wanted) {
  return what + " is " + show_number(value) + "; it must be " + wanted;
}

[[noreturn]] void refuse(std::string const& why) {
  throw std::invalid_argument("yoke::simulate_photons: " + why);
}

void check(std::string const& what, double value, Range const& range) {
  if (!range.holds(value)) refuse(fault(what, value, range.expected));
}

void check_count(std::string const& what, std::size_t count, std::size_t most) {
  if (count == 0 || count > most) refuse(fault(what, count, show_range(1, most)));
}

void check_tissue(Tissue const& tissue) {
  check("tissue.index_above", tissue.index_above, an_index);
  check("tissue.index_below", tissue.index_below, an_index);
  check_count("tissue.layers.size()", tissue.layers.size(), most_layers);
  for (std::size_t i = 0; i < tissue.layers.size(); ++i) {
    auto const name = "tissue.layers[" + std::to_string(i) + "].";
    auto const& layer = tissue.layers[i];
    check(name + "refractive_index", layer.refractive_index, an_index);
    check(name + "absorption", layer.absorption, a_coefficient);
    check(name + "scattering", layer.scattering, a_coefficient);
    check(name + "anisotropy", layer.anisotropy, a_mean_cosine);
    check(name + "thickness", layer.thickness, a_thickness);
  }
}

void check_grid(PhotonGrid const& grid) {
  check_count("grid.nz", grid.nz, most_parts);
  check_count("grid.nr", grid.nr, most_parts);
  check_count("grid.na", grid.na, most_parts);
  if (auto const why = fault_of_cells(grid, "grid."); !why.empty()) refuse(why);
  check("grid.dz", grid.dz, a_cell_width);
  check("grid.dr", grid.dr, a_cell_width);
}

}  // namespace

std::string fault_of_cells(PhotonGrid const& grid, std::string const& of_grid) {
  auto const fault_of = [&](char const* parts, std::size_t count) {
    if (grid.nr * count <= most_cells) return std::string();
    return fault(of_grid + "nr * " + of_grid + parts, grid.nr * count, "below 2^31");
  };
  auto const why = fault_of("nz", grid.nz);
  return why.empty() ? fault_of("na", grid.na) : why;
}

TallyShape::TallyShape(Tissue const& tissue, PhotonGrid const& grid) {
  check_tissue(tissue);
  check_grid(grid);
  cells = grid.nr * grid.nz;
  exits = grid.nr * grid.na;
  sums = photon_batches * (photon_sums + tissue.layers.size());
}

}  // namespace yoke::detail::photons
