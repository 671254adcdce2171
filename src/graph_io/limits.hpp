#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "files/text.hpp"
#include "graphs/array_size.hpp"
#include "yoke/counted.hpp"
#include "yoke/graph_io_options.hpp"

namespace yoke::detail::files {

// The vertices that a graph may have: what a Vertex and memory can number, and a small file may not
// ask for a huge graph.
template <class Vertex>
class VertexLimit {
 public:
  // Of a file that has something for each vertex.
  VertexLimit() : sparse_(std::numeric_limits<std::uint64_t>::max()) {}
  VertexLimit(std::string_view text, GraphReadOptions const& options)
      : sparse_(options.allow_sparse_ids ? std::numeric_limits<std::uint64_t>::max()
                                         : text.size() + (std::uint64_t(1) << 20)) {}

  // Vertices that the file may have.
  std::uint64_t count() const { return std::min(sparse_, largest); }

  void check_count(std::uint64_t vertices, char const* at) const {
    if (vertices <= count()) return;
    std::string const number = show_count(vertices, "vertex", "vertices");
    if (vertices > largest) throw Fault{at, number + " do not fit" + too_wide(vertices - 1, "")};
    throw Fault{at, number +
                        " make a graph far larger than its file: the number is wrong, or it "
                        "is taken as it is (options.allow_sparse_ids)"};
  }
  // `base`: the id of a column's first vertex. `before`: the vertices before those of the column.
  void check_id(std::uint64_t vertex, char const* at, std::uint64_t base,
                std::uint64_t before) const {
    if (vertex < count()) return;
    std::string const number =
        "vertex " + std::to_string(vertex - before + base) +
        (before > 0 ? ", behind the first column's " + std::to_string(before) + "," : "");
    std::string const compacted = base == 0 ? "options.ids" : "options.ids instead of options.base";
    if (vertex >= largest) {
      throw Fault{at, number + " does not fit" +
                          too_wide(vertex, "compacted ids are any below 2^64: " + compacted, base)};
    }
    throw Fault{at, number +
                        " makes a graph far larger than its file: it is wrong, or ids should "
                        "be compacted (" +
                        compacted +
                        "), or taken as they are "
                        "(options.allow_sparse_ids)"};
  }

 private:
  // `ways`: what takes it, whatever its size.
  std::string too_wide(std::uint64_t vertex, std::string ways, std::uint64_t base = 0) const {
    if (sizeof(Vertex) == 4 && vertex < largest_of<std::uint64_t>) {
      std::string const sparse = vertex < sparse_ ? "" : " with options.allow_sparse_ids";
      ways = "a 64-bit Vertex takes more" + sparse + (ways.empty() ? "" : "; ") + ways;
    }
    return ": vertices of " + std::to_string(8 * sizeof(Vertex)) + " bits are from " +
           std::to_string(base) + " to " + std::to_string(std::min(base, ~largest) + largest - 1) +
           (ways.empty() ? "" : " (" + ways + ")");
  }

  // A Vertex keeps one value free, and their offsets are to be addressed.
  template <class Word>
  static constexpr std::uint64_t largest_of = std::min<std::uint64_t>(
      std::numeric_limits<Word>::max(), graphs::most_elements(sizeof(std::uint64_t)));
  static constexpr std::uint64_t largest = largest_of<Vertex>;
  std::uint64_t sparse_;
};

// How a message ends that a lenient reader does not have.
inline constexpr char const* lenient_hint = " (options.lenient accepts it)";

inline void check_edge_count(GraphReadOptions const& options, std::uint64_t promised,
                             std::uint64_t found, char const* one, char const* several,
                             char const* at) {
  if (promised == found || options.lenient) return;
  throw Fault{at, "the header says " + show_count(promised, one, several) + ", and there " +
                      (found == 1 ? "is " : "are ") + std::to_string(found) + lenient_hint};
}

// That a line has no more than its format has, which is `more` where there is any.
inline void check_nothing_more(GraphReadOptions const& options, std::string_view more,
                               char const* than) {
  if (more.empty() || options.lenient) return;
  throw Fault{more.data(), quoted(more) + " is more than " + than + " has" + lenient_hint};
}

}  // namespace yoke::detail::files
