#pragma once

#include <Kokkos_Core.hpp>
#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "sorting/element.hpp"
#include "yoke/detail/primitives/hash.hpp"
#include "yoke/detail/spaces.hpp"

// The steps of a selection: keys are below a bound, equal to it, or neither.
namespace yoke::detail::sorting {

// Keys below the bound, and equal ones: of a block, or of those before it.
struct BoundCounts {
  std::uint64_t below = 0, equal = 0;

  KOKKOS_FUNCTION BoundCounts& operator+=(BoundCounts const& other) {
    below += other.below;
    equal += other.equal;
    return *this;
  }
};

template <class Word>
struct SampleRanks {
  Word const* keys;
  std::uint64_t size, first_word;
  KeyOrder<Word> order;
  Word* ranks;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    ranks[i] = order.rank(order.canonical(keys[hash(first_word + i) % size]));
  }
};

// Keys in blocks. A thread of a host takes a block, a team of a device too.
template <class Space, class Word>
struct KeyBlocks {
  static constexpr std::uint64_t block = runs_on_host<Space> ? 4096 : 8192;
  static constexpr int team = 256;
  using Member = typename Kokkos::TeamPolicy<Space>::member_type;

  Word const* keys;
  std::uint64_t size;
  KeyOrder<Word> order;
  Word bound;

  std::uint64_t count() const { return (size + block - 1) / block; }
  KOKKOS_FUNCTION std::uint64_t end_of(std::uint64_t b) const {
    return size - b * block < block ? size : (b + 1) * block;
  }
  KOKKOS_FUNCTION Word rank(std::uint64_t i) const { return order.rank(order.canonical(keys[i])); }

  // On a host.
  BoundCounts count_ranks(std::uint64_t begin, std::uint64_t end) const {
    if (!order.is_floating()) return count_words(begin, end);
    // Processors compare numbers faster than ranks. A NaN is neither below a number nor equal. If
    // the program takes denormal numbers for zeros, those and zeros do not compare as ranks do.
    Word const key = order.key_of(bound);
    constexpr Word exponent = sizeof(Word) == 4 ? Word(0x7f800000u) : Word(0x7ffull << 52);
    bool const is_normal = (key & exponent) != 0;
    if (order.is_nan(key) || !is_normal || order.rank(key) != bound) {
      return count_each(begin, end);
    }
    using Number = std::conditional_t<sizeof(Word) == 4, float, double>;
    auto const number = std::bit_cast<Number>(key);
    bool const ascends =
        order.rank(std::bit_cast<Word>(Number(1))) < order.rank(std::bit_cast<Word>(Number(2)));
    return ascends ? count_numbers<true>(begin, end, number)
                   : count_numbers<false>(begin, end, number);
  }

  // kernel(b) on a host, kernel(member) on a device.
  template <class Kernel>
  void run(char const* label, Space const& exec, Kernel const& kernel) const {
    if constexpr (runs_on_host<Space>) {
      Kokkos::parallel_for(label, WideRange<Space>(exec, 0, count()), kernel);
    } else {
      Kokkos::parallel_for(label, Kokkos::TeamPolicy<Space>(exec, static_cast<int>(count()), team),
                           kernel);
    }
  }

 private:
  // Local variables, so that the loop becomes vector instructions.
  BoundCounts count_words(std::uint64_t begin, std::uint64_t end) const {
    Word const* const here = keys;
    Word const most = bound, flip = order.rank(0);
    std::uint32_t below = 0, equal = 0;
    for (std::uint64_t i = begin; i < end; ++i) {
      Word const ranked = here[i] ^ flip;
      below += ranked < most;
      equal += ranked == most;
    }
    return {below, equal};
  }
  // By vectors: a compiler makes none of the loop. What compares true is -1 in a lane.
  template <bool ascends, class Number>
  BoundCounts count_numbers(std::uint64_t begin, std::uint64_t end, Number number) const {
    using Integer = std::make_signed_t<Word>;
    typedef Number Numbers __attribute__((vector_size(16)));
    typedef Integer Integers __attribute__((vector_size(16)));
    constexpr std::uint64_t lanes = 16 / sizeof(Number);
    Numbers const most = Numbers{} + number;
    Integers below{}, equal{};
    std::uint64_t i = begin;
    for (; i + lanes <= end; i += lanes) {
      Numbers some;
      std::memcpy(&some, keys + i, sizeof some);
      below += ascends ? some < most : some > most;
      equal += some == most;
    }
    BoundCounts counts = count_each(i, end);
    for (std::uint64_t lane = 0; lane < lanes; ++lane) {
      counts.below -= static_cast<std::uint64_t>(below[lane]);
      counts.equal -= static_cast<std::uint64_t>(equal[lane]);
    }
    return counts;
  }
  BoundCounts count_each(std::uint64_t begin, std::uint64_t end) const {
    BoundCounts counts;
    for (std::uint64_t i = begin; i < end; ++i) {
      Word const ranked = rank(i);
      counts += {ranked < bound, ranked == bound};
    }
    return counts;
  }
};

