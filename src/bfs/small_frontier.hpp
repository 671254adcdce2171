#pragma once

#include <algorithm>

#include "bfs/side_steps.hpp"

namespace yoke::detail::bfs {

// Levels of few arcs that the host searches by itself, one thread, also on the other side's behalf:
// a level takes less time then than the sides' meeting. What it finds is applied by both sides
// afterwards.
struct SmallFrontierLevels {
  std::uint64_t steps = 0;   // levels looked for
  std::uint64_t levels = 0;  // levels that have a vertex
  std::uint64_t finds = 0, arcs = 0;
  // The last level's first find, and its arcs: the frontier that both sides go on with.
  std::uint64_t last = 0, last_arcs = 0;
};

// When the host searches alone: from frontiers of up to `small` vertices and arcs on, while its
// levels have up to `most_arcs`. Both sides take over what it found when that comes to
// `most_finds`.
struct SmallFrontierLimits {
  std::uint64_t small = 0, most_arcs = 0, most_finds = 0;

  // A level that both sides look for costs each some passes over bitmaps of n bits. Beside a device
  // that is little. Where the sides share a memory a core follows n / 256 arcs meanwhile; and
  // between two stretches alone both sides clear their bitmaps, so that a stretch should find a
  // fair part of n.
  static SmallFrontierLimits of(std::uint64_t vertices, bool sides_share_memory) {
    std::uint64_t const small =
        std::max<std::uint64_t>(1024, sides_share_memory ? vertices / 256 : 0);
    return {small, 4 * small, std::max<std::uint64_t>(1 << 14, 8 * small)};
  }
};

template <class Vertex>
struct SmallFrontierFind {
  Vertex vertex, parent, level;
};

// `side` is the host's, with the rows of all vertices; its visited vertices are marked. `finds` has
// room for limits.most_finds, `start` for limits.most_arcs vertices.
template <class Host, class Vertex, class Offset>
class SmallFrontierSearch {
 public:
  SmallFrontierSearch(SideLevel<Host, Vertex, Offset> const& side, std::uint64_t words,
                      SmallFrontierLimits const& limits, SmallFrontierFind<Vertex>* finds,
                      Vertex* start)
      : side_(side), limits_(limits), finds_(finds), start_(start) {
    for (std::uint64_t word = 0; word < words; ++word) {
      for (std::uint64_t left = side.frontier.words(word); left != 0; left &= left - 1) {
        start_[started_++] = static_cast<Vertex>(word * 64 + lowest_bit(left));
      }
    }
  }

  SmallFrontierLevels run(Vertex level) {
    SmallFrontierLevels all;
    for (;; ++level) {
      std::uint64_t const before = all.finds;
      expand(all, level);
      ++all.steps;
      all.last = before;
      all.last_arcs = 0;
      for (std::uint64_t i = before; i < all.finds; ++i) {
        all.last_arcs += side_.outgoing.degree(finds_[i].vertex);
      }
      all.levels += all.finds > before;
      all.arcs += all.last_arcs;
      if (all.last_arcs == 0 || all.last_arcs > limits_.most_arcs ||
          all.finds + all.last_arcs > limits_.most_finds) {
        return all;
      }
    }
  }

 private:
  // The vertices of the level before: first those that the sides found together.
  std::uint64_t frontier_size(SmallFrontierLevels const& all) const {
    return all.steps == 0 ? started_ : all.finds - all.last;
  }
  Vertex frontier_vertex(SmallFrontierLevels const& all, std::uint64_t i) const {
    return all.steps == 0 ? start_[i] : finds_[all.last + i].vertex;
  }

  void expand(SmallFrontierLevels& all, Vertex level) {
    std::uint64_t const size = frontier_size(all), before = all.finds;
    for (std::uint64_t i = 0; i < size; ++i) {
      Vertex const u = frontier_vertex(all, i);
      for (std::uint64_t arc = side_.outgoing.begin(u); arc < side_.outgoing.end(u); ++arc) {
        Vertex const v = side_.outgoing(arc);
        std::uint64_t& visited = side_.visited.words(v / 64);
        if (visited & SideBits<Host>::bit(v)) continue;
        visited |= SideBits<Host>::bit(v);
        finds_[all.finds++] = {v, u, level};
      }
    }
    if (!side_.smallest_parents) return;
    for (std::uint64_t i = before; i < all.finds; ++i) {
      finds_[i].parent = side_.find_parent(finds_[i].vertex);
    }
    for (std::uint64_t i = 0; i < size; ++i) {
      side_.frontier.words(frontier_vertex(all, i) / 64) = 0;
    }
    for (std::uint64_t i = before; i < all.finds; ++i) {
      Vertex const v = finds_[i].vertex;
      side_.frontier.words(v / 64) |= SideBits<Host>::bit(v);
    }
  }

  SideLevel<Host, Vertex, Offset> side_;
  SmallFrontierLimits limits_;
  SmallFrontierFind<Vertex>* finds_;
  Vertex* start_;
  std::uint64_t started_ = 0;
};

// Makes room for what the host found.
template <class Space>
struct SideForget {
  Array<Space, std::uint64_t> next, other_next, frontier, task_count;
  KOKKOS_FUNCTION void operator()(std::uint64_t word) const {
    next(word) = other_next(word) = frontier(word) = 0;
    if (word == 0) task_count(0) = 0;
  }
};

// Takes over what the host found. Returns what is known of the own vertices of the last level.
template <class Space, class Vertex, class Offset>
struct SideTakeOver {
  using value_type = SideFound;

  SideLevel<Space, Vertex, Offset> side;  // with the new frontier
  Array<Space, SmallFrontierFind<Vertex> const> finds;
  std::uint64_t last;

  KOKKOS_FUNCTION void init(SideFound& found) const { found = {}; }
  KOKKOS_FUNCTION void join(SideFound& into, SideFound const& from) const { into.add(from); }

  KOKKOS_FUNCTION void operator()(std::uint64_t i, SideFound& found) const {
    SmallFrontierFind<Vertex> const find = finds(i);
    std::uint64_t const word = find.vertex / 64, bit = SideBits<Space>::bit(find.vertex);
    Kokkos::atomic_or(&side.visited.words(word), bit);
    if (i >= last) Kokkos::atomic_or(&side.frontier.words(word), bit);
    if (!side.own.has(find.vertex)) return;
    if (side.level.extent(0) > 0) side.level(find.vertex - side.own.begin) = find.level;
    if (side.parent.extent(0) > 0) side.set_parent(find.vertex, find.parent);
    if (i >= last) found.add(side.known_of(find.vertex));
  }
};

}  // namespace yoke::detail::bfs
