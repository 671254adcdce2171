#pragma once

#include <Kokkos_Core.hpp>

#if defined(KOKKOS_ENABLE_CUDA)

#include <thrust/iterator/tabulate_output_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cub/device/device_run_length_encode.cuh>

#include "primitives/findings.hpp"
#include "sorting/cub_radix_sort.hpp"
#include "yoke/unique.hpp"

namespace yoke::detail::sorting {

// CUB compares ranks: all zeros and all NaNs have one.
template <class Word>
struct RankOfKey {
  KeyOrder<Word> order;
  KOKKOS_FUNCTION Word operator()(Word key) const { return order.rank(order.canonical(key)); }
};

// Where a run is written, if there is room.
template <class Word>
struct StoreRunKey {
  Word* keys;
  std::uint64_t before, room;
  KeyOrder<Word> order;
  KOKKOS_FUNCTION void operator()(int run, Word rank) const {
    std::uint64_t const place = before + static_cast<std::uint64_t>(run);
    if (place < room) keys[place] = order.key_of(rank);
  }
};
struct StoreRunLength {
  RunCounts counts;
  std::uint64_t before, room;
  std::uint64_t first_has;  // keys of the first run that have been counted
  KOKKOS_FUNCTION void operator()(int run, int keys) const {
    std::uint64_t const place = before + static_cast<std::uint64_t>(run);
    if (place >= room) return;
    std::uint64_t const length = static_cast<std::uint64_t>(keys) + (run == 0 ? first_has : 0);
    if (counts.narrow != nullptr) counts.narrow[place] = static_cast<std::uint32_t>(length);
    if (counts.wide != nullptr) counts.wide[place] = length;
  }
};

// CUB's run-length encoding. It numbers keys by an int, so more keys are encoded part after part.
template <class Word>
class CubRuns {
  using Cuda = Kokkos::Cuda;
  static constexpr std::uint64_t part = std::uint64_t(1) << 30;

 public:
  CubRuns(Cuda const& exec, RawArray<Word const> keys, KeyOrder<Word> const& order)
      : exec_(exec),
        keys_(keys),
        order_(order),
        runs_(make_buffer<Cuda, int>(exec, "yoke::unique::runs", 1)) {
    std::size_t bytes = 0;
    encode(nullptr, bytes, 0, size_of_part(0), {nullptr, 0, 0, order}, {});
    temporary_ = make_buffer<Cuda, std::byte>(exec, "yoke::unique::cub", bytes);
  }

  // The number of runs. Writes those that there is room for.
  std::size_t write(RawArray<Word> unique_keys, RunCounts const& counts) {
    std::uint64_t const room = unique_keys.size;
    std::uint64_t runs = 0;
    for (std::uint64_t begin = 0; begin < keys_.size; begin += part) {
      // The run before may go on: it is written again.
      std::uint64_t first_has = 0;
      if (begin > 0 && rank(begin) == rank(begin - 1)) {
        --runs;
        if (runs < room) first_has = length_at(counts, runs);
      }
      std::size_t bytes = temporary_.extent(0);
      encode(temporary_.data(), bytes, begin, size_of_part(begin),
             {unique_keys.data, runs, room, order_}, {counts, runs, room, first_has});
      runs += static_cast<std::uint64_t>(element(exec_, Array<Cuda, int>(runs_.data(), 1), 0));
    }
    exec_.fence("yoke::unique");
    return runs;
  }

 private:
  int size_of_part(std::uint64_t begin) const {
    return static_cast<int>(std::min(part, keys_.size - begin));
  }
  Word rank(std::uint64_t i) const {
    return RankOfKey<Word>{order_}(element(exec_, array_on<Cuda>(keys_), i));
  }
  std::uint64_t length_at(RunCounts const& counts, std::uint64_t run) const {
    if (counts.narrow != nullptr) {
      return element(exec_, Array<Cuda, std::uint32_t>(counts.narrow, run + 1), run);
    }
    if (counts.wide == nullptr) return 0;
    return element(exec_, Array<Cuda, std::uint64_t>(counts.wide, run + 1), run);
  }

  void encode(void* workspace, std::size_t& bytes, std::uint64_t begin, int size,
              StoreRunKey<Word> const& store_key, StoreRunLength const& store_length) const {
    check_cub(cub::DeviceRunLengthEncode::Encode(
        workspace, bytes,
        thrust::make_transform_iterator(keys_.data + begin, RankOfKey<Word>{order_}),
        thrust::make_tabulate_output_iterator(store_key),
        thrust::make_tabulate_output_iterator(store_length), runs_.data(), size,
        exec_.cuda_stream()));
  }

  Cuda exec_;
  RawArray<Word const> keys_;
  KeyOrder<Word> order_;
  Buffer<Cuda, int> runs_;
  Buffer<Cuda, std::byte> temporary_;
};

}  // namespace yoke::detail::sorting

#endif
