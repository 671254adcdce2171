#pragma once

#include "bfs/level_arcs.hpp"

namespace yoke::detail::bfs {

// Every arc waits here while its target's level comes from memory.
template <class Space, class Vertex>
class ArcRing {
 public:
  explicit KOKKOS_FUNCTION ArcRing(Array<Space, Vertex> const& level) : level_(level.data()) {}

  // Calls arrive(u, v), which may be for a host alone, for an arc that has waited.
#if defined(__NVCC__)
#pragma nv_exec_check_disable
#endif
  template <class Arrive>
  KOKKOS_FUNCTION void put(Vertex u, Vertex v, Arrive const& arrive) {
    std::uint64_t const place = arcs_++ % size;
    if (arcs_ > size) arrive(from_[place], to_[place]);
    from_[place] = u;
    to_[place] = v;
    prefetch_for_read(level_ + v);
  }
#if defined(__NVCC__)
#pragma nv_exec_check_disable
#endif
  template <class Arrive>
  KOKKOS_FUNCTION void drain(Arrive const& arrive) {
    std::uint64_t const left = arcs_ < size ? arcs_ : size;
    for (std::uint64_t i = arcs_ - left; i != arcs_; ++i) arrive(from_[i % size], to_[i % size]);
    arcs_ = 0;
  }

 private:
  static constexpr std::uint64_t size = 16;
  Vertex const* level_;
  Vertex from_[size] = {}, to_[size] = {};
  std::uint64_t arcs_ = 0;  // of a level, which may have more than 2^32
};

// Follows a level's arcs by all threads of a host; a task is `units_of_task` units of arcs.
template <class Space, class Vertex, class Offset>
struct TopDownTask : LevelArcs<Space, Vertex, Offset> {
  using Arcs = LevelArcs<Space, Vertex, Offset>;
  using Arcs::frontier;

  LevelRecord now;
  std::uint64_t units_of_task;

  // A thread collects what it finds and appends it in bulk. Parents are written with the queue: a
  // compare-and-exchange waits for the writes before it.
  KOKKOS_FUNCTION void operator()(std::uint64_t task) const {
    std::uint64_t const units = frontier.format.units(now.tally), begin = task * units_of_task;
    std::uint64_t const end = begin + units_of_task < units ? begin + units_of_task : units;
    constexpr int capacity = 128;
    ArcRing<Space, Vertex> ring(frontier.level);
    Vertex found[capacity], parents[capacity];
    int count = 0;
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
                       [&](Vertex u, Vertex v) { ring.put(u, v, arrive); });
    ring.drain(arrive);
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

// Follows levels of few arcs by the calling thread alone: the sequential search, which has a queue
// and no levels. Beside that it counts the arcs that leave the queue's vertices. As long as these
// are few, so are those of any level among them, and nobody has to look where one ends.
template <class Space, class Vertex, class Offset>
class TopDownAlone {
 public:
  TopDownAlone(Frontier<Space, Vertex, Offset> const& frontier, std::uint64_t most_arcs)
      : frontier_(frontier), most_arcs_(most_arcs < near_arcs ? most_arcs : near_arcs) {}

  // Expands `now` and what comes after it while that has no more than `most_arcs`. Returns the
  // level to be expanded next, with its queue; with numbers of arcs for those who divide them.
  LevelRecord run(LevelRecord now, bool divides_arcs) {
    start(now);
    waiting_arcs() > near_arcs ? follow_far(end_of(now)) : follow(end_of(now));
    while (next_ < end_ && end_ < vertices() && waiting_arcs() <= most_arcs_) {
      follow_while_few();
      follow(end_of_level());
    }
    now = boundary(end_ == vertices());
    if (divides_arcs) number_units(now);
    frontier_.records.restart(now);
    return now;
  }

 private:
  static constexpr std::uint64_t near_arcs = BfsTraits<Space>::most_near_arcs;

  void start(LevelRecord const& now) {
    auto const& format = frontier_.format;
    // Some of the next level may have been found bottom-up.
    std::uint64_t const known = frontier_.records.at(now.level + 1).tally;
    next_ = now.reached_before;
    end_ = end_of(now) + format.count(known);
    followed_arcs_ = now.arcs_before;
    found_arcs_ = followed_arcs_;
    if (format.unit_log() == 0) {
      found_arcs_ += format.arcs(now.tally) + format.arcs(known);
    } else {
      for (std::uint64_t i = next_; i < end_; ++i) {
        found_arcs_ += frontier_.graph.degree(frontier_.queue(i));
      }
    }
  }

  // The queue's vertices up to number `stop` - 1.
  void follow(std::uint64_t stop) {
    follow([stop](std::uint64_t i, std::uint64_t, std::uint64_t) { return i < stop; });
  }
  // At least one, and more while those that wait have few arcs.
  void follow_while_few() {
    std::uint64_t const most = most_arcs_;
    follow([most](std::uint64_t i, std::uint64_t end, std::uint64_t waiting) {
      return i < end && waiting <= most;
    });
  }

