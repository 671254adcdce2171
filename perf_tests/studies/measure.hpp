#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>
#include <yoke/list_ranking.hpp>

#include "studies/study.hpp"
#include "support/lists.hpp"
#include "support/timing.hpp"

namespace yoke_perf {

using DeviceBench = ListBench<Device, std::uint32_t>;
using HostBench = ListBench<Host, std::uint32_t>;

// Median times of a prepared plan's checked runs.
struct RankTimes {
  double total_ms = 0;
  double mean_ms = 0, deviation_ms = 0;  // of the same runs; the standard deviation
  std::map<std::string, double> phase_ms;
  yoke::ListRankReport report;  // of the last run

  // Nothing where there was no such phase.
  Figure phase(std::string const& name) const {
    auto const found = phase_ms.find(name);
    return found == phase_ms.end() ? Figure() : Figure(found->second);
  }
};

enum class Phases { no, yes };

// Median times of checked runs after one that does not count. rank() returns the number of lists.
template <class Bench, class Rank>
void measure_runs(RankTimes& times, Bench const& bench, yoke::RankFrom from, int runs,
                  Rank const& rank, bool warm_up = true) {
  std::size_t lists = 0;
  auto const run_once = [&] {
    return time_checked([&] { bench.spoil_ranks(); }, [&] { lists = rank(); },
                        [&] { return bench.find_fault(lists, from); });
  };
  if (warm_up) run_once();
  Samples total;
  std::map<std::string, Samples> of_phase;
  for (int run = 0; run < runs; ++run) {
    total.add(run_once() * 1e3);
    for (auto const& phase : times.report.phases) of_phase[phase.name].add(phase.seconds * 1e3);
  }
  times.total_ms = total.median();
  times.mean_ms = total.mean();
  times.deviation_ms = total.standard_deviation();
  for (auto const& [name, samples] : of_phase) times.phase_ms[name] = samples.median();
}

// Ranks the list of `bench` with `executor`. Phases::yes asks for a report, which adds a fence to
// each step: the total is that of its own kind of run.
template <class Executor, class Bench>
RankTimes time_ranking(Executor const& executor, Bench const& bench, yoke::ListRankOptions options,
                       int runs, Phases phases = Phases::no) {
  RankTimes times;
  options.collect_sublist_lengths = true;
  if (phases == Phases::yes) options.report = &times.report;
  std::size_t const size = bench.successor().extent(0);
  yoke::ListRankPlan<Executor, std::uint32_t> plan(executor, size, options);
  // A walk with one pointer takes seconds and has nothing to warm up.
  bool const is_slow =
      options.algorithm == yoke::ListRankAlgorithm::sequential && size > (1u << 24);
  measure_runs(
      times, bench, options.from, is_slow ? 1 : runs,
      [&] { return plan(bench.successor(), bench.rank()); }, !is_slow);
  return times;
}

inline yoke::ListShape shape_of(yoke::ListOrder order, std::uint64_t seed) {
  yoke::ListShape shape;
  shape.order = order;
  shape.seed = seed;
  return shape;
}

inline yoke::ListRankOptions options_for(yoke::ListRankAlgorithm algorithm,
                                         StudySettings const& settings) {
  yoke::ListRankOptions options;
  options.algorithm = algorithm;
  options.seed = settings.seed;
  return options;
}

// `count` nodes that cut the generated list into parts of equal length, from the one who knows: the
// generator.
inline std::vector<std::uint64_t> equidistant_splitters(yoke::ListShape const& shape,
                                                        std::uint64_t nodes, std::uint64_t count) {
  yoke::detail::NodeAtPosition const node_at(shape.order, nodes, yoke::Philox(shape.seed));
  std::vector<std::uint64_t> splitters(count);
  for (std::uint64_t i = 0; i < count; ++i) splitters[i] = node_at(i * nodes / count);
  return splitters;
}

}  // namespace yoke_perf
