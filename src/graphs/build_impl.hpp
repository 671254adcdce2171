#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <string>

#include "graphs/array_size.hpp"
#include "primitives/key_sort.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/errors.hpp"
#include "yoke/graph.hpp"
#include "yoke/huge_pages.hpp"

namespace yoke::detail::graphs {

// The edges as the arcs to be stored: arc i is edge i, arc edges + i its reverse.
template <class Space, class Vertex>
struct ArcSource {
  Array<Space, Vertex const> from_end, to_end;
  bool symmetrise, drop_loops;

  std::uint64_t size() const { return from_end.extent(0) * (symmetrise ? 2 : 1); }
  KOKKOS_FUNCTION Vertex from(std::uint64_t i) const {
    return i < from_end.extent(0) ? from_end(i) : to_end(i - from_end.extent(0));
  }
  KOKKOS_FUNCTION Vertex to(std::uint64_t i) const {
    return i < from_end.extent(0) ? to_end(i) : from_end(i - from_end.extent(0));
  }
  // A loop is one arc, not two.
  KOKKOS_FUNCTION bool is_stored(std::uint64_t i) const {
    if (from(i) != to(i)) return true;
    return !drop_loops && i < from_end.extent(0);
  }
};

template <class Space, class Vertex>
struct FirstEdgeOutOfRange {
  ArcSource<Space, Vertex> arcs;
  std::uint64_t vertices;
  KOKKOS_FUNCTION void operator()(std::uint64_t e, std::uint64_t& first) const {
    if ((arcs.from_end(e) >= vertices || arcs.to_end(e) >= vertices) && e < first) first = e;
  }
};

// Throws where an edge has an end out of range.
template <class Space, class Vertex>
void check_edges(Space const& exec, ArcSource<Space, Vertex> const& arcs, std::uint64_t vertices) {
  std::uint64_t const edges = arcs.from_end.extent(0);
  std::uint64_t out_of_range = edges;
  Kokkos::parallel_reduce("yoke::graph::check_edges", WideRange<Space>(exec, 0, edges),
                          FirstEdgeOutOfRange<Space, Vertex>{arcs, vertices},
                          Kokkos::Min<std::uint64_t>(out_of_range));
  exec.fence("yoke::graph: edges checked");
  if (out_of_range >= edges) return;
  throw InvalidInput("yoke::build_graph: an end of edge " + std::to_string(out_of_range) +
                         " is no vertex: there are " + std::to_string(vertices),
                     out_of_range);
}

// counts(v + 1): the arcs that leave v.
template <class Space, class Offset, class Arcs>
struct CountArcs {
  Arcs arcs;
  Array<Space, Offset> counts;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    if (arcs.is_stored(i)) {
      Kokkos::atomic_inc(&counts(static_cast<std::uint64_t>(arcs.from(i)) + 1));
    }
  }
};

template <class Space, class Offset>
struct InclusiveScan {
  Array<Space, Offset> counts;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, Offset& sum, bool last) const {
    sum += counts(i);
    if (last) counts(i) = sum;
  }
};

template <class Space, class Vertex, class Offset, class Arcs>
struct PlaceArcs {
  Arcs arcs;
  Array<Space, Offset> next;
  Array<Space, Vertex> neighbours;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    if (!arcs.is_stored(i)) return;
    neighbours(Kokkos::atomic_fetch_add(&next(arcs.from(i)), Offset(1))) = arcs.to(i);
  }
};

template <class T>
KOKKOS_FUNCTION void sift_down(T* row, std::uint64_t root, std::uint64_t size) {
  T const value = row[root];
  for (std::uint64_t child = 2 * root + 1; child < size; child = 2 * root + 1) {
    if (child + 1 < size && row[child + 1] > row[child]) ++child;
    if (row[child] <= value) break;
    row[root] = row[child];
    root = child;
  }
  row[root] = value;
}

