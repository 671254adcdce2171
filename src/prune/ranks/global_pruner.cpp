#include <Kokkos_Core.hpp>
#include <limits>
#include <numeric>

#include "frame/fill_array.hpp"
#include "frame/raw_arrays.hpp"
#include "primitives/compact_rows.hpp"
#include "primitives/findings.hpp"
#include "primitives/prune.hpp"
#include "prune/ranks/global_pruner_steps.hpp"
#include "prune/refusal.hpp"
#include "yoke/mpi/graph.hpp"

namespace yoke::detail::mpi {

// Each rank finds its own pendant vertices, and all get the list of the round: so each knows the
// anchors of all vertices, and settles alike which of two that have each other stays. Each takes
// the vertices that left off its own anchors. To the exclusive-or of the ends of a vertex's arcs a
// removed one is added once more: the end of the last arc is then known without a look at the row.
template <class Space, class Vertex, class Offset>
struct GlobalPruner<Space, Vertex, Offset>::State {
  using Own = OwnPruning<Space, Vertex, Offset>;
  using Keep = KeepNumbered<Space, Vertex, Offset>;
  using Compact = CompactRows<Space, Vertex, Offset, Keep>;

  Network<Space>& ranks;
  std::uint64_t all;  // vertices of all ranks
  Own own{};
  PruneReport report;
  Counts kept;
  std::uint64_t own_arcs = 0;
  std::vector<std::uint64_t> bounds = {0};  // where each round's vertices begin in `removed`

  Buffer<Space, Offset> degree;
  Buffer<Space, Vertex> last, anchor, removed, marked;
  Buffer<Space, Pendant<Vertex>> own_pendants, pendants;
  Buffer<Space, std::uint64_t> marked_count;

  Space const& exec() const { return ranks.exec(); }
  std::uint64_t vertices() const { return own.rows.vertices(); }
  std::uint64_t pendant_count() const { return bounds.back(); }
  Array<Space, Vertex> removed_from(std::uint64_t begin, std::uint64_t size) const {
    return Array<Space, Vertex>(removed.data() + begin, size);
  }
  template <class Work>
  void each(char const* label, std::uint64_t size, Work const& work) const {
    Kokkos::parallel_for(label, WideRange<Space>(exec(), 0, size), work);
  }
  template <class Work>
  std::uint64_t list(char const* label, std::uint64_t size, Work const& work) const {
    std::uint64_t count = 0;
    Kokkos::parallel_scan(label, WideRange<Space>(exec(), 0, size), work, count);
    exec().fence(label);
    return count;
  }
  template <class Work>
  std::uint64_t sum(char const* label, std::uint64_t size, Work const& work) const {
    std::uint64_t count = 0;
    Kokkos::parallel_reduce(label, WideRange<Space>(exec(), 0, size), work, count);
    exec().fence(label);
    return count;
  }

  State(Network<Space>& its_ranks, RawRows<Vertex, Offset> const& rows, bool has_pendants)
      : ranks(its_ranks), all(rows.all) {
    agreed(ranks, [&] {
      std::uint64_t const own_size = rows.vertices, listed = has_pendants ? own_size : 0;
      degree = make_buffer<Space, Offset>(exec(), "yoke::prune::degree", own_size);
      last = make_buffer<Space, Vertex>(exec(), "yoke::prune::last", listed);
      anchor = make_buffer<Space, Vertex>(exec(), "yoke::prune::anchor", all);
      removed = make_buffer<Space, Vertex>(exec(), "yoke::prune::removed", all);
      marked = make_buffer<Space, Vertex>(exec(), "yoke::prune::marked", own_size);
      own_pendants =
          make_buffer<Space, Pendant<Vertex>>(exec(), "yoke::prune::own_pendants", listed);
      pendants = make_buffer<Space, Pendant<Vertex>>(exec(), "yoke::prune::pendants",
                                                     has_pendants ? all : 0);
      marked_count = make_buffer<Space, std::uint64_t>(exec(), "yoke::prune::marked_count", 1);
      own = {{array_on<Space>(rows.offsets), array_on<Space>(rows.neighbours)},
             rows.begin,
             array_of(degree),
             array_of(last),
             array_of(anchor)};
      each("yoke::prune::start_anchors", all, StartAnchors<Space, Vertex>{own.anchor});
      each("yoke::prune::start_degrees", own_size, StartDegrees<Space, Vertex, Offset>{own});
      if (!has_pendants) return;
      fill(exec(), own.last, 0);
      auto const chunks = ArcChunks::of(exec(), own.rows.arcs());
      each("yoke::prune::mix_neighbours", chunks.count(),
           MixNeighbours<Space, Vertex, Offset>{own, chunks});
    });
  }

