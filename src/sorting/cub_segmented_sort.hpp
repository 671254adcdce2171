#pragma once

#include <Kokkos_Core.hpp>

#if defined(KOKKOS_ENABLE_CUDA)

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <cstddef>
#include <cstdint>
#include <cub/device/device_segmented_sort.cuh>

#include "sorting/cub_radix_sort.hpp"
#include "sorting/host_segmented_sort.hpp"
#include "sorting/team_segments.hpp"

namespace yoke::detail::sorting {

// Ranks in place of keys, because CUB's segmented sort compares: a NaN is neither before nor behind
// anything. Keys that are floating-point numbers cannot be told from their ranks (-0 and +0 share
// one). Their places move with the ranks, and keys and values are fetched by them in the end.
template <class Word>
struct RankKeys {
  Word const* keys;
  KeyOrder<Word> order;
  Word* ranks;
  std::uint32_t* places;  // may be null
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    ranks[i] = order.rank(order.canonical(keys[i]));
    if (places != nullptr) places[i] = static_cast<std::uint32_t>(i);
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
struct ElementsOfPlaces {
  Columns<Word, std::uint32_t> given;  // values may be null
  std::uint32_t const* places;
  KeyOrder<Word> order;
  Columns<Word, std::uint32_t> sorted;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    std::uint32_t const place = places[i];
    sorted.keys[i] = order.canonical(given.keys[place]);
    if (given.values != nullptr) sorted.values[i] = given.values[place];
  }
};

// Where segments end, as CUB is told: those of up to `shortest` keys where they begin.
struct EndOfLonger {
  std::uint64_t const* offsets;
  std::uint64_t shortest;
  KOKKOS_FUNCTION std::uint64_t operator()(std::int64_t i) const {
    std::uint64_t const begin = offsets[i], end = offsets[i + 1];
    return end - begin <= shortest ? begin : end;
  }
};

// CUB's segmented sort, of ranks, or of ranks with numbers; and where many segments are of lengths
// that it is slow at, teams that sort several in scratch memory (2^27 keys of 32 bits in segments
// of 128 take CUB 80 ms on an H200). Holds two copies of the keys, twice the numbers where they are
// needed, and what CUB asks for beside it.
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
    if (capacity.is_numbered) reserve_numbers();
  }

  void run(Offsets const& offsets, Columns<Word, Number> const& data, SegmentRange const& all,
           Ordering const& ordering) {
    KeyOrder<Word> const order(ordering.kind, ordering.order);
    bool const is_floating = order.is_floating(), has_values = data.values != nullptr;
    bool const is_numbered = has_values || is_floating;
    if (is_numbered) reserve_numbers();
    WideRange<Cuda> const covered(exec_, all.begin, all.end);
    Kokkos::parallel_for("yoke::sort::rank", covered,
                         RankKeys<Word>{data.keys, order, ranks_[0].data(),
                                        is_floating ? numbers_[0].data() : nullptr});
    if (has_values && !is_floating) copy(numbers_[0].data(), data.values, all);
    cub::DoubleBuffer<Word> ranks(ranks_[0].data(), ranks_[1].data());
    cub::DoubleBuffer<Number> numbers(numbers_[0].data(), numbers_[1].data());
    if (is_numbered) {
      sort_ranks<true>(offsets.data(), all, ranks, numbers);
    } else {
      sort_ranks<false>(offsets.data(), all, ranks, numbers);
    }
    if (!is_floating) {
      Kokkos::parallel_for("yoke::sort::keys", covered,
                           KeysOfRanks<Word>{ranks.Current(), order, data.keys});
      if (has_values) copy(data.values, numbers.Current(), all);
      return;
    }
    Kokkos::parallel_for(
        "yoke::sort::keys", covered,
        ElementsOfPlaces<Word>{
            data, numbers.Current(), order, {ranks.Alternate(), numbers.Alternate()}});
    copy(data.keys, ranks.Alternate(), all);
    if (has_values) copy(data.values, numbers.Alternate(), all);
  }

 private:
  // Measured on an H200: CUB takes 76 ns for each segment of more than some hundred keys (of 96 of
  // 32 bits it does not yet), a team's tile 45 to 80 ps a key.
  static constexpr std::uint64_t few = sizeof(Word) == 4 ? 96 : 64, keys_a_segment = 1536;

  template <bool is_numbered>
  void sort_ranks(std::uint64_t const* offsets, SegmentRange const& all,
                  cub::DoubleBuffer<Word>& ranks, cub::DoubleBuffer<Number>& numbers) {
    using Tiles = SortSegmentTile<Cuda, Word, is_numbered>;
    std::uint64_t between = 0, beyond = 0;
    Kokkos::parallel_reduce("yoke::sort::lengths", WideRange<Cuda>(exec_, 0, all.segments),
                            CountLengths{offsets, few, Tiles::stretch}, between, beyond);
    exec_.fence("yoke::sort: lengths");
    bool const by_teams = between * keys_a_segment > all.end - all.begin;
    if (!by_teams || beyond > 0) {
      std::size_t bytes = temporary_.extent(0);
      sort(temporary_.data(), bytes, ranks, numbers, is_numbered, offsets,
           by_teams ? Tiles::stretch : 0, all);
    }
    if (!by_teams) return;
    Tiles::run(exec_, offsets, all, {ranks_[0].data(), numbers_[0].data()},
               {ranks.Current(), numbers.Current()});
  }

  void sort(void* workspace, std::size_t& bytes, cub::DoubleBuffer<Word>& ranks,
            cub::DoubleBuffer<Number>& numbers, bool is_numbered, std::uint64_t const* offsets,
            std::uint64_t shortest, SegmentRange const& all) const {
    auto const elements = static_cast<std::int64_t>(all.end);
    auto const segments = static_cast<std::int64_t>(all.segments);
    auto const stream = exec_.cuda_stream();
    auto const ends = thrust::make_transform_iterator(
        thrust::make_counting_iterator(std::int64_t(0)), EndOfLonger{offsets, shortest});
    check_cub(is_numbered
                  ? cub::DeviceSegmentedSort::StableSortPairs(
                        workspace, bytes, ranks, numbers, elements, segments, offsets, ends, stream)
                  : cub::DeviceSegmentedSort::StableSortKeys(workspace, bytes, ranks, elements,
                                                             segments, offsets, ends, stream));
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
    sort(nullptr, bytes, ranks, numbers, is_numbered, nullptr, 0,
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
