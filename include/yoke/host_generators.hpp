#pragma once

#include <Kokkos_Macros.hpp>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "yoke/random.hpp"

// Generators for a host that makes bits for others: fast generators, and the C library's, which is
// weak. Xoshiro128 and its streams run in kernels too.
namespace yoke {
namespace detail {

// The next word of xoshiro128++, by the words of its state.
KOKKOS_FORCEINLINE_FUNCTION constexpr std::uint32_t next_of_xoshiro(std::uint32_t& a,
                                                                    std::uint32_t& b,
                                                                    std::uint32_t& c,
                                                                    std::uint32_t& d) {
  std::uint32_t const sum = a + d, shifted = b << 9;
  std::uint32_t const word = (sum << 7 | sum >> 25) + a;
  c ^= a;
  d ^= b;
  b ^= c;
  a ^= d;
  c ^= shifted;
  d = d << 11 | d >> 21;
  return word;
}

}  // namespace detail

/// xoshiro128++ 1.0 (Blackman, Vigna, 2021). It takes about 10 instructions per word, half of
/// Philox's. On hosts and devices.
class Xoshiro128 {
 public:
  using result_type = std::uint32_t;  ///< 32 random bits

  /// Begins with a state of 128 bits. A state of 0 would never change, so another one is taken in
  /// its place.
  KOKKOS_FUNCTION constexpr explicit Xoshiro128(RandomBlock const& state) : state_(state) {
    if ((state.word[0] | state.word[1] | state.word[2] | state.word[3]) == 0) state_.word[0] = 1;
  }

  /// The least word.
  KOKKOS_FUNCTION static constexpr result_type min() { return 0; }
  /// The greatest word.
  KOKKOS_FUNCTION static constexpr result_type max() { return 0xffffffffu; }

  /// The next word.
  KOKKOS_FUNCTION constexpr result_type operator()() {
    return detail::next_of_xoshiro(state_.word[0], state_.word[1], state_.word[2], state_.word[3]);
  }

  /// The state, from which another one draws the same next words.
  KOKKOS_FUNCTION constexpr RandomBlock const& state() const { return state_; }

 private:
  RandomBlock state_;
};

/// Eight xoshiro128++ side by side in vector registers, which give words in turn. They take a
/// quarter of the time of one (docs/results/random.md). Vector lane l begins with block l of a
/// Philox that the state seeds.
class Xoshiro128x8 {
 public:
  using result_type = std::uint32_t;            ///< 32 random bits
  static constexpr std::size_t lane_count = 8;  ///< number of generators

  /// Begins with a state of 128 bits, of any value.
  explicit Xoshiro128x8(RandomBlock const& seed) {
    auto const pair = [&](int low) {
      return std::uint64_t(seed.word[low + 1]) << 32 | seed.word[low];
    };
    Philox const starts(pair(0), pair(2));
    for (std::size_t lane = 0; lane < lane_count; ++lane) {
      RandomBlock const block = Xoshiro128(starts.block(lane)).state();
      for (std::size_t part = 0; part < 4; ++part) state_[part][lane] = block.word[part];
    }
  }

  /// The least word.
  static constexpr result_type min() { return 0; }
  /// The greatest word.
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }

  /// The next word.
  result_type operator()() {
    if (held_ == 0) refill();
    return round_[lane_count - held_--];
  }

  /// The next `count` words, the same as from calls of operator().
  void fill(std::uint32_t* words, std::size_t count) {
    for (; count > 0 && held_ > 0; --count) *words++ = (*this)();
    make_rounds(words, count / lane_count);
    words += count / lane_count * lane_count;
    for (count %= lane_count; count > 0; --count) *words++ = (*this)();
  }

 private:
  // Vectors that fit the registers of every 64-bit machine, by an extension of GCC, Clang and nvcc.
  // Without it g++ 12 makes scalar code of such loops at -O3, and vectors at -O2.
  static constexpr std::size_t width = 4;
  using Words [[gnu::vector_size(16)]] = std::uint32_t;

  static Words rotate(Words const& words, int bits) {
    return (words << bits) | (words >> (32 - bits));
  }

