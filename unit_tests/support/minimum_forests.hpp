#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <numeric>
#include <string>
#include <type_traits>
#include <vector>

#include "support/graphs.hpp"
#include "support/lists.hpp"
#include "yoke/minimum_spanning_forest.hpp"
#include "yoke/weighted_graph.hpp"

// Weights of the shared test graphs, and the plainest Kruskal, which shares no code with the
// library.
namespace yoke_test {

// Hard cases: all weights equal, few values, negative and extreme ones, weights that fall or rise
// with the edges.
enum class WeightKind { random, equal, few, extreme, falling };
inline constexpr std::array weight_kinds{WeightKind::random, WeightKind::equal, WeightKind::few,
                                         WeightKind::extreme, WeightKind::falling};
inline std::string name_of(WeightKind kind) {
  return std::array{"random", "equal", "few", "extreme", "falling"}[static_cast<std::size_t>(kind)];
}

template <class Weight>
Weight extreme_weight(std::uint64_t which) {
  using Limits = std::numeric_limits<Weight>;
  if constexpr (std::is_floating_point_v<Weight>) {
    Weight const values[] = {Weight(0),        -Weight(0),           Limits::max(),
                             Limits::lowest(), Limits::denorm_min(), Limits::infinity()};
    return values[which % 6];
  } else {
    // Their sums stay within 64 bits.
    Weight const values[] = {0, -1, 1, static_cast<Weight>(Limits::max() / 200000),
                             static_cast<Weight>(Limits::min() / 200000)};
    return values[which % 5];
  }
}

template <class Vertex, class Offset, class Weight, class Of>
yoke::WeightedGraph<Vertex, Offset, Weight, Kokkos::HostSpace> weighted_by(TestGraph const& graph,
                                                                           Of const& of) {
  yoke::WeightedEdgeList<Vertex, Weight, Kokkos::HostSpace> list;
  static_cast<yoke::EdgeList<Vertex, Kokkos::HostSpace>&>(list) = edge_list<Vertex>(graph);
  list.weights = Kokkos::View<Weight*, Kokkos::HostSpace>("weights", graph.edges.size());
  for (std::size_t e = 0; e < graph.edges.size(); ++e) list.weights(e) = of(e);
  return yoke::build_graph<Offset>(Kokkos::DefaultHostExecutionSpace(), list);
}

template <class Vertex, class Offset, class Weight>
auto weighted(TestGraph const& graph, WeightKind kind) {
  GraphDice dice(7);
  return weighted_by<Vertex, Offset, Weight>(graph, [&](std::size_t e) {
    switch (kind) {
      case WeightKind::equal:
        return Weight(5);
      case WeightKind::few:
        return static_cast<Weight>(static_cast<int>(dice.below(4)) - 2);
      case WeightKind::extreme:
        return extreme_weight<Weight>(dice.below(30));
      case WeightKind::falling:
        return static_cast<Weight>(graph.edges.size() - e);
      case WeightKind::random:
        break;
    }
    auto const number = static_cast<Weight>(static_cast<int>(dice.below(1 << 20)) - (1 << 19));
    return std::is_floating_point_v<Weight> ? static_cast<Weight>(number / Weight(7)) : number;
  });
}

template <class Vertex, class Weight>
struct Forest {
  std::vector<Vertex> from, to;
  std::vector<Weight> weight;
  yoke::detail::forest::TotalOf<Weight> total = 0;

  // By the bytes of the weights; totals of floating-point weights have a test of their own.
  bool operator==(Forest const& other) const {
    return from == other.from && to == other.to && weight.size() == other.weight.size() &&
           (weight.empty() ||
            std::memcmp(weight.data(), other.weight.data(), weight.size() * sizeof(Weight)) == 0) &&
           (std::is_floating_point_v<Weight> || total == other.total);
  }
};

// Of a graph on the host. Leaves out edge `skip` of the forest, and takes the next best.
template <class G>
auto kruskal(G const& graph, std::size_t skip = ~std::size_t(0)) {
  using Vertex = typename G::vertex_type;
  using Weight = typename G::weight_type;
  std::vector<std::uint32_t> source(graph.arcs()), arcs, chosen;
  for (std::size_t v = 0; v < graph.vertices(); ++v) {
    for (auto k = graph.offsets()(v); k < graph.offsets()(v + 1); ++k) {
      source[k] = static_cast<std::uint32_t>(v);
      if (static_cast<std::size_t>(graph.neighbours()(k)) > v)
        arcs.push_back(static_cast<std::uint32_t>(k));
    }
  }
  std::sort(arcs.begin(), arcs.end(), [&](std::uint32_t one, std::uint32_t other) {
    Weight const w = graph.weights()(one), x = graph.weights()(other);
    return w < x || (w == x && one < other);
  });
  OracleSets sets(static_cast<std::uint32_t>(graph.vertices()));
  std::size_t joined = 0;
  for (auto const arc : arcs) {
    auto const to = static_cast<std::uint32_t>(graph.neighbours()(arc));
    if (sets.find(source[arc]) == sets.find(to) || joined++ == skip) continue;
    sets.join(source[arc], to);
    chosen.push_back(arc);
  }
  std::sort(chosen.begin(), chosen.end());
  Forest<Vertex, Weight> forest;
  for (auto const arc : chosen) {
    forest.from.push_back(source[arc]);
    forest.to.push_back(graph.neighbours()(arc));
    forest.weight.push_back(graph.weights()(arc));
    forest.total += forest.weight.back();
  }
  return forest;
}

template <class Space, class Vertex, class Offset, class Weight>
yoke::WeightedGraph<Vertex, Offset, Weight, typename Space::memory_space> copied(
    yoke::WeightedGraph<Vertex, Offset, Weight, Kokkos::HostSpace> const& graph) {
  using Memory = typename Space::memory_space;
  return {yoke::unchecked, graph.kind(), copy_to<Offset, Memory>(graph.offsets()),
          copy_to<Vertex, Memory>(graph.neighbours()), copy_to<Weight, Memory>(graph.weights())};
}

// Room for a forest.
template <class Memory, class Vertex, class Weight>
struct ForestViews {
  Kokkos::View<Vertex*, Memory> from, to;
  Kokkos::View<Weight*, Memory> weight;

  explicit ForestViews(std::size_t vertices)
      : from("from", vertices == 0 ? 0 : vertices - 1),
        to("to", from.extent(0)),
        weight("weight", from.extent(0)) {}

  Forest<Vertex, Weight> found(yoke::MinimumForest<Weight> const& result) const {
    Forest<Vertex, Weight> forest{to_vector(from), to_vector(to), to_vector(weight), result.total};
    forest.from.resize(result.edges);
    forest.to.resize(result.edges);
    forest.weight.resize(result.edges);
    return forest;
  }
};

// By a call, with Views in the graph's memory.
template <class Executor, class Vertex, class Offset, class Weight, class Memory>
Forest<Vertex, Weight> found_forest(
    Executor const& executor, yoke::WeightedGraph<Vertex, Offset, Weight, Memory> const& graph,
    yoke::MinimumForestOptions const& options) {
  ForestViews<Memory, Vertex, Weight> const views(graph.vertices());
  return views.found(
      yoke::minimum_spanning_forest(executor, graph, views.from, views.to, views.weight, options));
}

}  // namespace yoke_test
