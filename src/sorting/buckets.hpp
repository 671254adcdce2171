#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "sorting/element.hpp"
#include "yoke/detail/primitives/hash.hpp"

namespace yoke::detail::sorting {

// Which bucket a key belongs to, ascending with the keys' rank: ranks are cut into bins of one
// width, and a table has each bin's range of bins. A sample says where to cut, so that the buckets
// are level however the keys are distributed, and which keys are so frequent that those below them,
// equal to them and above them in their bin are a bucket each.
template <class Word>
class Buckets {
  // Below and above what the inner bins cover lies a bin each.
  static constexpr int log_inner_bins = 13;
  static constexpr int bins = (1 << log_inner_bins) + 2;
  // So many samples a bucket: few buckets have 1.4 times as many keys as they should.
  static constexpr std::uint64_t samples_each = 64;
  using Iterator = typename std::vector<Word>::const_iterator;

  // Bins that follow each other. Their first bucket; those of keys that equal and exceed the pivot
  // follow it where there is one, of which the steps tell.
  struct Range {
    Word pivot;
    std::uint16_t first, steps;
  };
  struct Window {
    Word low;
    int shift;
  };

 public:
  // Of so many buckets, each as large as the others, up to four times as many may come.
  static constexpr int most_level = 240;
  static constexpr int most_of(int level) { return 4 * level + 1; }

  // Host memory.
  struct Label {
    Word low;
    int shift;
    std::uint16_t const* range_of_bin;
    Range const* ranges;

    int operator()(Word rank) const {
      Word const inner = static_cast<Word>(rank - low) >> shift;
      int const bin = inner < bins - 2 ? static_cast<int>(inner) + 1 : bins - 1;
      Range const& range = ranges[range_of_bin[rank < low ? 0 : bin]];
      int const step = static_cast<int>(rank >= range.pivot) + static_cast<int>(rank > range.pivot);
      return range.first + (step & range.steps);
    }
  };

  Buckets() {
    sample_.reserve(samples_each * most_level);
    ranges_.reserve(most_of(most_level));
    ranks_.reserve(most_of(most_level));
  }

  // Cuts anew, into `level` buckets or so, for keys of the ranks rank(0), ..., rank(size - 1).
  template <class Rank>
  Label cut(int level, std::uint64_t size, Rank const& rank) {
    sample_.clear();
    for (std::uint64_t i = 0; i < samples_each * static_cast<std::uint64_t>(level); ++i) {
      sample_.push_back(rank(hash(i) % size));
    }
    std::sort(sample_.begin(), sample_.end());
    target_ = static_cast<std::ptrdiff_t>(samples_each) + 1;
    choose_window();
    assign();
    return {window_.low, window_.shift, range_of_bin_.data(), ranges_.data()};
  }

  int count() const { return static_cast<int>(ranks_.size()); }
  // Are all keys of the bucket of one rank?
  bool is_single(int bucket) const { return ranks_[static_cast<std::size_t>(bucket)].second; }
  // That rank.
  Word rank_of(int bucket) const { return ranks_[static_cast<std::size_t>(bucket)].first; }

 private:
  static int bin_of(Window const& window, Word rank) {
    if (rank < window.low) return 0;
    Word const inner = static_cast<Word>(rank - window.low) >> window.shift;
    return inner < bins - 2 ? static_cast<int>(inner) + 1 : bins - 1;
  }

  // visit(bin, begin, end) for each bin that has samples, which are those.
  template <class Visit>
  void for_each_bin(Window const& window, Visit const& visit) const {
    for (Iterator begin = sample_.begin(); begin != sample_.end();) {
      int const bin = bin_of(window, *begin);
      Iterator const end = std::partition_point(
          begin, sample_.end(), [&](Word rank) { return bin_of(window, rank) == bin; });
      visit(bin, begin, end);
      begin = end;
    }
  }

  // The most frequent rank and how often it is there.
  static std::pair<Word, std::ptrdiff_t> longest_run(Iterator begin, Iterator end) {
    std::pair<Word, std::ptrdiff_t> longest{*begin, 0};
    while (begin != end) {
      Iterator const next = std::upper_bound(begin, end, *begin);
      if (next - begin > longest.second) longest = {*begin, next - begin};
      begin = next;
    }
    return longest;
  }

  // Of the bins, the samples in too large a bucket.
  std::ptrdiff_t crowded(Window const& window) const {
    std::ptrdiff_t sum = 0;
    for_each_bin(window, [&](int, Iterator begin, Iterator end) {
      if (end - begin <= 2 * target_) return;
      std::ptrdiff_t const others = end - begin - longest_run(begin, end).second;
      if (others > 2 * target_) sum += others;
    });
    return sum;
  }

  // Where bins of this width cover most samples.
  Window densest(int shift) const {
    Word const width = static_cast<Word>((Word(1) << shift) * (bins - 2) - 1);
    Iterator best = sample_.begin(), end = best;
    std::ptrdiff_t most = 0;
    for (Iterator begin = best; end != sample_.end(); ++begin) {
      while (end != sample_.end() && static_cast<Word>(*end - *begin) <= width) ++end;
      if (end - begin > most) {
        most = end - begin;
        best = begin;
      }
    }
    return {*best, shift};
  }

  // All samples lie in inner bins, unless these would be so wide that many keys share one.
  void choose_window() {
    Word const range = static_cast<Word>(sample_.back() - sample_.front());
    int const widest = std::max(static_cast<int>(std::bit_width(range)) - log_inner_bins, 0);
    window_ = {sample_.front(), widest};
    std::ptrdiff_t least = crowded(window_);
    auto const few = static_cast<std::ptrdiff_t>(sample_.size() / 16);
    for (int shift = widest - 1; shift >= 0 && least > few; --shift) {
      Window const window = densest(shift);
      std::ptrdiff_t const here = crowded(window);
      if (here >= least) continue;
      least = here;
      window_ = window;
    }
  }

  void assign() {
    ranges_.clear();
    ranks_.clear();
    int first = 0;
    std::ptrdiff_t filled = 0;
    auto const close = [&](int end, Word pivot, std::uint16_t steps) {
      std::fill(range_of_bin_.begin() + first, range_of_bin_.begin() + end,
                static_cast<std::uint16_t>(ranges_.size()));
      ranges_.push_back({pivot, static_cast<std::uint16_t>(ranks_.size()), steps});
      ranks_.push_back({pivot, false});
      if (steps != 0) {
        ranks_.push_back({pivot, true});
        ranks_.push_back({pivot, false});
      }
      first = end;
      filled = 0;
    };
    for_each_bin(window_, [&](int bin, Iterator begin, Iterator end) {
      auto const [rank, times] = longest_run(begin, end);
      if (times >= target_) {
        if (bin > first) close(bin, 0, 0);
        close(bin + 1, rank, 3);
        return;
      }
      if (bin > first && filled + (end - begin) > target_) close(bin, 0, 0);
      filled += end - begin;
    });
    if (first < bins) close(bins, 0, 0);
  }

  std::vector<Word> sample_;
  std::ptrdiff_t target_ = 1;
  Window window_{0, 0};
  std::array<std::uint16_t, bins> range_of_bin_;
  std::vector<Range> ranges_;
  // Of each bucket, whether it has keys of one rank alone, and which.
  std::vector<std::pair<Word, bool>> ranks_;
};

}  // namespace yoke::detail::sorting
