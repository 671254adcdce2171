#pragma once

#include <Kokkos_BitManipulation.hpp>
#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "filling/stream_walk.hpp"
#include "yoke/detail/spaces.hpp"
#include "yoke/random.hpp"

namespace yoke::detail::filling {

// What an array's words are made of random words.
template <class Word, bool is_real>
KOKKOS_FUNCTION Word element_of(Word word) {
  if constexpr (is_real) {
    using Real = std::conditional_t<sizeof(Word) == 4, float, double>;
    return Kokkos::bit_cast<Word>(to_unit<Real>(word));
  } else {
    return word;
  }
}

// An array whose elements are numbered from `first` on.
template <class Space, class Word>
struct Numbers {
  Word* data;
  std::uint64_t size, first;

  Numbers(Word* at, std::uint64_t count, std::uint64_t first_number)
      : data(at), size(count), first(first_number) {}

  KOKKOS_FUNCTION bool has(std::uint64_t number) const { return number - first < size; }
  KOKKOS_FUNCTION Word& operator[](std::uint64_t number) const { return data[number - first]; }
  KOKKOS_FUNCTION std::uint64_t last() const { return first + (size - 1); }
};

// 128 bits, which a device stores at once.
template <class Word>
struct alignas(16) WholeBlock {
  static constexpr std::uint64_t count = 16 / sizeof(Word);
  Word element[count];
};

// The blocks of 4 random words that an array's numbers are in, which are numbered from 0 on.
template <class Space, class Word, bool is_real, class Random>
struct FillBlocks {
  using Block = WholeBlock<Word>;
  Random random;
  Numbers<Space, Word> numbers;
  std::uint64_t first_block, blocks;
  std::uint64_t first_whole, whole;  // those that may be stored at once

  FillBlocks(Random const& its_random, Numbers<Space, Word> const& its_numbers)
      : random(its_random),
        numbers(its_numbers),
        first_block(its_numbers.first / Block::count),
        blocks(its_numbers.last() / Block::count - first_block + 1),
        first_whole(its_numbers.first % Block::count == 0 ? 0 : 1),
        whole(0) {
    std::uint64_t const ends_within = (its_numbers.last() + 1) % Block::count == 0 ? 0 : 1;
    bool const is_aligned =
        reinterpret_cast<std::uintptr_t>(place_of(first_whole)) % sizeof(Block) == 0;
    if (is_aligned && blocks > first_whole + ends_within) {
      whole = blocks - first_whole - ends_within;
    }
  }

  // Where block i is to be stored, if it is a whole one.
  KOKKOS_FUNCTION Word* place_of(std::uint64_t i) const {
    return numbers.data + ((first_block + i) * Block::count - numbers.first);
  }

  KOKKOS_FUNCTION static Block elements_of(RandomBlock const& words) {
    Block block;
    if constexpr (sizeof(Word) == 4) {
      for (int k = 0; k < 4; ++k) block.element[k] = element_of<Word, is_real>(words.word[k]);
    } else {
      for (int k = 0; k < 2; ++k) {
        block.element[k] =
            element_of<Word, is_real>(join_words(words.word[2 * k], words.word[2 * k + 1]));
      }
    }
    return block;
  }

  KOKKOS_FUNCTION void fill(std::uint64_t i) const {
    Block const block = elements_of(random.block(first_block + i));
    if (i - first_whole < whole) {
      *reinterpret_cast<Block*>(place_of(i)) = block;
    } else {
      std::uint64_t const begin = (first_block + i) * Block::count;
      for (std::uint64_t k = 0; k < Block::count; ++k) {
        if (numbers.has(begin + k)) numbers[begin + k] = block.element[k];
      }
    }
  }
};

// A few blocks for each item, a quarter of the array apart, so that a warp writes whole lines: of
// one each, a third of the instructions would be the rounds' keys and the place.
template <class Space, class Word, bool is_real, class Random>
struct FillFromBlocks {
  static constexpr std::uint64_t few = 4;
  FillBlocks<Space, Word, is_real, Random> all;
  std::uint64_t stride;

  FillFromBlocks(Random const& random, Numbers<Space, Word> const& numbers)
      : all(random, numbers), stride((all.blocks + few - 1) / few) {}

  std::uint64_t items() const { return stride; }

  KOKKOS_FUNCTION void operator()(std::uint64_t item) const {
    for (std::uint64_t k = 0; k < few; ++k) {
      std::uint64_t const i = item + k * stride;
      if (i < all.blocks) all.fill(i);
    }
  }
};

// Many blocks for each item, of which a core makes those in the middle without looking where they
// lie.
template <class Space, class Word, bool is_real, class Random>
struct FillFromManyBlocks {
  static constexpr std::uint64_t many = 256;
  FillBlocks<Space, Word, is_real, Random> all;

  FillFromManyBlocks(Random const& random, Numbers<Space, Word> const& numbers)
      : all(random, numbers) {}

  std::uint64_t items() const { return (all.blocks + many - 1) / many; }