template <class Space, class Word>
struct CountBlock {
  KeyBlocks<Space, Word> blocks;
  BoundCounts* counts;

  void operator()(std::uint64_t b) const {
    std::uint64_t const begin = b * blocks.block, end = blocks.end_of(b);
    counts[b] = blocks.count_ranks(begin, end);
  }
  KOKKOS_FUNCTION void operator()(typename KeyBlocks<Space, Word>::Member const& member) const {
    auto const b = static_cast<std::uint64_t>(member.league_rank());
    // Both counts of a block fit in one word.
    std::uint64_t both = 0;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(member, b * blocks.block, blocks.end_of(b)),
        [&](std::uint64_t i, std::uint64_t& sum) {
          Word const rank = blocks.rank(i);
          sum += std::uint64_t(rank < blocks.bound) + (std::uint64_t(rank == blocks.bound) << 32);
        },
        both);
    if (member.team_rank() == 0) counts[b] = {both & 0xffffffffu, both >> 32};
  }
};

// Counts become those of the blocks before.
struct AddBlocks {
  using value_type = BoundCounts;
  BoundCounts* counts;
  KOKKOS_FUNCTION void operator()(std::uint64_t b, BoundCounts& sum, bool last) const {
    BoundCounts const here = counts[b];
    if (last) counts[b] = sum;
    sum += here;
  }
  KOKKOS_FUNCTION void init(BoundCounts& sum) const { sum = {}; }
  KOKKOS_FUNCTION void join(BoundCounts& sum, BoundCounts const& more) const { sum += more; }
};

template <class Word, class Value>
KOKKOS_FUNCTION Element<Word, Value> numbered(Word key, [[maybe_unused]] std::uint64_t i) {
  if constexpr (std::is_same_v<Value, NoValue>) {
    return {key};
  } else {
    return {key, static_cast<Value>(i)};
  }
}

template <class Word, class Value>
struct TakeAll {
  Word const* keys;
  Columns<Word, Value> out;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    out.store(i, numbered<Word, Value>(keys[i], i));
  }
};

// Copies the keys below the bound, and behind them the first `equal` of those equal to it, in the
// order of their indices.
template <class Space, class Word, class Value>
struct TakeBlock {
  KeyBlocks<Space, Word> blocks;
  BoundCounts const* before;  // of each block, and of all
  std::uint64_t below, equal;
  Columns<Word, Value> out;

  void operator()(std::uint64_t b) const {
    if (is_empty(b)) return;
    // Most parts of a block have no such key, and counts are fast.
    constexpr std::uint64_t part = 64;
    BoundCounts sum = before[b];
    std::uint64_t const end = blocks.end_of(b);
    for (std::uint64_t begin = b * blocks.block; begin < end; begin += part) {
      std::uint64_t const stop = end - begin < part ? end : begin + part;
      auto const here = blocks.count_ranks(begin, stop);
      if (here.below + here.equal > 0) take_part(begin, stop, sum);
      sum += here;
    }
  }
  KOKKOS_FUNCTION void operator()(typename KeyBlocks<Space, Word>::Member const& member) const {
    auto const b = static_cast<std::uint64_t>(member.league_rank());
    if (is_empty(b)) return;
    Kokkos::parallel_scan(
        Kokkos::TeamThreadRange(member, b * blocks.block, blocks.end_of(b)),
        [&](std::uint64_t i, std::uint64_t& sum, bool last) {
          Word const rank = blocks.rank(i);
          if (last && rank <= blocks.bound) {
            take(i, rank, before[b].below + (sum & 0xffffffffu), before[b].equal + (sum >> 32));
          }
          sum += std::uint64_t(rank < blocks.bound) + (std::uint64_t(rank == blocks.bound) << 32);
        });
  }

 private:
  void take_part(std::uint64_t begin, std::uint64_t end, BoundCounts sum) const {
    for (std::uint64_t i = begin; i < end; ++i) {
      Word const rank = blocks.rank(i);
      if (rank > blocks.bound) continue;
      take(i, rank, sum.below, sum.equal);
      sum.below += rank < blocks.bound;
      sum.equal += rank == blocks.bound;
    }
  }
  KOKKOS_FUNCTION bool is_empty(std::uint64_t b) const {
    bool const has_equal = before[b].equal < equal && before[b].equal < before[b + 1].equal;
    return before[b].below == before[b + 1].below && !has_equal;
  }
  KOKKOS_FUNCTION void take(std::uint64_t i, Word rank, std::uint64_t below_before,
                            std::uint64_t equal_before) const {
    if (rank < blocks.bound) {
      out.store(below_before, numbered<Word, Value>(blocks.keys[i], i));
    } else if (equal_before < equal) {
      out.store(below + equal_before, numbered<Word, Value>(blocks.keys[i], i));
    }
  }
};

template <class Word, class Value>
struct StoreSelected {
  Columns<Word, Value> from, to;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const { to.store(i, from.load(i)); }
};

}  // namespace yoke::detail::sorting
