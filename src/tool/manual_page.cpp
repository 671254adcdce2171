#include <fmt/core.h>

#include <string>
#include <string_view>

#include "command_table.hpp"

namespace yoke::tool {
namespace {

// Text as roff takes it: no line begins a request, and a hyphen is one that can be searched for.
std::string as_text(std::string_view text) {
  std::string line;
  for (char const letter : text) {
    bool const begins = line.empty() || line.back() == '\n';
    if (begins && (letter == '.' || letter == '\'')) line += "\\&";
    if (letter == '\\') {
      line += "\\e";
    } else if (letter == '-') {
      line += "\\-";
    } else {
      line += letter;
    }
  }
  return line;
}

std::string bold(std::string_view text) { return "\\fB" + as_text(text) + "\\fR"; }
std::string italic(std::string_view text) { return "\\fI" + as_text(text) + "\\fR"; }

std::string dashed(std::string name) {
  for (char& letter : name) letter = letter == ' ' ? '-' : letter;
  return name;
}

std::string synopsis_of(CommandRow const& command) {
  std::string line = bold(command.name) + " [" + italic("OPTION") + "]...";
  for (auto const& option : command.options) {
    if (option.place.empty()) continue;
    line += option.is_required ? " " + italic(option.place) : " [" + italic(option.place) + "]";
  }
  if (!command.commands.empty()) line += " " + italic("COMMAND");
  return line;
}

std::string head_of(OptionRow const& option) {
  std::string line = option.place.empty() ? "" : italic(option.place);
  for (auto const& name : option.names) line += (line.empty() ? "" : ", ") + bold(name);
  if (option.takes_value && !option.names.empty() && !option.value.empty()) {
    line += " " + italic(option.value);
  }
  return line;
}

std::string list_of(CommandRow const& command, bool places) {
  std::string text;
  for (auto const& option : command.options) {
    if (option.place.empty() == places) continue;
    text += fmt::format(".TP\n{}\n{}.", head_of(option), as_text(option.description));
    if (!option.standard.empty()) text += " Default: " + bold(option.standard) + ".";
    text += '\n';
  }
  return text;
}

std::string section(std::string_view title, std::string const& text) {
  return text.empty() ? "" : fmt::format(".SH {}\n{}", title, text);
}

}  // namespace

std::string name_of_manual_page(CommandRow const& command) { return dashed(command.name) + ".1"; }

std::string make_manual_page(CommandRow const& command, std::string const& version) {
  auto const name = dashed(command.name);
  std::string commands, related;
  for (auto const& one : command.commands) {
    commands += fmt::format(".TP\n{}(1)\n{}.\n", bold(dashed(one.name)), as_text(one.description));
  }
  auto const last = command.name.rfind(' ');
  if (last != std::string::npos) {
    related = bold(dashed(command.name.substr(0, last))) + "(1)\n";
  }
  std::string title;
  for (char const letter : name) {
    bool const is_small = letter >= 'a' && letter <= 'z';
    title += is_small ? static_cast<char>(letter - 'a' + 'A') : letter;
  }
  return fmt::format(".TH {} 1 \"\" \"Yoke {}\" \"Yoke's manual\"\n", as_text(title), version) +
         section("NAME", fmt::format("{} \\- {}\n", as_text(name), as_text(command.description))) +
         section("SYNOPSIS", synopsis_of(command) + "\n") +
         section("ARGUMENTS", list_of(command, true)) +
         section("OPTIONS", list_of(command, false)) + section("COMMANDS", commands) +
         section("NOTES", command.footer.empty() ? "" : as_text(command.footer) + "\n") +
         section("SEE ALSO", related);
}

}  // namespace yoke::tool
