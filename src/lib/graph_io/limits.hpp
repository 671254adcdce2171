#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "text.hpp"
#include "yoke/graph_io_options.hpp"

namespace yoke::detail::files {

// The vertices that a graph may have: a Vertex keeps one value free, and a small file may not ask
// for a huge graph.
template <class Vertex>
class VertexLimit {
 public:
  VertexLimit(std::string_view text, GraphReadOptions const& options)
      : sparse_(options.allow_sparse_ids ? std::numeric_limits<std::uint64_t>::max()
                                         : 64 * text.size() + (std::uint64_t(1) << 20)) {}

  // Vertices that the file may have.
  std::uint64_t count() const { return std::min(sparse_, largest); }

  void check_count(std::uint64_t vertices, char const* at) const {
    if (vertices <= count()) return;
    throw Fault{at, std::to_string(vertices) + " vertices" + reason(vertices)};
  }
  void check_id(std::uint64_t id, char const* at) const {
    if (id < count()) return;
    throw Fault{at, "vertex " + std::to_string(id) + reason(id)};
  }

 private:
  std::string reason(std::uint64_t number) const {
    if (number >= largest) {
      return " does not fit: vertices of " + std::to_string(8 * sizeof(Vertex)) +
             " bits are from 0 to " + std::to_string(largest - 1);
    }
    return " makes a graph far larger than its file: it is wrong, or ids should be compacted, or "
           "allow_sparse_ids set";
  }

  static constexpr std::uint64_t largest = std::numeric_limits<Vertex>::max();
  std::uint64_t sparse_;
};

inline void check_edge_count(GraphReadOptions const& options, std::uint64_t promised,
                             std::uint64_t found, char const* what, char const* at) {
  if (promised == found || !options.check_edge_count) return;
  throw Fault{at, "the header says " + std::to_string(promised) + " " + what + ", and there are " +
                      std::to_string(found)};
}

}  // namespace yoke::detail::files