  // Returns how many vertices of all ranks were removed.
  std::uint64_t run_round(bool is_first) {
    std::uint64_t const looked_at =
        is_first ? vertices()
                 : element(exec(), Array<Space, std::uint64_t>(marked_count.data(), 1), 0);
    std::uint64_t const found = list("yoke::prune::list_pendants", looked_at,
                                     ListPendants<Space, Vertex, Offset>{
                                         own, array_of(marked), is_first, array_of(own_pendants)});
    auto const counts = ranks.gather(found);
    std::uint64_t const all_found = std::accumulate(counts.begin(), counts.end(), std::uint64_t(0));
    if (all_found == 0) return 0;
    ranks.gather_all(own_pendants.data(), counts, pendants.data());
    each("yoke::prune::enter_pendants", all_found,
         EnterPendants<Space, Vertex>{array_of(pendants), own.anchor});
    std::uint64_t const begin = bounds.back();
    std::uint64_t const left =
        list("yoke::prune::settle_pendants", all_found,
             SettlePendants<Space, Vertex>{array_of(pendants), own.anchor,
                                           removed_from(begin, all - begin)});
    fill(exec(), array_of(marked_count), 0);
    each("yoke::prune::take_from_anchors", left,
         TakeFromAnchors<Space, Vertex, Offset>{own, removed_from(begin, left), array_of(marked),
                                                array_of(marked_count)});
    return left;
  }

  void remove_pendants(PruneOptions const& options) {
    bool const has_limit = options.rounds > 0;
    std::uint64_t const least = has_limit ? 1 : least_worth_a_round(all, options.least_pruned);
    std::uint64_t const most =
        has_limit ? options.rounds : std::numeric_limits<std::uint64_t>::max();
    while (bounds.size() <= most) {
      std::uint64_t const left = run_round(bounds.size() == 1);
      if (left > 0) enter_round(PruneProperty::pendant, left, 2);
      if (left > 0) bounds.push_back(bounds.back() + left);
      if (left < least) break;
    }
  }

  // Returns how many of this rank's vertices were removed. They stay their own anchors.
  std::uint64_t remove_isolated() {
    std::uint64_t const found = list("yoke::prune::list_isolated", vertices(),
                                     ListIsolated<Space, Vertex, Offset>{own, array_of(marked)});
    auto const counts = ranks.gather(found);
    std::uint64_t const all_found = std::accumulate(counts.begin(), counts.end(), std::uint64_t(0));
    if (all_found == 0) return 0;
    ranks.gather_all(marked.data(), counts, removed.data() + pendant_count());
    enter_round(PruneProperty::isolated, all_found, 0);
    return found;
  }

  void enter_round(PruneProperty property, std::uint64_t vertices, std::uint64_t arcs_each) {
    report.rounds.push_back({property, vertices, vertices * arcs_each});
    report.removed_vertices += vertices;
    report.removed_arcs += vertices * arcs_each;
  }

  void run(PruneOptions const& options) {
    report.property = options.property;
    if (options.property != PruneProperty::isolated) remove_pendants(options);
    std::uint64_t const isolated =
        options.property != PruneProperty::pendant ? remove_isolated() : 0;
    kept = ranks.gather(sum("yoke::prune::count_unremoved", vertices(),
                            CountUnremoved<Space, Vertex, Offset>{own}) -
                        isolated);
    own_arcs =
        sum("yoke::prune::sum_remaining", vertices(), SumRemaining<Space, Vertex, Offset>{own});
  }

