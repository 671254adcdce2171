#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "yoke/detail/spaces.hpp"

namespace yoke::detail {

// Edges in tiles, each the business of one team: those that still matter are at its front.
template <class Space, class Edge>
struct EdgeTiles {
  using Member = typename Kokkos::TeamPolicy<Space>::member_type;
  static constexpr int tile = 2048;
  static constexpr int team_size = runs_on_host<Space> ? 1 : 128;

  Array<Space, Edge> edge;
  Array<Space, std::uint32_t> count;
  std::uint64_t edges;

  static std::uint64_t number(std::uint64_t edges) { return (edges + tile - 1) / tile; }
  Kokkos::TeamPolicy<Space> policy(Space const& exec) const {
    return Kokkos::TeamPolicy<Space>(exec, static_cast<int>(number(edges)), team_size);
  }

  KOKKOS_FUNCTION Edge* begin(int t) const { return &edge(static_cast<std::uint64_t>(t) * tile); }

  // Brings the edges of the team's tile that matters(edge), which may change them, to its front.
  // Returns their number, also in count.
  template <class Matters>
  KOKKOS_FUNCTION std::uint32_t keep(Member const& team, Matters const& matters) const {
    int const t = team.league_rank();
    std::uint32_t kept = 0;
    if constexpr (runs_on_host<Space>) {
      kept = keep_alone(begin(t), count(t), matters);
    } else {
      kept = keep_together(team, begin(t), count(t), matters);
    }
    team.team_barrier();
    if (team.team_rank() == 0) count(t) = kept;
    return kept;
  }

 private:
  template <class Matters>
  KOKKOS_FUNCTION static std::uint32_t keep_alone(Edge* edges, std::uint32_t count,
                                                  Matters const& matters) {
    std::uint32_t kept = 0;
    for (std::uint32_t k = 0; k < count; ++k) {
      Edge edge = edges[k];
      if (matters(edge)) edges[kept++] = edge;
    }
    return kept;
  }

  // A slice of an edge a thread at a time. The scan makes everybody wait until the slice is read,
  // so that what is kept may be written over it.
  template <class Matters>
  KOKKOS_FUNCTION static std::uint32_t keep_together(Member const& team, Edge* edges,
                                                     std::uint32_t count, Matters const& matters) {
    std::uint32_t kept = 0;
    std::uint32_t const threads = team.team_size();
    for (std::uint32_t slice = 0; slice < count; slice += threads) {
      std::uint32_t const k = slice + team.team_rank();
      Edge edge{};
      if (k < count) edge = edges[k];
      std::uint32_t const keeps = k < count && matters(edge);
      std::uint32_t const place = kept + team.team_scan(keeps);
      if (keeps) edges[place] = edge;
      kept = place + keeps;
      team.team_broadcast(kept, team.team_size() - 1);
    }
    return kept;
  }
};

template <class Space, class Edge>
struct FillTiles {
  EdgeTiles<Space, Edge> tiles;
  KOKKOS_FUNCTION void operator()(std::uint64_t t) const {
    std::uint64_t const rest = tiles.edges - t * tiles.tile;
    tiles.count(t) = rest < tiles.tile ? static_cast<std::uint32_t>(rest) : tiles.tile;
  }
};

}  // namespace yoke::detail
