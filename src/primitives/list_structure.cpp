#include "primitives/list_structure.hpp"

#include "frame/fill_array.hpp"
#include "primitives/findings.hpp"
#include "yoke/errors.hpp"

namespace yoke::detail {
namespace {

template <class Space, class Word>
struct CountInCensus {
  Array<Space, Word const> successor;
  TailRule<Word> tail;
  // const: the compiler would read it again after each change of the sum.
  std::uint64_t const n;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, ListCensus& sum) const {
    sum.add(static_cast<Word>(i), successor(i), n, tail);
  }
};

template <class Space, class Word>
struct CountOutOfRange {
  Array<Space, Word const> nodes;
  std::uint64_t n;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& beyond) const {
    beyond += nodes(i) >= n;
  }
};

template <class Space, class Word>
struct CollectTail {
  Array<Space, Word const> successor;
  TailRule<Word> tail;
  Array<Space, Word> tails;

  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& count, bool last) const {
    if (!tail(static_cast<Word>(i), successor(i))) return;
    if (last) tails(count) = static_cast<Word>(i);
    ++count;
  }
};

// Returns whether bit i was set before.
template <class Space>
KOKKOS_FUNCTION bool set_bit(Array<Space, std::uint32_t> const& bits, std::uint64_t i) {
  std::uint32_t const bit = 1u << (i % 32);
  return (Kokkos::atomic_fetch_or(&bits(i / 32), bit) & bit) != 0;
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
    if (set_bit<Space>(bits, next) && next < smallest) smallest = next;
  }
};

template <class Space, class Word>
struct CollectUnmarked {
  Array<Space, std::uint32_t> bits;
  Array<Space, Word> nodes;

  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& count, bool last) const {
    if (bits(i / 32) >> (i % 32) & 1u) return;
    if (last && count < nodes.extent(0)) nodes(count) = static_cast<Word>(i);
    ++count;
  }
};

template <class Space, class Word>
struct IsOutOfRange {
  Array<Space, Word const> successor;
  TailRule<Word> tail;
  KOKKOS_FUNCTION bool operator()(std::uint64_t i) const {
    Word const next = successor(i);
    return next >= successor.extent(0) && !tail(static_cast<Word>(i), next);
  }
};

template <class Space, class Word>
struct IsOwnSuccessor {
  Array<Space, Word const> successor;
  TailRule<Word> tail;
  KOKKOS_FUNCTION bool operator()(std::uint64_t i) const {
    return successor(i) == i && !tail(static_cast<Word>(i), successor(i));
  }
};

// Sets the bit of a head, and finds the first head whose bit was set before.
template <class Space, class Word>
struct FirstMarkedHead {
  Array<Space, Word const> heads;
  Array<Space, std::uint32_t> bits;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& smallest) const {
    if (set_bit<Space>(bits, heads(i)) && i < smallest) smallest = i;
  }
};

}  // namespace

template <class Space, class Word>
ListCensus take_census(Space const& exec, Array<Space, Word const> successor, TailRule<Word> tail) {
  ListCensus census;
  std::uint64_t const n = successor.extent(0);
  Kokkos::parallel_reduce("yoke::list_rank::census", WideRange<Space>(exec, 0, n),
                          CountInCensus<Space, Word>{successor, tail, n},
                          Kokkos::Sum<ListCensus>(census));
  return census;
}

template <class Space, class Word>
bool all_in_range(Space const& exec, Array<Space, Word const> nodes, std::uint64_t n) {
  std::uint64_t beyond = 0;
  Kokkos::parallel_reduce("yoke::list_rank::check_heads",
                          WideRange<Space>(exec, 0, nodes.extent(0)),
                          CountOutOfRange<Space, Word>{nodes, n}, beyond);
  return beyond == 0;
}

template <class Space, class Word>
void collect_tails(Space const& exec, Array<Space, Word const> successor, TailRule<Word> tail,
                   Array<Space, Word> tails) {
  Kokkos::parallel_scan("yoke::list_scan::collect_tails",
                        WideRange<Space>(exec, 0, successor.extent(0)),
                        CollectTail<Space, Word>{successor, tail, tails});
}

// One bit a node: is it anybody's successor? Returns the smallest node that two nodes name, or n.
// Successors out of range are passed over.
template <class Space, class Word>
std::uint64_t mark_successors(Space const& exec, Array<Space, Word const> successor,
                              TailRule<Word> tail, Array<Space, std::uint32_t> bits) {
  std::uint64_t const n = successor.extent(0);
  fill(exec, bits, 0u);
  std::uint64_t twice = n;
  Kokkos::parallel_reduce("yoke::list_rank::mark_successors", WideRange<Space>(exec, 0, n),
                          MarkSuccessor<Space, Word>{successor, tail, bits},
                          Kokkos::Min<std::uint64_t>(twice));
  return twice < n ? twice : n;
}

// Writes the nodes 0..n-1 whose bit is not set to `nodes`, in ascending order and no further than
// it reaches; returns how many there are.
template <class Space, class Word>
std::uint64_t collect_unmarked(Space const& exec, Array<Space, std::uint32_t> bits, std::uint64_t n,
                               Array<Space, Word> nodes) {
  std::uint64_t found = 0;
  Kokkos::parallel_scan("yoke::list_rank::collect_heads", WideRange<Space>(exec, 0, n),
                        CollectUnmarked<Space, Word>{bits, nodes}, found);
  return found;
}

