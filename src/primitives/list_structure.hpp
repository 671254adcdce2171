#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <string>

#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/primitives/walk.hpp"
#include "yoke/detail/spaces.hpp"

// What an array of successors says of its lists: their number, their heads, what is wrong with
// them. Over plain arrays, compiled once for every space and width (list_structure.cpp): whatever
// ranks, scans or tours lists asks here.

namespace yoke::detail {

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

}  // namespace yoke::detail

template <>
struct Kokkos::reduction_identity<yoke::detail::ListCensus> {
  KOKKOS_FORCEINLINE_FUNCTION static yoke::detail::ListCensus sum() { return {}; }
};

namespace yoke::detail {

template <class Space, class Word>
ListCensus take_census(Space const& exec, Array<Space, Word const> successor, TailRule<Word> tail);

// Are all of them nodes, of which there are n?
template <class Space, class Word>
bool all_in_range(Space const& exec, Array<Space, Word const> nodes, std::uint64_t n);

// The tails, in ascending order; `tails` is as long as the census says.
template <class Space, class Word>
void collect_tails(Space const& exec, Array<Space, Word const> successor, TailRule<Word> tail,
                   Array<Space, Word> tails);

// Finds the head of every list, for the algorithms that start there. Holds n bits, and one word a
// list from the first call on that has several.
template <class Space, class Word>
class HeadFinder {
 public:
  struct Found {
    // In ascending order (those given, as given), all in range. None where the successors are
    // visibly not lists.
    Array<Space, Word const> heads;
    std::size_t lists = 0;
    bool complete = true;  // false: visibly not lists
  };

  HeadFinder(Space const& exec, std::size_t capacity);

  // `given` is empty where the caller knows no heads.
  Found find(Space const& exec, Array<Space, Word const> successor, TailRule<Word> tail,
             Array<Space, Word const> given = {});

 private:
  Array<Space, Word const> single(Space const& exec, std::uint64_t head);
  Array<Space, Word const> several(Space const& exec, Array<Space, Word const> successor,
                                   TailRule<Word> tail, std::uint64_t lists);

  Buffer<Space, std::uint32_t> marks_;
  Buffer<Space, Word> heads_;
};

// The faults that one node or one pair of nodes shows: a successor astray, a node with two
// predecessors, a given head that is none. Throws yoke::InvalidInput, on behalf of `caller`, where
// there is one. The heads must be in range. Returns a bit a node: is it somebody's successor, or
// one of the heads?
template <class Space, class Word>
Buffer<Space, std::uint32_t> check_links(std::string const& caller, Space const& exec,
                                         Array<Space, Word const> successor, TailRule<Word> tail,
                                         Array<Space, Word const> heads = {});

// The smallest node from which no tail is reached, or n. For links that check_links accepts, in the
// time of a walk along the lists. Allocates what ranking them takes, and a word a node. Compiled
// with the walk that it uses (src/list_ranking/sublist_walk.cpp).
template <class Space, class Word>
std::uint64_t first_unranked(Space const& exec, Array<Space, Word const> successor,
                             TailRule<Word> tail);

[[noreturn]] void throw_cycle(std::uint64_t node, std::string const& caller);
// heads(i) has a predecessor, or is another of the heads.
[[noreturn]] void throw_no_head(std::string const& caller, std::uint64_t i);

}  // namespace yoke::detail
