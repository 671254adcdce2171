#pragma once

#include <Kokkos_Core.hpp>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <queue>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>
#include <yoke/generate_graph.hpp>
#include <yoke/weighted_graph.hpp>

#include "all_pairs/data.hpp"
#include "support/arguments.hpp"
#include "support/graphs.hpp"

namespace yoke_perf::all_pairs {

// "rmat8": Graph500's R-MAT, with 8 arcs a vertex; "grid": a square. "plain_" before it: without
// weights. Otherwise an edge weighs 1 to 1000.
struct SparseInput {
  bool has_weights;
  std::string_view shape;

  explicit SparseInput(std::string_view name)
      : has_weights(!name.starts_with("plain_")), shape(name.substr(has_weights ? 0 : 6)) {
    if (shape != "grid" && !shape.starts_with("rmat")) {
      throw UsageError("no kind of graph: '" + std::string(name) + "'");
    }
  }
  yoke::GraphShape of(std::uint64_t n) const {
    if (shape == "grid") {
      auto const side = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(n)));
      if (side * side != n) throw UsageError("a grid has a square number of vertices");
      return yoke::GridShape{side, side};
    }
    if (!std::has_single_bit(n)) throw UsageError("R-MAT has a power of two of vertices");
    auto const arcs = static_cast<double>(parse_count(shape.substr(4)));
    return yoke::RmatShape{.scale = std::countr_zero(n), .edge_factor = arcs / 2};
  }
};

template <class Space, class Weight>
using SparseGraph = yoke::WeightedGraph<Vertex, Vertex, Weight, typename Space::memory_space>;

template <class Weight, class List>
struct DrawWeights {
  List list;
  KOKKOS_FUNCTION void operator()(std::uint64_t e) const {
    list.weights(e) = static_cast<Weight>(1 + yoke::detail::hash(e) % 1000);
  }
};

template <class Space, class Weight>
SparseGraph<Space, Weight> sparse_graph(yoke::GraphShape const& shape) {
  using List = yoke::WeightedEdgeList<Vertex, Weight, typename Space::memory_space>;
  List list;
  static_cast<yoke::EdgeList<Vertex, typename Space::memory_space>&>(list) =
      yoke::generate_edges(Space(), shape);
  list.weights = decltype(list.weights)("yoke_perf::weights", list.edges());
  Kokkos::parallel_for("yoke_perf::draw_weights", WideRange<Space>(Space(), 0, list.edges()),
                       DrawWeights<Weight, List>{list});
  Kokkos::fence("yoke_perf: weights drawn");
  return yoke::build_graph(Space(), list);
}

// The distances from one vertex, by Dijkstra's algorithm of the standard library's heap.
template <class Weight, class Graph>
std::vector<Weight> distances_in(Graph const& graph, bool has_weights, Vertex source) {
  auto const copy = [](auto const& view) {
    return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
  };
  auto const offsets = copy(graph.offsets()), neighbours = copy(graph.neighbours());
  auto const weights = copy(graph.weights());
  std::vector<Weight> distances(graph.vertices(), yoke::unreachable_distance<Weight>);
  using Waiting = std::pair<Weight, Vertex>;
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> waiting;
  waiting.emplace(distances[source] = 0, source);
  while (!waiting.empty()) {
    auto const [near, u] = waiting.top();
    waiting.pop();
    if (near > distances[u]) continue;
    for (auto arc = offsets(u); arc < offsets(u + 1); ++arc) {
      auto const weight = has_weights ? static_cast<Weight>(weights(arc)) : Weight(1);
      auto const distance = static_cast<Weight>(near + weight);
      if (distance < distances[neighbours(arc)]) {
        waiting.emplace(distances[neighbours(arc)] = distance, neighbours(arc));
      }
    }
  }
  return distances;
}

template <class Space, class Weight>
Measured of_graph(std::string_view name, std::uint64_t n, yoke::AllPairsAlgorithm algorithm) {
  using GraphWeight = std::conditional_t<sizeof(Weight) == 2, std::int32_t, Weight>;
  SparseInput const input(name);
  auto const graph = sparse_graph<Space, GraphWeight>(input.of(n));
  yoke::Graph<Vertex, Vertex, typename Space::memory_space> const plain = graph;
  Matrix<Space, Weight> const matrix(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke_perf::matrix"), n, n);
  auto const plan = std::make_shared<yoke::AllPairsPlan<Space, Weight>>(
      Space(), n, yoke::AllPairsOptions{.algorithm = algorithm});
  std::vector<Vertex> const sources{static_cast<Vertex>(n / 3), static_cast<Vertex>(n - 1)};
  auto const expected = std::make_shared<std::vector<std::vector<Weight>>>();
  for (auto const source : sources) {
    expected->push_back(distances_in<Weight>(graph, input.has_weights, source));
  }
  Measured work;
  work.prepare = [=] { Kokkos::deep_copy(matrix, Weight(-1)); };
  work.run = [=, has_weights = input.has_weights] {
    has_weights ? (*plan)(graph, matrix) : (*plan)(plain, matrix);
  };
  work.find_fault = [=]() -> std::string {
    for (std::size_t s = 0; s < sources.size(); ++s) {
      if (!has_row<Space, Weight>(matrix, sources[s], (*expected)[s])) {
        return "row " + std::to_string(sources[s]) + " is not Dijkstra's";
      }
    }
    return "";
  };
  return work;
}

}  // namespace yoke_perf::all_pairs
