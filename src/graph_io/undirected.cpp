#include "undirected.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "pieces.hpp"
#include "symmetry.hpp"
#include "yoke/counted.hpp"
#include "yoke/messages.hpp"

namespace yoke::detail::files {
namespace {

// How many edges a list has that go up, and that go down.
struct Ways {
  std::uint64_t up = 0, down = 0;
};

template <class Vertex>
Ways count_ways(std::vector<EdgePiece<Vertex>> const& pieces) {
  std::vector<Ways> parts(pieces.size());
  for_each_piece(pieces.size(), [&](std::size_t i) {
    auto const &from = pieces[i].from, &to = pieces[i].to;
    Ways ways;
    for (std::size_t e = 0; e < from.size(); ++e) {
      ways.up += from[e] < to[e];
      ways.down += from[e] > to[e];
    }
    parts[i] = ways;
  });
  Ways sum;
  for (auto const& part : parts) {
    sum.up += part.up;
    sum.down += part.down;
  }
  return sum;
}

template <class Vertex>
bool is_balanced(std::vector<EdgePiece<Vertex>> const& pieces) {
  std::vector<ArcBalance> parts(pieces.size());
  for_each_piece(pieces.size(), [&](std::size_t i) {
    for (std::size_t e = 0; e < pieces[i].from.size(); ++e) {
      parts[i].add_either_way(pieces[i].from[e], pieces[i].to[e]);
    }
  });
  return is_balanced(parts);
}

template <class Vertex>
bool has_balanced_weights(std::vector<EdgePiece<Vertex>> const& pieces) {
  std::vector<ArcBalance> parts(pieces.size());
  for_each_piece(pieces.size(), [&](std::size_t i) {
    auto const& [from, to, weights, loops, lines] = pieces[i];
    for (std::size_t e = 0; e < weights.size(); ++e) {
      parts[i].add_either_way(from[e], to[e], weights[e]);
    }
  });
  return is_balanced(parts);
}

template <class Vertex>
[[noreturn]] void throw_unequal(ParsedEdges<Vertex> const& parsed, WeightsInFile const& file) {
  std::vector<WeightedArc> arcs;
  for (auto const& piece : parsed.pieces) {
    for (std::size_t e = 0; e < piece.weights.size(); ++e) {
      arcs.emplace_back(piece.from[e], piece.to[e], piece.weights[e]);
    }
  }
  auto const [u, v, weight] = find_unequal(std::move(arcs));
  auto const show = [&](std::uint64_t vertex) {
    if (!parsed.names.empty()) return in_quotes(parsed.names[vertex]);
    return std::to_string(parsed.ids.empty() ? vertex + file.base : parsed.ids[vertex]);
  };
  throw Fault{file.at, "the undirected edge " + show(u) + " - " + show(v) +
                           " is listed at both ends, and only once with weight " +
                           show_weight(weight, file.kind)};
}

template <class Vertex>
void drop_those_that_go_down(std::vector<EdgePiece<Vertex>>& pieces) {
  for_each_piece(pieces.size(), [&](std::size_t i) {
    auto& [from, to, weights, loops, lines] = pieces[i];
    std::size_t kept = 0;
    for (std::size_t e = 0; e < from.size(); ++e) {
      if (from[e] > to[e]) continue;
      from[kept] = from[e];
      if (!weights.empty()) weights[kept] = weights[e];
      to[kept++] = to[e];
    }
    from.resize(kept);
    to.resize(kept);
    if (!weights.empty()) weights.resize(kept);
  });
}

// The edges that go one way and whose reverse goes the other way; by the fewer of them, sorted.
template <class Vertex>
std::uint64_t count_both_ways(std::vector<EdgePiece<Vertex>> const& pieces, Ways const& ways) {
  bool const fewer_go_up = ways.up < ways.down;
  std::vector<std::pair<Vertex, Vertex>> fewer;
  fewer.reserve(std::min(ways.up, ways.down));
  auto const for_each_going = [&](bool up, std::size_t i, auto const& visit) {
    for (std::size_t e = 0; e < pieces[i].from.size(); ++e) {
      Vertex const u = pieces[i].from[e], v = pieces[i].to[e];
      if (up ? u < v : u > v) visit(std::pair(std::min(u, v), std::max(u, v)));
    }
  };
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    for_each_going(fewer_go_up, i, [&](auto const& edge) { fewer.push_back(edge); });
  }
  std::ranges::sort(fewer);
  std::vector<std::uint64_t> parts(pieces.size());
  for_each_piece(pieces.size(), [&](std::size_t i) {
    for_each_going(!fewer_go_up, i,
                   [&](auto const& edge) { parts[i] += std::ranges::binary_search(fewer, edge); });
  });
  std::uint64_t count = 0;
  for (std::uint64_t const part : parts) count += part;
  return count;
}

}  // namespace

template <class Vertex>
bool keep_each_once(ParsedEdges<Vertex>& parsed, WeightsInFile const& weights) {
  // Most files list all edges one way.
  Ways const ways = count_ways(parsed.pieces);
  if (ways.up == 0 || ways.down == 0) return false;
  if (ways.up == ways.down && is_balanced(parsed.pieces)) {
    if (!has_balanced_weights(parsed.pieces)) throw_unequal(parsed, weights);
    drop_those_that_go_down(parsed.pieces);
    parsed.notes.emplace_back("every undirected edge is listed at both ends, and was read once");
    return true;
  }
  std::uint64_t const twice = count_both_ways(parsed.pieces, ways);
  if (twice > 0) {
    parsed.notes.emplace_back(
        show_count(twice, "undirected edge") +
        (twice == 1 ? " is listed at both ends, and was" : " are listed at both ends, and were") +
        " read twice: " +
        (weights.kind == WeightKind::none ? "options.merge_multi_edges keeps one of equal edges"
                                          : "options.repeated says what becomes of them"));
  }
  return false;
}

template <class Vertex>
bool holds_reverses(Vertex const* from, Vertex const* to, std::uint64_t edges) {
  // Sums tell most lists apart for less than a hash of each arc costs.
  std::uint64_t difference = 0, loops = 0;
  for (std::uint64_t e = 0; e < edges; ++e) {
    difference += std::uint64_t(from[e]) - std::uint64_t(to[e]);
    loops += from[e] == to[e];
  }
  if (difference != 0 || loops == edges) return false;
  ArcBalance balance;
  for (std::uint64_t e = 0; e < edges; ++e) balance.add_either_way(from[e], to[e]);
  return balance.is_zero();
}

#define YOKE_INSTANTIATE_WAYS(Vertex)                                       \
  template bool keep_each_once(ParsedEdges<Vertex>&, WeightsInFile const&); \
  template bool holds_reverses(Vertex const*, Vertex const*, std::uint64_t);
YOKE_INSTANTIATE_WAYS(std::uint32_t)
YOKE_INSTANTIATE_WAYS(std::uint64_t)
#undef YOKE_INSTANTIATE_WAYS

}  // namespace yoke::detail::files
