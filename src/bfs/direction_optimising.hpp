#pragma once

#include "bfs/bottom_up_search.hpp"
#include "bfs/top_down_search.hpp"

namespace yoke::detail::bfs {

// Beamer, Asanovic and Patterson 2012: top-down while the frontier is small, bottom-up while it has
// many of the arcs. Without incoming arcs it stays top-down.
template <class Space, class Vertex, class Offset>
class DirectionOptimising final : public Algorithm<Space, Vertex, Offset> {
 public:
  DirectionOptimising(Space const& exec, std::size_t vertices, std::size_t arcs)
      : top_down_(exec, vertices, arcs), bottom_up_(exec, vertices) {}

  std::size_t run(Problem<Space, Vertex, Offset> const& problem) override {
    std::uint64_t const n = problem.vertices();
    if (n == 0) return 0;
    PhaseTimer<Space> timer(problem.exec, problem.report);
    DirectionRule rule = problem.has_incoming()
                             ? BfsTraits<Space>::direction(n, problem.graph.arcs())
                             : DirectionRule{};
    SearchWork work;
    LevelRecord now = top_down_.start(problem, rule);
    timer.done("start");
    auto const& format = top_down_.format();
    work.add_top_down({0, 0, 0, 0}, now);
    while (format.units(now.tally) > 0 && top_down_.reached(now) < n) {
      bool const goes_bottom_up = rule.prefers_bottom_up(now, format);
      if (goes_bottom_up) {
        timer.done("top-down");
        bool const is_found = bottom_up_.run(problem, top_down_.frontier(problem), now, rule, work);
        timer.done("bottom-up");
        if (is_found) continue;
      }
      LevelRecord const before = now;
      now = goes_bottom_up ? top_down_.follow(problem, now, rule)
                           : top_down_.advance(problem, now, rule);
      work.add_top_down(before, now);
    }
    timer.done("top-down");
    report_levels(problem.report, now, format);
    if (problem.report) {
      problem.report->top_down = work.top_down;
      problem.report->bottom_up = work.bottom_up;
    }
    return top_down_.reached(now);
  }

 private:
  TopDownSearch<Space, Vertex, Offset> top_down_;
  BottomUpSearch<Space, Vertex, Offset> bottom_up_;
};

}  // namespace yoke::detail::bfs