template <class Space, class Word>
HeadFinder<Space, Word>::HeadFinder(Space const& exec, std::size_t capacity)
    : marks_(
          make_buffer<Space, std::uint32_t>(exec, "yoke::list_rank::marks", (capacity + 31) / 32)),
      heads_(make_buffer<Space, Word>(exec, "yoke::list_rank::heads", 1)) {}

template <class Space, class Word>
typename HeadFinder<Space, Word>::Found HeadFinder<Space, Word>::find(
    Space const& exec, Array<Space, Word const> successor, TailRule<Word> tail,
    Array<Space, Word const> given) {
  std::uint64_t const n = successor.extent(0);
  ListCensus const census = take_census(exec, successor, tail);
  Found found;
  found.lists = census.tails;
  found.complete = census.astray == 0 && (census.tails > 0 || n == 0);
  if (!found.complete || n == 0) return found;
  auto const heads = given.extent(0) > 0 ? given
                     : census.tails == 1 ? single(exec, census.head_sum)
                                         : several(exec, successor, tail, census.tails);
  found.complete = heads.extent(0) == found.lists && all_in_range<Space, Word>(exec, heads, n);
  if (found.complete) found.heads = heads;
  return found;
}

template <class Space, class Word>
Array<Space, Word const> HeadFinder<Space, Word>::single(Space const& exec, std::uint64_t head) {
  Kokkos::deep_copy(exec, Array<Space, Word>(heads_.data(), 1), static_cast<Word>(head));
  return Array<Space, Word const>(heads_.data(), 1);
}

template <class Space, class Word>
Array<Space, Word const> HeadFinder<Space, Word>::several(Space const& exec,
                                                          Array<Space, Word const> successor,
                                                          TailRule<Word> tail,
                                                          std::uint64_t lists) {
  if (heads_.extent(0) < lists) {
    heads_ = make_buffer<Space, Word>(exec, "yoke::list_rank::heads", lists);
  }
  std::uint64_t const n = successor.extent(0);
  Array<Space, std::uint32_t> const marks(marks_.data(), (n + 31) / 32);
  mark_successors(exec, successor, tail, marks);
  std::uint64_t const found =
      collect_unmarked(exec, marks, n, Array<Space, Word>(heads_.data(), lists));
  return Array<Space, Word const>(heads_.data(), found == lists ? lists : 0);
}

// Given a bit a node that has a predecessor, and heads in range: throws where one of these has one,
// or is given twice. As many heads as lists are then the heads of all lists.
template <class Space, class Word>
void check_heads_are_first(std::string const& caller, Space const& exec,
                           Array<Space, Word const> heads,
                           Array<Space, std::uint32_t> has_predecessor) {
  std::uint64_t const given = heads.extent(0);
  std::uint64_t bad = given;
  Kokkos::parallel_reduce(
      "yoke::list_rank::check_heads_are_first", WideRange<Space>(exec, 0, given),
      FirstMarkedHead<Space, Word>{heads, has_predecessor}, Kokkos::Min<std::uint64_t>(bad));
  if (bad < given) throw_no_head(caller, bad);
}

template <class Space, class Word>
Buffer<Space, std::uint32_t> check_links(std::string const& caller, Space const& exec,
                                         Array<Space, Word const> successor, TailRule<Word> tail,
                                         Array<Space, Word const> heads) {
  std::uint64_t const n = successor.extent(0);
  auto const bad = first_node(exec, n, IsOutOfRange<Space, Word>{successor, tail});
  if (bad < n) {
    throw InvalidInput(caller + ": the successor of node " + std::to_string(bad) +
                           " is neither a node (0 to " + std::to_string(n - 1) +
                           ") nor the mark of a tail",
                       bad);
  }
  auto const own = first_node(exec, n, IsOwnSuccessor<Space, Word>{successor, tail});
  if (own < n) throw_cycle(own, caller);
  auto bits = make_buffer<Space, std::uint32_t>(exec, "yoke::list_rank::marks", (n + 31) / 32);
  auto const twice = mark_successors<Space, Word>(exec, successor, tail, array_of(bits));
  if (twice < n) {
    throw InvalidInput(caller + ": two nodes have node " + std::to_string(twice) +
                           " as their successor, so these are no lists",
                       twice);
  }
  check_heads_are_first<Space, Word>(caller, exec, heads, array_of(bits));
  return bits;
}

void throw_cycle(std::uint64_t node, std::string const& caller) {
  throw InvalidInput(caller + ": node " + std::to_string(node) +
                         " lies on a cycle: following its successors meets no tail",
                     node);
}

void throw_no_head(std::string const& caller, std::uint64_t i) {
  throw InvalidInput(
      caller + ": heads(" + std::to_string(i) + ") is not the head of a list, or it is given twice",
      i);
}

#define YOKE_INSTANTIATE_FOR(Space, Word)                                                     \
  template ListCensus take_census(Space const&, Array<Space, Word const>, TailRule<Word>);    \
  template bool all_in_range(Space const&, Array<Space, Word const>, std::uint64_t);          \
  template void collect_tails(Space const&, Array<Space, Word const>, TailRule<Word>,         \
                              Array<Space, Word>);                                            \
  template class HeadFinder<Space, Word>;                                                     \
  template Buffer<Space, std::uint32_t> check_links(std::string const&, Space const&,         \
                                                    Array<Space, Word const>, TailRule<Word>, \
                                                    Array<Space, Word const>);
#define YOKE_INSTANTIATE(Space)              \
  YOKE_INSTANTIATE_FOR(Space, std::uint32_t) \
  YOKE_INSTANTIATE_FOR(Space, std::uint64_t)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

}  // namespace yoke::detail
