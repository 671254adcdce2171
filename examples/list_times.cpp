// One list of NODES nodes (2^20), ranked by a sequential walk and by the parallel algorithm: times.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <yoke/generate.hpp>
#include <yoke/list_ranking.hpp>

using Host = Kokkos::DefaultHostExecutionSpace;
using Numbers = Kokkos::View<unsigned*, Kokkos::HostSpace>;

double best_time(yoke::ListRankPlan<Host, unsigned>& plan, Numbers next, Numbers rank) {
  double best = 1e9;
  for (int run = 0; run < 2; ++run) {
    Kokkos::Timer const timer;
    plan(next, rank);
    best = std::min(best, timer.seconds());
  }
  return best;
}

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Host const exec;
  std::size_t const nodes = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 1 << 20;
  Numbers const next("next", nodes), rank("rank", nodes);
  yoke::generate_lists(exec, next);
  double first = 0, wrong = 0;
  std::printf("%-42s %12s %18s %10s\n", "side", "time", "million nodes/s", "speed-up");
  for (bool const is_parallel : {false, true}) {
    yoke::ListRankOptions options;
    if (!is_parallel) options.algorithm = yoke::ListRankAlgorithm::sequential;
    yoke::ListRankPlan<Host, unsigned> plan(exec, nodes, options);
    double const time = best_time(plan, next, rank);
    if (!is_parallel) first = time;
    std::printf("%-42s %9.2f ms %18.1f %9.1fx\n", is_parallel ? "parallel: all cores" : "one core",
                time * 1e3, double(nodes) / time / 1e6, first / time);
    for (unsigned v = 0; v < nodes; ++v) wrong += rank(v) != (next(v) != v ? rank(next(v)) + 1 : 0);
  }
  return wrong == 0 ? 0 : 1;
}
