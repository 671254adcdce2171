#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>
#include <yoke/generate.hpp>
#include <yoke/list_ranking_options.hpp>
#include <yoke/split.hpp>

#include "number_file.hpp"
#include "spaces.hpp"

namespace yoke::tool {

// Options that several subcommands have. Bad values are usage errors (CLI::ValidationError).

// An option that takes one of some words. Target is the value's type, or an optional of it.
template <class Value, class Target>
CLI::Option* add_choice(CLI::App& app, std::string const& name, Target& target,
                        std::vector<std::pair<std::string, Value>> const& choices,
                        std::string const& description) {
  std::string words;
  for (auto const& choice : choices) words += (words.empty() ? "" : "|") + choice.first;
  auto const choose = [&target, choices, name, words](std::string const& word) {
    auto const found = std::ranges::find(choices, word, &std::pair<std::string, Value>::first);
    if (found == choices.end()) {
      throw CLI::ValidationError(name, "'" + word + "' is none of " + words);
    }
    target = found->second;
  };
  return app.add_option_function<std::string>(name, choose, description)->type_name(words);
}

CLI::Option* add_space(CLI::App& app, Space& space, bool with_hybrid);
CLI::Option* add_format(CLI::App& app, std::string const& name, std::optional<Format>& format,
                        std::string const& description);
CLI::Option* add_tail(CLI::App& app, Tail& tail);
// Throws UsageError where the list's words cannot hold the mark.
void check_tail_fits(Tail tail, bool words_are_wide);
// --order, --lists and --seed.
std::vector<CLI::Option*> add_shape(CLI::App& app, ListShape& shape);

// Makes an option take counts from `least` up, as powers too: 16777216 or 2^24.
CLI::Validator counts(std::uint64_t least = 0,
                      std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

}  // namespace yoke::tool
