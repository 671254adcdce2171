#pragma once

#include <Kokkos_Macros.hpp>
#include <cstdint>
#include <utility>

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

}  // namespace yoke::detail
