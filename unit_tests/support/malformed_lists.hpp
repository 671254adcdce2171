#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "support/ranking_case.hpp"
#include "yoke/errors.hpp"

// What is nearly a list, and what a fault that is reported must look like.

namespace yoke_test {

template <class Index>
struct MalformedLists {
  std::vector<Index> successor;
  yoke::Tail tail = yoke::Tail::self_loop();
  // Every node leads to a tail, but some meet on the way: without a full check this may pass.
  bool is_in_tree = false;

  std::size_t size() const { return successor.size(); }
  std::size_t next(std::size_t node) const { return static_cast<std::size_t>(successor[node]); }
  void link(std::size_t node, std::size_t next) { successor[node] = static_cast<Index>(next); }
  void end(std::size_t node) { link(node, tail.is_self_loop() ? node : tail.end_value()); }
  bool ends_at(std::size_t node) const {
    return successor[node] == static_cast<Index>(tail.is_self_loop() ? node : tail.end_value());
  }

  bool is_out_of_range(std::size_t node) const {
    return node < size() && !ends_at(node) && next(node) >= size();
  }
  bool has_two_predecessors(std::size_t node) const {
    std::size_t predecessors = 0;
    for (std::size_t i = 0; i < size(); ++i) predecessors += !ends_at(i) && next(i) == node;
    return node < size() && predecessors >= 2;
  }
  bool is_on_cycle(std::size_t node) const {
    if (node >= size()) return false;
    std::size_t at = node;
    for (std::size_t steps = 0; steps < size(); ++steps) {
      if (ends_at(at) || next(at) >= size()) return false;
      at = next(at);
      if (at == node) return true;
    }
    return false;
  }

