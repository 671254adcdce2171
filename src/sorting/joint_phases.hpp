#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "yoke/report.hpp"
#include "yoke/timeline.hpp"

namespace yoke::detail::sorting::joint {

// The times of the phases of one side, if somebody wants them, and their spans.
class SidePhases {
  using Clock = Timeline::Clock;

 public:
  SidePhases(Timeline* timeline, bool are_reported)
      : timeline_(timeline), are_reported_(are_reported) {
    seconds_.reserve(16);
  }

  void clear() { seconds_.clear(); }

  // The work waits for its end.
  template <class Work>
  void run(Lane lane, char const* name, Work const& work) {
    Span const span(timeline_, lane, name);
    auto const begin = Clock::now();
    work();
    add(name, begin);
  }
  void write(std::string const& side, std::vector<Phase>& phases) const {
    for (auto const& [name, seconds] : seconds_) {
      phases.push_back({side + ": " + std::string(name), seconds});
    }
  }

 private:
  void add(std::string_view name, Clock::time_point begin) {
    if (!are_reported_) return;
    double const seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    for (auto& phase : seconds_) {
      if (phase.first != name) continue;
      phase.second += seconds;
      return;
    }
    seconds_.emplace_back(name, seconds);
  }

  Timeline* timeline_;
  bool are_reported_;
  std::vector<std::pair<std::string_view, double>> seconds_;
};

}  // namespace yoke::detail::sorting::joint
