#pragma once

#include <string>

namespace yoke {

// The wall-clock time of a fenced step of a call: asking for a report adds a fence to each step.
struct Phase {
  std::string name;
  double seconds;
};

}  // namespace yoke
