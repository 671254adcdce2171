#pragma once

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "files/memory_limit.hpp"
#include "files/text.hpp"
#include "pieces.hpp"
#include "weights.hpp"
#include "yoke/graph_io_options.hpp"

// The readers know nothing of Kokkos: the fuzzer runs them alone. They throw Fault, and allocate no
// more than a small multiple of the file's size, whatever its header says.
namespace yoke::detail::files {

// Edges in the file's order, in the pieces that were read at once. In cache lines of its own: a
// neighbour is filled by another thread.
template <class Vertex>
struct alignas(64) EdgePiece {
  std::vector<Vertex> from, to;
  std::vector<std::uint64_t> weights;  // their bits, where they are kept
  std::uint64_t loops = 0;
  std::uint64_t lines = 0;

  void add(std::uint64_t u, std::uint64_t v) {
    from.push_back(static_cast<Vertex>(u));
    to.push_back(static_cast<Vertex>(v));
    loops += u == v;
  }
  void add(std::uint64_t u, std::uint64_t v, std::uint64_t weight) {
    add(u, v);
    weights.push_back(weight);
  }
  // Of an edge list, which may have any token there, or none.
  void add(std::uint64_t u, std::uint64_t v, std::string_view weight, WeightKind kind) {
    add(u, v);
    if (kind != WeightKind::none) weights.push_back(parse_weight(weight, kind));
  }
};

template <class Vertex>
std::uint64_t count_edges(std::vector<EdgePiece<Vertex>> const& pieces) {
  std::uint64_t count = 0;
  for (auto const& piece : pieces) count += piece.from.size();
  return count;
}

template <class Vertex>
struct ParsedEdges {
  std::uint64_t vertices = 0;
  bool is_symmetric = false;
  std::uint64_t lines = 0;  // those before the pieces
  std::vector<EdgePiece<Vertex>> pieces;
  std::vector<std::uint64_t> ids;
  std::vector<std::string> names;
  std::vector<std::string> notes;
  bool first_edge_may_be_sizes = false;

  std::uint64_t edges() const { return count_edges(pieces); }
};

// Are there more edges than `most`, or will there be twice as many by what has been read of the
// text? The rest of a large file need not be read then.
inline bool is_too_much(std::uint64_t edges, std::uint64_t most, std::uint64_t done,
                        std::uint64_t total) {
  constexpr std::uint64_t sample_bytes = std::uint64_t(4) << 20;
  if (done < sample_bytes) return edges > most;
  auto const ratio = static_cast<double>(total) / static_cast<double>(done);
  return edges > most || static_cast<double>(edges) * ratio > 2 * static_cast<double>(most);
}

// Calls body(piece, its text) for each piece, tells progress, and stops where the edges that are
// read into `parsed` are too many for memory.
template <class Vertex>
void for_each_edge_piece(std::string_view text, std::vector<std::string_view> const& pieces,
                         ReaderOptions const& options, std::vector<EdgePiece<Vertex>> const& parsed,
                         std::function<void(std::size_t, std::string_view)> const& body) {
  std::uint64_t const limit = memory_limit(options.memory_limit);
  std::size_t const weight_bytes = options.keeps_weights() ? sizeof(std::uint64_t) : 0;
  for_each_text_piece(
      text, pieces,
      [&](std::uint64_t done, std::uint64_t total) {
        // An edge is held twice while pieces are gathered.
        if (is_too_much(count_edges(parsed), limit / (2 * (2 * sizeof(Vertex) + weight_bytes)),
                        done, total)) {
          throw Fault{text.data(), "the edges' list" + more_than(limit)};
        }
        if (options.progress) options.progress(done, total);
      },
      body);
}

// Does a text begin with a banner, whole or with one % alone?
bool is_matrix_market(std::string_view text);
template <class Vertex>
ParsedEdges<Vertex> read_matrix_market(std::string_view text, ReaderOptions const& options);
// `skipped`: the lines before the text, which the options leave out.
template <class Vertex>
ParsedEdges<Vertex> read_edge_list(std::string_view text, std::string_view skipped,
                                   ReaderOptions const& options);
template <class Vertex>
ParsedEdges<Vertex> read_metis(std::string_view text, ReaderOptions const& options);
template <class Vertex>
ParsedEdges<Vertex> read_dimacs(std::string_view text, ReaderOptions const& options);

// Words of a file, which need not be aligned.
struct FileWords {
  char const* data = nullptr;
  int width = 4;       // bytes
  int stride = width;  // from one to the next: weights may stand between them

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
  char const* at(std::uint64_t i) const { return data + i * static_cast<unsigned>(stride); }
};

// A graph that a file holds in compressed sparse rows.
struct FileRows {
  std::uint64_t vertices = 0;
  std::uint64_t arcs = 0;
  bool is_symmetric = false;
  WeightKind weight_kind = WeightKind::none;
  FileWords offsets, neighbours;
  FileWords weights;  // of this kind
  // Of a directed graph that has them; otherwise without data.
  FileWords incoming_offsets, incoming_neighbours;

