#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace yoke::tool {

// An option of a command, or a word that has its place, as help shows it.
struct OptionRow {
  std::vector<std::string> names;  // "-o", "--output"; none of a word that only has its place
  std::string place;               // "OUTPUT", of a word that has a place
  bool is_required = false;
  bool takes_value = false;
  std::string value;     // what its value is: "FILE", "host|device", "auto|SHARE"
  std::string standard;  // its value where it is not given; empty where help names none
  std::string description;
};

// A command, with the commands below it.
struct CommandRow {
  std::string name;  // "yoke generate graph"
  std::string description, footer;
  std::vector<OptionRow> options;
  std::vector<CommandRow> commands;
};

// "graph" of "yoke generate graph".
inline std::string last_word(CommandRow const& command) {
  return command.name.substr(command.name.rfind(' ') + 1);
}

// The values that can be completed: the words of "auto|SHARE" that stand for themselves.
inline std::vector<std::string> choices_of(OptionRow const& option) {
  std::vector<std::string> words;
  for (std::size_t begin = 0, end = 0; begin <= option.value.size(); begin = end + 1) {
    end = std::min(option.value.find('|', begin), option.value.size());
    auto const word = option.value.substr(begin, end - begin);
    if (word.find_first_of("abcdefghijklmnopqrstuvwxyz") == 0) words.push_back(word);
  }
  return words;
}

// A page of the manual, for `man`, and the name of its file: "yoke-generate-graph.1".
std::string make_manual_page(CommandRow const& command, std::string const& version);
std::string name_of_manual_page(CommandRow const& command);

// What a shell reads to complete the program's command line.
std::string make_bash_completion(CommandRow const& program);
std::string make_zsh_completion(CommandRow const& program);

}  // namespace yoke::tool
