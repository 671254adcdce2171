#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <limits>

#include "sorting/element.hpp"
#include "sorting/short_sort.hpp"

namespace yoke::detail::sorting {

// One thread of a host sorts by digits, least significant first, in the caches of its core.
template <class Word, class Value, class Count>
class DigitSort {
  using From = Records<Word, Value>;
  using To = Columns<Word, Value>;

  // The counters of all digits stay within 48 KiB.
  static constexpr int most_bits = 11;
  static constexpr int most_passes = (8 * sizeof(Word) + most_bits - 1) / most_bits;
  static constexpr int few_bits = 8;

 public:
  DigitSort(From const& records, To const& columns, std::uint64_t size, KeyOrder<Word> const& order)
      : records_(records), columns_(columns), size_(size), order_(order) {}

  // Reads the records, which serve as room too, and writes the columns.
  void run() {
    Word const differing = find_differing();
    if (differing == 0) {
      copy(records_, columns_);
      return;
    }
    // A table of counters should not be larger than what it sorts.
    int const wanted = size_ < 8192 ? few_bits : most_bits;
    first_bit_ = std::countr_zero(differing);
    int const bits = static_cast<int>(std::bit_width(differing)) - first_bit_;
    passes_ = (bits + wanted - 1) / wanted;
    digit_bits_ = (bits + passes_ - 1) / passes_;
    count();
    bool is_home = false;
    for (int pass = 0; pass < passes_; ++pass) {
      if (!sum_up(pass)) continue;
      if (is_home) {
        move(pass, columns_, records_);
      } else {
        move(pass, records_, columns_);
      }
      is_home = !is_home;
    }
    if (!is_home) copy(records_, columns_);
  }

 private:
  std::uint32_t digit(Word key, int pass) const {
    return static_cast<std::uint32_t>(order_.rank(key) >> (first_bit_ + pass * digit_bits_)) &
           ((1u << digit_bits_) - 1);
  }

  Word find_differing() const {
    Word const first = order_.rank(records_.load(0).key);
    Word differing = 0;
    for (std::uint64_t i = 1; i < size_; ++i) {
      differing |= first ^ order_.rank(records_.load(i).key);
    }
    return differing;
  }

  template <class Source, class Target>
  void copy(Source const& source, Target const& target) const {
    for (std::uint64_t i = 0; i < size_; ++i) target.store(i, source.load(i));
  }

  Count* counters(int pass) { return counters_.data() + (pass << digit_bits_); }

  void count() {
    std::fill_n(counters_.begin(), std::size_t(passes_) << digit_bits_, Count(0));
    for (std::uint64_t i = 0; i < size_; ++i) {
      Word const key = records_.load(i).key;
      for (int pass = 0; pass < passes_; ++pass) ++counters(pass)[digit(key, pass)];
    }
  }

  // Makes places of counts; false where all have one digit.
  bool sum_up(int pass) {
    Count sum = 0;
    for (Count *counter = counters(pass), *end = counters(pass + 1); counter < end; ++counter) {
      Count const count = *counter;
      if (count == size_) return false;
      *counter = sum;
      sum += count;
    }
    return true;
  }

  template <class Source, class Target>
  void move(int pass, Source const& source, Target const& target) {
    Count* const place = counters(pass);
    for (std::uint64_t i = 0; i < size_; ++i) {
      auto const element = source.load(i);
      target.store(place[digit(element.key, pass)]++, element);
    }
  }

  From records_;
  To columns_;
  std::uint64_t size_;
  KeyOrder<Word> order_;
  int first_bit_ = 0, passes_ = 0, digit_bits_ = 0;
  // 64 bits by 8 need no more than by 11.
  std::array<Count, most_passes << most_bits> counters_;
};

// Stable. On one thread; the records are lost.
template <class Word, class Value>
void sort_records(Records<Word, Value> const& records, Columns<Word, Value> const& columns,
                  std::uint64_t size, KeyOrder<Word> const& order) {
  if (size <= most_short) {
    sort_short([&records](std::uint64_t i) { return records.load(i); }, columns, size, order);
  } else if (size <= std::numeric_limits<std::uint32_t>::max()) {
    DigitSort<Word, Value, std::uint32_t>(records, columns, size, order).run();
  } else {
    DigitSort<Word, Value, std::uint64_t>(records, columns, size, order).run();
  }
}

}  // namespace yoke::detail::sorting
