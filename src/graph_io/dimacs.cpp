#include <string>
#include <vector>

#include "limits.hpp"
#include "own_comments.hpp"
#include "pieces.hpp"
#include "readers.hpp"
#include "symmetry.hpp"
#include "undirected.hpp"

namespace yoke::detail::files {
namespace {

struct Problem {
  bool has_arcs = false;  // lines `a u v weight`; otherwise `e u v`
  // An undirected graph's edges as two arcs, as a comment says.
  char const* both_ways = nullptr;
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
  char const* both_ways = nullptr;
  while (lines.next(line)) {
    auto const kind = Tokens(line).next();
    if (line == both_ways_mark) both_ways = line.data();
    if (kind.empty() || kind.front() == 'c') continue;
    if (kind == "p") {
      Problem problem = parse_problem(line, options);
      if (problem.has_arcs) problem.both_ways = both_ways;
      return problem;
    }
    throw Fault{kind.data(), quoted(kind) + " comes before the problem line ('p ...')"};
  }
  throw Fault{text.data() + text.size(), "the file ends without a problem line ('p ...')"};
}

// Facts about vertices that colouring and clique files may hold: weights, coordinates, bounds.
bool is_about_vertices(std::string_view kind) {
  return kind == "n" || kind == "d" || kind == "v" || kind == "x";
}

struct Seen {
  bool weights = false, vertices = false;  // which a graph does not hold
  std::uint64_t edges = 0;
  ArcBalance balance, weight_balance;  // of arcs that are both ways

  void add(Seen const& other) {
    weights = weights || other.weights;
    vertices = vertices || other.vertices;
    edges += other.edges;
    balance.add(other.balance);
    weight_balance.add(other.weight_balance);
  }
};

template <class Vertex>
Seen parse_edges(std::string_view text, Problem const& problem, ReaderOptions const& options,
                 EdgePiece<Vertex>& piece) {
  Seen seen;
  std::string_view const edge = problem.has_arcs ? "a" : "e";
  Lines lines(text);
  std::string_view line;
  while (lines.next(line)) {
    Tokens tokens(line);
    auto const kind = tokens.next();
    if (kind.empty() || kind.front() == 'c') continue;
    if (kind != edge) {
      if (!problem.has_arcs && is_about_vertices(kind)) {
        seen.vertices = true;
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
    bool const is_kept = problem.both_ways == nullptr || u <= v;
    if (options.keeps_weights()) {
      std::uint64_t const bits = parse_weight(weight, options.weight_kind);
      if (problem.both_ways != nullptr) seen.weight_balance.add_either_way(u, v, bits);
      if (is_kept) piece.weights.push_back(bits);
    } else if (!weight.empty()) {
      skip_weight(weight);
      seen.weights = seen.weights || weight != "1";
    }
    check_nothing_more(options, tokens.next(), "an edge");
    ++seen.edges;
    if (problem.both_ways != nullptr) seen.balance.add_either_way(u, v);
    if (is_kept) piece.add(u, v);
  }
  piece.lines = lines.count();
  return seen;
}

// A file that lists edges at both ends may count them so or once.
template <class Vertex>
void settle_edges(Problem const& problem, ReaderOptions const& options, Seen const& seen,
                  ParsedEdges<Vertex>& parsed) {
  bool const is_once = problem.both_ways != nullptr;
  bool const once = parsed.is_symmetric && !is_once &&
                    keep_each_once(parsed, {options.weight_kind, problem.at, 1});
  if (once && problem.edges == parsed.edges()) return;
  check_edge_count(options, problem.edges, seen.edges, problem.has_arcs ? "arc" : "edge",
                   problem.has_arcs ? "arcs" : "edges", problem.at);
  if (seen.balance.is_zero() && seen.weight_balance.is_zero()) return;
  if (seen.balance.is_zero()) {
    throw Fault{problem.both_ways,
                "the comment says that edges are two arcs, and the arcs of some have different "
                "weights: without this line it is a directed graph"};
  }
  throw Fault{
      problem.both_ways,
      "the comment says that edges are two arcs, and some are one: without this line it is a "
      "directed graph"};
}

}  // namespace

std::uint64_t promised_dimacs_edges(std::string_view text, GraphReadOptions const& options) {
  Lines lines(text);
  Problem const problem = find_problem(text, lines, options);
  return problem.both_ways == nullptr ? problem.edges : (problem.edges + 1) / 2;
}

template <class Vertex>
ParsedEdges<Vertex> read_dimacs(std::string_view text, ReaderOptions const& options) {
  Lines lines(text);
  Problem const problem = find_problem(text, lines, options);
  VertexLimit<Vertex>(text, options).check_count(problem.vertices, problem.at);

  ParsedEdges<Vertex> parsed;
  parsed.vertices = problem.vertices;
  parsed.is_symmetric = !problem.has_arcs || problem.both_ways != nullptr;
  parsed.lines = lines.count();
  auto const pieces = split_at_lines(lines.rest(), options.piece_bytes);
  parsed.pieces.resize(pieces.size());
  std::vector<Seen> parts(pieces.size());
  for_each_edge_piece(text, pieces, options, parsed.pieces,
                      [&](std::size_t i, std::string_view piece) {
                        parts[i] = parse_edges(piece, problem, options, parsed.pieces[i]);
                      });
  Seen seen;
  for (Seen const& part : parts) seen.add(part);
  settle_edges(problem, options, seen, parsed);
  if (seen.weights) parsed.notes.emplace_back(weights_note);
  if (seen.vertices) {
    parsed.notes.emplace_back("lines about vertices (n, d, v, x) were not kept");
  }
  return parsed;
}

template ParsedEdges<std::uint32_t> read_dimacs(std::string_view, ReaderOptions const&);
template ParsedEdges<std::uint64_t> read_dimacs(std::string_view, ReaderOptions const&);

}  // namespace yoke::detail::files
