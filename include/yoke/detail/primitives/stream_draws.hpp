#pragma once

#include <Kokkos_Macros.hpp>
#include <cstdint>
#include <utility>

#include "yoke/detail/primitives/hash.hpp"
#include "yoke/random.hpp"

// What generators of input draw from the streams of any RandomGenerator. A counter-based one's
// words are had by number; another one's in order, from an engine.
namespace yoke::detail {

template <class Generator>
inline constexpr bool is_counter_based = false;
template <class Cipher>
inline constexpr bool is_counter_based<CounterRandom<Cipher>> = true;

// Engines for a host alone are welcome where the execution space is a host's, and nvcc would warn
// of each.
#if defined(__NVCC__)
#pragma nv_exec_check_disable
#endif
template <RandomGenerator Generator>
KOKKOS_FUNCTION auto engine_of(Generator const& random, std::uint64_t stream) {
  return random.stream(stream).engine();
}

#if defined(__NVCC__)
#pragma nv_exec_check_disable
#endif
template <RandomEngine Engine>
KOKKOS_FUNCTION void skip_words(Engine& engine, std::uint64_t count) {
  if constexpr (requires { engine.discard(count); }) {
    engine.discard(count);
  } else {
    for (; count > 0; --count) draw_word(engine);
  }
}

// A stream's words in blocks of four, one block after the other.
template <RandomGenerator Generator>
class BlockDraws {
 public:
#if defined(__NVCC__)
#pragma nv_exec_check_disable
#endif
  KOKKOS_FUNCTION BlockDraws(Generator const& random, std::uint64_t stream)
      : engine_(engine_of(random, stream)) {}

#if defined(__NVCC__)
#pragma nv_exec_check_disable
#endif
  KOKKOS_FUNCTION RandomBlock next() {
    RandomBlock block;
    for (std::uint32_t& word : block.word) word = draw_word(engine_);
    return block;
  }
  KOKKOS_FUNCTION void skip(std::uint64_t blocks) { skip_words(engine_, 4 * blocks); }

 private:
  decltype(engine_of(std::declval<Generator const&>(), 0)) engine_;
};

// At the price of a block's words, and of none that is skipped.
template <class Cipher>
class BlockDraws<CounterRandom<Cipher>> {
 public:
  KOKKOS_FUNCTION BlockDraws(CounterRandom<Cipher> const& random, std::uint64_t stream)
      : words_(random.stream(stream)) {}

  KOKKOS_FUNCTION RandomBlock next() { return words_.block(next_++); }
  KOKKOS_FUNCTION void skip(std::uint64_t blocks) { next_ += blocks; }

 private:
  CounterRandom<Cipher> words_;
  std::uint64_t next_ = 0;
};

// A random permutation of 0..size-1 that any thread evaluates at any point without memory: a
// Feistel network on the smallest even number of bits, 6 or more, that holds size - 1, walked until
// it lands inside: fewer than 4 steps on average, 64 / size of fewer than 16 elements. Its rounds
// take the words of a random block as their keys. The same on every space and for every number of
// threads.
class RandomPermutation {
 public:
  KOKKOS_FUNCTION RandomPermutation(std::uint64_t size, Philox::Block const& keys)
      : size_(size), keys_(keys) {
    while (half_bits_ < 32 && (std::uint64_t(1) << (2 * half_bits_)) < size) ++half_bits_;
  }

  KOKKOS_FUNCTION std::uint64_t operator()(std::uint64_t i) const {
    do {
      i = encrypt(i);
    } while (i >= size_);
    return i;
  }

 private:
  KOKKOS_FUNCTION std::uint64_t encrypt(std::uint64_t i) const {
    std::uint64_t const mask = (std::uint64_t(1) << half_bits_) - 1;
    std::uint64_t left = i >> half_bits_, right = i & mask;
    // Of few bits, four rounds favour some permutations: of 5 elements some came three times as
    // often as they should.
    int const rounds = half_bits_ <= 6 ? 16 : 4;
    for (int round = 0; round < rounds; ++round) {
      std::uint32_t const key =
          keys_.word[round % 4] + 0x9e3779b9u * static_cast<std::uint32_t>(round / 4);
      std::uint64_t const keyed = std::uint64_t(key) << 32 | right;
      std::uint64_t const next = left ^ (hash(keyed) & mask);
      left = right;
      right = next;
    }
    return left << half_bits_ | right;
  }

  std::uint64_t size_;
  Philox::Block keys_;
  int half_bits_ = 3;  // of fewer bits, no number of rounds makes all orders alike
};

}  // namespace yoke::detail
