#include <fmt/core.h>
#include <fmt/ranges.h>

#include <string>
#include <string_view>

#include "command_table.hpp"

namespace yoke::tool {
namespace {

// "_yoke_generate_graph"
std::string function_of(CommandRow const& command) {
  std::string name = "_" + command.name;
  for (char& letter : name) letter = letter == ' ' ? '_' : letter;
  return name;
}

// A list of completions has room for the beginning of a description. Within single quotes, and
// where zsh takes brackets and colons for its own.
std::string brief(std::string_view text) {
  text = text.substr(0, std::min({text.find(';'), text.find(". "), text.find(" (for ")}));
  std::string line;
  for (char const letter : text) {
    if (letter == '\'') {
      line += "'\\''";
    } else {
      if (letter == '[' || letter == ']' || letter == ':' || letter == '\\') line += '\\';
      line += letter;
    }
  }
  return line;
}

// What completes a value: ":FILE:_files", ":value:(host device)", or nothing known.
std::string action_of(OptionRow const& option) {
  auto const choices = choices_of(option);
  if (!choices.empty()) return fmt::format(":value:({})", fmt::join(choices, " "));
  if (option.value == "FOLDER") return ":folder:_files -/";
  if (option.value == "FILE" || option.value.empty()) return ":file:_files";
  return fmt::format(":{}: ", brief(option.value));
}

std::string specification_of(OptionRow const& option) {
  if (option.names.empty()) {
    return fmt::format("    '{}{}'", option.is_required ? ":" : "::", action_of(option).substr(1));
  }
  std::string text;
  for (auto const& name : option.names) {
    // Given once; a long name takes its value after = too.
    auto const joined = option.takes_value ? (name.starts_with("--") ? "=" : "+") : "";
    text += fmt::format("{}    '({}){}{}[{}]{}'", text.empty() ? "" : " \\\n",
                        fmt::join(option.names, " "), name, joined, brief(option.description),
                        option.takes_value ? action_of(option) : "");
  }
  if (!option.place.empty()) text += " \\\n    '::file:_files'";
  return text;
}

std::string leaf(CommandRow const& command) {
  auto text = fmt::format("{}() {{\n  _arguments -s -S", function_of(command));
  for (auto const& option : command.options) text += " \\\n" + specification_of(option);
  return text + "\n}\n\n";
}

std::string branch(CommandRow const& command) {
  std::string text;
  for (auto const& one : command.commands) text += one.commands.empty() ? leaf(one) : branch(one);
  text += fmt::format(
      "{}() {{\n  local context state state_descr line\n  typeset -A opt_args\n"
      "  local -a commands=(\n",
      function_of(command));
  for (auto const& one : command.commands) {
    text += fmt::format("    '{}:{}'\n", last_word(one), brief(one.description));
  }
  text += "  )\n  _arguments -C";
  for (auto const& option : command.options) text += " \\\n" + specification_of(option);
  text +=
      " \\\n    '1:command:->command' '*::argument:->argument'\n"
      "  case $state in\n    command) _describe command commands ;;\n"
      "    argument)\n      case $line[1] in\n";
  for (auto const& one : command.commands) {
    text += fmt::format("        {}) {} ;;\n", last_word(one), function_of(one));
  }
  return text + "      esac ;;\n  esac\n}\n\n";
}

}  // namespace

std::string make_zsh_completion(CommandRow const& program) {
  return "#compdef yoke\n# Completes the command line of yoke. Made by: yoke completion zsh\n\n" +
         branch(program) + "_yoke \"$@\"\n";
}

}  // namespace yoke::tool
