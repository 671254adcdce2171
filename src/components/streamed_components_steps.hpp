#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "components/labels.hpp"
#include "primitives/arcs.hpp"
#include "yoke/detail/graphs/raw_graph.hpp"
#include "yoke/errors.hpp"

namespace yoke::detail::components {

// A stretch of a graph's rows and arcs: arcs first_arc to end_arc - 1, and the rows that they
// are of, of which the first and the last may have other arcs elsewhere.
struct StreamedPart {
  std::uint64_t first_row, end_row, first_arc, end_arc;

  std::uint64_t arcs() const { return end_arc - first_arc; }
  std::uint64_t offsets() const { return end_row - first_row + 1; }
};

// Cuts a graph in parts of `length` rows and arcs, counted together: of whatever degrees, no part
// has more than `length` of either, and hubs are cut as well.
template <class Vertex, class Offset>
class StreamedParts {
 public:
  // What a device's copy of a part takes at most: the offsets of one row more than it counts.
  static std::size_t bytes_of(std::uint64_t length) {
    return length * std::max(sizeof(Vertex), sizeof(Offset)) + 2 * sizeof(Offset) + line;
  }

  // The offsets are read on the host.
  StreamedParts(RawGraph<Vertex, Offset> const& graph, std::uint64_t length)
      : offsets_(graph.offsets.data),
        vertices_(graph.vertices()),
        arcs_(graph.arcs()),
        length_(length) {}

  std::uint64_t count() const { return (vertices_ + arcs_ + length_ - 1) / length_; }

  StreamedPart operator[](std::uint64_t number) const {
    std::uint64_t const begin = number * length_;
    std::uint64_t const end = std::min(begin + length_, vertices_ + arcs_);
    std::uint64_t const first = row_at(begin), last = row_at(end);
    return {first, std::min(last + 1, vertices_), begin - first, end - last};
  }

  // Where the arcs are in a copy of a part, behind the offsets.
  static std::size_t arcs_at(StreamedPart const& part) {
    return (part.offsets() * sizeof(Offset) + line - 1) / line * line;
  }

 private:
  static constexpr std::size_t line = 16;

  // Rows that have ended where so many rows and arcs have passed: each ends behind its arcs.
  std::uint64_t row_at(std::uint64_t passed) const {
    std::uint64_t low = 0, high = vertices_;
    while (low < high) {
      std::uint64_t const middle = low + (high - low + 1) / 2;
      if (middle + offsets_[middle] <= passed) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  Offset const* offsets_;
  std::uint64_t vertices_, arcs_, length_;
};

// How many rows and arcs go up in a block.
struct StreamedBlocks {
  // Blocks of 8 MiB of 32-bit vertices: 0.16 ms for the bus, of which three hide the launches. A
  // graph has 16 at least, so that all but a sixteenth of the work hides behind the copies.
  static constexpr std::uint64_t usual = std::uint64_t(1) << 21, least = std::uint64_t(1) << 12;
  static constexpr std::uint64_t fewest = 16;

  static std::uint64_t longest(std::uint64_t rows_and_arcs) {
    return std::clamp(rows_and_arcs / fewest, least, usual);
  }

  // make(length) for the longest blocks that find memory on the device; throws what it did where
  // none do. Returns their length.
  template <class Make>
  static std::uint64_t fit(std::uint64_t longest, Make const& make) {
    for (std::uint64_t length = longest;; length = std::max(length / 2, least)) {
      try {
        make(length);
        return length;
      } catch (DeviceMemoryExceeded const&) {
        if (length == least) throw;
      }
    }
  }
};

// Links the ends of a part's arcs. An edge is two arcs, of which the one to the smaller vertex will
// do.
template <class Space, class Vertex, class Offset>
struct LinkPart {
  CsrView<Space, Vertex, Offset> rows;  // offsets as in the whole graph
  Labels<Space, Vertex> labels;
  std::uint64_t first_row, first_arc;
  ArcChunks chunks;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    std::uint64_t row = rows.vertices();
    Vertex ancestor = 0;
    for_each_arc(rows, first_arc + chunks.begin(i), first_arc + chunks.end(i),
                 [&](std::uint64_t v, std::uint64_t arc) {
                   auto const from = static_cast<Vertex>(first_row + v);
                   Vertex const to = rows.neighbours(arc - first_arc);
                   if (to >= from) return;
                   if (v != row) ancestor = labels.find(from);
                   row = v;
                   ancestor = labels.link(ancestor, from, to);
                 });
  }
};

}  // namespace yoke::detail::components
