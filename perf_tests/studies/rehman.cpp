// Rehman, Kothapalli, Narayanan: Fast and Scalable List Ranking on the GPU. ICS 2009. Their
// machine: a Core 2 Quad Q6600 and a GTX 280.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <limits>
#include <numeric>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "studies/measure.hpp"
#include "support/scan.hpp"

namespace yoke_perf {
namespace {

using Algorithm = yoke::ListRankAlgorithm;
using Splitters = yoke::HelmanJajaOptions::Splitters;
using yoke::ListOrder;

// Table 2, milliseconds on random lists; sizes in units of 2^10.
struct Table2Row {
  std::uint64_t kilonodes;
  double sequential, wyllie, n_over_log_n, n_over_2_log2_n;
};
constexpr std::array<Table2Row, 17> table_2 = {{
    {1, 0.010, 0.050, 0.158, 0.273},
    {2, 0.016, 0.053, 0.185, 0.383},
    {4, 0.033, 0.060, 0.227, 0.493},
    {8, 0.087, 0.084, 0.289, 0.678},
    {16, 0.187, 0.133, 0.340, 0.867},
    {32, 0.607, 0.243, 0.384, 1.11},
    {64, 1.25, 0.441, 0.50, 1.57},
    {128, 2.60, 1.16, 0.86, 2.23},
    {256, 6.57, 2.96, 1.68, 3.50},
    {512, 19.59, 6.68, 3.48, 4.73},
    {1 << 10, 76.87, 19.06, 7.27, 7.49},
    {2 << 10, 209, 41.91, 15.29, 13.80},
    {4 << 10, 483, 89.22, 32.23, 26.22},
    {8 << 10, 1033, 492, 150, 129},
    {16 << 10, 2139, 1694, 464, 444},
    {32 << 10, 4442, 4502, 1093, 1136},
    {64 << 10, 9572, 11013, 2555, 2561},
}};

yoke::ListRankOptions helman_jaja(Splitters splitters, StudySettings const& settings) {
  auto options = options_for(Algorithm::helman_jaja, settings);
  options.helman_jaja.splitters = splitters;
  return options;
}

void run_table_2(StudySettings const& settings) {
  Table table(settings, "rehman_table_2", "n,algorithm,space,source_ms,ours_ms");
  DeviceBench device(true);
  HostBench host(true);
  auto const shape = shape_of(ListOrder::random, settings.seed);
  for (auto const& source : table_2) {
    std::uint64_t const n = source.kilonodes << 10;
    if (!settings.includes(n)) continue;
    host.hold(n, shape);
    auto const sequential = options_for(Algorithm::sequential, settings);
    table.row(n, "sequential", "host", source.sequential,
              time_ranking(host.exec(), host, sequential, settings.runs).total_ms);
    device.hold(n, shape);
    auto const add = [&](char const* name, Figure published, yoke::ListRankOptions const& options) {
      table.row(n, name, name_of_space<Device>(), published,
                time_ranking(device.exec(), device, options, settings.runs).total_ms);
    };
    add("wyllie", source.wyllie, options_for(Algorithm::wyllie, settings));
    add("helman_jaja n/log n", source.n_over_log_n, helman_jaja(Splitters::n_over_log_n, settings));
    add("helman_jaja n/(2 log^2 n)", source.n_over_2_log2_n,
        helman_jaja(Splitters::n_over_2_log2_n, settings));
    add("helman_jaja mixed", {}, helman_jaja(Splitters::mixed, settings));
    add("automatic", {}, options_for(Algorithm::automatic, settings));
  }
}

// Algorithm 2: one level of sublists, which one processor ranks. The host ranks them with one of
// its threads, a device with one of its own or with the host's. The last line is Algorithm 3. Of
// the host also the least processor time of a call, summed over its threads.
class Algorithm2 {
 public:
  explicit Algorithm2(StudySettings const& settings)
      : settings_(settings),
        table_(settings, "rehman_algorithm_2", "n,space,algorithm,ours_ms,cpu_ms") {}

