#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "primitives/compact_rows.hpp"
#include "primitives/prune_steps.hpp"
#include "yoke/detail/frame/memory.hpp"

namespace yoke::detail {

// A round that removes fewer vertices than this is to be the last. The thesis (8.3.5) finds that a
// round of fewer than some 500 costs more than it saves; the share of n bounds the rounds by 1024,
// whatever the graph's shape.
// `requested` is what the caller asks for instead, 0 if nothing.
inline std::uint64_t least_worth_a_round(std::uint64_t vertices, std::uint64_t requested) {
  return requested > 0 ? requested : std::max<std::uint64_t>(500, vertices / 1024);
}

// Removes the pendant vertices of a symmetric graph, round after round: phase I of Banerjee's
// thesis, Algorithms 14 and 15. Pendant is a vertex with exactly one
// arc left; a loop is an arc, and so is each of two parallel ones. Of two pendant vertices that
// have each other the smaller one stays, so a tree vanishes but for one vertex.
//
// Memory for n vertices and m arcs: n offsets and n words each for anchors and order of removal,
// half as much for marks, and the remaining rows, m words.
template <class Space, class Vertex, class Offset>
class PendantPruning {
  using Graph = CsrView<Space, Vertex, Offset>;
  using State = PruneState<Space, Vertex, Offset>;

 public:
  // Takes all memory, for graphs of up to `vertices` and `arcs`.
  PendantPruning(Space const& exec, std::size_t vertices, std::size_t arcs);

  // Removes pendant vertices until a round removes fewer than `least`, or for `most_rounds`.
  // Fences. Throws std::invalid_argument where it sees that the graph is not symmetric.
  void prune(Space const& exec, Graph const& graph, std::uint64_t least,
             std::uint64_t most_rounds = std::numeric_limits<std::uint64_t>::max());

  // The same vertices without the arcs from and to those that were removed; neighbours in their
  // order. Valid until the next prune(); the graph itself where nothing was removed.
  Graph remaining() const { return remaining_; }

  // Rounds that removed a vertex, and the vertices that they removed.
  int rounds() const { return static_cast<int>(rounds_.size()) - 1; }
  std::uint64_t removed() const { return rounds_.back(); }
  // The vertices removed by round, and how many had been removed before each round and in the end.
  Array<Space, Vertex const> removed_vertices() const { return array_of(removed_, removed()); }
  std::vector<std::uint64_t> const& round_bounds() const { return rounds_; }
  // For each vertex the neighbour that it hung from, itself if it is left.
  Array<Space, Vertex const> anchors() const { return state_.anchor; }

 private:
  using Compact = CompactRows<Space, Vertex, Offset, LeftBits<Space, Vertex, Offset>>;
  using Marked = RemoveMarked<Space, Vertex, Offset>;

  Array<Space, std::uint64_t> marked_count() const { return array_of(counters_, 1); }
  Array<Space, std::uint64_t> long_count() const {
    return Array<Space, std::uint64_t>(counters_.data() + 1, 1);
  }

  // Looks at all vertices in the first round, later at the marked ones, of which there are up to
  // `looked_at`. Returns how many were removed.
  std::uint64_t run_round(Space const& exec, std::uint64_t looked_at);

  void remove_marked(Space const& exec, WideRange<Space> const& candidates);

  void mark_anchors(Space const& exec, Array<Space, Vertex const> removed);

  void compact(Space const& exec);

  Buffer<Space, Offset> offsets_;  // degrees until the remaining rows are known
  Buffer<Space, Vertex> neighbours_;
  Buffer<Space, Offset> tile_counts_;
  Buffer<Space, Vertex> anchor_, removed_, marked_, long_rows_;
  Buffer<Space, std::uint64_t> counters_;
  State state_;
  Graph remaining_;
  std::vector<std::uint64_t> rounds_ = {0};  // where each round's vertices begin in removed_
};

}  // namespace yoke::detail