  // Up to number `stop` - 1 as well, of one level, where targets come from memory.
  void follow_far(std::uint64_t stop) {
    auto const& graph = frontier_.graph;
    constexpr std::uint64_t capacity = 128;
    ArcRing<Space, Vertex> ring(frontier_.level);
    Vertex parents[capacity];
    std::uint64_t const first = end_;
    std::uint64_t settled = first;
    Vertex const next = level_at(next_) + 1;
    auto const settle = [&] {
      for (; settled < end_; ++settled) {
        Vertex const v = frontier_.queue(settled);
        if (frontier_.wants_parent()) frontier_.parent(v) = parents[(settled - first) % capacity];
        found_arcs_ += graph.degree(v);
      }
    };
    auto const arrive = [&](Vertex u, Vertex v) {
      if (frontier_.level(v) != unreached<Vertex>) return;
      frontier_.level(v) = next;
      prefetch_for_read(&graph.offsets(v));
      parents[(end_ - first) % capacity] = u;
      frontier_.queue(end_++) = v;
      if (end_ - settled == capacity) settle();
    };
    for (; next_ < stop; ++next_) {
      Vertex const u = frontier_.queue(next_);
      if (stop - next_ > 8) {
        prefetch_for_read(&graph.offsets(frontier_.queue(next_ + 8)));
        prefetch_for_read(graph.neighbours.data() + graph.begin(frontier_.queue(next_ + 4)));
      }
      Offset const row_end = graph.end(u);
      followed_arcs_ += graph.degree(u);
      for (Offset k = graph.begin(u); k < row_end; ++k) ring.put(u, graph.neighbours(k), arrive);
    }
    ring.drain(arrive);
    settle();
  }

  // While goes_on(next vertex, the queue's end, arcs that wait).
  template <class GoesOn>
  void follow(GoesOn const& goes_on) {
    // What is written might be part of the Views, for all that the compiler knows.
    Vertex* const level = frontier_.level.data();
    Vertex* const parent = frontier_.wants_parent() ? frontier_.parent.data() : nullptr;
    Vertex* const queue = frontier_.queue.data();
    Offset const* const offsets = frontier_.graph.offsets.data();
    Vertex const* const neighbours = frontier_.graph.neighbours.data();
    std::uint64_t i = next_, end = end_, found = found_arcs_, followed = followed_arcs_;
    for (; goes_on(i, end, found - followed); ++i) {
      Vertex const u = queue[i], next = level[u] + 1;
      Offset const row_end = offsets[std::uint64_t(u) + 1];
      followed += row_end - offsets[u];
      for (Offset k = offsets[u]; k < row_end; ++k) {
        Vertex const v = neighbours[k];
        if (level[v] != unreached<Vertex>) continue;
        level[v] = next;
        if (parent) parent[v] = u;
        queue[end++] = v;
        Offset const row = offsets[v];
        found += offsets[std::uint64_t(v) + 1] - row;
        prefetch_for_read(neighbours + row);
      }
    }
    next_ = i;
    end_ = end;
    found_arcs_ = found;
    followed_arcs_ = followed;
  }

  std::uint64_t vertices() const { return frontier_.level.extent(0); }
  std::uint64_t waiting_arcs() const { return found_arcs_ - followed_arcs_; }
  std::uint64_t end_of(LevelRecord const& now) const {
    return now.reached_before + frontier_.format.count(now.tally);
  }
  Vertex level_at(std::uint64_t i) const { return frontier_.level(frontier_.queue(i)); }

  // Of the level of the vertex that was followed last, by bisection: levels ascend.
  std::uint64_t end_of_level() const {
    Vertex const level = level_at(next_ - 1);
    std::uint64_t low = next_, high = end_;
    while (low < high) {
      std::uint64_t const middle = low + (high - low) / 2;
      if (level_at(middle) == level) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  // The level that the queue's next vertex begins.
  LevelRecord boundary(bool is_last) const {
    auto const& format = frontier_.format;
    LevelRecord now{static_cast<std::uint64_t>(level_at(next_ - 1)) + 1, 0, next_, followed_arcs_};
    if (is_last || format.unit_log() == 0) {
      // Who reaches all need not follow the last ones' arcs.
      now.tally = format.pack(end_ - next_, is_last ? 0 : waiting_arcs());
    } else {
      for (std::uint64_t i = next_; i < end_; ++i) {
        now.tally += frontier_.tally_of(frontier_.queue(i));
      }
    }
    return now;
  }

  void number_units(LevelRecord const& now) const {
    std::uint64_t place = 0;
    for (std::uint64_t i = 0; i < frontier_.format.count(now.tally); ++i) {
      Vertex const v = frontier_.queue(now.reached_before + i);
      frontier_.put(now, place, v);
      place += frontier_.tally_of(v);
    }
  }

  Frontier<Space, Vertex, Offset> frontier_;
  std::uint64_t most_arcs_;
  // Of the queue: the first vertex that has not been followed, and the end; the arcs of all before
  // each.
  std::uint64_t next_ = 0, end_ = 0, followed_arcs_ = 0, found_arcs_ = 0;
};

}  // namespace yoke::detail::bfs
