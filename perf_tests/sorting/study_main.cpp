// The figures of chapter 4 of Banerjee's thesis, sorting, measured again on this machine, each as a
// CSV file. Every timed run is checked.

#include <Kokkos_Core.hpp>

#include "sorting/study.hpp"
#include "studies/run_studies.hpp"

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  std::vector<yoke_perf::Study> all;
  for (auto const& studies :
       {yoke_perf::side_studies(), yoke_perf::key_studies(), yoke_perf::level_studies(),
        yoke_perf::string_studies(), yoke_perf::window_studies(), yoke_perf::histogram_studies()}) {
    all.insert(all.end(), studies.begin(), studies.end());
  }
  return yoke_perf::run_studies(argc, argv, "study_sorting", all);
}
