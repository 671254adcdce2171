#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "all_pairs/panels.hpp"
#include "all_pairs/words.hpp"

// Numbers are in registers only if the loops over them are unrolled.
#if defined(__CUDA_ARCH__)
#define YOKE_UNROLL _Pragma("unroll")
#else
#define YOKE_UNROLL
#endif

namespace yoke::detail::all_pairs {

// What a thread of a device's team reads of a tile's part of a panel's strip. A slab is 8 inner
// indices of it, and a chunk what fills 16 bytes of words. A thread fetches its chunks of a slab,
// and puts them into scratch memory as words, side by side with those of the next thread.
template <class Its, class ItsPanel, int tile_width, bool is_left>
struct Slabs {
  using Word = typename Its::Word;
  using Number = typename ItsPanel::Number;
  static constexpr int threads = 256;
  static constexpr int depth = 8;  // inner indices of a slab
  static constexpr int chunk_words = 16 / static_cast<int>(sizeof(Word));
  static constexpr int chunk_numbers = is_left ? chunk_words : chunk_words * Its::numbers;
  static constexpr int row_chunks = tile_width / chunk_numbers;
  static constexpr int rows_apart = threads / row_chunks, chunks = depth / rows_apart;
  struct alignas(16) Chunk {
    Word words[chunk_words];
  };
  struct alignas(chunk_numbers * sizeof(Number)) Numbers {
    Number numbers[chunk_numbers];
  };

  Number const* tile;  // its first number
  int thread;
  Numbers next[chunks];

  KOKKOS_FORCEINLINE_FUNCTION Slabs(Number const* its_tile, int its_thread)
      : tile(its_tile), thread(its_thread) {}

  KOKKOS_FORCEINLINE_FUNCTION void fetch(int slab) {
    constexpr int width = ItsPanel::strip_width;
    YOKE_UNROLL
    for (int c = 0; c < chunks; ++c) {
      int const row = slab * depth + c * rows_apart;
      int const place = width == tile_width
                            ? thread * chunk_numbers
                            : thread / row_chunks * width + thread % row_chunks * chunk_numbers;
      next[c] = reinterpret_cast<Numbers const*>(tile)[(row * width + place) / chunk_numbers];
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION void put(Word* slab_words, int slab) const {
    YOKE_UNROLL
    for (int c = 0; c < chunks; ++c) {
      Chunk chunk;
      if constexpr (Its::has_places) {
        int const k = slab * depth + c * rows_apart + thread / row_chunks;
        YOKE_UNROLL
        for (int q = 0; q < chunk_words; ++q) {
          Word const word = Its::summand(static_cast<typename Its::Number>(next[c].numbers[q]));
          chunk.words[q] = is_left ? word | static_cast<Word>(k) : word;
        }
      } else {
        chunk = Kokkos::bit_cast<Chunk>(next[c]);
      }
      reinterpret_cast<Chunk*>(slab_words)[c * threads + thread] = chunk;
    }
  }
};

}  // namespace yoke::detail::all_pairs
