#pragma once

#include <bit>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "yoke/detail/bfs/algorithm.hpp"

namespace yoke::detail {

// A number of vertices and the number of arcs that leave them in one 64-bit word, so that one
// atomic addition hands out a place in the queue and the place's first arc together: places and
// arcs then ascend alike, whoever comes first.
class TallyFormat {
 public:
  static bool fits(std::uint64_t vertices, std::uint64_t arcs) {
    return std::bit_width(vertices) + std::bit_width(arcs) <= 64;
  }

  TallyFormat(std::uint64_t vertices, std::uint64_t arcs) : count_bits_(std::bit_width(vertices)) {
    if (!fits(vertices, arcs)) {
      throw std::invalid_argument("yoke::bfs: " + std::to_string(vertices) + " vertices and " +
                                  std::to_string(arcs) +
                                  " arcs do not fit one 64-bit word together; use "
                                  "BfsAlgorithm::sequential");
    }
  }

  KOKKOS_FUNCTION std::uint64_t pack(std::uint64_t count, std::uint64_t arcs) const {
    return arcs << count_bits_ | count;
  }
  KOKKOS_FUNCTION std::uint64_t count(std::uint64_t tally) const {
    return tally & ((std::uint64_t(1) << count_bits_) - 1);
  }
  KOKKOS_FUNCTION std::uint64_t arcs(std::uint64_t tally) const { return tally >> count_bits_; }

 private:
  int count_bits_;
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
// nobody has followed, and enough to pay for a pass over all vertices.
struct DirectionRule {
  std::uint64_t arcs;        // of the graph
  std::uint64_t alpha;       // 0: never
  std::uint64_t least_arcs;  // of the frontier

  KOKKOS_FUNCTION bool prefers_bottom_up(std::uint64_t frontier_arcs,
                                         std::uint64_t arcs_before) const {
    if (alpha == 0 || frontier_arcs < least_arcs) return false;
    std::uint64_t const unexplored = arcs - arcs_before - frontier_arcs;
    return frontier_arcs > unexplored / alpha;
  }
};

// The queue of all vertices reached top-down: a level's vertices stand together, after those of the
// levels above. What holds for the whole search, as kernels see it.
template <class Space, class Vertex, class Offset>
struct Frontier {
  Rows<Space, Vertex, Offset> graph;
  Array<Space, Vertex> level, parent;
  Array<Space, Vertex> queue;
  Array<Space, Offset> first_arcs;  // of the queue's vertices, counted within their level
  LevelRecords<Space> records;
  TallyFormat format;

  KOKKOS_FUNCTION bool wants_parent() const { return parent.extent(0) > 0; }
  KOKKOS_FUNCTION std::uint64_t tally_of(Vertex v) const { return format.pack(1, graph.degree(v)); }
  // `place` counts from the level's first vertex on.
  KOKKOS_FUNCTION void put(LevelRecord const& record, std::uint64_t place, Vertex v) const {
    std::uint64_t const slot = record.reached_before + format.count(place);
    queue(slot) = v;
    first_arcs(slot) = static_cast<Offset>(format.arcs(place));
  }
};

}  // namespace yoke::detail
