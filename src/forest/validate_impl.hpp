#pragma once

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "forest/validate_steps.hpp"
#include "frame/raw_arrays.hpp"
#include "primitives/findings.hpp"
#include "yoke/counted.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/errors.hpp"
#include "yoke/messages.hpp"
#include "yoke/validate_minimum_spanning_forest.hpp"

namespace yoke::detail::forest {

inline constexpr char const* validator = "yoke::validate_minimum_spanning_forest";

// What JoinedVertices shows, made on the host.
template <class Vertex, class Weight>
struct JoinedOnHost {
  static constexpr Vertex none = static_cast<Vertex>(~Vertex(0));
  std::vector<Vertex> above, place;
  std::vector<Weight> weight;
  std::uint64_t cycle_edge = nothing_found;  // one that joins nothing

  JoinedOnHost(std::uint64_t vertices, std::vector<Vertex> const& from,
               std::vector<Vertex> const& to, std::vector<Weight> const& weights)
      : above(vertices), place(vertices, none), weight(vertices) {
    std::iota(above.begin(), above.end(), Vertex(0));
    std::vector<Vertex> size(vertices, 1), order(from.size());
    std::iota(order.begin(), order.end(), Vertex(0));
    std::stable_sort(order.begin(), order.end(),
                     [&](Vertex i, Vertex j) { return weights[i] < weights[j]; });
    for (std::size_t k = 0; k < order.size(); ++k) {
      Vertex const edge = order[k];
      Vertex low = root(from[edge]), high = root(to[edge]);
      if (low == high) {
        cycle_edge = edge;
        return;
      }
      if (size[low] > size[high]) std::swap(low, high);
      size[high] = static_cast<Vertex>(size[high] + size[low]);
      above[low] = high;
      place[low] = static_cast<Vertex>(k);
      weight[low] = weights[edge];
    }
  }

 private:
  Vertex root(Vertex v) const {
    while (above[v] != v) v = above[v];
    return v;
  }
};

template <class Space, class Vertex, class Offset, class Weight>
class ForestValidation {
 public:
  ForestValidation(Space const& exec, RawGraph<Vertex, Offset> const& graph,
                   RawArray<Weight const> weights, ForestToCheck<Vertex, Weight> const& forest)
      : exec_(exec),
        rows_(csr_of<Space>(graph)),
        weights_(array_on<Space>(weights)),
        edges_{front(forest.from, forest.edges), front(forest.to, forest.edges),
               front(forest.weight, forest.edges)} {}

  void check() const {
    check_edges("has an end that is no vertex",
                FirstEdgeOutOfRange<Space, Vertex, Weight>{edges_, rows_.vertices()});
    check_edges("is none of the graph's",
                FirstEdgeNotOfGraph<Space, Vertex, Offset, Weight>{edges_, rows_, weights_});
    JoinedOnHost<Vertex, Weight> const host(rows_.vertices(), on_host(edges_.from),
                                            on_host(edges_.to), on_host(edges_.weight));
    if (host.cycle_edge != nothing_found) fail_edge(host.cycle_edge, "closes a cycle");
    auto const above = here("above", host.above), place = here("place", host.place);
    auto const weight = here("weight", host.weight);
    check_arcs({array_of(above), array_of(place), array_of(weight)});
  }

 private:
  template <class T>
  static Array<Space, T const> front(RawArray<T const> const& array, std::uint64_t size) {
    return array_on<Space>(slice(array, 0, size));
  }
  template <class T>
  std::vector<T> on_host(Array<Space, T const> array) const {
    std::vector<T> copy(array.extent(0));
    Kokkos::deep_copy(exec_, Array<Kokkos::DefaultHostExecutionSpace, T>(copy.data(), copy.size()),
                      array);
    exec_.fence("yoke::validate_minimum_spanning_forest: to the host");
    return copy;
  }
  template <class T>
  Buffer<Space, T> here(char const* label, std::vector<T> const& values) const {
    auto const copy = make_buffer<Space, T>(
        exec_, std::string("yoke::validate_minimum_spanning_forest::") + label, values.size());
    Kokkos::deep_copy(
        exec_, array_of(copy),
        Array<Kokkos::DefaultHostExecutionSpace, T const>(values.data(), values.size()));
    exec_.fence("yoke::validate_minimum_spanning_forest: from the host");
    return copy;
  }

  template <class Functor>
  void check_edges(std::string const& what, Functor const& functor) const {
    std::uint64_t const edge = smallest("yoke::validate_minimum_spanning_forest::edges", exec_,
                                        edges_.from.extent(0), functor);
    if (edge != nothing_found) fail_edge(edge, what);
  }
  [[noreturn]] void fail_edge(std::uint64_t edge, std::string const& what) const {
    throw InvalidInput(std::string(validator) + ": edge " + std::to_string(edge) +
                           " of the forest, from " + std::to_string(at(edges_.from, edge)) +
                           " to " + std::to_string(at(edges_.to, edge)) + " with weight " +
                           show_number(at(edges_.weight, edge)) + ", " + what,
                       edge);
  }

  void check_arcs(JoinedVertices<Space, Vertex, Weight> const& joined) const {
    auto const chunks = ArcChunks::of(exec_, rows_.arcs());
    std::uint64_t const arc =
        smallest("yoke::validate_minimum_spanning_forest::arcs", exec_, chunks.count(),
                 FirstUnservedArc<Space, Vertex, Offset, Weight>{rows_, weights_, joined, chunks});
    if (arc == nothing_found) return;
    std::uint64_t const from = source_of_arc(exec_, rows_, arc);
    throw InvalidInput(std::string(validator) + ": the arc " + std::to_string(arc) + ", from " +
                           std::to_string(from) + " to " +
                           std::to_string(at(rows_.neighbours, arc)) + " with weight " +
                           show_number(at(weights_, arc)) +
                           ", leads to another tree, or is lighter than an edge of the forest "
                           "between its ends",
                       arc);
  }

  template <class T>
  T at(Array<Space, T const> array, std::uint64_t i) const {
    return element(exec_, array, i);
  }

  Space exec_;
  CsrView<Space, Vertex, Offset> rows_;
  Array<Space, Weight const> weights_;
  CheckedEdges<Space, Vertex, Weight> edges_;
};

inline void check_length(char const* name, std::size_t size, std::uint64_t edges) {
  if (size >= edges) return;
  throw std::invalid_argument(std::string(validator) + ": " + name + " has " +
                              show_count(size, "element") + ", and the forest " +
                              show_count(edges, "edge"));
}

template <class Space, class Vertex, class Offset, class Weight>
std::size_t validate_forest(Space const& exec, RawGraph<Vertex, Offset> const& graph,
                            RawArray<Weight const> weights,
                            ForestToCheck<Vertex, Weight> const& forest) {
  if (!graph.symmetric) {
    throw std::invalid_argument(std::string(validator) + ": the graph is directed");
  }
  check_length("from", forest.from.size, forest.edges);
  check_length("to", forest.to.size, forest.edges);
  check_length("weight", forest.weight.size, forest.edges);
  if (forest.edges > 0 && forest.edges >= graph.vertices()) {
    throw std::invalid_argument(std::string(validator) + ": a forest of " +
                                show_count(graph.vertices(), "vertex", "vertices") +
                                " has fewer than " + show_count(forest.edges, "edge"));
  }
  if (graph.vertices() == 0) return 0;
  Kokkos::Profiling::ScopedRegion const region(validator);
  ForestValidation<Space, Vertex, Offset, Weight>(exec, graph, weights, forest).check();
  return graph.vertices() - forest.edges;
}

}  // namespace yoke::detail::forest
