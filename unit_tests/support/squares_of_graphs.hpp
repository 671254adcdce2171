#pragma once

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "support/graphs.hpp"
#include "support/squares.hpp"
#include "yoke/all_pairs_distances.hpp"

// Graphs with weights as lists of edges, and as matrices.
namespace yoke_test {

// An edge, or an arc.
template <class Weight>
struct Edge {
  std::size_t from, to;
  Weight weight;
};

template <class S, class V, class O, class G, class D, class L>
struct Types {
  using Space = S;
  using Vertex = V;
  using Offset = O;
  using GraphWeight = G;
  using Weight = D;
  using Layout = L;
};

template <class T>
class SquaresOfGraphs : public testing::Test {
 public:
  using Space = typename T::Space;
  using Memory = typename Space::memory_space;
  using Vertex = typename T::Vertex;
  using Weight = typename T::Weight;
  using GraphWeight = typename T::GraphWeight;
  using Edges = std::vector<Edge<GraphWeight>>;
  using Arcs = typename T::Offset;
  using Graph = yoke::WeightedGraph<Vertex, Arcs, GraphWeight, Memory>;
  using Matrix = Kokkos::View<Weight**, typename T::Layout, Memory>;

  static Graph graph_of(std::size_t n, Edges const& edges, bool symmetrise) {
    yoke::WeightedEdgeList<Vertex, GraphWeight, Memory> list;
    list.vertices = n;
    list.from = decltype(list.from)("from", edges.size());
    list.to = decltype(list.to)("to", edges.size());
    list.weights = decltype(list.weights)("weights", edges.size());
    auto const from = Kokkos::create_mirror_view(list.from),
               to = Kokkos::create_mirror_view(list.to);
    auto const weights = Kokkos::create_mirror_view(list.weights);
    for (std::size_t e = 0; e < edges.size(); ++e) {
      from(e) = static_cast<Vertex>(edges[e].from);
      to(e) = static_cast<Vertex>(edges[e].to);
      weights(e) = edges[e].weight;
    }
    Kokkos::deep_copy(list.from, from);
    Kokkos::deep_copy(list.to, to);
    Kokkos::deep_copy(list.weights, weights);
    return yoke::build_graph<Arcs>(Space(), list, {.symmetrise = symmetrise});
  }

  // The matrix of the edges, by the definition.
  static Square<Weight> square_of(std::size_t n, Edges const& edges, bool symmetrise) {
    Square<Weight> square(n);
    auto const lower = [&](std::size_t u, std::size_t v, GraphWeight weight) {
      square(u, v) = std::min(square(u, v), static_cast<Weight>(weight));
    };
    for (auto const& [from, to, weight] : edges) {
      lower(from, to, weight);
      if (symmetrise) lower(to, from, weight);
    }
    return square;
  }
};

}  // namespace yoke_test