// In place, on one thread: insertion for short rows, a heap for long ones.
template <class T>
KOKKOS_FUNCTION void sort_row_on_device(T* row, std::uint64_t size) {
  if (size <= 24) {
    for (std::uint64_t i = 1; i < size; ++i) {
      T const value = row[i];
      std::uint64_t hole = i;
      for (; hole > 0 && row[hole - 1] > value; --hole) row[hole] = row[hole - 1];
      row[hole] = value;
    }
    return;
  }
  for (std::uint64_t root = size / 2; root-- > 0;) sift_down(row, root, size);
  for (std::uint64_t end = size - 1; end > 0; --end) {
    T const largest = row[0];
    row[0] = row[end];
    row[end] = largest;
    sift_down(row, 0, end);
  }
}

template <class Space, class Vertex, class Offset>
struct SortRows {
  Array<Space, Offset const> offsets;
  Array<Space, Vertex> neighbours;
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const {
    Vertex* const row = neighbours.data() + offsets(v);
    std::uint64_t const size = offsets(v + 1) - offsets(v);
    if (size < 2) return;
    KOKKOS_IF_ON_HOST((std::sort(row, row + size);))
    KOKKOS_IF_ON_DEVICE((sort_row_on_device(row, size);))
  }
};

// counts(v + 1): the distinct neighbours in v's sorted row.
template <class Space, class Vertex, class Offset>
struct CountDistinct {
  Array<Space, Offset const> offsets;
  Array<Space, Vertex const> neighbours;
  Array<Space, Offset> counts;
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const {
    Offset distinct = 0;
    for (Offset k = offsets(v); k < offsets(v + 1); ++k) {
      distinct += k == offsets(v) || neighbours(k) != neighbours(k - 1);
    }
    counts(v + 1) = distinct;
  }
};

template <class Space, class Vertex, class Offset>
struct CopyDistinct {
  Array<Space, Offset const> offsets;
  Array<Space, Vertex const> neighbours;
  Array<Space, Offset const> new_offsets;
  Array<Space, Vertex> distinct;
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const {
    Offset place = new_offsets(v);
    for (Offset k = offsets(v); k < offsets(v + 1); ++k) {
      if (k == offsets(v) || neighbours(k) != neighbours(k - 1)) distinct(place++) = neighbours(k);
    }
  }
};

// Arcs as single words, from above to: sorting these sorts a graph, hubs and all. What is not
// stored comes last: no vertex has a number of ones alone.
template <class Arcs>
struct PackedArcs {
  Arcs arcs;
  int vertex_bits, key_bits;

  KOKKOS_FUNCTION std::uint64_t nothing() const { return ~std::uint64_t(0) >> (64 - key_bits); }
  KOKKOS_FUNCTION std::uint64_t operator()(std::uint64_t i) const {
    return arcs.is_stored(i) ? static_cast<std::uint64_t>(arcs.from(i)) << vertex_bits | arcs.to(i)
                             : nothing();
  }
};

template <class Space>
struct MarkKept {
  Array<Space, std::uint64_t const> keys;
  std::uint64_t nothing;
  bool merge;
  KOKKOS_FUNCTION bool is_kept(std::uint64_t i) const {
    return keys(i) != nothing && !(merge && i > 0 && keys(i - 1) == keys(i));
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
  std::uint64_t vertices;
  Array<Space, Offset> offsets;
  Array<Space, Vertex> neighbours;

  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& place, bool last) const {
    if (!kept.is_kept(i)) return;
    if (last) {
      std::uint64_t const key = kept.keys(i);
      std::uint64_t const v = key >> vertex_bits;
      neighbours(place) = static_cast<Vertex>(key & ((std::uint64_t(1) << vertex_bits) - 1));
      // Equal keys stand together, so the key before is that of the kept arc before.
      std::uint64_t const first = i == 0 ? 0 : (kept.keys(i - 1) >> vertex_bits) + 1;
      for (std::uint64_t u = first; u <= v; ++u) offsets(u) = static_cast<Offset>(place);
    }
    ++place;
  }
};

// How many bits number so many vertices, without ones alone.
inline int vertex_bits_of(std::uint64_t vertices) {
  return std::bit_width(std::max<std::uint64_t>(vertices, 1));
}
// And an arc, from one of so many of them.
inline int key_bits_of(std::uint64_t sources, std::uint64_t vertices) {
  return std::bit_width(std::max<std::uint64_t>(sources, 1) - 1) + vertex_bits_of(vertices);
}

