#pragma once

#include <Kokkos_Macros.hpp>
#include <concepts>
#include <cstdint>
#include <random>

#include "yoke/detail/random_words.hpp"

// Random numbers by number: a word is a function of a seed, a stream and an index, and of nothing
// else. The same bits on every space, for every number of threads and every order of drawing.
// Not for cryptography.
namespace yoke {

/// Philox4x32-10: 128 random bits for each of 2^128 counters under each of 2^64 keys, a bijection
/// of counters under one key. Source: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy
/// as 1, 2, 3", SC 2011, section 3.3. No state, no memory: for 4 words 20 products of 64 bits, 40
/// xors and 18 additions, the latter once for all counters where the key stays the same.
class Philox4x32 {
 public:
  /// 128 bits, as a counter or as random words.
  struct Block {
    std::uint32_t word[4];  ///< the lowest first
  };
  /// What chooses the bijection.
  struct Key {
    std::uint32_t word[2];  ///< the lower first
  };

  /// The random words of a counter.
  KOKKOS_FUNCTION static constexpr Block block(Block counter, Key key) {
    for (int round = 0; round < rounds; ++round) {
      counter = mix(counter, key);
      key.word[0] += 0x9e3779b9u;  // of the golden ratio
      key.word[1] += 0xbb67ae85u;  // of the root of 3
    }
    return counter;
  }

 private:
  static constexpr int rounds = 10;

  KOKKOS_FUNCTION static constexpr Block mix(Block const& c, Key const& key) {
    std::uint64_t const even = std::uint64_t(0xd2511f53u) * c.word[0];
    std::uint64_t const odd = std::uint64_t(0xcd9e8d57u) * c.word[2];
    return {{static_cast<std::uint32_t>(odd >> 32) ^ c.word[1] ^ key.word[0],
             static_cast<std::uint32_t>(odd),
             static_cast<std::uint32_t>(even >> 32) ^ c.word[3] ^ key.word[1],
             static_cast<std::uint32_t>(even)}};
  }
};

class PhiloxEngine;

/// The words of one stream of a seed, by number. The key is the seed; the counter is the number of
/// the block, its low word first, and then the stream, its low word first: 64 bits each, so that no
/// two of (seed, stream, block) share a block. Word i is word i % 4 of block i / 4: what cuRAND's
/// device functions return for curand_init(seed, stream, i) and Philox4_32_10.
///
/// Of a stream's 2^64 blocks, 32-bit words reach the first 2^62, 64-bit words and what is made of
/// them the first 2^63: every index of 64 bits is good. Both look at the same bits, and so do
/// floats and doubles: give what must be independent an index or a stream of its own.
///
/// 16 bytes, trivially copyable, constexpr. A call costs a block, whatever it takes from it: who
/// needs words in order takes an engine, or whole blocks.
class Philox {
 public:
  using Block = Philox4x32::Block;  ///< four words

  /// The words of a stream of a seed.
  KOKKOS_FUNCTION constexpr explicit Philox(std::uint64_t seed, std::uint64_t stream = 0)
      : seed_(seed), stream_(stream) {}

  /// Another stream of the same seed.
  KOKKOS_FUNCTION constexpr Philox stream(std::uint64_t number) const {
    return Philox(seed_, number);
  }

  /// 4 words, for each 64-bit number.
  KOKKOS_FUNCTION constexpr Block block(std::uint64_t b) const {
    return Philox4x32::block({{low(b), high(b), low(stream_), high(stream_)}}, key());
  }

  /// 32 random bits.
  KOKKOS_FUNCTION constexpr std::uint32_t operator()(std::uint64_t i) const {
    Block const words = block(i / 4);
    // An index that is not known beforehand would put the block in memory on a GPU.
    std::uint32_t const even = i % 4 < 2 ? words.word[0] : words.word[2];
    std::uint32_t const odd = i % 4 < 2 ? words.word[1] : words.word[3];
    return i % 2 == 0 ? even : odd;
  }

  /// 64 random bits: words 2 i (the low half) and 2 i + 1.
  KOKKOS_FUNCTION constexpr std::uint64_t word64(std::uint64_t i) const {
    return half(block(i / 2), i);
  }