  // Returns how often it has seen that the graph is not symmetric.
  std::uint64_t number_vertices(prune::Numbering<Space, Vertex> const& out) const {
    fill(exec(), out.number, no_number<Vertex>);
    std::uint64_t const gone = report.removed_vertices, pendants = pendant_count();
    each("yoke::prune::number_removed", gone,
         prune::NumberPendants<Space, Vertex>{removed_from(0, gone), own.anchor, out});
    std::uint64_t const rest =
        list("yoke::prune::number_rest", all, NumberRest<Space, Vertex>{out});
    std::uint64_t faults = rest == out.kept ? 0 : 1;
    // From the last round on: each asks what its anchor hangs from.
    each("yoke::prune::hang_isolated", gone - pendants, HangIsolated<Space, Vertex>{out, pendants});
    for (std::size_t round = bounds.size() - 1; round > 0; --round) {
      std::uint64_t const begin = bounds[round - 1], end = bounds[round];
      faults +=
          sum("yoke::prune::hang", end - begin, prune::HangRound<Space, Vertex>{out, begin, end});
    }
    return faults;
  }

  // The same.
  std::uint64_t write_rows(prune::Numbering<Space, Vertex> const& out, Array<Space, Offset> offsets,
                           Array<Space, Vertex> neighbours) const {
    auto const first_kept =
        std::accumulate(kept.begin(), kept.begin() + ranks.rank(), std::uint64_t(0));
    fill(exec(), offsets, 0);
    list("yoke::prune::remaining_offsets", vertices(),
         RemainingOffsets<Space, Vertex, Offset>{{own}, out, first_kept, offsets});
    std::uint64_t const arcs = own.rows.arcs();
    auto const tiles =
        make_buffer<Space, Offset>(exec(), "yoke::prune::tile_counts", Compact::tiles(arcs));
    auto const copied = make_buffer<Space, Vertex>(exec(), "yoke::prune::neighbours", arcs);
    std::uint64_t const left =
        Compact(own.rows, Keep{own, out}, array_of(tiles), array_of(copied), own.first).run(exec());
    exec().fence("yoke::prune: rows copied");
    if (left != neighbours.extent(0)) return 1;
    return sum("yoke::prune::renumber", left,
               prune::WriteNeighbours<Space, Vertex, Offset>{
                   {offsets, array_of(copied, left)}, out, neighbours});
  }
};

template <class Space, class Vertex, class Offset>
GlobalPruner<Space, Vertex, Offset>::GlobalPruner(Network<Space>& ranks,
                                                  RawRows<Vertex, Offset> const& rows,
                                                  PruneOptions const& options)
    : state_(std::make_unique<State>(ranks, rows, options.property != PruneProperty::isolated)) {
  state_->run(options);
}

template <class Space, class Vertex, class Offset>
GlobalPruner<Space, Vertex, Offset>::~GlobalPruner() = default;

template <class Space, class Vertex, class Offset>
PruneReport const& GlobalPruner<Space, Vertex, Offset>::report() const {
  return state_->report;
}
template <class Space, class Vertex, class Offset>
Counts const& GlobalPruner<Space, Vertex, Offset>::kept() const {
  return state_->kept;
}
template <class Space, class Vertex, class Offset>
std::uint64_t GlobalPruner<Space, Vertex, Offset>::own_arcs() const {
  return state_->own_arcs;
}

template <class Space, class Vertex, class Offset>
void GlobalPruner<Space, Vertex, Offset>::write(prune::PruneOutput<Vertex, Offset> const& output) {
  prune::Numbering<Space, Vertex> const out{state_->all - state_->report.removed_vertices,
                                            array_on<Space>(output.order),
                                            array_on<Space>(output.number),
                                            array_on<Space>(output.anchor),
                                            array_on<Space>(output.root),
                                            array_on<Space>(output.depth)};
  if (state_->number_vertices(out) + state_->write_rows(out, array_on<Space>(output.offsets),
                                                        array_on<Space>(output.neighbours)) >
      0) {
    prune::refuse_unsymmetric();
  }
}

#define YOKE_INSTANTIATE(Space, Vertex, Offset) template class GlobalPruner<Space, Vertex, Offset>;
#define YOKE_INSTANTIATE_SPACE(Space) YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE, Space)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE_SPACE)

}  // namespace yoke::detail::mpi
