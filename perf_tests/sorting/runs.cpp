// Runs of sorted keys with their counts: on a host beside a plain loop, on a device beside CUB's
// run-length encoding. Every timed run is checked.

#include "sorting/runs.hpp"

#include <benchmark/benchmark.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "sorting/plans.hpp"
#include "support/program.hpp"
#include "yoke/unique.hpp"

#if defined(KOKKOS_ENABLE_CUDA)
#include <cub/device/device_run_length_encode.cuh>
#endif

namespace yoke_perf::sorting {
namespace {

using Count = std::uint32_t;

template <class Key>
std::uint64_t plain_loop(Key const* keys, std::uint64_t size, Key* unique_keys, Count* counts) {
  std::uint64_t runs = 0, begin = 0;
  for (std::uint64_t i = 1; i <= size; ++i) {
    if (i < size && keys[i] == keys[begin]) continue;
    unique_keys[runs] = keys[begin];
    counts[runs++] = static_cast<Count>(i - begin);
    begin = i;
  }
  return runs;
}

// Sorted keys, and room for their runs.
template <class Key, class Space>
struct Runs {
  using Memory = typename Space::memory_space;
  Data<Key, Memory> data;
  Numbers<Key, Memory> unique_keys;
  Numbers<Count, Memory> counts;
  std::uint64_t found = 0;
  std::vector<Key> expected_keys;
  std::vector<Count> expected_counts;

  Runs(std::string const& keys, std::uint64_t size)
      : data(keys, size, false),
        unique_keys("yoke_perf::unique", size),
        counts("yoke_perf::counts", size),
        expected_keys(size),
        expected_counts(size) {
    yoke::sort(Space(), data.keys);
    auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), data.keys);
    std::uint64_t const runs =
        plain_loop(host.data(), size, expected_keys.data(), expected_counts.data());
    expected_keys.resize(runs);
    expected_counts.resize(runs);
  }

  void clear() {
    found = 0;
    Kokkos::deep_copy(unique_keys, Key(0));
    Kokkos::deep_copy(counts, Count(0));
  }
  std::string find_fault() const {
    if (found != expected_keys.size()) return "there is another number of runs";
    auto const keys = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), unique_keys);
    auto const lengths = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), counts);
    bool const is_right =
        std::equal(expected_keys.begin(), expected_keys.end(), keys.data()) &&
        std::equal(expected_counts.begin(), expected_counts.end(), lengths.data());
    return is_right ? "" : "a run is wrong";
  }
};

template <class Key, class Space>
std::function<void()> by_yoke(Runs<Key, Space>& runs) {
  return [&runs] {
    runs.found = yoke::unique(Space(), runs.data.keys, runs.unique_keys, runs.counts);
  };
}

template <class Key>
std::function<void()> by_plain_loop(Runs<Key, Host>& runs) {
  return [&runs] {
    runs.found = plain_loop(runs.data.keys.data(), runs.data.keys.extent(0),
                            runs.unique_keys.data(), runs.counts.data());
  };
}

#if defined(KOKKOS_ENABLE_CUDA)
// With its memory allocated before.
template <class Key>
std::function<void()> by_cub(Runs<Key, Device>& runs) {
  using Memory = Device::memory_space;
  Kokkos::View<int*, Memory> const found("yoke_perf::found", 1);
  auto const call = [&runs, found](void* room, std::size_t& bytes) {
    cub::DeviceRunLengthEncode::Encode(room, bytes, runs.data.keys.data(), runs.unique_keys.data(),
                                       runs.counts.data(), found.data(),
                                       static_cast<int>(runs.data.keys.extent(0)));
  };
  std::size_t bytes = 0;
  call(nullptr, bytes);
  Kokkos::View<char*, Memory> const room("yoke_perf::room", bytes);
  return [=, &runs] {
    std::size_t given = bytes;
    call(room.data(), given);
    int count = 0;
    cudaMemcpy(&count, found.data(), sizeof count, cudaMemcpyDeviceToHost);
    runs.found = static_cast<std::uint64_t>(count);
  };
}
#endif

template <class Key, class Space>
void add_way(Settings const& settings, std::string const& keys, std::uint64_t size,
             std::string const& way, std::function<void()> (*make)(Runs<Key, Space>&)) {
  std::string const name =
      "unique/" + way + "/" + name_of_keys<Key>() + "/" + keys + "/" + format_size(size);
  add_benchmark(name, settings.runs, [=](benchmark::State& state) {
    Runs<Key, Space> runs(keys, size);
    Measured work;
    work.prepare = [&] { runs.clear(); };
    work.run = make(runs);
    work.find_fault = [&] { return runs.find_fault(); };
    measure(state, work, {size, 0});
  });
}

template <class Key>
void add_key(Settings const& settings, std::uint64_t size) {
  for (auto const& keys : settings.keys) {
    add_way<Key, Host>(settings, keys, size, name_of_space<Host>(), by_yoke);
    add_way<Key, Host>(settings, keys, size, "plain_loop", by_plain_loop);
#if defined(KOKKOS_ENABLE_CUDA)
    add_way<Key, Device>(settings, keys, size, name_of_space<Device>(), by_yoke);
    add_way<Key, Device>(settings, keys, size, "cub", by_cub);
#endif
  }
}

}  // namespace

void add_runs(Settings const& settings, std::uint64_t size) {
  add_key<std::uint8_t>(settings, size);
  add_key<std::uint32_t>(settings, size);
  add_key<double>(settings, size);
}

}  // namespace yoke_perf::sorting