  /// A multiple of 2^-24 (float, of word i) or 2^-53 (double, of 64-bit word i) from 0 to below 1,
  /// each as likely: the word's highest bits.
  template <detail::FloatOrDouble Real>
  KOKKOS_FUNCTION constexpr Real uniform(std::uint64_t i) const {
    return detail::to_unit<Real>(bits<Real>(i));
  }
  /// The next larger multiple: above 0, up to 1. For logarithms.
  template <detail::FloatOrDouble Real>
  KOKKOS_FUNCTION constexpr Real uniform_positive(std::uint64_t i) const {
    return detail::to_positive_unit<Real>(bits<Real>(i));
  }

  /// One of 0 to n - 1, each exactly as likely, of 64-bit word i; n >= 1. Source: Lemire, "Fast
  /// random integer generation in an interval", 2019. A word that would favour some numbers (one of
  /// 2^64 / n at most) is drawn again, from no other index's block: the block, taken as a counter
  /// itself, gives the next one. So it stays a function of seed, stream and i.
  KOKKOS_FUNCTION constexpr std::uint64_t below(std::uint64_t i, std::uint64_t n) const {
    Block words = block(i / 2);
    while (!detail::is_fair(half(words, i), n)) words = Philox4x32::block(words, key());
    return detail::high_product(half(words, i), n);
  }

  /// Draws the words in order, from word `first` on.
  KOKKOS_FUNCTION constexpr PhiloxEngine engine(std::uint64_t first = 0) const;

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
  KOKKOS_FUNCTION constexpr Philox4x32::Key key() const { return {{low(seed_), high(seed_)}}; }

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

/// The words of a stream in order, one at a time; draw k is Philox's word first + k. Computes a
/// block for every 4 words and keeps what is left of it: 40 bytes, for a thread's registers. After
/// word 2^64 - 1 comes word 0. A std::uniform_random_bit_generator: on a host the distributions of
/// the standard library and std::shuffle take it.
class PhiloxEngine {
 public:
  using result_type = std::uint32_t;  ///< 32 random bits

  /// Draws the words of a stream from word `first` on.
  KOKKOS_FUNCTION constexpr explicit PhiloxEngine(Philox const& words, std::uint64_t first = 0)
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

  /// Skips so many words, at the cost of one block at most.
  KOKKOS_FUNCTION constexpr void discard(std::uint64_t count) {
    position_ += count;
    refill();
  }

  /// The number of the next word.
  KOKKOS_FUNCTION constexpr std::uint64_t position() const { return position_; }

 private:
  // Moved up rather than indexed, which would put them in memory on a GPU.
  KOKKOS_FUNCTION constexpr void drop_first() {
    rest_ = {{rest_.word[1], rest_.word[2], rest_.word[3], 0}};
  }
  KOKKOS_FUNCTION constexpr void refill() {
    if (position_ % 4 == 0) return;
    rest_ = words_.block(position_ / 4);
    for (std::uint64_t i = 0; i < position_ % 4; ++i) drop_first();
  }

  Philox words_;
  std::uint64_t position_;
  Philox4x32::Block rest_ = {{0, 0, 0, 0}};  // from the next word on
};

KOKKOS_FUNCTION constexpr PhiloxEngine Philox::engine(std::uint64_t first) const {
  return PhiloxEngine(*this, first);
}

/// Draws 32 random bits at each call: PhiloxEngine in kernels and on a host, std::mt19937 on a
/// host.
template <class Engine>
concept RandomEngine = std::uniform_random_bit_generator<Engine> && std::copyable<Engine> &&
    (Engine::min() == 0 && Engine::max() == 0xffffffffu);

/// What an algorithm takes that draws random numbers: numbered streams, of which each item of its
/// work makes an engine of its own, so that what it draws does not depend on who draws it.
template <class Generator>
concept RandomGenerator = std::copyable<Generator> &&
    requires(Generator const& random, std::uint64_t i) {
  { random.stream(i).engine() } -> RandomEngine;
};

// Engines for a host alone are welcome here, where nvcc would warn of each.
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

/// As Philox::uniform: of the next word (float) or of the next two (double).
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

/// One of 0 to n - 1, each exactly as likely, of the next two words, or of the first pair after
/// them that favours none; n >= 1.
template <RandomEngine Engine>
KOKKOS_FUNCTION constexpr std::uint64_t draw_below(Engine& engine, std::uint64_t n) {
  std::uint64_t word = draw_word64(engine);
  while (!detail::is_fair(word, n)) word = draw_word64(engine);
  return detail::high_product(word, n);
}

}  // namespace yoke
