#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "yoke/algorithm.hpp"

namespace yoke {

/// docs/graph_files.md says what is read of each and what is not.
enum class GraphFormat {
  automatic,  ///< by the name's extension (before .gz), else by the first bytes, else an edge list
  matrix_market,  ///< .mtx
  edge_list,      ///< anything else: .txt, .el, .csv, .tsv, ...
  metis,          ///< .graph, .metis
  dimacs,         ///< .gr, .dimacs, .col, .clq
  gapbs,          ///< .sg, .wsg
  binary,         ///< .yoke
};

/// In the order of the enumeration; the names that the command-line tool takes.
inline constexpr std::array<std::string_view, 7> graph_format_names = {
    "automatic", "matrix_market", "edge_list", "metis", "dimacs", "gapbs", "binary"};

/// Its name among graph_format_names.
inline std::string_view to_string(GraphFormat format) {
  return detail::name_of(graph_format_names, format);
}

/// What becomes of the numbers that an edge list gives its vertices. The other formats number
/// theirs without gaps.
enum class VertexIds {
  keep,     ///< vertex 7 is vertex 7: there are as many vertices as the largest id and one more
  compact,  ///< only ids that an edge names become vertices, in ascending order
  names,    ///< ids are any words; vertices are numbered as the file first names them
};

/// What a graph file said.
struct GraphFileReport {
  GraphFormat format = GraphFormat::automatic;  ///< what it was read as
  /// Every edge was read once and stands for both directions; otherwise edges are arcs.
  bool is_symmetric = false;
  std::uint64_t vertices = 0;  ///< those that no edge names included
  std::uint64_t edges = 0;     ///< as read: before symmetrising, dropping and merging
  std::uint64_t loops = 0;     ///< edges from a vertex to itself
  std::uint64_t bytes = 0;     ///< of the file; expanded, where it is compressed
  std::uint64_t lines = 0;     ///< 0 for a binary file
  /// An edge list whose first line may have been meant as the numbers of vertices and edges: the
  /// second number is that of the other lines, and no other line names a vertex above the first. It
  /// was read as an edge: see GraphReadOptions::skip_lines.
  bool first_edge_may_be_sizes = false;
  /// With VertexIds::compact, the id that vertex v had in the file, ascending; else empty.
  std::vector<std::uint64_t> ids;
  /// With VertexIds::names, what the file calls vertex v; else empty.
  std::vector<std::string> names;
  /// What a user should know though it is no error, a sentence each: what the file holds and the
  /// graph does not (weights), what was read otherwise than it stands there, and what may have been
  /// meant otherwise.
  std::vector<std::string> notes;
};

/// Called from the calling thread now and then, with the bytes read or arcs written so far and how
/// many there are. May throw, which ends the call.
using GraphFileProgress = std::function<void(std::uint64_t done, std::uint64_t total)>;

/// How to read a file.
struct GraphReadOptions {
  GraphFormat format = GraphFormat::automatic;  ///< what to read it as
  VertexIds ids = VertexIds::keep;              ///< what becomes of its vertex numbers
  /// The id of an edge list's first vertex: 1 where its ids begin at 1. Smaller ids are refused.
  /// Only with VertexIds::keep.
  std::uint64_t base = 0;
  /// The columns of an edge list that hold the source and the target: their names in the first
  /// line, or their numbers from 1. Empty: the columns that the first line calls so, or the first
  /// two where it does not name columns.
  std::array<std::string, 2> columns;
  /// A file that asks for more vertices than it has bytes, and 2^20, is refused unless this is set:
  /// one number out of range in it would otherwise take all memory.
  bool allow_sparse_ids = false;
  /// Read over what a text has and its format has not: a header that gives another number of edges
  /// than there are, numbers after those that a line may have (a third size of a DIMACS problem,
  /// values in a pattern matrix, a fifth column of an edge list or a ragged one).
  bool lenient = false;
  /// METIS files and undirected .sg and .yoke files list each edge at both ends. One that does not
  /// is refused, unless this is set: then it is read as a directed graph.
  bool accept_unsymmetric = false;
  /// So many lines of a text are not looked at.
  std::uint64_t skip_lines = 0;
  /// Refuse what would take more memory than so many bytes: compressed files once they are expanded
  /// and pipes, the edges of a text, the arrays of the graph and what building them takes. What
  /// only helps meanwhile is not counted: room for bytes still to come, compressed bytes of a pipe
  /// beside what they expand to, the ids that VertexIds::compact sorts. 0: what the machine has.
  std::uint64_t memory_limit = 0;
  /// Work is shared out in pieces of about so many bytes of text, cut at line ends.
  std::size_t piece_bytes = std::size_t(1) << 20;
  GraphFileProgress progress;  ///< called with the bytes or arcs done so far
  /// Receives what the file said; null: nobody asks.
  GraphFileReport* report = nullptr;
};

/// How to write a file.
struct GraphWriteOptions {
  /// Automatic: by the name's extension, else an edge list.
  GraphFormat format = GraphFormat::automatic;
  GraphFileProgress progress;  ///< called with the bytes or arcs done so far
  /// Begin an edge list with a comment by which Yoke knows undirected graphs and isolated vertices
  /// again. Many other readers take no comment there. The other formats tell these things anyway.
  bool header = false;
};

}  // namespace yoke
