#pragma once

#include "bfs/algorithm.hpp"
#include "bfs/side_rows.hpp"
#include "yoke/detail/kokkos_ext/relaxed.hpp"

namespace yoke::detail::bfs {

// How a side's threads share out the work.
template <class Space, bool OnHost = runs_on_host<Space>>
struct SideTraits;

template <class Space>
struct SideTraits<Space, true> {
  // A thread looks through whole words, writes them without atomics, and follows up to 512 arcs at
  // once.
  static constexpr std::uint64_t vertices_a_step = 64, words_a_list = 64, warp_size = 1,
                                 task_arcs = 512;
  using Policy = Kokkos::RangePolicy<Space, Kokkos::IndexType<std::uint64_t>,
                                     Kokkos::Schedule<Kokkos::Dynamic>>;
  static Policy policy(Space const& exec, std::uint64_t size, int chunk) {
    return Policy(exec, 0, size, Kokkos::ChunkSize(chunk));
  }
};

template <class Space>
struct SideTraits<Space, false> {
  // A thread a vertex; a task is a warp's: neighbouring lanes read neighbouring arcs.
  static constexpr std::uint64_t vertices_a_step = 1, words_a_list = 1, warp_size = 32,
                                 task_arcs = 32;
  using Policy = WideRange<Space>;
  static Policy policy(Space const& exec, std::uint64_t size, int) { return Policy(exec, 0, size); }
};

// What is known of the vertices that one side has found.
struct SideFound {
  std::uint64_t count = 0, arcs = 0, tasks = 0;

  KOKKOS_FUNCTION void add(SideFound const& other) {
    count += other.count;
    arcs += other.arcs;
    tasks += other.tasks;
  }
};

// A stretch of a frontier vertex's row, from `first` on: the unit of work of a level that follows
// arcs, so that a hub is not one thread's.
template <class Vertex, class Offset>
struct SideTask {
  Vertex vertex;
  Offset first;
};

// What one side's kernels see of a level. Bitmaps are of all vertices, level and parent of the
// side's own.
template <class Space, class Vertex, class Offset>
struct SideLevel {
  SideRange own;
  SideRows<Space, Vertex, Offset> outgoing, incoming;
  SideBits<Space> frontier;            // found on the level before, by either side
  SideBits<Space> visited;             // found up to then; own vertices without arcs count as found
  SideBits<Space> next;                // found by this side now, own vertices and others
  Array<Space, Vertex> level, parent;  // empty: not wanted
  bool smallest_parents;

  // Another parent may take its place only where the smallest is wanted, and then this is no use.
  KOKKOS_FUNCTION bool takes_any_parent() const {
    return parent.extent(0) > 0 && !smallest_parents;
  }
  KOKKOS_FUNCTION void set_parent(std::uint64_t v, Vertex u) const { parent(v - own.begin) = u; }
  // Own vertices of a word, which may be the last.
  KOKKOS_FUNCTION std::uint64_t own_mask(std::uint64_t word) const {
    std::uint64_t const rest = own.end - word * 64;
    return rest < 64 ? (std::uint64_t(1) << rest) - 1 : ~std::uint64_t(0);
  }
  KOKKOS_FUNCTION static std::uint64_t tasks_for(std::uint64_t arcs) {
    return (arcs + SideTraits<Space>::task_arcs - 1) / SideTraits<Space>::task_arcs;
  }
  KOKKOS_FUNCTION SideFound known_of(std::uint64_t v) const {
    std::uint64_t const arcs = outgoing.degree(v);
    return {1, arcs, tasks_for(arcs)};
  }
  KOKKOS_FUNCTION Vertex find_parent(std::uint64_t v) const {
    Vertex found = unreached<Vertex>;
    incoming.while_neighbours(v, [&](Vertex u) {
      if (u < found && frontier.has(u)) found = u;
      return smallest_parents || found == unreached<Vertex>;
    });
    return found;
  }
};

// Nothing is found yet; own vertices that no arc leads to never will be.
template <class Space, class Vertex, class Offset>
struct SideClear {
  SideLevel<Space, Vertex, Offset> side;
  Array<Space, std::uint64_t> other_next;
  KOKKOS_FUNCTION void operator()(std::uint64_t word) const {
    side.next.words(word) = other_next(word) = 0;
    std::uint64_t without_arcs = 0;
    if (side.own.first_word() <= word && word < side.own.end_word()) {
      std::uint64_t const first = word * 64;
      std::uint64_t const last = first + 64 < side.own.end ? first + 64 : side.own.end;
      std::uint64_t begin = side.incoming.begin(first);
      for (std::uint64_t v = first; v < last; ++v) {
        std::uint64_t const end = side.incoming.begin(v + 1);
        if (begin == end) without_arcs |= SideBits<Space>::bit(v);
        begin = end;
      }
    }
    side.visited.words(word) = without_arcs;
  }
};

template <class Space, class Vertex>
struct SideSources {
  BfsSources<Space, Vertex> sources;
  SideBits<Space> next;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    std::uint64_t const s = sources(i);
    Kokkos::atomic_or(&next.words(s / 64), SideBits<Space>::bit(s));
  }
};

