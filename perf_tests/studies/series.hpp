#pragma once

#include <set>
#include <string>

#include "studies/study.hpp"
#include "support/timing.hpp"

namespace yoke_perf {

// The lines of a figure: each a name, timed at growing sizes.
class Series {
 public:
  explicit Series(StudySettings const& settings) : settings_(settings) {}

  // Is a larger size of this line to be left out?
  bool has_ended(std::string const& line) const { return ended_.count(line) > 0; }

  // The median milliseconds of checked runs, after one that does not count; of that one, where it
  // takes half a second and more, and so has nothing to warm up.
  template <class Prepare, class Run, class FindFault>
  double time(std::string const& line, Prepare const& prepare, Run const& run,
              FindFault const& find_fault) {
    double const first = time_checked(prepare, run, find_fault);
    if (first > settings_.longest) ended_.insert(line);
    if (first > 0.5) return first * 1e3;
    Samples samples;
    for (int i = 0; i < settings_.runs; ++i) {
      samples.add(time_checked(prepare, run, find_fault) * 1e3);
    }
    return samples.median();
  }

 private:
  StudySettings const& settings_;
  std::set<std::string> ended_;
};

// A share as tables and plots name it.
inline std::string percent(double share) {
  return std::to_string(static_cast<int>(share * 100 + 0.5)) + "%";
}

}  // namespace yoke_perf
