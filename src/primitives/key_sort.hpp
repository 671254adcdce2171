#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#if defined(KOKKOS_ENABLE_CUDA)
#include <cub/device/device_radix_sort.cuh>
#include <stdexcept>
#include <string>
#endif

#include "primitives/partition.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/spaces.hpp"
#include "yoke/huge_pages.hpp"

namespace yoke::detail {

// Sorts by the digits in which the keys differ at all, least significant first. `other` has room
// for as many keys.
inline void sort_digits(std::uint64_t* keys, std::uint64_t* other, std::uint64_t size) {
  constexpr int digit_bits = 8;  // as many open destinations as the second-level TLB follows
  std::uint64_t differing = 0;
  for (std::uint64_t i = 1; i < size; ++i) differing |= keys[i] ^ keys[0];
  std::uint64_t* const home = keys;
  for (int shift = 0; shift < static_cast<int>(std::bit_width(differing)); shift += digit_bits) {
    constexpr int digits = 1 << digit_bits;
    constexpr std::uint64_t mask = digits - 1;
    if ((differing >> shift & mask) == 0) continue;
    // Of an int: nvcc writes a sum of std::uint64_t as an argument that g++ cannot read.
    std::array<std::uint64_t, digits + 1> place{};
    for (std::uint64_t i = 0; i < size; ++i) ++place[(keys[i] >> shift & mask) + 1];
    for (std::uint64_t d = 0; d < mask; ++d) place[d + 1] += place[d];
    for (std::uint64_t i = 0; i < size; ++i) other[place[keys[i] >> shift & mask]++] = keys[i];
    std::swap(keys, other);
  }
  if (keys != home) std::copy(keys, keys + size, home);
}

// A key's high bits, as a bucket; what is larger than expected joins the last one.
struct HighBits {
  int shift;
  std::uint64_t last;
  KOKKOS_FUNCTION std::uint64_t operator()(std::uint64_t key) const {
    return key >> shift < last ? key >> shift : last;
  }
};

// Where each bucket begins in keys that lie bucket by bucket; for one bucket more, where they end.
// Before any bucket is sorted: the search reads keys of many.
template <class Space>
struct FindBucket {
  Array<Space, std::uint64_t> keys, begin;
  HighBits bucket_of;
  void operator()(std::uint64_t bucket) const {
    std::uint64_t* const end = keys.data() + keys.extent(0);
    auto const before = [this, bucket](std::uint64_t key) { return bucket_of(key) < bucket; };
    begin(bucket) = std::partition_point(keys.data(), end, before) - keys.data();
  }
};

// One thread sorts a bucket at a time. On a host.
template <class Space>
struct SortBucket {
  Array<Space, std::uint64_t> keys, begin;
  void operator()(std::uint64_t bucket) const {
    std::uint64_t* const first = keys.data() + begin(bucket);
    std::uint64_t const size = begin(bucket + 1) - begin(bucket);
    if (size < 64) {
      std::sort(first, first + size);
      return;
    }
    auto const other = std::make_unique_for_overwrite<std::uint64_t[]>(size);
    advise_huge_pages(other.get(), size * sizeof(std::uint64_t));
    sort_digits(first, other.get(), size);
  }
};

template <class Space, class Source>
struct StoreKeys {
  Source source;
  Array<Space, std::uint64_t> keys;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const { keys(i) = source(i); }
};

// source(0), source(1), ... in ascending order. All of them are below 2^bits. On a device twice the
// result's memory is held meanwhile, and on a host if all keys are in one bucket.
//
// A host partitions by the high bits while it reads the source, and then sorts each part within its
// caches: building a graph of 16.8 M edges took a fifth of the time on 2 cores that it took with
// arcs placed by atomic counters and each row sorted by std::sort.
template <class Space, class Source>
requires runs_on_host<Space> Buffer<Space, std::uint64_t> sorted_keys(Space const& exec,
                                                                      Source const& source,
                                                                      std::uint64_t size,
                                                                      int bits) {
  auto const buffer = make_buffer<Space, std::uint64_t>(exec, "yoke::sort::keys", size);
  auto const keys = array_of(buffer);
  advise_huge_pages(keys.data(), size * sizeof(std::uint64_t));
  constexpr int bucket_bits = PartitionTraits<Space>::label_bits;
  HighBits const bucket_of{std::max(bits - bucket_bits, 0), (1u << bucket_bits) - 1};
  using Sink = StoreElement<Space, std::uint64_t>;
  using Pass = PartitionPass<Space, std::uint64_t, Source, HighBits, Sink>;
  auto const counts = make_buffer<Space, std::uint64_t>(exec, "yoke::sort::counts",
                                                        Pass::tiles(exec, size) << bucket_bits);
  Pass(exec, size, source, bucket_of, Sink{keys}, array_of(counts)).run(exec);
  std::uint64_t const buckets = bucket_of.last + 1;
  auto const begin = make_buffer<Space, std::uint64_t>(exec, "yoke::sort::begin", buckets + 1);
  Kokkos::parallel_for("yoke::sort::find_buckets", WideRange<Space>(exec, 0, buckets + 1),
                       FindBucket<Space>{keys, array_of(begin), bucket_of});
  Kokkos::parallel_for("yoke::sort::buckets",
                       Kokkos::RangePolicy<Space, Kokkos::IndexType<std::uint64_t>,
                                           Kokkos::Schedule<Kokkos::Dynamic>>(exec, 0, buckets,
                                                                              Kokkos::ChunkSize(1)),
                       SortBucket<Space>{keys, array_of(begin)});
  exec.fence("yoke: keys sorted");
  return buffer;
}

#if defined(KOKKOS_ENABLE_CUDA)
// By CUB's radix sort; or how many bytes that asks for, if `temporary` is null. (Keys alone are
// sorted faster if their number has 64 bits.)
inline void sort_by_cub(Kokkos::Cuda const& exec, cub::DoubleBuffer<std::uint64_t>& keys,
                        std::uint64_t size, int bits, void* temporary, std::size_t& bytes) {
  cudaError_t const error =
      cub::DeviceRadixSort::SortKeys(temporary, bytes, keys, size, 0, bits, exec.cuda_stream());
  if (error == cudaSuccess) return;
  throw std::runtime_error(std::string("yoke: CUB's radix sort: ") + cudaGetErrorString(error));
}

template <class Source>
Buffer<Kokkos::Cuda, std::uint64_t> sorted_keys(Kokkos::Cuda const& exec, Source const& source,
                                                std::uint64_t size, int bits) {
  using Cuda = Kokkos::Cuda;
  auto const keys = make_buffer<Cuda, std::uint64_t>(exec, "yoke::sort::keys", size);
  Kokkos::parallel_for("yoke::sort::store", WideRange<Cuda>(exec, 0, size),
                       StoreKeys<Cuda, Source>{source, array_of(keys)});
  if (size < 2 || bits == 0) return keys;
  auto const other = make_buffer<Cuda, std::uint64_t>(exec, "yoke::sort::other", size);
  cub::DoubleBuffer<std::uint64_t> both(keys.data(), other.data());
  std::size_t bytes = 0;
  sort_by_cub(exec, both, size, bits, nullptr, bytes);
  auto const temporary = make_buffer<Cuda, std::byte>(exec, "yoke::sort::cub", bytes);
  sort_by_cub(exec, both, size, bits, temporary.data(), bytes);
  exec.fence("yoke: keys sorted");
  return both.Current() == other.data() ? other : keys;
}
#endif

}  // namespace yoke::detail
