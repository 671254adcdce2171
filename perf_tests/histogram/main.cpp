// The speed of histograms: even bins and bounds, on each side and on both, beside CUB. Every timed
// run is checked.

#include <benchmark/benchmark.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "support/program.hpp"
#include "support/spaces.hpp"
#include "yoke/generate_keys.hpp"
#include "yoke/histogram.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/sort.hpp"

#if defined(KOKKOS_ENABLE_CUDA)
#include <cub/device/device_histogram.cuh>
#endif

namespace yoke_perf::histogram {
namespace {

using Value = std::uint32_t;
using Count = std::uint64_t;

struct Settings {
  std::vector<std::uint64_t> sizes = {std::uint64_t(1) << 20, std::uint64_t(1) << 25};
  std::vector<std::uint64_t> bins = {256, 65536};
  std::vector<std::string> values = {"uniform", "zipf", "all_equal"};
  std::vector<double> shares = {0.1};
  int runs = 10;
};

// Of a distribution: numbers are below 2^20.
struct Range {
  Value lower, upper;
  static Range of(std::string const& values) {
    return {0, values == "uniform" ? ~Value(0) : Value(1) << 20};
  }
};

yoke::KeyShape shape_of(std::string const& values) {
  for (auto const& entry : yoke::key_distributions) {
    if (entry.name == values) return {.distribution = entry.distribution};
  }
  throw UsageError("there are no values '" + values + "'");
}

// Values, bounds, and what they come to by one thread's count.
template <class Memory>
class Data {
  using Space = std::conditional_t<std::is_same_v<Memory, Device::memory_space>, Device, Host>;

 public:
  Numbers<Value, Memory> values, bounds;
  Numbers<Count, Memory> counts;
  Range range;
  bool by_bounds;

  Data(std::string const& kind, std::uint64_t size, std::uint64_t bins, bool has_bounds)
      : values(Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke_perf::values"), size),
        bounds("yoke_perf::bounds", bins + 1),
        counts("yoke_perf::counts", bins),
        range(Range::of(kind)),
        by_bounds(has_bounds),
        expected_("yoke_perf::expected", bins) {
    Space const exec;
    yoke::generate_keys(exec, values, shape_of(kind));
    auto const host_bounds = Kokkos::create_mirror_view(bounds);
    Numbers<Value, Kokkos::HostSpace> const drawn("yoke_perf::drawn", bins + 1);
    yoke::generate_keys(Host(), drawn, {.seed = 2});
    for (std::uint64_t b = 0; b <= bins; ++b) host_bounds(b) = drawn(b) % range.upper;
    yoke::sort(Host(), host_bounds);
    Kokkos::deep_copy(bounds, host_bounds);
    auto const host_values = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), values);
    yoke::HistogramOptions const options{.algorithm = yoke::HistogramAlgorithm::sequential};
    if (by_bounds) {
      yoke::histogram(Host(), host_values, host_bounds, expected_, options);
    } else {
      yoke::histogram(Host(), host_values, yoke::EvenBins{range.lower, range.upper}, expected_,
                      options);
    }
  }

  void clear() const { Kokkos::deep_copy(counts, 1); }

  std::string find_fault() const {
    auto const found = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), counts);
    for (std::size_t b = 0; b < expected_.extent(0); ++b) {
      if (found(b) == expected_(b)) continue;
      return "bin " + std::to_string(b) + " has " + std::to_string(found(b)) + " values, not " +
             std::to_string(expected_(b));
    }
    return "";
  }

 private:
  Numbers<Count, Kokkos::HostSpace> expected_;
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

template <class Call, class Memory>
void count(Call& call, Data<Memory> const& data) {
  if (data.by_bounds) {
    call(data.values, data.bounds, data.counts);
  } else {
    call(data.values, yoke::EvenBins{data.range.lower, data.range.upper}, data.counts);
  }
}

template <class Executor, class Memory>
std::function<void()> planned(Executor const& executor, Data<Memory> const& data,
                              yoke::HistogramOptions const& options = {}) {
  using Plan = yoke::HistogramPlan<Executor, Value>;
  auto const plan =
      std::make_shared<Plan>(executor, data.values.extent(0), data.counts.extent(0), options);
  return [plan, &data] { count(*plan, data); };
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

#if defined(KOKKOS_ENABLE_CUDA)
// As one calls it by hand, with its memory allocated before.
std::function<void()> call_cub(Data<Device::memory_space> const& data) {
  auto const call = [&data](void* room, std::size_t& bytes) {
    int const levels = static_cast<int>(data.bounds.extent(0));
    int const size = static_cast<int>(data.values.extent(0));
    auto* const counts = reinterpret_cast<unsigned long long*>(data.counts.data());
    Value const* const values = data.values.data();
    if (data.by_bounds) {
      Value const* const bounds = data.bounds.data();
      cub::DeviceHistogram::HistogramRange(room, bytes, values, counts, levels, bounds, size);
    } else {
      cub::DeviceHistogram::HistogramEven(room, bytes, values, counts, levels, data.range.lower,
                                          data.range.upper, size);
    }
  };
  std::size_t bytes = 0;
  call(nullptr, bytes);
  Kokkos::View<char*, Device::memory_space> const room("yoke_perf::room", bytes);
  return [=] {
    std::size_t given = bytes;
    call(room.data(), given);
    cudaDeviceSynchronize();
  };
}
#endif

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
  if constexpr (has_device) add_hybrid<PinnedSpace>(settings, hybrid, "pinned", what);
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
