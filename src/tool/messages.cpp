#include "messages.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <regex>
#include <vector>

namespace yoke::tool {
namespace {

// The members of options that messages of the library name, as the tool calls them.
std::map<std::string, std::string> const tool_names{{"accept_unsymmetric", "symmetrise"},
                                                    {"algorithm", "algorithm"},
                                                    {"allow_sparse_ids", "sparse-ids"},
                                                    {"deterministic_parents", "deterministic"},
                                                    {"format", "format"},
                                                    {"ids", "compact-ids"},
                                                    {"lenient", "lenient"},
                                                    {"memory_limit", "max-memory"},
                                                    {"prune", "prune"},
                                                    {"skip_lines", "skip"},
                                                    {"split", "split"},
                                                    {"tail", "tail"}};

// Others stay as they are: a file may be called options.txt.
std::string option_of(std::string const& member) {
  auto const found = tool_names.find(member);
  return found == tool_names.end() ? "options." + member : "--" + found->second;
}

CLI::App const& innermost(CLI::App const& app) {
  auto const parsed = app.get_subcommands();
  return parsed.empty() ? app : innermost(*parsed.front());
}

}  // namespace

std::string in_terms_of_the_tool(std::string_view message) {
  static std::regex const function("yoke::[A-Za-z_:]+: "), member("\\boptions\\.([a-z_]+)"),
      wider("a 64-bit Vertex"),
      memory("Kokkos ERROR: ([A-Za-z]+) memory space failed to allocate ([0-9.]+ [A-Za-z]+).*");
  std::string rest(message), result;
  rest = std::regex_replace(rest, memory, "there is not enough memory: $2 more are needed ($1)");
  rest = std::regex_replace(rest, function, "");
  rest = std::regex_replace(rest, wider, "--wide");
  for (std::smatch found; std::regex_search(rest, found, member); rest = found.suffix()) {
    result += found.prefix().str() + option_of(found[1]);
  }
  return result + rest;
}

void refuse_empty_words(CLI::App const& app) {
  for (auto const* const option : app.get_options()) {
    if (std::ranges::find(option->results(), "") == option->results().end()) continue;
    throw CLI::ValidationError(option->get_name(), "there is nothing between the quotes");
  }
  for (auto const* const command : app.get_subcommands()) refuse_empty_words(*command);
}

std::string explain(CLI::App const& app, CLI::ParseError const& error) {
  CLI::App const& command = innermost(app);
  std::vector<std::string> names;
  for (auto const* const one : command.get_subcommands([](CLI::App const*) { return true; })) {
    names.push_back(one->get_name());
  }
  if (names.empty()) return error.what();
  auto const commands = fmt::format("{}", fmt::join(names, ", "));
  auto const left = command.remaining();
  if (left.empty()) return fmt::format("{} needs a command: {}", command.get_name(), commands);
  if (left.front().starts_with('-')) {
    return fmt::format("{} has no option {}", command.get_name(), left.front());
  }
  return fmt::format("'{}' is no command of {}: {}", left.front(), command.get_name(), commands);
}

}  // namespace yoke::tool
