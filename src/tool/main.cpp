#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iostream>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>
#include <yoke/errors.hpp>

#include "build_info.hpp"
#include "command.hpp"
#include "errors.hpp"
#include "kokkos_session.hpp"
#include "messages.hpp"
#include "signals.hpp"

namespace yoke::tool {
namespace {

constexpr char const* footer =
    "Exit codes: 0 done; 1 bad input data, a file that cannot be read or written, or a failed\n"
    "verification; 2 a command line that cannot be obeyed. The file - is standard input or "
    "output.\n"
    "Options that begin with --kokkos- go to Kokkos (--kokkos-num-threads=4).";

// Kokkos and CLI11 would each stumble over the other's options.
struct Arguments {
  std::vector<std::string> ours, kokkos;
};

Arguments sort_out(int argc, char** argv) {
  Arguments arguments;
  for (int i = argc - 1; i > 0; --i) {  // CLI11 takes them from the back
    std::string const argument = argv[i];
    (argument.starts_with("--kokkos-") ? arguments.kokkos : arguments.ours).push_back(argument);
  }
  return arguments;
}

// Else the first file that is opened would take the number of a standard stream that is closed, and
// get what is meant for that.
void keep_standard_numbers() {
  for (int const number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(number, F_GETFD) != -1) continue;
    // The wrong way, so that using it stays an error.
    ::open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

void check_printed() {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return;
  throw Failure(fmt::format("cannot write to standard output: {}", std::strerror(errno)));
}

int complain(ExitCode code, std::string_view what) {
  end_if_pipe_was_closed();
  // Whatever becomes of the message, the code is known.
  std::fputs(fmt::format("yoke: {}\n", in_terms_of_the_tool(what)).c_str(), stderr);
  return code;
}

// Help, or the version, or what is wrong with the command line.
int answer(CLI::App const& app, CLI::ParseError const& error) {
  if (error.get_exit_code() != 0) {
    return complain(usage, fmt::format("{} (--help says what there is)", explain(app, error)));
  }
  app.exit(error);
  std::cout.flush();
  check_printed();
  return success;
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
    refuse_empty_words(app);
  } catch (CLI::ParseError const& error) {
    return answer(app, error);
  }
  for (Command const& command : commands) {
    if (!command.parser->parsed()) continue;
    KokkosSession const kokkos(arguments.kokkos);
    int const code = command.run();
    check_printed();
    return code;
  }
  return usage;  // unreachable: one is required
}

}  // namespace
}  // namespace yoke::tool

int main(int argc, char** argv) {
  using namespace yoke::tool;
  keep_standard_numbers();
  watch_signals();
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
