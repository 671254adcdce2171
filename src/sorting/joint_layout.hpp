#pragma once

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

// Up to 255 splitters, as ranks. Bucket b is of the ranks from the splitter before it on.
template <class Word>
class SampledSplitters {
 public:
  static constexpr std::size_t most_samples = 8192;

  static std::size_t samples_of(std::uint64_t size) {
    return std::clamp<std::uint64_t>(size / 4, buckets, most_samples);
  }

  // Of a sample, which is sorted. A rank that has the share of two buckets is a bucket alone: the
  // next rank is a splitter too.
  void choose(std::vector<Word>& sample) {
    std::sort(sample.begin(), sample.end());
    ranks_.clear();
    for (std::size_t quantile = 1; quantile < buckets; ++quantile) {
      Word const rank = sample[quantile * sample.size() / buckets];
      if (ranks_.empty() || rank > ranks_.back()) {
        ranks_.push_back(rank);
      } else if (rank == ranks_.back() && rank != std::numeric_limits<Word>::max()) {
        ranks_.push_back(static_cast<Word>(rank + 1));
      }
    }
  }

  std::vector<Word> const& ranks() const { return ranks_; }

  // Are all keys of the bucket of one rank?
  bool is_single(int bucket) const {
    auto const b = static_cast<std::size_t>(bucket);
    if (b > ranks_.size()) return true;
    Word const low = b == 0 ? 0 : ranks_[b - 1];
    Word const last =
        b == ranks_.size() ? std::numeric_limits<Word>::max() : static_cast<Word>(ranks_[b] - 1);
    return low == last;
  }

 private:
  std::vector<Word> ranks_;
};

struct Range {
  std::uint64_t begin = 0, end = 0;
  std::uint64_t size() const { return end - begin; }
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
  // two buckets that are nearest to it.
  template <class Word>
  void join(std::uint64_t wanted, SampledSplitters<Word> const& splitters) {
    for (int b = 0; b <= buckets; ++b) begin[b] = host.begin[b] + device.begin[b];
    for (int b = 0; b < buckets; ++b) {
      host.shift[b] = device.begin[b];
      device.shift[b] = host.begin[b + 1];
    }
    // The bucket in which the wanted cut is, or behind which.
    int bucket = 0;
    while (begin[bucket + 1] < wanted) ++bucket;
    std::uint64_t cut = wanted;
    if (!splitters.is_single(bucket)) {
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
