// The tables and figures of the sources of connected components and breadth-first search, measured
// again on this machine, each as a CSV file. Every timed run is checked.

#include <Kokkos_Core.hpp>

#include "graphs/studies.hpp"
#include "studies/run_studies.hpp"

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  auto studies = yoke_perf::dehne_graph_studies();
  for (auto const& more :
       {yoke_perf::split_studies(), yoke_perf::cross_edge_studies(), yoke_perf::queue_studies(),
        yoke_perf::pruning_studies(), yoke_perf::pruned_distances_studies()}) {
    studies.insert(studies.end(), more.begin(), more.end());
  }
  return yoke_perf::run_studies(argc, argv, "study_graphs", studies);
}
