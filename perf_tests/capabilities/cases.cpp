#include "capabilities/cases.hpp"

#include <algorithm>
#include <exception>
#include <iostream>
#include <utility>

namespace yoke_perf {

char const* name_of(Side side) { return side == Side::device ? "device" : "host"; }

std::vector<Side> sides_here() {
  if (has_device) return {Side::device, Side::host};
  return {Side::host};
}

std::vector<Side> parse_sides(std::string_view text) {
  if (text == "host") return {Side::host};
  if (text != "device") throw UsageError("no side: '" + std::string(text) + "'");
  if (!has_device) throw UsageError("there is no device");
  return {Side::device};
}

Cases every_case(Side side) {
  Cases cases;
  for (auto const part :
       {list_cases, tree_cases, graph_cases, shortest_paths_cases, all_pairs_cases, distance_cases,
        sort_cases, comparator_cases, string_cases, histogram_cases, random_cases, photon_cases}) {
    for (auto& it : part(side)) cases.push_back(std::move(it));
  }
  return cases;
}

int run_program(std::string const& name, int argc, char** argv, std::vector<Option> const& options,
                std::function<bool()> const& measure) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  try {
    if (!apply_options(argc, argv, options).empty()) throw UsageError("takes options alone");
    return measure() ? 0 : 1;
  } catch (UsageError const& error) {
    std::cerr << name << ": " << error.what() << "\nOptions:\n" << describe(options);
    return 2;
  } catch (std::exception const& error) {
    std::cerr << name << ": " << error.what() << '\n';
    return 1;
  }
}

Cases cases_named(Cases cases, std::vector<std::string> const& beginnings) {
  if (beginnings.empty()) return cases;
  std::erase_if(cases, [&](Case const& it) {
    return std::none_of(beginnings.begin(), beginnings.end(),
                        [&](auto const& beginning) { return it.name.starts_with(beginning); });
  });
  return cases;
}

}  // namespace yoke_perf
