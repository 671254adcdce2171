#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "sorting/element.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/spaces.hpp"

namespace yoke::detail::sorting {

// Of a block: the runs that begin in it, and later in all blocks up to it; where the first of them
// begins; where the last one ends, which may be in another block.
struct BlockRuns {
  std::uint64_t runs, first, end;
  bool by_bits;  // keys are equal where their bits are
};

// Keys in blocks, one thread for each.
template <class Word>
struct RunBlocks {
  static constexpr std::uint64_t block = 16384, group = 32;

  Word const* keys;
  std::uint64_t size;
  KeyOrder<Word> order;

  std::uint64_t count() const { return (size + block - 1) / block; }
  std::uint64_t end_of(std::uint64_t b) const { return std::min(size, (b + 1) * block); }

  template <bool by_bits>
  static bool differ(Word one, Word other) {
    if constexpr (by_bits) return one != other;
    bool const are_zeros = static_cast<Word>((one | other) << 1) == 0;
    bool const are_nans = KeyOrder<Word>::is_nan(one) & KeyOrder<Word>::is_nan(other);
    return (one != other) & !(are_zeros | are_nans);
  }
  // Is there neither a zero nor a NaN among floating-point keys? Without the sign and 1 less, a
  // zero is the largest of all, and then come NaNs.
  bool are_by_bits(std::uint64_t begin, std::uint64_t end) const {
    if (!order.is_floating()) return true;
    Word largest = 0;
    for (std::uint64_t i = begin; i < end; ++i) {
      largest = std::max(largest, static_cast<Word>((keys[i] << 1) - 1));
    }
    Word const key = static_cast<Word>(largest + 1) >> 1;
    return key != 0 && !KeyOrder<Word>::is_nan(key);
  }
  // Is a group of keys the same bits?
  static bool are_all(Word const* keys, Word key) {
    Word others = 0;
    for (std::uint64_t i = 0; i < group; ++i) others |= keys[i] ^ key;
    return others == 0;
  }
};

template <class Word>
struct CountRuns {
  RunBlocks<Word> blocks;
  BlockRuns* found;

  void operator()(std::uint64_t b) const {
    std::uint64_t const begin = b * blocks.block, end = blocks.end_of(b);
    std::uint64_t const second = std::max<std::uint64_t>(begin, 1);
    bool const by_bits = blocks.are_by_bits(second - 1, end);
    found[b] = {0, begin, end, by_bits};
    by_bits ? count<true>(found[b], second) : count<false>(found[b], second);
  }

 private:
  // From the first key on that has one in front of it.
  template <bool by_bits>
  void count(BlockRuns& block, std::uint64_t begin) const {
    Word const* const keys = blocks.keys;
    std::uint32_t runs = 0;
    for (std::uint64_t i = begin; i < block.end; ++i) {
      runs += blocks.template differ<by_bits>(keys[i - 1], keys[i]) ? 1 : 0;
    }
    if (block.first > 0 && runs > 0) {
      while (!blocks.template differ<by_bits>(keys[block.first - 1], keys[block.first])) {
        ++block.first;
      }
    }
    block.runs = runs + (block.first == 0 ? 1 : 0);
  }
};

template <class Word, class Count>
struct WriteRuns {
  RunBlocks<Word> blocks;
  BlockRuns const* found;
  Word* unique_keys;
  Count* counts;

  void operator()(std::uint64_t b) const {
    std::uint64_t const place = b == 0 ? 0 : found[b - 1].runs, runs = found[b].runs - place;
    if (runs == 0) return;
    // A branch that is taken for some of the keys is often predicted wrongly.
    std::uint64_t const keys = blocks.end_of(b) - found[b].first;
    bool const is_predicted = runs * 12 < keys || runs * 16 > keys * 15;
    if (found[b].by_bits) {
      is_predicted ? write_by_branches<true>(b, place) : write<true>(b, place);
      return;
    }
    is_predicted ? write_by_branches<false>(b, place) : write<false>(b, place);
    for (std::uint64_t r = place; r < place + runs; ++r) {
      Word const key = blocks.order.canonical(unique_keys[r]);
      unique_keys[r] = static_cast<Word>(key << 1) == 0 ? Word(0) : key;
    }
  }

 private:
  template <bool by_bits>
  void write_by_branches(std::uint64_t b, std::uint64_t place) const {
    constexpr std::uint64_t group = blocks.group;
    Word const* const keys = blocks.keys;
    std::uint64_t const end = blocks.end_of(b);
    std::uint64_t begin = found[b].first;
    Word key = keys[begin];
    for (std::uint64_t i = begin + 1; i < end;) {
      if (i + group <= end && blocks.are_all(keys + i, key)) {
        i += group;
        continue;
      }
      for (std::uint64_t const stop = std::min(i + group, end); i < stop; ++i) {
        if (!blocks.template differ<by_bits>(key, keys[i])) continue;
        put(place++, key, i - begin);
        key = keys[i];
        begin = i;
      }
    }
    put(place, key, found[b].end - begin);
  }

  // Writes the run so far after each key.
  template <bool by_bits>
  void write(std::uint64_t b, std::uint64_t place) const {
    Word const* const keys = blocks.keys;
    std::uint64_t const end = blocks.end_of(b);
    std::uint64_t begin = found[b].first;
    put(place, keys[begin], 1);
    for (std::uint64_t i = begin + 1; i < end; ++i) {
      std::uint64_t const begins = blocks.template differ<by_bits>(keys[i - 1], keys[i]);
      place += begins;
      begin += (i - begin) & (std::uint64_t(0) - begins);
      put(place, keys[i], i + 1 - begin);
    }
    put(place, keys[end - 1], found[b].end - begin);
  }

  void put(std::uint64_t place, Word key, std::uint64_t length) const {
    unique_keys[place] = key;
    if constexpr (!std::is_same_v<Count, NoValue>) counts[place] = static_cast<Count>(length);
  }
};

// Runs are counted before they are written, so that each block knows its place.
template <class Space, class Word>
class HostRuns {
  using Range = WideRange<Space>;

 public:
  HostRuns(Space const& exec, RunBlocks<Word> const& blocks)
      : exec_(exec),
        blocks_(blocks),
        found_(make_buffer<Space, BlockRuns>(exec, "yoke::unique::blocks", blocks.count())) {
    std::uint64_t const count = blocks_.count();
    Kokkos::parallel_for("yoke::unique::count", Range(exec_, 0, count),
                         CountRuns<Word>{blocks_, found_.data()});
    exec_.fence("yoke::unique: runs counted");
    for (std::uint64_t b = count, end = blocks_.size; b-- > 0;) {
      found_(b).end = end;
      if (found_(b).runs > 0) end = found_(b).first;
    }
    for (std::uint64_t b = 1; b < count; ++b) found_(b).runs += found_(b - 1).runs;
  }

  std::size_t size() const { return found_(blocks_.count() - 1).runs; }

  template <class Count>
  void write(Word* unique_keys, Count* counts) const {
    Kokkos::parallel_for("yoke::unique::write", Range(exec_, 0, blocks_.count()),
                         WriteRuns<Word, Count>{blocks_, found_.data(), unique_keys, counts});
    exec_.fence("yoke::unique");
  }

 private:
  Space exec_;
  RunBlocks<Word> blocks_;
  Buffer<Space, BlockRuns> found_;
};

}  // namespace yoke::detail::sorting
