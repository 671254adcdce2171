#include <fmt/core.h>

#include <Kokkos_Core.hpp>
#include <array>
#include <cstdio>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>
#include <yoke/errors.hpp>

#include "build_info.hpp"
#include "command.hpp"
#include "errors.hpp"

namespace yoke::tool {
namespace {

constexpr char const* footer =
    "Exit codes: 0 done; 1 bad input data, a file that cannot be read or written, or a failed\n"
    "verification; 2 a command line that cannot be obeyed.\n"
    "Options that begin with --kokkos- go to Kokkos (--kokkos-num-threads=4).";

// Kokkos and CLI11 would each stumble over the other's options.
struct Arguments {
  std::vector<std::string> ours, kokkos;
};

Arguments sort_out(int argc, char** argv) {
  // `yoke info` says what there is to say about the OpenMP environment.
  Arguments arguments{{}, {argv[0], "--kokkos-disable-warnings"}};
  for (int i = argc - 1; i > 0; --i) {  // CLI11 takes them from the back
    std::string const argument = argv[i];
    (argument.starts_with("--kokkos-") ? arguments.kokkos : arguments.ours).push_back(argument);
  }
  return arguments;
}

int run_with_kokkos(Command const& command, std::vector<std::string>& arguments) {
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  int argc = static_cast<int>(argv.size());
  argv.push_back(nullptr);
  Kokkos::ScopeGuard const kokkos(argc, argv.data());
  if (argc > 1) throw UsageError(fmt::format("Kokkos does not know the option {}", argv[1]));
  int const code = command.run();
  if (std::fflush(stdout) != 0) throw Failure("the report could not be written to standard output");
  return code;
}

int complain(ExitCode code, std::string_view what) {
  fmt::print(stderr, "yoke: {}\n", what);
  return code;
}

int run(int argc, char** argv) {
  CLI::App app("Irregular algorithms that use the whole node: the GPU and the host's cores",
               "yoke");
  app.footer(footer);
  app.set_version_flag("--version", fmt::format("yoke {}", version));
  app.require_subcommand(1);
  std::array const commands{add_rank(app),     add_tree(app),  add_components(app),
                            add_bfs(app),      add_graph(app), add_convert(app),
                            add_generate(app), add_tune(app),  add_info(app)};
  for (Command const& command : commands) command.parser->footer(footer);
  Arguments arguments = sort_out(argc, argv);
  try {
    app.parse(arguments.ours);
  } catch (CLI::ParseError const& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    return complain(usage, fmt::format("{} (--help says what there is)", error.what()));
  }
  for (Command const& command : commands) {
    if (command.parser->parsed()) return run_with_kokkos(command, arguments.kokkos);
  }
  return usage;  // unreachable: one is required
}

}  // namespace
}  // namespace yoke::tool

int main(int argc, char** argv) {
  using namespace yoke::tool;
  try {
    return run(argc, argv);
  } catch (UsageError const& error) {
    return complain(usage, error.what());
  } catch (yoke::InvalidInput const& error) {
    return complain(failure, error.what());
  } catch (std::invalid_argument const& error) {
    return complain(usage, error.what());  // options that do not go together
  } catch (std::bad_alloc const&) {
    return complain(failure, "there is not enough memory for this");
  } catch (std::exception const& error) {
    return complain(failure, error.what());
  }
}
