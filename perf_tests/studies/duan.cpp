// Duan: MichaelDuanGPU. 2019. His lists are ordered, and his linear algorithm is pointer jumping on
// one core, of quadratic time; the sequential walk stands beside it.

#include <array>
#include <vector>
#include <yoke/detail/kokkos_ext/hybrid_threads.hpp>

#include "studies/measure.hpp"

namespace yoke_perf {
namespace {

using Algorithm = yoke::ListRankAlgorithm;
using Rule = yoke::IndependentSetOptions::Rule;
using yoke::ListOrder;

// Table 1, milliseconds; what took too long is not there. The times with independent sets, which do
// not grow with the list, are as he gives them.
struct Table1Row {
  std::uint64_t kilonodes;
  Figure linear;
  double wyllie, independent_set;
};
constexpr std::array<Table1Row, 4> table_1 = {{
    {1, 3.595, 0.20, 0.19},
    {256, 169406.8, 1.134, 0.003},
    {512, {}, 1.75, 0.0039},
    {1024, {}, 3.03, 0.003},
}};

yoke::ListRankOptions independent_set(Rule rule, StudySettings const& settings) {
  auto options = options_for(Algorithm::independent_set, settings);
  options.independent_set.rule = rule;
  return options;
}

void run_table_1(StudySettings const& settings) {
  Table table(settings, "duan_table_1", "n,list,algorithm,space,source_ms,ours_ms");
  DeviceBench device(true);
  HostBench host(true);
  for (auto const& source : table_1) {
    std::uint64_t const n = source.kilonodes << 10;
    if (!settings.includes(n)) continue;
    for (auto const order : {ListOrder::ordered, ListOrder::random}) {
      bool const is_his = order == ListOrder::ordered;
      auto const add = [&](auto const& bench, char const* space, char const* algorithm,
                           Figure published, yoke::ListRankOptions const& options) {
        table.row(n, is_his ? "ordered" : "random", algorithm, space, is_his ? published : Figure(),
                  time_ranking(bench.exec(), bench, options, settings.runs).total_ms);
      };
      char const* const space = name_of_space<Device>();
      host.hold(n, shape_of(order, settings.seed));
      device.hold(n, shape_of(order, settings.seed));
      add(host, "host", "sequential", source.linear, options_for(Algorithm::sequential, settings));
      add(device, space, "wyllie", source.wyllie, options_for(Algorithm::wyllie, settings));
      // His rule is right for ordered lists alone.
      if (is_his) {
        add(device, space, "independent_set even_index", source.independent_set,
            independent_set(Rule::even_index, settings));
      }
      add(device, space, "independent_set coin_tossing", {},
          independent_set(Rule::coin_tossing, settings));
      add(device, space, "automatic", {}, options_for(Algorithm::automatic, settings));
    }
  }
}

// Table 2, milliseconds at 1024 * 1024 nodes against the number of blocks.
struct Table2Row {
  int blocks;
  double wyllie, independent_set;
};
constexpr std::array<Table2Row, 4> table_2 = {{
    {2, 3.03, 0.003},
    {16, 2.999648, 0.003936},
    {64, 3.004608, 0.003904},
    {256, 3.009216, 0.003904},
}};

// How many blocks a kernel has is Kokkos's choice on a device. What a caller of the library can
// choose is the number of threads of a host instance: that is varied here, beside his rows.
void run_table_2(StudySettings const& settings) {
  Table table(settings, "duan_table_2", "n,varied,count,algorithm,source_ms,ours_ms");
  constexpr std::uint64_t n = 1024 * 1024;
  if (!settings.includes(n)) return;
  for (auto const& source : table_2) {
    table.row(n, "blocks", source.blocks, "wyllie", source.wyllie, Figure());
    table.row(n, "blocks", source.blocks, "independent_set even_index", source.independent_set,
              Figure());
  }
  HostBench bench(true);
  bench.hold(n, shape_of(ListOrder::ordered, settings.seed));
  int const most = Host().concurrency();
  for (int threads = 1; threads <= most;
       threads = threads < most ? std::min(2 * threads, most) : most + 1) {
    Host const exec = yoke::detail::instance_with_threads<Host>(threads);
    auto const add = [&](char const* algorithm, yoke::ListRankOptions const& options) {
      table.row(n, "host threads", threads, algorithm, Figure(),
                time_ranking(exec, bench, options, settings.runs).total_ms);
    };
    add("wyllie", options_for(Algorithm::wyllie, settings));
    add("independent_set even_index", independent_set(Rule::even_index, settings));
  }
}

}  // namespace

std::vector<Study> duan_studies() {
  return {{"duan_table_1", "linear, Wyllie and independent sets, 1K to 1M", run_table_1},
          {"duan_table_2", "numbers of threads, 1M", run_table_2}};
}

}  // namespace yoke_perf
