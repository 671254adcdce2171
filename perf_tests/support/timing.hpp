#pragma once

#include <Kokkos_Core.hpp>
#include <Kokkos_Timer.hpp>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>
#include <yoke/errors.hpp>

namespace yoke_perf {

// Repeated measurements of one thing, in seconds.
class Samples {
 public:
  void add(double seconds) { seconds_.push_back(seconds); }

  double mean() const {
    return std::accumulate(seconds_.begin(), seconds_.end(), 0.0) /
           static_cast<double>(seconds_.size());
  }
  // Of a sample: 0 where there is only one.
  double standard_deviation() const {
    if (seconds_.size() < 2) return 0;
    double const middle = mean();
    double sum = 0;
    for (double const s : seconds_) sum += (s - middle) * (s - middle);
    return std::sqrt(sum / static_cast<double>(seconds_.size() - 1));
  }
  double minimum() const { return *std::min_element(seconds_.begin(), seconds_.end()); }
  double maximum() const { return *std::max_element(seconds_.begin(), seconds_.end()); }
  double median() const {
    auto sorted = seconds_;
    std::sort(sorted.begin(), sorted.end());
    std::size_t const half = sorted.size() / 2;
    return sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

 private:
  std::vector<double> seconds_;
};

// The result of a timed run is wrong: its time is worth nothing.
class CheckFailed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Wall-clock seconds of run(), which must have completed its work when it returns. prepare() and
// find_fault() are not timed; the latter says what is wrong with the result, or nothing.
template <class Prepare, class Run, class FindFault>
double time_checked(Prepare const& prepare, Run const& run, FindFault const& find_fault) {
  prepare();
  Kokkos::fence("yoke_perf: before the clock starts");
  Kokkos::Timer const timer;
  run();
  double const seconds = timer.seconds();
  if (std::string const fault = find_fault(); !fault.empty()) throw CheckFailed(fault);
  return seconds;
}

// What one of the library's validators says of a result of which so many of `what` were counted, or
// nothing: validate() returns how many there are.
template <class Validate>
std::string fault_of(char const* what, std::size_t counted, Validate const& validate) {
  try {
    std::size_t const there_are = validate();
    if (counted == there_are) return {};
    return std::to_string(counted) + " " + what + " were counted, but there are " +
           std::to_string(there_are);
  } catch (yoke::InvalidInput const& error) {
    return error.what();
  }
}

}  // namespace yoke_perf
