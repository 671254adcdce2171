// Banerjee's thesis, Algorithms 1 and 5: the number of splitters, and the recursion until a bucket
// is small. He takes sqrt(n) splitters at once; here a level has at most 255, so that a label is a
// byte, and two levels of the fourth root have as many buckets.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>
#include <yoke/sort.hpp>

#include "sorting/study.hpp"
#include "studies/series.hpp"

namespace yoke_perf {
namespace {

using namespace sorting;
using yoke::JointSampleOptions;
using Key = std::uint32_t;

std::vector<std::pair<std::string, JointSampleOptions>> shapes_of(std::uint64_t n) {
  double const fourth_root = std::pow(static_cast<double>(n), 0.25);
  int const splitters = std::clamp(static_cast<int>(std::lround(fourth_root)) - 1, 2, 255);
  return {{"256 ways once", {}},
          {"sqrt(n) ways by two levels", {splitters, 2, 16}},
          {"256 ways a level to 4096 keys", {255, 8, 4096}},
          {"256 ways a level to 64 keys", {255, 8, 64}},
          {"16 ways a level to 64 keys", {15, 16, 64}}};
}

struct Way {
  std::string name;
  JointSampleOptions shape;
  std::unique_ptr<yoke::SortReport> report;
  yoke::SortPlan<yoke::Hybrid<>, Key> plan;
  Samples samples;
};

void run_levels(StudySettings const& settings) {
  Table table(settings, "thesis_algorithm_5",
              "n,way,splitters,base_size,host_share,levels,ours_ms");
  double const share = has_device ? thesis_share : 0.5;
  yoke::Hybrid<> const hybrid;
  for (auto const n : settings.sizes({std::uint64_t(1) << 20, std::uint64_t(1) << 24})) {
    Data<Key, Kokkos::SharedHostPinnedSpace> const data("uniform", n, false);
    std::vector<Way> ways;
    for (auto const& [name, shape] : shapes_of(n)) {
      auto report = std::make_unique<yoke::SortReport>();
      yoke::SortPlan<yoke::Hybrid<>, Key> plan(hybrid, n,
                                               {.algorithm = yoke::SortAlgorithm::joint_sample,
                                                .split = yoke::Split(share),
                                                .joint = shape,
                                                .report = report.get()});
      ways.push_back({name, shape, std::move(report), std::move(plan), {}});
    }
    // By turns, so that all meet the same machine; the first one warms up.
    for (int run = 0; run <= settings.runs; ++run) {
      for (auto& way : ways) {
        double const seconds = time_checked([&] { data.fill(); }, [&] { way.plan(data.keys); },
                                            [&] { return data.find_fault(); });
        if (run > 0) way.samples.add(1e3 * seconds);
      }
    }
    for (auto const& way : ways) {
      table.row(n, way.name, way.shape.splitters, way.shape.base_size, share, way.report->levels,
                way.samples.median());
    }
  }
}

}  // namespace

std::vector<Study> level_studies() {
  return {{"thesis_algorithm_5", "splitters, levels and base size of the joint sample sort",
           run_levels}};
}

}  // namespace yoke_perf
