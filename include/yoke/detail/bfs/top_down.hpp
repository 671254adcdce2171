#pragma once

#include "yoke/detail/bfs/traits.hpp"
#include "yoke/detail/primitives/relaxed.hpp"
#include "yoke/detail/primitives/walk.hpp"

namespace yoke::detail {

// Expands levels of the queue: every arc of the level is followed, and whoever reaches a vertex
// first claims it, sets its parent and appends it to the queue (the thesis's Algorithm 18, which
// also divides the frontier by arcs, lines 4 and 5; its line 10 adds to the neighbour's own level
// where it must be the frontier's). A task's share is a range of arcs, so that no hub is one
// thread's burden; the vertex of its first arc is found by bisection.
template <class Space, class Vertex, class Offset>
struct TopDown {
  using Traits = BfsTraits<Space>;
  // One level, by all teams.
  struct OneLevel {};
  // Level after level by one team, until they become large or end.
  struct LoneTeam {};

  Frontier<Space, Vertex, Offset> frontier;
  DirectionRule rule;
  std::uint64_t level;
  // One thread alone in the kernel: claims need no atomics.
  bool is_alone;

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
  KOKKOS_FUNCTION void operator()(LoneTeam, Member const& member) const {
    for (std::uint64_t l = level;; ++l) {
      LevelRecord const now = load(frontier.records.at(l));
      if (!is_top_down(now) || frontier.format.arcs(now.tally) > Traits::most_lone_arcs) return;
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
    std::uint64_t const arcs = frontier.format.arcs(now.tally);
    return arcs > 0 && !rule.prefers_bottom_up(arcs, now.arcs_before);
  }

  // The team's share of the level, in tiles of consecutive arcs.
  template <class Member>
  KOKKOS_FUNCTION void expand(Member const& member, LevelRecord const& now) const {
    std::uint64_t const arcs = frontier.format.arcs(now.tally);
    std::uint64_t const threads =
        static_cast<std::uint64_t>(member.league_size()) * member.team_size();
    std::uint64_t chunk = (arcs + threads - 1) / threads;
    if (chunk > Traits::most_arcs_of_thread) chunk = Traits::most_arcs_of_thread;
    std::uint64_t const tile = chunk * member.team_size();
    for (std::uint64_t t = member.league_rank(); t * tile < arcs; t += member.league_size()) {
      std::uint64_t const first = t * tile + member.team_rank() * chunk;
      Offset const begin = static_cast<Offset>(first < arcs ? first : arcs);
      Offset const end = static_cast<Offset>(first + chunk < arcs ? first + chunk : arcs);
      if constexpr (runs_on_host<Space>) {
        expand_with_buffer(now, begin, end);
      } else {
        expand_together(member, now, begin, end);
      }
    }
  }

  // A thread has no team mates: it collects what it finds and appends it in bulk. Every arc waits
  // in a ring while its target's level comes from memory. Parents are written with the queue: a
  // compare-and-exchange waits for the writes before it.
  KOKKOS_FUNCTION void expand_with_buffer(LevelRecord const& now, Offset begin, Offset end) const {
    constexpr unsigned waiting = 16;
    constexpr int capacity = 128;
    Vertex from[waiting] = {}, to[waiting] = {};
    Vertex found[capacity], parents[capacity];
    int count = 0;
    unsigned arcs = 0;
    auto const arrive = [&](Vertex u, Vertex v) {
      if (!claim(now, v)) return;
      prefetch_for_read(&frontier.graph.offsets(v));
      found[count] = v;
      parents[count++] = u;
      if (count < capacity) return;
      append(now, found, parents, count);
      count = 0;
    };
    for_each_arc(now, begin, end, [&](Vertex u, Vertex v) {
      unsigned const place = arcs++ % waiting;
      if (arcs > waiting) arrive(from[place], to[place]);
      from[place] = u;
      to[place] = v;
      prefetch_for_read(&frontier.level(v));
    });
    unsigned const left = arcs < waiting ? arcs : waiting;
    for (unsigned i = arcs - left; i != arcs; ++i) arrive(from[i % waiting], to[i % waiting]);
    if (count > 0) append(now, found, parents, count);
  }

  // One atomic addition a tile. All threads of the team come here, also those without arcs.
  template <class Member>
  KOKKOS_FUNCTION void expand_together(Member const& member, LevelRecord const& now, Offset begin,
                                       Offset end) const {
    Vertex found[Traits::most_arcs_of_thread];
    int count = 0;
    std::uint64_t tally = 0;
    for_each_arc(now, begin, end, [&](Vertex u, Vertex v) {
      if (!claim(now, v)) return;
      if (frontier.wants_parent()) frontier.parent(v) = u;
      found[count++] = v;
      tally += frontier.tally_of(v);
    });
    append(now, member.team_scan(tally, &frontier.records.at(now.level + 1).tally), found, count);
  }

  KOKKOS_FUNCTION void append(LevelRecord const& now, Vertex const* found, Vertex const* parents,
                              int count) const {
    if (frontier.wants_parent()) {
      for (int i = 0; i < count; ++i) frontier.parent(found[i]) = parents[i];
    }
    std::uint64_t tally = 0;
    for (int i = 0; i < count; ++i) tally += frontier.tally_of(found[i]);
    std::uint64_t& next = frontier.records.at(now.level + 1).tally;
    std::uint64_t place = is_alone ? next : 0;
    if (is_alone) {
      next += tally;
    } else {
      place = Kokkos::atomic_fetch_add(&next, tally);
    }
    append(now, place, found, count);
  }

  KOKKOS_FUNCTION void append(LevelRecord const& now, std::uint64_t place, Vertex const* found,
                              int count) const {
    LevelRecord next;
    next.reached_before = now.reached_before + frontier.format.count(now.tally);
    for (int i = 0; i < count; ++i) {
      frontier.put(next, place, found[i]);
      place += frontier.tally_of(found[i]);
    }
  }

  // Other threads may be claiming v: the first to set its level wins. A stale look at the level
  // only costs the compare-and-exchange.
  KOKKOS_FUNCTION bool claim(LevelRecord const& now, Vertex v) const {
    Vertex const next = static_cast<Vertex>(now.level + 1);
    Vertex* const place = &frontier.level(v);
    if (relaxed_load(place) != unreached<Vertex>) return false;
    if (is_alone) {
      *place = next;
    } else if (Kokkos::atomic_compare_exchange(place, unreached<Vertex>, next) !=
               unreached<Vertex>) {
      return false;
    }
    return true;
  }

  // Calls visit(u, v) for the level's arcs u -> v from number `begin` to `end` - 1.
  template <class Visit>
  KOKKOS_FUNCTION void for_each_arc(LevelRecord const& now, Offset begin, Offset end,
                                    Visit const& visit) const {
    if (begin >= end) return;
    Vertex const count = static_cast<Vertex>(frontier.format.count(now.tally));
    Vertex const* const queue = frontier.queue.data() + now.reached_before;
    Offset const* const first_arcs = frontier.first_arcs.data() + now.reached_before;
    Offset arc = begin;
    for (Vertex i = vertex_of(first_arcs, count, begin); arc < end; ++i) {
      Offset const next = i + 1 < count ? first_arcs[i + 1] : end;
      Offset const row_end = next < end ? next : end;
      Vertex const u = queue[i];
      prefetch_row(queue, i, count);
      Vertex const* const row = frontier.graph.neighbours.data() + frontier.graph.begin(u);
      Offset const first = first_arcs[i];
      for (; arc < row_end; ++arc) visit(u, row[arc - first]);
    }
  }

  // On a host, the rows to come: their offsets, and a little later the rows themselves.
  KOKKOS_FUNCTION void prefetch_row([[maybe_unused]] Vertex const* queue, [[maybe_unused]] Vertex i,
                                    [[maybe_unused]] Vertex count) const {
    if constexpr (runs_on_host<Space>) {
      if (count < 8 || i >= count - 8) return;
      prefetch_for_read(&frontier.graph.offsets(queue[i + 8]));
      prefetch_for_read(frontier.graph.neighbours.data() + frontier.graph.begin(queue[i + 4]));
    }
  }

  // The last of the vertices whose first arc is not after `arc`. Looks at three places at once: a
  // GPU waits for three loads as long as for one, and this halves the number of waits.
  KOKKOS_FUNCTION static Vertex vertex_of(Offset const* first_arcs, Vertex count, Offset arc) {
    Vertex low = 0, high = count;
    while (high - low > 3) {
      Vertex const quarter = (high - low) / 4;
      Vertex const one = low + quarter, two = one + quarter, three = two + quarter;
      bool const after_one = first_arcs[one] <= arc, after_two = first_arcs[two] <= arc,
                 after_three = first_arcs[three] <= arc;
      if (after_three) {
        low = three;
      } else {
        high = after_two ? three : after_one ? two : one;
        low = after_two ? two : after_one ? one : low;
      }
    }
    while (low + 1 < high && first_arcs[low + 1] <= arc) ++low;
    return low;
  }
};

}  // namespace yoke::detail
