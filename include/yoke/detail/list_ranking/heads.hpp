#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/list_ranking/algorithm.hpp"

namespace yoke::detail::list_ranking {

// What one streaming pass over the successors tells.
struct ListCensus {
  std::uint64_t tails = 0;
  // Successors that are neither another node nor the mark of a tail. One's own index counts where
  // it marks no tail: the algorithms that write links as self-loops could not tell the two apart.
  std::uint64_t astray = 0;
  // Sum of all nodes less the sum of all successors, modulo 2^64: the head, where there is one
  // list, because every node but the head is somebody's successor.
  std::uint64_t head_sum = 0;

  template <class Word>
  KOKKOS_FUNCTION void add(Word node, Word next, std::uint64_t n, TailRule<Word> tail) {
    bool const is_tail = tail(node, next);
    tails += is_tail;
    astray += !is_tail && (next >= n || next == node);
    head_sum += node - (is_tail ? 0 : static_cast<std::uint64_t>(next));
  }
  KOKKOS_FUNCTION void operator+=(ListCensus const& other) {
    tails += other.tails;
    astray += other.astray;
    head_sum += other.head_sum;
  }
};

}  // namespace yoke::detail::list_ranking

template <>
struct Kokkos::reduction_identity<yoke::detail::list_ranking::ListCensus> {
  KOKKOS_FORCEINLINE_FUNCTION static yoke::detail::list_ranking::ListCensus sum() { return {}; }
};

namespace yoke::detail::list_ranking {

template <class Space, class Word>
ListCensus take_census(Space const& exec, Array<Space, Word const> successor, TailRule<Word> tail) {
  ListCensus census;
  std::uint64_t const n = successor.extent(0);
  Kokkos::parallel_reduce(
      "yoke::list_rank::census", WideRange<Space>(exec, 0, n),
      KOKKOS_LAMBDA(std::uint64_t i, ListCensus & sum) {
        sum.add(static_cast<Word>(i), successor(i), n, tail);
      },
      Kokkos::Sum<ListCensus>(census));
  return census;
}

// Sets the bit of a node's successor, and finds the smallest node whose bit was set before: two
// nodes name it.
template <class Space, class Word>
struct MarkSuccessor {
  Array<Space, Word const> successor;
  TailRule<Word> tail;
  Array<Space, std::uint32_t> bits;

  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& smallest) const {
    Word const next = successor(i);
    if (tail(static_cast<Word>(i), next) || next >= successor.extent(0)) return;
    std::uint32_t const bit = 1u << (next % 32);
    std::uint32_t const before = Kokkos::atomic_fetch_or(&bits(next / 32), bit);
    if ((before & bit) && next < smallest) smallest = next;
  }
};

// One bit a node: is it anybody's successor? Returns the smallest node that two nodes name, or n.
// Successors out of range are passed over.
template <class Space, class Word>
std::uint64_t mark_successors(Space const& exec, Array<Space, Word const> successor,
                              TailRule<Word> tail, Array<Space, std::uint32_t> bits) {
  std::uint64_t const n = successor.extent(0);
  Kokkos::deep_copy(exec, bits, 0u);
  std::uint64_t twice = n;
  Kokkos::parallel_reduce("yoke::list_rank::mark_successors", WideRange<Space>(exec, 0, n),
                          MarkSuccessor<Space, Word>{successor, tail, bits},
                          Kokkos::Min<std::uint64_t>(twice));
  return twice < n ? twice : n;
}

template <class Space, class Word>
struct CountOutOfRange {
  Array<Space, Word const> nodes;
  std::uint64_t n;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& beyond) const {
    beyond += nodes(i) >= n;
  }
};

template <class Space, class Word>
bool all_in_range(Space const& exec, Array<Space, Word const> nodes, std::uint64_t n) {
  std::uint64_t beyond = 0;
  Kokkos::parallel_reduce("yoke::list_rank::check_heads",
                          WideRange<Space>(exec, 0, nodes.extent(0)),
                          CountOutOfRange<Space, Word>{nodes, n}, beyond);
  return beyond == 0;
}

// Writes the nodes 0..n-1 whose bit is not set to `nodes`, in ascending order and no further than
// it reaches; returns how many there are.
template <class Space, class Word>
std::uint64_t collect_unmarked(Space const& exec, Array<Space, std::uint32_t> bits, std::uint64_t n,
                               Array<Space, Word> nodes) {
  std::uint64_t found = 0;
  std::uint64_t const room = nodes.extent(0);
  Kokkos::parallel_scan(
      "yoke::list_rank::collect_heads", WideRange<Space>(exec, 0, n),
      KOKKOS_LAMBDA(std::uint64_t i, std::uint64_t & count, bool last) {
        if (bits(i / 32) >> (i % 32) & 1u) return;
        if (last && count < room) nodes(count) = static_cast<Word>(i);
        ++count;
      },
      found);
  return found;
}

// Finds the head of every list, for the algorithms that start there. Holds n bits, and one word a
// list from the first call on that has several.
template <class Space, class Word>
class HeadFinder {
 public:
  HeadFinder(Space const& exec, std::size_t capacity)
      : marks_(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "yoke::list_rank::marks"),
               (capacity + 31) / 32),
        heads_(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "yoke::list_rank::heads"), 1) {
  }

  // Returns the heads in ascending order (those given, as given) and sets outcome.lists. Sets
  // outcome.complete to false, and returns none, where the successors are visibly not lists; the
  // heads returned are always in range.
  Array<Space, Word const> find(RankProblem<Space, Word> const& problem, RankOutcome& outcome) {
    std::uint64_t const n = problem.size();
    ListCensus const census = take_census(problem.exec, problem.successor, problem.tail);
    outcome.lists = census.tails;
    outcome.complete = census.astray == 0 && (census.tails > 0 || n == 0);
    if (!outcome.complete || n == 0) return {};
    auto const heads = problem.heads.extent(0) > 0 ? problem.heads
                       : census.tails == 1         ? single(problem.exec, census.head_sum)
                                                   : several(problem, census.tails);
    outcome.complete =
        heads.extent(0) == outcome.lists && all_in_range<Space, Word>(problem.exec, heads, n);
    return outcome.complete ? heads : Array<Space, Word const>();
  }

 private:
  Array<Space, Word const> single(Space const& exec, std::uint64_t head) {
    Kokkos::deep_copy(exec, Array<Space, Word>(heads_.data(), 1), static_cast<Word>(head));
    return Array<Space, Word const>(heads_.data(), 1);
  }

  Array<Space, Word const> several(RankProblem<Space, Word> const& problem, std::uint64_t lists) {
    if (heads_.extent(0) < lists) {
      heads_ = Buffer<Space, Word>(
          Kokkos::view_alloc(problem.exec, Kokkos::WithoutInitializing, "yoke::list_rank::heads"),
          lists);
    }
    std::uint64_t const n = problem.size();
    Array<Space, std::uint32_t> const marks(marks_.data(), (n + 31) / 32);
    mark_successors(problem.exec, problem.successor, problem.tail, marks);
    std::uint64_t const found =
        collect_unmarked(problem.exec, marks, n, Array<Space, Word>(heads_.data(), lists));
    return Array<Space, Word const>(heads_.data(), found == lists ? lists : 0);
  }

  Buffer<Space, std::uint32_t> marks_;
  Buffer<Space, Word> heads_;
};

}  // namespace yoke::detail::list_ranking
