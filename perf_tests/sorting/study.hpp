#pragma once

#include <algorithm>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>
#include <yoke/hybrid.hpp>
#include <yoke/sort.hpp>

#include "sorting/data.hpp"
#include "sorting/plans.hpp"
#include "studies/study.hpp"

// Banerjee's thesis, chapter 4: his figures are plots, of which only the captions and what the text
// says of them are left, so only ours are written down.
namespace yoke_perf {

// Figures 4.6 to 4.17: kinds of keys, and platforms.
std::vector<Study> key_studies();
// Figures 4.4, 4.5 and 4.21: what the two sides do, and how the work is divided.
std::vector<Study> side_studies();
// Algorithms 1 and 5: splitters, levels and the base size.
std::vector<Study> level_studies();
// Figures 4.18 to 4.20.
std::vector<Study> string_studies();
// Section 4.4.2.2: the characters that a look-ahead stores.
std::vector<Study> window_studies();
// Figure 4.22: phase II by itself.
std::vector<Study> histogram_studies();

// Of the work, for the host: what the thesis begins its search with.
inline constexpr double thesis_share = 0.1;

namespace sorting {

// The algorithms by which both sides sort numbers: those of --algorithms, or all that there are,
// one of each that `automatic` and others come to.
inline std::vector<yoke::SortAlgorithm> both_sides_algorithms(StudySettings const& settings,
                                                              yoke::Hybrid<> const& hybrid) {
  auto const& asked = settings.algorithms;
  for (auto const& name : asked) {
    if (std::none_of(yoke::sort_algorithms.begin(), yoke::sort_algorithms.end(),
                     [&](auto const& entry) { return entry.name == name; })) {
      throw UsageError("there is no algorithm '" + name + "'");
    }
  }
  Data<std::uint32_t, Kokkos::SharedHostPinnedSpace> const data("uniform", 4096, false);
  std::vector<yoke::SortAlgorithm> found, chosen;
  for (auto const& entry : yoke::sort_algorithms) {
    bool const is_asked = std::find(asked.begin(), asked.end(), entry.name) != asked.end();
    if (asked.empty() ? entry.strategy == yoke::Strategy::alone : !is_asked) continue;
    yoke::SortReport report;
    yoke::SortOptions options{.algorithm = entry.algorithm, .split = yoke::Split(0.5)};
    options.report = &report;
    try {
      planned(hybrid, data, options)();
    } catch (std::invalid_argument const& error) {
      if (is_asked) std::cerr << "\nskipped: " << error.what() << '\n';
      continue;
    }
    bool const is_known = std::find(chosen.begin(), chosen.end(), report.algorithm) != chosen.end();
    if (asked.empty() && is_known) continue;
    chosen.push_back(report.algorithm);
    found.push_back(entry.algorithm);
  }
  return found;
}

}  // namespace sorting
}  // namespace yoke_perf
