#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace yoke::tool {

// A subcommand as main sees it: what parses its arguments, and what then runs, with Kokkos
// initialized. run() returns an ExitCode or throws.
struct Command {
  CLI::App* parser;
  std::function<int()> run;
};

Command add_rank(CLI::App& app);
Command add_tree(CLI::App& app);
Command add_components(CLI::App& app);
Command add_bfs(CLI::App& app);
Command add_graph(CLI::App& app);
Command add_convert(CLI::App& app);
Command add_generate(CLI::App& app);
Command add_tune(CLI::App& app);
Command add_info(CLI::App& app);

}  // namespace yoke::tool
