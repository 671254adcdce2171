#pragma once

#include <string>

#include "frame/raw_arrays.hpp"
#include "graphs/check_impl.hpp"
#include "graphs/weight_bits.hpp"
#include "yoke/messages.hpp"
#include "yoke/weighted_graph.hpp"

namespace yoke::detail::graphs {

KOKKOS_INLINE_FUNCTION std::uint64_t hash_arc(std::uint64_t u, std::uint64_t v, std::uint64_t w) {
  return hash(hash_pair(u, v) + w);
}

// As Asymmetry, of arcs with weights.
template <class Space, class Vertex, class Offset, class Word>
struct WeightAsymmetry {
  CsrView<Space, Vertex, Offset> rows;
  WeightBits<Space, Word> weights;
  ArcChunks chunks;
  KOKKOS_FUNCTION void operator()(std::uint64_t chunk, std::uint64_t& sum) const {
    for_each_arc(rows, chunks.begin(chunk), chunks.end(chunk),
                 [&](std::uint64_t v, std::uint64_t arc) {
                   std::uint64_t const u = rows.neighbours(arc), w = weights.of_number(arc);
                   sum += hash_arc(v, u, w) - hash_arc(u, v, w);
                 });
  }
};

// As AsymmetryOfVertices; where `only` is a vertex, of its arcs alone, for each other end.
template <class Space, class Vertex, class Offset, class Word>
struct WeightAsymmetryOfVertices {
  CsrView<Space, Vertex, Offset> rows;
  WeightBits<Space, Word> weights;
  ArcChunks chunks;
  Array<Space, std::uint64_t> sums;
  std::uint64_t only;
  KOKKOS_FUNCTION void operator()(std::uint64_t chunk) const {
    for_each_arc(rows, chunks.begin(chunk), chunks.end(chunk),
                 [&](std::uint64_t v, std::uint64_t arc) {
                   std::uint64_t const u = rows.neighbours(arc), w = weights.of_number(arc);
                   bool const is_any = only == nothing_found;
                   if (is_any || u == only) Kokkos::atomic_add(&sums(v), hash_arc(v, u, w));
                   if (is_any || v == only) Kokkos::atomic_add(&sums(u), -hash_arc(u, v, w));
                 });
  }
};

template <class Space, class Vertex, class Offset>
struct FirstArcBetween {
  CsrView<Space, Vertex, Offset> rows;
  std::uint64_t from, to;
  KOKKOS_FUNCTION void operator()(std::uint64_t arc, std::uint64_t& first) const {
    if (rows.neighbours(arc) != to || arc >= first) return;
    if (arc >= rows.begin(from) && arc < rows.end(from)) first = arc;
  }
};

template <class Space, class Vertex, class Offset>
std::uint64_t arc_between(Space const& exec, CsrView<Space, Vertex, Offset> const& rows,
                          std::uint64_t from, std::uint64_t to) {
  return smallest("yoke::graph::find_arc", exec, rows.arcs(),
                  FirstArcBetween<Space, Vertex, Offset>{rows, from, to});
}

// The two ends of an edge whose arcs have different weights. Some are there.
template <class Space, class Vertex, class Offset, class Word>
std::pair<std::uint64_t, std::uint64_t> find_unequal(Space const& exec,
                                                     CsrView<Space, Vertex, Offset> const& rows,
                                                     WeightBits<Space, Word> const& weights) {
  auto const chunks = ArcChunks::of(exec, rows.arcs());
  auto const first_of = [&](std::uint64_t only) {
    Buffer<Space, std::uint64_t> const sums(Kokkos::view_alloc(exec, "yoke::graph::asymmetry"),
                                            rows.vertices());
    Kokkos::parallel_for("yoke::graph::find_unequal", WideRange<Space>(exec, 0, chunks.count()),
                         WeightAsymmetryOfVertices<Space, Vertex, Offset, Word>{
                             rows, weights, chunks, array_of(sums), only});
    return smallest("yoke::graph::find_unequal", exec, rows.vertices(),
                    FirstNonzero<Space>{array_of(sums)});
  };
  std::uint64_t const one = first_of(nothing_found);
  return {one, first_of(one)};
}

template <class Space, class Vertex, class Offset, class Weight>
[[noreturn]] void throw_unequal(Space const& exec, CsrView<Space, Vertex, Offset> const& rows,
                                RawArray<Weight const> weights, char const* name) {
  auto const [u, v] = find_unequal(exec, rows, bits_of<Space>(weights));
  std::uint64_t const there = arc_between(exec, rows, u, v), back = arc_between(exec, rows, v, u);
  auto const values = array_on<Space>(weights);
  Weight const one = element(exec, values, there), other = element(exec, values, back);
  std::string const arcs = std::to_string(u) + " -> " + std::to_string(v) + " and " +
                           std::to_string(v) + " -> " + std::to_string(u);
  // Of repeated edges the first ones may agree.
  std::string const differ = one == other
                                 ? " have different weights"
                                 : " weigh " + show_number(one) + " and " + show_number(other);
  throw InvalidInput("yoke::WeightedGraph: " + std::string(name) + "(" + std::to_string(there) +
                         "): the arcs " + arcs + differ +
                         "; a symmetric graph has the same both ways",
                     there);
}

template <class Space, class Vertex, class Offset, class Weight>
void check_weights(Space const& exec, RawGraph<Vertex, Offset> const& graph,
                   RawArray<Weight const> weights, char const* name) {
  auto const bits = bits_of<Space>(weights);
  std::uint64_t const nan = find_nan(exec, bits);
  if (nan != nothing_found) {
    throw InvalidInput("yoke::WeightedGraph: " + std::string(name) + "(" + std::to_string(nan) +
                           ") is NaN, which is no weight",
                       nan);
  }
  if (!graph.symmetric || graph.arcs() == 0) return;
  auto const rows = csr_of<Space>(graph);
  auto const chunks = ArcChunks::of(exec, rows.arcs());
  using Word = WeightWord<Weight>;
  if (sum_over("yoke::graph::check_weights", exec, chunks.count(),
               WeightAsymmetry<Space, Vertex, Offset, Word>{rows, bits, chunks}) != 0) {
    throw_unequal(exec, rows, weights, name);
  }
}

// As ArcSum, with weights.
template <class Space, class Vertex, class Offset, class Word>
struct WeightedArcSum {
  CsrView<Space, Vertex, Offset> rows;
  WeightBits<Space, Word> weights;
  ArcChunks chunks;
  bool backwards;
  KOKKOS_FUNCTION void operator()(std::uint64_t chunk, std::uint64_t& sum) const {
    for_each_arc(rows, chunks.begin(chunk), chunks.end(chunk),
                 [&](std::uint64_t v, std::uint64_t arc) {
                   std::uint64_t const u = rows.neighbours(arc), w = weights.of_number(arc);
                   sum += backwards ? hash_arc(u, v, w) : hash_arc(v, u, w);
                 });
  }
};

template <class Space, class Vertex, class Offset, class Weight>
void check_transposed_weights(Space const& exec, RawGraph<Vertex, Offset> const& graph,
                              RawArray<Weight const> weights, RawArray<Weight const> incoming) {
  auto const chunks = ArcChunks::of(exec, graph.arcs());
  using Sum = WeightedArcSum<Space, Vertex, Offset, WeightWord<Weight>>;
  std::uint64_t const out =
      sum_over("yoke::graph::check_transposed", exec, chunks.count(),
               Sum{csr_of<Space>(graph), bits_of<Space>(weights), chunks, false});
  std::uint64_t const in =
      sum_over("yoke::graph::check_transposed", exec, chunks.count(),
               Sum{incoming_csr_of<Space>(graph), bits_of<Space>(incoming), chunks, true});
  if (out != in) {
    throw InvalidInput(
        "yoke::WeightedGraph: the incoming arcs' weights are not those of the graph's arcs", 0);
  }
}

}  // namespace yoke::detail::graphs
