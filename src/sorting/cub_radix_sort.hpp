#pragma once

#include <Kokkos_Core.hpp>

#if defined(KOKKOS_ENABLE_CUDA)

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cub/device/device_radix_sort.cuh>
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
  Word* keys;
  KeyOrder<Word> order;  // ascending
  bool is_descending;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    Word const key = keys[i];
    Word const canonical = order.canonical(key);
    Word changed = canonical;
    if (is_descending) {
      if (!order.is_floating()) {
        changed = ~key;
      } else if (!order.is_nan(key)) {
        changed = key ^ sign;
      }
    }
    if (changed != key) keys[i] = changed;
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
    Negate<Word> const negate{data.keys, KeyOrder<Word>(kind, SortOrder::ascending), is_descending};
    WideRange<Cuda> const all(exec_, 0, size);
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
  template <class Key>
  std::size_t room_for(std::size_t capacity) {
    std::size_t bytes = 0;
    sort_as<Key>({nullptr, nullptr}, capacity, nullptr, bytes);
    return bytes;
  }

  template <class Key>
  void sort_as(Columns<Word, Value> const& data, std::uint64_t size, void* room,
               std::size_t& bytes) {
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
