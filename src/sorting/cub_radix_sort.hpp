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
#include "yoke/detail/sorting/wide_keys.hpp"

namespace yoke::detail::sorting {

// Before CUB sorts ascending: one NaN for every NaN, and descending keys negated. After it: negated
// again, with the NaN that hosts leave. Narrow keys become their rank, so that CUB is compiled for
// one type of each width. A key that stays as it is is not written.
template <class Word>
struct Negate {
  static constexpr Word sign = Word(1) << (8 * sizeof(Word) - 1);
  // Reads that a thread has under way at once.
  static constexpr int per_thread = 4;
  Word* keys;
  std::uint64_t size;
  KeyOrder<Word> order;
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
    if constexpr (is_narrow<Word>) return order.rank(key);
    if (!is_descending) return order.canonical(key);
    if (!order.is_floating()) return ~key;
    return order.is_nan(key) ? order.canonical(key) : key ^ sign;
  }
};

inline void check_cub(cudaError_t error) {
  if (error == cudaSuccess) return;
  throw std::runtime_error(std::string("yoke::sort: CUB: ") + cudaGetErrorString(error));
}

// CUB's radix sort. Holds a copy of the elements and what CUB asks for beside it: in one array, as
// CUB divides it itself where the sorted elements go elsewhere.
template <class Word, class Value>
class CubRadixSort {
  static constexpr bool has_values = !std::is_same_v<Value, NoValue>;
  using Floating = std::conditional_t<sizeof(Word) == 4, float, double>;
  using Cuda = Kokkos::Cuda;

 public:
  CubRadixSort(Cuda const& exec, std::size_t capacity)
      : exec_(exec), copy_bytes_(aligned(capacity * sizeof(Word))) {
    values_begin_ = copy_bytes_;
    if (has_values) copy_bytes_ += aligned(capacity * sizeof(Value));
    std::size_t bytes = bytes_for<Word>(capacity);
    if constexpr (!is_narrow<Word>) {
      // Not the same for all types of one width.
      bytes = std::max(
          {bytes, bytes_for<std::make_signed_t<Word>>(capacity), bytes_for<Floating>(capacity)});
    }
    workspace_ = make_buffer<Cuda, std::byte>(exec, "yoke::sort::cub", bytes);
  }

  // From `source` to `target`, which is the same or lies elsewhere; then anything is left there.
  std::uint64_t run(Columns<Word, Value> const& source, Columns<Word, Value> const& target,
                    std::uint64_t size, KeyKind kind, SortOrder order, PhaseTimer<Cuda>& timer) {
    bool const is_descending = order == SortOrder::descending;
    bool const is_changed = is_descending || (is_narrow<Word> && kind == KeyKind::is_signed);
    KeyOrder<Word> const before(kind, is_narrow<Word> ? order : SortOrder::ascending);
    Negate<Word> negate{source.keys, size, before, is_descending};
    WideRange<Cuda> const all(exec_, 0, negate.threads());
    if (is_changed || kind == KeyKind::is_floating) {
      Kokkos::parallel_for("yoke::sort::negate", all, negate);
    }
    if constexpr (is_narrow<Word>) {
      sort_as<Word>(source, target, size);
    } else if (kind == KeyKind::is_floating) {
      sort_as<Floating>(source, target, size);
    } else if (kind == KeyKind::is_signed) {
      sort_as<std::make_signed_t<Word>>(source, target, size);
    } else {
      sort_as<Word>(source, target, size);
    }
    negate.keys = target.keys;
    negate.order = KeyOrder<Word>(kind, order);
    if (is_changed) Kokkos::parallel_for("yoke::sort::negate", all, negate);
    timer.done("radix sort");
    return 0;
  }

 private:
  static std::size_t aligned(std::size_t bytes) { return (bytes + 255) / 256 * 256; }

  // What CUB asks for need not grow with the size, nor be the same for both kinds of numbers.
  template <class Key>
  std::size_t bytes_for(std::size_t capacity) {
    constexpr std::size_t most = std::numeric_limits<int>::max();
    Columns<Word, Value> const none{nullptr, nullptr};
    std::size_t most_bytes = 0;
    auto const ask = [&](auto size) {
      std::size_t bytes = 0, also = 0;
      sort_in_place<Key>(none, size, nullptr, bytes);
      sort_elsewhere<Key>(none, none, size, nullptr, also);
      most_bytes = std::max({most_bytes, bytes, also});
    };
    ask(std::uint64_t(capacity));
    ask(static_cast<int>(std::min(capacity, most)));
    return most_bytes;
  }