  // Does the node that the message names show the fault that it tells of?
  bool shows(yoke::InvalidInput const& error) const {
    std::string const what = error.what();
    auto const says = [&](char const* text) { return what.find(text) != std::string::npos; };
    bool const named = says(("node " + std::to_string(error.index())).c_str());
    if (says("is neither a node")) return named && is_out_of_range(error.index());
    if (says("two nodes have")) return named && has_two_predecessors(error.index());
    if (says("lies on a cycle")) return named && is_on_cycle(error.index());
    return false;
  }
};

enum class Fault {
  one_cycle,
  list_and_long_cycle,
  lists_and_short_cycles,
  list_and_own_successor,
  own_successors_alone,
  all_run_into_odd_cycle,
  rho,
  tight_rho,
  successor_n,
  successor_beyond_n,
  successor_almost_largest,
  two_with_one_successor,
  star,
  caterpillar,
  binary_tree,
  random_tree,
  count
};
inline constexpr char const* fault_names[] = {"one cycle",
                                              "a list and a long cycle",
                                              "lists and short cycles",
                                              "a list and a node that is its own successor",
                                              "nodes that are their own successors",
                                              "all run into a cycle of odd nodes",
                                              "rho",
                                              "tight rho",
                                              "successor n",
                                              "successor n + 1",
                                              "successor almost the largest",
                                              "two nodes with one successor",
                                              "star",
                                              "caterpillar",
                                              "binary tree",
                                              "random tree"};

// A list of at least 8 nodes in random order, spoiled.
template <class Index>
MalformedLists<Index> make_malformed(Fault fault, std::size_t n, bool self_loop,
                                     std::uint64_t seed) {
  using yoke::ListOrder;
  using yoke::Tail;
  // A node that is its own successor is wrong only where that does not mark a tail.
  if (fault == Fault::list_and_own_successor || fault == Fault::own_successors_alone) {
    self_loop = false;
  }
  Tail const tail = self_loop ? Tail::self_loop() : Tail::minus_one();
  MalformedLists<Index> made{make_list<Index>(n, {.seed = seed, .tail = tail}), tail};
  yoke::detail::NodeAtPosition const at(ListOrder::random, n, yoke::Philox(seed));
  // Where the list is cut. No node is left over on either side of it, nor alone.
  std::mt19937_64 random(seed);
  std::size_t const cut = 2 + random() % (n - 4);
  std::size_t const middle = at(cut), first = at(0), last = at(n - 1);

  switch (fault) {
    case Fault::one_cycle:
      made.link(last, first);
      break;
    case Fault::list_and_long_cycle:
      made.link(middle, first);
      break;
    case Fault::lists_and_short_cycles:
      // Cycles of 1 (where that is no tail), 2 and 3 nodes, and the rest in one list.
      for (std::size_t begin = 0, length = self_loop ? 2 : 1; begin + length < n / 2;) {
        made.link(at(begin + length - 1), at(begin));
        begin += length;
        length = length < 3 ? length + 1 : self_loop ? 2 : 1;
      }
      if (n < 16) made.link(at(1), at(0));
      break;
    case Fault::list_and_own_successor:
      made.link(first, first);
      break;
    case Fault::own_successors_alone:
      for (std::size_t i = 0; i < n; ++i) made.link(i, i);
      break;
    case Fault::all_run_into_odd_cycle:
      for (std::size_t i = 0; i < n; ++i) {
        made.link(i, i % 2 ? (i + 2 < n ? i + 2 : 1) : i + 1 < n ? i + 1 : 1);
      }
      break;
    case Fault::rho:
      made.link(last, middle);
      break;
    case Fault::tight_rho:
      made.link(last, at(n - 2));
      break;
    case Fault::successor_n:
      made.link(middle, n);
      break;
    case Fault::successor_beyond_n:
      made.link(middle, n + 1);
      break;
    case Fault::successor_almost_largest:
      made.link(middle, std::numeric_limits<Index>::max() - 1);
      break;
    case Fault::two_with_one_successor:
      made.is_in_tree = true;
      made.link(at(cut - 2), at(cut));
      made.end(at(cut - 1));
      made.link(at(cut - 1), at(cut));
      break;
    case Fault::star:
      made.is_in_tree = true;
      for (std::size_t i = 0; i < n; ++i) made.link(i, middle);
      made.end(middle);
      break;
    case Fault::caterpillar:
      made.is_in_tree = true;
      // A path of every other node, each with a leaf.
      for (std::size_t i = 0; i + 1 < n; ++i) {
        made.link(at(i), at(std::min(i % 2 ? i + 2 : i + 1, n - 1)));
      }
      break;
    case Fault::binary_tree:
      made.is_in_tree = true;
      for (std::size_t i = 1; i < n; ++i) made.link(at(i), at((i - 1) / 2));
      made.end(first);
      break;
    case Fault::random_tree:
      made.is_in_tree = true;
      // Mostly a path: branches meet after a few nodes. The root has two for certain.
      for (std::size_t i = 1; i < n; ++i) {
        made.link(at(i), at(i - 1 - std::min<std::size_t>(random() % 4 ? 0 : random() % 5, i - 1)));
      }
      made.link(at(2), first);
      made.end(first);
      break;
    case Fault::count:
      break;
  }
  return made;
}

// Ranks malformed lists that lie in Memory; the options are those of the case.
template <class Index, class Memory, class Executor>
void expect_fault(Executor const& executor, Fault fault, bool self_loop, RankingCase const& c) {
  auto const bad = make_malformed<Index>(fault, c.size, self_loop, c.shape.seed);
  auto options = c.options;
  options.tail = bad.tail;
  GuardedArray<Index, Memory> const successor(bad.successor, 0, 1);
  Kokkos::View<Index*, Memory> const rank("rank", c.size);
  try {
    yoke::list_rank(executor, successor.contiguous(), rank, options);
    EXPECT_TRUE(bad.is_in_tree && !options.validate) << "passed";
  } catch (yoke::InvalidInput const& error) {
    EXPECT_TRUE(bad.shows(error)) << error.what() << "; index " << error.index();
  }
}

// The same for an index type that is known at run time.
template <class Memory, class Executor>
void expect_fault(std::size_t index_type, Executor const& executor, Fault fault, bool self_loop,
                  RankingCase const& c) {
  switch (index_type) {
    case 0:
      return expect_fault<std::uint32_t, Memory>(executor, fault, self_loop, c);
    case 1:
      return expect_fault<std::int32_t, Memory>(executor, fault, self_loop, c);
    case 2:
      return expect_fault<std::uint64_t, Memory>(executor, fault, self_loop, c);
    default:
      return expect_fault<std::int64_t, Memory>(executor, fault, self_loop, c);
  }
}

}  // namespace yoke_test
