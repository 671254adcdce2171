#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "compaction.hpp"
#include "edge_names.hpp"
#include "edge_preamble.hpp"
#include "edge_rows.hpp"
#include "limits.hpp"
#include "pieces.hpp"
#include "readers.hpp"
#include "undirected.hpp"
#include "yoke/counted.hpp"
#include "yoke/messages.hpp"

namespace yoke::detail::files {
namespace {

// Of what is no plain number. Away from the loop over lines, as whatever throws.
[[gnu::noinline]] std::uint64_t parse_other_id(std::string_view token) {
  try {
    return parse_number(token, "vertex");
  } catch (Fault const& fault) {
    bool const is_word = !token.empty() && token.front() != '-';
    if (!is_word) throw;
    throw Fault{fault.at, fault.reason + " (VertexIds::names takes any word)"};
  }
}

// Most ids are a few digits, and reading them is most of the work.
inline std::uint64_t parse_id(std::string_view token) {
  constexpr std::size_t most_digits = 19;
  if (token.size() - 1 >= most_digits) return parse_other_id(token);
  std::uint64_t id = 0;
  for (char const c : token) {
    unsigned const digit = static_cast<unsigned char>(c) - unsigned('0');
    if (digit > 9) return parse_other_id(token);
    id = 10 * id + digit;
  }
  return id;
}

// The vertices that ids of a file's two columns stand for.
class Ids {
 public:
  // `count`: vertices that there may be, two more than the first column of a bipartite graph has;
  // 0: 2^64.
  Ids(Preamble const& preamble, GraphReadOptions const& options, std::uint64_t count)
      : base_(options.base), side_(preamble.first_side) {
    first_.last = second_.last = count - 1;
    if (count > 0 && preamble.has_own_mark && !options.lenient) {
      given_ = preamble.vertices;
      if (*given_ == 0) first_.least = 1;
      first_.last = std::min(first_.last, std::max<std::uint64_t>(*given_, 1) - 1);
      second_ = first_;
    }
    if (!preamble.is_bipartite) return;
    // Both columns count from 1.
    first_.least = second_.least = 1 - base_;
    first_.last = side_ - base_;
    second_.last -= side_;
    second_side_ = preamble.second_side;
    if (options.lenient) {
      second_side_ = ~std::uint64_t(0);
    } else if (second_side_ == 0) {
      second_ = {1, 0};
    } else {
      second_.last = std::min(second_.last, second_side_ - base_);
    }
  }

  // Calls refuse(vertex, token, is it of the second column?) where there may be no such vertex,
  // which throws.
  template <class Refuse>
  std::uint64_t first(std::string_view token, Refuse const& refuse) const {
    // An id below the base wraps, and is beyond any last vertex.
    std::uint64_t const vertex = parse_id(token) - base_;
    if (!first_.holds(vertex)) refuse(vertex, token, false);
    return vertex;
  }
  template <class Refuse>
  std::uint64_t second(std::string_view token, Refuse const& refuse) const {
    std::uint64_t const place = parse_id(token) - base_;
    if (!second_.holds(place)) refuse(place + side_, token, true);
    return place + side_;
  }

  // Throws Fault of an id that its column cannot have, whatever a Vertex takes.
  [[gnu::noinline]] void refuse(std::string_view token, bool is_second) const {
    std::uint64_t const id = parse_id(token);
    std::string const vertex = "vertex " + std::to_string(id);
    if (id < base_) {
      throw Fault{token.data(), vertex + " is below " + std::to_string(base_) +
                                    ", the first vertex (options.base)"};
    }
    if (given_ && id - base_ >= *given_) {
      throw Fault{token.data(), vertex + " is too large: a comment says that there " +
                                    (*given_ == 1 ? "is " : "are ") +
                                    show_count(*given_, "vertex", "vertices") + lenient_hint};
    }
    if (side_ == 0) return;
    if (id == 0) throw Fault{token.data(), vertex + " is below 1, the first vertex of a column"};
    std::uint64_t const last = is_second ? second_side_ : side_;
    if (id > last) {
      throw Fault{token.data(), vertex + " is too large: the " + (is_second ? "second" : "first") +
                                    " column has " + std::to_string(last) +
                                    (is_second ? lenient_hint : "")};
    }
    if (is_second && id - base_ + side_ < side_) {
      throw Fault{token.data(), "64 bits have no room for " + vertex +
                                    " behind the first column's " + std::to_string(side_)};
    }
  }
  // How many vertices are before those of the column.
  std::uint64_t before(bool is_second) const { return is_second ? side_ : 0; }

