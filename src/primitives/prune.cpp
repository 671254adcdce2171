#include "primitives/prune.hpp"

#include <stdexcept>
#include <string>

#include "frame/fill_array.hpp"
#include "yoke/counted.hpp"
#include "yoke/detail/graphs/raw_graph.hpp"

namespace yoke::detail {

template <class Space, class Vertex, class Offset>
PendantPruning<Space, Vertex, Offset>::PendantPruning(Space const& exec, std::size_t vertices,
                                                      std::size_t arcs)
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

template <class Space, class Vertex, class Offset>
void PendantPruning<Space, Vertex, Offset>::prune(Space const& exec, Graph const& graph,
                                                  std::uint64_t least, std::uint64_t most_rounds) {
  std::uint64_t const n = graph.vertices();
  state_ = {graph, array_of(anchor_, n), array_of(offsets_, n)};
  rounds_.assign(1, 0);
  Kokkos::parallel_for("yoke::prune::start", WideRange<Space>(exec, 0, n),
                       StartPruning<Space, Vertex, Offset>{state_});
  for (std::uint64_t looked_at = n; looked_at > 0 && rounds_.size() <= most_rounds;) {
    std::uint64_t const removed = run_round(exec, looked_at);
    if (removed > 0) rounds_.push_back(rounds_.back() + removed);
    if (removed < least) break;
    looked_at = removed;  // no more anchors than vertices that left them
  }
  remaining_ = graph;
  if (removed() > 0) compact(exec);
  exec.fence("yoke::prune");
}

template <class Space, class Vertex, class Offset>
std::uint64_t PendantPruning<Space, Vertex, Offset>::run_round(Space const& exec,
                                                               std::uint64_t looked_at) {
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
  Kokkos::parallel_scan(
      "yoke::prune::collect", candidates,
      CollectRemoved<Space, Vertex, Offset>{state_, array_of(marked_), marked_count(), first, free},
      removed);
  mark_anchors(exec, Array<Space, Vertex const>(free.data(), removed));
  return removed;
}

template <class Space, class Vertex, class Offset>
void PendantPruning<Space, Vertex, Offset>::remove_marked(Space const& exec,
                                                          WideRange<Space> const& candidates) {
  Kokkos::parallel_for(
      "yoke::prune::remove", candidates,
      Marked{state_, array_of(marked_), marked_count(), array_of(long_rows_), long_count()});
  std::uint64_t const threads = static_cast<std::uint64_t>(std::max(exec.concurrency(), 1));
  Kokkos::parallel_for(
      "yoke::prune::remove_long", WideRange<Space>(exec, 0, threads),
      RemoveLongRows<Space, Vertex, Offset>{state_, array_of(long_rows_), long_count(), threads});
}

template <class Space, class Vertex, class Offset>
void PendantPruning<Space, Vertex, Offset>::mark_anchors(Space const& exec,
                                                         Array<Space, Vertex const> removed) {
  using Mark = MarkAnchors<Space, Vertex, Offset>;
  fill(exec, array_of(counters_), 0);
  Kokkos::parallel_for(
      "yoke::prune::mark",
      WideRange<Space>(exec, 0, (removed.extent(0) + Mark::chunk - 1) / Mark::chunk),
      Mark{state_, removed, array_of(marked_), marked_count()});
}

template <class Space, class Vertex, class Offset>
void PendantPruning<Space, Vertex, Offset>::compact(Space const& exec) {
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
    throw std::invalid_argument("yoke: the graph to be pruned is not symmetric: it keeps " +
                                show_count(arcs, "arc") + ", not " + std::to_string(sum));
  }
  remaining_ = {offsets, array_of(neighbours_, arcs)};
}

#define YOKE_INSTANTIATE_FOR(Space, Vertex, Offset) \
  template class PendantPruning<Space, Vertex, Offset>;
#define YOKE_INSTANTIATE(Space) YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE_FOR, Space)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

}  // namespace yoke::detail
