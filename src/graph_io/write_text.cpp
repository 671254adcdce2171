#include <charconv>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "pieces.hpp"
#include "writers.hpp"

namespace yoke::detail::files {
namespace {

void append(std::string& text, std::uint64_t number) {
  char digits[20];
  auto const end = std::to_chars(digits, digits + sizeof digits, number).ptr;
  text.append(digits, end);
}

// Vertices whose lines are made by one thread at once.
constexpr std::uint64_t vertices_a_piece = 1 << 14;

// Makes the text of pieces on several threads with line(text, vertex), and writes it in order.
template <class Vertex, class Offset, class Line>
void write_lines(OutputFile& file, HostGraph<Vertex, Offset> const& graph,
                 GraphFileProgress const& progress, Line const& line) {
  std::uint64_t const n = graph.vertices();
  std::uint64_t const pieces = (n + vertices_a_piece - 1) / vertices_a_piece;
  std::vector<std::string> texts(pieces);
  std::size_t written = 0;
  auto const end_of = [&](std::uint64_t piece) {
    return std::min((piece + 1) * vertices_a_piece, n);
  };
  auto const make = [&](std::size_t piece) {
    for (std::uint64_t v = piece * vertices_a_piece; v < end_of(piece); ++v) line(texts[piece], v);
  };
  auto const write = [&](std::size_t made) {
    for (; written < made; ++written) file.write(std::exchange(texts[written], {}));
    if (progress) progress(graph.offsets()(end_of(made - 1)), graph.arcs());
  };
  for_each_piece(pieces, make, write);
}

// The same with edge(text, u, v) for every arc u -> v, or every undirected edge, u <= v.
template <class Vertex, class Offset, class Edge>
void write_edges(OutputFile& file, HostGraph<Vertex, Offset> const& graph,
                 GraphFileProgress const& progress, Edge const& edge) {
  bool const is_symmetric = graph.is_symmetric();
  write_lines(file, graph, progress, [&](std::string& text, std::uint64_t u) {
    for (Offset arc = graph.offsets()(u); arc < graph.offsets()(u + 1); ++arc) {
      std::uint64_t const v = graph.neighbours()(arc);
      if (!is_symmetric || v >= u) edge(text, u, v);
    }
  });
}

// Undirected edges, loops among them, or arcs.
template <class Vertex, class Offset>
std::uint64_t count_edges(HostGraph<Vertex, Offset> const& graph) {
  if (!graph.is_symmetric()) return graph.arcs();
  std::uint64_t edges = 0;
  for (std::uint64_t u = 0; u < graph.vertices(); ++u) {
    for (Offset arc = graph.offsets()(u); arc < graph.offsets()(u + 1); ++arc) {
      edges += graph.neighbours()(arc) >= u;
    }
  }
  return edges;
}

}  // namespace

template <class Vertex, class Offset>
void write_edge_list(OutputFile& file, HostGraph<Vertex, Offset> const& graph,
                     GraphFileProgress const& progress) {
  file.write(std::string("# yoke edge list: ") +
             (graph.is_symmetric() ? "undirected " : "directed ") +
             std::to_string(graph.vertices()) + " vertices\n");
  write_edges(file, graph, progress, [](std::string& text, std::uint64_t u, std::uint64_t v) {
    append(text, u);
    text += ' ';
    append(text, v);
    text += '\n';
  });
}

template <class Vertex, class Offset>
void write_matrix_market(OutputFile& file, HostGraph<Vertex, Offset> const& graph,
                         GraphFileProgress const& progress) {
  std::string const n = std::to_string(graph.vertices());
  file.write(std::string("%%MatrixMarket matrix coordinate pattern ") +
             (graph.is_symmetric() ? "symmetric\n" : "general\n") + n + " " + n + " " +
             std::to_string(count_edges(graph)) + "\n");
  bool const is_symmetric = graph.is_symmetric();
  write_edges(file, graph, progress, [&](std::string& text, std::uint64_t u, std::uint64_t v) {
    // Of a symmetric matrix the lower triangle is stored: rows are not below columns.
    if (is_symmetric) std::swap(u, v);
    append(text, u + 1);
    text += ' ';
    append(text, v + 1);
    text += '\n';
  });
}

template <class Vertex, class Offset>
void write_dimacs(OutputFile& file, HostGraph<Vertex, Offset> const& graph,
                  GraphFileProgress const& progress) {
  bool const is_symmetric = graph.is_symmetric();
  file.write(std::string(is_symmetric ? "p edge " : "p sp ") + std::to_string(graph.vertices()) +
             " " + std::to_string(count_edges(graph)) + "\n");
  write_edges(file, graph, progress, [&](std::string& text, std::uint64_t u, std::uint64_t v) {
    text += is_symmetric ? "e " : "a ";
    append(text, u + 1);
    text += ' ';
    append(text, v + 1);
    text += is_symmetric ? "\n" : " 1\n";
  });
}

template <class Vertex, class Offset>
void check_metis_holds(HostGraph<Vertex, Offset> const& graph) {
  if (!graph.is_symmetric()) {
    throw std::invalid_argument("yoke::write_graph: METIS files hold undirected graphs only");
  }
  for (std::uint64_t u = 0; u < graph.vertices(); ++u) {
    for (Offset arc = graph.offsets()(u); arc < graph.offsets()(u + 1); ++arc) {
      if (graph.neighbours()(arc) != u) continue;
      throw InvalidInput("yoke::write_graph: METIS files hold no loops, and vertex " +
                             std::to_string(u) + " has one",
                         u);
    }
  }
}

template <class Vertex, class Offset>
void write_metis(OutputFile& file, HostGraph<Vertex, Offset> const& graph,
                 GraphFileProgress const& progress) {
  file.write(std::to_string(graph.vertices()) + " " + std::to_string(graph.arcs() / 2) + "\n");
  write_lines(file, graph, progress, [&](std::string& text, std::uint64_t u) {
    Offset const begin = graph.offsets()(u);
    for (Offset arc = begin; arc < graph.offsets()(u + 1); ++arc) {
      if (arc != begin) text += ' ';
      append(text, std::uint64_t(graph.neighbours()(arc)) + 1);
    }
    text += '\n';
  });
}

#define YOKE_INSTANTIATE(Space, Vertex, Offset)                                    \
  template void write_edge_list(OutputFile&, HostGraph<Vertex, Offset> const&,     \
                                GraphFileProgress const&);                         \
  template void write_matrix_market(OutputFile&, HostGraph<Vertex, Offset> const&, \
                                    GraphFileProgress const&);                     \
  template void write_dimacs(OutputFile&, HostGraph<Vertex, Offset> const&,        \
                             GraphFileProgress const&);                            \
  template void check_metis_holds(HostGraph<Vertex, Offset> const&);               \
  template void write_metis(OutputFile&, HostGraph<Vertex, Offset> const&,         \
                            GraphFileProgress const&);
YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE, Kokkos::HostSpace)

}  // namespace yoke::detail::files
