#include "command.hpp"

namespace yoke::tool {

std::vector<Command> add_commands(Parser program) {
  return {add_rank(program),    add_tree(program),      add_components(program), add_bfs(program),
          add_sort(program),    add_histogram(program), add_photons(program),    add_graph(program),
          add_convert(program), add_generate(program),  add_random(program),     add_tune(program),
          add_info(program),    add_manual(program),    add_completion(program)};
}

}  // namespace yoke::tool
