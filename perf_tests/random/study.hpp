#pragma once

#include <vector>

#include "studies/study.hpp"

namespace yoke_perf {

// Banerjee's thesis, chapter 5: random numbers (figures 5.2 to 5.5), and photons (5.6).
std::vector<Study> random_studies();
std::vector<Study> photon_studies();

}  // namespace yoke_perf
