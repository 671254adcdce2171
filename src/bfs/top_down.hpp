#pragma once

#include "bfs/level_arcs.hpp"

namespace yoke::detail::bfs {

// Expands levels of the queue on a device: whoever reaches a vertex first claims it, sets its
// parent and appends it to the queue.
template <class Space, class Vertex, class Offset>
struct TopDown : LevelArcs<Space, Vertex, Offset> {
  using Arcs = LevelArcs<Space, Vertex, Offset>;
  using Arcs::frontier;
  using Traits = BfsTraits<Space>;
  // One level, by all teams.
  struct OneLevel {};
  // Level after level by one team, until they become large or end.
  struct SmallFrontier {};

  DirectionRule rule;
  std::uint64_t level;

  template <class Member>
  KOKKOS_FUNCTION void operator()(OneLevel, Member const& member) const {
    LevelRecord const now = frontier.records.at(level);
    if (now.level != level || !is_top_down(now)) return;
    Kokkos::single(Kokkos::PerTeam(member), [&] {
      if (member.league_rank() == 0) frontier.records.announce_next(now, frontier.format);
    });
    expand(member, now);
  }

  template <class Member>
  KOKKOS_FUNCTION void operator()(SmallFrontier, Member const& member) const {
    for (std::uint64_t l = level;; ++l) {
      LevelRecord const now = load(frontier.records.at(l));
      if (!is_top_down(now) || frontier.format.arcs(now.tally) > Traits::most_small_frontier_arcs)
        return;
      // Writes where nobody reads before the barrier.
      Kokkos::single(Kokkos::PerTeam(member),
                     [&] { frontier.records.announce_next(now, frontier.format); });
      expand(member, now);
      member.team_barrier();
    }
  }

 private:
  // The compiler may not keep a record that other threads have changed since.
  KOKKOS_FUNCTION static LevelRecord load(LevelRecord const& record) {
    return {relaxed_load(&record.level), relaxed_load(&record.tally),
            relaxed_load(&record.reached_before), relaxed_load(&record.arcs_before)};
  }

  KOKKOS_FUNCTION bool is_top_down(LevelRecord const& now) const {
    return frontier.format.units(now.tally) > 0 && !rule.prefers_bottom_up(now, frontier.format);
  }

  // The team's share of the level, in tiles of consecutive units of arcs.
  template <class Member>
  KOKKOS_FUNCTION void expand(Member const& member, LevelRecord const& now) const {
    std::uint64_t const units = frontier.format.units(now.tally);
    std::uint64_t const threads =
        static_cast<std::uint64_t>(member.league_size()) * member.team_size();
    std::uint64_t const most = Traits::most_arcs_of_thread >> frontier.format.unit_log();
    std::uint64_t chunk = (units + threads - 1) / threads;
    if (chunk > most) chunk = most;
    std::uint64_t const tile = chunk * member.team_size();
    for (std::uint64_t t = member.league_rank(); t * tile < units; t += member.league_size()) {
      std::uint64_t const first = t * tile + member.team_rank() * chunk;
      Offset const begin = static_cast<Offset>(first < units ? first : units);
      Offset const end = static_cast<Offset>(first + chunk < units ? first + chunk : units);
      expand_together(member, now, begin, end);
    }
  }

  // One atomic addition a tile. All threads of the team come here, also those without arcs.
  template <class Member>
  KOKKOS_FUNCTION void expand_together(Member const& member, LevelRecord const& now, Offset begin,
                                       Offset end) const {
    Vertex found[Traits::most_arcs_of_thread];
    int count = 0;
    std::uint64_t tally = 0;
    this->for_each_arc(now, begin, end, [&](Vertex u, Vertex v) {
      if (!this->claim(now, v)) return;
      if (frontier.wants_parent()) frontier.parent(v) = u;
      found[count++] = v;
      tally += frontier.tally_of(v);
    });
    std::uint64_t const place = member.team_scan(tally, &frontier.records.at(now.level + 1).tally);
    this->append(now, place, found, count);
  }
};

}  // namespace yoke::detail::bfs
