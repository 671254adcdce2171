// Banerjee: Hybrid Multicore Computing, thesis, chapter 6: fractional independent sets, with random
// bits that the host makes while the device works. His 1M is 2^20. His WJ10 are the times that Wei
// and JaJa published in 2010.

#include <array>
#include <chrono>
#include <cmath>
#include <yoke/hybrid.hpp>
#include <yoke/timeline.hpp>

#include "studies/generators.hpp"

namespace yoke_perf {
namespace {

using Algorithm = yoke::ListRankAlgorithm;
using Bits = yoke::FractionalIndependentSetOptions::Bits;

// Table 6.1, milliseconds. Its totals are also the hybrid's times in Figure 6.2, with bits by
// rand().
struct Table1Row {
  std::uint64_t meganodes;
  double phase_1, phase_2, phase_3, first_transfer, total, wei_jaja;
};
constexpr std::array<Table1Row, 8> table_1 = {{
    {1, 1.696, 0.721, 0.096, 0.114, 2.636, 5.593},
    {2, 3.293, 1.397, 0.095, 0.207, 4.992, 10.711},
    {4, 6.346, 2.757, 0.092, 0.395, 9.591, 20.342},
    {8, 12.525, 5.352, 0.096, 0.772, 18.745, 38.472},
    {16, 25.452, 10.565, 0.096, 1.422, 37.535, 75.691},
    {32, 49.423, 20.884, 0.111, 2.661, 73.079, 140.182},
    {64, 98.756, 41.686, 0.113, 5.213, 145.763, 296.723},
    {128, 196.512, 83.015, 0.114, 7.312, 286.953, 574.911},
}};

yoke::ListRankOptions removal(Bits bits, StudySettings const& settings) {
  auto options = options_for(Algorithm::fractional_independent_set, settings);
  options.fractional_independent_set.bits = bits;
  // The list is ranked on the device; the host's part is the bits.
  options.split = yoke::Split(0);
  return options;
}

// As many iterations as his tables show: what is best today is fewer.
constexpr int iterations_shown = 8;

// The sizes of Table 6.1, in nodes.
std::vector<std::uint64_t> sizes_of_table_1(StudySettings const& settings) {
  std::vector<std::uint64_t> sizes;
  sizes.reserve(std::size(table_1));
  for (auto const& source : table_1) sizes.push_back(source.meganodes << 20);
  return settings.sizes(sizes);
}

// Nothing where Table 6.1 has no such size.
template <class Column>
Figure published(std::uint64_t nodes, Column Table1Row::*column) {
  for (auto const& source : table_1) {
    if (source.meganodes << 20 == nodes) return source.*column;
  }
  return {};
}

char const* name_of(Bits bits) { return bits == Bits::host ? "host" : "device"; }

// A random list in the device's memory, and both spaces to rank it with.
struct Setup {
  DeviceBench bench{true};
  yoke::Hybrid<> hybrid;