// Each own vertex that is not reached looks for a neighbour in the frontier (Beamer et al. 2012).
template <class Space, class Vertex, class Offset>
struct SideBottomUp {
  SideLevel<Space, Vertex, Offset> side;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    if constexpr (SideTraits<Space>::vertices_a_step == 1) {
      std::uint64_t const v = side.own.begin + i;
      if (side.visited.has(v) || !find(v)) return;
      Kokkos::atomic_or(&side.next.words(v / 64), SideBits<Space>::bit(v));
    } else {
      std::uint64_t const word = side.own.first_word() + i;
      std::uint64_t left = ~side.visited.words(word) & side.own_mask(word), found = 0;
      for (; left != 0; left &= left - 1) {
        int const bit = lowest_bit(left);
        if (find(word * 64 + bit)) found |= std::uint64_t(1) << bit;
      }
      side.next.words(word) = found;
    }
  }

 private:
  KOKKOS_FUNCTION bool find(std::uint64_t v) const {
    bool found = false;
    side.incoming.while_neighbours(v, [&](Vertex u) {
      if (!side.frontier.has(u)) return true;
      if (side.takes_any_parent()) side.set_parent(v, u);
      found = true;
      return false;
    });
    return found;
  }
};

// Follows an arc of a frontier vertex: top-down.
template <class Space, class Vertex, class Offset>
struct SideFollow {
  SideLevel<Space, Vertex, Offset> side;

  KOKKOS_FUNCTION void operator()(Vertex u, Vertex v) const {
    std::uint64_t const bit = SideBits<Space>::bit(v);
    std::uint64_t* const word = &side.next.words(v / 64);
    // A stale look only costs the atomic.
    if ((side.visited.words(v / 64) | relaxed_load(word)) & bit) return;
    if (Kokkos::atomic_fetch_or(word, bit) & bit) return;
    // The other side's vertices find their parents themselves.
    if (side.own.has(v) && side.takes_any_parent()) side.set_parent(v, u);
  }
};

// Divides the rows of the frontier's own vertices into tasks. A thread asks for places for several
// words at once, since all ask at one counter.
template <class Space, class Vertex, class Offset>
struct SideListTasks {
  SideLevel<Space, Vertex, Offset> side;
  Array<Space, SideTask<Vertex, Offset>> tasks;
  Array<Space, std::uint64_t> count;

  static std::uint64_t steps(SideRange const& own) {
    constexpr std::uint64_t words = SideTraits<Space>::words_a_list;
    return (own.words() + words - 1) / words;
  }

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    constexpr std::uint64_t words = SideTraits<Space>::words_a_list;
    std::uint64_t const first = side.own.first_word() + i * words;
    std::uint64_t const last =
        first + words < side.own.end_word() ? first + words : side.own.end_word();
    std::uint64_t wanted = 0;
    for_frontier(first, last,
                 [&](std::uint64_t v) { wanted += side.tasks_for(side.outgoing.degree(v)); });
    if (wanted == 0) return;
    std::uint64_t place = Kokkos::atomic_fetch_add(&count(0), wanted);
    for_frontier(first, last, [&](std::uint64_t v) {
      std::uint64_t const end = side.outgoing.end(v);
      for (std::uint64_t arc = side.outgoing.begin(v); arc < end;
           arc += SideTraits<Space>::task_arcs) {
        tasks(place++) = {static_cast<Vertex>(v), static_cast<Offset>(arc)};
      }
    });
  }

 private:
  template <class Visit>
  KOKKOS_FUNCTION void for_frontier(std::uint64_t first, std::uint64_t last,
                                    Visit const& visit) const {
    for (std::uint64_t word = first; word < last; ++word) {
      for (std::uint64_t left = side.frontier.words(word); left != 0; left &= left - 1) {
        visit(word * 64 + lowest_bit(left));
      }
    }
  }
};

