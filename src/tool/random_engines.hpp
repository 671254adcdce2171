#pragma once

#include <Kokkos_Macros.hpp>
#include <array>
#include <cstdint>
#include <yoke/host_generators.hpp>

// Generators that others use, for comparison: what Yoke's are measured against, and weak feeds for
// its walks. Each draws 32 bits a call.
namespace yoke::tool {

struct Draws32Bits {
  using result_type = std::uint32_t;
  KOKKOS_FUNCTION static constexpr result_type min() { return 0; }
  KOKKOS_FUNCTION static constexpr result_type max() { return 0xffffffffu; }
};

// Marsaglia's xorwow ("Xorshift RNGs", 2003), seeded as cuRAND's curand_init(seed, 0, 0).
class Xorwow : public Draws32Bits {
 public:
  explicit Xorwow(std::uint64_t seed) {
    std::uint32_t const low = 1099087573u * (static_cast<std::uint32_t>(seed) ^ 0xaad26b49u);
    std::uint32_t const high = 2591861531u * (static_cast<std::uint32_t>(seed >> 32) ^ 0xf7dcefddu);
    counter_ = 6615241u + low + high;
    state_ = {123456789u + low, 362436069u ^ low, 521288629u + high, 88675123u ^ high,
              5783321u + low};
  }

  result_type operator()() {
    std::uint32_t const first = state_[0] ^ state_[0] >> 2, last = state_[4];
    state_ = {state_[1], state_[2], state_[3], last, (last ^ last << 4) ^ (first ^ first << 1)};
    counter_ += 362437;
    return state_[4] + counter_;
  }

 private:
  std::uint32_t counter_;
  std::array<std::uint32_t, 5> state_;
};

// Marsaglia's multiply with carry, as CUDAMC draws it (Alerstam, Svensson, Andersson-Engels, 2008),
// with the first of its multipliers or another one. The state's halves are a number and a carry. On
// hosts and devices.
class MultiplyWithCarry : public Draws32Bits {
 public:
  static constexpr std::uint32_t first_multiplier = 4294967118u;

  KOKKOS_FUNCTION constexpr explicit MultiplyWithCarry(std::uint64_t state,
                                                       std::uint32_t multiplier = first_multiplier)
      : state_((state >> 32) % multiplier << 32 | (state & 0xffffffffu)), multiplier_(multiplier) {
    // Two states would never change.
    if (state_ == 0 || state_ == (std::uint64_t(multiplier) << 32) - 1) state_ = 1;
  }

  KOKKOS_FUNCTION constexpr result_type operator()() {
    state_ = (state_ & 0xffffffffu) * multiplier_ + (state_ >> 32);
    return static_cast<result_type>(state_);
  }

 private:
  std::uint64_t state_;
  std::uint32_t multiplier_;
};

// The C library's rand() taken for a word, as programs do: the highest bit is never set.
class RandWords : public Draws32Bits {
 public:
  explicit RandWords(std::uint32_t seed) : library_(seed) {}
  result_type operator()() { return library_.rand(); }

 private:
  LibraryRand library_;
};

// The linear congruential generator of the C standard's example (7.22.2.2), all 32 bits of its
// state: bit i repeats after 2^(i + 1) numbers.
class Congruential : public Draws32Bits {
 public:
  explicit Congruential(std::uint32_t seed) : state_(seed) {}
  result_type operator()() { return state_ = 1103515245u * state_ + 12345u; }

 private:
  std::uint32_t state_;
};

}  // namespace yoke::tool
