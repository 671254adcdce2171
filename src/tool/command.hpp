#pragma once

#include <functional>
#include <vector>

#include "parser.hpp"
#include "tuned_capability.hpp"

namespace yoke::tool {

// A subcommand as main sees it: what parses its arguments, and what then runs. run() starts Kokkos
// where it needs it (kokkos_session.hpp), and returns an ExitCode or throws.
struct Command {
  Parser parser;
  std::function<int()> run;
  bool runs_on_ranks = false;               // several processes share out its work (ranks.hpp)
  std::vector<TunedCapability> tuned = {};  // whose hybrid calls ask for a share
};

// All of a program, in the order in which its help shows them.
std::vector<Command> add_commands(Parser program);

Command add_rank(Parser program);
Command add_tree(Parser program);
Command add_components(Parser program);
Command add_forest(Parser program);
Command add_bfs(Parser program);
Command add_paths(Parser program);
Command add_distances(Parser program);
Command add_eccentricities(Parser program);
Command add_closeness(Parser program);
Command add_sort(Parser program);
Command add_histogram(Parser program);
Command add_photons(Parser program);
Command add_graph(Parser program);
Command add_convert(Parser program);
Command add_generate(Parser program);
Command add_random(Parser program);
// It tunes what the others name.
Command add_tune(Parser program, std::vector<Command> const& others);
// It names the shares in use of those.
Command add_info(Parser program, std::vector<Command> const& others);
Command add_manual(Parser program);
Command add_completion(Parser program);

}  // namespace yoke::tool
