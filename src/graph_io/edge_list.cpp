#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <string>
#include <system_error>

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

// An edge may have a weight and a time. More numbers are another kind of file (neighbours,
// features), and so are lines of different lengths.
constexpr std::size_t most_columns = 4;

bool is_number(std::string_view token) {
  double number;
  auto const [end, error] = std::from_chars(token.data(), token.data() + token.size(), number);
  return error == std::errc() && end == token.data() + token.size();
}

// How many numbers come next; none where something comes that is no number: then it may be
// anything.
std::optional<std::size_t> count_numbers(EdgeTokens tokens) {
  std::size_t numbers = 0;
  for (auto token = tokens.next(); !token.empty(); token = tokens.next()) {
    if (!is_number(token)) return std::nullopt;
    ++numbers;
  }
  return numbers;
}

// What comes before the edges.
struct Preamble {
  std::uint64_t vertices = 0;
  bool is_symmetric = false, has_own_mark = false;
  std::uint64_t lines = 0;
  std::string_view names;  // of columns; empty: there are none
  std::string_view edges;
  std::optional<std::size_t> columns;  // of the first edge, where they are numbers
};

// Of the first line that is neither empty nor a comment.
std::optional<std::size_t> count_first_columns(std::string_view text) {
  Lines lines(text);
  std::string_view line;
  while (lines.next(line)) {
    auto const first = EdgeTokens(line).next();
    if (!first.empty() && !is_comment(first)) return count_numbers(EdgeTokens(line));
  }
  return std::nullopt;
}

template <class Vertex>
void parse_own_mark(std::string_view line, VertexLimit<Vertex> const& limit, Preamble& preamble) {
  Tokens tokens(line.substr(own_mark.size()));
  auto const kind = tokens.next();
  if (kind != "undirected" && kind != "directed") {
    throw Fault{kind.data(), quoted(kind) + " is neither undirected nor directed"};
  }
  preamble.has_own_mark = true;
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
  preamble.columns = count_first_columns(preamble.edges);
  return preamble;
}

// That lines of edges are not something else.
class LineCheck {
 public:
  // A table that names its columns has as many as it likes.
  LineCheck(Preamble const& preamble, GraphReadOptions const& options)
      : is_wanted_(!options.lenient && preamble.names.empty()), first_(preamble.columns) {}

  // Of a line and what follows its two vertices.
  void check(std::string_view line, EdgeTokens const& rest) const {
    if (!is_wanted_) return;
    auto const more = count_numbers(rest);
    if (!more) return;
    std::size_t const columns = 2 + *more;
    if (columns <= most_columns && (!first_ || columns == *first_)) return;
    std::string const here = "the line has " + std::to_string(columns) + " numbers";
    if (columns > most_columns) {
      throw Fault{line.data(), here +
                                   ", and an edge has two, a weight and a time at most: lists of "
                                   "neighbours are not read" +
                                   lenient_hint};
    }
    throw Fault{line.data(), here + ", and the first edge has " + std::to_string(*first_) +
                                 ": are these lists of neighbours, or is the first line no edge "
                                 "(options.skip_lines)?" +
                                 lenient_hint};
  }

 private:
  bool is_wanted_;
  std::optional<std::size_t> first_;
};

// Throws Fault where a table's row leaves out a vertex: what stands next to it would be taken for
// it.
void refuse_empty_fields(std::string_view line, std::string_view first, std::string_view second) {
  auto const fields_end = [](char const* begin, char const* end) {
    return std::count_if(begin, end, [](char c) { return c == ',' || c == ';'; });
  };
  char const* const after_first = first.data() + first.size();
  if (fields_end(line.data(), first.data()) > 0 ||
      (!second.empty() && fields_end(after_first, second.data()) > 1)) {
    throw Fault{line.data(), "a field that should hold a vertex is empty"};
  }
}

// Calls edge(first token, second token) for each line that holds an edge.
template <class Edge>
std::uint64_t for_each_edge(std::string_view text, LineCheck const& lines_are, Edge const& edge) {
  Lines lines(text);
  std::string_view line;
  while (lines.next(line)) {
    EdgeTokens tokens(line);
    auto const first = tokens.next();
    if (first.empty() || is_comment(first)) continue;
    auto const second = tokens.next();
    refuse_empty_fields(line, first, second);
    edge(first, second);
    lines_are.check(line, tokens);
  }
  return lines.count();
}

