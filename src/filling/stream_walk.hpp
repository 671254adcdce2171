#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "yoke/expander.hpp"
#include "yoke/fed_expander.hpp"

namespace yoke::detail::filling {

// Which stream draws which number of an array: yoke::fill says it. A warp writes 32 numbers that
// lie side by side, and a block of them stays in a core's cache until all of its streams are
// through.
struct StreamPlaces {
  static constexpr std::uint64_t width = 32, draws = 64, block = width * draws;

  // The stream's number of 64 bits that is drawn first; the others follow each `width` further.
  KOKKOS_FUNCTION static constexpr std::uint64_t first_of(std::uint64_t stream) {
    return stream / width * block + stream % width;
  }
  // Of the block that holds a number.
  KOKKOS_FUNCTION static constexpr std::uint64_t first_stream(std::uint64_t number) {
    return number / block * width;
  }
};

// The words of a stream's bits that its 64 numbers take, start and all, in whole blocks of 4; known
// but for EighthValue::retry.
KOKKOS_INLINE_FUNCTION constexpr std::uint64_t feed_words(ExpanderOptions const& options) {
  std::uint64_t const steps = ExpanderWalk::initial_length + StreamPlaces::draws * options.length;
  return (2 + (3 * steps + 31) / 32 + 3) / 4 * 4;
}

// Gives take(number) each 64-bit number of a stream until it says false.
template <class Take>
KOKKOS_INLINE_FUNCTION void draw_stream(ExpanderStreams const& stream, Take const& take) {
  auto draw = stream.engine();
  for (std::uint64_t t = 0; t < StreamPlaces::draws; ++t) {
    if (!take(draw.next64())) return;
  }
}

// Three blocks of 4 words are enough for 4 times 32 steps: where walks have such lengths, no word
// is kept from one to the next, and the compiler knows which word of which block each step's is.
template <class Take>
KOKKOS_INLINE_FUNCTION void draw_stream_by_blocks(ExpanderStreams const& stream, Take const& take) {
  Philox const& bits = stream.bits();
  bool const is_diagonal = stream.options().eighth == EighthValue::diagonal;
  std::uint32_t const parts = stream.options().length / 32;
  auto a = bits.block(0), b = bits.block(1);
  ExpanderVertex at{a.word[0], a.word[1]};
  go_32_steps(at, a.word[2], a.word[3], b.word[0], is_diagonal);
  go_32_steps(at, b.word[1], b.word[2], b.word[3], is_diagonal);
  std::uint32_t walked = 0;
  auto const is_done = [&] {
    if (++walked < parts) return false;
    walked = 0;
    return !take(at.word64());
  };
  for (std::uint64_t next = 2;; next += 3) {
    a = bits.block(next);
    go_32_steps(at, a.word[0], a.word[1], a.word[2], is_diagonal);
    if (is_done()) return;
    b = bits.block(next + 1);
    go_32_steps(at, a.word[3], b.word[0], b.word[1], is_diagonal);
    if (is_done()) return;
    a = bits.block(next + 2);
    go_32_steps(at, b.word[2], b.word[3], a.word[0], is_diagonal);
    if (is_done()) return;
    go_32_steps(at, a.word[1], a.word[2], a.word[3], is_diagonal);
    if (is_done()) return;
  }
}

// The same of bits that lie in memory, each so many places after the one before.
template <class Take>
KOKKOS_INLINE_FUNCTION void draw_stream_fed(StoredFeed feed, ExpanderOptions const& options,
                                            Take const& take) {
  FedWalk walk(options);
  for (std::uint64_t number = 0; walk.next(feed, number) && take(number);) {
  }
}

}  // namespace yoke::detail::filling
