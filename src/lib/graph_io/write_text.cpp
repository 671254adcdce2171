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
void write_lines(WholeFile& file, HostGraph<Vertex, Offset> const& graph,
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

}  // namespace

template <class Vertex, class Offset>
void write_edge_list(WholeFile& file, HostGraph<Vertex, Offset> const& graph,
                     GraphFileProgress const& progress) {
  bool const is_symmetric = graph.is_symmetric();
  file.write(std::string("# yoke edge list: ") + (is_symmetric ? "undirected " : "directed ") +
             std::to_string(graph.vertices()) + " vertices\n");
  write_lines(file, graph, progress, [&](std::string& text, std::uint64_t u) {
    for (Offset arc = graph.offsets()(u); arc < graph.offsets()(u + 1); ++arc) {
      Vertex const v = graph.neighbours()(arc);
      if (is_symmetric && v < u) continue;
      append(text, u);
      text += ' ';
      append(text, v);
      text += '\n';
    }
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
void write_metis(WholeFile& file, HostGraph<Vertex, Offset> const& graph,
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

#define YOKE_INSTANTIATE(Space, Vertex, Offset)                               \
  template void write_edge_list(WholeFile&, HostGraph<Vertex, Offset> const&, \
                                GraphFileProgress const&);                    \
  template void check_metis_holds(HostGraph<Vertex, Offset> const&);          \
  template void write_metis(WholeFile&, HostGraph<Vertex, Offset> const&, GraphFileProgress const&);
YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE, Kokkos::HostSpace)

}  // namespace yoke::detail::files
