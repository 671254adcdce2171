#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstdint>

#include "primitives/key_sort.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/graph.hpp"

namespace yoke::detail::graphs {

// Arcs as single words, from above to: sorting these sorts a graph, hubs and all. What is not
// stored has the last word. An arc may have it too: it does not matter which of these come last.
template <class Arcs>
struct PackedArcs {
  Arcs arcs;
  int vertex_bits, key_bits;

  KOKKOS_FUNCTION std::uint64_t nothing() const {
    return key_bits == 0 ? 0 : ~std::uint64_t(0) >> (64 - key_bits);
  }
  KOKKOS_FUNCTION std::uint64_t operator()(std::uint64_t i) const {
    return arcs.is_stored(i) ? static_cast<std::uint64_t>(arcs.from(i)) << vertex_bits | arcs.to(i)
                             : nothing();
  }
};

// Sorted words: the arcs, and after them what is not stored.
template <class Space>
struct MarkKept {
  Array<Space, std::uint64_t const> keys;
  std::uint64_t stored;
  bool merge;
  KOKKOS_FUNCTION bool is_kept(std::uint64_t i) const {
    return i < stored && !(merge && i > 0 && keys(i - 1) == keys(i));
  }
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& kept) const {
    kept += is_kept(i);
  }
};

// Writes the kept arcs in order, and the offset of every vertex up to the one that has the arc.
template <class Space, class Vertex, class Offset>
struct UnpackArcs {
  MarkKept<Space> kept;
  int vertex_bits;
  Array<Space, Offset> offsets;
  Array<Space, Vertex> neighbours;

  // Where all are kept, each has its place.
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const { write(i, i); }
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& place, bool last) const {
    if (!kept.is_kept(i)) return;
    if (last) write(i, place);
    ++place;
  }

 private:
  KOKKOS_FUNCTION void write(std::uint64_t i, std::uint64_t place) const {
    std::uint64_t const key = kept.keys(i);
    std::uint64_t const v = key >> vertex_bits;
    neighbours(place) = static_cast<Vertex>(key & ((std::uint64_t(1) << vertex_bits) - 1));
    // Equal keys stand together, so the key before is that of the kept arc before.
    std::uint64_t const first = i == 0 ? 0 : (kept.keys(i - 1) >> vertex_bits) + 1;
    for (std::uint64_t u = first; u <= v; ++u) offsets(u) = static_cast<Offset>(place);
  }
};

// The bits that number these vertices.
inline int vertex_bits_of(std::uint64_t vertices) {
  return std::bit_width(std::max<std::uint64_t>(vertices, 1) - 1);
}
// The bits that number an arc from one of `sources` vertices.
inline int key_bits_of(std::uint64_t sources, std::uint64_t vertices) {
  return vertex_bits_of(sources) + vertex_bits_of(vertices);
}

// The rows of the first `rows` vertices, by one sort of all arcs, which are not looked at after the
// construction. `stored` is the number of arcs to be stored.
template <class Space, class Vertex, class Offset>
class SortedRows {
 public:
  template <class Arcs>
  SortedRows(Space const& exec, std::uint64_t rows, std::uint64_t vertices, Arcs const& arcs,
             std::uint64_t stored, RowOptions const& options)
      : exec_(exec),
        vertex_bits_(vertex_bits_of(vertices)),
        stored_(stored),
        total_(stored),
        merge_(options.merge) {
    PackedArcs<Arcs> const packed{arcs, vertex_bits_, key_bits_of(rows, vertices)};
    keys_ = sorted_keys(exec, packed, arcs.size(), packed.key_bits);
    if (!merge_) return;
    Kokkos::parallel_reduce("yoke::graph::count_kept", WideRange<Space>(exec, 0, stored_), kept(),
                            total_);
    exec.fence("yoke::graph: arcs counted");
  }

  std::size_t arcs() const { return total_; }

  void write(Array<Space, Offset> offsets, Array<Space, Vertex> neighbours) {
    // Right for the vertices after the last arc's.
    Kokkos::deep_copy(exec_, offsets, static_cast<Offset>(total_));
    WideRange<Space> const all(exec_, 0, stored_);
    UnpackArcs<Space, Vertex, Offset> const unpack{kept(), vertex_bits_, offsets, neighbours};
    if (merge_) {
      Kokkos::parallel_scan("yoke::graph::unpack", all, unpack);
    } else {
      Kokkos::parallel_for("yoke::graph::unpack", all, unpack);
    }
    exec_.fence("yoke::graph: rows written");
  }

 private:
  MarkKept<Space> kept() const { return {array_of(keys_), stored_, merge_}; }

  Space exec_;
  int vertex_bits_;
  std::uint64_t stored_, total_;
  bool merge_;
  Buffer<Space, std::uint64_t> keys_;
};

}  // namespace yoke::detail::graphs
