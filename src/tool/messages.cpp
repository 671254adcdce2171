#include "messages.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <regex>
#include <vector>

namespace yoke::tool {
namespace {

// Members of options that are not called as the tool's options are.
std::map<std::string, std::string> const other_names{{"deterministic_parents", "deterministic"},
                                                     {"allow_sparse_ids", "sparse-ids"},
                                                     {"ids", "compact-ids"},
                                                     {"skip_lines", "skip"},
                                                     {"accept_unsymmetric", "symmetrise"},
                                                     {"memory_limit", "max-memory"}};

std::string option_of(std::string member) {
  if (auto const other = other_names.find(member); other != other_names.end()) {
    return "--" + other->second;
  }
  std::ranges::replace(member, '_', '-');
  return "--" + member;
}

CLI::App const& innermost(CLI::App const& app) {
  auto const parsed = app.get_subcommands();
  return parsed.empty() ? app : innermost(*parsed.front());
}

}  // namespace

std::string in_terms_of_the_tool(std::string_view message) {
  static std::regex const function("yoke::[A-Za-z_:]+: "), member("options\\.([a-z_]+)");
  static std::regex const wider("a 64-bit Vertex");
  auto const text =
      std::regex_replace(std::regex_replace(std::string(message), function, ""), wider, "--wide");
  std::string result;
  auto rest = text.begin();
  for (std::sregex_iterator found(text.begin(), text.end(), member);
       found != std::sregex_iterator(); ++found) {
    result.append(rest, (*found)[0].first);
    result += option_of((*found)[1]);
    rest = (*found)[0].second;
  }
  return result.append(rest, text.end());
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
