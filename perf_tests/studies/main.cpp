// The tables and figures of the sources of list ranking, measured again on this machine, each as a
// CSV file with the sources' own figures beside ours, and what the library's traits fix. Every
// timed run is checked.

#include <Kokkos_Core.hpp>

#include "studies/run_studies.hpp"

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  std::vector<yoke_perf::Study> all;
  for (auto const& studies :
       {yoke_perf::rehman_studies(), yoke_perf::dehne_studies(), yoke_perf::duan_studies(),
        yoke_perf::banerjee_studies(), yoke_perf::traits_studies()}) {
    all.insert(all.end(), studies.begin(), studies.end());
  }
  return yoke_perf::run_studies(argc, argv, "study_list_ranking", all);
}
