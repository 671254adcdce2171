#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "photons/cell_sizes.hpp"
#include "photons/specular.hpp"
#include "yoke/counted.hpp"
#include "yoke/photon_tallies.hpp"

// From units of weight to MCML's quantities.
namespace yoke::detail::photons {
namespace {

constexpr double unit = 1.0 / static_cast<double>(photon_weight_units);

std::size_t place(PhotonSum sum) { return static_cast<std::size_t>(sum); }

// The sums by batch.
class Batches {
 public:
  Batches(std::uint64_t const* sums, std::size_t layers)
      : sums_(sums), columns_(photon_sums + layers) {
    for (std::size_t b = 0; b < photon_batches; ++b) photons_ += count(b, 0);
  }

  double photons() const { return photons_; }

  // The mean of what stands in a column and its standard error: the batches, of nearly equal sizes,
  // are weighted by them.
  PhotonFraction fraction(std::size_t column) const {
    return fraction([=, this](std::size_t batch) { return count(batch, column); });
  }
  PhotonFraction absorbed() const {
    return fraction([this](std::size_t batch) {
      double sum = 0;
      for (std::size_t column = photon_sums; column < columns_; ++column) {
        sum += count(batch, column);
      }
      return sum;
    });
  }

 private:
  double count(std::size_t batch, std::size_t column) const {
    return static_cast<double>(sums_[batch * columns_ + column]);
  }

  template <class UnitsOf>
  PhotonFraction fraction(UnitsOf const& units_of) const {
    if (photons_ == 0) return {};
    double sum = 0;
    for (std::size_t b = 0; b < photon_batches; ++b) sum += units_of(b);
    double const mean = sum * unit / photons_;
    double squares = 0, batches = 0;
    for (std::size_t b = 0; b < photon_batches; ++b) {
      double const share = count(b, 0) / photons_;
      if (share == 0) continue;
      double const difference = units_of(b) * unit / count(b, 0) - mean;
      squares += share * share * difference * difference;
      batches += 1;
    }
    if (batches < 2) return {mean, std::numeric_limits<double>::quiet_NaN()};
    return {mean, std::sqrt(squares * batches / (batches - 1))};
  }

  std::uint64_t const* sums_;
  std::size_t columns_;
  double photons_ = 0;
};

// The sums of an array of nr rows over its rows and over its columns.
struct Margins {
  Margins(std::uint64_t const* cells, std::size_t rows, std::size_t columns)
      : by_row(rows), by_column(columns) {
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t column = 0; column < columns; ++column) {
        auto const count = static_cast<double>(cells[row * columns + column]);
        by_row[row] += count;
        by_column[column] += count;
      }
    }
  }
  std::vector<double> by_row, by_column;
};

class Densities {
 public:
  Densities(PhotonGrid const& grid, double photons)
      : grid_(grid), sizes_(grid), scale_(unit / photons) {}

  std::vector<double> by_depth(std::uint64_t const* cells) const {
    auto density = Margins(cells, grid_.nr, grid_.nz).by_column;
    for (auto& value : density) value *= scale_ / grid_.dz;
    return density;
  }
  std::vector<double> by_cell(std::uint64_t const* cells) const {
    return of_each(cells, grid_.nz,
                   [this](std::size_t ir, std::size_t) { return scale_ / sizes_.volume(ir); });
  }
  std::vector<double> by_radius(std::uint64_t const* exits) const {
    auto density = Margins(exits, grid_.nr, grid_.na).by_row;
    for (std::size_t ir = 0; ir < grid_.nr; ++ir) density[ir] *= scale_ / sizes_.ring(ir);
    return density;
  }
  std::vector<double> by_angle(std::uint64_t const* exits) const {
    auto density = Margins(exits, grid_.nr, grid_.na).by_column;
    for (std::size_t ia = 0; ia < grid_.na; ++ia) density[ia] *= scale_ / sizes_.solid_angle(ia);
    return density;
  }
  // Of the area that is seen at that angle.
  std::vector<double> by_exit(std::uint64_t const* exits) const {
    return of_each(exits, grid_.na,
                   [this](std::size_t ir, std::size_t ia) { return scale_ / sizes_.exit(ir, ia); });
  }

