// Banerjee's thesis, figures 5.2 to 5.5: how long random numbers take by their count, on the device
// fed by the host and on the host alone; what each lane of the fed generator does, and how many
// numbers a thread is best to make. His figures are plots, so only ours are written down.

#include "random/study.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <random>
#include <string>
#include <yoke/fed_expander.hpp>
#include <yoke/fill.hpp>
#include <yoke/host_generators.hpp>
#include <yoke/hybrid.hpp>
#include <yoke/timeline.hpp>

#include "random/filled.hpp"
#include "random/peers.hpp"
#include "studies/series.hpp"
#include "support/spaces.hpp"

namespace yoke_perf {
namespace {

using namespace random;
using Hybrid = yoke::Hybrid<>;
using Word = std::uint32_t;
using Number = std::uint64_t;  // of a walk

// The thesis has 5 M to 1000 M numbers, and does not say how long its walks are.
std::vector<std::uint64_t> const counts = {5000000,   20000000,  50000000,  100000000,
                                           200000000, 500000000, 1000000000};
constexpr std::uint32_t lengths[] = {16, 32, 64};
// Of a large array so many numbers are compared at each of three places.
constexpr std::uint64_t compared = 1u << 20;

// A figure of rates by count.
class Rates {
 public:
  Rates(StudySettings const& settings, std::string const& name)
      : table_(settings, name, "n,series,bits,ours_ms,giga_numbers_per_second"),
        series_(settings) {}

  // make() gives what is filled and checked, and run(it) fills it.
  template <class Make, class Run>
  void add(std::uint64_t n, std::string const& line, int bits, Make const& make, Run const& run) {
    if (series_.has_ended(line)) return;
    auto const filled = make();
    double const ms = series_.time(
        line, [&] { filled.spoil(); }, [&] { run(filled); }, [&] { return filled.find_fault(); });
    table_.row(n, line, bits, ms, static_cast<double>(n) / ms * 1e-6);
  }

  // By yoke::fill, into the memory of Space.
  template <class Space, class T, class Executor, class Generator>
  void add_fill(std::uint64_t n, std::string const& line, Executor const& executor,
                Generator const& generator, yoke::FillOptions const& options = {}) {
    if (series_.has_ended(line)) return;
    yoke::FillPlan<Executor, T> plan(executor, n, options);
    add(
        n, line, 8 * sizeof(T),
        [&] { return Filled<T, typename Space::memory_space>(n, generator, compared); },
        [&](auto const& filled) { plan(filled.numbers, generator); });
  }

