#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "all_pairs/panels.hpp"
#include "primitives/findings.hpp"
#include "shortest_paths/team_searches.hpp"

namespace yoke::detail::all_pairs {

// Each team writes the rows of its searches. Arcs of the unreachable weight are none.
template <class Space, class RowWeight>
struct TeamRows {
  using Vertex = std::uint32_t;
  using Offset = std::uint64_t;
  using Weight = RowWeight;
  using Its = shortest_paths::DistanceWord<Weight>;
  using Word = typename Its::Word;
  using Shape = shortest_paths::TeamShape<Space>;
  using Distances = shortest_paths::TeamDistances<Space, Vertex, Weight>;
  struct Scratch {};

  CsrView<Space, Vertex, Offset> graph;
  Array<Space, Weight const> weights;
  MatrixRows<Weight> rows;
  Array<Space, std::uint32_t> clamped;  // one: has a pair a path that is too long?

  KOKKOS_FUNCTION std::size_t sources() const { return rows.vertices; }
  KOKKOS_FUNCTION Vertex source(std::size_t i) const { return static_cast<Vertex>(i); }
  KOKKOS_FORCEINLINE_FUNCTION static Weight far() { return unreachable_distance<Weight>; }

  // `found`: a sum has reached the unreachable distance.
  KOKKOS_FORCEINLINE_FUNCTION Word sum(Word near, Offset arc, std::uint32_t& found) const {
    Weight const weight = weights(arc);
    Word const sum = sum_of(near, weight);
    if (sum < Its::word(far())) return sum;
    if (weight < far()) found = 1;
    return Its::word(far());
  }

  template <class Member>
  KOKKOS_FUNCTION void finish(Member const& member, Distances const& found, std::uint32_t saw_far,
                              Scratch&) const {
    if (saw_far != 0) look_for_clamped(member, found);
    for (auto v = static_cast<std::size_t>(member.team_rank()); v < rows.vertices;
         v += Shape::threads) {
      for (std::uint32_t s = 0; s < found.count; ++s) {
        rows.data[(found.first + s) * rows.stride + v] = found(v, s);
      }
    }
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION static Word sum_of(Word near, Weight weight) {
    if constexpr (std::is_integral_v<Weight>) {
      return near + weight;
    } else {
      return Its::word(Its::distance(near) + weight);
    }
  }

  // A sum of distances that are not yet the least tells nothing. So this looks again at the end.
  template <class Member>
  KOKKOS_FUNCTION void look_for_clamped(Member const& member, Distances const& found) const {
    auto const t = static_cast<std::uint32_t>(member.team_rank());
    for (std::size_t u = t / Shape::lanes; u < rows.vertices; u += Shape::groups) {
      Offset const end = graph.end(u);
      for (Offset arc = graph.begin(u); arc < end; ++arc) {
        if (!(weights(arc) < far())) continue;
        Vertex const v = graph.neighbours(arc);
        for (auto s = t % Shape::lanes; s < Shape::sources; s += Shape::lanes) {
          if (found(u, s) < far() && found(v, s) == far()) clamped(0) = 1;
        }
      }
    }
  }
};

// Writes all rows. Is there a pair with a path whose length reaches the unreachable distance?
// Fences.
template <class Space, class Weight>
bool search_by_teams(Space const& exec, CsrView<Space, std::uint32_t, std::uint64_t> const& graph,
                     Array<Space, Weight const> const& weights, MatrixRows<Weight> const& rows,
                     shortest_paths::TeamMemory<Space, std::uint32_t, Weight> const& memory,
                     Array<Space, std::uint32_t> const& clamped) {
  using Task = TeamRows<Space, Weight>;
  Kokkos::deep_copy(exec, clamped, 0u);
  shortest_paths::SearchByTeams<Space, std::uint32_t, std::uint64_t, Task>::run(
      "yoke::all_pairs::search_by_teams", exec, graph, Task{graph, weights, rows, clamped}, memory);
  return element(exec, Array<Space, std::uint32_t const>(clamped), 0) != 0;
}

}  // namespace yoke::detail::all_pairs
