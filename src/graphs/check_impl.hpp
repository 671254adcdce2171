#pragma once

#include <string>

#include "primitives/arcs.hpp"
#include "primitives/findings.hpp"
#include "yoke/counted.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/primitives/hash.hpp"
#include "yoke/errors.hpp"
#include "yoke/graph.hpp"

namespace yoke::detail::graphs {

KOKKOS_INLINE_FUNCTION std::uint64_t hash_pair(std::uint64_t u, std::uint64_t v) {
  return hash(hash(u + 0x9e3779b97f4a7c15u) + v);
}

template <class Space, class Vertex, class Offset>
struct FirstFall {
  CsrView<Space, Vertex, Offset> rows;
  KOKKOS_FUNCTION void operator()(std::uint64_t v, std::uint64_t& first) const {
    if (rows.offsets(v) > rows.offsets(v + 1) && v < first) first = v;
  }
};

template <class Space, class Vertex>
struct FirstOutOfRange {
  Array<Space, Vertex const> neighbours;
  std::uint64_t vertices;
  KOKKOS_FUNCTION void operator()(std::uint64_t arc, std::uint64_t& first) const {
    if (neighbours(arc) >= vertices && arc < first) first = arc;
  }
};

// The sum of a hash of every arc, less that of every arc's reverse: 0 where the arcs are symmetric,
// and where they are not with a probability of 2^-64.
template <class Space, class Vertex, class Offset>
struct Asymmetry {
  CsrView<Space, Vertex, Offset> rows;
  ArcChunks chunks;
  KOKKOS_FUNCTION void operator()(std::uint64_t chunk, std::uint64_t& sum) const {
    for_each_arc(rows, chunks.begin(chunk), chunks.end(chunk),
                 [&](std::uint64_t v, std::uint64_t arc) {
                   std::uint64_t const u = rows.neighbours(arc);
                   sum += hash_pair(v, u) - hash_pair(u, v);
                 });
  }
};

// The same for the arcs of each vertex, to find one that has too many.
template <class Space, class Vertex, class Offset>
struct AsymmetryOfVertices {
  CsrView<Space, Vertex, Offset> rows;
  ArcChunks chunks;
  Array<Space, std::uint64_t> sums;
  KOKKOS_FUNCTION void operator()(std::uint64_t chunk) const {
    for_each_arc(rows, chunks.begin(chunk), chunks.end(chunk),
                 [&](std::uint64_t v, std::uint64_t arc) {
                   std::uint64_t const u = rows.neighbours(arc);
                   Kokkos::atomic_add(&sums(v), hash_pair(v, u));
                   Kokkos::atomic_add(&sums(u), -hash_pair(u, v));
                 });
  }
};

template <class Space>
struct FirstNonzero {
  Array<Space, std::uint64_t const> sums;
  KOKKOS_FUNCTION void operator()(std::uint64_t v, std::uint64_t& first) const {
    if (sums(v) != 0 && v < first) first = v;
  }
};

// The sum of a hash of the arcs; `backwards` where the rows are those of their targets.
template <class Space, class Vertex, class Offset>
struct ArcSum {
  CsrView<Space, Vertex, Offset> rows;
  ArcChunks chunks;
  bool backwards;
  KOKKOS_FUNCTION void operator()(std::uint64_t chunk, std::uint64_t& sum) const {
    for_each_arc(rows, chunks.begin(chunk), chunks.end(chunk),
                 [&](std::uint64_t v, std::uint64_t arc) {
                   std::uint64_t const u = rows.neighbours(arc);
                   sum += backwards ? hash_pair(u, v) : hash_pair(v, u);
                 });
  }
};

template <class Space, class Functor>
std::uint64_t sum_over(char const* label, Space const& exec, std::uint64_t size,
                       Functor const& functor) {
  std::uint64_t sum = 0;
  Kokkos::parallel_reduce(label, WideRange<Space>(exec, 0, size), functor, sum);
  exec.fence(label);
  return sum;
}

template <class Space, class Vertex, class Offset>
void check_rows(Space const& exec, CsrView<Space, Vertex, Offset> const& rows,
                GraphWords const& words) {
  std::uint64_t const n = rows.vertices(), arcs = rows.arcs();
  std::string const caller = std::string(words.caller) + ": ", where = caller + words.offsets;
  Offset const first = element(exec, rows.offsets, 0);
  if (first != 0) throw InvalidInput(where + "(0) is " + std::to_string(first) + ", not 0", 0);
  std::uint64_t const fall =
      smallest("yoke::graph::check_offsets", exec, n, FirstFall<Space, Vertex, Offset>{rows});
  if (fall < n) {
    throw InvalidInput(where + " fall after vertex " + std::to_string(fall), fall);
  }
  Offset const last = element(exec, rows.offsets, n);
  if (last != arcs) {
    throw InvalidInput(where + " end at " + std::to_string(last) + ", and " + words.neighbours +
                           " has " + show_count(arcs, "element"),
                       n);
  }
  std::uint64_t const out_of_range = smallest("yoke::graph::check_neighbours", exec, arcs,
                                              FirstOutOfRange<Space, Vertex>{rows.neighbours, n});
  if (out_of_range == nothing_found) return;
  Vertex const u = element(exec, rows.neighbours, out_of_range);
  throw InvalidInput(caller + words.neighbours + "(" + std::to_string(out_of_range) + ") is " +
                         std::to_string(u) + ", and " + there_are(n, "vertex", "vertices"),
                     out_of_range);
}

template <class Space, class Vertex, class Offset>
void check_symmetric(Space const& exec, CsrView<Space, Vertex, Offset> const& rows,
                     char const* caller) {
  auto const chunks = ArcChunks::of(exec, rows.arcs());
  if (sum_over("yoke::graph::check_symmetry", exec, chunks.count(),
               Asymmetry<Space, Vertex, Offset>{rows, chunks}) == 0) {
    return;
  }
  std::uint64_t const n = rows.vertices();
  Buffer<Space, std::uint64_t> const sums(Kokkos::view_alloc(exec, "yoke::graph::asymmetry"), n);
  Kokkos::parallel_for("yoke::graph::find_asymmetry", WideRange<Space>(exec, 0, chunks.count()),
                       AsymmetryOfVertices<Space, Vertex, Offset>{rows, chunks, array_of(sums)});
  std::uint64_t const v =
      smallest("yoke::graph::find_asymmetry", exec, n, FirstNonzero<Space>{array_of(sums)});
  throw InvalidInput(std::string(caller) + ": the graph is not symmetric: vertex " +
                         std::to_string(v) +
                         " has an arc without its reverse; build it with symmetrise, or say "
                         "yoke::GraphKind::directed",
                     v);
}

template <class Space, class Vertex, class Offset>
void check_graph(Space const& exec, RawGraph<Vertex, Offset> const& graph,
                 GraphWords const& words) {
  if (graph.offsets.size == 0) return;
  auto const rows = csr_of<Space>(graph);
  check_rows(exec, rows, words);
  if (graph.symmetric) check_symmetric(exec, rows, words.caller);
}

template <class Space, class Vertex, class Offset>
void check_transposed(Space const& exec, RawGraph<Vertex, Offset> const& graph) {
  auto const chunks = ArcChunks::of(exec, graph.arcs());
  using Sum = ArcSum<Space, Vertex, Offset>;
  std::uint64_t const out = sum_over("yoke::graph::check_transposed", exec, chunks.count(),
                                     Sum{csr_of<Space>(graph), chunks, false});
  std::uint64_t const in = sum_over("yoke::graph::check_transposed", exec, chunks.count(),
                                    Sum{incoming_csr_of<Space>(graph), chunks, true});
  if (out != in) {
    throw InvalidInput("yoke::Graph: the incoming arcs are not the arcs of the graph", 0);
  }
}

}  // namespace yoke::detail::graphs
