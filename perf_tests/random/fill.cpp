#include "random/fill.hpp"

#include <benchmark/benchmark.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <yoke/fed_expander.hpp>
#include <yoke/fill.hpp>
#include <yoke/host_generators.hpp>
#include <yoke/hybrid.hpp>
#include <yoke/timeline.hpp>

#include "random/filled.hpp"
#include "random/ones.hpp"
#include "random/peers.hpp"
#include "support/arguments.hpp"
#include "support/benchmarks.hpp"
#include "support/lanes.hpp"
#include "support/spaces.hpp"

namespace yoke_perf::random {
namespace {

using yoke::ExpanderStreams;
using yoke::FillAlgorithm;
using yoke::FillOptions;
using yoke::Philox;
using Hybrid = yoke::Hybrid<>;

template <class Memory>
std::string name_of_memory() {
  return std::is_same_v<Memory, Kokkos::HostSpace> ? "host" : "device";
}

template <class Memory, class Number, class Generator, class Executor>
void measure_fill(benchmark::State& state, Executor const& executor, std::uint64_t size,
                  Generator const& generator, FillOptions options) {
  Filled<Number, Memory> const filled(size, generator);
  yoke::FillPlan<Executor, Number> plan(executor, size, options);
  Measured work;
  work.prepare = [&] { filled.spoil(); };
  work.run = [&] { plan(filled.numbers, generator); };
  work.find_fault = [&] { return filled.find_fault(); };
  measure(state, work, {size, size * sizeof(Number)});
  if (options.algorithm != FillAlgorithm::fed) return;
  options.split = yoke::Split::automatic();
  show_lanes(state, [&](yoke::Timeline* timeline) {
    options.timeline = timeline;
    auto const shown = std::make_shared<yoke::FillPlan<Executor, Number>>(executor, size, options);
    return [&, shown] { (*shown)(filled.numbers, generator); };
  });
}

// Registers fills of one kind.
template <class Number, class Generator>
class Fills {
 public:
  Fills(std::string const& name, std::uint64_t size, Generator const& generator, int runs)
      : name_(name), size_(size), generator_(generator), runs_(runs) {}

  template <class Space>
  void add_on() const {
    add(name_of_space<Space>(), [](benchmark::State& state, Fills const& fills) {
      measure_fill<typename Space::memory_space, Number>(state, Space(), fills.size_,
                                                         fills.generator_, {});
    });
  }
  template <class Memory>
  void add_hybrid(std::string const& how, FillOptions const& options) const {
    std::string const where = "hybrid_to_" + name_of_memory<Memory>() + "_" + how;
    add(where, [options](benchmark::State& state, Fills const& fills) {
      Hybrid const hybrid;
      measure_fill<Memory, Number>(state, hybrid, fills.size_, fills.generator_, options);
    });
  }

 private:
  template <class Body>
  void add(std::string const& where, Body const& body) const {
    auto const fills = *this;
    add_benchmark("fill/" + where + "/" + name_ + "/" + format_size(size_), runs_,
                  [fills, body](benchmark::State& state) { body(state, fills); });
  }

