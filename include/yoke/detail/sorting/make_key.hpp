#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstdint>
#include <type_traits>

#include "yoke/detail/primitives/stream_draws.hpp"
#include "yoke/detail/random_words.hpp"
#include "yoke/detail/sorting/capability.hpp"
#include "yoke/detail/spaces.hpp"
#include "yoke/detail/views.hpp"
#include "yoke/key_shape.hpp"
#include "yoke/random.hpp"

// Keys by their numbers, as yoke::generate_keys has them, by any generator.
namespace yoke::detail::sorting {

// Throws where there are no such keys.
void check_key_shape(KeyShape const& shape);

// yoke::generate_keys, as it is compiled in the library. Fences.
template <class Space, class Word>
void generate_keys(Space const& exec, RawArray<Word> keys, KeyKind kind, KeyShape const& shape,
                   Philox const& random);

// Of a number from 1 up.
KOKKOS_INLINE_FUNCTION std::uint64_t log2_of(std::uint64_t number) {
  std::uint64_t log = 0;
  while (number >> (log + 1) != 0) ++log;
  return log;
}

// Which of the parts of `size` things an index is in, where each but the last, of one thing, is
// half of what the ones before it leave: part 0 is the first half.
KOKKOS_INLINE_FUNCTION std::uint64_t halving_part(std::uint64_t size, std::uint64_t index) {
  std::uint64_t part = 0;
  while (size > 1 && index >= size / 2) {
    index -= size / 2;
    size -= size / 2;
    ++part;
  }
  return part;
}

// A random word as one of 0 to n - 1.
KOKKOS_INLINE_FUNCTION std::uint64_t scale_word(std::uint32_t word, std::uint64_t n) {
  return word * n >> 32;
}

// The words of an item, of which each takes so many: of a counter-based generator they are words of
// one stream, of another one each item has a stream of its own.
template <class Generator>
KOKKOS_FUNCTION auto engine_of_item(Generator const& random, std::uint64_t family,
                                    std::uint64_t item, std::uint64_t words) {
  constexpr std::uint64_t families = 4;
  if constexpr (is_counter_based<Generator>) {
    return random.stream(family).engine(words * item);
  } else {
    return engine_of(random, families * item + family);
  }
}

// Keys of all widths are made as they are.
template <class Key>
using GeneratedWord =
    std::conditional_t<sizeof(Key) == 1, std::uint8_t,
                       std::conditional_t<sizeof(Key) == 2, std::uint16_t, WordFor<Key>>>;

template <class Word, class Generator>
class MakeKey {
  using Real = std::conditional_t<sizeof(Word) == 4, float, double>;
  static constexpr Word sign = static_cast<Word>(Word(1) << (8 * sizeof(Word) - 1));
  // Words of 32 bits that a key is drawn from.
  static constexpr std::uint64_t drawn = sizeof(Word) == 8 ? 2 : 1;
  enum Stream : std::uint64_t { uniform_words, run_lengths, run_numbers, first_of_zipf };

 public:
  MakeKey(Word* keys, std::uint64_t size, KeyKind kind, KeyShape const& shape,
          Generator const& random)
      : keys_(keys),
        size_(size),
        kind_(kind),
        shape_(shape),
        random_(random),
        block_size_((size + shape.blocks - 1) / shape.blocks),
        range_(static_cast<Word>(~Word(0) / shape.blocks)),
        zipf_levels_(std::bit_width(shape.zipf_values)) {
    // Signed ones are not to become negative.
    int const most_bits = 8 * sizeof(Word) - 1;
    number_shift_ = std::max(static_cast<int>(std::bit_width(size)) - most_bits, 0);
  }

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const { keys_[i] = key(i); }

 private:
  KOKKOS_FUNCTION Word key(std::uint64_t i) const {
    std::uint64_t const block = i / block_size_, within = i % block_size_;
    switch (shape_.distribution) {
      case KeyDistribution::uniform:
        return scaled(uniform(i));
      case KeyDistribution::gaussian:
        return scaled(mean_of_twelve(i));
      case KeyDistribution::deterministic_duplicates:
        return number(deterministic(block, within));
      case KeyDistribution::randomised_duplicates:
        return number(randomised(block, within));
      case KeyDistribution::staggered: {
        std::uint64_t const half = shape_.blocks / 2;
        return in_range(i, block < half ? 2 * block + 1 : 2 * (block - half));
      }
      case KeyDistribution::bucket_sorted:
        return in_range(i, within * shape_.blocks / block_size_);
      case KeyDistribution::zipf:
        return number(zipf(i) - 1);
      case KeyDistribution::sorted:
        return number(i >> number_shift_);
      case KeyDistribution::reversed:
        return number((size_ - 1 - i) >> number_shift_);
      case KeyDistribution::all_equal:
        break;
    }
    return number(7);
  }

