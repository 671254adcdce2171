#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "support/machine.hpp"

namespace yoke_perf {

// Writes results, and where they were measured, as JSON.
template <class Json>
void write_results(std::string const& path, Json const& results) {
  Json context;
  for (auto const& [fact, value] : describe_environment()) context[fact] = value;
  std::ofstream file(path);
  file << Json{{"context", context}, {"results", results}}.dump(2) << '\n';
  if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

}  // namespace yoke_perf
