#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <yoke/host_generators.hpp>

#include "list_ranking/bit_source.hpp"
#include "support/spaces.hpp"

// The generators of random bits that the thesis compares in Figures 6.2 and 6.5. They take the
// place of PhiloxBits in the library's sources of bits.
namespace yoke_perf {

inline constexpr std::uint32_t md5_constants[64] = {
    0xd76aa478u, 0xe8c7b756u, 0x242070dbu, 0xc1bdceeeu, 0xf57c0fafu, 0x4787c62au, 0xa8304613u,
    0xfd469501u, 0x698098d8u, 0x8b44f7afu, 0xffff5bb1u, 0x895cd7beu, 0x6b901122u, 0xfd987193u,
    0xa679438eu, 0x49b40821u, 0xf61e2562u, 0xc040b340u, 0x265e5a51u, 0xe9b6c7aau, 0xd62f105du,
    0x02441453u, 0xd8a1e681u, 0xe7d3fbc8u, 0x21e1cde6u, 0xc33707d6u, 0xf4d50d87u, 0x455a14edu,
    0xa9e3e905u, 0xfcefa3f8u, 0x676f02d9u, 0x8d2a4c8au, 0xfffa3942u, 0x8771f681u, 0x6d9d6122u,
    0xfde5380cu, 0xa4beea44u, 0x4bdecfa9u, 0xf6bb4b60u, 0xbebfbc70u, 0x289b7ec6u, 0xeaa127fau,
    0xd4ef3085u, 0x04881d05u, 0xd9d4d039u, 0xe6db99e5u, 0x1fa27cf8u, 0xc4ac5665u, 0xf4292244u,
    0x432aff97u, 0xab9423a7u, 0xfc93a039u, 0x655b59c3u, 0x8f0ccc92u, 0xffeff47du, 0x85845dd1u,
    0x6fa87e4fu, 0xfe2ce6e0u, 0xa3014314u, 0x4e0811a1u, 0xf7537e82u, 0xbd3af235u, 0x2ad7d2bbu,
    0xeb86d391u};
inline constexpr unsigned md5_rotations[4][4] = {
    {7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

template <unsigned i>
KOKKOS_FUNCTION constexpr void md5_step(yoke::RandomBlock& state, std::uint32_t const (&text)[16]) {
  constexpr unsigned round = i / 16;
  constexpr unsigned factors[] = {1, 5, 3, 7}, offsets[] = {0, 1, 5, 0};
  constexpr unsigned place = (factors[round] * i + offsets[round]) % 16;
  constexpr std::uint32_t constant = md5_constants[i];
  constexpr unsigned left = md5_rotations[round][i % 4];
  auto const [a, b, c, d] = state.word;
  std::uint32_t mixed = c ^ (b | ~d);
  if constexpr (round == 0) mixed = (b & c) | (~b & d);
  if constexpr (round == 1) mixed = (d & b) | (~d & c);
  if constexpr (round == 2) mixed = b ^ c ^ d;
  std::uint32_t const sum = a + mixed + constant + text[place];
  state = {{d, b + (sum << left | sum >> (32 - left)), b, c}};
}

template <unsigned... i>
KOKKOS_FUNCTION constexpr void md5_steps(yoke::RandomBlock& state, std::uint32_t const (&text)[16],
                                         std::integer_sequence<unsigned, i...>) {
  (md5_step<i>(state, text), ...);
}

// MD5 of a message that fits one block of 16 words with its padding. Source: RFC 1321.
KOKKOS_FUNCTION constexpr yoke::RandomBlock md5(std::uint32_t const (&text)[16]) {
  constexpr std::uint32_t start[4] = {0x67452301u, 0xefcdab89u, 0x98badcfeu, 0x10325476u};
  yoke::RandomBlock state{{start[0], start[1], start[2], start[3]}};
  md5_steps(state, text, std::make_integer_sequence<unsigned, 64>());
  for (int i = 0; i < 4; ++i) state.word[i] += start[i];
  return state;
}

// As in CUDPP, the digest of a block's number. The message is the seed, the stream and the number,
// 64 bits each, the lowest byte first.
struct Md5Words {
  std::uint64_t seed, stream;

  KOKKOS_FUNCTION constexpr yoke::RandomBlock block(std::uint64_t b) const {
    constexpr std::uint32_t end = 0x80, bits = 192;
    std::uint32_t const text[16] = {
        low(seed), high(seed), low(stream), high(stream), low(b), high(b), end, 0, 0, 0, 0,
        0,         0,          0,           bits,         0};
    return md5(text);
  }

 private:
  KOKKOS_FUNCTION static constexpr std::uint32_t low(std::uint64_t word) {
    return static_cast<std::uint32_t>(word);
  }
  KOKKOS_FUNCTION static constexpr std::uint32_t high(std::uint64_t word) {
    return low(word >> 32);
  }
};

struct Md5Bits {
  std::uint64_t seed;

  template <class Space, class Words>
  void fill(Space const& exec, std::size_t iteration, std::uint64_t words, Words const& bits) {
    yoke::detail::list_ranking::generate_bits(exec, Md5Words{seed, iteration}, words, bits);
  }
};

// Mersenne Twisters side by side: the state of each is a row, which on a device lies across memory.
// The last column is the place of the next word.
template <class Space>
using TwisterStates = Kokkos::View<std::uint32_t**, typename Space::memory_space>;

template <class Space>
struct SeedTwisters {
  TwisterStates<Space> states;
  yoke::Philox seeds;

  // As std::mt19937 with that seed.
  KOKKOS_FUNCTION void operator()(std::uint64_t stream) const {
    std::uint32_t word = seeds(stream);
    states(stream, 0) = word;
    for (std::uint32_t i = 1; i < 624; ++i) {
      word = 1812433253u * (word ^ word >> 30) + i;
      states(stream, i) = word;
    }
    states(stream, 624) = 0;
  }
};

template <class Space, class Words>
struct DrawFromTwisters {
  TwisterStates<Space> states;
  std::uint64_t words;
  Words bits;

  // Word w is the next one of twister w mod their number.
  KOKKOS_FUNCTION void operator()(std::uint64_t stream) const {
    std::uint32_t place = states(stream, 624);
    for (std::uint64_t w = stream; w < words; w += states.extent(0)) bits(w) = next(stream, place);
    states(stream, 624) = place;
  }

 private:
  KOKKOS_FUNCTION std::uint32_t next(std::uint64_t stream, std::uint32_t& place) const {
    std::uint32_t const following = place == 623 ? 0 : place + 1;
    std::uint32_t const far = place < 227 ? place + 397 : place - 227;
    std::uint32_t const joined =
        (states(stream, place) & 0x80000000u) | (states(stream, following) & 0x7fffffffu);
    std::uint32_t word = states(stream, far) ^ joined >> 1 ^ (joined & 1 ? 0x9908b0dfu : 0);
    states(stream, place) = word;
    place = following;
    word ^= word >> 11;
    word ^= word << 7 & 0x9d2c5680u;
    word ^= word << 15 & 0xefc60000u;
    return word ^ word >> 18;
  }
};

// Source: Matsumoto, Nishimura, "Mersenne Twister", 1998. The seeds are set beforehand. Each call
// goes on where the last one ended.
template <class Space>
class TwisterBits {
 public:
  TwisterBits(Space const& exec, std::uint64_t seed, std::uint64_t twisters = default_twisters)
      : states_("yoke_perf::twisters", twisters, 625) {
    Kokkos::parallel_for("yoke_perf::seed_twisters", WideRange<Space>(exec, 0, twisters),
                         SeedTwisters<Space>{states_, yoke::Philox(seed)});
    exec.fence("yoke_perf: twisters are seeded");
  }

  template <class Words>
  void fill(Space const& exec, std::size_t, std::uint64_t words, Words const& bits) {
    Kokkos::parallel_for("yoke_perf::draw_from_twisters",
                         WideRange<Space>(exec, 0, states_.extent(0)),
                         DrawFromTwisters<Space, Words>{states_, words, bits});
  }

 private:
  // A thread for each: their states take 41 MB on a device.
  static constexpr std::uint64_t default_twisters = yoke::detail::runs_on_host<Space> ? 64 : 16384;

  TwisterStates<Space> states_;
};

// Each piece of 4096 words is a new stream of the C library's rand(), so that all threads of the
// host make bits. rand() itself has one state and a lock.
template <class Words>
struct DrawFromRand {
  static constexpr std::uint64_t piece = 4096;
  yoke::Philox seeds;
  std::uint64_t words;
  Words bits;

  void operator()(std::uint64_t p) const {
    yoke::LibraryRand random(seeds(p));
    std::uint64_t const end = words < (p + 1) * piece ? words : (p + 1) * piece;
    for (std::uint64_t w = p * piece; w < end; ++w) bits(w) = random();
  }
};

struct RandBits {
  std::uint64_t seed;

  template <class Words>
  void fill(Host const& exec, std::size_t iteration, std::uint64_t words, Words const& bits) {
    using Draw = DrawFromRand<Words>;
    Kokkos::parallel_for("yoke_perf::draw_from_rand",
                         WideRange<Host>(exec, 0, (words + Draw::piece - 1) / Draw::piece),
                         Draw{yoke::Philox(seed, iteration), words, bits});
  }
};

}  // namespace yoke_perf
