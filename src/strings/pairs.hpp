#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

namespace yoke::detail::strings {

struct NoAhead {};

// What moves with a key: the string's index, and the key that follows, in as many bytes as Ahead.
template <class Index, class Ahead>
struct Carried {
  static constexpr int ahead_bytes = static_cast<int>(sizeof(Ahead)) - 1;
  // In words of the index's width, so that there are no gaps.
  static constexpr std::size_t words =
      sizeof(Ahead) < sizeof(Index) ? 1 : sizeof(Ahead) / sizeof(Index);
  Index index;
  Index ahead[words];

  KOKKOS_FUNCTION void set_ahead(std::uint64_t key) {
    for (std::size_t w = 0; w < words; ++w) {
      ahead[w] = static_cast<Index>(key >> 8 * sizeof(Index) * w);
    }
  }
  KOKKOS_FUNCTION std::uint64_t get_ahead() const {
    std::uint64_t key = 0;
    for (std::size_t w = 0; w < words; ++w) {
      key |= static_cast<std::uint64_t>(ahead[w]) << 8 * sizeof(Index) * w;
    }
    return key;
  }
};
template <class Index>
struct Carried<Index, NoAhead> {
  static constexpr int ahead_bytes = 0;
  Index index;

  KOKKOS_FUNCTION void set_ahead(std::uint64_t) {}
  KOKKOS_FUNCTION std::uint64_t get_ahead() const { return 0; }
};

}  // namespace yoke::detail::strings