// Where the first line looks like the numbers of vertices and edges rather than an edge.
template <class Vertex>
bool begins_with_sizes(std::vector<EdgePiece<Vertex>> const& pieces) {
  auto const first = std::ranges::find_if(pieces, [](auto const& p) { return !p.from.empty(); });
  if (first == pieces.end()) return false;
  std::uint64_t const vertices = first->from.front(), edges = first->to.front();
  if (edges == 0 || edges != count_edges(pieces) - 1) return false;
  auto const is_vertex = [&](Vertex id) { return id <= vertices; };
  return std::ranges::all_of(pieces, [&](auto const& piece) {
    std::ptrdiff_t const skip = &piece == &*first ? 1 : 0;
    return std::all_of(piece.from.begin() + skip, piece.from.end(), is_vertex) &&
           std::all_of(piece.to.begin() + skip, piece.to.end(), is_vertex);
  });
}

template <class Vertex>
void keep_ids(std::string_view text, std::vector<std::string_view> const& pieces,
              GraphReadOptions const& options, LineCheck const& lines_are,
              VertexLimit<Vertex> const& limit, ParsedEdges<Vertex>& parsed) {
  std::vector<std::uint64_t> vertices(pieces.size());
  for_each_edge_piece(
      text, pieces, options, parsed.pieces, [&](std::size_t i, std::string_view piece) {
        std::uint64_t count = 0;
        auto const parse = [&](std::string_view token) {
          std::uint64_t const id = parse_number(token, "vertex");
          limit.check_id(id, token.data());
          count = std::max(count, id + 1);
          return id;
        };
        auto& edges = parsed.pieces[i];
        edges.lines =
            for_each_edge(piece, lines_are, [&](std::string_view first, std::string_view second) {
              std::uint64_t const u = parse(first);
              edges.add(u, parse(second));
            });
        vertices[i] = count;
      });
  for (std::uint64_t const count : vertices) parsed.vertices = std::max(parsed.vertices, count);
  parsed.first_edge_may_be_sizes = begins_with_sizes(parsed.pieces);
}

template <class Vertex>
void compact_ids(std::string_view text, std::vector<std::string_view> const& pieces,
                 GraphReadOptions const& options, LineCheck const& lines_are,
                 ParsedEdges<Vertex>& parsed) {
  std::vector<EdgePiece<std::uint64_t>> wide(pieces.size());
  for_each_edge_piece(text, pieces, options, wide, [&](std::size_t i, std::string_view piece) {
    wide[i].lines =
        for_each_edge(piece, lines_are, [&](std::string_view first, std::string_view second) {
          std::uint64_t const u = parse_number(first, "vertex");
          wide[i].add(u, parse_number(second, "vertex"));
        });
  });
  parsed.first_edge_may_be_sizes = begins_with_sizes(wide);
  Compaction const compaction(wide);
  parsed.vertices = compaction.ids().size();
  if (parsed.vertices > std::numeric_limits<Vertex>::max()) {
    throw Fault{text.data(), std::to_string(parsed.vertices) + " different ids do not fit in " +
                                 std::to_string(8 * sizeof(Vertex)) +
                                 "-bit vertices (a 64-bit Vertex takes more)"};
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
  LineCheck const lines_are(preamble, options);
  if (options.ids == VertexIds::compact) {
    compact_ids(text, pieces, options, lines_are, parsed);
  } else {
    parsed.vertices = preamble.vertices;
    keep_ids(text, pieces, options, lines_are, limit, parsed);
  }
  // A file that has other means to say how many vertices there are does not say so.
  if (preamble.has_own_mark || !preamble.names.empty()) parsed.first_edge_may_be_sizes = false;
  // Words alone are some other file.
  if (!preamble.names.empty() && parsed.edges() == 0) {
    throw Fault{preamble.names.data(), "the file holds words and no edges"};
  }
  return parsed;
}

template ParsedEdges<std::uint32_t> read_edge_list(std::string_view, GraphReadOptions const&);
template ParsedEdges<std::uint64_t> read_edge_list(std::string_view, GraphReadOptions const&);

}  // namespace yoke::detail::files
