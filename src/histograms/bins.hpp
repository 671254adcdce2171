#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "primitives/splitter_tree.hpp"
#include "sorting/element.hpp"
#include "yoke/detail/random_words.hpp"

// Which bin a value is in. A value that is in none is in the one after the last, so that nobody
// branches for it. locate<n>() does that for n values at once.
namespace yoke::detail::histograms {

// What is left of 2^64 high / divisor, and the whole of it, where high < divisor.
inline std::pair<std::uint64_t, std::uint64_t> divide_shifted(std::uint64_t high,
                                                              std::uint64_t divisor) {
  std::uint64_t quotient = 0, rest = high;
  for (int bit = 0; bit < 64; ++bit) {
    bool const carries = rest >> 63 != 0;
    rest <<= 1;
    quotient <<= 1;
    if (carries || rest >= divisor) {
      rest -= divisor;
      quotient |= 1;
    }
  }
  return {quotient, rest};
}

// floor(x bins / range) for x < range, exactly: by a product in place of the division. Of
// q = floor(bins / range) and the rest r it is x q + floor(x r / range).
//
// Up to a range of 2^32, r / range is rounded up to a multiple of 2^-64: too much by less than
// range 2^-64 <= 1 / range for all x, and x r / range lacks at least that to the next integer.
// Of a larger range it is rounded down to a multiple of 2^-(64 + shift): the highest product is too
// small by at most 1, so that bits below the shift which are all ones, and no others, ask for an
// exact comparison.
template <class Word>
class EvenIntegerBins {
 public:
  EvenIntegerBins(Word lower, Word upper, std::uint32_t bins)
      : lower_(lower), range_(static_cast<Word>(upper - lower)), bins_(bins) {
    std::uint64_t const range = range_;
    whole_ = static_cast<std::uint32_t>(bins / range);
    std::uint64_t const rest = bins % range;
    if (range <= std::uint64_t(1) << 32) {
      auto const [quotient, remainder] = divide_shifted(rest, range);
      factor_ = quotient + (remainder > 0 ? 1 : 0);
    } else {
      while (shift_ < 63 && rest << (shift_ + 1) < range &&
             rest << (shift_ + 1) >> (shift_ + 1) == rest) {
        ++shift_;
      }
      factor_ = divide_shifted(rest << shift_, range).first;
    }
  }

  KOKKOS_FUNCTION std::uint32_t count() const { return bins_; }

  KOKKOS_FUNCTION std::uint32_t operator()(Word value) const {
    Word const x = static_cast<Word>(value - lower_);
    std::uint32_t const bin = within(x);
    return x < range_ ? bin : bins_;
  }
  template <int size>
  KOKKOS_FUNCTION void locate(Word const* values, std::uint32_t* where) const {
    for (int j = 0; j < size; ++j) where[j] = (*this)(values[j]);
  }

 private:
  KOKKOS_FUNCTION std::uint32_t within(Word x) const {
    if constexpr (sizeof(Word) == 4) {
      // The high half of a product of 32 by 64 bits.
      std::uint64_t const low = (factor_ & 0xffffffffu) * x >> 32;
      std::uint64_t const high = ((factor_ >> 32) * x + low) >> 32;
      return x * whole_ + static_cast<std::uint32_t>(high);
    } else {
      std::uint64_t const high = high_product(x, factor_);
      auto const bin =
          static_cast<std::uint32_t>(x) * whole_ + static_cast<std::uint32_t>(high >> shift_);
      std::uint64_t const below = (std::uint64_t(1) << shift_) - 1;
      if (shift_ == 0 || (high & below) != below) return bin;
      return reaches(x, bin + 1) ? bin + 1 : bin;
    }
  }
  // x bins >= bin range, in 128 bits?
  KOKKOS_FUNCTION bool reaches(std::uint64_t x, std::uint64_t bin) const {
    std::uint64_t const one = high_product(x, bins_), other = high_product(range_, bin);
    return one != other ? one > other : x * bins_ >= range_ * bin;
  }

  Word lower_, range_;
  std::uint32_t bins_, whole_ = 0;
  int shift_ = 0;
  std::uint64_t factor_ = 0;
};

// As yoke::EvenBins says. A product of a difference: nothing that a compiler could fuse.
template <class Word>
class EvenFloatBins {
  using Value = std::conditional_t<sizeof(Word) == 4, float, double>;

 public:
  EvenFloatBins(Word lower, Word upper, std::uint32_t bins)
      : lower_(as_double(lower)),
        upper_(as_double(upper)),
        scale_(bins / (upper_ - lower_)),
        bins_(bins) {}

  KOKKOS_FUNCTION std::uint32_t count() const { return bins_; }

  KOKKOS_FUNCTION std::uint32_t operator()(Word word) const {
    double const value = as_double(word);
    bool const is_inside = value >= lower_ && value < upper_;
    // What is outside may be beyond all integers.
    double const scaled = is_inside ? (value - lower_) * scale_ : 0;
    auto const bin = static_cast<std::uint32_t>(static_cast<std::int32_t>(scaled));
    return !is_inside ? bins_ : bin < bins_ ? bin : bins_ - 1;
  }
  template <int size>
  KOKKOS_FUNCTION void locate(Word const* values, std::uint32_t* where) const {
    for (int j = 0; j < size; ++j) where[j] = (*this)(values[j]);
  }

 private:
  KOKKOS_FUNCTION static double as_double(Word word) {
    return static_cast<double>(Kokkos::bit_cast<Value>(word));
  }

  double lower_, upper_, scale_;
  std::uint32_t bins_;
};

// Between bounds. The rank of a NaN is beyond those of both infinities, on the side of its sign.
template <class Word>
class BoundedBins {
 public:
  BoundedBins(SplitterTree<Word> const& bounds, sorting::KeyOrder<Word> const& order)
      : bounds_(bounds), order_(order) {}

  KOKKOS_FUNCTION std::uint32_t count() const { return bounds_.splitters - 1; }

  KOKKOS_FUNCTION std::uint32_t operator()(Word value) const {
    return bin_of(bounds_.count_up_to(order_.rank(value)));
  }
  template <int size>
  KOKKOS_FUNCTION void locate(Word const* values, std::uint32_t* where) const {
    Word ranks[size];
    for (int j = 0; j < size; ++j) ranks[j] = order_.rank(values[j]);
    bounds_.template count_up_to<size>(ranks, where);
    for (int j = 0; j < size; ++j) where[j] = bin_of(where[j]);
  }

 private:
  KOKKOS_FUNCTION std::uint32_t bin_of(std::uint32_t reached) const {
    // Of none 2^32 - 1.
    std::uint32_t const bin = reached - 1;
    return bin < count() ? bin : count();
  }

  SplitterTree<Word> bounds_;
  sorting::KeyOrder<Word> order_;
};

}  // namespace yoke::detail::histograms
