// The speed of histograms: even bins and bounds, on each side and on both, beside CUB. Every timed
// run is checked.

#include <benchmark/benchmark.h>

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "histogram/data.hpp"
#include "support/program.hpp"
#include "support/spaces.hpp"
#include "yoke/histogram.hpp"
#include "yoke/hybrid.hpp"

namespace yoke_perf::histogram {
namespace {

struct Settings {
  std::vector<std::uint64_t> sizes = {std::uint64_t(1) << 20, std::uint64_t(1) << 25};
  std::vector<std::uint64_t> bins = {256, 65536};
  std::vector<std::string> values = {"uniform", "zipf", "all_equal"};
  std::vector<double> shares = {0.1};
  int runs = 10;
};

// What is counted: one name of a benchmark.
struct Case {
  std::string values;
  std::uint64_t size, bins;
  bool by_bounds;

  std::string name() const {
    return values + "/" + std::to_string(bins) + (by_bounds ? "_bounds/" : "_even/") +
           format_size(size);
  }
};

// One benchmark: make(data) returns what is timed, with all that it needs allocated.
template <class Memory, class Make>
void add(Settings const& settings, std::string const& way, Case const& what, Make const& make,
         std::string const& form = "") {
  add_benchmark("histogram/" + way + "/u32/" + what.name() + form, settings.runs,
                [=](benchmark::State& state) {
                  Data<Memory> const data(what.values, what.size, what.bins, what.by_bounds);
                  Measured work;
                  work.prepare = [&] { data.clear(); };
                  work.run = make(data);
                  work.find_fault = [&] { return data.find_fault(); };
                  measure(state, work, {what.size, what.size * sizeof(Value)});
                });
}

template <class Space>
void add_space(Settings const& settings, Case const& what) {
  using Memory = typename Space::memory_space;
  std::string const side = name_of_space<Space>();
  add<Memory>(
      settings, side, what, [](auto const& data) { return planned(Space(), data); }, "/plan");
  if (what.values != "uniform") return;
  add<Memory>(
      settings, side, what,
      [](auto const& data) -> std::function<void()> {
        return [&data] {
          auto const call = [](auto const&... arguments) {
            yoke::histogram(Space(), arguments...);
          };
          count(call, data);
        };
      },
      "/one_shot");
}

template <class Memory>
void add_hybrid(Settings const& settings, yoke::Hybrid<> const& hybrid, std::string const& place,
                Case const& what) {
  for (double const share : settings.shares) {
    std::string const way = "hybrid_" + place + "/" + std::to_string(share).substr(0, 4);
    add<Memory>(settings, way, what, [&hybrid, share](auto const& data) {
      return planned<yoke::Hybrid<>>(hybrid, data, {.split = yoke::Split(share)});
    });
  }
}

void add_case(Settings const& settings, yoke::Hybrid<> const& hybrid, Case const& what) {
  if constexpr (has_device) add_space<Device>(settings, what);
#if defined(KOKKOS_ENABLE_CUDA)
  add<Device::memory_space>(settings, "cub", what, [](auto const& data) { return call_cub(data); });
#endif
  add_space<Host>(settings, what);
  add<Kokkos::HostSpace>(settings, "sequential", what, [](auto const& data) {
    return planned(Host(), data, {.algorithm = yoke::HistogramAlgorithm::sequential});
  });
  if (what.values != "uniform") return;
  if constexpr (has_device)
    add_hybrid<Kokkos::SharedHostPinnedSpace>(settings, hybrid, "pinned", what);
  add_hybrid<Kokkos::HostSpace>(settings, hybrid, "pageable", what);
}

std::vector<Option> options_of(Settings& settings) {
  return {
      {"--sizes=", "LIST  numbers of values (2^20,2^25)",
       [&](std::string_view text) { settings.sizes = parse_sizes(text); }},
      {"--bins=", "LIST   numbers of bins (256,65536)",
       [&](std::string_view text) { settings.bins = parse_sizes(text); }},
      {"--values=", "LIST of the distributions of generate_keys (uniform,zipf,all_equal)",
       [&](std::string_view text) {
         settings.values = parse_list(text);
         for (auto const& values : settings.values) shape_of(values);
       }},
      {"--shares=", "LIST of the host, in hybrid calls (0.1)",
       [&](std::string_view text) {
         settings.shares.clear();
         for (auto const& word : parse_list(text)) settings.shares.push_back(parse_share(word));
       }},
      {"--runs=", "K      timed runs of each benchmark (10)",
       [&](std::string_view text) { settings.runs = static_cast<int>(parse_count(text)); }},
  };
}

}  // namespace
}  // namespace yoke_perf::histogram

int main(int argc, char** argv) {
  using namespace yoke_perf;
  histogram::Settings settings;
  return run_program("perf_histogram", argc, argv, histogram::options_of(settings), [&] {
    auto hybrid = std::make_unique<yoke::Hybrid<>>();
    for (auto const size : settings.sizes) {
      for (auto const bins : settings.bins) {
        for (auto const& values : settings.values) {
          for (bool const by_bounds : {false, true}) {
            histogram::add_case(settings, *hybrid, {values, size, bins, by_bounds});
          }
        }
      }
    }
    return hybrid;
  });
}
