#include "studies/run_studies.hpp"

#include <Kokkos_Timer.hpp>
#include <iostream>

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
      {"--seed=", "S     of the inputs and of all random choices (1)",
       [&](std::string_view text) { settings.seed = parse_count(text); }},
      {"--files=", "LIST files of graphs or, in FASTA, of strings, for the studies that take any",
       [&](std::string_view text) { settings.files = parse_list(text); }},
      {"--graphs=", "LIST of graphs by name, for the studies that know many (all)",
       [&](std::string_view text) { settings.graphs = parse_list(text); }},
      {"--seconds=", "S  for a series of many calls of one kind (1)",
       [&](std::string_view text) { settings.seconds = static_cast<double>(parse_count(text)); }},
      {"--algorithms=", "LIST of the tables' names, for the studies that compare them (all)",
       [&](std::string_view text) { settings.algorithms = parse_list(text); }},
      {"--windows=", "LIST of none, next, random and common, for the study of look-ahead (all)",
       [&](std::string_view text) { settings.windows = parse_list(text); }},
      {"--longest=", "S  seconds: a series ends with the size whose run takes more (no end)",
       [&](std::string_view text) { settings.longest = static_cast<double>(parse_count(text)); }},
  };
}

std::string usage(std::string const& program, std::vector<Option> const& options,
                  std::vector<Study> const& studies) {
  std::string text = program + " [OPTION...] STUDY...\n" + describe(options) +
                     "Studies, beside `all` of them and all of an author:\n";
  for (auto const& study : studies) text += "  " + study.name + ": " + study.what + "\n";
  return text;
}

// Those of that name, or of that author.
std::vector<Study> find_studies(std::vector<Study> const& studies,
                                std::vector<std::string> const& names) {
  if (names.empty()) throw UsageError("name the studies to run");
  std::vector<Study> found;
  for (auto const& name : names) {
    std::size_t const before = found.size();
    for (auto const& study : studies) {
      if (name == "all" || study.name == name || study.name.starts_with(name + "_")) {
        found.push_back(study);
      }
    }
    if (found.size() == before) throw UsageError("no such study: '" + name + "'");
  }
  return found;
}

}  // namespace

int run_studies(int argc, char** argv, std::string const& program,
                std::vector<Study> const& studies) {
  StudySettings settings;
  auto const options = options_of(settings);
  std::vector<Study> chosen;
  try {
    chosen = find_studies(studies, apply_options(argc, argv, options));
    if (settings.runs < 1) throw UsageError("--runs must be at least 1");
  } catch (UsageError const& error) {
    std::cerr << program << ": " << error.what() << '\n' << usage(program, options, studies);
    return 2;
  }
  std::filesystem::create_directories(settings.folder);
  int status = 0;
  for (auto const& study : chosen) {
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

}  // namespace yoke_perf
