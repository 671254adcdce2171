#include <cstdio>
#include <memory>

#include "arguments.hpp"
#include "command.hpp"
#include "errors.hpp"

namespace yoke::tool {
namespace {

enum class Shell { bash, zsh };

}  // namespace

Command add_completion(Parser program) {
  Parser const parser =
      program.add_command("completion", "Print the completion of yoke's command line for a shell");
  auto const shell = std::make_shared<Shell>(Shell::bash);
  add_choice<Shell>(parser, "SHELL", *shell, {{"bash", Shell::bash}, {"zsh", Shell::zsh}},
                    "The shell")
      .required();
  return {parser, [program, shell] {
            auto const table = program.describe();
            auto const text =
                *shell == Shell::bash ? make_bash_completion(table) : make_zsh_completion(table);
            std::fputs(text.c_str(), stdout);
            return static_cast<int>(success);
          }};
}

}  // namespace yoke::tool
