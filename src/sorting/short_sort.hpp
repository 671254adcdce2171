#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "sorting/element.hpp"

namespace yoke::detail::sorting {

// A rank and where its element stood: equal ranks are in the order of their places.
struct PlacedRank {
  std::uint64_t rank;
  std::uint64_t place;
  friend bool operator<(PlacedRank const& one, PlacedRank const& other) {
    return (one.rank < other.rank) | ((one.rank == other.rank) & (one.place < other.place));
  }
};

// What one thread sorts in place of elements, by few instructions: ranks where there is nothing
// else, else ranks beside places.
template <class Word, class Value>
struct SortItem {
  using Type = PlacedRank;
  static Type make(Word rank, std::uint64_t place) { return {rank, place}; }
  static Type last() {
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    return {most, most};
  }
  static std::uint64_t place(Type const& item) { return item.place; }
};
template <class Value>
struct SortItem<std::uint32_t, Value> {
  using Type = std::uint64_t;
  static Type make(std::uint32_t rank, std::uint64_t place) {
    return std::uint64_t(rank) << 32 | place;
  }
  static Type last() { return std::numeric_limits<Type>::max(); }
  static std::uint64_t place(Type item) { return item & 0xffffffffu; }
};
template <class Word>
struct SortItem<Word, NoValue> {
  using Type = Word;
  static Type make(Word rank, std::uint64_t) { return rank; }
  static Type last() { return std::numeric_limits<Word>::max(); }
};
template <>
struct SortItem<std::uint32_t, NoValue> {
  using Type = std::uint32_t;
  static Type make(std::uint32_t rank, std::uint64_t) { return rank; }
  static Type last() { return std::numeric_limits<Type>::max(); }
};

// Exchanges two items that are out of order, without a branch: which way it goes is anybody's
// guess.
template <class Item>
inline void put_in_order(Item& one, Item& other) {
  bool const is_wrong = other < one;
  Item const least = is_wrong ? other : one;
  other = is_wrong ? one : other;
  one = least;
}
inline void put_in_order(PlacedRank& one, PlacedRank& other) {
  std::uint64_t const mask = -std::uint64_t(other < one);
  std::uint64_t const rank = (one.rank ^ other.rank) & mask;
  std::uint64_t const place = (one.place ^ other.place) & mask;
  one.rank ^= rank;
  other.rank ^= rank;
  one.place ^= place;
  other.place ^= place;
}

// Batcher's odd-even merge sort (1968) of Size items, a power of two: all comparisons are known
// when it is compiled.
template <unsigned Size>
struct ComparisonNetwork {
  static constexpr unsigned comparisons() {
    unsigned count = 0;
    for_each([&count](unsigned, unsigned) { ++count; });
    return count;
  }
  template <class Use>
  static constexpr void for_each(Use const& use) {
    for (unsigned p = 1; p < Size; p *= 2) {
      for (unsigned k = p; k >= 1; k /= 2) {
        for (unsigned j = k % p; j + k < Size; j += 2 * k) {
          for (unsigned i = j; i < j + k && i + k < Size; ++i) {
            if (i / (2 * p) == (i + k) / (2 * p)) use(i, i + k);
          }
        }
      }
    }
  }
  static constexpr auto pairs() {
    std::array<std::pair<unsigned, unsigned>, comparisons()> all{};
    unsigned count = 0;
    for_each([&](unsigned one, unsigned other) { all[count++] = {one, other}; });
    return all;
  }

  template <class Item>
  static void sort(Item* items) {
    sort(items, std::make_index_sequence<comparisons()>());
  }

