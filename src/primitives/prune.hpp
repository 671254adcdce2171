#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
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

// Removes the pendant vertices of a symmetric graph, round after round, and puts them back: phases
// I and III of Banerjee's thesis, Algorithms 14 to 16 and 19. Pendant is a vertex with exactly one
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
  PendantPruning(Space const& exec, std::size_t vertices, std::size_t arcs)
      : offsets_(make_buffer<Space, Offset>(exec, "yoke::prune::offsets", vertices + 1)),
        neighbours_(make_buffer<Space, Vertex>(exec, "yoke::prune::neighbours", arcs)),
        tile_counts_(
            make_buffer<Space, Offset>(exec, "yoke::prune::tile_counts", Compact::tiles(arcs))),
        anchor_(make_buffer<Space, Vertex>(exec, "yoke::prune::anchor", vertices)),
        removed_(make_buffer<Space, Vertex>(exec, "yoke::prune::removed", vertices)),
        marked_(make_buffer<Space, Vertex>(exec, "yoke::prune::marked", vertices / 2 + 1)),
        long_rows_(make_buffer<Space, Vertex>(exec, "yoke::prune::long_rows",
                                              arcs / Marked::longest_row + 1)),
        counters_(make_buffer<Space, std::uint64_t>(exec, "yoke::prune::counters", 2)) {
    exec.fence("yoke::prune: memory");
  }

  // Removes pendant vertices, other than those in `keep` (any number, also repeated), until a round
  // removes fewer than `least`. Fences. Throws std::invalid_argument where it sees that the graph
  // is not symmetric.
  void prune(Space const& exec, Graph const& graph, Array<Space, Vertex const> keep,
             std::uint64_t least) {
    std::uint64_t const n = graph.vertices();
    state_ = {graph, array_of(anchor_, n), array_of(offsets_, n)};
    rounds_.assign(1, 0);
    Kokkos::parallel_for("yoke::prune::start", WideRange<Space>(exec, 0, n),
                         StartPruning<Space, Vertex, Offset>{state_});
    Kokkos::parallel_for("yoke::prune::keep", WideRange<Space>(exec, 0, keep.extent(0)),
                         KeepVertices<Space, Vertex, Offset>{state_, keep});
    for (std::uint64_t looked_at = n; looked_at > 0;) {
      std::uint64_t const removed = run_round(exec, looked_at);
      if (removed > 0) rounds_.push_back(rounds_.back() + removed);
      if (removed < least) break;
      looked_at = removed;  // no more anchors than vertices that left them
    }
    remaining_ = graph;
    if (removed() > 0) compact(exec);
    exec.fence("yoke::prune");
  }

  // The same vertices without the arcs from and to those that were removed; neighbours in their
  // order. Valid until the next prune(); the graph itself where nothing was removed.
  Graph remaining() const { return remaining_; }

  // Rounds that removed a vertex, and the vertices that they removed.
  int rounds() const { return static_cast<int>(rounds_.size()) - 1; }
  std::uint64_t removed() const { return rounds_.back(); }

  // extend(vertex, anchor) for every vertex removed, where `anchor` is the neighbour that it hung
  // from; those removed last first, one dispatch a round. extend is a functor for kernels. Does not
  // fence.
  template <class Extend>
  void reinsert(Space const& exec, Extend const& extend) const {
    for (std::size_t round = rounds_.size() - 1; round > 0; --round) {
      Array<Space, Vertex const> const removed = removed_in(round);
      Kokkos::parallel_for("yoke::prune::reinsert", WideRange<Space>(exec, 0, removed.extent(0)),
                           ReinsertPendants<Space, Vertex, Extend>{removed, state_.anchor, extend});
    }
  }

 private:
  using Compact = CompactRows<Space, Vertex, Offset, LeftBits<Space, Vertex, Offset>>;
  using Marked = RemoveMarked<Space, Vertex, Offset>;

  Array<Space, Vertex const> removed_in(std::size_t round) const {
    return Array<Space, Vertex const>(removed_.data() + rounds_[round - 1],
                                      rounds_[round] - rounds_[round - 1]);
  }
  Array<Space, std::uint64_t> marked_count() const { return array_of(counters_, 1); }
  Array<Space, std::uint64_t> long_count() const {
    return Array<Space, std::uint64_t>(counters_.data() + 1, 1);
  }

  // Looks at all vertices in the first round, later at the marked ones, of which there are up to
  // `looked_at`. Returns how many were removed.
  std::uint64_t run_round(Space const& exec, std::uint64_t looked_at) {
    bool const first = rounds_.size() == 1;
    WideRange<Space> const candidates(exec, 0, looked_at);
    if (first) {
      Kokkos::parallel_for("yoke::prune::remove", candidates,
                           RemovePendant<Space, Vertex, Offset>{state_});
    } else {
      remove_marked(exec, candidates);
    }
    std::uint64_t removed = 0;
    Array<Space, Vertex> const free(removed_.data() + rounds_.back(),
                                    removed_.extent(0) - rounds_.back());
    Kokkos::parallel_scan("yoke::prune::collect", candidates,
                          CollectRemoved<Space, Vertex, Offset>{state_, array_of(marked_),
                                                                marked_count(), first, free},
                          removed);
    mark_anchors(exec, Array<Space, Vertex const>(free.data(), removed));
    return removed;
  }

  void remove_marked(Space const& exec, WideRange<Space> const& candidates) {
    Kokkos::parallel_for(
        "yoke::prune::remove", candidates,
        Marked{state_, array_of(marked_), marked_count(), array_of(long_rows_), long_count()});
    std::uint64_t const threads = static_cast<std::uint64_t>(std::max(exec.concurrency(), 1));
    Kokkos::parallel_for(
        "yoke::prune::remove_long", WideRange<Space>(exec, 0, threads),
        RemoveLongRows<Space, Vertex, Offset>{state_, array_of(long_rows_), long_count(), threads});
  }

  void mark_anchors(Space const& exec, Array<Space, Vertex const> removed) {
    using Mark = MarkAnchors<Space, Vertex, Offset>;
    Kokkos::deep_copy(exec, array_of(counters_), std::uint64_t(0));
    Kokkos::parallel_for(
        "yoke::prune::mark",
        WideRange<Space>(exec, 0, (removed.extent(0) + Mark::chunk - 1) / Mark::chunk),
        Mark{state_, removed, array_of(marked_), marked_count()});
  }

  void compact(Space const& exec) {
    std::uint64_t const n = state_.graph.vertices();
    Array<Space, Offset> const offsets = array_of(offsets_, n + 1);
    // The marks are done with, and more than there are words.
    LeftBits<Space, Vertex, Offset> const left{state_, array_of(marked_)};
    Kokkos::parallel_for("yoke::prune::left", WideRange<Space>(exec, 0, left.word_count(n)), left);
    std::uint64_t const arcs =
        Compact(state_.graph, left, array_of(tile_counts_), array_of(neighbours_)).run(exec);
    Offset sum = 0;
    Kokkos::parallel_scan("yoke::prune::remaining_offsets", WideRange<Space>(exec, 0, n + 1),
                          ScanRemaining<Space, Vertex, Offset>{state_, offsets}, sum);
    if (sum != arcs) {
      throw std::invalid_argument(
          "yoke: the graph to be pruned is not symmetric: " + std::to_string(arcs) +
          " arcs are left, but " + std::to_string(sum) + " are expected");
    }
    remaining_ = {offsets, array_of(neighbours_, arcs)};
  }

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
