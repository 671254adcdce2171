// The figures of chapter 5 of Banerjee's thesis, random numbers and photons, measured again on this
// machine, each as a CSV file. Every timed run is checked.

#include <Kokkos_Core.hpp>

#include "random/study.hpp"
#include "studies/run_studies.hpp"

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  auto studies = yoke_perf::random_studies();
  for (auto const& study : yoke_perf::photon_studies()) studies.push_back(study);
  return yoke_perf::run_studies(argc, argv, "study_random", studies);
}
