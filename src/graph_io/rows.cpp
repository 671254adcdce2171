#include "rows.hpp"

#include <algorithm>

#include "limits.hpp"
#include "symmetry.hpp"
#include "yoke/counted.hpp"

namespace yoke::detail::files {

std::vector<std::uint64_t> split_rows(FileRows const& rows, FileWords const& offsets,
                                      std::size_t piece_bytes) {
  return split_rows(offsets, 0, rows.vertices, piece_bytes);
}

std::vector<std::uint64_t> split_rows(FileWords const& offsets, std::uint64_t begin,
                                      std::uint64_t end, std::size_t piece_bytes) {
  // Of the vertices before `v`, the arcs too.
  auto const work_before = [&](std::uint64_t v) { return v - begin + offsets[v] - offsets[begin]; };
  std::uint64_t const work = work_before(end);
  std::uint64_t const pieces = work / std::max<std::size_t>(piece_bytes / 4, 1) + 1;
  std::vector<std::uint64_t> borders{begin};
  for (std::uint64_t piece = 1; piece < pieces; ++piece) {
    std::uint64_t const target = work / pieces * piece;
    std::uint64_t low = borders.back(), high = end;
    while (low < high) {
      std::uint64_t const middle = low + (high - low) / 2;
      if (work_before(middle) < target) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    borders.push_back(low);
  }
  borders.push_back(end);
  return borders;
}

void check_offsets(FileWords const& offsets, FileRows const& rows) {
  check_offsets(offsets, rows, 0, rows.vertices);
}

void check_offsets(FileWords const& offsets, FileRows const& rows, std::uint64_t begin,
                   std::uint64_t end) {
  if (begin == 0 && offsets[0] != 0) {
    throw Fault{offsets.at(0), "the first offset is " + std::to_string(offsets[0]) + ", not 0"};
  }
  for (std::uint64_t v = begin; v < end; ++v) {
    if (offsets[v] <= offsets[v + 1]) continue;
    throw Fault{offsets.at(v + 1), "the offsets fall after vertex " + std::to_string(v)};
  }
  if (end < rows.vertices || offsets[rows.vertices] == rows.arcs) return;
  throw Fault{offsets.at(rows.vertices), "the offsets end at " +
                                             std::to_string(offsets[rows.vertices]) + ", and " +
                                             there_are(rows.arcs, "arc")};
}

void throw_unsymmetric(std::string_view bytes, FileRows const& rows) {
  std::vector<Arc> arcs;
  for_each_row_arc(bytes, rows, rows.offsets, rows.neighbours, {0, rows.vertices}, {},
                   [&](std::size_t, std::uint64_t u, std::uint64_t, std::uint64_t v) {
                     arcs.push_back({u, v});
                   });
  auto const [u, v] = find_unpaired(std::move(arcs));
  throw Fault{rows.offsets.at(u), "the graph should be undirected, and vertex " +
                                      std::to_string(u) + " has neighbour " + std::to_string(v) +
                                      " more often than the reverse "
                                      "(options.accept_unsymmetric goes on)"};
}

void check_incoming(std::string_view bytes, FileRows const& rows, GraphReadOptions const& options) {
  if (!rows.has_incoming()) return;
  check_offsets(rows.incoming_offsets, rows);
  // Both passes in the same pieces, which the one's offsets balance and the other's perhaps not.
  auto const borders = split_rows(rows, rows.offsets, options.piece_bytes);
  std::vector<ArcBalance> balances(borders.size() - 1);
  for_each_row_arc(bytes, rows, rows.offsets, rows.neighbours, borders, {},
                   [&](std::size_t piece, std::uint64_t u, std::uint64_t, std::uint64_t v) {
                     balances[piece].add(u, v);
                   });
  for_each_row_arc(bytes, rows, rows.incoming_offsets, rows.incoming_neighbours, borders,
                   options.progress,
                   [&](std::size_t piece, std::uint64_t v, std::uint64_t, std::uint64_t u) {
                     balances[piece].subtract(u, v);
                   });
  if (is_balanced(balances)) return;
  throw Fault{rows.incoming_offsets.at(0), "the arcs by target are not those by source"};
}

std::uint64_t weight_at(FileRows const& rows, std::uint64_t arc, WeightKind kind) {
  return convert_weight(rows.weights.at(arc), rows.weights[arc], rows.weight_kind, kind);
}

void throw_unequal(std::string_view bytes, FileRows const& rows, WeightKind kind) {
  std::vector<WeightedArc> arcs;
  for_each_row_arc(bytes, rows, rows.offsets, rows.neighbours, {0, rows.vertices}, {},
                   [&](std::size_t, std::uint64_t u, std::uint64_t arc, std::uint64_t v) {
                     arcs.emplace_back(u, v, weight_at(rows, arc, kind));
                   });
  auto const [u, v, weight] = find_unequal(std::move(arcs));
  throw Fault{rows.offsets.at(u), "the graph should be undirected, and vertex " +
                                      std::to_string(u) + " has neighbour " + std::to_string(v) +
                                      " with weight " + show_weight(weight, kind) +
                                      ", which the reverse has not"
                                      " (options.accept_unsymmetric goes on)"};
}

void require_weights(std::string_view bytes, FileRows const& rows) {
  if (rows.has_weights() || rows.arcs == 0) return;
  throw Fault{bytes.data(), std::string("the file holds no weights") + without_weights_hint};
}

void check_weights(std::string_view bytes, FileRows const& rows, GraphReadOptions const& options) {
  auto const borders = split_rows(rows, rows.offsets, options.piece_bytes);
  std::vector<ArcBalance> balances(borders.size() - 1);
  for_each_row_arc(bytes, rows, rows.offsets, rows.neighbours, borders, {},
                   [&](std::size_t piece, std::uint64_t u, std::uint64_t arc, std::uint64_t v) {
                     balances[piece].add_either_way(u, v, weight_at(rows, arc, rows.weight_kind));
                   });
  if (rows.is_symmetric && !is_balanced(balances)) throw_unequal(bytes, rows, rows.weight_kind);
}

template <class Vertex>
ParsedEdges<Vertex> read_rows(std::string_view bytes, FileRows const& rows,
                              ReaderOptions const& options) {
  bool const keeps_weights = options.keeps_weights();
  if (keeps_weights) require_weights(bytes, rows);
  VertexLimit<Vertex>(bytes, options).check_count(rows.vertices, bytes.data());
  check_offsets(rows.offsets, rows);
  auto const borders = split_rows(rows, rows.offsets, options.piece_bytes);
  ParsedEdges<Vertex> parsed;
  parsed.vertices = rows.vertices;
  parsed.pieces.resize(borders.size() - 1);
  auto const read = [&](bool each_once) {
    std::vector<ArcBalance> balances(parsed.pieces.size()), weights(parsed.pieces.size());
    std::ranges::fill(parsed.pieces, EdgePiece<Vertex>());
    for_each_row_arc(bytes, rows, rows.offsets, rows.neighbours, borders, options.progress,
                     [&](std::size_t piece, std::uint64_t u, std::uint64_t arc, std::uint64_t v) {
                       auto& edges = parsed.pieces[piece];
                       balances[piece].add_either_way(u, v);
                       if (u <= v || !each_once) edges.add(u, v);
                       if (!keeps_weights) return;
                       std::uint64_t const weight = weight_at(rows, arc, options.weight_kind);
                       weights[piece].add_either_way(u, v, weight);
                       if (u <= v || !each_once) edges.weights.push_back(weight);
                     });
    bool const is_symmetric = is_balanced(balances);
    if (is_symmetric && each_once && !is_balanced(weights) && !options.accept_unsymmetric) {
      throw_unequal(bytes, rows, options.weight_kind);
    }
    return is_symmetric && is_balanced(weights);
  };
  parsed.is_symmetric = read(rows.is_symmetric) && rows.is_symmetric;
  if (rows.is_symmetric && !parsed.is_symmetric) {
    if (!options.accept_unsymmetric) throw_unsymmetric(bytes, rows);
    read(false);
  }
  check_incoming(bytes, rows, options);
  if (rows.has_weights() && !keeps_weights) parsed.notes.emplace_back(weights_note);
  return parsed;
}

template ParsedEdges<std::uint32_t> read_rows(std::string_view, FileRows const&,
                                              ReaderOptions const&);
template ParsedEdges<std::uint64_t> read_rows(std::string_view, FileRows const&,
                                              ReaderOptions const&);

}  // namespace yoke::detail::files
