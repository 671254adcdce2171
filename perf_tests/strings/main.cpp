// The speed of sorting strings: on each side and on both, with and without look-ahead, beside
// sorts of the standard library and a multikey quicksort. Every timed run is checked.

#include <benchmark/benchmark.h>

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "strings/data.hpp"
#include "strings/peers.hpp"
#include "support/program.hpp"
#include "support/spaces.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/sort_strings.hpp"

namespace yoke_perf::strings {
namespace {

struct Settings {
  std::vector<std::uint64_t> sizes = {std::uint64_t(1) << 22};
  std::vector<std::string> sets = {"random120", "random500", "protein8", "protein24", "protein60"};
  std::vector<std::string> shares = {"automatic", "0", "0.1", "1"};
  bool hybrid_alone = false;
  int runs = 10;
};

// One benchmark: make(data) returns what is timed, with all that it needs allocated.
template <class Memory, class Make>
void add(Settings const& settings, std::string const& way, std::string const& set,
         std::uint64_t size, Make const& make) {
  std::string const name = "sort_strings/" + way + "/" + set + "/" + format_size(size);
  add_benchmark(name, settings.runs, [=](benchmark::State& state) {
    auto const& data = Data<Memory>::of(set, size);
    Measured work;
    work.prepare = [&] { data.clear(); };
    work.run = make(data);
    work.find_fault = [&] { return data.find_fault(); };
    measure(state, work, {data.strings.size(), data.strings.characters.extent(0)});
  });
}

// What a call did, once, to stderr.
template <class Executor, class Memory>
void show_report(std::string const& way, Executor const& executor, Data<Memory> const& data,
                 yoke::SortStringsOptions options) {
  yoke::SortStringsReport report;
  options.report = &report;
  yoke::SortStringsPlan<Executor, std::int64_t, std::uint32_t> plan(executor, data.strings.size(),
                                                                    options);
  plan(data.strings, data.permutation);
  plan(data.strings, data.permutation);
  std::cerr << way << ' ' << data.name << ": characters " << report.characters << ", sorted";
  for (auto const strings : report.sorted) std::cerr << ' ' << strings;
  std::cerr << "; ms";
  for (auto const& phase : report.phases) {
    std::cerr << ' ' << phase.name << ' ' << phase.seconds * 1e3;
  }
  std::cerr << '\n';
}

template <class Space>
void add_space(Settings const& settings, std::string const& set, std::uint64_t size) {
  using Memory = typename Space::memory_space;
  std::string const side = name_of_space<Space>();
  for (int const look_ahead : {0, 4, 8}) {
    std::string const way = side + "/ahead" + std::to_string(look_ahead);
    yoke::SortStringsOptions const options{.look_ahead = look_ahead};
    add<Memory>(settings, way + "/plan", set, size, [=](auto const& data) {
      show_report(way, Space(), data, options);
      return planned(Space(), data, options);
    });
  }
  add<Memory>(settings, side + "/one_shot", set, size,
              [](auto const& data) -> std::function<void()> {
                return [&data] { yoke::sort_strings(Space(), data.strings, data.permutation); };
              });
}

template <class Memory>
void add_hybrid(Settings const& settings, yoke::Hybrid<> const& hybrid, std::string const& place,
                std::string const& set, std::uint64_t size) {
  for (auto const& share : settings.shares) {
    auto const split =
        share == "automatic" ? yoke::Split::automatic() : yoke::Split(std::stod(share));
    std::string const way = "hybrid_" + place + "/" + share;
    add<Memory>(settings, way, set, size, [=, &hybrid](auto const& data) {
      show_report(way, hybrid, data, {.split = split});
      return planned<yoke::Hybrid<>>(hybrid, data, {.split = split});
    });
  }
}

// By comparisons of the characters, on one core and on all; and by cached characters, on one core.
void add_peers(Settings const& settings, std::string const& set, std::uint64_t size) {
  auto const add_peer = [&](std::string const& name, auto const call) {
    add<Kokkos::HostSpace>(settings, name, set, size,
                           [=](auto const& data) -> std::function<void()> {
                             return [=, &data] {
                               call(data.strings.characters.data(), data.strings.offsets.data(),
                                    data.permutation.data(), data.permutation.extent(0));
                             };
                           });
  };
  add_peer("std_sort", standard_sort);
  add_peer("multikey_quicksort", multikey_quicksort);
  if (has_parallel_sort()) add_peer("gnu_parallel_sort", parallel_sort);
}

void add_set(Settings const& settings, yoke::Hybrid<> const& hybrid, std::string const& set,
             std::uint64_t size) {
  if constexpr (has_device) {
    if (!settings.hybrid_alone) add_space<Device>(settings, set, size);
  }
  if (!settings.hybrid_alone) add_space<Host>(settings, set, size);
  add_hybrid<Kokkos::HostSpace>(settings, hybrid, "pageable", set, size);
  if (!settings.hybrid_alone) add_peers(settings, set, size);
  if constexpr (has_device)
    add_hybrid<Kokkos::SharedHostPinnedSpace>(settings, hybrid, "pinned", set, size);
}

std::vector<Option> options_of(Settings& settings) {
  return {
      {"--sizes=", "LIST  numbers of strings (2^22)",
       [&](std::string_view text) { settings.sizes = parse_sizes(text); }},
      {"--sets=",
       "LIST   of random and protein with a number: the longest, or what is shared;\n"
       "                        lines:PATH, fasta:PATH: the first lines or sequences of a file, up "
       "to the size",
       [&](std::string_view text) {
         settings.sets = parse_list(text);
         for (auto const& set : settings.sets) {
           if (!is_file(set)) shape_of(set, 0);
         }
       }},
      {"--shares=",
       "LIST of the host, in hybrid calls, or automatic (automatic,0,0.1,1);\n"
       "                        0: all characters go up; 0.0001: the keys do, none is the host's",
       [&](std::string_view text) { settings.shares = parse_list(text); }},
      {"--by=", "WHOM    all, or hybrid: the calls of both sides alone (all)",
       [&](std::string_view text) {
         if (text != "all" && text != "hybrid") throw UsageError("--by is not all or hybrid");
         settings.hybrid_alone = text == "hybrid";
       }},
      {"--runs=", "K      timed runs of each benchmark (10)",
       [&](std::string_view text) { settings.runs = static_cast<int>(parse_count(text)); }},
  };
}

}  // namespace
}  // namespace yoke_perf::strings

int main(int argc, char** argv) {
  using namespace yoke_perf;
  strings::Settings settings;
  return run_program("perf_sort_strings", argc, argv, strings::options_of(settings), [&] {
    auto hybrid = std::make_unique<yoke::Hybrid<>>();
    for (auto const size : settings.sizes) {
      for (auto const& set : settings.sets) strings::add_set(settings, *hybrid, set, size);
    }
    return hybrid;
  });
}
