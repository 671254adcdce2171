#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <utility>

#include "yoke/detail/graphs/raw_graph.hpp"
#include "yoke/detail/spaces.hpp"

namespace yoke::detail::bfs {

// The vertices of one side of a hybrid search: from `begin` to `end` - 1. Sides meet at a multiple
// of 64, so that no two share a word of a bitmap.
struct SideRange {
  std::uint64_t begin = 0, end = 0;

  KOKKOS_FUNCTION std::uint64_t size() const { return end - begin; }
  KOKKOS_FUNCTION bool has(std::uint64_t v) const { return begin <= v && v < end; }
  KOKKOS_FUNCTION std::uint64_t first_word() const { return (begin + 63) / 64; }
  KOKKOS_FUNCTION std::uint64_t end_word() const { return (end + 63) / 64; }
  KOKKOS_FUNCTION std::uint64_t words() const { return end_word() - first_word(); }
};

// A set of vertices, a bit each. 64 bits a word: half as many words to look through as with 32.
template <class Space>
struct SideBits {
  Array<Space, std::uint64_t> words;

  KOKKOS_FUNCTION bool has(std::uint64_t v) const { return words(v / 64) >> (v % 64) & 1; }
  KOKKOS_FUNCTION static std::uint64_t bit(std::uint64_t v) { return std::uint64_t(1) << (v % 64); }
};

KOKKOS_FORCEINLINE_FUNCTION int lowest_bit(std::uint64_t word) {
  KOKKOS_IF_ON_DEVICE((return __ffsll(static_cast<long long>(word)) - 1;))
  KOKKOS_IF_ON_HOST((return __builtin_ctzll(word);))
}

// Rows that hold a side's own vertices, or all: offsets from that of vertex `first_vertex` on,
// neighbours from arc `first_arc` on.
template <class Space, class Vertex, class Offset>
struct SideRows {
  // What a device reads at once: a sector, which is also the least that comes over the bus.
  static constexpr std::uint64_t sector = 32 / sizeof(Vertex);

  Array<Space, Offset const> offsets;
  Array<Space, Vertex const> neighbours;
  std::uint64_t first_vertex = 0, first_arc = 0;

  KOKKOS_FUNCTION std::uint64_t begin(std::uint64_t v) const {
    return static_cast<std::uint64_t>(offsets(v - first_vertex)) - first_arc;
  }
  KOKKOS_FUNCTION std::uint64_t end(std::uint64_t v) const { return begin(v + 1); }
  KOKKOS_FUNCTION std::uint64_t degree(std::uint64_t v) const { return end(v) - begin(v); }
  KOKKOS_FUNCTION Vertex operator()(std::uint64_t place) const { return neighbours(place); }

  // Calls visit(neighbour) for v's neighbours in turn until it returns false.
  template <class Visit>
  KOKKOS_FUNCTION void while_neighbours(std::uint64_t v, Visit const& visit) const {
    std::uint64_t const first = begin(v), last = end(v);
    std::uint64_t place = first;
    if constexpr (!runs_on_host<Space>) {
      // A thread that asks for a row word by word may fetch each sector over the bus again.
      if (are_sectors_aligned()) {
        for (std::uint64_t at = first - first % sector; at + sector <= neighbours.extent(0);
             at += sector) {
          if (at >= last) return;
          Sector const values = *reinterpret_cast<Sector const*>(neighbours.data() + at);
          if (stops(values, at, first, last, visit, std::make_index_sequence<sector>())) return;
          place = at + sector;
        }
        if (place < first) place = first;
      }
    }
    for (; place < last; ++place) {
      if (!visit(neighbours(place))) return;
    }
  }

 private:
  // Two loads of 16 bytes, the most that a thread can ask for.
  struct alignas(16) HalfSector {
    Vertex values[16 / sizeof(Vertex)];
  };
  struct alignas(16) Sector {
    HalfSector halves[2];
  };
  // Whether visit returned false for one of the sector's neighbours from `first` to `last` - 1. The
  // indices are constants, so that the sector stays in registers.
  template <class Visit, std::size_t... K>
  KOKKOS_FUNCTION static bool stops(Sector const& sector_at, std::uint64_t at, std::uint64_t first,
                                    std::uint64_t last, Visit const& visit,
                                    std::index_sequence<K...>) {
    constexpr std::size_t half = sector / 2;
    return (
        (at + K >= first && at + K < last && !visit(sector_at.halves[K / half].values[K % half])) ||
        ...);
  }
  KOKKOS_FUNCTION bool are_sectors_aligned() const {
    return reinterpret_cast<std::uintptr_t>(neighbours.data()) % 32 == 0;
  }
};

// Where the sides of a search meet: the host has the vertices before `vertex`, whose arcs end at
// `arc`, and at `incoming_arc` by target.
struct CutPoint {
  std::uint64_t vertex = 0, arc = 0, incoming_arc = 0;
};

// The first multiple of 64 before which lies at least `weight` of arcs and vertices together:
// vertices count too, for they are what bitmaps are looked through for. By one thread, where the
// offsets lie.
template <class Space, class Offset>
struct FindCut {
  Array<Space, Offset const> offsets, incoming_offsets;
  std::uint64_t vertices, weight;

  using value_type = CutPoint;
  KOKKOS_FUNCTION void init(CutPoint& cut) const { cut = {}; }
  KOKKOS_FUNCTION void join(CutPoint& into, CutPoint const& from) const {
    into.vertex += from.vertex;
    into.arc += from.arc;
    into.incoming_arc += from.incoming_arc;
  }
  KOKKOS_FUNCTION void operator()(std::uint64_t, CutPoint& cut) const {
    std::uint64_t low = 0, high = (vertices + 63) / 64;
    while (low < high) {
      std::uint64_t const middle = low + (high - low) / 2;
      if (weight_before(middle * 64) < weight) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    std::uint64_t const v = low * 64 < vertices ? low * 64 : vertices;
    cut = {v, offsets(v), incoming_offsets(v)};
  }

 private:
  KOKKOS_FUNCTION std::uint64_t weight_before(std::uint64_t v) const {
    std::uint64_t const vertex = v < vertices ? v : vertices;
    return vertex + offsets(vertex);
  }
};

template <class Space, class Vertex, class Offset>
CutPoint find_cut(Space const& exec, RawGraph<Vertex, Offset> const& graph, double share) {
  double const weight = share * static_cast<double>(graph.vertices() + graph.arcs());
  FindCut<Space, Offset> const find{
      Array<Space, Offset const>(graph.offsets.data, graph.offsets.size),
      Array<Space, Offset const>(graph.incoming_offsets.data, graph.incoming_offsets.size),
      graph.vertices(), static_cast<std::uint64_t>(weight)};
  CutPoint cut;
  Kokkos::parallel_reduce("yoke::bfs::find_cut", WideRange<Space>(exec, 0, 1), find, cut);
  exec.fence("yoke::bfs: cut found");
  return cut;
}

}  // namespace yoke::detail::bfs
