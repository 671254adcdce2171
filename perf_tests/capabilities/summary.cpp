// Each capability once, on a device and on the host: medians of checked runs, in less than 90 s, as
// one JSON file. scripts/summary puts such files side by side.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <exception>
#include <iomanip>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "capabilities/cases.hpp"
#include "support/arguments.hpp"
#include "support/results_file.hpp"
#include "support/timing.hpp"

namespace yoke_perf {
namespace {

struct Settings {
  std::vector<std::string> cases;  // beginnings of names; all, where there are none
  std::vector<Side> sides = sides_here();
  double seconds = 0.25;  // of a case's timed runs, of which there are at least three
  bool is_small = false;
  std::string json;
};

std::uint64_t size_of(Case const& it, Side side, bool is_small) {
  return is_small ? it.sizes.counted : side == Side::device ? it.sizes.device : it.sizes.host;
}

// A case's runs, each checked, after one that does not count.
nlohmann::ordered_json measure(Case const& it, Side side, Settings const& settings) {
  std::uint64_t const size = size_of(it, side, settings.is_small);
  Ready const ready = it.make(size);
  auto const& work = ready.work;
  auto const run = [&] { return time_checked(work.prepare, work.run, work.find_fault); };
  run();
  Samples samples;
  int runs = 0;
  for (double all = 0; runs < 3 || (runs < 20 && all < settings.seconds); ++runs) {
    double const seconds = run();
    samples.add(seconds);
    all += seconds;
  }
  double const median = samples.median();
  return {{"name", it.name},
          {"side", name_of(side)},
          {"elements", ready.elements},
          {"runs", runs},
          {"median_ms", median * 1e3},
          {"min_ms", samples.minimum() * 1e3},
          {"elements_per_second", static_cast<double>(ready.elements) / median},
          {"checked", true}};
}

// Measures all, and goes on where one fails: its row says what is wrong.
nlohmann::ordered_json measure_all(Settings const& settings) {
  auto results = nlohmann::ordered_json::array();
  for (Side const side : settings.sides) {
    for (auto const& it : cases_named(every_case(side), settings.cases)) {
      try {
        results.push_back(measure(it, side, settings));
      } catch (std::exception const& error) {
        results.push_back({{"name", it.name},
                           {"side", name_of(side)},
                           {"checked", false},
                           {"fault", error.what()}});
      }
      auto const& row = results.back();
      std::cout << std::left << std::setw(8) << name_of(side) << std::setw(36) << it.name;
      if (row.contains("fault")) {
        std::cout << row["fault"].get<std::string>() << std::endl;
      } else {
        std::cout << std::right << std::setprecision(4) << std::setw(10)
                  << row["median_ms"].get<double>() << " ms" << std::setw(12)
                  << row["elements_per_second"].get<double>() << "/s" << std::endl;
      }
    }
  }
  return results;
}

std::vector<Option> options_of(Settings& settings) {
  return {
      {"--case=", "LIST     beginnings of names (all)",
       [&](std::string_view text) { settings.cases = parse_list(text); }},
      {"--side=", "SIDE     device or host (both, where there is a device)",
       [&](std::string_view text) { settings.sides = parse_sides(text); }},
      {"--small", "         sizes for a look at whether it works",
       [&](std::string_view text) {
         if (!text.empty()) throw UsageError("--small takes no value");
         settings.is_small = true;
         settings.seconds = 0;
       }},
      {"--json=", "FILE     results and where they were measured",
       [&](std::string_view text) { settings.json = text; }},
  };
}

bool run(Settings const& settings) {
  if (!settings.json.empty()) check_results_file(settings.json);
  auto const results = measure_all(settings);
  if (results.empty()) throw UsageError("there is no such case");
  if (!settings.json.empty()) write_results(settings.json, results);
  return std::all_of(results.begin(), results.end(),
                     [](auto const& row) { return row["checked"].template get<bool>(); });
}

}  // namespace
}  // namespace yoke_perf

int main(int argc, char** argv) {
  yoke_perf::Settings settings;
  return yoke_perf::run_program("perf_summary", argc, argv, yoke_perf::options_of(settings),
                                [&] { return yoke_perf::run(settings); });
}