  void operator()(std::uint64_t item) const {
    std::uint64_t begin = item * many, end = std::min(begin + many, all.blocks);
    // The first and the last may reach beyond the array.
    if (begin == 0) all.fill(begin++);
    if (end == all.blocks && begin < end) all.fill(--end);
    if (begin >= end) return;
    Random const random = all.random;
    std::uint64_t const first = all.first_block + begin;
    Word* const target = all.place_of(begin);
    for (std::uint64_t b = 0; b < end - begin; ++b) {
      auto const block = all.elements_of(random.block(first + b));
      for (std::uint64_t k = 0; k < block.count; ++k) {
        target[block.count * b + k] = block.element[k];
      }
    }
  }
};

// Puts a stream's numbers of 64 bits in their places.
template <class Space, class Word, bool is_real>
struct PutNumbers {
  static constexpr std::uint64_t halves = 8 / sizeof(Word);
  Numbers<Space, Word> numbers;

  KOKKOS_FUNCTION std::uint64_t first() const { return numbers.first / halves; }
  KOKKOS_FUNCTION std::uint64_t last() const { return numbers.last() / halves; }

  // At the place of 64-bit number k.
  KOKKOS_FUNCTION void operator()(std::uint64_t k, std::uint64_t word) const {
    if constexpr (halves == 1) {
      if (numbers.has(k)) numbers[k] = element_of<Word, is_real>(word);
    } else {
      for (std::uint64_t half = 0; half < 2; ++half) {
        if (!numbers.has(2 * k + half)) continue;
        numbers[2 * k + half] =
            element_of<Word, is_real>(static_cast<std::uint32_t>(word >> 32 * half));
      }
    }
  }
};

// Takes a stream's numbers one after the other, as long as the array goes.
template <class Put>
struct TakeNumbers {
  Put const& put;
  std::uint64_t& next;  // the next one's place
  std::uint64_t& left;  // of the stream's numbers

  KOKKOS_FUNCTION bool operator()(std::uint64_t word) const {
    put(next, word);
    next += StreamPlaces::width;
    return --left > 0 && next <= put.last();
  }
};

// A stream for each item.
template <class Space, class Word, bool is_real>
struct FillFromStreams {
  ExpanderStreams streams;
  PutNumbers<Space, Word, is_real> put;
  std::uint64_t first_stream;
  bool by_blocks;

  FillFromStreams(ExpanderStreams const& its_streams, Numbers<Space, Word> const& numbers)
      : streams(its_streams),
        put{numbers},
        first_stream(StreamPlaces::first_stream(put.first())),
        by_blocks(its_streams.options().length % 32 == 0 &&
                  its_streams.options().eighth != EighthValue::retry) {}

  std::uint64_t items() const {
    return StreamPlaces::first_stream(put.last()) + StreamPlaces::width - first_stream;
  }

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    std::uint64_t next = StreamPlaces::first_of(first_stream + i);
    if (next > put.last()) return;
    std::uint64_t left = StreamPlaces::draws;
    TakeNumbers<PutNumbers<Space, Word, is_real>> const take{put, next, left};
    auto const stream = streams.stream(first_stream + i);
    if (by_blocks) {
      draw_stream_by_blocks(stream, take);
    } else {
      draw_stream(stream, take);
    }
  }
};

// The same of bits that were brought: word w of item i is fed[w * items + i].
template <class Space, class Word, bool is_real>
struct FillFromFeed {
  ExpanderOptions options;
  PutNumbers<Space, Word, is_real> put;
  std::uint32_t const* fed;
  std::uint64_t first_stream, items, words;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    std::uint64_t next = StreamPlaces::first_of(first_stream + i);
    if (next > put.last()) return;
    std::uint64_t left = StreamPlaces::draws;
    TakeNumbers<PutNumbers<Space, Word, is_real>> const take{put, next, left};
    draw_stream_fed(StoredFeed(fed + i, words, items), options, take);
  }
};

// Makes such bits, of `width` streams for each item: a row of them is whole cache lines, where a
// stream's own words are far apart.
template <class Space>
struct FeedStreams {
  static constexpr std::uint64_t width = StreamPlaces::width;
  ExpanderStreams streams;
  std::uint32_t* fed;
  std::uint64_t first_stream, items, words;

  KOKKOS_FUNCTION void operator()(std::uint64_t group) const {
    std::uint64_t const begin = group * width;
    for (std::uint64_t b = 0; b < words / 4; ++b) {
      std::uint32_t rows[4][width];
      for (std::uint64_t i = 0; i < width; ++i) {
        auto const block = streams.stream(first_stream + begin + i).bits().block(b);
        for (int k = 0; k < 4; ++k) rows[k][i] = block.word[k];
      }
      for (std::uint64_t k = 0; k < 4; ++k) {
        for (std::uint64_t i = 0; i < width; ++i) fed[(4 * b + k) * items + begin + i] = rows[k][i];
      }
    }
  }
};

}  // namespace yoke::detail::filling
