#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include "shortest_paths/rounds.hpp"

namespace yoke::detail::distances {

// The vertices that a sweep begins at, each with its bit: elements of a list, or successive
// vertices.
template <class Space, class Vertex>
struct SweepSources {
  static constexpr std::uint64_t most = 64;

  Array<Space, Vertex const> listed;  // empty: the vertices themselves
  std::uint64_t first, count;

  KOKKOS_FUNCTION Vertex operator()(std::uint64_t bit) const {
    return listed.extent(0) > 0 ? listed(first + bit) : static_cast<Vertex>(first + bit);
  }
};

// Of each vertex, a word with the bits of the searches that have come to it.
template <class Space>
struct SweepBits {
  using Words = Array<Space, std::uint64_t>;
  Words known;    // those that have come, in the current round too
  Words settled;  // those that had come before it
  Words fresh;    // of the frontier: those that came in the last round
};

template <class Space>
struct ClearBits {
  SweepBits<Space> bits;
  Array<Space, std::uint32_t> mark;
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const {
    bits.known(v) = bits.settled(v) = 0;
    mark(v) = 0;
  }
};

// Two searches may begin at one vertex.
template <class Space, class Vertex>
struct StartBits {
  SweepBits<Space> bits;
  SweepSources<Space, Vertex> sources;

  // `put` may be for a host alone.
#if defined(__NVCC__)
#pragma nv_exec_check_disable
#endif
  template <bool, class Put>
  KOKKOS_FUNCTION void for_each(std::uint64_t begin, std::uint64_t end, Put const& put) const {
    for (std::uint64_t bit = begin; bit < end; ++bit) {
      Kokkos::atomic_fetch_or(&bits.known(sources(bit)), std::uint64_t(1) << bit);
      put(shortest_paths::Pile::near, sources(bit));
    }
  }
};

// Each bit that was fresh at an arc's start comes to its end.
template <class Space, class Vertex, class Offset>
struct SpreadBits {
  SweepBits<Space> bits;

#if defined(__NVCC__)
#pragma nv_exec_check_disable
#endif
  template <bool shared, class Put>
  KOKKOS_FUNCTION void follow(Vertex u, Vertex const* row, Offset, Offset first, Offset last,
                              Put const& put) const {
    std::uint64_t const fresh = bits.fresh(u);
    for (Offset arc = first; arc < last; ++arc) {
      if constexpr (runs_on_host<Space>) {
        if (arc + 8 < last) prefetch_for_read(bits.known.data() + row[arc + 8]);
      }
      Vertex const v = row[arc];
      if (come<shared>(&bits.known(v), fresh)) put(shortest_paths::Pile::near, v);
    }
  }

 private:
  template <bool shared>
  KOKKOS_FUNCTION static bool come(std::uint64_t* known, std::uint64_t fresh) {
    if ((fresh & ~relaxed_load(known)) == 0) return false;
    if constexpr (shared) return (fresh & ~Kokkos::atomic_fetch_or(known, fresh)) != 0;
    *known |= fresh;
    return true;
  }
};

// The bits that a round has brought to the vertices of the new frontier. Finds those that go on.
template <class Space, class Vertex>
struct SettleBits {
  SweepBits<Space> bits;
  Array<Space, Vertex const> frontier;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& found) const {
    Vertex const v = frontier(i);
    std::uint64_t const known = bits.known(v), fresh = known & ~bits.settled(v);
    bits.settled(v) = known;
    bits.fresh(v) = fresh;
    found |= fresh;
  }
};

// Calls step(i) for each i below size. A host's thread does up to `few` of them alone: waking the
// others takes longer.
inline constexpr std::uint64_t few_vertices = 2048;
template <std::uint64_t few, class Space, class Step>
void for_each(char const* label, Space const& exec, std::uint64_t size, Step const& step) {
  if constexpr (runs_on_host<Space>) {
    if (size <= few) {
      for (std::uint64_t i = 0; i < size; ++i) step(i);
      return;
    }
  }
  Kokkos::parallel_for(label, WideRange<Space>(exec, 0, size), step);
  if constexpr (runs_on_host<Space>) exec.fence(label);  // the next step may be a thread's alone
}

// Breadth-first searches from up to 64 vertices at a time: they share the arcs that several of them
// follow in the same round (Then, Kaufmann, Chirigati, Hoang-Vu, Pham, Kemper, Neumann, Vo, "The
// More the Merrier: Efficient Multi-Source Graph Traversal", VLDB 2014).
template <class Space, class Vertex, class Offset>
class Sweep {
 public:
  Sweep(Space const& exec, GraphCapacity const& capacity)
      : exec_(exec),
        rounds_(exec, capacity.vertices, capacity.arcs),
        known_(
            make_buffer<Space, std::uint64_t>(exec, "yoke::distances::known", capacity.vertices)),
        settled_(
            make_buffer<Space, std::uint64_t>(exec, "yoke::distances::settled", capacity.vertices)),
        fresh_(
            make_buffer<Space, std::uint64_t>(exec, "yoke::distances::fresh", capacity.vertices)) {}

  // Calls at_level(level, frontier, bits) for each level: its vertices, and the bits of the
  // searches that have any of them. The sweep ends after `most` levels.
  template <class AtLevel>
  void run(CsrView<Space, Vertex, Offset> const& graph, SweepSources<Space, Vertex> const& sources,
           AtLevel const& at_level, std::uint64_t most = ~std::uint64_t(0)) {
    SweepBits<Space> const bits{array_of(known_), array_of(settled_), array_of(fresh_)};
    Kokkos::parallel_for("yoke::distances::clear", WideRange<Space>(exec_, 0, graph.vertices()),
                         ClearBits<Space>{bits, rounds_.mark()});
    exec_.fence("yoke::distances: cleared");
    rounds_.start(graph);
    rounds_.scan("yoke::distances::start", StartBits<Space, Vertex>{bits, sources}, sources.count);
    for (std::uint64_t level = 0; level < most && rounds_.near().extent(0) > 0; ++level) {
      at_level(level, rounds_.near(), settle({bits, rounds_.near()}));
      if (level + 1 < most) rounds_.follow(SpreadBits<Space, Vertex, Offset>{bits});
    }
  }

  Array<Space, std::uint64_t const> fresh() const { return array_of(fresh_); }

 private:
  std::uint64_t settle(SettleBits<Space, Vertex> const& step) const {
    std::uint64_t const size = step.frontier.extent(0);
    std::uint64_t found = 0;
    if constexpr (runs_on_host<Space>) {
      if (size <= few_vertices) {
        for (std::uint64_t i = 0; i < size; ++i) step(i, found);
        return found;
      }
    }
    Kokkos::parallel_reduce("yoke::distances::settle", WideRange<Space>(exec_, 0, size), step,
                            Kokkos::BOr<std::uint64_t>(found));
    exec_.fence("yoke::distances: settled");
    return found;
  }

  Space exec_;
  shortest_paths::Rounds<Space, Vertex, Offset> rounds_;
  Buffer<Space, std::uint64_t> known_, settled_, fresh_;
};

}  // namespace yoke::detail::distances
