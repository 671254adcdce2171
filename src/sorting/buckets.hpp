#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "sorting/element.hpp"
#include "yoke/detail/primitives/hash.hpp"

namespace yoke::detail::sorting {

// Which of at most 256 buckets a key belongs to, ascending with the keys' rank: ranks are cut into
// bins of one width, and a table has each bin's bucket. A sample says where to cut, so that the
// buckets are level however the keys are distributed; a bin that has many keys is a bucket alone.
template <class Word>
class Buckets {
  // Below and above what was sampled lies a bin each.
  static constexpr int log_inner_bins = 12;
  static constexpr int bins = (1 << log_inner_bins) + 2;
  static constexpr int most = 256;
  static constexpr std::uint64_t most_samples = 8192;

 public:
  // What a kernel needs. Host memory.
  struct Label {
    KeyOrder<Word> order;
    Word low;
    int shift;
    std::uint8_t const* bucket_of_bin;

    template <class Element>
    KOKKOS_FUNCTION int operator()(Element const& element) const {
      Word const rank = order.rank(element.key);
      if (rank < low) return bucket_of_bin[0];
      Word const bin = static_cast<Word>((rank - low) >> shift);
      return bucket_of_bin[bin < bins - 2 ? static_cast<int>(bin) + 1 : bins - 1];
    }
  };

  Buckets() { sample_.reserve(most_samples); }

  // Cuts anew for the keys load(0), ..., load(size - 1).
  template <class Load>
  Label cut(KeyOrder<Word> const& order, std::uint64_t size, Load const& load) {
    take_sample(order, size, load);
    low_ = sample_.front();
    Word const range = static_cast<Word>(sample_.back() - low_);
    shift_ = std::max(static_cast<int>(std::bit_width(range)) - log_inner_bins, 0);
    assign();
    return {order, low_, shift_, bucket_of_bin_.data()};
  }

  int count() const { return count_; }
  // Are all keys of the bucket of one rank?
  bool is_single(int bucket) const {
    return shift_ == 0 && first_bin_[bucket] == last_bin_[bucket] && first_bin_[bucket] > 0 &&
           first_bin_[bucket] < bins - 1;
  }

 private:
  template <class Load>
  void take_sample(KeyOrder<Word> const& order, std::uint64_t size, Load const& load) {
    std::uint64_t const samples = std::clamp<std::uint64_t>(size / 64, 256, most_samples);
    sample_.clear();
    for (std::uint64_t i = 0; i < samples; ++i) {
      sample_.push_back(order.rank(load(hash(i) % size)));
    }
    std::sort(sample_.begin(), sample_.end());
  }

  void assign() {
    // Each bucket has `target` samples, or the next one has: at most 242 buckets.
    std::uint64_t const target = sample_.size() / 120 + 1;
    int bucket = 0;
    first_bin_[0] = 0;
    std::uint64_t filled = 0;
    auto next = sample_.begin();
    for (int bin = 0; bin < bins; ++bin) {
      std::uint64_t const here = samples_in(bin, next);
      if (bin > first_bin_[bucket] && (here >= target || filled + here > target)) {
        last_bin_[bucket] = bin - 1;
        first_bin_[++bucket] = bin;
        filled = 0;
      }
      filled += here;
      bucket_of_bin_[bin] = static_cast<std::uint8_t>(bucket);
    }
    last_bin_[bucket] = bins - 1;
    count_ = bucket + 1;
  }

  template <class Iterator>
  std::uint64_t samples_in(int bin, Iterator& next) const {
    if (bin == 0 || bin == bins - 1) return 0;
    auto const begin = next;
    while (next != sample_.end() &&
           static_cast<Word>(*next - low_) >> shift_ == static_cast<Word>(bin - 1)) {
      ++next;
    }
    return static_cast<std::uint64_t>(next - begin);
  }

  std::vector<Word> sample_;
  Word low_ = 0;
  int shift_ = 0, count_ = 0;
  std::array<std::uint8_t, bins> bucket_of_bin_;
  std::array<int, most> first_bin_, last_bin_;
};

}  // namespace yoke::detail::sorting
