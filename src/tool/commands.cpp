#include "command.hpp"

namespace yoke::tool {

std::vector<Command> add_commands(Parser program) {
  std::vector<Command> all{add_rank(program),       add_tree(program),
                           add_components(program), add_forest(program),
                           add_bfs(program),        add_paths(program),
                           add_distances(program),  add_eccentricities(program),
                           add_closeness(program),  add_sort(program),
                           add_histogram(program),  add_photons(program),
                           add_graph(program),      add_convert(program),
                           add_generate(program),   add_random(program)};
  all.push_back(add_tune(program, all));
  all.push_back(add_info(program, all));
  for (auto const add : {add_manual, add_completion}) all.push_back(add(program));
  return all;
}

}  // namespace yoke::tool