// The rows by counting, with a sort of each row: for vertices of which two do not fit one word.
// `vertices` are those that have rows; Arcs is as ArcSource.
template <class Space, class Vertex, class Offset, class Arcs = ArcSource<Space, Vertex>>
class CountedRows {
 public:
  CountedRows(Space const& exec, std::uint64_t vertices, Arcs const& arcs,
              RowOptions const& options)
      : exec_(exec), vertices_(vertices), arcs_(arcs), options_(options) {
    offsets_ = Buffer<Space, Offset>(Kokkos::view_alloc(exec, "yoke::graph::counts"), vertices + 1);
    Kokkos::parallel_for("yoke::graph::count", WideRange<Space>(exec, 0, arcs.size()),
                         CountArcs<Space, Offset, Arcs>{arcs, array_of(offsets_)});
    total_ = scan(offsets_);
    if (!options.merge) return;
    rows_ = make_buffer<Space, Vertex>(exec, "yoke::graph::rows", total_);
    place(array_of(offsets_), array_of(rows_));
    distinct_ =
        Buffer<Space, Offset>(Kokkos::view_alloc(exec, "yoke::graph::distinct"), vertices + 1);
    Kokkos::parallel_for("yoke::graph::count_distinct", WideRange<Space>(exec, 0, vertices),
                         CountDistinct<Space, Vertex, Offset>{array_of(offsets_), array_of(rows_),
                                                              array_of(distinct_)});
    total_ = scan(distinct_);
  }

  std::size_t arcs() const { return total_; }

  void write(Array<Space, Offset> offsets, Array<Space, Vertex> neighbours) {
    if (options_.merge) {
      Kokkos::parallel_for("yoke::graph::copy_distinct", WideRange<Space>(exec_, 0, vertices_),
                           CopyDistinct<Space, Vertex, Offset>{array_of(offsets_), array_of(rows_),
                                                               array_of(distinct_), neighbours});
      Kokkos::deep_copy(exec_, offsets, array_of(distinct_));
    } else {
      Kokkos::deep_copy(exec_, offsets, array_of(offsets_));
      place(offsets, neighbours);
    }
    exec_.fence("yoke::graph: rows written");
  }

 private:
  std::size_t scan(Buffer<Space, Offset> const& counts) {
    Offset total = 0;
    Kokkos::parallel_scan("yoke::graph::scan", WideRange<Space>(exec_, 0, vertices_ + 1),
                          InclusiveScan<Space, Offset>{array_of(counts)}, total);
    exec_.fence("yoke::graph: arcs counted");
    return total;
  }

  // `offsets` stays; a copy of it counts up.
  void place(Array<Space, Offset> offsets, Array<Space, Vertex> neighbours) {
    auto const next = make_buffer<Space, Offset>(exec_, "yoke::graph::next", vertices_ + 1);
    Kokkos::deep_copy(exec_, next, offsets);
    Kokkos::parallel_for("yoke::graph::place", WideRange<Space>(exec_, 0, arcs_.size()),
                         PlaceArcs<Space, Vertex, Offset, Arcs>{arcs_, array_of(next), neighbours});
    if (options_.sort || options_.merge) {
      Kokkos::parallel_for("yoke::graph::sort_rows",
                           Kokkos::RangePolicy<Space, Kokkos::IndexType<std::uint64_t>,
                                               Kokkos::Schedule<Kokkos::Dynamic>>(
                               exec_, 0, vertices_, Kokkos::ChunkSize(256)),
                           SortRows<Space, Vertex, Offset>{offsets, neighbours});
    }
    exec_.fence("yoke::graph: rows placed");
  }

  Space exec_;
  std::uint64_t vertices_;
  Arcs arcs_;
  RowOptions options_;
  std::size_t total_ = 0;
  Buffer<Space, Offset> offsets_, distinct_;
  Buffer<Space, Vertex> rows_;
};

