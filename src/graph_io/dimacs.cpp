#include <algorithm>
#include <string>
#include <vector>

#include "limits.hpp"
#include "pieces.hpp"
#include "readers.hpp"
#include "undirected.hpp"

namespace yoke::detail::files {
namespace {

struct Problem {
  bool has_arcs = false;  // lines `a u v weight`; otherwise `e u v`
  std::uint64_t vertices = 0, edges = 0;
  char const* at = nullptr;
};

Problem parse_problem(std::string_view line, GraphReadOptions const& options) {
  Tokens tokens(line);
  Problem problem;
  problem.at = tokens.next().data();
  auto const kind = tokens.next();
  std::string const name = lower_case(kind);
  problem.has_arcs = name == "sp";
  if (!problem.has_arcs && name != "edge" && name != "edges" && name != "col" && name != "clq") {
    throw Fault{kind.data(), "the problem " + quoted(kind) + " is none of sp, edge, col and clq"};
  }
  problem.vertices = parse_number(tokens.next(), "the number of vertices");
  problem.edges = parse_number(tokens.next(), "the number of edges");
  check_nothing_more(options, tokens.next(), "a problem line");
  return problem;
}

Problem find_problem(std::string_view text, Lines& lines, GraphReadOptions const& options) {
  std::string_view line;
  while (lines.next(line)) {
    auto const kind = Tokens(line).next();
    if (kind.empty() || kind.front() == 'c') continue;
    if (kind == "p") return parse_problem(line, options);
    throw Fault{kind.data(), quoted(kind) + " comes before the problem line ('p ...')"};
  }
  throw Fault{text.data() + text.size(), "the file ends without a problem line ('p ...')"};
}

// Facts about vertices that colouring and clique files may hold: weights, coordinates, bounds.
bool is_about_vertices(std::string_view kind) {
  return kind == "n" || kind == "d" || kind == "v" || kind == "x";
}

// What the lines hold that a graph does not.
struct LeftOut {
  bool weights = false, vertices = false;
};

template <class Vertex>
LeftOut parse_edges(std::string_view text, Problem const& problem, GraphReadOptions const& options,
                    EdgePiece<Vertex>& piece) {
  LeftOut left_out;
  std::string_view const edge = problem.has_arcs ? "a" : "e";
  Lines lines(text);
  std::string_view line;
  while (lines.next(line)) {
    Tokens tokens(line);
    auto const kind = tokens.next();
    if (kind.empty() || kind.front() == 'c') continue;
    if (kind != edge) {
      if (!problem.has_arcs && is_about_vertices(kind)) {
        left_out.vertices = true;
        continue;
      }
      if (kind == "p") throw Fault{kind.data(), "a second problem line"};
      throw Fault{kind.data(), quoted(kind) + " begins neither a comment ('c') nor an edge ('" +
                                   std::string(edge) + "')"};
    }
    std::uint64_t const u = parse_one_based(tokens.next(), "vertex", problem.vertices);
    std::uint64_t const v = parse_one_based(tokens.next(), "vertex", problem.vertices);
    // Some writers leave weights out, and some give edges one.
    auto const weight = tokens.next();
    if (!weight.empty()) skip_weight(weight);
    left_out.weights = left_out.weights || (!weight.empty() && weight != "1");
    check_nothing_more(options, tokens.next(), "an edge");
    piece.add(u, v);
  }
  piece.lines = lines.count();
  return left_out;
}

// A file that lists edges at both ends may count them so or once.
template <class Vertex>
void settle_edges(Problem const& problem, GraphReadOptions const& options,
                  ParsedEdges<Vertex>& parsed) {
  std::uint64_t const listed = parsed.edges();
  bool const once = parsed.is_symmetric && keep_each_once(parsed);
  if (once && problem.edges == parsed.edges()) return;
  check_edge_count(options, problem.edges, listed, problem.has_arcs ? "arcs" : "edges", problem.at);
}

}  // namespace

std::uint64_t promised_dimacs_edges(std::string_view text, GraphReadOptions const& options) {
  Lines lines(text);
  return find_problem(text, lines, options).edges;
}

template <class Vertex>
ParsedEdges<Vertex> read_dimacs(std::string_view text, GraphReadOptions const& options) {
  Lines lines(text);
  Problem const problem = find_problem(text, lines, options);
  VertexLimit<Vertex>(text, options).check_count(problem.vertices, problem.at);

  ParsedEdges<Vertex> parsed;
  parsed.vertices = problem.vertices;
  parsed.is_symmetric = !problem.has_arcs;
  parsed.lines = lines.count();
  auto const pieces = split_at_lines(lines.rest(), options.piece_bytes);
  parsed.pieces.resize(pieces.size());
  std::vector<LeftOut> left_out(pieces.size());
  for_each_edge_piece(text, pieces, options, parsed.pieces,
                      [&](std::size_t i, std::string_view piece) {
                        left_out[i] = parse_edges(piece, problem, options, parsed.pieces[i]);
                      });
  settle_edges(problem, options, parsed);
  if (std::ranges::any_of(left_out, &LeftOut::weights)) parsed.notes.emplace_back(weights_note);
  if (std::ranges::any_of(left_out, &LeftOut::vertices)) {
    parsed.notes.emplace_back("lines about vertices (n, d, v, x) were not kept");
  }
  return parsed;
}

template ParsedEdges<std::uint32_t> read_dimacs(std::string_view, GraphReadOptions const&);
template ParsedEdges<std::uint64_t> read_dimacs(std::string_view, GraphReadOptions const&);

}  // namespace yoke::detail::files