 private:
  Table table_;
  Series series_;
};

// Words of which nothing is known but that half of their bits are ones.
template <class Space>
struct Words {
  Numbers<Word, typename Space::memory_space> words;
  explicit Words(std::uint64_t n)
      : words(Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke_perf::words"), n) {}
  void spoil() const { Kokkos::deep_copy(words, 0u); }
  std::string find_fault() const { return find_fault_in_bits(Space(), words); }
};

// A stretch of words by an engine of its own.
template <class Source>
struct DrawStretch {
  static constexpr std::uint64_t length = 1u << 16;
  Source source;
  Word* words;
  std::uint64_t size;
  void operator()(std::uint64_t stretch) const {
    auto draw = source.stream(stretch).engine();
    std::uint64_t const end = std::min((stretch + 1) * length, size);
    for (std::uint64_t i = stretch * length; i < end; ++i) words[i] = draw();
  }
};

// By all threads of the host.
template <class Source>
void add_engines(Rates& rates, std::uint64_t n, std::string const& line, Source const& source) {
  rates.add(
      n, line, 32, [&] { return Words<Host>(n); },
      [&](auto const& filled) {
        using Draw = DrawStretch<Source>;
        Kokkos::parallel_for("yoke_perf::engines",
                             WideRange<Host>(0, (n + Draw::length - 1) / Draw::length),
                             Draw{source, filled.words.data(), n});
        Host().fence("yoke_perf: engines");
      });
}

void add_mt19937(Rates& rates, std::uint64_t n) {
  add_engines(rates, n, "MT19937, host", yoke::SeededStreams<std::mt19937>(1));
}

void add_curand(Rates& rates, std::uint64_t n) {
  if (!make_curand(CurandKind::philox)) return;
  for (auto const& [line, kind] : {std::pair{"cuRAND Philox", CurandKind::philox},
                                   {"cuRAND XORWOW", CurandKind::xorwow},
                                   {"cuRAND MTGP32", CurandKind::mtgp32}}) {
    auto const generator = make_curand(kind);
    rates.add(
        n, line, 32, [&] { return Words<Device>(n); },
        [&](auto const& filled) { generator->fill(filled.words.data(), n); });
  }
}

constexpr std::uint64_t walkers = 1u << 15;

// The thesis's generator as FedExpander has it, whose blocks hold the bits of `batch` numbers a
// walker.
template <class Source>
void add_on_demand(Rates& rates, Hybrid const& hybrid, std::uint64_t n, std::uint32_t length,
                   std::string const& line, Source const& source) {
  std::uint64_t const threads = std::min(walkers, n);
  yoke::FedExpander<> expander(hybrid, threads, {.walk = {length}, .words = length * 3 * 100 / 32});
  rates.add(
      n, line, 64, [&] { return FedNumbers(threads, n / threads); },
      [&](auto const& numbers) { expander.run(numbers.write(), source); });
}

void run_figure_2(StudySettings const& settings) {
  Rates rates(settings, "thesis_figure_5_2");
  Hybrid const hybrid;
  for (auto const n : settings.sizes(counts)) {
    for (auto const length : lengths) {
      yoke::ExpanderStreams const walks(settings.seed, {length});
      std::string const line = "walks of " + std::to_string(length);
      rates.add_fill<Device, Number>(n, line + ", in place", Device(), walks);
      rates.add_fill<Device, Number>(n, line + ", fed", hybrid, walks,
                                     {.algorithm = yoke::FillAlgorithm::fed});
    }
    add_on_demand(rates, hybrid, n, 64, "walks of 64 on demand, fed by rand()",
                  yoke::SeededStreams<yoke::LibraryRand>(settings.seed));
    add_on_demand(rates, hybrid, n, 64, "walks of 64 on demand, fed by xoshiro",
                  yoke::SeededStreams<yoke::Xoshiro128x8>(settings.seed));
    rates.add_fill<Device, Number>(n, "Philox", Device(), yoke::Philox(settings.seed));
    add_curand(rates, n);
    add_mt19937(rates, n);
  }
}

#if defined(__GLIBC__)
// What rand() returns: a sequence that LibraryRand repeats.
struct RandCalls {
  Numbers<Word, Kokkos::HostSpace> words;
  explicit RandCalls(std::uint64_t n) : words("yoke_perf::words", n) {}
  void spoil() const {
    Kokkos::deep_copy(words, 0u);
    std::srand(1);
  }
  std::string find_fault() const {
    yoke::LibraryRand expected(1);
    for (std::uint64_t i = 0; i < words.extent(0); ++i) {
      if (words(i) != expected.rand()) return "not what rand() returns at " + std::to_string(i);
    }
    return {};
  }
};

void add_rand(Rates& rates, std::uint64_t n) {
  rates.add(
      n, "rand(), one thread", 31, [&] { return RandCalls(n); },
      [&](auto const& filled) {
        for (std::uint64_t i = 0; i < n; ++i) filled.words(i) = static_cast<Word>(std::rand());
      });
}
#else
void add_rand(Rates&, std::uint64_t) {}
#endif

void run_figure_5(StudySettings const& settings) {
  Rates rates(settings, "thesis_figure_5_5");
  Host const host;
  for (auto const n : settings.sizes(counts)) {
    for (auto const length : lengths) {
      rates.add_fill<Host, Number>(n, "walks of " + std::to_string(length), host,
                                   yoke::ExpanderStreams(settings.seed, {length}));
    }
    add_rand(rates, n);
    add_engines(rates, n, "rand() with a state a thread",
                yoke::SeededStreams<yoke::LibraryRand>(settings.seed));
    add_mt19937(rates, n);
    rates.add_fill<Host, Word>(n, "Philox", host, yoke::Philox(settings.seed));
  }
}

// Calls what(name, source) for each generator that may feed.
template <class What>
void for_each_feed(std::uint64_t seed, What const& what) {
  what("rand()", yoke::SeededStreams<yoke::LibraryRand>(seed));
  what("xoshiro", yoke::SeededStreams<yoke::Xoshiro128x8>(seed));
  what("Philox", yoke::Philox(seed));
}

// Words of bits of so many numbers by walks of 64, and of the starts where they are all there are.
constexpr std::uint64_t words_of(std::uint64_t numbers) { return 6 * numbers; }
constexpr std::uint64_t words_of_start = 8;

std::uint64_t fixed_count(StudySettings const& settings) {
  return std::min<std::uint64_t>(50000000, settings.max_nodes);
}

struct Steps {
  std::map<std::string, Samples> ms;
  void add(yoke::Timeline const& timeline, double seconds) {
    ms["feed"].add(1e3 * timeline.busy_seconds(yoke::Lane::host));
    ms["transfer"].add(1e3 * timeline.busy_seconds(yoke::Lane::upload));
    ms["generate"].add(1e3 * timeline.busy_seconds(yoke::Lane::device));
    ms["total"].add(1e3 * seconds);
  }
};

// Figure 5.3: batches of 100 numbers a thread.
void run_figure_3(StudySettings const& settings) {
  Table table(settings, "thesis_figure_5_3", "feed,n,batch,step,ours_ms,ns_per_number,idle_share");
  Hybrid const hybrid;
  constexpr std::uint64_t batch = 100;
  std::uint64_t const threads = std::min(walkers, fixed_count(settings));
  FedNumbers const numbers(threads, fixed_count(settings) / threads);
  for_each_feed(settings.seed, [&](std::string const& name, auto const& source) {
    yoke::Timeline timeline;
    yoke::FedExpander<> expander(hybrid, threads,
                                 {.walk = {64}, .words = words_of(batch), .timeline = &timeline});
    Steps steps;
    for (int run = 0; run <= settings.runs; ++run) {
      timeline.clear();
      double const seconds =
          time_checked([&] { numbers.spoil(); }, [&] { expander.run(numbers.write(), source); },
                       [&] { return numbers.find_fault(); });
      if (run > 0) steps.add(timeline, seconds);
    }
    double const total = steps.ms["total"].median();
    for (char const* const step : {"feed", "transfer", "generate", "total"}) {
      double const ms = steps.ms[step].median();
      table.row(name, numbers.size(), batch, step, ms,
                ms * 1e6 / static_cast<double>(numbers.size()), 1 - ms / total);
    }
  });
}

// Figure 5.4, in two readings of the numbers that a thread makes: all that it ever makes, and those
// whose bits come with one block.
class Batches {
 public:
  explicit Batches(StudySettings const& settings)
      : settings_(settings),
        table_(settings, "thesis_figure_5_4",
               "feed,way,batch,threads,words_a_block,n,ours_ms,giga_numbers_per_second"),
        series_(settings) {}

