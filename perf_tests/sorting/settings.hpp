#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sorting/data.hpp"
#include "support/arguments.hpp"

namespace yoke_perf::sorting {

inline std::vector<std::string> all_distributions() {
  std::vector<std::string> names;
  names.reserve(std::size(yoke::key_distributions));
  for (auto const& entry : yoke::key_distributions) names.emplace_back(entry.name);
  return names;
}

struct Settings {
  std::vector<std::uint64_t> sizes = {std::uint64_t(1) << 20, std::uint64_t(1) << 25};
  std::vector<std::string> keys = all_distributions();
  std::vector<double> shares = {0, 0.1};
  std::uint64_t device_memory = 0;
  int runs = 10;
};

inline std::vector<Option> options_of(Settings& settings) {
  return {
      {"--sizes=", "LIST  numbers of keys (2^20,2^25)",
       [&](std::string_view text) { settings.sizes = parse_sizes(text); }},
      {"--keys=", "LIST   of the distributions of generate_keys (all)",
       [&](std::string_view text) {
         settings.keys = parse_list(text);
         for (auto const& keys : settings.keys) shape_of(keys);
       }},
      {"--shares=", "LIST of the host, in hybrid calls (0,0.1)",
       [&](std::string_view text) {
         settings.shares.clear();
         for (auto const& word : parse_list(text)) settings.shares.push_back(parse_share(word));
       }},
      {"--device_memory=", "BYTES  that hybrid calls of their own rows may hold there (none)",
       [&](std::string_view text) { settings.device_memory = parse_size(text); }},
      {"--runs=", "K      timed runs of each benchmark (10)",
       [&](std::string_view text) { settings.runs = static_cast<int>(parse_count(text)); }},
  };
}

}  // namespace yoke_perf::sorting
