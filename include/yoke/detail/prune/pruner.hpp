#pragma once

#include <cstdint>
#include <memory>

#include "yoke/detail/graphs/raw_graph.hpp"
#include "yoke/detail/views.hpp"
#include "yoke/prune_options.hpp"

namespace yoke::detail::prune {

// What yoke::prune writes: the rows that remain, and what is known of the vertices removed. All
// vertices are numbered anew: the kept ones from 0 on in their order, then those removed in the
// order of their removal.
template <class Vertex, class Offset>
struct PruneOutput {
  RawArray<Offset> offsets;
  RawArray<Vertex> neighbours;
  RawArray<Vertex> order;   // by new number: the vertex
  RawArray<Vertex> number;  // by vertex: its new number
  // By place among those removed: the neighbour that it hung from (itself: none); the new number of
  // the vertex that its tree hangs from, and how many arcs are between.
  RawArray<Vertex> anchor, root, depth;
  // Of a contraction, which has no depth: by place the edge from -> anchor along which the vertex
  // merged; by arc that remains, an arc from -> to that it comes from; of chains its length.
  RawArray<Vertex> from, arc_from, arc_to, length;
};

// Are vertices merged into neighbours, and not cut off?
inline bool is_contraction(PruneProperty property) {
  return property == PruneProperty::chains || property == PruneProperty::independent_set ||
         property == PruneProperty::matching;
}

// The same, as calls that extend results read it.
template <class Vertex>
struct PrunedArrays {
  RawArray<Vertex const> order, number, anchor, root, depth;
  RawArray<Vertex const> from;  // of the edges to anchor
  PruneReport const* report;    // of the pruned graph, which outlives this

  std::uint64_t kept() const { return order.size - anchor.size; }
  // How many of those removed have an anchor: isolated ones are the last round.
  std::uint64_t pendants() const {
    auto const& rounds = report->rounds;
    bool const has_isolated = !rounds.empty() && rounds.back().property == PruneProperty::isolated;
    return anchor.size - (has_isolated ? rounds.back().vertices : 0);
  }
};

// Prunes in two steps, so that the caller allocates the result between them; instantiated in the
// library. The graph must outlive it.
template <class Space, class Vertex, class Offset>
class Pruner {
 public:
  // Throws std::invalid_argument where it sees that the graph is not symmetric.
  Pruner(Space const& exec, RawGraph<Vertex, Offset> const& graph, PruneOptions const& options);
  ~Pruner();

  PruneReport const& report() const;
  // The same exceptions. Fences. Once.
  void write(PruneOutput<Vertex, Offset> const& output);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The compiled halves of the extensions (yoke/prune.hpp). All fence.

template <class Space, class Vertex>
void extend_labels(Space const& exec, PrunedArrays<Vertex> const& pruned,
                   RawArray<Vertex const> label_of_kept, RawArray<Vertex> label);

// What a contraction knows of the arcs that remain; empty otherwise.
template <class Vertex, class Offset>
struct MergedArcs {
  RawArray<Offset const> offsets;
  RawArray<Vertex const> neighbours, from, to;
};

// `edges` of the kept vertices' forest lie at the front of from and to.
template <class Space, class Vertex, class Offset>
void extend_forest(Space const& exec, PrunedArrays<Vertex> const& pruned,
                   MergedArcs<Vertex, Offset> const& arcs, std::uint64_t edges,
                   RawArray<Vertex> from, RawArray<Vertex> to);

template <class Space, class Vertex>
Vertex number_of(Space const& exec, PrunedArrays<Vertex> const& pruned, Vertex vertex);

// Of a search from one kept vertex. level and parent may be empty. Returns the number of vertices
// reached.
template <class Space, class Vertex>
std::uint64_t extend_search(Space const& exec, PrunedArrays<Vertex> const& pruned,
                            RawArray<Vertex const> level_of_kept,
                            RawArray<Vertex const> parent_of_kept, RawArray<Vertex> level,
                            RawArray<Vertex> parent);

// Of a search from any vertices: what it has found of all vertices, the distance of each kept
// vertex from the sources before the remaining graph is searched, and a list of kept vertices.
template <class Vertex>
struct SearchArrays {
  RawArray<Vertex> level, parent;  // parent may be empty
  RawArray<Vertex> start, list;
};

// The sources of the next search of the remaining graph: the first `count` of the list, each
// `distance` from the sources of the call.
template <class Vertex>
struct NextStarts {
  std::uint64_t count;
  Vertex distance;
};

// The steps of such a search. The remaining graph is searched from the next starts, and what that
// finds is merged, until there are none.

// Throws yoke::InvalidInput if a source is no vertex. Was any of them removed?
template <class Space, class Vertex>
bool start_search(Space const& exec, PrunedArrays<Vertex> const& pruned,
                  RawArray<Vertex const> sources, SearchArrays<Vertex> const& search);

// Those `least` steps away or more.
template <class Space, class Vertex>
NextStarts<Vertex> next_starts(Space const& exec, PrunedArrays<Vertex> const& pruned,
                               SearchArrays<Vertex> const& search, Vertex least);

template <class Space, class Vertex>
void merge_search(Space const& exec, PrunedArrays<Vertex> const& pruned, Vertex distance,
                  RawArray<Vertex const> level_of_kept, RawArray<Vertex const> parent_of_kept,
                  SearchArrays<Vertex> const& search);

// Returns the number of vertices reached.
template <class Space, class Vertex>
std::uint64_t finish_search(Space const& exec, PrunedArrays<Vertex> const& pruned,
                            bool from_removed, SearchArrays<Vertex> const& search);

}  // namespace yoke::detail::prune
