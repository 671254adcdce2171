#include <charconv>
#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "files/text.hpp"
#include "own_comments.hpp"
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

// The same with write_arc(text, u, v, arc) for every arc u -> v; without `both_ways` for those with
// u <= v.
template <class Vertex, class Offset, class Arc>
void write_arcs(OutputFile& file, HostGraph<Vertex, Offset> const& graph,
                GraphFileProgress const& progress, bool both_ways, Arc const& write_arc) {
  write_lines(file, graph, progress, [&](std::string& text, std::uint64_t u) {
    for (Offset arc = graph.offsets()(u); arc < graph.offsets()(u + 1); ++arc) {
      std::uint64_t const v = graph.neighbours()(arc);
      if (both_ways || v >= u) write_arc(text, u, v, std::uint64_t(arc));
    }
  });
}

// Every arc of a directed graph, or every undirected edge once.
template <class Vertex, class Offset, class Edge>
void write_edges(OutputFile& file, HostGraph<Vertex, Offset> const& graph,
                 GraphFileProgress const& progress, Edge const& edge) {
  write_arcs(file, graph, progress, !graph.is_symmetric(), edge);
}

bool ends_in(std::filesystem::path const& path, std::string_view extension) {
  return lower_case(path.extension().string()) == extension;
}

// Between the columns of an edge list.
char separator_of(std::filesystem::path const& path) {
  return ends_in(path, ".csv") ? ',' : ends_in(path, ".tsv") ? '\t' : ' ';
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
                     ArcWeights const& weights, GraphWriteOptions const& options) {
  if (options.header) {
    file.write(std::string(own_mark) + (graph.is_symmetric() ? "undirected " : "directed ") +
               std::to_string(graph.vertices()) + " vertices\n");
  }
  char const separator = separator_of(file.path());
  // What reads such tables takes the first line for names.
  if (separator != ' ') {
    std::string const more = weights.exist() ? std::string(1, separator) + "weight" : "";
    file.write(std::string("source") + separator + "target" + more + "\n");
  }
  write_edges(file, graph, options.progress,
              [&](std::string& text, std::uint64_t u, std::uint64_t v, std::uint64_t arc) {
                append(text, u);
                text += separator;
                append(text, v);
                if (weights.exist()) text += separator + weights.show(arc);
                text += '\n';
              });
}

template <class Vertex, class Offset>
void write_matrix_market(OutputFile& file, HostGraph<Vertex, Offset> const& graph,
                         ArcWeights const& weights, GraphFileProgress const& progress) {
  std::string const n = std::to_string(graph.vertices());
  char const* const field = weights.are_whole() ? "integer "
                            : weights.exist()   ? "real "
                                                : "pattern ";
  file.write(std::string("%%MatrixMarket matrix coordinate ") + field +
             (graph.is_symmetric() ? "symmetric\n" : "general\n") + n + " " + n + " " +
             std::to_string(count_edges(graph)) + "\n");
  bool const is_symmetric = graph.is_symmetric();
  write_edges(file, graph, progress,
              [&](std::string& text, std::uint64_t u, std::uint64_t v, std::uint64_t arc) {
                // Of a symmetric matrix the lower triangle is stored: rows are not below columns.
                if (is_symmetric) std::swap(u, v);
                append(text, u + 1);
                text += ' ';
                append(text, v + 1);
                if (weights.exist()) text += ' ' + weights.show(arc);
                text += '\n';
              });
}

// Shortest paths have arcs, and what reads .gr reads nothing else; colourings and cliques have
// edges, and no weights.
template <class Vertex, class Offset>
void write_dimacs(OutputFile& file, HostGraph<Vertex, Offset> const& graph,
                  ArcWeights const& weights, GraphFileProgress const& progress) {
  bool const has_arcs = !graph.is_symmetric() || weights.exist() || ends_in(file.path(), ".gr");
  if (has_arcs && graph.is_symmetric()) file.write(std::string(both_ways_mark) + "\n");
  file.write(std::string(has_arcs ? "p sp " : "p edge ") + std::to_string(graph.vertices()) + " " +
             std::to_string(has_arcs ? graph.arcs() : count_edges(graph)) + "\n");
  write_arcs(file, graph, progress, has_arcs,
             [&](std::string& text, std::uint64_t u, std::uint64_t v, std::uint64_t arc) {
               text += has_arcs ? "a " : "e ";
               append(text, u + 1);
               text += ' ';
               append(text, v + 1);
               if (has_arcs) text += ' ' + (weights.exist() ? weights.show(arc) : "1");
               text += '\n';
             });
}

