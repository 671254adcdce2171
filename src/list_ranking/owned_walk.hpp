#pragma once

#include <algorithm>
#include <vector>

#include "list_ranking/sublist_marks.hpp"
#include "yoke/random.hpp"

// Sublists from marked starts: a walker tests by a mark whether a node begins another sublist.
namespace yoke::detail::list_ranking {

// Where the sublists start: at one random node of each of `blocks` blocks of indices, or at the
// splitters given instead, and at the heads.
template <class Space, class Word>
struct SublistStarts {
  Array<Space, Word const> given, heads;
  std::uint64_t nodes, blocks;
  Philox random;

  SublistStarts(Array<Space, Word const> given_splitters, Array<Space, Word const> found_heads,
                std::uint64_t size, std::uint64_t random_splitters, std::uint64_t seed)
      : given(given_splitters),
        heads(found_heads),
        nodes(size),
        blocks(given_splitters.extent(0) > 0 ? given_splitters.extent(0) : random_splitters),
        random(seed) {}

  std::uint64_t size() const { return blocks + heads.extent(0); }

  KOKKOS_FUNCTION Word at(std::uint64_t sublist) const {
    if (sublist >= blocks) return heads(sublist - blocks);
    if (given.extent(0) > 0) return given(sublist);
    // Blocks differ in length by one node at most: the first nodes % blocks are longer.
    std::uint64_t const longer = nodes % blocks, length = nodes / blocks;
    std::uint64_t const begin = sublist * length + (sublist < longer ? sublist : longer);
    return static_cast<Word>(begin + random.below(sublist, length + (sublist < longer ? 1 : 0)));
  }
};

// RS2: every start is marked by its sublist. Where two start at one node, one of them owns it.
template <class Space, class Word, class Marks>
struct MarkStart {
  SublistStarts<Space, Word> starts;
  Marks marks;
  KOKKOS_FUNCTION void operator()(std::uint64_t sublist) const {
    marks.set(starts.at(sublist), static_cast<Word>(sublist), 0);
  }
};

// Marks the starts of the sublists from `begin` to `end`.
template <class Space, class Word, class Marks>
void mark_starts(Space const& exec, SublistStarts<Space, Word> const& starts, Marks const& marks,
                 std::uint64_t begin, std::uint64_t end) {
  Kokkos::parallel_for("yoke::list_rank::mark_starts", WideRange<Space>(exec, begin, end),
                       MarkStart<Space, Word, Marks>{starts, marks});
}

// RS3: each walker ranks the free nodes from its start to the next one that has an owner. That must
// be a start; any other shows that lists run into each other. No guard is needed: a walker stops at
// the latest when it comes back to a node of its own.
template <class Space, class Word, class Marks, class List>
struct WalkToOwned {
  using Cells = JumpCells<Space, Word>;
  List list;
  SublistStarts<Space, Word> starts;
  Marks marks;
  Cells sublists;

  KOKKOS_FUNCTION void operator()(std::uint64_t sublist) const {
    Word node = starts.at(sublist);
    if (marks.owner(node) != sublist) {
      // Another starts here: this sublist is empty, and that one follows.
      sublists.set(sublist, marks.owner(node), 0);
      return;
    }
    for (Word weight = 0;;) {
      auto const link = list.load(node);
      Word const next = link.next;
      weight += link.sum;
      if (next == Cells::end) {
        sublists.set(sublist, next, weight);
        return;
      }
      if (!marks.is_free(next)) {
        sublists.set(sublist, follower(sublist, next), weight);
        return;
      }
      marks.set(next, static_cast<Word>(sublist), weight);
      node = next;
    }
  }

  // The sublist that begins at the node, or the walker's own: what follows itself never reaches an
  // end. A walker that has just met the node may have stored its owner, and not its rank.
  KOKKOS_FUNCTION Word follower(std::uint64_t sublist, Word node) const {
    if (marks.rank(node) != 0) return static_cast<Word>(sublist);
    Word const owner = marks.owner(node);
    return starts.at(owner) == node ? owner : static_cast<Word>(sublist);
  }
};

template <class Space, class Word, class Marks, class List>
void walk_to_owned(Space const& exec, List const& list, SublistStarts<Space, Word> const& starts,
                   Marks const& marks, JumpCells<Space, Word> const& sublists) {
  Kokkos::parallel_for("yoke::list_rank::walk_to_owned", WideRange<Space>(exec, 0, starts.size()),
                       WalkToOwned<Space, Word, Marks, List>{list, starts, marks, sublists});
}

}  // namespace yoke::detail::list_ranking
