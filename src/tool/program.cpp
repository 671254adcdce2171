#include "program.hpp"

#include <fmt/core.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>
#include <yoke/errors.hpp>
#include <yoke/version.hpp>

#include "command.hpp"
#include "errors.hpp"
#include "kokkos_session.hpp"
#include "messages.hpp"
#include "outputs.hpp"
#include "ranks.hpp"
#include "signals.hpp"

namespace yoke::tool {
namespace {

constexpr char const* footer =
    "Exit codes: 0 done; 1 bad input data, a file that cannot be read or written, or a failed\n"
    "verification; 2 a command line that cannot be obeyed. The file - is standard input or "
    "output.\n"
    "Options that begin with --kokkos- go to Kokkos (--kokkos-num-threads=4).";

// Kokkos and the parser would each stumble over the other's options.
struct Arguments {
  std::vector<std::string> ours, kokkos;
};

Arguments sort_out(int argc, char** argv) {
  Arguments arguments;
  for (std::string const argument : std::span(argv, static_cast<std::size_t>(argc)).subspan(1)) {
    (argument.starts_with("--kokkos-") ? arguments.kokkos : arguments.ours).push_back(argument);
  }
  return arguments;
}

void check_printed() {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return;
  throw Failure(fmt::format("cannot write to standard output: {}", std::strerror(errno)));
}

int complain(ExitCode code, std::string_view what) {
  end_if_pipe_was_closed();
  bool const all_say_it = all_ranks_have_failed();
  if (all_say_it && rank() > 0) return code;
  // Whatever becomes of the message, the code is known.
  std::fputs(fmt::format("yoke: {}\n", in_terms_of_the_tool(what)).c_str(), stderr);
  if (!all_say_it) {
    discard_others_outputs();
    end_all_ranks(code);
  }
  return code;
}

int run(int argc, char** argv) {
  Program program("yoke",
                  "Irregular algorithms that use the whole node: the GPU and the host's cores",
                  fmt::format("yoke {}", library_version()), footer);
  program.require_command();
  auto const commands = add_commands(program);
  Arguments const arguments = sort_out(argc, argv);
  // Before a rank prints its help: another one would wait for it.
  check_ranks_agree(arguments.ours);
  if (!program.parse(arguments.ours)) {
    check_printed();
    return success;
  }
  for (Command const& command : commands) {
    if (!command.parser.parsed()) continue;
    check_ranks_found();
    if (!command.runs_on_ranks) check_is_alone();
    KokkosSession kokkos(arguments.kokkos);
    int const code = command.run();
    check_printed();
    return code;
  }
  return usage;  // unreachable: one is required
}

}  // namespace

int obey(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (UsageError const& error) {
    return complain(usage, error.what());
  } catch (yoke::InvalidInput const& error) {
    return complain(failure, error.what());
  } catch (yoke::DeviceMemoryExceeded const& error) {
    return complain(failure, error.what());
  } catch (std::invalid_argument const& error) {
    return complain(usage, error.what());  // options that do not go together
  } catch (std::bad_alloc const&) {
    return complain(failure, "there is not enough memory for this");
  } catch (std::exception const& error) {
    return complain(failure, error.what());
  }
}

}  // namespace yoke::tool
