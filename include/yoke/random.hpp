#pragma once

#include <Kokkos_Macros.hpp>
#include <concepts>
#include <cstdint>
#include <random>

#include "yoke/detail/random_words.hpp"
#include "yoke/random_ciphers.hpp"

// Random numbers by number: a word is a function only of a seed, a stream and an index. The bits
// are the same on every space, for every number of threads and every order of drawing. Not for
// cryptography.
namespace yoke {

template <class Cipher>
class CounterEngine;

/// The words of one stream of a seed, by number, from Philox4x32 or Threefry4x32. The key is the
/// seed, its low word first, and zeros. The counter is the number of the block, its low word first,
/// and then the stream, its low word first, 64 bits each. No two triples of seed, stream and block
/// therefore share a block. Word i is word i % 4 of block i / 4.
///
/// A stream has 2^64 blocks. 32-bit words reach the first 2^62, and 64-bit words the first 2^63, so
/// every 64-bit index is valid. 32-bit words, 64-bit words, floats and doubles are views of the
/// same bits. Give numbers that must be independent an index or a stream of their own.
///
/// 16 bytes, trivially copyable, constexpr. A call computes a block, for any part of it. For words
/// in order use an engine, or whole blocks.
template <class Cipher>
class CounterRandom {
 public:
  using Block = RandomBlock;  ///< four words

  /// Makes the words of a stream of a seed.
  KOKKOS_FUNCTION constexpr explicit CounterRandom(std::uint64_t seed, std::uint64_t stream = 0)
      : seed_(seed), stream_(stream) {}

  /// Another stream of the same seed.
  KOKKOS_FUNCTION constexpr CounterRandom stream(std::uint64_t number) const {
    return CounterRandom(seed_, number);
  }

  /// The cipher's key: the seed.
  KOKKOS_FUNCTION constexpr typename Cipher::Key key() const { return {{low(seed_), high(seed_)}}; }

  /// The 4 words of a block, for each 64-bit number.
  KOKKOS_FUNCTION constexpr Block block(std::uint64_t b) const {
    return Cipher::block({{low(b), high(b), low(stream_), high(stream_)}}, key());
  }

  /// 32 random bits.
  KOKKOS_FUNCTION constexpr std::uint32_t operator()(std::uint64_t i) const {
    Block const words = block(i / 4);
    // An index that is not known at compile time would put the block in memory on a GPU.
    std::uint32_t const even = i % 4 < 2 ? words.word[0] : words.word[2];
    std::uint32_t const odd = i % 4 < 2 ? words.word[1] : words.word[3];
    return i % 2 == 0 ? even : odd;
  }

  /// 64 random bits: words 2 i (the low half) and 2 i + 1.
  KOKKOS_FUNCTION constexpr std::uint64_t word64(std::uint64_t i) const {
    return half(block(i / 2), i);
  }

  /// A multiple of 2^-24 (float, from word i) or 2^-53 (double, from 64-bit word i) from 0 to below
  /// 1, each with the same probability: the word's highest bits.
  template <detail::FloatOrDouble Real>
  KOKKOS_FUNCTION constexpr Real uniform(std::uint64_t i) const {
    return detail::to_unit<Real>(bits<Real>(i));
  }
  /// The next larger multiple: above 0, up to 1. For logarithms.
  template <detail::FloatOrDouble Real>
  KOKKOS_FUNCTION constexpr Real uniform_positive(std::uint64_t i) const {
    return detail::to_positive_unit<Real>(bits<Real>(i));
  }

  /// A whole number from 0 to n - 1, each with exactly the same probability, from 64-bit word i. n
  /// must be above 0. Source: Lemire, "Fast random integer generation in an interval", 2019. A word
  /// that would favour some numbers (at most one of 2^64 / n) is drawn again, without another
  /// index's block: the block, taken as a counter itself, gives the next one. The result therefore
  /// remains a function of seed, stream and i.
  KOKKOS_FUNCTION constexpr std::uint64_t below(std::uint64_t i, std::uint64_t n) const {
    Block words = block(i / 2);
    while (!detail::is_fair(half(words, i), n)) words = Cipher::block(words, key());
    return detail::high_product(half(words, i), n);
  }

  /// An engine that draws the words in order, from word `first` on.
  KOKKOS_FUNCTION constexpr CounterEngine<Cipher> engine(std::uint64_t first = 0) const;

 private:
  KOKKOS_FUNCTION static constexpr std::uint32_t low(std::uint64_t x) {
    return static_cast<std::uint32_t>(x);
  }
  KOKKOS_FUNCTION static constexpr std::uint32_t high(std::uint64_t x) {
    return static_cast<std::uint32_t>(x >> 32);
  }
  KOKKOS_FUNCTION static constexpr std::uint64_t half(Block const& words, std::uint64_t i) {
    return i % 2 == 0 ? detail::join_words(words.word[0], words.word[1])
                      : detail::join_words(words.word[2], words.word[3]);
  }

  template <class Real>
  KOKKOS_FUNCTION constexpr detail::WordFor<Real> bits(std::uint64_t i) const {
    if constexpr (sizeof(Real) == 4) {
      return (*this)(i);
    } else {
      return word64(i);
    }
  }

