#include <fmt/core.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

#include "command_table.hpp"

namespace yoke::tool {
namespace {

// "generate graph" of "yoke generate graph": what a script compares with.
std::string key_of(CommandRow const& command) {
  auto const space = command.name.find(' ');
  return space == std::string::npos ? "" : command.name.substr(space + 1);
}

// The cases of a `case` over "COMMAND WORD", by which words become commands.
std::string command_patterns(CommandRow const& command) {
  std::string patterns;
  for (auto const& one : command.commands) {
    patterns += (patterns.empty() ? "'" : " | '") + key_of(command) + " " + last_word(one) + "'";
    auto const below = command_patterns(one);
    if (!below.empty()) patterns += " | " + below;
  }
  return patterns;
}

// What each command has: options, and commands below it.
std::string command_cases(CommandRow const& command) {
  std::vector<std::string> options, commands;
  std::string places;
  for (auto const& option : command.options) {
    options.insert(options.end(), option.names.begin(), option.names.end());
    if (option.names.empty()) {
      for (auto const& word : choices_of(option)) places += (places.empty() ? "" : " ") + word;
    }
  }
  for (auto const& one : command.commands) commands.push_back(last_word(one));
  auto text = fmt::format("    '{}') options='{}' words='{}' ;;\n", key_of(command),
                          fmt::join(options, " "),
                          commands.empty() ? places : fmt::format("{}", fmt::join(commands, " ")));
  for (auto const& one : command.commands) text += command_cases(one);
  return text;
}

// How the value of each option is completed. One that takes none is in no case.
std::string value_cases(CommandRow const& command) {
  std::string text;
  for (auto const& option : command.options) {
    if (!option.takes_value || option.names.empty()) continue;
    std::string patterns;
    for (auto const& name : option.names) {
      patterns += fmt::format("{}'{} {}'", patterns.empty() ? "" : " | ", key_of(command), name);
    }
    auto const choices = choices_of(option);
    bool const is_path = option.value == "FILE" || option.value == "FOLDER" || option.value.empty();
    text += fmt::format("    {}) kind={} words='{}' ;;\n", patterns,
                        option.value == "FOLDER" ? "folder"
                        : is_path                ? "file"
                                                 : "word",
                        fmt::join(choices, " "));
  }
  for (auto const& one : command.commands) text += value_cases(one);
  return text;
}

constexpr char const* bash_head =
    R"(# Completes the command line of yoke. Made by: yoke completion bash

_yoke() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  local command= options= words= kind= i
  # --space=hos is three words to bash.
  if [[ $word == = ]]; then
    word=
  elif [[ $before == = && COMP_CWORD -gt 1 ]]; then
    before=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case "$command ${COMP_WORDS[i]}" in
)";

constexpr char const* bash_tail = R"(  esac
  COMPREPLY=()
  if [[ -z $kind && $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
  elif [[ $kind == folder ]]; then
    mapfile -t COMPREPLY < <(compgen -d -- "$word")
    compopt -o filenames 2>/dev/null
  elif [[ $kind == file || ( -z $kind && -z $words ) ]]; then
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
    compopt -o filenames 2>/dev/null
  else
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
  fi
}
complete -F _yoke yoke
)";

}  // namespace

std::string make_bash_completion(CommandRow const& program) {
  return bash_head +
         fmt::format("      {}) command=${{command:+$command }}${{COMP_WORDS[i]}} ;;\n",
                     command_patterns(program)) +
         "    esac\n  done\n  case $command in\n" + command_cases(program) +
         "  esac\n  case \"$command $before\" in\n" + value_cases(program) + bash_tail;
}

}  // namespace yoke::tool