  template <class Bench>
  void add(Bench const& bench, std::string const& space, std::string const& name,
           yoke::ListRankOptions const& options) {
    if (ended_.count(space + name) > 0) return;
    std::size_t const nodes = bench.successor().extent(0);
    std::remove_cvref_t<decltype(bench.exec())> const exec = bench.exec();
    yoke::ListRankPlan<std::remove_const_t<decltype(exec)>, std::uint32_t> plan(exec, nodes,
                                                                                options);
    RankTimes times;
    std::clock_t least = std::numeric_limits<std::clock_t>::max();
    measure_runs(times, bench, options.from, settings_.runs, [&] {
      std::clock_t const before = std::clock();
      auto const lists = plan(bench.successor(), bench.rank());
      least = std::min<std::clock_t>(least, std::clock() - before);
      return lists;
    });
    Figure cpu_ms;
    if (space == "host") cpu_ms = 1e3 * static_cast<double>(least) / CLOCKS_PER_SEC;
    table_.row(nodes, space, name, times.total_ms, cpu_ms);
    if (times.total_ms > 1e3 * settings_.longest) ended_.insert(space + name);
  }

  // A list of n nodes is longer than the limit, and the list of its sublists is not.
  template <class Bench>
  void add_one_level(Bench const& bench, std::string const& space, yoke::Finish finish,
                     std::string const& finish_name) {
    for (auto const& [name, splitters] : {std::pair{"n/log n", Splitters::n_over_log_n},
                                          std::pair{"n/(2 log^2 n)", Splitters::n_over_2_log2_n}}) {
      auto options = helman_jaja(splitters, settings_);
      options.helman_jaja.limit = bench.successor().extent(0) - 1;
      options.helman_jaja.finish = finish;
      add(bench, space, finish_name + ", " + name, options);
    }
  }

