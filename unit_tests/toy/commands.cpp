#include "command.hpp"

namespace yoke::tool {

Command add_prefix_sum(Parser program);

// The toy's command alone, and what tunes it.
std::vector<Command> add_commands(Parser program) {
  std::vector<Command> all{add_prefix_sum(program)};
  all.push_back(add_tune(program, all));
  return all;
}

}  // namespace yoke::tool
