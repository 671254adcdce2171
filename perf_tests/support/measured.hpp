#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace yoke_perf {

// What a benchmark times, and what it does around each timed run.
struct Measured {
  std::function<void()> prepare;
  std::function<void()> run;
  std::function<std::string()> find_fault;
  // A first run that does not count: first touch of memory, modules that load on first use.
  bool warm_up = true;
};

}  // namespace yoke_perf
