#pragma once

#include <Kokkos_Macros.hpp>
#include <cstdint>

namespace yoke::detail {

// Both halves of a product. On a host they are one product of 64 bits, because g++ 12 makes twice
// the instructions of two products of words at -O3. On a device each half is asked for as a word.
// nvcc makes sums of 64 bits from a shifted product of 64 bits, and does not see that their high
// halves are 0.
struct ProductHalves {
  std::uint32_t low, high;
};
KOKKOS_FORCEINLINE_FUNCTION constexpr ProductHalves product_halves(std::uint32_t a,
                                                                   std::uint32_t b) {
#if defined(__CUDA_ARCH__)
  if (!__builtin_is_constant_evaluated()) return {a * b, __umulhi(a, b)};
#endif
  std::uint64_t const product = std::uint64_t(a) * b;
  return {static_cast<std::uint32_t>(product), static_cast<std::uint32_t>(product >> 32)};
}

}  // namespace yoke::detail

// The functions of random numbers by number: bijections of 128 bits, one for each key. Their
// results for successive counters pass for random. No state, no memory. Not for cryptography.
namespace yoke {

/// 128 bits, as a counter or as random words.
struct RandomBlock {
  std::uint32_t word[4];  ///< the lowest first
};

/// Philox4x32-10: 128 random bits for each of 2^128 counters under each of 2^64 keys. Source:
/// Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011, section 3.3.
/// 4 words take 20 products of 64 bits, 40 xors and 18 additions. The additions are done once for
/// all counters with one key.
class Philox4x32 {
 public:
  using Block = RandomBlock;  ///< of counters and of random words
  /// The number that chooses the bijection.
  struct Key {
    std::uint32_t word[2];  ///< the lower first
  };

  /// The random words of a counter.
  KOKKOS_FUNCTION static constexpr Block block(Block counter, Key key) {
    for (int round = 0; round < rounds; ++round) {
      counter = mix(counter, key);
      key = next(key);
    }
    return counter;
  }

 private:
  static constexpr int rounds = 10;

  KOKKOS_FUNCTION static constexpr Key next(Key const& key) {
    // From the golden ratio, and from the root of 3.
    return {{key.word[0] + 0x9e3779b9u, key.word[1] + 0xbb67ae85u}};
  }

  KOKKOS_FUNCTION static constexpr Block mix(Block const& c, Key const& key) {
    auto const even = detail::product_halves(0xd2511f53u, c.word[0]);
    auto const odd = detail::product_halves(0xcd9e8d57u, c.word[2]);
    return {{odd.high ^ c.word[1] ^ key.word[0], odd.low, even.high ^ c.word[3] ^ key.word[1],
             even.low}};
  }
};

/// Threefry4x32-20: 128 random bits for each of 2^128 counters under each of 2^128 keys. Source: as
/// Philox4x32, section 3.2: the rounds of the cipher Threefish without its tweak. 4 words take 40
/// rotations, 40 xors and 69 additions of 32 bits, and no products.
class Threefry4x32 {
 public:
  using Block = RandomBlock;  ///< of counters and of random words
  /// The number that chooses the bijection.
  struct Key {
    std::uint32_t word[4];  ///< the lowest first
  };

  /// The random words of a counter.
  KOKKOS_FUNCTION static constexpr Block block(Block const& counter, Key const& key) {
    std::uint32_t const a = key.word[0], b = key.word[1], c = key.word[2], d = key.word[3];
    std::uint32_t const e = 0x1bd11bdau ^ a ^ b ^ c ^ d;
    Block x = add(counter, {{a, b, c, d}}, 0);
    x = add(mix_first(x), {{b, c, d, e}}, 1);
    x = add(mix_second(x), {{c, d, e, a}}, 2);
    x = add(mix_first(x), {{d, e, a, b}}, 3);
    x = add(mix_second(x), {{e, a, b, c}}, 4);
    return add(mix_first(x), {{a, b, c, d}}, 5);
  }

 private:
  KOKKOS_FUNCTION static constexpr Block add(Block const& x, Key const& key, std::uint32_t number) {
    return {{x.word[0] + key.word[0], x.word[1] + key.word[1], x.word[2] + key.word[2],
             x.word[3] + key.word[3] + number}};
  }

  template <int distance>
  KOKKOS_FUNCTION static constexpr std::uint32_t rotate(std::uint32_t word) {
    return word << distance | word >> (32 - distance);
  }

  // A round. Words 1 and 3 change places after it; the source swaps them in every other round.
  template <int first, int second>
  KOKKOS_FUNCTION static constexpr Block mix(Block const& x) {
    std::uint32_t const sum = x.word[0] + x.word[1], other = x.word[2] + x.word[3];
    return {{sum, rotate<second>(x.word[3]) ^ other, other, rotate<first>(x.word[1]) ^ sum}};
  }

  // Rounds come in fours, and the next four mix by other distances.
  KOKKOS_FUNCTION static constexpr Block mix_first(Block const& x) {
    return mix<23, 5>(mix<13, 27>(mix<11, 21>(mix<10, 26>(x))));
  }
  KOKKOS_FUNCTION static constexpr Block mix_second(Block const& x) {
    return mix<18, 20>(mix<25, 10>(mix<17, 11>(mix<6, 20>(x))));
  }
};

}  // namespace yoke