  void hold(std::uint64_t nodes, StudySettings const& settings) {
    bench.hold(nodes, shape_of(yoke::ListOrder::random, settings.seed));
  }
  RankTimes time(yoke::ListRankOptions const& options, StudySettings const& settings,
                 Phases phases = Phases::no) {
    return time_ranking(hybrid, bench, options, settings.runs, phases);
  }
};

void run_figure_2(StudySettings const& settings) {
  Table table(settings, "thesis_figure_6_2", "n,series,source_ms,ours_ms");
  Setup setup;
  for (std::uint64_t const n : sizes_of_table_1(settings)) {
    setup.hold(n, settings);
    auto const options = removal(Bits::host, settings);
    auto const time_by = [&](BitGenerator generator) {
      return time_ranking_by(generator, setup.hybrid, setup.bench, options, settings.runs).total_ms;
    };
    table.row(n, "rand() on the host", published(n, &Table1Row::total),
              time_by(BitGenerator::library_rand));
    table.row(n, "MD5 on the device", Figure(), time_by(BitGenerator::md5));
    table.row(n, "Mersenne Twister on the device", Figure(), time_by(BitGenerator::twister));
    table.row(n, "bits from the host", Figure(), setup.time(options, settings).total_ms);
    table.row(n, "bits made on the device", Figure(),
              setup.time(removal(Bits::device, settings), settings).total_ms);
    table.row(n, "automatic", Figure(),
              time_ranking(setup.bench.exec(), setup.bench,
                           options_for(Algorithm::automatic, settings), settings.runs)
                  .total_ms);
    table.row(n, "WJ10", published(n, &Table1Row::wei_jaja), Figure());
  }
}

void run_table_1(StudySettings const& settings) {
  Table table(settings, "thesis_table_6_1", "n,bits,phase,source_ms,ours_ms");
  Setup setup;
  for (auto const& source : table_1) {
    std::uint64_t const n = source.meganodes << 20;
    if (!settings.includes(n)) continue;
    setup.hold(n, settings);
    for (auto const bits : {Bits::host, Bits::device}) {
      auto const times = setup.time(removal(bits, settings), settings, Phases::yes);
      auto const add = [&](char const* phase, double published, Figure ours) {
        table.row(n, name_of(bits), phase, bits == Bits::host ? Figure(published) : Figure(), ours);
      };
      add("phase I", source.phase_1, times.phase("phase I"));
      add("phase II", source.phase_2, times.phase("phase II"));
      add("phase III", source.phase_3, times.phase("phase III"));
      add("first transfer", source.first_transfer, times.phase("iteration 1 transfer"));
      add("total", source.total, setup.time(removal(bits, settings), settings).total_ms);
    }
  }
}

// The larger sizes that Figures 6.3 and 6.4 and Tables 6.2 and 6.3 fix, or the largest allowed.
std::uint64_t fixed_size(std::uint64_t meganodes, StudySettings const& settings) {
  return std::min(meganodes << 20, settings.max_nodes);
}

// Figure 6.3: more iterations lengthen Phase I and shorten Phase II. He found the least total at
// 4 to 5 log log n iterations.
void run_figure_3(StudySettings const& settings) {
  Table table(settings, "thesis_figure_6_3", "n,bits,iterations,phase,ours_ms");
  std::uint64_t const n = fixed_size(128, settings);
  Setup setup;
  setup.hold(n, settings);
  for (auto const bits : {Bits::host, Bits::device}) {
    for (int iterations = 2; iterations <= 30; iterations += 2) {
      auto options = removal(bits, settings);
      options.fractional_independent_set.iterations = iterations;
      auto const times = setup.time(options, settings, Phases::yes);
      for (char const* const phase : {"phase I", "phase II", "phase III"}) {
        table.row(n, name_of(bits), iterations, phase, times.phase(phase));
      }
      table.row(n, name_of(bits), iterations, "total", setup.time(options, settings).total_ms);
    }
  }
}

// Tables 6.2 (128M) and 6.3 (16M), milliseconds: what each iteration of Phase I spends on making
// the bits, moving them, and removing nodes. His row k holds the removals of iteration k, and the
// generation and transfer, at the same time, of the bits for iteration k + 1.
struct IterationRow {
  Figure generate, transfer, remove;
};
constexpr std::array<IterationRow, iterations_shown + 1> table_2 = {{
    {32.40, 0.163, {}},
    {28.35, 0.096, 30.45},
    {22.59, 0.082, 25.08},
    {18.70, 0.053, 20.68},
    {15.25, 0.040, 18.35},
    {12.88, 0.035, 14.08},
    {10.56, 0.027, 12.84},
    {8.30, 0.013, 10.66},
    {6.09, 0.008, 8.50},
}};
constexpr std::array<IterationRow, iterations_shown + 1> table_3 = {{
    {},
    {4.35, 0.057, 5.45},
    {3.59, 0.040, 3.08},
    {2.70, 0.033, 2.68},
    {2.25, 0.030, 2.35},
    {1.88, 0.025, 2.08},
    {1.56, 0.017, 1.84},
    {1.30, 0.013, 1.66},
    {1.09, 0.008, 1.50},
}};

void run_iterations(StudySettings const& settings, std::string const& name, std::uint64_t meganodes,
                    std::array<IterationRow, iterations_shown + 1> const& source) {
  Table table(settings, name, "n,bits,iteration,step,source_ms,ours_ms");
  std::uint64_t const n = fixed_size(meganodes, settings);
  Setup setup;
  setup.hold(n, settings);
  for (auto const bits : {Bits::host, Bits::device}) {
    auto options = removal(bits, settings);
    options.fractional_independent_set.iterations = iterations_shown;
    auto const times = setup.time(options, settings, Phases::yes);
    for (std::size_t iteration = 1; iteration <= iterations_shown; ++iteration) {
      auto const phase = "iteration " + std::to_string(iteration) + " ";
      bool const has_source = bits == Bits::host && n == meganodes << 20;
      auto const before = has_source ? source[iteration - 1] : IterationRow();
      auto const during = has_source ? source[iteration] : IterationRow();
      auto const add = [&](char const* step, Figure published) {
        table.row(n, name_of(bits), iteration, step, published, times.phase(phase + step));
      };
      add("generate", before.generate);
      if (bits == Bits::host) add("transfer", before.transfer);
      add("remove", during.remove);
    }
  }
}

// Figure 6.4: how the steps overlap.
void run_figure_4(StudySettings const& settings) {
  Table table(settings, "thesis_figure_6_4", "n,lane,span,begin_ms,end_ms");
  std::uint64_t const n = fixed_size(128, settings);
  Setup setup;
  setup.hold(n, settings);
  yoke::Timeline timeline;
  auto options = removal(Bits::host, settings);
  options.fractional_independent_set.iterations = iterations_shown;
  options.timeline = &timeline;
  yoke::ListRankPlan<yoke::Hybrid<>, std::uint32_t> plan(setup.hybrid, n, options);
  for (int run = 0; run < 2; ++run) {  // the first one warms up
    timeline.clear();
    setup.bench.spoil_ranks();
    setup.bench.exec().fence("yoke_perf: before the clock starts");
    std::size_t const lists = plan(setup.bench.successor(), setup.bench.rank());
    auto const fault = setup.bench.find_fault(lists, options.from);
    if (!fault.empty()) throw CheckFailed(fault);
  }
  auto const entries = timeline.entries();
  auto begin = yoke::Timeline::Clock::time_point::max();
  for (auto const& entry : entries) begin = std::min(begin, entry.begin);
  auto const since_begin = [begin](yoke::Timeline::Clock::time_point time) {
    return std::chrono::duration<double, std::milli>(time - begin).count();
  };
  for (auto const& entry : entries) {
    table.row(n, std::string(yoke::name(entry.lane)), entry.name, since_begin(entry.begin),
              since_begin(entry.end));
  }
}

// Figure 6.5: the reduction of a list to n / log n nodes, an eighth less in each iteration, by bits
// made beforehand (Algorithm 10) and by walks on demand (Algorithm 11). He found the latter 40%
// faster than the fastest other way: rand() on the host, or a Mersenne Twister on the device.
void run_figure_5(StudySettings const& settings) {
  using Draw = yoke::FractionalIndependentSetOptions::Draw;
  struct Way {
    char const* name;
    Draw draw;
  };
  struct Peer {
    Bits bits;
    char const* name;
    BitGenerator generator;
  };
  Table table(settings, "thesis_figure_6_5", "n,bits,draw,iterations,reduction_ms,total_ms");
  Setup setup;
  for (std::uint64_t const n : sizes_of_table_1(settings)) {
    setup.hold(n, settings);
    int const iterations = static_cast<int>(
        std::ceil(std::log(std::log2(static_cast<double>(n))) / std::log(8.0 / 7)));
    auto const options_by = [&](Bits bits, Draw draw) {
      auto options = removal(bits, settings);
      options.fractional_independent_set.draw = draw;
      options.fractional_independent_set.iterations = iterations;
      return options;
    };
    for (auto const bits : {Bits::host, Bits::device}) {
      for (auto const& way :
           {Way{"beforehand", Draw::beforehand}, Way{"a walk for a bit", Draw::walk_for_bit},
            Way{"a walk for 64 bits", Draw::walk_for_word}}) {
        auto const options = options_by(bits, way.draw);
        auto const times = setup.time(options, settings, Phases::yes);
        table.row(n, name_of(bits), way.name, iterations, times.phase("phase I"),
                  setup.time(options, settings).total_ms);
      }
    }
    for (auto const& peer : {Peer{Bits::host, "rand()", BitGenerator::library_rand},
                             Peer{Bits::device, "MD5", BitGenerator::md5},
                             Peer{Bits::device, "Mersenne Twister", BitGenerator::twister}}) {
      auto const options = options_by(peer.bits, Draw::beforehand);
      auto const time = [&](Phases phases) {
        return time_ranking_by(peer.generator, setup.hybrid, setup.bench, options, settings.runs,
                               phases);
      };
      table.row(n, name_of(peer.bits), peer.name, iterations, time(Phases::yes).phase("phase I"),
                time(Phases::no).total_ms);
    }
  }
}

}  // namespace

std::vector<Study> banerjee_studies() {
  return {
      {"thesis_figure_6_2", "sources of bits, and automatic, 1M to 128M", run_figure_2},
      {"thesis_figure_6_3", "numbers of iterations, 128M", run_figure_3},
      {"thesis_figure_6_4", "spans of the hybrid's lanes, 128M", run_figure_4},
      {"thesis_figure_6_5", "reduction by each source of bits, 1M to 128M", run_figure_5},
      {"thesis_table_6_1", "phases, 1M to 128M", run_table_1},
      {"thesis_table_6_2", "iterations of phase I, 128M",
       [](StudySettings const& settings) {
         run_iterations(settings, "thesis_table_6_2", 128, table_2);
       }},
      {"thesis_table_6_3", "iterations of phase I, 16M",
       [](StudySettings const& settings) {
         run_iterations(settings, "thesis_table_6_3", 16, table_3);
       }},
  };
}

}  // namespace yoke_perf
