#pragma once

#include <Kokkos_Core.hpp>

#if defined(KOKKOS_ENABLE_CUDA)

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cub/device/device_radix_sort.cuh>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "frame/phase_timer.hpp"
#include "sorting/element.hpp"
#include "yoke/detail/frame/memory.hpp"

namespace yoke::detail::sorting {

// Before CUB sorts ascending: one NaN for every NaN, and descending keys negated. After it: negated
// again. A key that stays as it is is not written.
template <class Word>
struct Negate {
  static constexpr Word sign = Word(1) << (8 * sizeof(Word) - 1);
  // Reads that a thread has under way at once.
  static constexpr int per_thread = 4;
  Word* keys;
  std::uint64_t size;
  KeyOrder<Word> order;  // ascending
  bool is_descending;

  std::uint64_t threads() const { return (size + per_thread - 1) / per_thread; }

  KOKKOS_FUNCTION void operator()(std::uint64_t thread) const {
    std::uint64_t const stride = (size + per_thread - 1) / per_thread;
    Word key[per_thread];
    for (int k = 0; k < per_thread; ++k) {
      std::uint64_t const i = thread + k * stride;
      key[k] = i < size ? keys[i] : Word(0);
    }
    for (int k = 0; k < per_thread; ++k) {
      std::uint64_t const i = thread + k * stride;
      Word const changed = negated(key[k]);
      if (i < size && changed != key[k]) keys[i] = changed;
    }
  }

 private:
  KOKKOS_FUNCTION Word negated(Word key) const {
    if (!is_descending) return order.canonical(key);
    if (!order.is_floating()) return ~key;
    return order.is_nan(key) ? order.canonical(key) : key ^ sign;
  }
};

inline void check_cub(cudaError_t error) {
  if (error == cudaSuccess) return;
  throw std::runtime_error(std::string("yoke::sort: CUB: ") + cudaGetErrorString(error));
}

// CUB's radix sort. Holds a copy of the elements and what CUB asks for beside it.
template <class Word, class Value>
class CubRadixSort {
  static constexpr bool has_values = !std::is_same_v<Value, NoValue>;
  using Floating = std::conditional_t<sizeof(Word) == 4, float, double>;
  using Cuda = Kokkos::Cuda;

 public:
  CubRadixSort(Cuda const& exec, std::size_t capacity)
      : exec_(exec), keys_(make_buffer<Cuda, Word>(exec, "yoke::sort::keys", capacity)) {
    if (has_values) values_ = make_buffer<Cuda, Value>(exec, "yoke::sort::values", capacity);
    // Not the same for all types of one width.
    std::size_t const bytes =
        std::max({room_for<Word>(capacity), room_for<std::make_signed_t<Word>>(capacity),
                  room_for<Floating>(capacity)});
    temporary_ = make_buffer<Cuda, std::byte>(exec, "yoke::sort::cub", bytes);
  }

  std::uint64_t run(Columns<Word, Value> const& data, std::uint64_t size, KeyKind kind,
                    SortOrder order, PhaseTimer<Cuda>& timer) {
    bool const is_descending = order == SortOrder::descending;
    Negate<Word> const negate{data.keys, size, KeyOrder<Word>(kind, SortOrder::ascending),
                              is_descending};
    WideRange<Cuda> const all(exec_, 0, negate.threads());
    if (is_descending || kind == KeyKind::is_floating) {
      Kokkos::parallel_for("yoke::sort::negate", all, negate);
    }
    std::size_t bytes = temporary_.extent(0);
    if (kind == KeyKind::is_floating) {
      sort_as<Floating>(data, size, temporary_.data(), bytes);
    } else if (kind == KeyKind::is_signed) {
      sort_as<std::make_signed_t<Word>>(data, size, temporary_.data(), bytes);
    } else {
      sort_as<Word>(data, size, temporary_.data(), bytes);
    }
    if (is_descending) Kokkos::parallel_for("yoke::sort::negate", all, negate);
    timer.done("radix sort");
    return 0;
  }

 private:
  // What CUB asks for need not grow with the size, nor be the same for both kinds of numbers.
  template <class Key>
  std::size_t room_for(std::size_t capacity) {
    std::size_t bytes = 0, also = 0;
    sort_so_many<Key>({nullptr, nullptr}, std::uint64_t(capacity), nullptr, bytes);
    constexpr std::size_t most = std::numeric_limits<int>::max();
    sort_as<Key>({nullptr, nullptr}, std::min(capacity, most), nullptr, also);
    return std::max(bytes, also);
  }

  // Of few enough pairs their number is an int, for which CUB is tuned: 2^27 of 32 bits each took
  // 3.8 ms on an H200, with a number of 64 bits 4.4. Keys alone took 3.3 and 2.9.
  template <class Key>
  void sort_as(Columns<Word, Value> const& data, std::uint64_t size, void* room,
               std::size_t& bytes) {
    if constexpr (has_values) {
      if (size <= std::numeric_limits<int>::max()) {
        sort_so_many<Key>(data, static_cast<int>(size), room, bytes);
        return;
      }
    }
    sort_so_many<Key>(data, size, room, bytes);
  }

  template <class Key, class Count>
  void sort_so_many(Columns<Word, Value> const& data, Count size, void* room, std::size_t& bytes) {
    cub::DoubleBuffer<Key> keys(reinterpret_cast<Key*>(data.keys),
                                reinterpret_cast<Key*>(keys_.data()));
    constexpr int bits = 8 * sizeof(Key);
    auto const stream = exec_.cuda_stream();
    if constexpr (has_values) {
      cub::DoubleBuffer<Value> values(data.values, values_.data());
      check_cub(cub::DeviceRadixSort::SortPairs(room, bytes, keys, values, size, 0, bits, stream));
      if (room && values.Current() != data.values) copy(data.values, values_.data(), size);
    } else {
      check_cub(cub::DeviceRadixSort::SortKeys(room, bytes, keys, size, 0, bits, stream));
    }
    if (room && reinterpret_cast<Word*>(keys.Current()) != data.keys) {
      copy(data.keys, keys_.data(), size);
    }
  }

  template <class T>
  void copy(T* target, T const* source, std::uint64_t size) const {
    Kokkos::deep_copy(exec_, Array<Cuda, T>(target, size), Array<Cuda, T const>(source, size));
  }

  Cuda exec_;
  Buffer<Cuda, Word> keys_;
  Buffer<Cuda, Value> values_;
  Buffer<Cuda, std::byte> temporary_;
};

}  // namespace yoke::detail::sorting

#endif
