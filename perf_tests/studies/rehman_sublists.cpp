// Rehman, Kothapalli, Narayanan, section 4.2: how evenly n / log n and n / (2 log^2 n) splitters
// cut a random list. The paper has figures for 8 M nodes only. Nothing here is timed: a run is a
// list with a seed of its own, and the lengths depend on the seed alone. So the host counts them.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "list_ranking/expected_length.hpp"
#include "studies/measure.hpp"

namespace yoke_perf {
namespace {

using Splitters = yoke::HelmanJajaOptions::Splitters;

// The paper's figures: the singletons that it expects, "about 16,000" and "under 10", and the
// longest sublist of one run, 350 and "around 10,000".
struct Choice {
  char const* name;
  Splitters splitters;
  double singletons, longest;
};
constexpr std::array<Choice, 2> choices = {
    {{"n/log n", Splitters::n_over_log_n, 16000, 350},
     {"n/(2 log^2 n)", Splitters::n_over_2_log2_n, 10, 10000}}};
constexpr std::uint64_t nodes_of_source = std::uint64_t(8) << 20;

// The lengths of the first level's sublists, in ascending order.
std::vector<std::uint64_t> sublist_lengths(HostBench const& bench, Splitters splitters,
                                           StudySettings const& settings) {
  auto options = options_for(yoke::ListRankAlgorithm::helman_jaja, settings);
  options.helman_jaja.splitters = splitters;
  // One level: a list of n nodes exceeds the limit, the list of its sublists does not.
  options.helman_jaja.limit = bench.successor().extent(0) - 1;
  options.helman_jaja.finish = yoke::Finish::sequential;
  return time_ranking(bench.exec(), bench, options, 1, Phases::yes).report.sublist_lengths;
}

// Of the lists of one length.
struct Cut {
  std::size_t sublists = 0;
  Samples singletons, longest, deviation;

  void add(std::vector<std::uint64_t> const& lengths) {
    sublists = lengths.size();
    Samples all;
    for (auto const length : lengths) all.add(static_cast<double>(length));
    deviation.add(all.standard_deviation());
    longest.add(static_cast<double>(lengths.back()));
    singletons.add(static_cast<double>(std::count(lengths.begin(), lengths.end(), 1u)));
  }
};

// A splitter begins a singleton where the next node is one too: p^2 / n of p are expected.
void add_row(Table& table, std::uint64_t n, Choice const& choice, Cut const& cut) {
  auto const nodes = static_cast<double>(n), sublists = static_cast<double>(cut.sublists);
  auto const published = [&](double figure) {
    return n == nodes_of_source ? Figure(figure) : Figure();
  };
  table.row(n, choice.name, cut.sublists, sublists * sublists / nodes, published(choice.singletons),
            cut.singletons.median(),
            yoke::detail::list_ranking::expected_sublist_length(nodes, sublists, sublists),
            published(choice.longest), cut.longest.median(), cut.longest.minimum(),
            cut.longest.maximum(), nodes / sublists, cut.deviation.median());
}

void run_sublists(StudySettings const& settings) {
  Table table(settings, "rehman_sublists",
              "n,splitters,sublists,expected_singletons,source_singletons,ours_singletons,"
              "expected_longest,source_longest,ours_longest,least_longest,most_longest,"
              "mean_length,deviation");
  HostBench bench(true);
  for (std::uint64_t n = 1 << 10; n <= std::uint64_t(64) << 20; n *= 2) {
    if (!settings.includes(n)) continue;
    std::array<Cut, choices.size()> cuts;
    for (int run = 0; run < settings.runs; ++run) {
      bench.hold(
          n, shape_of(yoke::ListOrder::random, settings.seed + static_cast<std::uint64_t>(run)));
      for (std::size_t k = 0; k < choices.size(); ++k) {
        cuts[k].add(sublist_lengths(bench, choices[k].splitters, settings));
      }
    }
    for (std::size_t k = 0; k < choices.size(); ++k) add_row(table, n, choices[k], cuts[k]);
  }
}

}  // namespace

Study rehman_sublists_study() {
  return {"rehman_sublists", "singletons and the longest sublist, 1K to 64M", run_sublists};
}

}  // namespace yoke_perf