  // Of few enough pairs their number is an int, for which CUB is tuned: 2^27 of 32 bits each took
  // 3.8 ms on an H200, with a number of 64 bits 4.4. Keys alone took 3.3 and 2.9.
  template <class Key>
  void sort_as(Columns<Word, Value> const& source, Columns<Word, Value> const& target,
               std::uint64_t size) {
    std::byte* const workspace = workspace_.data();
    std::size_t bytes = workspace_.extent(0);
    if constexpr (has_values) {
      if (size <= std::numeric_limits<int>::max()) {
        sort_so_many<Key>(source, target, static_cast<int>(size), workspace, bytes);
        return;
      }
    }
    sort_so_many<Key>(source, target, size, workspace, bytes);
  }

  template <class Key, class Count>
  void sort_so_many(Columns<Word, Value> const& source, Columns<Word, Value> const& target,
                    Count size, std::byte* workspace, std::size_t& bytes) {
    if (source.keys == target.keys) {
      sort_in_place<Key>(source, size, workspace, bytes);
    } else {
      sort_elsewhere<Key>(source, target, size, workspace, bytes);
    }
  }

  // Without room, `bytes` becomes what is asked for; so below.
  template <class Key, class Count>
  void sort_elsewhere(Columns<Word, Value> const& source, Columns<Word, Value> const& target,
                      Count size, std::byte* workspace, std::size_t& bytes) {
    auto const from = reinterpret_cast<Key const*>(source.keys);
    auto const to = reinterpret_cast<Key*>(target.keys);
    constexpr int bits = 8 * sizeof(Key);
    auto const stream = exec_.cuda_stream();
    if constexpr (has_values) {
      Value const* const values = source.values;
      check_cub(cub::DeviceRadixSort::SortPairs(workspace, bytes, from, to, values, target.values,
                                                size, 0, bits, stream));
    } else {
      check_cub(cub::DeviceRadixSort::SortKeys(workspace, bytes, from, to, size, 0, bits, stream));
    }
  }

  // Alternately between the elements and their copy, which lies in front of what CUB asks for.
  template <class Key, class Count>
  void sort_in_place(Columns<Word, Value> const& data, Count size, std::byte* workspace,
                     std::size_t& bytes) {
    std::byte* const rest = workspace ? workspace + copy_bytes_ : nullptr;
    if (workspace) bytes -= copy_bytes_;
    cub::DoubleBuffer<Key> keys(reinterpret_cast<Key*>(data.keys),
                                reinterpret_cast<Key*>(workspace));
    constexpr int bits = 8 * sizeof(Key);
    auto const stream = exec_.cuda_stream();
    if constexpr (has_values) {
      auto const copied = reinterpret_cast<Value*>(workspace ? workspace + values_begin_ : nullptr);
      cub::DoubleBuffer<Value> values(data.values, copied);
      check_cub(cub::DeviceRadixSort::SortPairs(rest, bytes, keys, values, size, 0, bits, stream));
      if (workspace && values.Current() != data.values) copy(data.values, copied, size);
    } else {
      check_cub(cub::DeviceRadixSort::SortKeys(rest, bytes, keys, size, 0, bits, stream));
    }
    if (!workspace) bytes += copy_bytes_;
    if (workspace && reinterpret_cast<Word*>(keys.Current()) != data.keys) {
      copy(data.keys, reinterpret_cast<Word*>(workspace), size);
    }
  }

  template <class T>
  void copy(T* target, T const* source, std::uint64_t size) const {
    Kokkos::deep_copy(exec_, Array<Cuda, T>(target, size), Array<Cuda, T const>(source, size));
  }

  Cuda exec_;
  std::size_t values_begin_ = 0, copy_bytes_;  // of the copy
  Buffer<Cuda, std::byte> workspace_;
};

}  // namespace yoke::detail::sorting

#endif