 private:
  struct Range {
    std::uint64_t least = 0, last = 0;
    bool holds(std::uint64_t vertex) const { return vertex >= least && vertex <= last; }
  };

  std::uint64_t base_, side_, second_side_ = 0;
  std::optional<std::uint64_t> given_;  // vertices, by Yoke's own mark
  Range first_, second_;                // of the second column, from its own first vertex on
};

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

// Where ids seem to begin at 1: no edge names vertex 0, and the largest is a number that the file
// gives before its edges.
template <class Vertex>
bool may_begin_at_one(Preamble const& preamble, std::string_view skipped,
                      ParsedEdges<Vertex> const& parsed) {
  // Of sizes that were read as an edge.
  std::uint64_t skip = parsed.first_edge_may_be_sizes ? 1 : 0;
  auto const first =
      std::ranges::find_if(parsed.pieces, [](auto const& p) { return !p.from.empty(); });
  if (first == parsed.pieces.end()) return false;
  std::uint64_t const largest = skip == 1 ? first->from.front() : parsed.vertices - 1;
  auto const is_given = [&](std::vector<std::uint64_t> const& counts) {
    return std::ranges::find(counts, largest) != counts.end();
  };
  if (skip == 0 && !is_given(preamble.counts) && !is_given(first_numbers(skipped))) return false;
  std::uint64_t found = 0;
  bool has_zero = false;
  for (auto const& piece : parsed.pieces) {
    if (piece.from.empty()) continue;
    for (std::uint64_t e = std::exchange(skip, 0); e < piece.from.size(); ++e) {
      found = std::max<std::uint64_t>({found, piece.from[e], piece.to[e]});
      has_zero = has_zero || piece.from[e] == 0 || piece.to[e] == 0;
    }
  }
  return !has_zero && found == largest;
}

template <class Rows, class Vertex>
void keep_ids(std::string_view text, std::vector<std::string_view> const& pieces,
              ReaderOptions const& options, Rows& rows, Ids const& ids,
              VertexLimit<Vertex> const& limit, ParsedEdges<Vertex>& parsed) {
  std::vector<std::uint64_t> vertices(pieces.size());
  for_each_edge_piece(
      text, pieces, options, parsed.pieces, [&](std::size_t i, std::string_view piece) {
        std::uint64_t count = 0;
        auto const refuse = [&](std::uint64_t vertex, std::string_view token, bool is_second) {
          ids.refuse(token, is_second);
          limit.check_id(vertex, token.data(), options.base, ids.before(is_second));
        };
        auto& edges = parsed.pieces[i];
        edges.lines = rows.for_each(i, piece, [&](auto first, auto second, auto weight) {
          std::uint64_t const u = ids.first(first, refuse), v = ids.second(second, refuse);
          count = std::max({count, u + 1, v + 1});
          edges.add(u, v, weight, options.weight_kind);
        });
        vertices[i] = count;
      });
  for (std::uint64_t const count : vertices) parsed.vertices = std::max(parsed.vertices, count);
  parsed.first_edge_may_be_sizes = begins_with_sizes(parsed.pieces);
}

template <class Rows, class Vertex>
void compact_ids(std::string_view text, std::vector<std::string_view> const& pieces,
                 ReaderOptions const& options, Rows& rows, Ids const& ids,
                 ParsedEdges<Vertex>& parsed) {
  std::vector<EdgePiece<std::uint64_t>> wide(pieces.size());
  auto const refuse = [&](std::uint64_t, std::string_view token, bool is_second) {
    ids.refuse(token, is_second);
  };
  for_each_edge_piece(text, pieces, options, wide, [&](std::size_t i, std::string_view piece) {
    wide[i].lines = rows.for_each(i, piece, [&](auto first, auto second, auto weight) {
      std::uint64_t const u = ids.first(first, refuse);
      wide[i].add(u, ids.second(second, refuse), weight, options.weight_kind);
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
    auto edges = std::move(wide[i]);
    wide[i] = {};
    for (std::size_t e = 0; e < edges.from.size(); ++e) {
      parsed.pieces[i].add(compaction.vertex_of(edges.from[e]), compaction.vertex_of(edges.to[e]));
    }
    parsed.pieces[i].lines = edges.lines;
    parsed.pieces[i].weights = std::move(edges.weights);
  });
  parsed.ids = compaction.ids();
}

template <class Rows, class Vertex>
void read_ids(std::string_view text, Preamble const& preamble, ReaderOptions const& options,
              Rows& rows, VertexLimit<Vertex> const& limit, ParsedEdges<Vertex>& parsed) {
  auto const pieces = rows.split(preamble.edges, options.piece_bytes);
  parsed.pieces.resize(pieces.size());
  bool const keeps = options.ids == VertexIds::keep;
  Ids const ids(preamble, options, keeps ? limit.count() : 0);
  if constexpr (std::is_same_v<Rows, TableRows>) {
    if (options.ids == VertexIds::names) return name_ids(text, pieces, options, rows, parsed);
  }
  if (options.ids == VertexIds::compact) {
    compact_ids(text, pieces, options, rows, ids, parsed);
  } else {
    keep_ids(text, pieces, options, rows, ids, limit, parsed);
  }
}

// What Gephi's columns say of the edges. Those that say nothing of it join the others.
template <class Vertex>
void note_types(TableRows const& rows, std::vector<std::string>& others,
                ParsedEdges<Vertex>& parsed) {
  auto const seen = rows.seen();
  auto const& types = rows.table().types;
  bool const says_mutual = lower_case(seen.other) == "mutual";
  for (std::size_t i = 0; i < types.size(); ++i) {
    bool const says = (seen.columns >> i % 64 & 1) != 0 || (says_mutual && seen.columns == 0);
    if (!says && parsed.edges() > 0) others.push_back(types[i].name);
  }
  if (seen.columns == 0 && !says_mutual) return;
  if (seen.others == 0 && seen.directed == 0 && seen.undirected > 0) {
    parsed.is_symmetric = true;
    return;
  }
  std::string const edges = " of " + show_count(parsed.edges(), "edge");
  if (seen.undirected > 0) {
    parsed.notes.emplace_back(std::to_string(seen.undirected) + edges +
                              (seen.undirected == 1 ? " is undirected, and was read as an arc"
                                                    : " are undirected, and were read as arcs") +
                              " like the others");
  }
  if (seen.others > 0) {
    parsed.notes.emplace_back("the column " + in_quotes(types.front().name) +
                              " is neither Directed " + "nor Undirected for " +
                              std::to_string(seen.others) + edges + ", as " +
                              in_quotes(seen.other) + ": read as arcs");
  }
}

// Names that begin with # or % look like comments, as the numbers of lines that somebody has
// commented out do.
template <class Vertex>
void note_comments(Preamble const& preamble, std::uint64_t among_edges,
                   GraphReadOptions const& options, ParsedEdges<Vertex>& parsed) {
  bool const has_names = options.ids == VertexIds::names, is_empty = parsed.edges() == 0;
  std::uint64_t comments = among_edges;
  if (has_names && is_empty && preamble.mark == nullptr) comments += preamble.comments;
  if (comments == 0 || !(has_names || is_empty)) return;
  parsed.notes.emplace_back(
      (is_empty ? "the file holds no edges: " : "") + show_count(comments, "line") +
      (is_empty ? "" : " among the edges") +
      (comments == 1 ? " was taken for a comment" : " were taken for comments") +
      (has_names ? "; quotes around a name that begins with # or % keep it" : ""));
}

// What of a table's other columns went into the graph, and what did not.
template <class Vertex>
void note_columns(TableRows const& rows, ParsedEdges<Vertex>& parsed) {
  auto others = rows.table().others;
  note_types(rows, others, parsed);
  if (rows.table().is_guess) {
    parsed.notes.emplace_back("the first line was taken for the names of columns");
  }
  if (others.empty()) return;
  std::string names;
  for (auto const& name : others) names += (names.empty() ? "" : ", ") + in_quotes(name);
  parsed.notes.emplace_back("columns beside the vertices were not kept: " + names);
}

template <class Vertex>
void note_fields(Preamble const& preamble, ReaderOptions const& options,
                 ParsedEdges<Vertex>& parsed) {
  bool const has_more = preamble.has_more || (preamble.table && preamble.table->has_more);
  bool const has_yet_more =
      preamble.has_yet_more || (preamble.table && preamble.table->has_yet_more);
  if (options.keeps_weights() && has_yet_more) {
    parsed.notes.emplace_back("the fields of a line beside its vertices and weight were not kept");
  } else if (has_more && !options.keeps_weights()) {
    parsed.notes.emplace_back(
        "the fields after the two vertices of a line (weights, times, attributes) were not kept");
  }
}

template <class Vertex>
void add_notes(Preamble const& preamble, std::string_view skipped, ReaderOptions const& options,
               ParsedEdges<Vertex>& parsed) {
  note_fields(preamble, options, parsed);
  if (preamble.is_bipartite) {
    parsed.notes.emplace_back(
        "the graph is bipartite: the second column's vertices were numbered after "
        "the first column's " +
        std::to_string(preamble.first_side));
  }
  bool const may_have_base = options.ids == VertexIds::keep && options.base == 0;
  if (may_have_base && !preamble.has_own_mark && may_begin_at_one(preamble, skipped, parsed)) {
    parsed.notes.emplace_back(
        "no edge names vertex 0, and the largest one is a number that the file "
        "begins with: if ids begin at 1, set options.base to 1");
  }
  if (!parsed.is_symmetric) return;
  keep_each_once(parsed, {options.weight_kind, preamble.edges.data(), options.base});
}

template <class Vertex>
void check_bipartite(Preamble const& preamble, GraphReadOptions const& options,
                     VertexLimit<Vertex> const& limit) {
  auto const refuse = [&](std::string const& what) { throw Fault{preamble.mark, what}; };
  if (options.ids == VertexIds::names) {
    refuse("the graph is bipartite: each column has vertex names of its own");
  }
  if (preamble.table && preamble.table->ends != std::array<std::size_t, 2>{0, 1}) {
    refuse(
        "the graph is bipartite: sources are in the first column, and targets in the second "
        "(options.columns)");
  }
  if (options.base > 1) {
    refuse("the first column's vertices are from 1 to " + std::to_string(preamble.first_side) +
           ", and options.base is " + std::to_string(options.base));
  }
  // The second column has one vertex at least. Vertices from 0 on, where ids are kept.
  if (preamble.first_side > ~std::uint64_t(0) - 2) {
    refuse("no second column fits in 64 bits behind such a first one");
  }
  if (options.ids == VertexIds::keep) {
    limit.check_count(preamble.first_side + 2 - options.base, preamble.mark);
  }
}

void check_options(GraphReadOptions const& options) {
  auto const refuse = [](std::string const& what) {
    throw std::invalid_argument("yoke::read_edges: " + what);
  };
  // What is below a larger one would wrap to a vertex.
  constexpr std::uint64_t largest_base = std::uint64_t(1) << 63;
  if (options.base > largest_base) {
    refuse("options.base is " + show_number(options.base) + ", not " + show_range(0, largest_base));
  }
  if (options.base > 0 && options.ids != VertexIds::keep) {
    refuse("options.base is only for ids that are kept (options.ids)");
  }
  auto const& [from, to] = options.columns;
  if (from.empty() != to.empty()) refuse("options.columns has one name, and needs two");
  if (!from.empty() && from == to) refuse("options.columns has the same column twice");
}

}  // namespace

template <class Vertex>
ParsedEdges<Vertex> read_edge_list(std::string_view text, std::string_view skipped,
                                   ReaderOptions const& options) {
  check_options(options);
  VertexLimit<Vertex> const limit(text, options);
  Preamble const preamble = parse_preamble(text, options);
  if (preamble.is_bipartite) check_bipartite(preamble, options, limit);
  ParsedEdges<Vertex> parsed;
  parsed.is_symmetric = preamble.is_symmetric;
  parsed.lines = preamble.lines;
  if (options.ids == VertexIds::keep) {
    limit.check_count(preamble.vertices, preamble.mark);
    parsed.vertices = preamble.vertices;
  }
  if (preamble.table) {
    TableRows rows(*preamble.table);
    read_ids(text, preamble, options, rows, limit, parsed);
    note_columns(rows, parsed);
    note_comments(preamble, rows.seen().comments, options, parsed);
  } else {
    PlainRows rows(preamble, options);
    read_ids(text, preamble, options, rows, limit, parsed);
    note_comments(preamble, 0, options, parsed);
  }
  bool const has_header = preamble.table && !preamble.table->header.empty();
  // A file that has other means to say how many vertices there are does not say so.
  if (preamble.has_own_mark || has_header) parsed.first_edge_may_be_sizes = false;
  add_notes(preamble, skipped, options, parsed);
  return parsed;
}

template ParsedEdges<std::uint32_t> read_edge_list(std::string_view, std::string_view,
                                                   ReaderOptions const&);
template ParsedEdges<std::uint64_t> read_edge_list(std::string_view, std::string_view,
                                                   ReaderOptions const&);

}  // namespace yoke::detail::files
