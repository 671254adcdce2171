#include "command.hpp"

namespace yoke::tool {

Command add_prefix_sum(Parser program);

// The toy's command alone.
std::vector<Command> add_commands(Parser program) { return {add_prefix_sum(program)}; }

}  // namespace yoke::tool
