#include "capabilities/cases.hpp"

#include <algorithm>
#include <utility>

#include "support/arguments.hpp"

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

Cases cases_named(Cases cases, std::vector<std::string> const& beginnings) {
  if (beginnings.empty()) return cases;
  std::erase_if(cases, [&](Case const& it) {
    return std::none_of(beginnings.begin(), beginnings.end(),
                        [&](auto const& beginning) { return it.name.starts_with(beginning); });
  });
  return cases;
}

}  // namespace yoke_perf
