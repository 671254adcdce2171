#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "list_ranking/algorithm.hpp"
#include "primitives/jump.hpp"
#include "yoke/detail/kokkos_ext/relaxed.hpp"

namespace yoke::detail::list_ranking {

// For every node: the sublist that owns it and its rank in there, counted from the sublist's first
// node; or that no walker has met it. Lists that run into each other make walkers race for a node,
// so accesses are relaxed atomics; whoever wins, the lengths of the sublists then exceed n.

// Owner and rank side by side, so that a walker's random access touches one place: in one 64-bit
// word for 32-bit indices (Dehne and Yogaratnam's 64-bit packing), in two for 64-bit ones.
template <class Space, class Word>
class WordMarks {
 public:
  static constexpr std::size_t words_per_node = sizeof(Word) / 4;
  static constexpr Word none = std::numeric_limits<Word>::max();

  explicit WordMarks(std::uint64_t* words) : words_(words) {}

  // The marks from node `first` on.
  WordMarks from(std::uint64_t first) const { return WordMarks(words_ + words_per_node * first); }

  KOKKOS_FUNCTION void clear(std::uint64_t node) const { set(node, none, 0); }
  KOKKOS_FUNCTION void set(std::uint64_t node, Word owner, Word rank) const {
    if constexpr (words_per_node == 1) {
      relaxed_store(words_ + node, std::uint64_t(owner) << 32 | rank);
    } else {
      relaxed_store(words_ + 2 * node, std::uint64_t(owner));
      relaxed_store(words_ + 2 * node + 1, std::uint64_t(rank));
    }
  }
  KOKKOS_FUNCTION bool is_free(std::uint64_t node) const { return owner(node) == none; }
  KOKKOS_FUNCTION Word owner(std::uint64_t node) const {
    std::uint64_t const word = relaxed_load(words_ + words_per_node * node);
    return static_cast<Word>(words_per_node == 1 ? word >> 32 : word);
  }
  KOKKOS_FUNCTION Word rank(std::uint64_t node) const {
    return static_cast<Word>(relaxed_load(words_ + words_per_node * (node + 1) - 1));
  }

 private:
  std::uint64_t* words_;
};

// Dehne and Yogaratnam's 48-bit packing: a 16-bit owner beside a rank of full width. That no walker
// has met a node is kept in the rank, so that all 2^16 owners exist.
template <class Space, class Word>
class HalfMarks {
 public:
  static constexpr std::uint64_t most_owners = std::uint64_t(1) << 16;
  static constexpr Word none = std::numeric_limits<Word>::max();

  HalfMarks(std::uint16_t* owner, Word* rank) : owner_(owner), rank_(rank) {}

  KOKKOS_FUNCTION void clear(std::uint64_t node) const { rank_[node] = none; }
  // Where walkers race, the owner may be either's.
  KOKKOS_FUNCTION void set(std::uint64_t node, Word owner, Word rank) const {
    store_half(owner_ + node, static_cast<std::uint16_t>(owner));
    relaxed_store(rank_ + node, rank);
  }
  KOKKOS_FUNCTION bool is_free(std::uint64_t node) const { return rank(node) == none; }
  KOKKOS_FUNCTION Word owner(std::uint64_t node) const { return load_half(owner_ + node); }
  KOKKOS_FUNCTION Word rank(std::uint64_t node) const { return relaxed_load(rank_ + node); }

 private:
  // Relaxed where there are 16-bit atomics: a device has none.
  KOKKOS_FUNCTION static void store_half(std::uint16_t* place, std::uint16_t value) {
    KOKKOS_IF_ON_DEVICE((*place = value;))
    KOKKOS_IF_ON_HOST((__atomic_store_n(place, value, __ATOMIC_RELAXED);))
  }
  KOKKOS_FUNCTION static std::uint16_t load_half(std::uint16_t const* place) {
    KOKKOS_IF_ON_DEVICE((return *place;))
    KOKKOS_IF_ON_HOST((return __atomic_load_n(place, __ATOMIC_RELAXED);))
  }

