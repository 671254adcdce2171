#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

// Which bucket is where, in a sort in which both sides hold elements from the first phase to the
// last.
namespace yoke::detail::sorting::joint {

inline constexpr int buckets = 256;
// Where each bucket begins, and the last one ends.
using Begins = std::array<std::uint64_t, buckets + 1>;

// The bucket that a place is in.
KOKKOS_INLINE_FUNCTION int bucket_at(std::uint64_t const* begin, std::uint64_t place) {
  int low = 0, high = buckets;
  while (high - low > 1) {
    int const middle = (low + high) / 2;
    if (begin[middle] <= place) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

// Makes splitters of sorted ranks, in place. A rank that is there twice is a bucket alone: the next
// rank is a splitter too. Returns the number of splitters.
template <class Word>
KOKKOS_FUNCTION std::uint32_t make_splitters(Word* ranks, std::uint32_t count) {
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    Word const rank = ranks[i];
    if (kept == 0 || rank > ranks[kept - 1]) {
      ranks[kept++] = rank;
    } else if (rank == ranks[kept - 1] && rank != static_cast<Word>(~Word(0))) {
      ranks[kept++] = static_cast<Word>(rank + 1);
    }
  }
  return kept;
}

// Up to 255 splitters, as ranks. Bucket b is of the ranks from the splitter before it on.
template <class Word>
class SampledSplitters {
 public:
  static constexpr std::size_t most_samples = 8192;

  static std::size_t samples_of(std::uint64_t size) {
    return std::clamp<std::uint64_t>(size / 4, buckets, most_samples);
  }

  // At most so many of a sample, which is sorted.
  void choose(std::vector<Word>& sample, std::size_t splitters = buckets - 1) {
    std::sort(sample.begin(), sample.end());
    ranks_.resize(splitters);
    for (std::size_t i = 0; i < splitters; ++i) {
      ranks_[i] = sample[(i + 1) * sample.size() / (splitters + 1)];
    }
    ranks_.resize(make_splitters(ranks_.data(), static_cast<std::uint32_t>(splitters)));
  }

  std::vector<Word> const& ranks() const { return ranks_; }

  // The ranks that a bucket may have.
  Word first_rank(int bucket) const {
    return bucket == 0 ? 0 : ranks_[static_cast<std::size_t>(bucket) - 1];
  }
  Word last_rank(int bucket) const {
    auto const b = static_cast<std::size_t>(bucket);
    return b == ranks_.size() ? std::numeric_limits<Word>::max() : static_cast<Word>(ranks_[b] - 1);
  }
  // Are all keys of the bucket of one rank?
  bool is_single(int bucket) const {
    return static_cast<std::size_t>(bucket) > ranks_.size() ||
           first_rank(bucket) == last_rank(bucket);
  }

 private:
  std::vector<Word> ranks_;
};

struct Range {
  std::uint64_t begin = 0, end = 0;
  KOKKOS_FUNCTION std::uint64_t size() const { return end - begin; }
};

// What one side has and what it makes. A place is an element's among those of its side, bucket by
// bucket.
struct Part {
  Begins begin{};                              // places
  std::array<std::uint64_t, buckets> shift{};  // from a place to that in the result
  Range kept, sent;                            // places
  Range result;
};

// The counts of both sides, joined: a bucket holds the host's elements of it, which come first in
// the input, then the device's. The result up to the cut is the host's.
struct Layout {
  Part host, device;
  Begins begin{};

  // The cut is where the host has `wanted` elements if that is within equal ones, else between the
  // two buckets that are nearest to it. is_single(bucket): are its elements equal?
  template <class IsSingle>
  void join(std::uint64_t wanted, IsSingle const& is_single) {
    for (int b = 0; b <= buckets; ++b) begin[b] = host.begin[b] + device.begin[b];
    for (int b = 0; b < buckets; ++b) {
      host.shift[b] = device.begin[b];
      device.shift[b] = host.begin[b + 1];
    }
    // The bucket in which the wanted cut is, or behind which.
    int bucket = 0;
    while (begin[bucket + 1] < wanted) ++bucket;
    std::uint64_t cut = wanted;
    if (!is_single(bucket)) {
      std::uint64_t const below = wanted - begin[bucket], above = begin[bucket + 1] - wanted;
      cut = below < above ? begin[bucket] : begin[bucket + 1];
    }
    std::uint64_t const host_keeps =
        std::min(host.begin[bucket] + (cut - begin[bucket]), host.begin[bucket + 1]);
    std::uint64_t const device_sends = cut - host_keeps;
    host.kept = {0, host_keeps};
    host.sent = {host_keeps, host.begin[buckets]};
    host.result = {0, cut};
    device.sent = {0, device_sends};
    device.kept = {device_sends, device.begin[buckets]};
    device.result = {cut, begin[buckets]};
  }
};

}  // namespace yoke::detail::sorting::joint
