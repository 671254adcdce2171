// The tables and figures of the sources of list ranking, measured again on this machine, each as a
// CSV file with the sources' own figures beside ours. Every timed run is checked.

#include <Kokkos_Core.hpp>
#include <Kokkos_Timer.hpp>
#include <iostream>

#include "studies/study.hpp"
#include "support/arguments.hpp"

namespace yoke_perf {
namespace {

std::vector<Option> options_of(StudySettings& settings) {
  return {
      {"--out=", "DIR    where the CSV files go (.)",
       [&](std::string_view text) { settings.folder = text; }},
      {"--min=", "N      leave out smaller sizes: 1000, 64K, 8M, 2^20",
       [&](std::string_view text) { settings.min_nodes = parse_size(text); }},
      {"--max=", "N      leave out larger sizes",
       [&](std::string_view text) { settings.max_nodes = parse_size(text); }},
      {"--runs=", "K     timed runs of each figure (5)",
       [&](std::string_view text) { settings.runs = static_cast<int>(parse_count(text)); }},
      {"--seed=", "S     of the lists and of all random choices (1)",
       [&](std::string_view text) { settings.seed = parse_count(text); }},
  };
}

std::vector<Study> all_studies() {
  std::vector<Study> all;
  for (auto const& studies :
       {rehman_studies(), dehne_studies(), duan_studies(), banerjee_studies()}) {
    all.insert(all.end(), studies.begin(), studies.end());
  }
  return all;
}

std::string usage(std::vector<Option> const& options) {
  std::string text = "study_list_ranking [OPTION...] STUDY...\n" + describe(options) +
                     "Studies, beside `all` of them and `rehman`, `dehne`, `duan`, `banerjee`:\n";
  for (auto const& study : all_studies()) text += "  " + study.name + ": " + study.what + "\n";
  return text;
}

// Those of that name, or of that author.
std::vector<Study> find_studies(std::vector<std::string> const& names) {
  if (names.empty()) throw UsageError("name the studies to run");
  std::vector<Study> found;
  for (auto const& name : names) {
    std::size_t const before = found.size();
    for (auto const& study : all_studies()) {
      if (name == "all" || study.name == name || study.name.starts_with(name + "_")) {
        found.push_back(study);
      }
    }
    if (found.size() == before) throw UsageError("no such study: '" + name + "'");
  }
  return found;
}

int run(int argc, char** argv) {
  StudySettings settings;
  auto const options = options_of(settings);
  std::vector<Study> studies;
  try {
    studies = find_studies(apply_options(argc, argv, options));
    if (settings.runs < 1) throw UsageError("--runs must be at least 1");
  } catch (UsageError const& error) {
    std::cerr << "study_list_ranking: " << error.what() << '\n' << usage(options);
    return 2;
  }
  std::filesystem::create_directories(settings.folder);
  int status = 0;
  for (auto const& study : studies) {
    std::cerr << study.name << std::flush;
    Kokkos::Timer const timer;
    try {
      study.run(settings);
      std::cerr << ": " << timer.seconds() << " s\n";
    } catch (std::exception const& error) {
      std::cerr << ": FAILED: " << error.what() << '\n';
      status = 1;
    }
  }
  return status;
}

}  // namespace
}  // namespace yoke_perf

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  return yoke_perf::run(argc, argv);
}
