#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>

#include "sorting/data.hpp"
#include "yoke/sort.hpp"

#if defined(KOKKOS_ENABLE_CUDA)
#include <cub/device/device_radix_sort.cuh>
#endif

// What is timed, with all that it needs allocated.
namespace yoke_perf::sorting {

template <class Key>
std::string name_of_keys() {
  std::string const kind = std::is_floating_point_v<Key> ? "float"
                           : std::is_signed_v<Key>       ? "i"
                                                         : "u";
  return kind + std::to_string(8 * sizeof(Key));
}

template <class Executor, class Key, class Memory>
std::function<void()> planned(Executor const& executor, Data<Key, Memory> const& data,
                              yoke::SortOptions const& options = {}) {
  if (data.values.extent(0) > 0) {
    using Plan = yoke::SortByKeyPlan<Executor, Key, std::uint32_t>;
    auto const plan = std::make_shared<Plan>(executor, data.keys.extent(0), options);
    return [=] { (*plan)(data.keys, data.values); };
  }
  using Plan = yoke::SortPlan<Executor, Key>;
  auto const plan = std::make_shared<Plan>(executor, data.keys.extent(0), options);
  return [=] { (*plan)(data.keys); };
}

#if defined(KOKKOS_ENABLE_CUDA)
// As one calls it by hand, with its memory allocated before.
template <class Key>
std::function<void()> call_cub(Data<Key, Device::memory_space> const& data) {
  std::uint64_t const size = data.keys.extent(0);
  using Bytes = Kokkos::View<char*, Device::memory_space>;
  Numbers<Key, Device::memory_space> const other("yoke_perf::other", size);
  Numbers<std::uint32_t, Device::memory_space> const moved("yoke_perf::moved",
                                                           data.values.extent(0));
  auto const call = [=](void* room, std::size_t& bytes) {
    cub::DoubleBuffer<Key> keys(data.keys.data(), other.data());
    cub::DoubleBuffer<std::uint32_t> values(data.values.data(), moved.data());
    int const count = static_cast<int>(size);
    if (moved.extent(0) > 0) {
      cub::DeviceRadixSort::SortPairs(room, bytes, keys, values, count);
    } else {
      cub::DeviceRadixSort::SortKeys(room, bytes, keys, count);
    }
    // A few keys, sorted in one pass, end in the other buffers.
    if (room == nullptr || keys.Current() == data.keys.data()) return;
    Kokkos::deep_copy(Device(), data.keys, other);
    Kokkos::deep_copy(Device(), data.values, moved);
  };
  std::size_t bytes = 0;
  call(nullptr, bytes);
  Bytes const room("yoke_perf::room", bytes);
  return [=] {
    std::size_t given = bytes;
    call(room.data(), given);
    cudaDeviceSynchronize();
  };
}
#endif

}  // namespace yoke_perf::sorting
