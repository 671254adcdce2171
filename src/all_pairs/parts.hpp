#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "all_pairs/steps.hpp"

// Steps of rows that several share: ranks, or both sides of a Hybrid. Each closes every pivot block
// itself, and lowers its own rows.
namespace yoke::detail::all_pairs {

// Copies rows of adjacent elements.
template <class Weight>
struct CopyRows {
  MatrixRows<Weight> rows;
  Weight* to;
  std::size_t to_stride;
  KOKKOS_FUNCTION void operator()(std::uint64_t e) const {
    std::uint64_t const i = e / rows.vertices, j = e % rows.vertices;
    to[i * to_stride + j] = rows.data[i * rows.stride + j];
  }
};
template <class Space, class Weight>
void copy_rows(Space const& exec, MatrixRows<Weight> const& rows, Weight* to,
               std::size_t to_stride) {
  Kokkos::parallel_for("yoke::all_pairs::copy_rows",
                       WideRange<Space>(exec, 0, rows.count * rows.vertices),
                       CopyRows<Weight>{rows, to, to_stride});
}

// Those of its own rows that are of a pivot block, counted from its first one.
struct Stretch {
  std::size_t begin, end;
  std::size_t size() const { return end - begin; }
};

// Of `count` rows from that of vertex `first` on, those of the pivot block that begins at vertex
// `pivot`.
inline Stretch stretch_of(std::size_t pivot, std::size_t first, std::size_t count,
                          std::size_t vertices) {
  auto const within = [&](std::size_t vertex) {
    return std::clamp(vertex, first, first + count) - first;
  };
  return {within(pivot), within(std::min<std::size_t>(pivot + block, vertices))};
}

// Copies the rows of a stretch without the gaps between them.
template <class Space, class Weight>
void pack_rows(Space const& exec, MatrixRows<Weight> rows, Stretch stretch, Weight* to) {
  if (stretch.size() == 0) return;
  rows.data += stretch.begin * rows.stride;
  rows.count = stretch.size();
  copy_rows(exec, rows, to, rows.vertices);
}

// Ends a step: lowers the rows. The next step's pivot block begins at vertex `next`. The rows that
// it takes of these are lowered first. give(them, rest) then hands them out, and calls rest(),
// which lowers the others.
template <class Space, class Weight, class Give>
void lower_rows(Steps<Space, Weight>& steps, MatrixRows<Weight> const& rows, std::size_t next,
                Give const& give) {
  constexpr std::size_t strip = Steps<Space, Weight>::strip;
  if (next >= rows.vertices) return steps.lower(0, rows.count);
  Stretch const own = stretch_of(next, rows.first, rows.count, rows.vertices);
  Stretch strips = own;
  if (own.size() > 0) {
    strips.begin = own.begin / strip * strip;
    strips.end = std::min((own.end + strip - 1) / strip * strip, rows.count);
    steps.lower(strips.begin, strips.end);
  }
  give(own, [&] {
    steps.lower(0, strips.begin);
    steps.lower(strips.end, rows.count);
  });
}

}  // namespace yoke::detail::all_pairs
