// What the library fixes for a kind of machine (src/list_ranking/traits.hpp), measured on this one:
// by size the algorithm, the scheme and the length of sublists that win, beside what automatic
// takes.

#include <iostream>
#include <limits>

#include "studies/measure.hpp"
#include "support/arguments.hpp"

namespace yoke_perf {
namespace {

using Algorithm = yoke::ListRankAlgorithm;
using Scheme = yoke::SublistWalkOptions::Scheme;

// One choice of what the traits fix.
struct Choice {
  std::string algorithm, scheme;   // the latter empty where there is but one
  std::size_t sublist_length = 0;  // 0: there is none
  yoke::ListRankOptions options;

  std::string text() const {
    if (sublist_length == 0) return algorithm;
    return algorithm + " " + scheme + ", sublists of " + std::to_string(sublist_length);
  }
};

Choice simple(Algorithm algorithm, StudySettings const& settings) {
  return {std::string(yoke::to_string(algorithm)), "", 0, options_for(algorithm, settings)};
}

Choice walk(Scheme scheme, std::size_t length, StudySettings const& settings) {
  Choice choice = simple(Algorithm::sublist_walk, settings);
  choice.scheme = scheme == Scheme::in_place ? "in_place" : "chunks";
  choice.sublist_length = length;
  choice.options.sublist_walk = {length, scheme};
  return choice;
}

template <class Space>
std::vector<Choice> choices_for(std::uint64_t nodes, StudySettings const& settings) {
  std::vector<Choice> choices;
  bool const is_host = std::is_same_v<Space, Host>;
  if (is_host && nodes <= std::uint64_t(1) << 20) {
    choices.push_back(simple(Algorithm::sequential, settings));
  }
  if (!is_host && nodes <= std::uint64_t(1) << 22) {
    choices.push_back(simple(Algorithm::wyllie, settings));
  }
  for (std::size_t length = 16; length <= 4096 && length * 2 <= nodes; length *= 2) {
    choices.push_back(walk(Scheme::in_place, length, settings));
    if (!is_host && length <= 512) choices.push_back(walk(Scheme::chunks, length, settings));
  }
  return choices;
}

template <class Space>
void measure_space(Table& table, StudySettings const& settings) {
  char const* const space = name_of_space<Space>();
  std::cout << "What wins on the " << space << ", and what automatic takes beside it:\n";
  ListBench<Space, std::uint32_t> bench(true);
  for (int log = 12; log <= 27; ++log) {
    std::uint64_t const nodes = std::uint64_t(1) << log;
    if (!settings.includes(nodes)) continue;
    bench.hold(nodes, shape_of(yoke::ListOrder::random, settings.seed));
    auto const time = [&](Choice const& choice) {
      double const ms = time_ranking(bench.exec(), bench, choice.options, settings.runs).total_ms;
      table.row(space, nodes, choice.algorithm, choice.scheme, choice.sublist_length, ms);
      return ms;
    };
    double best = std::numeric_limits<double>::infinity();
    std::string winner;
    for (auto const& choice : choices_for<Space>(nodes, settings)) {
      double const ms = time(choice);
      if (ms >= best) continue;
      best = ms;
      winner = choice.text();
    }
    double const automatic = time(simple(Algorithm::automatic, settings));
    std::cout << "  " << format_size(nodes) << ": " << winner << ", " << best << " ms; automatic "
              << automatic << " ms, " << automatic / best << " times that" << std::endl;
  }
}

void run(StudySettings const& settings) {
  Table table(settings, "list_ranking_traits", "space,n,algorithm,scheme,sublist_length,ms");
  measure_space<Host>(table, settings);
  if constexpr (has_device) measure_space<Device>(table, settings);
}

}  // namespace

std::vector<Study> traits_studies() {
  return {{"list_ranking_traits", "what the traits of list ranking fix, measured on this machine",
           run}};
}

}  // namespace yoke_perf
