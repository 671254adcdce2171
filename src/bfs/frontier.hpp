#pragma once

#include <bit>
#include <cstdint>
#include <stdexcept>

#include "bfs/algorithm.hpp"
#include "yoke/counted.hpp"

namespace yoke::detail::bfs {

// A number of vertices and the number of arcs that leave them in one 64-bit word, so that one
// atomic addition hands out a place in the queue and the place's first arc together: places and
// arcs then ascend alike, whoever comes first.
//
// Where the numbers of a graph's vertices and arcs do not fit, arcs are counted in units of two,
// four or eight of one vertex: rounded up for each vertex, so that there are at most n + m / 8.
class TallyFormat {
 public:
  // Not more than one thread of a device follows.
  static constexpr int most_unit_log = 3;

  static bool fits(std::uint64_t vertices, std::uint64_t arcs) {
    return least_unit_log(vertices, arcs) <= most_unit_log;
  }

  TallyFormat(std::uint64_t vertices, std::uint64_t arcs)
      : count_bits_(bits_of(vertices)), unit_log_(least_unit_log(vertices, arcs)) {
    if (unit_log_ > most_unit_log) {
      throw std::invalid_argument("yoke::bfs: " + show_count(vertices, "vertex", "vertices") +
                                  " and " + show_count(arcs, "arc") +
                                  " do not fit one 64-bit word together; use "
                                  "BfsAlgorithm::sequential");
    }
  }

  KOKKOS_FUNCTION std::uint64_t pack(std::uint64_t count, std::uint64_t arcs_of_one) const {
    std::uint64_t const rest = (std::uint64_t(1) << unit_log_) - 1;
    return (arcs_of_one + rest) >> unit_log_ << count_bits_ | count;
  }
  KOKKOS_FUNCTION std::uint64_t count(std::uint64_t tally) const {
    return tally & ((std::uint64_t(1) << count_bits_) - 1);
  }
  KOKKOS_FUNCTION std::uint64_t units(std::uint64_t tally) const { return tally >> count_bits_; }
  // At most so many, and exactly so many where a unit is one arc.
  KOKKOS_FUNCTION std::uint64_t arcs(std::uint64_t tally) const {
    return units(tally) << unit_log_;
  }
  KOKKOS_FUNCTION int unit_log() const { return unit_log_; }

 private:
  static int bits_of(std::uint64_t number) { return static_cast<int>(std::bit_width(number)); }

  static int least_unit_log(std::uint64_t vertices, std::uint64_t arcs) {
    int const bits_left = 64 - bits_of(vertices);
    if (bits_of(arcs) <= bits_left) return 0;
    int log = 1;
    // With n of more than 32 bits n + m / 8 does not fit beside it, and might wrap.
    while (log <= most_unit_log &&
           (bits_left < 32 || bits_of(vertices + (arcs >> log)) > bits_left)) {
      ++log;
    }
    return log;
  }

  int count_bits_, unit_log_;
};

// A level, as far as it is known before it is expanded. The vertices of the level stand in the
// queue from `reached_before` on, each with the number of its first arc among the level's.
struct LevelRecord {
  static constexpr std::uint64_t no_level = ~std::uint64_t(0);

  std::uint64_t level = no_level;
  std::uint64_t tally = 0;           // of this level's vertices
  std::uint64_t reached_before = 0;  // vertices on the levels above
  std::uint64_t arcs_before = 0;     // arcs that leave those
};

// The records of three levels in a row, in memory of Space: level l's at l mod 3. A kernel that
// expands level l reads record l, which nobody changes then, adds up the tally of l + 1, and clears
// that of l + 2. So many levels can be launched without the host looking at any of them: a kernel
// whose level is not there yet, because the one before it declined, finds another level's number
// and does nothing.
template <class Space>
struct LevelRecords {
  Array<Space, LevelRecord> records;

  KOKKOS_FUNCTION LevelRecord& at(std::uint64_t level) const { return records(level % 3); }

  // Makes `now` the level to be expanded next. By one thread.
  KOKKOS_FUNCTION void restart(LevelRecord const& now) const {
    at(now.level) = now;
    at(now.level + 1) = LevelRecord{};
    at(now.level + 2) = LevelRecord{};
  }
  // By one thread of the kernel that expands `now`. Leaves the tally of the next level alone.
  KOKKOS_FUNCTION void announce_next(LevelRecord const& now, TallyFormat const& format) const {
    LevelRecord& next = at(now.level + 1);
    next.reached_before = now.reached_before + format.count(now.tally);
    next.arcs_before = now.arcs_before + format.arcs(now.tally);
    next.level = now.level + 1;
    at(now.level + 2).tally = 0;
  }
};

// When asking every unreached vertex for a neighbour in the frontier is cheaper than following the
// frontier's arcs (Beamer et al. 2012, section 4): the frontier has a fair share of the arcs that
// nobody has followed, enough to pay for a pass over all vertices, and is no smaller than the set
// of those that would be asked. The last one ends what the others prefer for ever: a search
// bottom-up whose frontiers have become small, while the arcs that nobody has followed are few as
// well.
struct DirectionRule {
  std::uint64_t vertices;    // that can be reached, as far as is known
  std::uint64_t arcs;        // of the graph
  std::uint64_t alpha;       // 0: never
  std::uint64_t least_arcs;  // of the frontier

  // A frontier of so many is followed, whatever else is known of it.
  std::uint64_t most_arcs_top_down() const {
    return alpha == 0 ? ~std::uint64_t(0) : least_arcs > 0 ? least_arcs - 1 : 0;
  }
  KOKKOS_FUNCTION bool prefers_bottom_up(LevelRecord const& now, TallyFormat const& format) const {
    std::uint64_t const frontier_arcs = format.arcs(now.tally);
    if (alpha == 0 || frontier_arcs < least_arcs) return false;
    std::uint64_t const followed = now.arcs_before + frontier_arcs;
    std::uint64_t const unexplored = followed < arcs ? arcs - followed : 0;
    std::uint64_t const count = format.count(now.tally), reached = now.reached_before + count;
    std::uint64_t const unreached = reached < vertices ? vertices - reached : 0;
    return frontier_arcs > unexplored / alpha && count + frontier_arcs >= 2 * unreached;
  }
};

// The queue of all vertices reached top-down: a level's vertices stand together, after those of the
// levels above. What holds for the whole search, as kernels see it.
template <class Space, class Vertex, class Offset>
struct Frontier {
  CsrView<Space, Vertex, Offset> graph;
  Array<Space, Vertex> level, parent;
  Array<Space, Vertex> queue;
  Array<Space, Offset> first_units;  // of the queue's vertices, counted within their level
  LevelRecords<Space> records;
  TallyFormat format;

  KOKKOS_FUNCTION bool wants_parent() const { return parent.extent(0) > 0; }
  KOKKOS_FUNCTION std::uint64_t tally_of(Vertex v) const { return format.pack(1, graph.degree(v)); }
  // `place` counts from the level's first vertex on.
  KOKKOS_FUNCTION void put(LevelRecord const& record, std::uint64_t place, Vertex v) const {
    std::uint64_t const slot = record.reached_before + format.count(place);
    queue(slot) = v;
    first_units(slot) = static_cast<Offset>(format.units(place));
  }
};

}  // namespace yoke::detail::bfs