  std::string name_;
  std::uint64_t size_;
  Generator generator_;
  int runs_;
};

template <class Number, class Generator>
void add_everywhere(std::string const& name, std::uint64_t size, Generator const& generator,
                    std::vector<double> const& shares, int runs) {
  Fills<Number, Generator> const fills(name, size, generator, runs);
  if constexpr (has_device) fills.template add_on<Device>();
  fills.template add_on<Host>();
  fills.template add_hybrid<Device::memory_space>("automatic", {});
  if constexpr (has_device) fills.template add_hybrid<Kokkos::HostSpace>("automatic", {});
  for (double const share : shares) {
    FillOptions const options{.split = yoke::Split(share)};
    std::string const how = std::to_string(share).substr(0, 4);
    fills.template add_hybrid<Device::memory_space>(how, options);
    if constexpr (has_device) fills.template add_hybrid<Kokkos::HostSpace>(how, options);
  }
  if constexpr (std::is_same_v<Generator, ExpanderStreams>) {
    fills.template add_hybrid<Device::memory_space>("fed", {.algorithm = FillAlgorithm::fed});
  }
}

// The thesis's generator, fed by so many numbers' bits for each walker in a block (its figure 5.4).
template <class Source>
void add_fed(std::string const& name, std::uint64_t size, std::uint64_t batch, Source const& source,
             int runs) {
  add_benchmark(
      "fed/" + name + "/length_64/batch_" + std::to_string(batch) + "/" + format_size(size), runs,
      [=](benchmark::State& state) {
        std::uint64_t const walkers = std::min(std::uint64_t(1) << 15, (size + 63) / 64);
        Hybrid const hybrid;
        auto const make = [&](yoke::Timeline* timeline) {
          return yoke::FedExpander<>(hybrid, walkers,
                                     {.walk = {64}, .words = 6 * batch, .timeline = timeline});
        };
        FedNumbers const numbers(walkers, size / walkers);
        auto expander = make(nullptr);
        Measured work;
        work.prepare = [&] { numbers.spoil(); };
        work.run = [&] { expander.run(numbers.write(), source); };
        work.find_fault = [&] { return numbers.find_fault(); };
        measure(state, work, {numbers.size(), 8 * numbers.size()});
        show_lanes(
            state,
            [&](yoke::Timeline* timeline) {
              return [&, timeline] { make(timeline).run(numbers.write(), source); };
            },
            1, work.prepare);
      });
}

struct RunRandom123 {
  static constexpr std::uint64_t blocks = 1024;
  std::uint32_t* words;
  std::uint64_t all;
  void operator()(std::uint64_t i) const {
    random123_blocks(words, i * blocks, std::min((i + 1) * blocks, all), 1);
  }
};

void add_random123(std::uint64_t words, int runs) {
  if (!has_random123()) return note_skipped("fill/host/random123", "its headers were not found");
  add_benchmark("fill/host/random123/" + format_size(words), runs, [=](benchmark::State& state) {
    std::uint64_t const size = words / 4 * 4;
    Filled<std::uint32_t, Kokkos::HostSpace> const filled(size, Philox(1));
    RunRandom123 const run{filled.numbers.data(), size / 4};
    Measured work;
    work.prepare = [&] { filled.spoil(); };
    work.run = [&] {
      Kokkos::parallel_for(
          "yoke_perf::random123",
          WideRange<Host>(0, (size / 4 + RunRandom123::blocks - 1) / RunRandom123::blocks), run);
      Host().fence("yoke_perf: random123");
    };
    work.find_fault = [&] { return filled.find_fault(); };
    measure(state, work, {size, size * sizeof(std::uint32_t)});
  });
}

void add_curand(std::string const& name, CurandKind kind, std::uint64_t words, int runs) {
  if (!has_device) return;
  add_benchmark(
      "fill/device/curand_" + name + "/" + format_size(words), runs, [=](benchmark::State& state) {
        auto const generator = make_curand(kind);
        if (!generator) throw std::runtime_error("there is no cuRAND");
        Numbers<std::uint32_t, Device::memory_space> const numbers("yoke_perf::numbers", words);
        Measured work;
        work.prepare = [&] { Kokkos::deep_copy(numbers, 0u); };
        work.run = [&] { generator->fill(numbers.data(), words); };
        work.find_fault = [&] { return find_fault_in_bits(Device(), numbers); };
        measure(state, work, {words, words * sizeof(std::uint32_t)});
      });
}

}  // namespace

void add_fills(std::uint64_t words, std::vector<double> const& shares, int runs) {
  add_everywhere<std::uint32_t>("philox", words, Philox(1), shares, runs);
  add_curand("philox", CurandKind::philox, words, runs);
  add_curand("xorwow", CurandKind::xorwow, words, runs);
  add_random123(words, runs);
  std::uint64_t const numbers = words / 2;
  for (std::uint32_t const length : {32, 64}) {
    add_everywhere<std::uint64_t>("expander_" + std::to_string(length), numbers,
                                  ExpanderStreams(1, {length}), shares, runs);
  }
  for (std::uint64_t const batch : {4, 16, 64}) {
    add_fed("xoshiro", numbers, batch, yoke::SeededStreams<yoke::Xoshiro128x8>(1), runs);
  }
  add_fed("philox", numbers, 16, Philox(1), runs);
  add_fed("rand", numbers, 16, yoke::SeededStreams<yoke::LibraryRand>(1), runs);
}

}  // namespace yoke_perf::random