template <class Vertex, class Offset>
void check_metis_holds(HostGraph<Vertex, Offset> const& graph) {
  if (!graph.is_symmetric()) {
    throw std::invalid_argument("yoke::write_graph: METIS files hold undirected graphs only");
  }
  auto const for_each_arc = [&](auto const& visit) {
    for (std::uint64_t u = 0; u < graph.vertices(); ++u) {
      for (Offset arc = graph.offsets()(u); arc < graph.offsets()(u + 1); ++arc) {
        visit(u, std::uint64_t(graph.neighbours()(arc)));
      }
    }
  };
  for_each_arc([](std::uint64_t u, std::uint64_t v) {
    if (u != v) return;
    throw InvalidInput("yoke::write_graph: METIS files hold no loops, and vertex " +
                           std::to_string(u) + " has one (options.drop_loops)",
                       u);
  });
  // Of each vertex the last one, counted from 1, that it is a neighbour of.
  std::vector<std::uint64_t> seen_by(graph.vertices());
  for_each_arc([&](std::uint64_t u, std::uint64_t v) {
    if (std::exchange(seen_by[v], u + 1) != u + 1) return;
    throw InvalidInput("yoke::write_graph: METIS files hold no edge twice, and vertex " +
                           std::to_string(u) + " has several to " + std::to_string(v) +
                           " (options.merge_multi_edges; with weights options.repeated)",
                       u);
  });
}

template <class Vertex, class Offset>
void check_metis_holds(HostGraph<Vertex, Offset> const& graph, ArcWeights const& weights) {
  check_metis_holds(graph);
  if (!weights.exist()) return;
  for (std::uint64_t arc = 0; arc < graph.arcs(); ++arc) {
    if (weights.whole(arc) >= 1) continue;
    throw InvalidInput("yoke::write_graph: METIS files hold weights from 1 up, and weights(" +
                           std::to_string(arc) + ") is " + weights.show(arc),
                       arc);
  }
}

template <class Vertex, class Offset>
void write_metis(OutputFile& file, HostGraph<Vertex, Offset> const& graph,
                 ArcWeights const& weights, GraphFileProgress const& progress) {
  file.write(std::to_string(graph.vertices()) + " " + std::to_string(graph.arcs() / 2) +
             (weights.exist() ? " 001\n" : "\n"));
  // With a blank after the last neighbour too, without which GAPBS does not read it.
  write_lines(file, graph, progress, [&](std::string& text, std::uint64_t u) {
    for (Offset arc = graph.offsets()(u); arc < graph.offsets()(u + 1); ++arc) {
      append(text, std::uint64_t(graph.neighbours()(arc)) + 1);
      text += ' ';
      if (weights.exist()) text += weights.show(arc) + ' ';
    }
    text += '\n';
  });
}

#define YOKE_INSTANTIATE(Space, Vertex, Offset)                                                   \
  template void write_edge_list(OutputFile&, HostGraph<Vertex, Offset> const&, ArcWeights const&, \
                                GraphWriteOptions const&);                                        \
  template void write_matrix_market(OutputFile&, HostGraph<Vertex, Offset> const&,                \
                                    ArcWeights const&, GraphFileProgress const&);                 \
  template void write_dimacs(OutputFile&, HostGraph<Vertex, Offset> const&, ArcWeights const&,    \
                             GraphFileProgress const&);                                           \
  template void check_metis_holds(HostGraph<Vertex, Offset> const&);                              \
  template void check_metis_holds(HostGraph<Vertex, Offset> const&, ArcWeights const&);           \
  template void write_metis(OutputFile&, HostGraph<Vertex, Offset> const&, ArcWeights const&,     \
                            GraphFileProgress const&);
YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE, Kokkos::HostSpace)

}  // namespace yoke::detail::files
