#pragma once

#include <cmath>
#include <vector>

#include "yoke/photons.hpp"

// Tissues with known answers: parameters and published fractions, with half a unit of the last
// digit that is printed.
namespace photon_cases {

struct Fraction {
  double value, error;
};

// Of a Monte Carlo run: its own error, from the spread that our photons show, and rounding.
struct Case {
  yoke::Tissue tissue;
  yoke::PhotonGrid grid;
  double specular;
};

// van de Hulst, 1980, by way of Wang, Jacques, Zheng, 1995.
inline Case slab() { return {{1, {{1, 10, 90, 0.75, 0.02}}, 1}, {0.0005, 0.002, 40, 50, 30}, 0}; }
// Giovanelli, 1955, by way of Wang, Jacques, Zheng.
inline Case semi_infinite() {
  return {{1, {{1.5, 10, 90, 0, 1e8}}, 1}, {0.005, 0.005, 200, 200, 30}, 0.04};
}
// MCML's own sample.
inline Case three_layers() {
  return {{1, {{1.37, 1, 100, 0.9, 0.1}, {1.37, 1, 10, 0, 0.1}, {1.37, 2, 10, 0.7, 0.2}}, 1},
          {0.01, 0.01, 40, 50, 1},
          0.0243729};
}
// Skin of seven layers at 600 nm, after Meglinsky.
inline Case skin() {
  return {{1,
           {{1.53, 0.2, 1000, 0.9, 0.002},
            {1.34, 0.15, 400, 0.85, 0.008},
            {1.4, 0.7, 300, 0.8, 0.01},
            {1.39, 1, 350, 0.9, 0.008},
            {1.4, 0.7, 200, 0.76, 0.162},
            {1.39, 1, 350, 0.95, 0.02},
            {1.44, 0.3, 150, 0.8, 0.59}},
           1},
          {0.002, 0.01, 500, 200, 30},
          0.0438845};
}

}  // namespace photon_cases