  void refill() {
    make_rounds(round_, 1);
    held_ = lane_count;
  }

  void make_rounds(std::uint32_t* words, std::size_t rounds) {
    constexpr std::size_t vectors = lane_count / width;
    Words s0[vectors], s1[vectors], s2[vectors], s3[vectors];
    Words* const copies[] = {s0, s1, s2, s3};
    for (int part = 0; part < 4; ++part) std::memcpy(copies[part], state_[part], sizeof s0);
    for (std::size_t round = 0; round < rounds; ++round) {
      for (std::size_t v = 0; v < vectors; ++v, words += width) {
        Words const made = rotate(s0[v] + s3[v], 7) + s0[v], shifted = s1[v] << 9;
        s2[v] ^= s0[v];
        s3[v] ^= s1[v];
        s1[v] ^= s2[v];
        s0[v] ^= s3[v];
        s2[v] ^= shifted;
        s3[v] = rotate(s3[v], 11);
        std::memcpy(words, &made, sizeof made);  // at any alignment
      }
    }
    for (int part = 0; part < 4; ++part) std::memcpy(state_[part], copies[part], sizeof s0);
  }

  // No vectors: nvcc refuses a class with some wherever it compiles for devices.
  std::uint32_t state_[4][lane_count];
  std::uint32_t round_[lane_count];
  std::size_t held_ = 0;  // the last words of the round
};

/// The rand() of the GNU C library after srand(seed), with its own state: r[i] = r[i - 3] + r[i -
/// 31], without its lowest bit. Its 31 bits a call follow each other without gaps, the lowest
/// first.
class LibraryRand {
 public:
  using result_type = std::uint32_t;  ///< 32 random bits

  /// Begins as after srand(seed).
  explicit LibraryRand(std::uint32_t seed) {
    auto word = static_cast<std::int64_t>(static_cast<std::int32_t>(seed == 0 ? 1 : seed));
    for (auto& entry : state_) {
      entry = static_cast<std::uint32_t>(word);
      word = 16807 * word % 2147483647;
      if (word < 0) word += 2147483647;
    }
    for (int i = 0; i < 310; ++i) rand();
  }

  /// The least word.
  static constexpr result_type min() { return 0; }
  /// The greatest word.
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }

  /// The result of the C library's rand().
  std::uint32_t rand() {
    std::uint32_t const sum = state_[oldest_] += state_[(oldest_ + 28) % state_.size()];
    oldest_ = (oldest_ + 1) % state_.size();
    return sum >> 1;
  }

  /// The next 32 bits.
  result_type operator()() {
    while (held_ < 32) {
      bits_ |= static_cast<std::uint64_t>(rand()) << held_;
      held_ += 31;
    }
    auto const word = static_cast<result_type>(bits_);
    bits_ >>= 32;
    held_ -= 32;
    return word;
  }

 private:
  std::array<std::uint32_t, 31> state_;
  std::size_t oldest_ = 3;
  std::uint64_t bits_ = 0;  // the lowest `held_` of them
  int held_ = 0;
};

/// Numbered streams of an engine that is made from 128 random bits, or else from 32. Philox gives
/// these bits for a seed and the stream's number. They run where the engine does.
template <RandomEngine Engine>
class SeededStreams {
 public:
  /// Makes a stream of a seed.
  KOKKOS_FUNCTION explicit SeededStreams(std::uint64_t seed, std::uint64_t stream = 0)
      : bits_(seed, stream) {}

  /// Another stream of the same seed.
  KOKKOS_FUNCTION SeededStreams stream(std::uint64_t number) const {
    return SeededStreams(bits_.stream(number));
  }
#if defined(__NVCC__)
#pragma nv_exec_check_disable
#endif
  /// An engine that draws the stream's numbers from the first.
  KOKKOS_FUNCTION Engine engine() const {
    if constexpr (std::constructible_from<Engine, RandomBlock>) {
      return Engine(bits_.block(0));
    } else {
      return Engine(bits_(0));
    }
  }

 private:
  KOKKOS_FUNCTION explicit SeededStreams(Philox const& bits) : bits_(bits) {}

  Philox bits_;
};

}  // namespace yoke