  std::uint64_t seed_, stream_;
};

/// The words of a stream in order, one at a time; draw k is CounterRandom's word first + k.
/// Computes a block for every 4 words and keeps the rest of it: 40 bytes, for a thread's registers.
/// After word 2^64 - 1 comes word 0. A std::uniform_random_bit_generator: on a host the
/// distributions of the standard library and std::shuffle take it.
template <class Cipher>
class CounterEngine {
 public:
  using result_type = std::uint32_t;  ///< 32 random bits

  /// Draws the words of a stream from word `first` on.
  KOKKOS_FUNCTION constexpr explicit CounterEngine(CounterRandom<Cipher> const& words,
                                                   std::uint64_t first = 0)
      : words_(words), position_(first) {
    refill();
  }

  /// The least word.
  KOKKOS_FUNCTION static constexpr result_type min() { return 0; }
  /// The greatest word.
  KOKKOS_FUNCTION static constexpr result_type max() { return 0xffffffffu; }

  /// The next word.
  KOKKOS_FUNCTION constexpr result_type operator()() {
    if (position_ % 4 == 0) rest_ = words_.block(position_ / 4);
    result_type const word = rest_.word[0];
    ++position_;
    drop_first();
    return word;
  }

  /// Skips a number of words, at the cost of at most one block.
  KOKKOS_FUNCTION constexpr void discard(std::uint64_t count) {
    position_ += count;
    refill();
  }

  /// The number of the next word.
  KOKKOS_FUNCTION constexpr std::uint64_t position() const { return position_; }

 private:
  // Moved up, not indexed, because an index would put them in memory on a GPU.
  KOKKOS_FUNCTION constexpr void drop_first() {
    rest_ = {{rest_.word[1], rest_.word[2], rest_.word[3], 0}};
  }
  KOKKOS_FUNCTION constexpr void refill() {
    if (position_ % 4 == 0) return;
    rest_ = words_.block(position_ / 4);
    for (std::uint64_t i = 0; i < position_ % 4; ++i) drop_first();
  }

  CounterRandom<Cipher> words_;
  std::uint64_t position_;
  RandomBlock rest_ = {{0, 0, 0, 0}};  // from the next word on
};

template <class Cipher>
KOKKOS_FUNCTION constexpr CounterEngine<Cipher> CounterRandom<Cipher>::engine(
    std::uint64_t first) const {
  return CounterEngine<Cipher>(*this, first);
}

/// Words of Philox4x32-10. Word i is the result of cuRAND's device functions for curand_init(seed,
/// stream, i) and Philox4_32_10.
using Philox = CounterRandom<Philox4x32>;
/// An engine that draws the words of Philox in order.
using PhiloxEngine = CounterEngine<Philox4x32>;

/// Words of Threefry4x32-20, which has nothing in common with Philox. A result that both confirm is
/// no artefact of one of them.
using Threefry = CounterRandom<Threefry4x32>;
/// An engine that draws the words of Threefry in order.
using ThreefryEngine = CounterEngine<Threefry4x32>;

/// A type that draws 32 random bits at each call: PhiloxEngine in kernels and on a host,
/// std::mt19937 on a host.
template <class Engine>
concept RandomEngine = std::uniform_random_bit_generator<Engine> && std::copyable<Engine> &&
    (Engine::min() == 0 && Engine::max() == 0xffffffffu);

/// A generator for algorithms that draw random numbers: numbered streams. Each item of work makes
/// an engine from its own stream, so its numbers do not depend on the thread.
template <class Generator>
concept RandomGenerator = std::copyable<Generator> &&
    requires(Generator const& random, std::uint64_t i) {
  { random.stream(i).engine() } -> RandomEngine;
};

// Engines for a host alone are allowed here, and nvcc would warn of each.
#if defined(__NVCC__)
#pragma nv_exec_check_disable
#endif
/// The next word.
template <RandomEngine Engine>
KOKKOS_FUNCTION constexpr std::uint32_t draw_word(Engine& engine) {
  return static_cast<std::uint32_t>(engine());
}

/// The next two words: the low half first.
template <RandomEngine Engine>
KOKKOS_FUNCTION constexpr std::uint64_t draw_word64(Engine& engine) {
  std::uint32_t const first = draw_word(engine);
  return detail::join_words(first, draw_word(engine));
}

/// As Philox::uniform, from the next word (float) or the next two (double).
template <detail::FloatOrDouble Real, RandomEngine Engine>
KOKKOS_FUNCTION constexpr Real draw_uniform(Engine& engine) {
  if constexpr (sizeof(Real) == 4) {
    return detail::to_unit<Real>(draw_word(engine));
  } else {
    return detail::to_unit<Real>(draw_word64(engine));
  }
}

/// As Philox::uniform_positive.
template <detail::FloatOrDouble Real, RandomEngine Engine>
KOKKOS_FUNCTION constexpr Real draw_uniform_positive(Engine& engine) {
  if constexpr (sizeof(Real) == 4) {
    return detail::to_positive_unit<Real>(draw_word(engine));
  } else {
    return detail::to_positive_unit<Real>(draw_word64(engine));
  }
}

/// A whole number from 0 to n - 1, each with exactly the same probability. n must be above 0. Takes
/// the next two words, or the first later pair that favours none.
template <RandomEngine Engine>
KOKKOS_FUNCTION constexpr std::uint64_t draw_below(Engine& engine, std::uint64_t n) {
  std::uint64_t word = draw_word64(engine);
  while (!detail::is_fair(word, n)) word = draw_word64(engine);
  return detail::high_product(word, n);
}

}  // namespace yoke
