// Plain calls beside calls of a plan, from few elements to many: a plain call that allocates its
// memory, and one whose memory yoke::KeepWorkspace keeps. Medians of checked runs, as a table and
// as one JSON file.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <exception>
#include <functional>
#include <iomanip>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>
#include <yoke/keep_workspace.hpp>

#include "capabilities/cases.hpp"
#include "support/arguments.hpp"
#include "support/results_file.hpp"
#include "support/timing.hpp"

namespace yoke_perf {
namespace {

struct Settings {
  std::vector<std::string> cases;  // beginnings of names; all, where there are none
  std::vector<Side> sides = sides_here();
  std::vector<std::uint64_t> sizes{1 << 4, 1 << 8, 1 << 12, 1 << 16, 1 << 20, 1 << 24, 1 << 27};
  std::string json;
};

// Of graphs, the number of vertices is a power of two.
std::uint64_t size_for(Case const& it, std::uint64_t elements) {
  return it.sizes.are_scales ? static_cast<std::uint64_t>(std::log2(elements)) : elements;
}

// The median of runs, each checked, after two that do not count: the second finds what the first
// has left.
double median_ms(Measured const& work, std::function<void()> const& run) {
  auto const time = [&] { return time_checked(work.prepare, run, work.find_fault); };
  time();
  time();
  Samples samples;
  double all = 0;  // in seconds
  for (int runs = 0; runs < 3 || (runs < 100 && all < 0.1); ++runs) {
    double const taken = time();
    samples.add(taken);
    all += taken;
  }
  return samples.median() * 1e3;
}

template <class Space>
double median_kept_ms(Ready const& ready) {
  yoke::KeepWorkspace<Space> const keep(Space(), std::size_t(64) << 30);
  return median_ms(ready.work, ready.plain);
}

nlohmann::ordered_json measure(Case const& it, Side side, std::uint64_t size) {
  Ready const ready = it.make(size_for(it, size));
  if (!ready.plain) return {};
  double const plan = median_ms(ready.work, ready.work.run);
  double const plain = median_ms(ready.work, ready.plain);
  double const kept =
      side == Side::device ? median_kept_ms<Device>(ready) : median_kept_ms<Host>(ready);
  return {
      {"name", it.name}, {"side", name_of(side)}, {"size", size},   {"elements", ready.elements},
      {"plan_ms", plan}, {"plain_ms", plain},     {"kept_ms", kept}};
}

void print(nlohmann::ordered_json const& row) {
  auto const number = [&](char const* key) { return row[key].get<double>(); };
  double const plan = number("plan_ms");
  std::cout << std::left << std::setw(8) << row["side"].get<std::string>() << std::setw(34)
            << row["name"].get<std::string>() << std::right << std::setw(10)
            << row["size"].get<std::uint64_t>() << std::setprecision(4);
  for (char const* const key : {"plan_ms", "plain_ms", "kept_ms"}) {
    std::cout << std::setw(10) << number(key);
  }
  std::cout << std::setprecision(3) << std::setw(8) << number("plain_ms") / plan << std::setw(8)
            << number("kept_ms") / plan << std::endl;
}

// Measures all. Returns whether all results were right.
bool measure_all(Settings const& settings, nlohmann::ordered_json& results) {
  bool good = true;
  std::cout << "side    case                                    size   plan ms  plain ms   kept ms"
               "   plain    kept (of the plan's time)\n";
  for (Side const side : settings.sides) {
    for (auto const& it : cases_named(every_case(side), settings.cases)) {
      for (std::uint64_t const size : settings.sizes) {
        // Where no larger inputs are timed elsewhere, none are needed here.
        std::uint64_t const most = side == Side::device ? it.sizes.device : it.sizes.host;
        if (size_for(it, size) > 2 * most) continue;
        try {
          auto const row = measure(it, side, size);
          if (row.is_null()) break;  // it has no plain call
          print(row);
          results.push_back(row);
        } catch (std::exception const& error) {
          std::cout << name_of(side) << ' ' << it.name << ' ' << size << ": " << error.what()
                    << std::endl;
          good = false;
        }
      }
    }
  }
  return good;
}

std::vector<Option> options_of(Settings& settings) {
  return {
      {"--case=", "LIST     beginnings of names (all)",
       [&](std::string_view text) { settings.cases = parse_list(text); }},
      {"--side=", "SIDE     device or host (both, where there is a device)",
       [&](std::string_view text) { settings.sides = parse_sides(text); }},
      {"--sizes=", "LIST    numbers of elements or of a graph's vertices, such as 10,2^20",
       [&](std::string_view text) { settings.sizes = parse_sizes(text); }},
      {"--json=", "FILE     results and where they were measured",
       [&](std::string_view text) { settings.json = text; }},
  };
}

int main_of(int argc, char** argv) {
  Settings settings;
  auto const options = options_of(settings);
  Kokkos::ScopeGuard const kokkos(argc, argv);
  try {
    if (!apply_options(argc, argv, options).empty()) throw UsageError("takes options alone");
    if (!settings.json.empty()) check_results_file(settings.json);
    auto results = nlohmann::ordered_json::array();
    bool const good = measure_all(settings, results);
    if (good && results.empty()) throw UsageError("there is no such case with a plain call");
    if (!settings.json.empty()) write_results(settings.json, results);
    return good ? 0 : 1;
  } catch (UsageError const& error) {
    std::cerr << "perf_calls: " << error.what() << "\nOptions:\n" << describe(options);
    return 2;
  } catch (std::exception const& error) {
    std::cerr << "perf_calls: " << error.what() << '\n';
    return 1;
  }
}

}  // namespace
}  // namespace yoke_perf

int main(int argc, char** argv) { return yoke_perf::main_of(argc, argv); }
