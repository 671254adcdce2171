#pragma once

#include <Kokkos_Core.hpp>

#if defined(KOKKOS_ENABLE_CUDA)

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cub/device/device_segmented_sort.cuh>

#include "sorting/cub_radix_sort.hpp"
#include "sorting/host_segmented_sort.hpp"

namespace yoke::detail::sorting {

// Ranks in place of keys, because CUB's segmented sort compares: a NaN is neither before nor behind
// anything. Keys that are floating-point numbers cannot be told from their ranks (-0 and +0 share
// one), and are fetched by their numbers in the end.
template <class Word>
struct RankKeys {
  Word const* keys;
  KeyOrder<Word> order;
  Word* ranks;
  std::uint32_t* numbers;  // may be null
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    ranks[i] = order.rank(order.canonical(keys[i]));
    if (numbers != nullptr) numbers[i] = static_cast<std::uint32_t>(i);
  }
};
template <class Word>
struct KeysOfRanks {
  Word const* ranks;
  KeyOrder<Word> order;
  Word* keys;
  // Of integers the rank's rank is the key.
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const { keys[i] = order.rank(ranks[i]); }
};
template <class Word>
struct KeysOfNumbers {
  Word const* keys;
  std::uint32_t const* numbers;
  KeyOrder<Word> order;
  Word* sorted;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    sorted[i] = order.canonical(keys[numbers[i]]);
  }
};

// CUB's segmented sort, of ranks, or of ranks with numbers. Holds two copies of the keys, twice the
// numbers where they are needed, and what CUB asks for beside it.
template <class Word>
class CubSegmentedSort {
  using Cuda = Kokkos::Cuda;
  using Number = std::uint32_t;
  using Offsets = Array<Cuda, std::uint64_t const>;

 public:
  CubSegmentedSort(Cuda const& exec, SegmentsCapacity const& capacity)
      : exec_(exec), capacity_(capacity) {
    for (auto& ranks : ranks_) {
      ranks = make_buffer<Cuda, Word>(exec, "yoke::sort::ranks", capacity.elements);
    }
    reserve_temporary(false);
  }

  void run(Offsets const& offsets, Columns<Word, Number> const& data, SegmentRange const& all,
           Ordering const& ordering) {
    KeyOrder<Word> const order(ordering.kind, ordering.order);
    bool const is_numbered = data.values != nullptr || order.is_floating();
    if (is_numbered) reserve_numbers();
    WideRange<Cuda> const covered(exec_, all.begin, all.end);
    Kokkos::parallel_for("yoke::sort::rank", covered,
                         RankKeys<Word>{data.keys, order, ranks_[0].data(),
                                        is_numbered ? numbers_[0].data() : nullptr});
    cub::DoubleBuffer<Word> ranks(ranks_[0].data(), ranks_[1].data());
    cub::DoubleBuffer<Number> numbers(numbers_[0].data(), numbers_[1].data());
    std::size_t bytes = temporary_.extent(0);
    sort(temporary_.data(), bytes, ranks, numbers, is_numbered, offsets.data(), all);
    if (!order.is_floating()) {
      Kokkos::parallel_for("yoke::sort::keys", covered,
                           KeysOfRanks<Word>{ranks.Current(), order, data.keys});
    } else {
      Kokkos::parallel_for(
          "yoke::sort::keys", covered,
          KeysOfNumbers<Word>{data.keys, numbers.Current(), order, ranks.Alternate()});
      copy(data.keys, ranks.Alternate(), all);
    }
    if (data.values != nullptr) copy(data.values, numbers.Current(), all);
  }

 private:
  void sort(void* room, std::size_t& bytes, cub::DoubleBuffer<Word>& ranks,
            cub::DoubleBuffer<Number>& numbers, bool is_numbered, std::uint64_t const* offsets,
            SegmentRange const& all) const {
    auto const elements = static_cast<std::int64_t>(all.end);
    auto const segments = static_cast<std::int64_t>(all.segments);
    auto const stream = exec_.cuda_stream();
    check_cub(is_numbered
                  ? cub::DeviceSegmentedSort::StableSortPairs(room, bytes, ranks, numbers, elements,
                                                              segments, offsets, offsets + 1,
                                                              stream)
                  : cub::DeviceSegmentedSort::StableSortKeys(room, bytes, ranks, elements, segments,
                                                             offsets, offsets + 1, stream));
  }

  void reserve_numbers() {
    if (numbers_[0].extent(0) > 0) return;
    for (auto& numbers : numbers_) {
      numbers = make_buffer<Cuda, Number>(exec_, "yoke::sort::numbers", capacity_.elements);
    }
    reserve_temporary(true);
  }

  void reserve_temporary(bool is_numbered) {
    std::size_t bytes = 0;
    cub::DoubleBuffer<Word> ranks(nullptr, nullptr);
    cub::DoubleBuffer<Number> numbers(nullptr, nullptr);
    sort(nullptr, bytes, ranks, numbers, is_numbered, nullptr,
         {0, capacity_.elements, capacity_.segments});
    if (temporary_.extent(0) < bytes) {
      temporary_ = make_buffer<Cuda, std::byte>(exec_, "yoke::sort::cub", bytes);
    }
  }

  template <class T>
  void copy(T* target, T const* source, SegmentRange const& all) const {
    std::uint64_t const size = all.end - all.begin;
    Kokkos::deep_copy(exec_, Array<Cuda, T>(target + all.begin, size),
                      Array<Cuda, T const>(source + all.begin, size));
  }

  Cuda exec_;
  SegmentsCapacity capacity_;
  Buffer<Cuda, Word> ranks_[2];
  Buffer<Cuda, Number> numbers_[2];
  Buffer<Cuda, std::byte> temporary_;
};

}  // namespace yoke::detail::sorting

#endif