  std::uint16_t* owner_;
  Word* rank_;
};

template <class Marks>
struct ClearMark {
  Marks marks;
  KOKKOS_FUNCTION void operator()(std::uint64_t node) const { marks.clear(node); }
};

// Clears the marks of `size` nodes.
template <class Space, class Marks>
void clear_marks(Space const& exec, Marks const& marks, std::uint64_t size) {
  Kokkos::parallel_for("yoke::list_rank::clear_marks", WideRange<Space>(exec, 0, size),
                       ClearMark<Marks>{marks});
}

template <class Space, class Word>
struct AddWeight {
  JumpCells<Space, Word> cells;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& sum) const {
    sum += cells.sum(i);
  }
};

// The weight of all sublists, before their jumps. Equal to what there is to walk over, and no node
// left unmarked: every node was met exactly once.
template <class Space, class Word>
std::uint64_t total_weight(Space const& exec, JumpCells<Space, Word> const& cells,
                           std::uint64_t sublists) {
  std::uint64_t total = 0;
  Kokkos::parallel_reduce("yoke::list_rank::total_weight", WideRange<Space>(exec, 0, sublists),
                          AddWeight<Space, Word>{cells}, total);
  return total;
}

// Tells a report of the sublists, before their jumps. Those without nodes, because another begins
// at the same node, are not counted.
template <class Space, class Word>
void report_sublists(Space const& exec, ListRankReport* report,
                     JumpCells<Space, Word> const& sublists, std::uint64_t size,
                     bool collect_lengths) {
  if (!report) return;
  auto const words = sublists.words(size);
  auto const host = Kokkos::create_mirror_view(Kokkos::HostSpace(), words);
  Kokkos::deep_copy(exec, host, words);
  exec.fence("yoke::list_rank: report sublists");
  JumpCells<Space, Word> const cells(host.data(), host.data());
  std::vector<std::uint64_t> lengths;
  for (std::uint64_t i = 0; i < size; ++i) {
    if (cells.sum(i) > 0) lengths.push_back(cells.sum(i));
  }
  report->sublists = lengths.size();
  if (!collect_lengths) return;
  std::sort(lengths.begin(), lengths.end());
  report->sublist_lengths = std::move(lengths);
}

// Gives a node its rank: what its sublist has before it to the end of its list, less its rank in
// the sublist. Counts the nodes that no walker has met: a count of visits proves nothing, since two
// walkers that race for a node both count it.
template <class Cells, class Marks, class List>
struct AddSublistRank {
  Marks marks;
  Cells cells;
  List list;

  KOKKOS_FUNCTION void operator()(std::uint64_t node, std::uint64_t& unmet) const {
    if (marks.is_free(node)) {
      ++unmet;
    } else {
      list.set_weight_to_end(node, cells.sum(marks.owner(node)) - marks.rank(node));
    }
  }
};

// Returns how many nodes no walker has met.
template <class Space, class Word, class Marks, class List>
std::uint64_t add_sublist_ranks(Space const& exec, Marks const& marks,
                                JumpCells<Space, Word> const& cells, List const& list,
                                std::uint64_t size) {
  std::uint64_t unmet = 0;
  Kokkos::parallel_reduce("yoke::list_rank::recombine", WideRange<Space>(exec, 0, size),
                          AddSublistRank<JumpCells<Space, Word>, Marks, List>{marks, cells, list},
                          unmet);
  return unmet;
}

// The nodes of a call as a list of weights 1.
template <class Space, class Word>
struct NodeList {
  using Cells = JumpCells<Space, Word>;
  Array<Space, Word const> successor, heads;
  Array<Space, Word> rank;
  TailRule<Word> tail;

  NodeList(Problem<Space, Word> const& problem, Array<Space, Word const> found_heads)
      : successor(problem.successor), heads(found_heads), rank(problem.rank), tail(problem.tail) {}

  std::uint64_t size() const { return successor.extent(0); }
  KOKKOS_FUNCTION Word head(std::uint64_t list) const { return heads(list); }
  KOKKOS_FUNCTION JumpCell<Word> load(Word node) const {
    Word const next = successor(node);
    return {tail(node, next) ? Cells::end : next, 1};
  }
  KOKKOS_FUNCTION void set_weight_to_end(std::uint64_t node, Word weight) const {
    rank(node) = weight - 1;
  }
};

}  // namespace yoke::detail::list_ranking