 private:
  template <class Scale>
  std::vector<double> of_each(std::uint64_t const* counts, std::size_t columns,
                              Scale const& scale) const {
    std::vector<double> density(grid_.nr * columns);
    for (std::size_t ir = 0; ir < grid_.nr; ++ir) {
      for (std::size_t i = 0; i < columns; ++i) {
        density[ir * columns + i] = static_cast<double>(counts[ir * columns + i]) * scale(ir, i);
      }
    }
    return density;
  }

  PhotonGrid const& grid_;
  CellSizes sizes_;
  double scale_;
};

void check_size(char const* which, std::size_t size, std::size_t wanted) {
  if (size == wanted) return;
  throw std::invalid_argument(std::string("yoke::distributions: tallies.") + which + " has " +
                              show_count(size, "element") + "; of this tissue and grid it has " +
                              std::to_string(wanted));
}

}  // namespace

std::size_t layers_of_sums(std::size_t size) {
  constexpr std::size_t without_layers = photon_batches * photon_sums;
  if (size > without_layers && size % photon_batches == 0) {
    return size / photon_batches - photon_sums;
  }
  throw std::invalid_argument("yoke::totals: tallies.sums has " + show_count(size, "element") +
                              "; of a tissue's layers it has " + std::to_string(without_layers) +
                              " and " + std::to_string(photon_batches) + " more for each");
}

PhotonTotals add_up(std::uint64_t const* sums, std::size_t layers) {
  PhotonTotals totals;
  totals.absorbed.resize(layers);
  for (std::size_t batch = 0; batch < photon_batches; ++batch) {
    std::uint64_t const* const row = sums + batch * (photon_sums + layers);
    for (std::size_t i = 0; i < photon_sums; ++i) totals.sums[i] += row[i];
    for (std::size_t i = 0; i < layers; ++i) totals.absorbed[i] += row[photon_sums + i];
  }
  return totals;
}

PhotonDistributions distributions(Tissue const& tissue, PhotonGrid const& grid,
                                  HostTallies const& tallies) {
  TallyShape const shape(tissue, grid);
  bool const has_absorption = tallies.absorbed_size > 0;
  if (has_absorption) check_size("absorbed", tallies.absorbed_size, shape.cells);
  check_size("reflected", tallies.reflected_size, shape.exits);
  check_size("transmitted", tallies.transmitted_size, shape.exits);
  check_size("sums", tallies.sums_size, shape.sums);

  std::size_t const layers = tissue.layers.size();
  Batches const batches(tallies.sums, layers);
  PhotonDistributions result;
  result.photons = add_up(tallies.sums, layers)[PhotonSum::photons];
  if (result.photons > most_photons) {
    throw std::invalid_argument("yoke::distributions: the tallies hold " +
                                show_count(result.photons, "photon") + "; no more than " +
                                std::to_string(most_photons) + " are sure to fit");
  }
  result.specular = specular_reflectance(tissue);
  result.diffuse_reflectance = batches.fraction(place(PhotonSum::reflected));
  result.absorbed = batches.absorbed();
  result.transmitted = batches.fraction(place(PhotonSum::transmitted));
  for (std::size_t i = 0; i < layers; ++i) {
    result.absorbed_by_layer.push_back(batches.fraction(photon_sums + i));
  }

  // Of no photons, densities are 0 too.
  Densities const densities(grid, std::max(batches.photons(), 1.0));
  if (has_absorption) {
    result.absorption_z = densities.by_depth(tallies.absorbed);
    result.absorption_rz = densities.by_cell(tallies.absorbed);
  }
  result.reflectance_r = densities.by_radius(tallies.reflected);
  result.reflectance_a = densities.by_angle(tallies.reflected);
  result.reflectance_ra = densities.by_exit(tallies.reflected);
  result.transmitted_r = densities.by_radius(tallies.transmitted);
  result.transmitted_a = densities.by_angle(tallies.transmitted);
  result.transmitted_ra = densities.by_exit(tallies.transmitted);
  return result;
}

}  // namespace yoke::detail::photons
