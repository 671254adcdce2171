#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "support/machine.hpp"

namespace yoke_perf {

// Throws where there can be no such file: before anything is measured for it.
inline void check_results_file(std::string const& path) {
  if (!std::ofstream(path, std::ios::app)) throw std::runtime_error("cannot write " + path);
}

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