 private:
  StudySettings const& settings_;
  Table table_;
  std::set<std::string> ended_;
};

void run_algorithm_2(StudySettings const& settings) {
  Algorithm2 table(settings);
  HostBench host(true);
  DeviceBench device(true);
  auto const shape = shape_of(ListOrder::random, settings.seed);
  for (auto const& source : table_2) {
    std::uint64_t const n = source.kilonodes << 10;
    if (!settings.includes(n)) continue;
    host.hold(n, shape);
    table.add(host, "host", "sequential", options_for(Algorithm::sequential, settings));
    table.add_one_level(host, "host", yoke::Finish::sequential, "one level");
    table.add(host, "host", "recursive", helman_jaja(Splitters::mixed, settings));
    if constexpr (has_device) {
      device.hold(n, shape);
      table.add_one_level(device, "device", yoke::Finish::one_thread, "one level, its thread");
      table.add_one_level(device, "device", yoke::Finish::sequential, "one level, the host");
      table.add(device, "device", "recursive", helman_jaja(Splitters::mixed, settings));
    }
  }
}

// Table 3, microseconds of the first level, and of everything.
struct Table3Row {
  std::uint64_t meganodes;
  double split, local_rank, recombine, total;
};
constexpr std::array<Table3Row, 4> table_3 = {{
    {1, 11, 5350, 1094, 7182},
    {2, 15, 12273, 922, 13367},
    {4, 24, 24851, 1881, 26927},
    {8, 46, 124658, 4256, 129203},
}};

void run_table_3(StudySettings const& settings) {
  Table table(settings, "rehman_table_3", "n,phase,source_ms,ours_ms");
  DeviceBench bench(true);
  for (auto const& source : table_3) {
    std::uint64_t const n = source.meganodes << 20;
    if (!settings.includes(n)) continue;
    bench.hold(n, shape_of(ListOrder::random, settings.seed));
    auto const options = helman_jaja(Splitters::n_over_2_log2_n, settings);
    auto const times = time_ranking(bench.exec(), bench, options, settings.runs, Phases::yes);
    table.row(n, "split", source.split / 1e3, times.phase("level 0 split"));
    table.row(n, "local rank", source.local_rank / 1e3, times.phase("level 0 local rank"));
    table.row(n, "recombine", source.recombine / 1e3, times.phase("level 0 recombine"));
    table.row(n, "total", source.total / 1e3,
              time_ranking(bench.exec(), bench, options, settings.runs).total_ms);
  }
}

// The scan that ranks an ordered list, in parallel.
double time_scan(DeviceBench const& bench, int runs) {
  Samples samples;
  for (int run = 0; run <= runs; ++run) {
    double const seconds = time_checked([&] { bench.spoil_ranks(); },
                                        [&] {
                                          rank_by_scan(bench.exec(), bench.rank());
                                          bench.exec().fence("yoke_perf: scan");
                                        },
                                        [&] { return bench.find_fault(1, yoke::RankFrom::tail); });
    if (run > 0) samples.add(seconds * 1e3);
  }
  return samples.median();
}

// The same on one core: ones, summed from the head on.
double time_sequential_scan(HostBench const& bench, int runs) {
  auto const rank = bench.rank();
  std::vector<std::uint32_t> const ones(rank.extent(0), 1);
  Samples samples;
  for (int run = 0; run <= runs; ++run) {
    double const seconds = time_checked(
        [&] { bench.spoil_ranks(); },
        [&] { std::exclusive_scan(ones.begin(), ones.end(), rank.data(), std::uint32_t(0)); },
        [&] { return bench.find_fault(1, yoke::RankFrom::head); });
    if (run > 0) samples.add(seconds * 1e3);
  }
  return samples.median();
}

// Figure 6 has no table; its caption and text say that a scan is 8 to 10 times as fast as their
// ranking, and that ordered lists take a fifth to a tenth of random ones.
void run_figure_6(StudySettings const& settings) {
  Table table(settings, "rehman_figure_6", "n,algorithm,space,ours_ms");
  DeviceBench device(true);
  HostBench host(true);
  auto const ordered = shape_of(ListOrder::ordered, settings.seed);
  for (auto const& [kilonodes, s, w, r, f] : table_2) {
    std::uint64_t const n = kilonodes << 10;
    if (!settings.includes(n)) continue;
    device.hold(n, ordered);
    auto const add = [&](char const* name, yoke::ListRankOptions const& options) {
      table.row(n, name, name_of_space<Device>(),
                time_ranking(device.exec(), device, options, settings.runs).total_ms);
    };
    add("helman_jaja mixed", helman_jaja(Splitters::mixed, settings));
    add("automatic", options_for(Algorithm::automatic, settings));
    table.row(n, "scan", name_of_space<Device>(), time_scan(device, settings.runs));
    host.hold(n, ordered);
    table.row(n, "sequential scan", "host", time_sequential_scan(host, settings.runs));
  }
}

// Figure 9: irregular access and unbalanced load, apart. Helman and JaJa's algorithm takes its
// splitters at regular indices, so the four combinations are made with the random splitter
// algorithm, which can be given its splitters, and with both of the source's numbers of them.
void run_figure_9(StudySettings const& settings) {
  Table table(settings, "rehman_figure_9", "n,list,splitters,sublists,ours_ms");
  DeviceBench bench(true);
  for (std::uint64_t const n : {std::uint64_t(2) << 20, std::uint64_t(4) << 20}) {
    if (!settings.includes(n)) continue;
    for (auto const& [name, order] :
         {std::pair{"ordered", ListOrder::ordered}, std::pair{"random", ListOrder::random}}) {
      auto const shape = shape_of(order, settings.seed);
      bench.hold(n, shape);
      double const log = std::log2(static_cast<double>(n));
      for (double const nodes_per_sublist : {log, 2 * log * log}) {
        auto const sublists =
            static_cast<std::uint64_t>(static_cast<double>(n) / nodes_per_sublist);
        auto options = options_for(Algorithm::random_splitter, settings);
        options.random_splitter.sublists = sublists;
        table.row(n, name, "random", sublists,
                  time_ranking(bench.exec(), bench, options, settings.runs).total_ms);
        options.random_splitter.given_splitters = equidistant_splitters(shape, n, sublists);
        table.row(n, name, "equidistant", sublists,
                  time_ranking(bench.exec(), bench, options, settings.runs).total_ms);
      }
      if (order == ListOrder::ordered) {
        table.row(n, name, "scan", n / 2, time_scan(bench, settings.runs));
      }
    }
  }
}

}  // namespace

std::vector<Study> rehman_studies() {
  return {{"rehman_table_2", "every algorithm of theirs, 1K to 64M", run_table_2},
          {"rehman_table_3", "the first level of Helman and JaJa, 1M to 8M", run_table_3},
          {"rehman_figure_6", "ordered lists, with scans as peers, 1K to 64M", run_figure_6},
          {"rehman_figure_9", "ordered or random list, random or equidistant splitters, 2M and 4M",
           run_figure_9},
          {"rehman_algorithm_2", "one level of sublists, ranked by one processor, 1K to 64M",
           run_algorithm_2},
          rehman_sublists_study()};
}

}  // namespace yoke_perf
