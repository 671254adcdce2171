#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>

#include "support/arguments.hpp"
#include "support/spaces.hpp"
#include "yoke/generate_keys.hpp"
#include "yoke/histogram.hpp"
#include "yoke/sort.hpp"

#if defined(KOKKOS_ENABLE_CUDA)
#include <cub/device/device_histogram.cuh>
#endif

namespace yoke_perf::histogram {

using Value = std::uint32_t;
using Count = std::uint64_t;

// Of a distribution: numbers are below 2^20.
struct Range {
  Value lower, upper;
  static Range of(std::string const& values) {
    return {0, values == "uniform" ? ~Value(0) : Value(1) << 20};
  }
};

inline yoke::KeyShape shape_of(std::string const& values) {
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

#if defined(KOKKOS_ENABLE_CUDA)
// As one calls it by hand, with its memory allocated before.
inline std::function<void()> call_cub(Data<Device::memory_space> const& data) {
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

}  // namespace yoke_perf::histogram
