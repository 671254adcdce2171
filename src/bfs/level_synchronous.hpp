#pragma once

#include "bfs/top_down_search.hpp"

namespace yoke::detail::bfs {

// Always top-down: Banerjee's thesis, Algorithm 18.
template <class Space, class Vertex, class Offset>
class LevelSynchronous final : public Algorithm<Space, Vertex, Offset> {
 public:
  LevelSynchronous(Space const& exec, std::size_t vertices, std::size_t arcs)
      : top_down_(exec, vertices, arcs) {}

  std::size_t run(Problem<Space, Vertex, Offset> const& problem) override {
    if (problem.vertices() == 0) return 0;
    PhaseTimer<Space> timer(problem.exec, problem.report);
    DirectionRule const never{};
    LevelRecord now = top_down_.start(problem, never);
    timer.done("start");
    auto const& format = top_down_.format();
    while (format.units(now.tally) > 0 && top_down_.reached(now) < problem.vertices()) {
      now = top_down_.advance(problem, now, never);
    }
    timer.done("top-down");
    report_levels(problem.report, now, format);
    if (problem.report) problem.report->top_down = {now.reached_before, now.arcs_before};
    return top_down_.reached(now);
  }

 private:
  TopDownSearch<Space, Vertex, Offset> top_down_;
};

}  // namespace yoke::detail::bfs