template <class Space, class Vertex, class Offset>
struct SideTopDown {
  SideLevel<Space, Vertex, Offset> side;
  Array<Space, SideTask<Vertex, Offset> const> tasks;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    constexpr std::uint64_t warp_size = SideTraits<Space>::warp_size,
                            arcs = SideTraits<Space>::task_arcs;
    SideFollow<Space, Vertex, Offset> const follow{side};
    SideTask<Vertex, Offset> const task = tasks(i / warp_size);
    std::uint64_t const first = task.first, row_end = side.outgoing.end(task.vertex);
    std::uint64_t const end = first + arcs < row_end ? first + arcs : row_end;
    for (std::uint64_t arc = first + i % warp_size; arc < end; arc += warp_size) {
      follow(task.vertex, side.outgoing(arc));
    }
  }
};

// A whole row by one thread: where the frontier is so large that its tasks find no room.
template <class Space, class Vertex, class Offset>
struct SideTopDownByVertex {
  SideLevel<Space, Vertex, Offset> side;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    SideFollow<Space, Vertex, Offset> const follow{side};
    std::uint64_t const u = side.own.begin + i;
    if (!side.frontier.has(u)) return;
    side.outgoing.while_neighbours(u, [&](Vertex v) {
      follow(static_cast<Vertex>(u), v);
      return true;
    });
  }
};

// What the two sides have found is the next frontier. `theirs` holds the other side's finds: its
// own vertices, and this side's too where it followed arcs.
template <class Space, class Vertex, class Offset>
struct SideMerge {
  SideLevel<Space, Vertex, Offset> side;
  Array<Space, std::uint64_t const> theirs;  // empty: this side has found all
  bool theirs_has_own;
  SideBits<Space> next_frontier;
  Array<Space, std::uint64_t> other_next;  // for the level after this one
  Array<Space, std::uint64_t> task_count;

  KOKKOS_FUNCTION void operator()(std::uint64_t word) const {
    std::uint64_t found = side.next.words(word);
    bool const own = side.own.first_word() <= word && word < side.own.end_word();
    if (theirs.extent(0) > 0 && (!own || theirs_has_own)) found |= theirs(word);
    next_frontier.words(word) = found;
    if (found != 0) side.visited.words(word) |= found;
    other_next(word) = 0;
    if (word == 0) task_count(0) = 0;
  }
};

// Gives the own vertices of the new frontier their level, and a parent to those that have none: the
// ones that the other side has found. Only the old frontier is needed for that, not the finder.
template <class Space, class Vertex, class Offset>
struct SideSettle {
  using value_type = SideFound;

  SideLevel<Space, Vertex, Offset> side;
  SideBits<Space> next_frontier;
  Vertex level;

  KOKKOS_FUNCTION void init(SideFound& found) const { found = {}; }
  KOKKOS_FUNCTION void join(SideFound& into, SideFound const& from) const { into.add(from); }

  KOKKOS_FUNCTION void operator()(std::uint64_t i, SideFound& found) const {
    if constexpr (SideTraits<Space>::vertices_a_step == 1) {
      std::uint64_t const v = side.own.begin + i;
      if (next_frontier.has(v)) settle(v, found);
    } else {
      std::uint64_t const word = side.own.first_word() + i;
      for (std::uint64_t left = next_frontier.words(word); left != 0; left &= left - 1) {
        settle(word * 64 + lowest_bit(left), found);
      }
    }
  }

 private:
  KOKKOS_FUNCTION void settle(std::uint64_t v, SideFound& found) const {
    if (side.level.extent(0) > 0) side.level(v - side.own.begin) = level;
    if (side.parent.extent(0) > 0) {
      if (level == 0) {
        side.set_parent(v, static_cast<Vertex>(v));
      } else if (side.smallest_parents || !side.next.has(v)) {
        side.set_parent(v, side.find_parent(v));
      }
    }
    found.add(side.known_of(v));
  }
};

}  // namespace yoke::detail::bfs
