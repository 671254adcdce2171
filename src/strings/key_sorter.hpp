#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include "sorting/host_radix_sort.hpp"
#include "strings/pairs.hpp"
#include "yoke/detail/frame/memory.hpp"

#if defined(KOKKOS_ENABLE_CUDA)
#include <algorithm>
#include <cub/device/device_radix_sort.cuh>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#endif

namespace yoke::detail::strings {

// Keys and what moves with them: to be written, and then sorted, stably, by so many of the keys'
// low bits.
template <class Space, class Value>
class KeySorter {
  using Columns = sorting::Columns<std::uint64_t, Value>;

 public:
  KeySorter(Space const& exec, std::size_t capacity)
      : exec_(exec),
        keys_(make_buffer<Space, std::uint64_t>(exec, "yoke::sort_strings::keys", capacity)),
        values_(make_buffer<Space, Value>(exec, "yoke::sort_strings::values", capacity)),
        radix_(exec, capacity) {}

  std::uint64_t* keys() const { return keys_.data(); }
  Value* values() const { return values_.data(); }
  // Elements for as many strings, anybody's between two sorts.
  sorting::Element<std::uint64_t, Value>* elements() const { return radix_.workspace().elements; }

  void sort(std::uint64_t size, int) {
    exec_.fence("yoke::sort_strings: keys");
    PhaseTimer<Space> timer(exec_, static_cast<CallReport*>(nullptr));
    Columns const columns{keys(), values()};
    sorting::KeyOrder<std::uint64_t> const order(sorting::KeyKind::is_unsigned,
                                                 SortOrder::ascending);
    radix_.run(columns, columns, size, order, timer);
  }

 private:
  Space exec_;
  Buffer<Space, std::uint64_t> keys_;
  Buffer<Space, Value> values_;
  sorting::HostRadixSort<Space, std::uint64_t, Value> radix_;
};

#if defined(KOKKOS_ENABLE_CUDA)
template <class Value>
class KeySorter<Kokkos::Cuda, Value> {
  using Cuda = Kokkos::Cuda;

 public:
  KeySorter(Cuda const& exec, std::size_t capacity)
      : exec_(exec),
        keys_(make_buffer<Cuda, std::uint64_t>(exec, "yoke::sort_strings::keys", capacity)),
        other_keys_(make_buffer<Cuda, std::uint64_t>(exec, "yoke::sort_strings::keys", capacity)),
        values_(make_buffer<Cuda, Value>(exec, "yoke::sort_strings::values", capacity)),
        other_values_(make_buffer<Cuda, Value>(exec, "yoke::sort_strings::values", capacity)) {
    // What CUB asks for need not be the same for both kinds of numbers.
    std::size_t bytes = 0, also = 0;
    sort_so_many(std::uint64_t(capacity), 64, nullptr, bytes);
    sort_so_many(static_cast<int>(std::min(capacity, most_as_int)), 64, nullptr, also);
    temporary_ =
        make_buffer<Cuda, std::byte>(exec, "yoke::sort_strings::cub", std::max(bytes, also));
  }

  std::uint64_t* keys() const { return keys_.data(); }
  Value* values() const { return values_.data(); }

  // Changes what keys() and values() are.
  void sort(std::uint64_t size, int bits) {
    std::size_t bytes = temporary_.extent(0);
    // For which CUB is tuned; see CubRadixSort.
    if (size <= most_as_int) {
      sort_so_many(static_cast<int>(size), bits, temporary_.data(), bytes);
    } else {
      sort_so_many(size, bits, temporary_.data(), bytes);
    }
  }

 private:
  static constexpr std::size_t most_as_int = std::numeric_limits<int>::max();

  template <class Count>
  void sort_so_many(Count size, int bits, void* workspace, std::size_t& bytes) {
    cub::DoubleBuffer<std::uint64_t> keys(keys_.data(), other_keys_.data());
    cub::DoubleBuffer<Value> values(values_.data(), other_values_.data());
    cudaError_t const error = cub::DeviceRadixSort::SortPairs(workspace, bytes, keys, values, size,
                                                              0, bits, exec_.cuda_stream());
    if (error != cudaSuccess) {
      throw std::runtime_error(std::string("yoke::sort_strings: CUB: ") +
                               cudaGetErrorString(error));
    }
    if (keys.Current() != keys_.data()) std::swap(keys_, other_keys_);
    if (values.Current() != values_.data()) std::swap(values_, other_values_);
  }

  Cuda exec_;
  Buffer<Cuda, std::uint64_t> keys_, other_keys_;
  Buffer<Cuda, Value> values_, other_values_;
  Buffer<Cuda, std::byte> temporary_;
};
#endif

}  // namespace yoke::detail::strings
