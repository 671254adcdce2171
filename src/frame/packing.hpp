#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

// Integers that go over the bus in fewer bytes than they have: plain loops on the host, which the
// compiler turns into vector instructions, and kernels on the device. What is packed is unpacked to
// the same words, whatever they are.
namespace yoke::detail {

// Element i of a piece is what is stored of it plus base + slope * i, modulo 2^bits of the word: of
// ordered lists neighbours differ by one, and indices in wide words leave their upper half empty.
struct Packing {
  int bytes = 0;  // stored of each element: 1, 2 or 4; 0: it is not worth packing
  std::uint64_t base = 0;
  std::int64_t slope = 0;  // -1, 0 or 1
};

// The least and the most that an element less slope * i is, for each slope.
struct Spread {
  static constexpr int slopes = 3;
  std::int64_t low[slopes], high[slopes];

  // Of nothing.
  KOKKOS_FUNCTION Spread() {
    for (int s = 0; s < slopes; ++s) {
      low[s] = INT64_MAX;
      high[s] = INT64_MIN;
    }
  }
  // Wraps around as words of 64 bits do.
  KOKKOS_FUNCTION void add(std::uint64_t element, std::uint64_t i) {
    for (int s = 0; s < slopes; ++s) {
      auto const rest = static_cast<std::int64_t>(element - static_cast<std::uint64_t>(s - 1) * i);
      low[s] = rest < low[s] ? rest : low[s];
      high[s] = rest > high[s] ? rest : high[s];
    }
  }
  KOKKOS_FUNCTION void operator+=(Spread const& other) {
    for (int s = 0; s < slopes; ++s) {
      low[s] = other.low[s] < low[s] ? other.low[s] : low[s];
      high[s] = other.high[s] > high[s] ? other.high[s] : high[s];
    }
  }
};

// What one piece's elements allow. What is left of the stored bytes lies on both sides of the
// spread, for elements that it has not seen. Half of a word's bytes at most is worth it, and
// `least` are stored of each.
Packing packing_of(Spread const& spread, std::size_t word_bytes, std::size_t least = 1);

// For the host's threads; words of 4 or 8 bytes. Asks some elements alone.
Packing guess_packing(std::byte const* words, std::size_t count, std::size_t word_bytes,
                      std::size_t least = 1);
// False: some element does not fit, and what is stored is useless.
bool pack_by_all(Kokkos::DefaultHostExecutionSpace const& host, std::byte const* words,
                 std::size_t count, std::size_t word_bytes, Packing const& packing,
                 std::byte* packed);
// The words are not read soon.
void unpack_by_all(Kokkos::DefaultHostExecutionSpace const& host, std::byte const* packed,
                   std::size_t count, std::size_t word_bytes, Packing const& packing,
                   std::byte* words);

// The same on the device; these do not wait for what they launch. The spread lies in pinned memory,
// and what is packed must fit.
void find_spread(Kokkos::DefaultExecutionSpace const& exec, std::byte const* words,
                 std::size_t count, std::size_t word_bytes, Spread* spread);
void pack(Kokkos::DefaultExecutionSpace const& exec, std::byte const* words, std::size_t count,
          std::size_t word_bytes, Packing const& packing, std::byte* packed);
void unpack(Kokkos::DefaultExecutionSpace const& exec, std::byte const* packed, std::size_t count,
            std::size_t word_bytes, Packing const& packing, std::byte* words);

}  // namespace yoke::detail

template <>
struct Kokkos::reduction_identity<yoke::detail::Spread> {
  KOKKOS_FORCEINLINE_FUNCTION static yoke::detail::Spread sum() { return {}; }
};
