#pragma once

#include "kokkos_ext/resident_teams.hpp"
#include "shortest_paths/steps.hpp"

namespace yoke::detail::shortest_paths {

// Rounds of a device that the host does not look at one by one. A round is known by its tally in
// the counters. A kernel whose round has no vertex finds that and leaves the tallies of the later
// ones at 0. So the host may launch it before it knows.
template <class Space, class Vertex, class Offset, class Step>
struct FollowRounds {
  using Traits = bfs::BfsTraits<Space>;
  static constexpr std::uint64_t most_arcs_of_team = 2048;  // in small rounds but the first
  // One round, by all teams.
  struct OneRound {};
  // Round after round by the same teams, until they become large or end.
  struct SmallRounds {};

  // The two queues take turns: the next round's vertices go to the one that is not followed.
  bfs::Frontier<Space, Vertex, Offset> queues[2];
  Array<Space, Vertex> far;
  Array<Space, std::uint32_t> mark;
  Array<Space, std::uint64_t> counters;
  int far_pile;
  Step step;
  std::uint32_t round;  // the first one
  int filled;           // the queue with its vertices
  std::uint32_t most_rounds;
  ResidentTeams<Space> teams;

  template <class Member>
  KOKKOS_FUNCTION void operator()(OneRound, Member const& member) const {
    follow(member, static_cast<std::uint32_t>(member.league_rank()),
           static_cast<std::uint32_t>(member.league_size()), round, filled,
           relaxed_load(&counters(round % 3)));
  }

  template <class Member>
  KOKKOS_FUNCTION void operator()(SmallRounds, Member const& member) const {
    auto seat = teams.enter(member);
    for (std::uint32_t done = 0; done < most_rounds && seat.count > 0; ++done) {
      std::uint32_t const now = round + done;
      std::uint64_t const tally = relaxed_load(&counters(now % 3));
      auto const& format = queues[0].format;
      if (format.units(tally) == 0) return;
      // The host has chosen the first round. Any number of teams follow it.
      if (done > 0 && format.arcs(tally) > seat.count * most_arcs_of_team) return;
      follow(member, seat.rank, seat.count, now, done % 2 == 0 ? filled : 1 - filled, tally);
      teams.meet(member, seat);
    }
  }

 private:
  template <class Member>
  KOKKOS_FUNCTION void follow(Member const& member, std::uint32_t team, std::uint32_t all_teams,
                              std::uint32_t now, int queue, std::uint64_t tally) const {
    using Work = FollowArcs<Space, Vertex, Offset, Step>;
    auto const& format = queues[0].format;
    std::uint64_t const units = format.units(tally);
    if (units > 0 && team == 0 && member.team_rank() == 0) {
      counters(followed_rounds) += 1;
      counters(followed_arcs) += format.arcs(tally);
    }
    Piles<Space, Vertex, Offset> const piles{queues[1 - queue], far,     mark,
                                             counters,          now + 1, far_pile};
    std::uint64_t const most = Traits::most_arcs_of_thread >> format.unit_log();
    FillPiles<Space, Vertex, Offset, Work>{
        piles, {{queues[queue]}, tally, step}, units, most > 0 ? most : 1}
        .by_teams(member, team, all_teams);
  }
};

}  // namespace yoke::detail::shortest_paths
