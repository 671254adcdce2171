#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "graphs/weight_bits.hpp"
#include "yoke/detail/graphs/raw_graph.hpp"
#include "yoke/detail/spaces.hpp"

namespace yoke::detail::forest {

using graphs::WeightWord;

// Keys of weights: unsigned integers in the order of the weights. Both zeros have one key.
template <class Word>
struct WeightKeys {
  bool is_floating;

  KOKKOS_FUNCTION Word operator()(Word bits) const {
    constexpr Word sign = Word(1) << (8 * sizeof(Word) - 1);
    if (!is_floating || static_cast<Word>(bits << 1) == 0) return is_floating ? sign : bits ^ sign;
    return bits & sign ? static_cast<Word>(~bits) : bits | sign;
  }
};

// An edge of the graph, while it may be one of the forest. Its ends become the roots of their
// trees. Edges have the order of their weights, and those of equal weight that of their numbers.
template <class Vertex, class Offset, class Word>
struct alignas(sizeof(Offset) + sizeof(Word) == 8 ? 16 : 8) Edge {
  Offset number;
  Vertex from, to;
  Word key;

  KOKKOS_FUNCTION friend bool operator<(Edge const& one, Edge const& other) {
    return one.key < other.key || (one.key == other.key && one.number < other.number);
  }
};

// The edges to choose from. Candidate i is the arc i of rows, if it leads to a larger vertex, or
// the edge i of a list. The rows may be some of a graph's: from its vertex `first_vertex` and its
// arc `first_arc` on.
template <class Space, class Vertex, class Offset, class Word>
struct Candidates {
  CsrView<Space, Vertex, Offset> rows;     // the neighbours are also the larger ends of a list
  Array<Space, Vertex const> listed_from;  // empty: rows
  Array<Space, Word const> weights;
  WeightKeys<Word> keys;
  std::uint64_t first_vertex = 0, first_arc = 0;

  static constexpr std::uint64_t unknown_row = ~std::uint64_t(0);

  KOKKOS_FUNCTION std::uint64_t count() const { return rows.arcs(); }
  KOKKOS_FUNCTION Word key(std::uint64_t i) const { return keys(weights(i)); }
  KOKKOS_FUNCTION Vertex to(std::uint64_t i) const { return rows.neighbours(i); }
  // `row` is that of an earlier candidate, or unknown_row, and becomes that of candidate i.
  KOKKOS_FUNCTION Vertex from(std::uint64_t i, std::uint64_t& row) const {
    if (listed_from.extent(0) > 0) return listed_from(i);
    std::uint64_t const arc = first_arc + i;
    if (row == unknown_row) row = rows.row_of(arc);
    while (rows.end(row) <= arc) ++row;
    return static_cast<Vertex>(first_vertex + row);
  }
};

// The candidates of the forest: a bit for each candidate.
template <class Space>
struct Chosen {
  static constexpr std::uint64_t bits = 32;
  Array<Space, std::uint32_t> words;

  static std::uint64_t size(std::uint64_t candidates) { return (candidates + bits - 1) / bits; }
  KOKKOS_FUNCTION void add(std::uint64_t candidate) const {
    Kokkos::atomic_or(&words(candidate / bits), std::uint32_t(1) << candidate % bits);
  }
};

}  // namespace yoke::detail::forest