  template <class Source>
  void add(std::string const& feed, std::string const& way, std::uint64_t batch,
           std::uint64_t threads, std::uint64_t words, Source const& source) {
    FedNumbers const numbers(threads, fixed_count(settings_) / threads);
    yoke::FedExpander<> expander(hybrid_, threads, {.walk = {64}, .words = words});
    double const ms = series_.time(
        feed, [&] { numbers.spoil(); }, [&] { expander.run(numbers.write(), source); },
        [&] { return numbers.find_fault(); });
    table_.row(feed, way, batch, threads, words, numbers.size(), ms,
               static_cast<double>(numbers.size()) / ms * 1e-6);
  }

 private:
  StudySettings const& settings_;
  Table table_;
  Series series_;
  Hybrid hybrid_;
};

void run_figure_4(StudySettings const& settings) {
  Batches batches(settings);
  std::uint64_t const n = fixed_count(settings);
  // Blocks of 32 MB, so that there are some for the lanes to overlap.
  constexpr std::uint64_t block = 1u << 23;
  for (std::uint64_t const batch : {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000}) {
    std::uint64_t const threads = std::max<std::uint64_t>(n / batch, 1);
    std::uint64_t const words =
        std::clamp<std::uint64_t>(block / threads, 1, words_of(batch) + words_of_start);
    auto const add = [&](char const* feed, auto const& source) {
      batches.add(feed, "of a thread", batch, threads, words, source);
    };
    add("xoshiro", yoke::SeededStreams<yoke::Xoshiro128x8>(settings.seed));
    add("rand()", yoke::SeededStreams<yoke::LibraryRand>(settings.seed));
    if (batch > 500) continue;
    batches.add("xoshiro", "of a block", batch, std::min(walkers, n), words_of(batch),
                yoke::SeededStreams<yoke::Xoshiro128x8>(settings.seed));
  }
}

}  // namespace

std::vector<Study> random_studies() {
  return {
      {"thesis_figure_5_2", "5 M to 1000 M numbers, fed and in place, beside others", run_figure_2},
      {"thesis_figure_5_3", "feed, transfer and generation at 100 numbers a batch", run_figure_3},
      {"thesis_figure_5_4", "numbers a thread", run_figure_4},
      {"thesis_figure_5_5", "5 M to 1000 M numbers by the host alone", run_figure_5}};
}

}  // namespace yoke_perf
