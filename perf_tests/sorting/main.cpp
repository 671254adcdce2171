// The speed of sorting: keys alone and with values, on each side and on both, beside std::sort,
// ips4o and CUB; of segments; of the first keys; and of runs. Every timed run is checked.

#include <benchmark/benchmark.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "sorting/data.hpp"
#include "sorting/peers.hpp"
#include "sorting/plans.hpp"
#include "sorting/runs.hpp"
#include "sorting/segments.hpp"
#include "sorting/settings.hpp"
#include "sorting/top_k.hpp"
#include "support/lanes.hpp"
#include "support/program.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/sort.hpp"

namespace yoke_perf::sorting {
namespace {

struct ShowNothing {
  template <class Data>
  void operator()(benchmark::State&, Data const&) const {}
};

// One benchmark: make(data) returns what is timed, with all that it needs allocated; show(state,
// data) has more to say.
template <class Key, class Memory, class Make, class Show = ShowNothing>
void add(Settings const& settings, std::string const& way, std::string const& keys,
         std::uint64_t size, bool has_values, Make const& make, std::string const& form = "",
         Show const& show = {}) {
  std::string const name = "sort/" + way + "/" + name_of_keys<Key>() +
                           (has_values ? "+u32/" : "/") + keys + "/" + format_size(size) + form;
  add_benchmark(name, settings.runs, [=](benchmark::State& state) {
    Data<Key, Memory> const data(keys, size, has_values);
    Measured work;
    work.prepare = [&] { data.fill(); };
    work.run = make(data);
    work.find_fault = [&] { return data.find_fault(); };
    measure(state, work, {size, 0});
    work.run = {};  // what it holds is not held twice
    show(state, data);
  });
}

// A plan's call of both sides, and its lanes.
template <class Key, class Memory>
void add_plan(Settings const& settings, yoke::Hybrid<> const& hybrid, std::string const& way,
              std::string const& keys, std::uint64_t size, bool has_values,
              yoke::SortOptions const& options, std::string const& form = "") {
  auto const make = [&hybrid, options](auto const& data, yoke::Timeline* timeline) {
    auto told = options;
    told.timeline = timeline;
    return planned(hybrid, data, told);
  };
  add<Key, Memory>(
      settings, way, keys, size, has_values,
      [make](auto const& data) { return make(data, nullptr); }, form,
      [make](benchmark::State& state, auto const& data) {
        show_lanes(
            state, [&](yoke::Timeline* timeline) { return make(data, timeline); }, 1,
            [&] { data.fill(); });
      });
}

template <class Space, class Key>
void add_space(Settings const& settings, std::string const& keys, std::uint64_t size,
               bool has_values) {
  using Memory = typename Space::memory_space;
  std::string const side = name_of_space<Space>();
  add<Key, Memory>(
      settings, side, keys, size, has_values,
      [](auto const& data) { return planned(Space(), data); }, "/plan");
  if (keys != "uniform") return;
  add<Key, Memory>(
      settings, side, keys, size, has_values,
      [](auto const& data) -> std::function<void()> {
        return [&data] {
          if (data.values.extent(0) > 0) {
            yoke::sort_by_key(Space(), data.keys, data.values);
          } else {
            yoke::sort(Space(), data.keys);
          }
        };
      },
      "/one_shot");
}

template <class Key>
void add_std_sort(Settings const& settings, std::string const& keys, std::uint64_t size) {
  add<Key, Kokkos::HostSpace>(
      settings, "std_sort", keys, size, false, [](auto const& data) -> std::function<void()> {
        return [&data] { std::sort(data.keys.data(), data.keys.data() + data.keys.extent(0)); };
      });
}

template <class Key>
void add_host_peers(Settings const& settings, std::string const& keys, std::uint64_t size) {
  using Memory = Kokkos::HostSpace;
  if (keys == "uniform") add_std_sort<Key>(settings, keys, size);
  if (!has_ips4o() || std::is_floating_point_v<Key>) return;
  add<Key, Memory>(settings, "ips4o", keys, size, false,
                   [](auto const& data) -> std::function<void()> {
                     return [&data] {
                       if constexpr (!std::is_floating_point_v<Key>) {
                         ips4o_sort(data.keys.data(), data.keys.extent(0));
                       }
                     };
                   });
}

template <class Key>
void add_device(Settings const& settings, std::string const& keys, std::uint64_t size,
                bool has_values) {
  add_space<Device, Key>(settings, keys, size, has_values);
#if defined(KOKKOS_ENABLE_CUDA)
  add<Key, Device::memory_space>(settings, "cub", keys, size, has_values,
                                 [](auto const& data) { return call_cub(data); });
#endif
}

// Copies all up, sorts it, and copies all down.
template <class Key, class Memory>
std::function<void()> copy_sort_copy(Data<Key, Memory> const& data) {
  Data<Key, Device::memory_space> const there("uniform", data.keys.extent(0),
                                              data.values.extent(0) > 0);
  auto const sort = planned(Device(), there);
  return [=] {
    Kokkos::deep_copy(there.keys, data.keys);
    Kokkos::deep_copy(there.values, data.values);
    sort();
    Kokkos::deep_copy(data.keys, there.keys);
    Kokkos::deep_copy(data.values, there.values);
  };
}

template <class Key, class Memory>
void add_joint(Settings const& settings, yoke::Hybrid<> const& hybrid, std::string const& place,
               std::string const& keys, std::uint64_t size, bool has_values) {
  for (double const share : settings.shares) {
    add_plan<Key, Memory>(
        settings, hybrid, "joint_" + place + "/" + std::to_string(share).substr(0, 4), keys, size,
        has_values, {.algorithm = yoke::SortAlgorithm::joint_sample, .split = yoke::Split(share)});
  }
}

// Keys that are more than the device's memory takes.
template <class Key, class Memory>
void add_bounded(Settings const& settings, yoke::Hybrid<> const& hybrid, std::string const& place,
                 std::string const& keys, std::uint64_t size, bool has_values) {
  if (settings.device_memory == 0) return;
  yoke::SortOptions const options{.device_memory = settings.device_memory};
  add_plan<Key, Memory>(settings, hybrid, "bounded_" + place, keys, size, has_values, options,
                        "/plan");
  add<Key, Memory>(
      settings, "bounded_" + place, keys, size, has_values,
      [&hybrid, options](auto const& data) -> std::function<void()> {
        return [&hybrid, &data, options] { planned<yoke::Hybrid<>>(hybrid, data, options)(); };
      },
      "/one_shot");
}

template <class Key, class Memory>
void add_hybrid(Settings const& settings, yoke::Hybrid<> const& hybrid, std::string const& place,
                std::string const& keys, std::uint64_t size, bool has_values) {
  if constexpr (has_device) {
    add<Key, Memory>(settings, "copy_sort_copy_" + place, keys, size, has_values,
                     [](auto const& data) { return copy_sort_copy(data); });
  }
  for (double const share : settings.shares) {
    add_plan<Key, Memory>(settings, hybrid,
                          "hybrid_" + place + "/" + std::to_string(share).substr(0, 4), keys, size,
                          has_values, {.split = yoke::Split(share)});
  }
  add_joint<Key, Memory>(settings, hybrid, place, keys, size, has_values);
}

template <class Key>
void add_key(Settings const& settings, yoke::Hybrid<> const& hybrid, std::uint64_t size) {
  for (auto const& keys : settings.keys) {
    for (bool const has_values : {false, true}) {
      if constexpr (has_device) add_device<Key>(settings, keys, size, has_values);
      add_space<Host, Key>(settings, keys, size, has_values);
      if (!has_values) add_host_peers<Key>(settings, keys, size);
      if constexpr (has_device) {
        add_bounded<Key, Kokkos::SharedHostPinnedSpace>(settings, hybrid, "pinned", keys, size,
                                                        has_values);
      }
      add_bounded<Key, Kokkos::HostSpace>(settings, hybrid, "pageable", keys, size, has_values);
      if (keys != "uniform") continue;
      if constexpr (has_device) {
        add_hybrid<Key, Kokkos::SharedHostPinnedSpace>(settings, hybrid, "pinned", keys, size,
                                                       has_values);
        add_joint<Key, Device::memory_space>(settings, hybrid, "device", keys, size, has_values);
      }
      add_hybrid<Key, Kokkos::HostSpace>(settings, hybrid, "pageable", keys, size, has_values);
    }
  }
}

// Of 8 or 16 bits.
template <class Key>
void add_narrow_key(Settings const& settings, std::uint64_t size) {
  for (auto const& keys : settings.keys) {
    for (bool const has_values : {false, true}) {
      if constexpr (has_device) add_device<Key>(settings, keys, size, has_values);
      add_space<Host, Key>(settings, keys, size, has_values);
    }
    add_std_sort<Key>(settings, keys, size);
  }
}

}  // namespace
}  // namespace yoke_perf::sorting

int main(int argc, char** argv) {
  using namespace yoke_perf;
  sorting::Settings settings;
  sorting::Lengths lengths = sorting::default_lengths();
  auto options = sorting::options_of(settings);
  options.push_back(sorting::option_of(lengths));
  return run_program("perf_sort", argc, argv, options, [&] {
    auto hybrid = std::make_unique<yoke::Hybrid<>>();
    for (auto const size : settings.sizes) {
      sorting::add_key<std::uint32_t>(settings, *hybrid, size);
      sorting::add_key<std::uint64_t>(settings, *hybrid, size);
      sorting::add_key<double>(settings, *hybrid, size);
      sorting::add_narrow_key<std::uint8_t>(settings, size);
      sorting::add_narrow_key<std::uint16_t>(settings, size);
      sorting::add_segments(settings, lengths, size);
      sorting::add_selections(settings, size);
      sorting::add_runs(settings, size);
    }
    return hybrid;
  });
}
