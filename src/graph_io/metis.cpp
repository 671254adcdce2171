#include <limits>
#include <numeric>
#include <string>

#include "limits.hpp"
#include "pieces.hpp"
#include "readers.hpp"
#include "symmetry.hpp"
#include "yoke/counted.hpp"

namespace yoke::detail::files {
namespace {

struct Header {
  std::uint64_t vertices = 0, edges = 0;
  std::uint64_t vertex_weights = 0;  // at the beginning of each line, sizes included
  bool has_edge_weights = false;
  char const* at = nullptr;
};

// So that twice as many can be counted.
constexpr std::uint64_t most_edges = std::numeric_limits<std::uint64_t>::max() / 2;
constexpr std::uint64_t most_weights = 1 << 20;

bool is_comment(std::string_view line) { return !line.empty() && line.front() == '%'; }

// Three digits, of which leading ones may be left out: sizes, weights of vertices, of edges.
void parse_contents(std::string_view format, std::string_view count, Header& header) {
  if (format.empty()) return;
  bool const is_right = format.size() <= 3 && format.find_first_not_of("01") == format.npos;
  if (!is_right) {
    throw Fault{format.data(), "the format " + quoted(format) + " is not up to three of 0 and 1"};
  }
  auto const digit = [&](std::size_t from_right) {
    return from_right < format.size() && format[format.size() - 1 - from_right] == '1';
  };
  header.has_edge_weights = digit(0);
  std::uint64_t const weights =
      count.empty() ? 1 : parse_number(count, "the number of weights of a vertex");
  if (weights > most_weights) throw Fault{count.data(), "too many weights of a vertex"};
  header.vertex_weights = (digit(1) ? weights : 0) + (digit(2) ? 1 : 0);
}

Header parse_header(std::string_view text, Lines& lines, GraphReadOptions const& options) {
  std::string_view line;
  while (lines.next(line)) {
    if (is_comment(line) || is_blank(line)) continue;
    Header header;
    Tokens tokens(line);
    header.at = line.data();
    header.vertices = parse_number(tokens.next(), "the number of vertices");
    auto const edges = tokens.next();
    header.edges = parse_number(edges, "the number of edges");
    if (header.edges > most_edges) throw Fault{edges.data(), "too many edges"};
    auto const format = tokens.next();
    parse_contents(format, tokens.next(), header);
    check_nothing_more(options, tokens.next(), "a header");
    return header;
  }
  throw Fault{text.data() + text.size(), "the file ends before the numbers of vertices and edges"};
}

// Calls visit(vertex, line) for the vertices' lines of a piece of which `vertex` is the first.
template <class Visit>
std::uint64_t for_each_row(std::string_view text, std::uint64_t vertex, Visit const& visit) {
  Lines lines(text);
  std::string_view line;
  while (lines.next(line)) {
    if (!is_comment(line)) visit(vertex++, line);
  }
  return lines.count();
}

// Calls arc(neighbour, its weight's token) for the neighbours of a vertex.
template <class Visit>
void for_each_neighbour(std::string_view line, Header const& header, Visit const& arc) {
  Tokens tokens(line);
  // An empty line is a vertex without neighbours even where weights are due.
  if (is_blank(line)) return;
  for (std::uint64_t i = 0; i < header.vertex_weights; ++i) skip_weight(tokens.next());
  for (auto token = tokens.next(); !token.empty(); token = tokens.next()) {
    std::uint64_t const neighbour = parse_one_based(token, "neighbour", header.vertices);
    arc(neighbour, header.has_edge_weights ? tokens.next() : std::string_view());
  }
}

// The first vertex of each piece, from the lines before it; checks that there is one for each.
std::vector<std::uint64_t> first_vertices(std::string_view text,
                                          std::vector<std::string_view> const& pieces,
                                          Header const& header) {
  std::vector<std::uint64_t> first(pieces.size() + 1);
  for_each_piece(pieces.size(), [&](std::size_t i) {
    std::uint64_t count = 0;
    for_each_row(pieces[i], 0, [&](std::uint64_t, std::string_view) { ++count; });
    first[i + 1] = count;
  });
  std::partial_sum(first.begin(), first.end(), first.begin());
  // Where lines are joined rather than ended, an isolated last vertex leaves no trace.
  bool const last_may_be_empty = text.ends_with('\n') || text.ends_with('\r');
  std::uint64_t const found = first.back() + (last_may_be_empty ? 1 : 0);
  if (found < header.vertices) {
    throw Fault{text.data() + text.size(), "the file ends after the lines of " +
                                               std::to_string(first.back()) + " of " +
                                               show_count(header.vertices, "vertex", "vertices")};
  }
  return first;
}

struct ArcCounts {
  std::uint64_t arcs = 0, loops = 0;
  ArcBalance balance, weight_balance;
};

template <class Vertex>
ArcCounts parse_rows(std::string_view text, std::uint64_t first, Header const& header,
                     bool is_directed, ReaderOptions const& options, EdgePiece<Vertex>& piece) {
  ArcCounts counts;
  piece = {};
  piece.lines = for_each_row(text, first, [&](std::uint64_t u, std::string_view line) {
    if (u >= header.vertices && !is_blank(line)) {
      throw Fault{line.data(), "there are more lines than the header's " +
                                   show_count(header.vertices, "vertex", "vertices")};
    }
    for_each_neighbour(line, header, [&](std::uint64_t v, std::string_view weight) {
      ++counts.arcs;
      counts.loops += u == v;
      counts.balance.add_either_way(u, v);
      bool const is_kept = u <= v || is_directed;
      if (is_kept) piece.add(u, v);
      if (options.keeps_weights()) {
        std::uint64_t const bits = parse_weight(weight, options.weight_kind);
        counts.weight_balance.add_either_way(u, v, bits);
        if (is_kept) piece.weights.push_back(bits);
      } else if (header.has_edge_weights) {
        skip_weight(weight);
      }
    });
  });
  return counts;
}

char const* line_of_vertex(std::string_view text, std::uint64_t wanted) {
  char const* at = text.data();
  for_each_row(text, 0, [&](std::uint64_t vertex, std::string_view line) {
    if (vertex == wanted) at = line.data();
  });
  return at;
}

// For the message alone, at the cost of all arcs once more.
[[noreturn]] void throw_unsymmetric(std::string_view text, Header const& header) {
  std::vector<Arc> arcs;
  for_each_row(text, 0, [&](std::uint64_t u, std::string_view line) {
    for_each_neighbour(line, header, [&](std::uint64_t v, std::string_view) {
      arcs.push_back({u, v});
    });
  });
  auto const [u, v] = find_unpaired(std::move(arcs));
  char const* const at = line_of_vertex(text, u);
  throw Fault{at, "vertex " + std::to_string(u + 1) + " lists " + std::to_string(v + 1) +
                      " more often than the reverse; an edge is listed at both ends "
                      "(options.accept_unsymmetric goes on)"};
}

[[noreturn]] void throw_unequal(std::string_view text, Header const& header, WeightKind kind) {
  std::vector<WeightedArc> arcs;
  for_each_row(text, 0, [&](std::uint64_t u, std::string_view line) {
    for_each_neighbour(line, header, [&](std::uint64_t v, std::string_view weight) {
      arcs.emplace_back(u, v, parse_weight(weight, kind));
    });
  });
  auto const [u, v, weight] = find_unequal(std::move(arcs));
  std::string const one = std::to_string(u + 1), other = std::to_string(v + 1);
  throw Fault{line_of_vertex(text, u),
              "vertex " + one + " lists " + other + " with weight " + show_weight(weight, kind) +
                  ", and " + other + " lists " + one +
                  " with another one (options.accept_unsymmetric goes on)"};
}

void check_count(ArcCounts const& counts, Header const& header, GraphReadOptions const& options) {
  // Loops are not foreseen; some writers list them once and count them as edges.
  std::uint64_t const promised = 2 * header.edges;
  if (options.lenient || promised == counts.arcs || promised == counts.arcs + counts.loops) {
    return;
  }
  throw Fault{header.at, "the header says " + show_count(header.edges, "edge") +
                             ", and the lines have " + show_count(counts.arcs, "neighbour") +
                             ", not two for each" + lenient_hint};
}

}  // namespace

std::uint64_t promised_metis_edges(std::string_view text, GraphReadOptions const& options) {
  Lines lines(text);
  return parse_header(text, lines, options).edges;
}

template <class Vertex>
ParsedEdges<Vertex> read_metis(std::string_view text, ReaderOptions const& options) {
  Lines lines(text);
  Header const header = parse_header(text, lines, options);
  if (options.keeps_weights() && !header.has_edge_weights) {
    throw Fault{header.at, std::string("the header announces no weights of edges (format 1)") +
                               without_weights_hint};
  }
  // Fewer lines than vertices are refused below.
  VertexLimit<Vertex>().check_count(header.vertices, header.at);

  ParsedEdges<Vertex> parsed;
  parsed.vertices = header.vertices;
  parsed.lines = lines.count();
  auto const pieces = split_at_lines(lines.rest(), options.piece_bytes);
  auto const first = first_vertices(text, pieces, header);
  parsed.pieces.resize(pieces.size());
  auto const parse = [&](bool is_directed) {
    std::vector<ArcCounts> parts(pieces.size());
    for_each_edge_piece(
        text, pieces, options, parsed.pieces, [&](std::size_t i, std::string_view piece) {
          parts[i] = parse_rows(piece, first[i], header, is_directed, options, parsed.pieces[i]);
        });
    ArcCounts counts;
    for (auto const& part : parts) {
      counts.arcs += part.arcs;
      counts.loops += part.loops;
      counts.balance.add(part.balance);
      counts.weight_balance.add(part.weight_balance);
    }
    return counts;
  };
  ArcCounts const counts = parse(false);
  check_count(counts, header, options);
  parsed.is_symmetric = counts.balance.is_zero() && counts.weight_balance.is_zero();
  if (!parsed.is_symmetric) {
    if (!options.accept_unsymmetric) {
      if (!counts.balance.is_zero()) throw_unsymmetric(lines.rest(), header);
      throw_unequal(lines.rest(), header, options.weight_kind);
    }
    parse(true);
  }
  if (header.has_edge_weights && !options.keeps_weights()) parsed.notes.emplace_back(weights_note);
  if (header.vertex_weights > 0) {
    parsed.notes.emplace_back("the vertices' weights and sizes were not kept");
  }
  return parsed;
}

template ParsedEdges<std::uint32_t> read_metis(std::string_view, ReaderOptions const&);
template ParsedEdges<std::uint64_t> read_metis(std::string_view, ReaderOptions const&);

}  // namespace yoke::detail::files
