#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <type_traits>

#include "components/labels.hpp"
#include "forest/candidates.hpp"
#include "primitives/edge_tiles.hpp"
#include "yoke/detail/kokkos_ext/relaxed.hpp"

namespace yoke::detail::forest {

// The lightest edge that any thread has offered to a root. Where key and number fit, a cell holds
// both in one word. Otherwise it holds the number, and the weight of that candidate is looked up.
template <class Space, class Vertex, class Offset, class Word>
struct LightestEdges {
  static constexpr bool is_packed = sizeof(Offset) == 4 && sizeof(Word) == 4;
  using Cell = std::conditional_t<is_packed, std::uint64_t, Offset>;
  static constexpr Cell none = ~Cell(0);

  Array<Space, Cell> cell;
  Candidates<Space, Vertex, Offset, Word> candidates;

  KOKKOS_FUNCTION static Cell cell_of(Edge<Vertex, Offset, Word> const& edge) {
    if constexpr (is_packed) {
      return static_cast<Cell>(edge.key) << 32 | edge.number;
    } else {
      return edge.number;
    }
  }

  KOKKOS_FUNCTION bool is_lighter(Edge<Vertex, Offset, Word> const& edge, Cell seen) const {
    if constexpr (is_packed) {
      return cell_of(edge) < seen;
    } else {
      if (seen == none) return true;
      Word const key = candidates.key(seen);
      return edge.key < key || (edge.key == key && edge.number < seen);
    }
  }

  KOKKOS_FUNCTION void offer(Vertex root, Edge<Vertex, Offset, Word> const& edge) const {
    Cell seen = relaxed_load(&cell(root));
    while (is_lighter(edge, seen)) {
      Cell const before = Kokkos::atomic_compare_exchange(&cell(root), seen, cell_of(edge));
      if (before == seen) return;
      seen = before;
    }
  }

  KOKKOS_FUNCTION bool has(Vertex root, Edge<Vertex, Offset, Word> const& edge) const {
    return cell(root) == cell_of(edge);
  }
};

// Edges inside a tree leave. The others are offered to both roots, which become their ends.
template <class Space, class Vertex, class Offset, class Word>
struct OfferEdges {
  using Edge = forest::Edge<Vertex, Offset, Word>;
  using Tiles = EdgeTiles<Space, Edge>;

  Tiles tiles;
  components::Labels<Space, Vertex> labels;
  LightestEdges<Space, Vertex, Offset, Word> lightest;

  KOKKOS_FUNCTION void operator()(typename Tiles::Member const& team, std::uint64_t& left) const {
    std::uint32_t const kept = tiles.keep(team, [&](Edge& edge) { return offer(edge); });
    if (team.team_rank() == 0) left += kept;
  }

 private:
  KOKKOS_FUNCTION bool offer(Edge& edge) const {
    edge.from = labels.find(edge.from);
    edge.to = labels.find(edge.to);
    if (edge.from == edge.to) return false;
    lightest.offer(edge.from, edge);
    lightest.offer(edge.to, edge);
    return true;
  }
};

// An edge that is the lightest of one of its trees is one of the forest. No two edges are equal, so
// these close no cycle.
template <class Space, class Vertex, class Offset, class Word>
struct JoinTrees {
  using Edge = forest::Edge<Vertex, Offset, Word>;
  using Tiles = EdgeTiles<Space, Edge>;

  Tiles tiles;
  components::Labels<Space, Vertex> labels;
  LightestEdges<Space, Vertex, Offset, Word> lightest;
  Chosen<Space> chosen;

  KOKKOS_FUNCTION void operator()(typename Tiles::Member const& team) const {
    std::uint32_t const count = tiles.count(team.league_rank());
    Edge const* const edges = tiles.begin(team.league_rank());
    for (std::uint32_t k = team.team_rank(); k < count; k += team.team_size()) {
      Edge const edge = edges[k];
      if (!lightest.has(edge.from, edge) && !lightest.has(edge.to, edge)) continue;
      chosen.add(edge.number);
      labels.link(labels.find(edge.from), edge.from, edge.to);
    }
  }
};

template <class Space, class Vertex>
struct SettleLabels {
  components::Labels<Space, Vertex> labels;
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const { labels.settle(static_cast<Vertex>(v)); }
};

// Weights far apart, as a sample of all.
template <class Space, class Vertex, class Offset, class Word>
struct SampleKeys {
  Candidates<Space, Vertex, Offset, Word> candidates;
  Array<Space, Word> sample;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    sample(i) = candidates.key(candidates.count() / sample.extent(0) * i);
  }
};

}  // namespace yoke::detail::forest
