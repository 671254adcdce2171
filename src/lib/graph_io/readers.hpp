#pragma once

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <vector>

#include "text.hpp"
#include "yoke/graph_io_options.hpp"

// The readers know nothing of Kokkos: the fuzzer runs them alone. They throw Fault, and allocate no
// more than a small multiple of the file's size, whatever its header says.
namespace yoke::detail::files {

// Edges in the file's order, in the pieces that were read at once. In cache lines of its own: a
// neighbour is filled by another thread.
template <class Vertex>
struct alignas(64) EdgePiece {
  std::vector<Vertex> from, to;
  std::uint64_t loops = 0;
  std::uint64_t lines = 0;

  void add(std::uint64_t u, std::uint64_t v) {
    from.push_back(static_cast<Vertex>(u));
    to.push_back(static_cast<Vertex>(v));
    loops += u == v;
  }
};

template <class Vertex>
struct ParsedEdges {
  std::uint64_t vertices = 0;
  bool is_symmetric = false;
  std::uint64_t lines = 0;  // those before the pieces
  std::vector<EdgePiece<Vertex>> pieces;
  std::vector<std::uint64_t> ids;

  std::uint64_t edges() const {
    std::uint64_t count = 0;
    for (auto const& piece : pieces) count += piece.from.size();
    return count;
  }
};

template <class Vertex>
ParsedEdges<Vertex> read_matrix_market(std::string_view text, GraphReadOptions const& options);
template <class Vertex>
ParsedEdges<Vertex> read_edge_list(std::string_view text, GraphReadOptions const& options);
template <class Vertex>
ParsedEdges<Vertex> read_metis(std::string_view text, GraphReadOptions const& options);
template <class Vertex>
ParsedEdges<Vertex> read_dimacs(std::string_view text, GraphReadOptions const& options);

// Words of a file, which need not be aligned.
struct FileWords {
  char const* data = nullptr;
  int width = 4;  // bytes

  std::uint64_t operator[](std::uint64_t i) const {
    char const* const word = at(i);
    if (width == 4) {
      std::uint32_t narrow;
      std::memcpy(&narrow, word, sizeof narrow);
      return narrow;
    }
    std::uint64_t wide;
    std::memcpy(&wide, word, sizeof wide);
    return wide;
  }
  char const* at(std::uint64_t i) const { return data + i * static_cast<unsigned>(width); }
};

// A graph that a file holds in compressed sparse rows.
struct FileRows {
  std::uint64_t vertices = 0;
  std::uint64_t arcs = 0;
  bool is_symmetric = false;
  FileWords offsets, neighbours;
  // Of a directed graph that has them; otherwise without data.
  FileWords incoming_offsets, incoming_neighbours;

  bool has_incoming() const { return incoming_offsets.data != nullptr; }
};

// Find the arrays: sizes are checked against the file's, contents are not looked at.
FileRows find_gapbs_rows(std::string_view bytes);
FileRows find_binary_rows(std::string_view bytes);

// Borders of pieces of vertices of about `piece_bytes` each: piece i are the vertices from border i
// to border i + 1. The offsets must be checked.
std::vector<std::uint64_t> split_rows(FileRows const& rows, FileWords const& offsets,
                                      std::size_t piece_bytes);

// That the offsets start at 0, never fall and end at the number of arcs.
void check_offsets(FileWords const& offsets, FileRows const& rows);
// That an undirected graph is symmetric: throws Fault naming an arc without its reverse.
[[noreturn]] void throw_unsymmetric(std::string_view bytes, FileRows const& rows);
// That the arcs by target, where they are there, are those by source.
void check_incoming(std::string_view bytes, FileRows const& rows, GraphReadOptions const& options);

// The edges of such a file: of a symmetric one each once.
template <class Vertex>
ParsedEdges<Vertex> read_rows(std::string_view bytes, FileRows const& rows,
                              GraphReadOptions const& options);

template <class Vertex>
ParsedEdges<Vertex> read_parsed_edges(std::string_view bytes, GraphFormat format,
                                      GraphReadOptions const& options);

// What `asked` leaves open; never automatic.
GraphFormat format_to_read(std::filesystem::path const& path, std::string_view bytes,
                           GraphFormat asked);
GraphFormat format_of_name(std::filesystem::path const& path);  // edge_list where it says nothing

bool is_binary(GraphFormat format);

}  // namespace yoke::detail::files
