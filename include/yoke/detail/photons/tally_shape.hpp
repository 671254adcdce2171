#pragma once

#include <cstddef>
#include <string>

#include "yoke/tissue.hpp"

namespace yoke::detail::photons {

// What is wrong with the numbers of cells of a grid; nothing where all is well. `of_grid` is put
// before the name of each number.
std::string fault_of_cells(PhotonGrid const& grid, std::string const& of_grid);

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