 private:
  template <class Item, std::size_t... c>
  static void sort(Item* items, std::index_sequence<c...>) {
    constexpr auto all = pairs();
    (put_in_order(items[all[c].first], items[all[c].second]), ...);
  }
};

// Merges two sorted runs of one length, from both ends at once: neither end can leave its run.
template <class Item>
void merge_equal_runs(Item const* runs, std::uint64_t length, Item* merged) {
  std::uint64_t left = 0, right = length, last_left = length - 1, last_right = 2 * length - 1;
  for (std::uint64_t i = 0; i < length; ++i) {
    bool const takes_right = runs[right] < runs[left];
    merged[i] = runs[takes_right ? right : left];
    right += takes_right;
    left += !takes_right;
    bool const takes_left = runs[last_right] < runs[last_left];
    merged[2 * length - 1 - i] = runs[takes_left ? last_left : last_right];
    last_left -= takes_left;
    last_right -= !takes_left;
  }
}

// So many elements are sorted as items. One core, ns a key in segments of 256 uniform keys as
// items, and of 257 by digits: u32 4.3 and 8.9, u64 4.7 and 16, double 5.3 and 19.
inline constexpr std::uint64_t most_short = 512;

// Sorts up to most_short items, which have room for as many again; returns where they are.
template <class Item>
Item* sort_items(Item* items, Item* workspace, std::uint64_t size, Item const& last) {
  constexpr std::uint64_t block = 16;
  auto const pad = [&](std::uint64_t wanted) {
    for (std::uint64_t i = size; i < wanted; ++i) items[i] = last;
  };
  if (size <= 4) {
    pad(4);
    ComparisonNetwork<4>::sort(items);
    return items;
  }
  if (size <= 8) {
    pad(8);
    ComparisonNetwork<8>::sort(items);
    return items;
  }
  std::uint64_t length = block;
  while (length < size) length *= 2;
  pad(length);
  for (std::uint64_t i = 0; i < size; i += block) ComparisonNetwork<block>::sort(items + i);
  for (std::uint64_t run = block; run < length; run *= 2) {
    for (std::uint64_t i = 0; i < length; i += 2 * run) {
      merge_equal_runs(items + i, run, workspace + i);
    }
    std::swap(items, workspace);
  }
  return items;
}

// Zeros of both signs have one rank: they are written in the order in which they were.
template <class Word, class Source>
void restore_zeros(Word* keys, std::uint64_t size, Source const& source) {
  std::uint64_t place = 0;
  while (static_cast<Word>(keys[place] << 1) != 0) ++place;
  for (std::uint64_t i = 0; i < size; ++i) {
    Word const key = source(i).key;
    if (static_cast<Word>(key << 1) == 0) keys[place++] = key;
  }
}

// Two elements: which is the first is loaded, not branched on.
template <class Word, class Value, class Source>
void sort_pair(Source const& source, Columns<Word, Value> const& target,
               KeyOrder<Word> const& order) {
  std::uint64_t const first = order.rank(source(1).key) < order.rank(source(0).key) ? 1 : 0;
  auto const one = source(first), other = source(1 - first);
  target.store(0, one);
  target.store(1, other);
}

// Sorts up to most_short elements, which source(i) has with canonical keys, stably. The source may
// be the target. On one thread.
template <class Word, class Value, class Source>
void sort_short(Source const& source, Columns<Word, Value> const& target, std::uint64_t size,
                KeyOrder<Word> const& order) {
  using Items = SortItem<Word, Value>;
  using Item = typename Items::Type;
  constexpr Word negative_zero = Word(1) << (8 * sizeof(Word) - 1);
  if (size <= 2) {
    if (size == 2) sort_pair(source, target, order);
    if (size == 1) target.store(0, source(0));
    return;
  }
  Item items[most_short], workspace[most_short];
  if constexpr (std::is_same_v<Value, NoValue>) {
    bool has_negative_zero = false;
    for (std::uint64_t i = 0; i < size; ++i) {
      Word const key = source(i).key;
      has_negative_zero |= key == negative_zero;
      items[i] = order.rank(key);
    }
    Item* const sorted = sort_items<Item>(items, workspace, size, Items::last());
    for (std::uint64_t i = 0; i < size; ++i) sorted[i] = order.key_of(sorted[i]);
    if (order.is_floating() && has_negative_zero) restore_zeros(sorted, size, source);
    std::copy(sorted, sorted + size, target.keys);
  } else {
    Element<Word, Value> elements[most_short];
    for (std::uint64_t i = 0; i < size; ++i) {
      elements[i] = source(i);
      items[i] = Items::make(order.rank(elements[i].key), i);
    }
    Item const* const sorted = sort_items<Item>(items, workspace, size, Items::last());
    for (std::uint64_t i = 0; i < size; ++i) target.store(i, elements[Items::place(sorted[i])]);
  }
}

}  // namespace yoke::detail::sorting
