#include <algorithm>
#include <limits>
#include <string>

#include "compaction.hpp"
#include "limits.hpp"
#include "pieces.hpp"
#include "readers.hpp"

namespace yoke::detail::files {
namespace {

using EdgeTokens = Tokens<Separators::blanks_and_punctuation>;

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
// How Yoke's own edge lists begin: the only way to tell of isolated vertices and of both
// directions.
constexpr std::string_view own_mark = "# yoke edge list: ";

bool is_comment(std::string_view token) { return token.front() == '#' || token.front() == '%'; }

bool is_name(std::string_view token) {
  if (token.empty()) return false;
  char const c = token.front();
  return c == '"' || c == '\'' || c == '_' || ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z');
}

// What comes before the edges.
struct Preamble {
  std::uint64_t vertices = 0;
  bool is_symmetric = false;
  std::uint64_t lines = 0;
  std::string_view names;  // of columns; empty: there are none
  std::string_view edges;
};

template <class Vertex>
void parse_own_mark(std::string_view line, VertexLimit<Vertex> const& limit, Preamble& preamble) {
  Tokens tokens(line.substr(own_mark.size()));
  auto const kind = tokens.next();
  if (kind != "undirected" && kind != "directed") {
    throw Fault{kind.data(), quoted(kind) + " is neither undirected nor directed"};
  }
  preamble.is_symmetric = kind == "undirected";
  preamble.vertices = parse_number(tokens.next(), "the number of vertices");
  limit.check_count(preamble.vertices, line.data());
}

template <class Vertex>
Preamble parse_preamble(std::string_view text, VertexLimit<Vertex> const& limit) {
  Preamble preamble;
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  Lines lines(text);
  std::string_view line;
  preamble.edges = text;
  while (lines.next(line)) {
    EdgeTokens tokens(line);
    auto const first = tokens.next();
    bool const is_empty = first.empty() || is_comment(first);
    if (lines.count() == 1 && line.starts_with(own_mark)) parse_own_mark(line, limit, preamble);
    if (!is_empty && is_name(first) && is_name(tokens.next())) preamble.names = line;
    if (!is_empty && preamble.names.empty()) break;
    preamble.edges = lines.rest();
    preamble.lines = lines.count();
    if (!is_empty) break;
  }
  return preamble;
}

// Calls edge(first token, second token) for each line that holds an edge.
template <class Edge>
std::uint64_t for_each_edge(std::string_view text, Edge const& edge) {
  Lines lines(text);
  std::string_view line;
  while (lines.next(line)) {
    EdgeTokens tokens(line);
    auto const first = tokens.next();
    if (first.empty() || is_comment(first)) continue;
    edge(first, tokens.next());
  }
  return lines.count();
}

template <class Vertex>
void keep_ids(std::string_view text, std::vector<std::string_view> const& pieces,
              GraphReadOptions const& options, VertexLimit<Vertex> const& limit,
              ParsedEdges<Vertex>& parsed) {
  std::vector<std::uint64_t> vertices(pieces.size());
  for_each_text_piece(text, pieces, options.progress, [&](std::size_t i, std::string_view piece) {
    std::uint64_t count = 0;
    auto const parse = [&](std::string_view token) {
      std::uint64_t const id = parse_number(token, "vertex");
      limit.check_id(id, token.data());
      count = std::max(count, id + 1);
      return id;
    };
    auto& edges = parsed.pieces[i];
    edges.lines = for_each_edge(piece, [&](std::string_view first, std::string_view second) {
      std::uint64_t const u = parse(first);
      edges.add(u, parse(second));
    });
    vertices[i] = count;
  });
  for (std::uint64_t const count : vertices) parsed.vertices = std::max(parsed.vertices, count);
}

template <class Vertex>
void compact_ids(std::string_view text, std::vector<std::string_view> const& pieces,
                 GraphReadOptions const& options, ParsedEdges<Vertex>& parsed) {
  std::vector<EdgePiece<std::uint64_t>> wide(pieces.size());
  for_each_text_piece(text, pieces, options.progress, [&](std::size_t i, std::string_view piece) {
    wide[i].lines = for_each_edge(piece, [&](std::string_view first, std::string_view second) {
      std::uint64_t const u = parse_number(first, "vertex");
      wide[i].add(u, parse_number(second, "vertex"));
    });
  });
  Compaction const compaction(wide);
  parsed.vertices = compaction.ids().size();
  if (parsed.vertices > std::numeric_limits<Vertex>::max()) {
    throw Fault{text.data(), std::to_string(parsed.vertices) + " different ids do not fit in " +
                                 std::to_string(8 * sizeof(Vertex)) + "-bit vertices"};
  }
  for_each_piece(pieces.size(), [&](std::size_t i) {
    auto const edges = std::move(wide[i]);
    wide[i] = {};
    for (std::size_t e = 0; e < edges.from.size(); ++e) {
      parsed.pieces[i].add(compaction.vertex_of(edges.from[e]), compaction.vertex_of(edges.to[e]));
    }
    parsed.pieces[i].lines = edges.lines;
  });
  parsed.ids = compaction.ids();
}

}  // namespace

template <class Vertex>
ParsedEdges<Vertex> read_edge_list(std::string_view text, GraphReadOptions const& options) {
  VertexLimit<Vertex> const limit(text, options);
  Preamble const preamble = parse_preamble(text, limit);

  ParsedEdges<Vertex> parsed;
  parsed.is_symmetric = preamble.is_symmetric;
  parsed.lines = preamble.lines;
  auto const pieces = split_at_lines(preamble.edges, options.piece_bytes);
  parsed.pieces.resize(pieces.size());
  if (options.ids == VertexIds::compact) {
    compact_ids(text, pieces, options, parsed);
  } else {
    parsed.vertices = preamble.vertices;
    keep_ids(text, pieces, options, limit, parsed);
  }
  // Words alone are some other file.
  if (!preamble.names.empty() && parsed.edges() == 0) {
    throw Fault{preamble.names.data(), "the file holds words and no edges"};
  }
  return parsed;
}

template ParsedEdges<std::uint32_t> read_edge_list(std::string_view, GraphReadOptions const&);
template ParsedEdges<std::uint64_t> read_edge_list(std::string_view, GraphReadOptions const&);

}  // namespace yoke::detail::files
