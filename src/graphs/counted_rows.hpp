#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>

#include "graphs/arc_source.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/graph.hpp"

namespace yoke::detail::graphs {

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

}  // namespace yoke::detail::graphs
