#pragma once

#include "yoke/detail/bfs/level_arcs.hpp"

namespace yoke::detail {

// Follows a level's arcs by all threads of a host; a task is `units_of_task` units of arcs.
template <class Space, class Vertex, class Offset>
struct TopDownTask : LevelArcs<Space, Vertex, Offset> {
  using Arcs = LevelArcs<Space, Vertex, Offset>;
  using Arcs::frontier;

  LevelRecord now;
  std::uint64_t units_of_task;

  // A thread collects what it finds and appends it in bulk. Every arc waits in a ring while its
  // target's level comes from memory. Parents are written with the queue: a compare-and-exchange
  // waits for the writes before it.
  KOKKOS_FUNCTION void operator()(std::uint64_t task) const {
    std::uint64_t const units = frontier.format.units(now.tally), begin = task * units_of_task;
    std::uint64_t const end = begin + units_of_task < units ? begin + units_of_task : units;
    constexpr unsigned waiting = 16;
    constexpr int capacity = 128;
    Vertex from[waiting] = {}, to[waiting] = {};
    Vertex found[capacity], parents[capacity];
    int count = 0;
    unsigned arcs = 0;
    auto const arrive = [&](Vertex u, Vertex v) {
      if (!this->claim(now, v)) return;
      prefetch_for_read(&frontier.graph.offsets(v));
      found[count] = v;
      parents[count++] = u;
      if (count < capacity) return;
      append_all(found, parents, count);
      count = 0;
    };
    this->for_each_arc(now, static_cast<Offset>(begin), static_cast<Offset>(end),
                       [&](Vertex u, Vertex v) {
                         unsigned const place = arcs++ % waiting;
                         if (arcs > waiting) arrive(from[place], to[place]);
                         from[place] = u;
                         to[place] = v;
                         prefetch_for_read(&frontier.level(v));
                       });
    unsigned const left = arcs < waiting ? arcs : waiting;
    for (unsigned i = arcs - left; i != arcs; ++i) arrive(from[i % waiting], to[i % waiting]);
    if (count > 0) append_all(found, parents, count);
  }

 private:
  KOKKOS_FUNCTION void append_all(Vertex const* found, Vertex const* parents, int count) const {
    if (frontier.wants_parent()) {
      for (int i = 0; i < count; ++i) frontier.parent(found[i]) = parents[i];
    }
    std::uint64_t tally = 0;
    for (int i = 0; i < count; ++i) tally += frontier.tally_of(found[i]);
    this->append(now, Kokkos::atomic_fetch_add(&frontier.records.at(now.level + 1).tally, tally),
                 found, count);
  }
};

// Follows levels of few arcs by the calling thread alone, one after the other: as the sequential
// search does, without atomics, and without numbers of arcs where nobody divides them.
template <class Space, class Vertex, class Offset>
struct TopDownAlone {
  Frontier<Space, Vertex, Offset> frontier;
  DirectionRule rule;
  std::uint64_t most_arcs, vertices;

  // Expands `now` and what comes after it while that has no more than `most_arcs`. Returns the
  // level to be expanded next, with its queue.
  LevelRecord run(LevelRecord now) const {
    auto const& format = frontier.format;
    // Some of the next level may have been found bottom-up.
    std::uint64_t known = format.count(frontier.records.at(now.level + 1).tally);
    std::uint64_t reached = now.reached_before + format.count(now.tally);
    for (;;) {
      std::uint64_t const end = expand(now, reached + known);
      now = {now.level + 1,
             end == vertices ? format.pack(end - reached, 0) : tally_of(reached, end), reached,
             now.arcs_before + format.arcs(now.tally)};
      reached = end;
      known = 0;
      // Who reaches all need not follow the last ones' arcs.
      if (format.units(now.tally) == 0) break;
      if (format.arcs(now.tally) > most_arcs || rule.prefers_bottom_up(now, format)) {
        number_units(now);
        break;
      }
    }
    frontier.records.restart(now);
    return now;
  }

 private:
  // Returns the queue's end.
  std::uint64_t expand(LevelRecord const& now, std::uint64_t end) const {
    // What is written might be part of the Views, for all that the compiler knows.
    Vertex* const level = frontier.level.data();
    Vertex* const parent = frontier.wants_parent() ? frontier.parent.data() : nullptr;
    Vertex* const queue = frontier.queue.data();
    Offset const* const offsets = frontier.graph.offsets.data();
    Vertex const* const neighbours = frontier.graph.neighbours.data();
    Vertex const next = static_cast<Vertex>(now.level + 1);
    std::uint64_t const last = now.reached_before + frontier.format.count(now.tally);
    for (std::uint64_t i = now.reached_before; i < last; ++i) {
      Vertex const u = queue[i];
      Offset const row_end = offsets[std::uint64_t(u) + 1];
      for (Offset k = offsets[u]; k < row_end; ++k) {
        Vertex const v = neighbours[k];
        if (level[v] != unreached<Vertex>) continue;
        level[v] = next;
        if (parent) parent[v] = u;
        queue[end++] = v;
      }
    }
    return end;
  }

  // Of the queue's vertices from `begin` to `end` - 1. Brings their rows nearer.
  std::uint64_t tally_of(std::uint64_t begin, std::uint64_t end) const {
    Vertex const* const queue = frontier.queue.data();
    std::uint64_t tally = 0, arcs = 0;
    bool const is_exact = frontier.format.unit_log() == 0;
    for (std::uint64_t i = begin; i < end; ++i) {
      Vertex const v = queue[i];
      prefetch_for_read(frontier.graph.neighbours.data() + frontier.graph.begin(v));
      if (is_exact) {
        arcs += frontier.graph.degree(v);
      } else {
        tally += frontier.tally_of(v);
      }
    }
    return is_exact ? frontier.format.pack(end - begin, arcs) : tally;
  }

  void number_units(LevelRecord const& now) const {
    std::uint64_t place = 0;
    for (std::uint64_t i = 0; i < frontier.format.count(now.tally); ++i) {
      Vertex const v = frontier.queue(now.reached_before + i);
      frontier.put(now, place, v);
      place += frontier.tally_of(v);
    }
  }
};

}  // namespace yoke::detail