// The rows by one sort of all arcs, which are not looked at after the construction: of the first
// `rows` of so many vertices.
template <class Space, class Vertex, class Offset>
class SortedRows {
 public:
  template <class Arcs>
  SortedRows(Space const& exec, std::uint64_t rows, std::uint64_t vertices, Arcs const& arcs,
             RowOptions const& options)
      : exec_(exec),
        vertices_(rows),
        vertex_bits_(vertex_bits_of(vertices)),
        merge_(options.merge) {
    keys_ = make_buffer<Space, std::uint64_t>(exec, "yoke::graph::keys", arcs.size());
    if constexpr (runs_on_host<Space>) {
      advise_huge_pages(keys_.data(), keys_.size() * sizeof(std::uint64_t));
    }
    PackedArcs<Arcs> const packed{arcs, vertex_bits_, key_bits_of(rows, vertices)};
    nothing_ = packed.nothing();
    sort_keys(exec, packed, packed.key_bits, array_of(keys_));
    Kokkos::parallel_reduce("yoke::graph::count_kept", WideRange<Space>(exec, 0, arcs.size()),
                            kept(), total_);
    exec.fence("yoke::graph: arcs counted");
  }

  std::size_t arcs() const { return total_; }

  void write(Array<Space, Offset> offsets, Array<Space, Vertex> neighbours) {
    // Right for the vertices after the last arc's.
    Kokkos::deep_copy(exec_, offsets, static_cast<Offset>(total_));
    Kokkos::parallel_scan(
        "yoke::graph::unpack", WideRange<Space>(exec_, 0, keys_.extent(0)),
        UnpackArcs<Space, Vertex, Offset>{kept(), vertex_bits_, vertices_, offsets, neighbours});
    exec_.fence("yoke::graph: rows written");
  }

 private:
  MarkKept<Space> kept() const { return {array_of(keys_), nothing_, merge_}; }

  Space exec_;
  std::uint64_t vertices_;
  int vertex_bits_;
  bool merge_;
  std::uint64_t nothing_ = 0, total_ = 0;
  Buffer<Space, std::uint64_t> keys_;
};

template <class Space, class Vertex, class Offset>
struct RowBuilder<Space, Vertex, Offset>::State {
  std::unique_ptr<CountedRows<Space, Vertex, Offset>> counted;
  std::unique_ptr<SortedRows<Space, Vertex, Offset>> sorted;
  std::uint64_t vertices;
};

template <class Space, class Vertex, class Offset>
RowBuilder<Space, Vertex, Offset>::RowBuilder(Space const& exec, std::uint64_t vertices,
                                              RawArray<Vertex const> from,
                                              RawArray<Vertex const> to, RowOptions const& options)
    : state_(std::make_unique<State>()) {
  // Before anybody, here or in build_graph, makes an array for the offsets.
  check_array_size("yoke::build_graph: offsets", vertices, sizeof(Offset));
  state_->vertices = vertices;
  ArcSource<Space, Vertex> const arcs{Array<Space, Vertex const>(from.data, from.size),
                                      Array<Space, Vertex const>(to.data, to.size),
                                      options.symmetrise, options.drop_loops};
  check_edges(exec, arcs, vertices);
  if (key_bits_of(vertices, vertices) > 64) {
    state_->counted =
        std::make_unique<CountedRows<Space, Vertex, Offset>>(exec, vertices, arcs, options);
  } else {
    state_->sorted = std::make_unique<SortedRows<Space, Vertex, Offset>>(exec, vertices, vertices,
                                                                         arcs, options);
  }
}

template <class Space, class Vertex, class Offset>
RowBuilder<Space, Vertex, Offset>::~RowBuilder() = default;

template <class Space, class Vertex, class Offset>
std::size_t RowBuilder<Space, Vertex, Offset>::arcs() const {
  return state_->counted ? state_->counted->arcs() : state_->sorted->arcs();
}

template <class Space, class Vertex, class Offset>
void RowBuilder<Space, Vertex, Offset>::write(RawArray<Offset> offsets,
                                              RawArray<Vertex> neighbours) {
  Array<Space, Offset> const offsets_out(offsets.data, offsets.size);
  Array<Space, Vertex> const neighbours_out(neighbours.data, neighbours.size);
  if (state_->counted) {
    state_->counted->write(offsets_out, neighbours_out);
  } else {
    state_->sorted->write(offsets_out, neighbours_out);
  }
}

}  // namespace yoke::detail::graphs
