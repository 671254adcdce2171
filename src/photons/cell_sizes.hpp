#pragma once

#include <cmath>
#include <cstddef>
#include <numbers>

#include "yoke/tissue.hpp"

namespace yoke::detail::photons {

// What the weight in a cell is divided by.
class CellSizes {
 public:
  explicit CellSizes(PhotonGrid const& grid) : grid_(grid) {}

  double ring(std::size_t ir) const {
    return 2 * std::numbers::pi * (static_cast<double>(ir) + 0.5) * grid_.dr * grid_.dr;
  }
  double volume(std::size_t ir) const { return ring(ir) * grid_.dz; }
  double angle(std::size_t ia) const { return (static_cast<double>(ia) + 0.5) * step(); }
  // Exactly: 2 pi times the difference of the cosines at its ends.
  double solid_angle(std::size_t ia) const {
    return 4 * std::numbers::pi * std::sin(angle(ia)) * std::sin(step() / 2);
  }
  // The area of a ring as it is seen at that angle, times the solid angle.
  double exit(std::size_t ir, std::size_t ia) const {
    return ring(ir) * std::cos(angle(ia)) * solid_angle(ia);
  }

 private:
  double step() const { return std::numbers::pi / 2 / static_cast<double>(grid_.na); }

  PhotonGrid const& grid_;
};

}  // namespace yoke::detail::photons
