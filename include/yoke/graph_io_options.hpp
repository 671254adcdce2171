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

/// docs/graph_files.md says which parts of each are read.
enum class GraphFormat {
  automatic,  ///< by the name's extension (before .gz), else by the first bytes, else an edge list
  matrix_market,  ///< .mtx
  edge_list,      ///< anything else: .txt, .el, .csv, .tsv, ...
  metis,          ///< .graph, .metis
  dimacs,         ///< .gr, .dimacs, .col, .clq
  gapbs,          ///< .sg, .wsg
  binary,         ///< .yoke
};

/// In the order of the enumeration; the names of the command-line tool.
inline constexpr std::array<std::string_view, 7> graph_format_names = {
    "automatic", "matrix_market", "edge_list", "metis", "dimacs", "gapbs", "binary"};

/// Its name among graph_format_names.
inline std::string_view to_string(GraphFormat format) {
  return detail::name_of(graph_format_names, format);
}

/// How the ids of an edge list become vertices. The other formats number their vertices without
/// gaps.
enum class VertexIds {
  keep,     ///< vertex 7 is id 7; the number of vertices is the largest id and one more
  compact,  ///< only ids that an edge names become vertices, in ascending order
  names,    ///< ids are any words, numbered in the order of the file
};

/// The report on a graph file.
struct GraphFileReport {
  GraphFormat format = GraphFormat::automatic;  ///< the format as which it was read
  /// Whether every edge was read once and stands for both directions. Otherwise edges are arcs.
  bool is_symmetric = false;
  std::uint64_t vertices = 0;  ///< also those without edges
  std::uint64_t edges = 0;     ///< as read: before symmetrising, dropping and merging
  std::uint64_t loops = 0;     ///< edges from a vertex to itself
  std::uint64_t bytes = 0;     ///< the file's size; its expanded size if it is compressed
  std::uint64_t lines = 0;     ///< 0 for a binary file
  /// Whether an edge list's first line may have been meant as the numbers of vertices and edges.
  /// The second number is then that of the other lines, and no other line names a vertex above the
  /// first. It was read as an edge: see GraphReadOptions::skip_lines.
  bool first_edge_may_be_sizes = false;
  /// With VertexIds::compact, the file's id of vertex v, ascending; else empty.
  std::vector<std::uint64_t> ids;
  /// With VertexIds::names, the file's name of vertex v; else empty.
  std::vector<std::string> names;
  /// Sentences that a user should read although they are no errors. They name data that the graph
  /// does not hold (weights), data that was read in another sense, and possible other meanings.
  std::vector<std::string> notes;
};

/// Called from the calling thread now and then, with the bytes read or arcs written so far and
/// their total number. May throw, which ends the call.
using GraphFileProgress = std::function<void(std::uint64_t done, std::uint64_t total)>;

/// How to read a file.
struct GraphReadOptions {
  GraphFormat format = GraphFormat::automatic;  ///< the format to read
  VertexIds ids = VertexIds::keep;              ///< how its ids become vertices
  /// The id of an edge list's first vertex, at most 2^63: 1 if its ids begin at 1. Smaller ids are
  /// refused. Only with VertexIds::keep.
  std::uint64_t base = 0;
  /// The columns of an edge list that hold the source and the target: their names in the first
  /// line, or their numbers from 1. Empty: the columns that the first line names, or the first two
  /// if it names no columns.
  std::array<std::string, 2> columns;
  /// The column of an edge list that holds the weights, as in `columns`. Empty: the first
  /// column named weight, weights, w, value, distance, length or cost, or the third if the first
  /// line names no columns. Only for read_weighted_graph.
  std::string weight_column;
  /// A file is refused if it asks for more vertices than it has bytes, and 2^20, unless this is
  /// set. One wrong number in it would otherwise take all memory.
  bool allow_sparse_ids = false;
  /// Accept parts of a text that its format does not have: a header with another number of edges,
  /// or numbers after the last one of a line. Such numbers are a third size of a DIMACS problem,
  /// values in a pattern matrix, and a fifth or ragged column of an edge list. In bipartite graphs
  /// of KONECT, also vertices above the second column's number.
  bool lenient = false;
  /// METIS files and undirected .sg and .yoke files list each edge at both ends. Another file is
  /// refused, unless this is set: then it is read as a directed graph.
  bool accept_unsymmetric = false;
  /// This number of lines at the beginning of a text is skipped.
  std::uint64_t skip_lines = 0;
  /// Refuse files that need more bytes of memory. These count: expanded files and pipes, the edges
  /// of a text, the arrays of the graph and the memory to build them. Three temporary things do not
  /// count: space for bytes still to come, a pipe's compressed bytes beside the expanded ones, and
  /// the ids that VertexIds::compact sorts. 0: the machine's memory.
  std::uint64_t memory_limit = 0;
  /// Threads share the work in pieces of about this number of bytes of text, cut at line ends.
  std::size_t piece_bytes = std::size_t(1) << 20;
  GraphFileProgress progress;  ///< called with the bytes or arcs done so far
  /// Receives the report on the file; null: none.
  GraphFileReport* report = nullptr;
};

/// How to write a file.
struct GraphWriteOptions {
  /// Automatic: by the name's extension, else an edge list.
  GraphFormat format = GraphFormat::automatic;
  GraphFileProgress progress;  ///< called with the bytes or arcs done so far
  /// Begin an edge list with a comment that tells Yoke about undirected graphs and isolated
  /// vertices. Many other readers take no comment there. The other formats have these facts anyway.
  bool header = false;
};

}  // namespace yoke