  bool has_incoming() const { return incoming_offsets.data != nullptr; }
  bool has_weights() const { return weight_kind != WeightKind::none; }
};

// What a report says of a file whose edges have weights.
inline constexpr char const* weights_note = "the edges' weights were not kept";

// Find the arrays: sizes are checked against the file's, contents are not looked at.
FileRows find_gapbs_rows(std::string_view bytes);
FileRows find_binary_rows(std::string_view bytes);
// Are these sizes and a file of GAPBS that has them?
bool is_gapbs(std::string_view bytes);

FileRows find_rows(std::string_view bytes, GraphFormat format);

// The edges that a text says it has, or those that its lines can be.
std::uint64_t most_edges(std::string_view text, GraphFormat format,
                         GraphReadOptions const& options);
std::uint64_t promised_matrix_market_entries(std::string_view text,
                                             GraphReadOptions const& options);
std::uint64_t promised_metis_edges(std::string_view text, GraphReadOptions const& options);
std::uint64_t promised_dimacs_edges(std::string_view text, GraphReadOptions const& options);

// Borders of pieces of vertices of about `piece_bytes` each: piece i are the vertices from border i
// to border i + 1. The offsets must be checked.
std::vector<std::uint64_t> split_rows(FileRows const& rows, FileWords const& offsets,
                                      std::size_t piece_bytes);
// The same, of the vertices from `begin` to `end` - 1 alone.
std::vector<std::uint64_t> split_rows(FileWords const& offsets, std::uint64_t begin,
                                      std::uint64_t end, std::size_t piece_bytes);

// That the offsets start at 0, never fall and end at the number of arcs.
void check_offsets(FileWords const& offsets, FileRows const& rows);
// The same, of the vertices from `begin` to `end` - 1 alone.
void check_offsets(FileWords const& offsets, FileRows const& rows, std::uint64_t begin,
                   std::uint64_t end);
// That an undirected graph is symmetric: throws Fault naming an arc without its reverse.
[[noreturn]] void throw_unsymmetric(std::string_view bytes, FileRows const& rows);
// That the arcs by target, where they are there, are those by source.
void check_incoming(std::string_view bytes, FileRows const& rows, GraphReadOptions const& options);
// Of rows with weights: that of an arc, as the bits of this type.
std::uint64_t weight_at(FileRows const& rows, std::uint64_t arc, WeightKind kind);
// That there are weights, where there are arcs.
void require_weights(std::string_view bytes, FileRows const& rows);
// That reverses have the same weight: throws Fault naming an arc whose reverse has another one.
[[noreturn]] void throw_unequal(std::string_view bytes, FileRows const& rows, WeightKind kind);
// That no weight of right rows is NaN, and that reverses of a symmetric graph have the same one.
void check_weights(std::string_view bytes, FileRows const& rows, GraphReadOptions const& options);

// The edges of such a file: of a symmetric one each once.
template <class Vertex>
ParsedEdges<Vertex> read_rows(std::string_view bytes, FileRows const& rows,
                              ReaderOptions const& options);

template <class Vertex>
ParsedEdges<Vertex> read_parsed_edges(std::string_view bytes, GraphFormat format,
                                      ReaderOptions const& options);

// The format of a file, never automatic, and why it was taken for it; empty where it was asked for.
struct FormatGuess {
  GraphFormat format;
  char const* reason;

  bool is_a_guess() const { return *reason != '\0'; }
};
FormatGuess format_to_read(std::filesystem::path const& path, std::string_view bytes,
                           GraphFormat asked);
// Without .gz; edge_list where the name says nothing.
GraphFormat format_of_name(std::filesystem::path const& path);
bool is_gzip_name(std::filesystem::path const& path);

bool is_binary(GraphFormat format);

}  // namespace yoke::detail::files
