#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstdint>
#include <type_traits>

#include "fill/stream_walk.hpp"
#include "yoke/detail/spaces.hpp"
#include "yoke/random.hpp"

namespace yoke::detail::filling {

// What an array's words are made of random words.
template <class Word, bool is_real>
KOKKOS_FUNCTION constexpr Word element_of(Word word) {
  if constexpr (is_real) {
    using Real = std::conditional_t<sizeof(Word) == 4, float, double>;
    return std::bit_cast<Word>(to_unit<Real>(word));
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

// A block of 4 random words for each item.
template <class Space, class Word, bool is_real, class Random>
struct FillFromBlocks {
  using Block = WholeBlock<Word>;
  Random random;
  Numbers<Space, Word> numbers;
  std::uint64_t first_block;
  bool is_aligned;  // may whole blocks be stored at once?

  FillFromBlocks(Random const& its_random, Numbers<Space, Word> const& its_numbers)
      : random(its_random),
        numbers(its_numbers),
        first_block(its_numbers.first / Block::count),
        is_aligned((reinterpret_cast<std::uintptr_t>(its_numbers.data) / sizeof(Word) +
                    Block::count - its_numbers.first % Block::count) %
                       Block::count ==
                   0) {}

  std::uint64_t items() const { return numbers.last() / Block::count - first_block + 1; }

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

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    Block const block = elements_of(random.block(first_block + i));
    std::uint64_t const begin = (first_block + i) * Block::count;
    if (is_aligned && numbers.has(begin) && numbers.has(begin + (Block::count - 1))) {
      *reinterpret_cast<Block*>(&numbers[begin]) = block;
    } else {
      for (std::uint64_t k = 0; k < Block::count; ++k) {
        if (numbers.has(begin + k)) numbers[begin + k] = block.element[k];
      }
    }
  }
};

// Many blocks for each item, of which a core makes those in the middle without looking where they
// lie.
template <class Space, class Word, bool is_real, class Random>
struct FillFromManyBlocks {
  static constexpr std::uint64_t many = 256;
  FillFromBlocks<Space, Word, is_real, Random> one;

  FillFromManyBlocks(Random const& random, Numbers<Space, Word> const& numbers)
      : one(random, numbers) {}

  std::uint64_t items() const { return (one.items() + many - 1) / many; }

  void operator()(std::uint64_t item) const {
    std::uint64_t begin = item * many, end = std::min(begin + many, one.items());
    // The first and the last may reach beyond the array.
    if (begin == 0) one(begin++);
    if (end == one.items() && begin < end) one(--end);
    if (begin >= end) return;
    Random const random = one.random;
    std::uint64_t const first = one.first_block + begin;
    Word* const target = &one.numbers[first * WholeBlock<Word>::count];
    for (std::uint64_t b = 0; b < end - begin; ++b) {
      auto const block = one.elements_of(random.block(first + b));
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
