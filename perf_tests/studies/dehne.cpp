// Dehne, Yogaratnam: Exploring the Limits of GPUs With Parallel Graph Algorithms. 2010. Their
// machine: a GeForce 260. Their 8M is 8 * 10^6, as the mean lengths in their Table 3 show.

#include <array>

#include "list_ranking/expected_length.hpp"
#include "studies/measure.hpp"

namespace yoke_perf {
namespace {

using Algorithm = yoke::ListRankAlgorithm;
using Packing = yoke::RandomSplitterOptions::Packing;

constexpr std::uint64_t sublists = 8192;

yoke::ListRankOptions random_splitter(Packing packing, StudySettings const& settings) {
  auto options = options_for(Algorithm::random_splitter, settings);
  options.random_splitter.packing = packing;
  options.random_splitter.sublists = sublists;
  return options;
}

// Table 2: milliseconds for each kernel.
struct KernelTimes {
  double total, start, walk, rank_splitters, aggregate;
};
struct Table2Row {
  std::uint64_t nodes;
  KernelTimes bits_48, bits_64;
};
constexpr std::array<Table2Row, 8> table_2 = {{
    {8000000, {63.05, 1.91, 56.73, 0.64, 3.77}, {55.66, 7.46, 43.95, 0.65, 3.60}},
    {16000000, {129.41, 3.76, 117.84, 0.64, 7.17}, {114.67, 14.87, 91.36, 0.64, 7.79}},
    {24000000, {192.68, 5.61, 174.56, 0.65, 11.86}, {168.92, 22.28, 134.82, 0.65, 11.17}},
    {32000000, {259.92, 7.47, 236.77, 0.67, 15.01}, {229.28, 29.70, 183.37, 0.67, 15.55}},
    {40000000, {317.70, 9.32, 288.60, 0.65, 19.13}, {276.31, 37.11, 219.93, 0.65, 18.61}},
    {48000000, {387.73, 11.17, 353.38, 0.63, 22.55}, {349.14, 44.51, 280.26, 0.63, 23.74}},
    {56000000, {463.85, 13.02, 421.88, 0.65, 28.29}, {480.81, 51.92, 401.62, 0.65, 26.62}},
    {64000000, {593.03, 14.87, 547.65, 0.65, 29.86}, {644.13, 59.33, 552.34, 0.65, 31.82}},
}};

void run_table_2(StudySettings const& settings) {
  Table table(settings, "dehne_table_2", "n,packing_bits,kernel,source_ms,ours_ms");
  DeviceBench bench(true);
  for (auto const& row : table_2) {
    if (!settings.includes(row.nodes)) continue;
    bench.hold(row.nodes, shape_of(yoke::ListOrder::random, settings.seed));
    for (auto const packing : {Packing::bits_48, Packing::bits_64}) {
      bool const narrow = packing == Packing::bits_48;
      auto const& source = narrow ? row.bits_48 : row.bits_64;
      auto const options = random_splitter(packing, settings);
      auto const times = time_ranking(bench.exec(), bench, options, settings.runs, Phases::yes);
      auto const add = [&](char const* kernel, Figure published, Figure ours) {
        table.row(row.nodes, narrow ? 48 : 64, kernel, published, ours);
      };
      // Theirs are told the head; ours finds it.
      add("heads", {}, times.phase("heads"));
      add("RS1+RS2", source.start, times.phase("RS1+RS2"));
      add("RS3", source.walk, times.phase("RS3"));
      add("RS4", source.rank_splitters, times.phase("RS4"));
      add("RS5", source.aggregate, times.phase("RS5"));
      add("total", source.total,
          time_ranking(bench.exec(), bench, options, settings.runs).total_ms);
    }
  }
}

// Table 3: the shortest and the longest of 8192 sublists, and milliseconds for RS3 with 48 bits.
struct SublistFigures {
  std::uint64_t low, high;
  double walk_ms;
};
struct Table3Row {
  std::uint64_t nodes;
  SublistFigures random, even;
};
constexpr std::array<Table3Row, 8> table_3 = {{
    {8000000, {1, 8674, 56.73}, {975, 977, 53.35}},
    {16000000, {1, 19877, 117.84}, {1952, 1954, 107.50}},
    {24000000, {1, 26883, 174.56}, {2928, 2930, 161.60}},
    {32000000, {2, 38984, 236.77}, {3905, 3907, 215.74}},
    {40000000, {1, 39945, 288.60}, {4881, 4883, 269.87}},
    {48000000, {1, 60382, 353.38}, {5858, 5860, 324.06}},
    {56000000, {2, 74450, 421.88}, {6834, 6836, 381.32}},
    {64000000, {2, 61894, 547.65}, {7811, 7813, 507.47}},
}};

double expected_length(std::uint64_t nodes, std::uint64_t shortest) {
  return yoke::detail::list_ranking::expected_sublist_length(static_cast<double>(nodes), sublists,
                                                             static_cast<double>(shortest));
}

void run_table_3(StudySettings const& settings) {
  Table table(settings, "dehne_table_3",
              "n,splitters,expected_low,expected_high,source_low,source_high,ours_low,ours_high,"
              "source_ms,ours_ms");
  DeviceBench bench(true);
  for (auto const& row : table_3) {
    if (!settings.includes(row.nodes)) continue;
    auto const shape = shape_of(yoke::ListOrder::random, settings.seed);
    bench.hold(row.nodes, shape);
    auto options = random_splitter(Packing::bits_48, settings);
    auto const add = [&](char const* splitters, SublistFigures const& source, Figure low,
                         Figure high) {
      auto const times = time_ranking(bench.exec(), bench, options, settings.runs, Phases::yes);
      auto const& lengths = times.report.sublist_lengths;
      table.row(row.nodes, splitters, low, high, source.low, source.high, lengths.front(),
                lengths.back(), source.walk_ms, times.phase("RS3"));
    };
    add("random", row.random, expected_length(row.nodes, 1), expected_length(row.nodes, sublists));
    options.random_splitter.given_splitters = equidistant_splitters(shape, row.nodes, sublists);
    add("even", row.even, {}, {});
  }
}

// Figures 2 and 3: lists of 1 to 64 million nodes by each of the paper's ways; time by node, and
// the size from which 48 bits are faster than 64. Its points are means of 20 runs.
void run_figure_2(StudySettings const& settings) {
  Table table(settings, "dehne_figure_2", "n,series,median_ms,mean_ms,deviation_ms,ns_per_node");
  DeviceBench bench(true);
  HostBench host_bench(true);
  for (std::uint64_t const n :
       settings.sizes({1000000, 2000000, 4000000, 8000000, 16000000, 24000000, 32000000, 40000000,
                       44000000, 48000000, 52000000, 56000000, 60000000, 64000000})) {
    auto const shape = shape_of(yoke::ListOrder::random, settings.seed);
    auto const add = [&](char const* series, RankTimes const& times) {
      table.row(n, series, times.total_ms, times.mean_ms, times.deviation_ms,
                1e6 * times.mean_ms / static_cast<double>(n));
    };
    auto const on_device = [&](yoke::ListRankOptions const& options) {
      return time_ranking(bench.exec(), bench, options, settings.runs);
    };
    bench.hold(n, shape);
    add("random splitters, 48 bits", on_device(random_splitter(Packing::bits_48, settings)));
    add("random splitters, 64 bits", on_device(random_splitter(Packing::bits_64, settings)));
    add("Wyllie", on_device(options_for(Algorithm::wyllie, settings)));
    add("Helman and JaJa", on_device(options_for(Algorithm::helman_jaja, settings)));
    host_bench.hold(n, shape);
    auto const on_host = [&](Algorithm algorithm) {
      return time_ranking(host_bench.exec(), host_bench, options_for(algorithm, settings),
                          settings.runs);
    };
    // Longer walks by one pointer take seconds: Rehman's Table 2 has them.
    if (n <= 4000000) add("one core", on_host(Algorithm::sequential));
    add("random splitters, all cores", on_host(Algorithm::random_splitter));
  }
}

// Section 3.2: the number of processors, which is that of sublists: "a small factor times the
// number of physical processor cores", whatever the size.
void run_processors(StudySettings const& settings) {
  Table table(settings, "dehne_processors",
              "n,packing_bits,processors,median_ms,mean_ms,deviation_ms,ns_per_node");
  DeviceBench bench(true);
  for (std::uint64_t const n : settings.sizes({1000000, 8000000, 64000000})) {
    bench.hold(n, shape_of(yoke::ListOrder::random, settings.seed));
    for (auto const packing : {Packing::bits_48, Packing::bits_64}) {
      // 16 bits number no more than 2^16 sublists, and one is that of the head.
      std::uint64_t const most = packing == Packing::bits_48 ? 1u << 15 : 1u << 20;
      for (std::uint64_t p = 1u << 8; p <= most && 2 * p <= n; p *= 2) {
        auto options = random_splitter(packing, settings);
        options.random_splitter.sublists = p;
        auto const times = time_ranking(bench.exec(), bench, options, settings.runs);
        table.row(n, packing == Packing::bits_48 ? 48 : 64, p, times.total_ms, times.mean_ms,
                  times.deviation_ms, 1e6 * times.mean_ms / static_cast<double>(n));
      }
    }
  }
}

}  // namespace

std::vector<Study> dehne_studies() {
  return {
      {"dehne_figure_2", "mean and deviation of each way, 1 to 64 million (theirs: 20 runs)",
       run_figure_2},
      {"dehne_processors", "random splitters by the number of processors, 1 to 64 million",
       run_processors},
      {"dehne_table_2", "kernels of the random splitter algorithm, 8 to 64 million", run_table_2},
      {"dehne_table_3", "random against even splitters, 8 to 64 million", run_table_3}};
}

}  // namespace yoke_perf
