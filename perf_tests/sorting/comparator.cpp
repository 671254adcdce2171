// The speed of sorting by a comparator: keys, pairs, and records of 16 and 48 bytes, by each
// algorithm, on each side and on both, beside std::stable_sort, ips4o and CUB's merge sort. Every
// timed run is checked.

#include <benchmark/benchmark.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "sorting/peers.hpp"
#include "sorting/records.hpp"
#include "sorting/settings.hpp"
#include "support/program.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/sort_comparator.hpp"

#if defined(KOKKOS_ENABLE_CUDA)
#include <cub/device/device_merge_sort.cuh>
#endif

namespace yoke_perf::sorting {
namespace {

// One benchmark: make(data) returns what is timed, with all that it needs allocated.
template <class Element, class Memory, class Make>
void add(Settings const& settings, std::string const& way, std::string const& keys,
         std::uint64_t size, bool has_values, bool is_stable, Make const& make) {
  std::string const name = "comparator/" + way + "/" + std::to_string(sizeof(Element)) + "_bytes" +
                           (has_values ? "+4/" : "/") + keys + "/" + format_size(size);
  add_benchmark(name, settings.runs, [=](benchmark::State& state) {
    Elements<Element, Memory> const data(keys, size, has_values, is_stable);
    Measured work;
    work.prepare = [&] { data.fill(); };
    work.run = make(data);
    work.find_fault = [&] { return data.find_fault(); };
    measure(state, work, {size, 0});
  });
}

template <class Executor, class Data>
std::function<void()> planned(Executor const& executor, Data const& data,
                              yoke::SortOptions const& options) {
  using Element = typename Data::Element;
  if constexpr (sizeof(Element) == 4) {
    if (data.values.extent(0) > 0) {
      using Plan = yoke::ComparatorSortByKeyPlan<Executor, Element, std::uint32_t>;
      auto const plan = std::make_shared<Plan>(executor, data.elements.extent(0), options);
      return [=] { (*plan)(data.elements, data.values, ByKey()); };
    }
  }
  using Plan = yoke::ComparatorSortPlan<Executor, Element>;
  auto const plan = std::make_shared<Plan>(executor, data.elements.extent(0), options);
  return [=] { (*plan)(data.elements, ByKey()); };
}

template <class Space, class Element>
void add_space(Settings const& settings, std::string const& keys, std::uint64_t size,
               bool has_values) {
  for (auto const algorithm : {yoke::SortAlgorithm::sample, yoke::SortAlgorithm::merge}) {
    std::string const name(yoke::sort_algorithms[static_cast<int>(algorithm)].name);
    add<Element, typename Space::memory_space>(
        settings, std::string(name_of_space<Space>()) + "/" + name, keys, size, has_values, true,
        [=](auto const& data) { return planned(Space(), data, {.algorithm = algorithm}); });
  }
  if constexpr (std::is_same_v<Space, Host>) return;
  add<Element, typename Space::memory_space>(
      settings, "device/merge_strict", keys, size, has_values, true, [](auto const& data) {
        return planned(Space(), data,
                       {.algorithm = yoke::SortAlgorithm::merge, .comparator_is_strict = true});
      });
}

// ips4o sorts pairs as records of 8 bytes.
template <class Element>
void add_host_peers(Settings const& settings, std::string const& keys, std::uint64_t size) {
  if (keys == "uniform") {
    add<Element, Kokkos::HostSpace>(settings, "std_stable_sort", keys, size, false, true,
                                    [](auto const& data) -> std::function<void()> {
                                      return [&data] {
                                        auto* const begin = data.elements.data();
                                        std::stable_sort(begin, begin + data.elements.extent(0),
                                                         ByKey());
                                      };
                                    });
  }
  if (!has_ips4o()) return;
  add<Element, Kokkos::HostSpace>(
      settings, "ips4o", keys, size, false, false, [](auto const& data) -> std::function<void()> {
        return [&data] { ips4o_sort_by_key(data.elements.data(), data.elements.extent(0)); };
      });
}

#if defined(KOKKOS_ENABLE_CUDA)
// As one calls it by hand, with its memory allocated before.
template <class Data>
std::function<void()> call_cub(Data const& data) {
  std::uint64_t const size = data.elements.extent(0);
  auto const elements = data.elements;
  auto const values = data.values;
  auto const call = [=](void* room, std::size_t& bytes) {
    if (values.extent(0) > 0) {
      cub::DeviceMergeSort::StableSortPairs(room, bytes, elements.data(), values.data(), size,
                                            ByKey());
    } else {
      cub::DeviceMergeSort::StableSortKeys(room, bytes, elements.data(), size, ByKey());
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

template <class Element>
void add_device(Settings const& settings, std::string const& keys, std::uint64_t size,
                bool has_values) {
  add_space<Device, Element>(settings, keys, size, has_values);
#if defined(KOKKOS_ENABLE_CUDA)
  add<Element, Device::memory_space>(settings, "cub_merge", keys, size, has_values, true,
                                     [](auto const& data) { return call_cub(data); });
#endif
}

template <class Element, class Memory>
void add_hybrid(Settings const& settings, yoke::Hybrid<> const& hybrid, std::string const& place,
                std::uint64_t size, bool has_values) {
  for (double const share : settings.shares) {
    add<Element, Memory>(settings, "hybrid_" + place + "/" + std::to_string(share).substr(0, 4),
                         "uniform", size, has_values, true, [&hybrid, share](auto const& data) {
                           return planned<yoke::Hybrid<>>(hybrid, data,
                                                          {.split = yoke::Split(share)});
                         });
  }
}

template <class Element>
void add_element(Settings const& settings, yoke::Hybrid<> const& hybrid, std::uint64_t size,
                 bool has_values) {
  for (auto const& keys : settings.keys) {
    if constexpr (has_device) add_device<Element>(settings, keys, size, has_values);
    add_space<Host, Element>(settings, keys, size, has_values);
    if (!has_values) add_host_peers<Element>(settings, keys, size);
  }
  if constexpr (has_device) {
    add_hybrid<Element, Kokkos::SharedHostPinnedSpace>(settings, hybrid, "pinned", size,
                                                       has_values);
  }
  add_hybrid<Element, Kokkos::HostSpace>(settings, hybrid, "pageable", size, has_values);
}

}  // namespace
}  // namespace yoke_perf::sorting

int main(int argc, char** argv) {
  using namespace yoke_perf;
  sorting::Settings settings;
  return run_program("perf_sort_comparator", argc, argv, sorting::options_of(settings), [&] {
    auto hybrid = std::make_unique<yoke::Hybrid<>>();
    for (auto const size : settings.sizes) {
      sorting::add_element<std::uint32_t>(settings, *hybrid, size, false);
      sorting::add_element<std::uint32_t>(settings, *hybrid, size, true);
      sorting::add_element<sorting::Record<8>>(settings, *hybrid, size, false);
      sorting::add_element<sorting::Record<16>>(settings, *hybrid, size, false);
      sorting::add_element<sorting::Record<48>>(settings, *hybrid, size, false);
    }
    return hybrid;
  });
}
