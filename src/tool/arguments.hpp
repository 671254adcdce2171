#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>
#include <yoke/algorithm.hpp>
#include <yoke/generate.hpp>
#include <yoke/list_ranking_options.hpp>
#include <yoke/messages.hpp>
#include <yoke/split.hpp>

#include "number_file.hpp"
#include "parser.hpp"
#include "spaces.hpp"

namespace yoke::tool {

// Options that several subcommands have. Bad values are usage errors.

// An option that takes one of some words. Target is the value's type, or an optional of it.
template <class Value, class Target>
Option add_choice(Parser parser, std::string const& name, Target& target,
                  std::vector<std::pair<std::string, Value>> const& choices,
                  std::string const& description) {
  std::string words;
  for (auto const& choice : choices) words += (words.empty() ? "" : "|") + choice.first;
  auto const choose = [&target, choices, words](std::string const& word) {
    auto const found = std::ranges::find(choices, word, &std::pair<std::string, Value>::first);
    if (found == choices.end()) {
      throw BadWord(in_quotes(word) + " is none of " + words);
    }
    target = found->second;
  };
  return parser.add_word(name, choose, description).type_name(words);
}

// What the commands that run and measure an algorithm have in common.
struct RunArguments {
  Space space = has_device ? Space::device : Space::host;
  int repeat = 1;
  bool verify = false, phases = false, energy = false, json = false;
  std::string timeline;
};

// --verify, --repeat, --phases, --timeline, --energy and --json, of an algorithm that `does`
// ("Rank") and of which --verify checks `what`.
void add_run_options(Parser parser, RunArguments& arguments, std::string const& does,
                     std::string const& what);

// --algorithm, from a capability's table: those that the command has a use for.
template <class Algorithm, std::size_t n>
Option add_algorithm(
    Parser parser, Algorithm& algorithm, std::array<AlgorithmEntry<Algorithm>, n> const& table,
    std::string const& description,
    std::function<bool(Algorithm)> const& is_offered = [](Algorithm) { return true; }) {
  std::vector<std::pair<std::string, Algorithm>> choices;
  for (auto const& entry : table) {
    if (is_offered(entry.algorithm)) choices.emplace_back(entry.name, entry.algorithm);
  }
  return add_choice(parser, "--algorithm", algorithm, choices, description)
      .show_default("automatic");
}

// INPUT, and OUTPUT, which --output names too, of commands that have --random.
void add_names(Parser parser, std::string& input, std::string const& what_is_read,
               std::string& output, std::string const& what_is_written);
// There is an output: of a command that has --random, `input` may be its name.
Case with_output(std::string const& output);
Case with_output(std::string const& output, std::string const& input,
                 std::function<bool()> const& is_random);
// Throws UsageError unless there is an input or --random, and not both. With --random a name alone
// is the output, but no file that is there already: that may be meant to be read.
void settle_names(std::string& input, std::string& output, bool is_random,
                  std::string const& command);

// --split, of runs on --space hybrid.
// `shares` says which the command takes.
void add_split(Parser parser, Split& split, Space const& space,
               std::string const& shares =
                   "auto (`yoke tune`), or from 0 to 1; between them with automatic and the "
                   "algorithms that docs/hybrid.md names");

Option add_space(Parser parser, Space& space, bool with_hybrid);
Option add_format(Parser parser, std::string const& name, std::optional<Format>& format,
                  std::string const& description);
Option add_tail(Parser parser, Tail& tail);
// Throws UsageError where the list's words cannot hold the mark.
void check_tail_fits(Tail tail, bool words_are_wide);
// Throws UsageError where a generated list's ends could not be told from links.
void check_tail_is_no_node(Tail tail, std::uint64_t nodes);
Option add_seed(Parser parser, std::string const& name, std::uint64_t& seed,
                std::string const& description = "Seed of the generator");
// Throws UsageError where there are more lists than nodes.
void check_lists(ListShape const& shape, std::uint64_t nodes);
// --order, --lists and --seed.
std::vector<Option> add_shape(Parser parser, ListShape& shape);
// Lists of the order that was asked for are drawn: a seed makes others.
Case with_drawn_order(ListShape const& shape);

}  // namespace yoke::tool
