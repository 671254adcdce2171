#pragma once

#include <cstddef>

#include "yoke/tissue.hpp"

namespace yoke::detail::photons {

inline constexpr std::size_t most_layers = 1024;

// Throw std::invalid_argument, naming what is wrong, where there is no such thing. `number` counts
// the layers from 0.
void check_index(char const* what, double index);
void check_layer(TissueLayer const& layer, std::size_t number);
void check_layers(std::size_t count);
void check_counts(PhotonGrid const& grid);
void check_grid(PhotonGrid const& grid);

// How many counts tallies have. Throws std::invalid_argument, naming what is wrong, where there is
// no such tissue or no such grid.
struct TallyShape {
  TallyShape() = default;
  TallyShape(Tissue const& tissue, PhotonGrid const& grid);

  std::size_t cells = 0;  // nr * nz
  std::size_t exits = 0;  // nr * na
  std::size_t sums = 0;
};

}  // namespace yoke::detail::photons
