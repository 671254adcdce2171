#pragma once

#include "bfs/traits.hpp"
#include "yoke/detail/kokkos_ext/relaxed.hpp"
#include "yoke/detail/primitives/walk.hpp"

namespace yoke::detail::bfs {

// What all who follow a level's arcs do alike: the thesis's Algorithm 18, which also divides the
// frontier by arcs (lines 4 and 5; its line 10 adds to the neighbour's own level where it must be
// the frontier's). A share is a range of arcs, so that no hub is one thread's burden; the vertex of
// its first arc is found by bisection.
template <class Space, class Vertex, class Offset>
struct LevelArcs {
  Frontier<Space, Vertex, Offset> frontier;

  // Other threads may be claiming v: the first to set its level wins. A stale look at the level
  // only costs the compare-and-exchange.
  KOKKOS_FUNCTION bool claim(LevelRecord const& now, Vertex v) const {
    Vertex* const place = &frontier.level(v);
    return relaxed_load(place) == unreached<Vertex> &&
           Kokkos::atomic_compare_exchange(place, unreached<Vertex>,
                                           static_cast<Vertex>(now.level + 1)) == unreached<Vertex>;
  }

  // Puts what was found on the next level, from `place` on.
  KOKKOS_FUNCTION void append(LevelRecord const& now, std::uint64_t place, Vertex const* found,
                              int count) const {
    LevelRecord next;
    next.reached_before = now.reached_before + frontier.format.count(now.tally);
    for (int i = 0; i < count; ++i) {
      frontier.put(next, place, found[i]);
      place += frontier.tally_of(found[i]);
    }
  }

  // Calls visit(u, v) for the level's arcs u -> v of the units from number `begin` to `end` - 1.
  template <class Visit>
  KOKKOS_FUNCTION void for_each_arc(LevelRecord const& now, Offset begin, Offset end,
                                    Visit const& visit) const {
    for_each_row(now, begin, end, [&](Vertex u, Vertex const* row, Offset first, Offset row_end) {
      for (Offset arc = first; arc < row_end; ++arc) visit(u, row[arc]);
    });
  }

  // Calls visit(u, row, first, last) for parts of rows: arcs number `first` to `last` - 1 of u.
  template <class Visit>
  KOKKOS_FUNCTION void for_each_row(LevelRecord const& now, Offset begin, Offset end,
                                    Visit const& visit) const {
    if (begin >= end) return;
    Vertex const count = static_cast<Vertex>(frontier.format.count(now.tally));
    Vertex const* const queue = frontier.queue.data() + now.reached_before;
    Offset const* const first_units = frontier.first_units.data() + now.reached_before;
    int const unit_log = frontier.format.unit_log();
    Offset unit = begin;
    for (Vertex i = vertex_of(first_units, count, begin); unit < end; ++i) {
      Offset const next = i + 1 < count ? first_units[i + 1] : end;
      Offset const stop = next < end ? next : end;
      Vertex const u = queue[i];
      prefetch_row(queue, i, count);
      Vertex const* const row = frontier.graph.neighbours.data() + frontier.graph.begin(u);
      Offset const first = first_units[i];
      Offset row_end = stop - first;
      if (unit_log > 0) {  // the row's last unit may not be full
        row_end <<= unit_log;
        Offset const degree = frontier.graph.degree(u);
        if (degree < row_end) row_end = degree;
      }
      visit(u, row, static_cast<Offset>((unit - first) << unit_log), row_end);
      unit = stop;
    }
  }

 private:
  // On a host, the rows to come: their offsets, and a little later the rows themselves.
  KOKKOS_FUNCTION void prefetch_row([[maybe_unused]] Vertex const* queue, [[maybe_unused]] Vertex i,
                                    [[maybe_unused]] Vertex count) const {
    if constexpr (runs_on_host<Space>) {
      if (count < 8 || i >= count - 8) return;
      prefetch_for_read(&frontier.graph.offsets(queue[i + 8]));
      prefetch_for_read(frontier.graph.neighbours.data() + frontier.graph.begin(queue[i + 4]));
    }
  }

  // The last of the vertices whose first unit is not after `unit`. Looks at three places at once: a
  // GPU waits for three loads as long as for one, and this halves the number of waits.
  KOKKOS_FUNCTION static Vertex vertex_of(Offset const* first_units, Vertex count, Offset unit) {
    Vertex low = 0, high = count;
    while (high - low > 3) {
      Vertex const quarter = (high - low) / 4;
      Vertex const one = low + quarter, two = one + quarter, three = two + quarter;
      bool const after_one = first_units[one] <= unit, after_two = first_units[two] <= unit,
                 after_three = first_units[three] <= unit;
      if (after_three) {
        low = three;
      } else {
        high = after_two ? three : after_one ? two : one;
        low = after_two ? two : after_one ? one : low;
      }
    }
    while (low + 1 < high && first_units[low + 1] <= unit) ++low;
    return low;
  }
};

}  // namespace yoke::detail::bfs
