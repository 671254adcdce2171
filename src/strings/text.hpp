#pragma once

#include <Kokkos_Core.hpp>
#include <bit>
#include <cstdint>
#include <cstring>

namespace yoke::detail::strings {

// Offsets of either width: kernels are compiled once for both.
struct Offsets {
  void const* data;
  bool is_wide;

  template <class Offset>
  static Offsets of(Offset const* offsets) {
    return {offsets, sizeof(Offset) == 8};
  }
  KOKKOS_FUNCTION std::uint64_t operator()(std::uint64_t i) const {
    return is_wide ? static_cast<std::uint64_t const*>(data)[i]
                   : static_cast<std::uint32_t const*>(data)[i];
  }
};

KOKKOS_INLINE_FUNCTION std::uint64_t reverse_bytes(std::uint64_t word) {
  word = (word & 0x00ff00ff00ff00ffull) << 8 | (word >> 8 & 0x00ff00ff00ff00ffull);
  word = (word & 0x0000ffff0000ffffull) << 16 | (word >> 16 & 0x0000ffff0000ffffull);
  return word << 32 | word >> 32;
}

KOKKOS_INLINE_FUNCTION int leading_zeros(std::uint64_t word) {
  KOKKOS_IF_ON_DEVICE((return __clzll(static_cast<long long>(word));))
  KOKKOS_IF_ON_HOST((return std::countl_zero(word);))
}

// Strings whose offsets have been checked.
struct Text {
  std::uint8_t const* characters;
  std::uint64_t size;  // of all characters
  Offsets offsets;

  struct String {
    std::uint64_t begin, length;
  };
  KOKKOS_FUNCTION String operator[](std::uint64_t i) const {
    std::uint64_t const begin = offsets(i);
    return {begin, offsets(i + 1) - begin};
  }

  // The eight bytes from `place` on, the first as the most significant, and zeros where there are
  // no more than `valid` of them.
  KOKKOS_FUNCTION std::uint64_t word(std::uint64_t place, std::uint64_t valid) const {
    if (valid == 0) return 0;
    std::uint64_t const bytes = eight_bytes(place);
    return valid >= 8 ? bytes : bytes & ~std::uint64_t(0) << (64 - 8 * valid);
  }

  // Where the strings differ first, or where one ends, in [from, to).
  KOKKOS_FUNCTION std::uint64_t common(String const& one, String const& other, std::uint64_t from,
                                       std::uint64_t to) const {
    std::uint64_t const shorter = one.length < other.length ? one.length : other.length;
    std::uint64_t const end = to < shorter ? to : shorter;
    for (std::uint64_t at = from; at < end; at += 8) {
      std::uint64_t const differing =
          word(one.begin + at, end - at) ^ word(other.begin + at, end - at);
      if (differing != 0) return at + static_cast<std::uint64_t>(leading_zeros(differing)) / 8;
    }
    return end;
  }

  // Does one come before the other, both equal up to `common`?
  KOKKOS_FUNCTION bool is_less(String const& one, String const& other, std::uint64_t common) const {
    if (common == one.length || common == other.length) return one.length < other.length;
    return characters[one.begin + common] < characters[other.begin + common];
  }

 private:
  // Whatever lies behind the string; zeros behind all characters.
  KOKKOS_FUNCTION std::uint64_t eight_bytes(std::uint64_t place) const {
    KOKKOS_IF_ON_HOST((if (place + 8 <= size) {
      std::uint64_t word;
      std::memcpy(&word, characters + place, 8);
      return reverse_bytes(word);
    }))
    // A device reads words where they are aligned, so two of them.
    KOKKOS_IF_ON_DEVICE(
        (std::uint64_t const ahead = reinterpret_cast<std::uintptr_t>(characters + place) % 8;
         if (place >= ahead && place - ahead + 16 <= size) {
           auto const* const words =
               reinterpret_cast<unsigned long long const*>(characters + (place - ahead));
           std::uint64_t const first = reverse_bytes(words[0]);
           if (ahead == 0) return first;
           return first << 8 * ahead | reverse_bytes(words[1]) >> (64 - 8 * ahead);
         }))
    std::uint64_t word = 0;
    for (int k = 0; k < 8; ++k) {
      word = word << 8 | (place + k < size ? characters[place + k] : std::uint8_t(0));
    }
    return word;
  }
};

// A key: `bytes` characters from `depth` on, and behind them, in four bits, how many the string has
// there, at most one more than the key. So a string that ends comes before one that goes on with a
// zero byte, and of strings of equal keys, those that end there are equal.
inline constexpr int count_bits = 4;
inline constexpr std::uint64_t count_mask = (1u << count_bits) - 1;
inline constexpr int most_bytes = 7;

KOKKOS_INLINE_FUNCTION int key_bits(int bytes) { return 8 * bytes + count_bits; }

KOKKOS_INLINE_FUNCTION std::uint64_t make_key(Text const& text, Text::String const& string,
                                              std::uint64_t depth, int bytes) {
  std::uint64_t const rest = depth < string.length ? string.length - depth : 0;
  std::uint64_t const most = static_cast<std::uint64_t>(bytes) + 1;
  return text.word(string.begin + depth, rest) >> (64 - 8 * bytes) << count_bits |
         (rest < most ? rest : most);
}

// The key of fewer bytes that is made of one of more.
KOKKOS_INLINE_FUNCTION std::uint64_t shorten_key(std::uint64_t key, int bytes, int fewer) {
  std::uint64_t const count = key & count_mask, most = static_cast<std::uint64_t>(fewer) + 1;
  return key >> count_bits >> 8 * (bytes - fewer) << count_bits | (count < most ? count : most);
}

}  // namespace yoke::detail::strings