  // One of all keys, by its number in their order.
  KOKKOS_FUNCTION Word scaled(Word word) const {
    if constexpr (sizeof(Word) == sizeof(Real)) {
      if (kind_ == KeyKind::is_floating) return Kokkos::bit_cast<Word>(to_unit<Real>(word));
    }
    return kind_ == KeyKind::is_signed ? static_cast<Word>(word ^ sign) : word;
  }
  KOKKOS_FUNCTION Word number(std::uint64_t value) const {
    if constexpr (sizeof(Word) == sizeof(Real)) {
      if (kind_ == KeyKind::is_floating) return Kokkos::bit_cast<Word>(static_cast<Real>(value));
    }
    return static_cast<Word>(value);
  }

  template <class Engine>
  KOKKOS_FUNCTION static Word next_word(Engine& draw) {
    return drawn == 1 ? static_cast<Word>(draw_word(draw)) : static_cast<Word>(draw_word64(draw));
  }

  KOKKOS_FUNCTION Word uniform(std::uint64_t i) const {
    auto draw = engine_of_item(random_, uniform_words, i, drawn);
    return next_word(draw);
  }

  KOKKOS_FUNCTION Word mean_of_twelve(std::uint64_t i) const {
    auto draw = engine_of_item(random_, uniform_words, i, 12 * drawn);
    Word quotients = 0, rests = 0;
    for (int k = 0; k < 12; ++k) {
      Word const word = next_word(draw);
      quotients += word / 12;
      rests += word % 12;
    }
    return quotients + rests / 12;
  }

  KOKKOS_FUNCTION std::uint64_t deterministic(std::uint64_t block, std::uint64_t within) const {
    std::uint64_t halvings = halving_part(shape_.blocks, block);
    if (block + 1 == shape_.blocks) halvings += halving_part(block_size_, within);
    std::uint64_t const rest = halvings < 64 ? size_ >> halvings : 0;
    return rest > 0 ? log2_of(rest) : 0;
  }

  KOKKOS_FUNCTION std::uint64_t randomised(std::uint64_t block, std::uint64_t within) const {
    std::uint64_t const runs = shape_.runs;
    auto lengths = engine_of_item(random_, run_lengths, block, runs);
    auto again = lengths;
    std::uint64_t sum = 0;
    for (std::uint64_t run = 0; run < runs; ++run) sum += scale_word(draw_word(lengths), runs);
    std::uint64_t run = 0, end = 0;
    // The last one takes what rounding leaves.
    for (; run + 1 < runs && sum > 0; ++run) {
      end += scale_word(draw_word(again), runs);
      if (within < end * block_size_ / sum) break;
    }
    auto numbers = engine_of_item(random_, run_numbers, block, runs);
    skip_words(numbers, run);
    return scale_word(draw_word(numbers), runs);
  }

  // Uniform in one of as many ranges as there are blocks.
  KOKKOS_FUNCTION Word in_range(std::uint64_t i, std::uint64_t number) const {
    if (number >= shape_.blocks) number = 0;  // one block is half of none
    auto draw = engine_of_item(random_, uniform_words, i, 2);
    std::uint64_t const place = high_product(draw_word64(draw), range_);
    return scaled(static_cast<Word>(static_cast<Word>(number) * range_ + place));
  }

  // In integers, for the same bits everywhere: a power of two by chance, one of the numbers from it
  // to below the next one, k, which stays with the probability power / k.
  KOKKOS_FUNCTION std::uint64_t zipf(std::uint64_t i) const {
    auto draw = engine_of(random_, first_of_zipf + i);
    for (;;) {
      std::uint64_t const power = std::uint64_t(1) << scale_word(draw_word(draw), zipf_levels_);
      std::uint64_t const k = power + (draw_word(draw) & (power - 1));
      if (scale_word(draw_word(draw), k) < power && k <= shape_.zipf_values) return k;
    }
  }

  Word* keys_;
  std::uint64_t size_;
  KeyKind kind_;
  KeyShape shape_;
  Generator random_;
  std::uint64_t block_size_;
  Word range_;
  std::uint64_t zipf_levels_;
  int number_shift_;
};

// Fences.
template <class Space, class Word, class Generator>
void make_keys(Space const& exec, RawArray<Word> keys, KeyKind kind, KeyShape const& shape,
               Generator const& random) {
  check_key_shape(shape);
  if (keys.size == 0) return;
  Kokkos::parallel_for("yoke::generate_keys", WideRange<Space>(exec, 0, keys.size),
                       MakeKey<Word, Generator>(keys.data, keys.size, kind, shape, random));
  exec.fence("yoke::generate_keys");
}

}  // namespace yoke::detail::sorting
