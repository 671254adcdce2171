#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <stdexcept>

#include "components/labels.hpp"
#include "forest/algorithm.hpp"
#include "primitives/findings.hpp"
#include "yoke/detail/frame/memory.hpp"

namespace yoke::detail::forest {

// The weights up to a threshold, or those beyond it.
template <class Word>
struct Band {
  Word threshold;
  bool is_heavy;
  KOKKOS_FUNCTION bool has(Word key) const { return (key > threshold) == is_heavy; }
};

// Lists the candidates of a band, each from its smaller end, in any order. Of heavy ones only those
// between two trees, whose vertices all point at their roots. Each thread looks at a chunk of
// candidates, notes by bits those to list, and lists them once it knows their place.
template <class Space, class Vertex, class Offset, class Word>
struct ListEdges {
  using Edge = forest::Edge<Vertex, Offset, Word>;
  using Member = typename Kokkos::TeamPolicy<Space>::member_type;
  static constexpr int team_size = runs_on_host<Space> ? 1 : 256;
  static constexpr std::uint64_t word = 16, words = runs_on_host<Space> ? 128 : 1;

  Candidates<Space, Vertex, Offset, Word> candidates;
  Band<Word> band;
  components::Labels<Space, Vertex> labels;
  Array<Space, Edge> edge;
  Array<Space, std::uint64_t> count;

  static std::uint64_t teams(std::uint64_t candidates) {
    std::uint64_t const share = team_size * words * word;
    return (candidates + share - 1) / share;
  }

  KOKKOS_FUNCTION void operator()(Member const& team) const {
    std::uint64_t const thread =
        static_cast<std::uint64_t>(team.league_rank()) * team_size + team.team_rank();
    std::uint64_t const begin = thread * words * word;
    std::uint16_t wanted[words];
    std::uint64_t number = 0, row = candidates.unknown_row;
    for (std::uint64_t w = 0; w < words; ++w) {
      wanted[w] = wanted_from(begin + w * word, row);
      number += static_cast<std::uint64_t>(Kokkos::popcount(wanted[w]));
    }
    std::uint64_t place = team.team_scan(number, count.data());
    row = candidates.unknown_row;
    for (std::uint64_t w = 0; w < words; ++w) {
      for (std::uint32_t left = wanted[w]; left != 0; left &= left - 1) {
        std::uint64_t const i =
            begin + w * word + static_cast<std::uint64_t>(Kokkos::countr_zero(left));
        if (place < edge.extent(0)) edge(place) = edge_of(i, row);
        ++place;
      }
    }
  }

 private:
  KOKKOS_FUNCTION std::uint16_t wanted_from(std::uint64_t begin, std::uint64_t& row) const {
    std::uint64_t const end = begin + word < candidates.count() ? begin + word : candidates.count();
    std::uint32_t wanted = 0;
    for (std::uint64_t i = begin; i < end; ++i) {
      Vertex const from = candidates.from(i, row), to = candidates.to(i);
      bool const is_wanted = to > from && band.has(candidates.key(i)) &&
                             (!band.is_heavy || labels.parent(from) != labels.parent(to));
      wanted |= static_cast<std::uint32_t>(is_wanted) << (i - begin);
    }
    return static_cast<std::uint16_t>(wanted);
  }

  KOKKOS_FUNCTION Edge edge_of(std::uint64_t i, std::uint64_t& row) const {
    return {static_cast<Offset>(i), labels.parent(candidates.from(i, row)),
            labels.parent(candidates.to(i)), candidates.key(i)};
  }
};

// Lists them into edge, whose number of places is enough for a symmetric graph, and returns how
// many there are. Fences.
template <class Space, class Vertex, class Offset, class Word>
std::uint64_t list_edges(Problem<Space, Vertex, Offset, Word> const& problem, Band<Word> band,
                         components::Labels<Space, Vertex> const& labels,
                         Array<Space, Edge<Vertex, Offset, Word>> edge,
                         Array<Space, std::uint64_t> count) {
  using List = ListEdges<Space, Vertex, Offset, Word>;
  Kokkos::deep_copy(problem.exec, count, std::uint64_t(0));
  std::uint64_t const teams = List::teams(problem.candidates.count());
  if (teams > 0) {
    Kokkos::parallel_for(
        "yoke::forest::list_edges",
        Kokkos::TeamPolicy<Space>(problem.exec, static_cast<int>(teams), List::team_size),
        List{problem.candidates, band, labels, edge, count});
  }
  std::uint64_t const edges = element(problem.exec, count, 0);
  problem.exec.fence("yoke::forest: edges listed");
  if (edges > edge.extent(0)) {
    throw std::logic_error("yoke::minimum_spanning_forest: the graph is not symmetric");
  }
  if (problem.report) problem.report->listed_edges += edges;
  return edges;
}

template <class Space, class Vertex>
struct OwnLabels {
  Array<Space, Vertex> label;
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const { label(v) = static_cast<Vertex>(v); }
};

}  // namespace yoke::detail::forest
