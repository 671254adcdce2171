#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "files/text.hpp"
#include "graphs/array_size.hpp"
#include "yoke/graph_io_options.hpp"

namespace yoke::detail::files {

// The vertices that a graph may have: what a Vertex and memory can number, and a small file may not
// ask for a huge graph.
template <class Vertex>
class VertexLimit {
 public:
  VertexLimit(std::string_view text, GraphReadOptions const& options)
      : sparse_(options.allow_sparse_ids ? std::numeric_limits<std::uint64_t>::max()
                                         : text.size() + (std::uint64_t(1) << 20)) {}

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
      std::string const wider = sizeof(Vertex) == 4 ? " (a 64-bit Vertex takes more)" : "";
      return " does not fit: vertices of " + std::to_string(8 * sizeof(Vertex)) +
             " bits are from 0 to " + std::to_string(largest - 1) + wider;
    }
    return " makes a graph far larger than its file: it is wrong, or ids should be compacted "
           "(options.ids), or taken as they are (options.allow_sparse_ids)";
  }

  // A Vertex keeps one value free, and their offsets are to be addressed.
  static constexpr std::uint64_t largest = std::min<std::uint64_t>(
      std::numeric_limits<Vertex>::max(), graphs::most_elements(sizeof(std::uint64_t)));
  std::uint64_t sparse_;
};

// How a message ends that a lenient reader does not have.
inline constexpr char const* lenient_hint = " (options.lenient reads over it)";

inline void check_edge_count(GraphReadOptions const& options, std::uint64_t promised,
                             std::uint64_t found, char const* what, char const* at) {
  if (promised == found || options.lenient) return;
  throw Fault{at, "the header says " + std::to_string(promised) + " " + what + ", and there are " +
                      std::to_string(found) + lenient_hint};
}

// That a line has no more than its format has, which is `more` where there is any.
inline void check_nothing_more(GraphReadOptions const& options, std::string_view more,
                               char const* than) {
  if (more.empty() || options.lenient) return;
  throw Fault{more.data(), quoted(more) + " is more than " + than + " has" + lenient_hint};
}

}  // namespace yoke::detail::files
