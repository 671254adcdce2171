#pragma once

#include <limits>
#include <utility>

#include "frame/raw_arrays.hpp"
#include "primitives/prune.hpp"
#include "prune/contraction_steps.hpp"
#include "prune/refusal.hpp"
#include "yoke/weighted_graph.hpp"

namespace yoke::detail::prune {

template <class T, class Space, class U>
RawArray<T> raw_of_buffer(Buffer<Space, U> const& buffer) {
  constexpr Place place = runs_on_host<Space> ? Place::host : Place::device;
  return {buffer.data(), buffer.extent(0), place};
}

template <class Space, class Vertex, class Offset>
Contraction<Space, Vertex, Offset>::Contraction(Space const& exec,
                                                CsrView<Space, Vertex, Offset> const& graph,
                                                PruneOptions const& options, PruneReport& report)
    : property_(options.property), original_(graph), graph_{graph, {}, {}, {}} {
  std::uint64_t const n = graph.vertices();
  if (n >> 32 > 0) refuse_vertices(n);
  now_ = make_buffer<Space, Vertex>(exec, "yoke::prune::now", n);
  removed_ = make_buffer<Space, Vertex>(exec, "yoke::prune::removed", n);
  from_ = make_buffer<Space, Vertex>(exec, "yoke::prune::edge_from", n);
  to_ = make_buffer<Space, Vertex>(exec, "yoke::prune::edge_to", n);
  std::uint64_t const no_limit = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t most = options.rounds > 0 ? options.rounds : no_limit;
  std::uint64_t const least = options.rounds > 0 ? 1 : least_worth_a_round(n, options.least_pruned);
  for (std::uint64_t round = 0; round < most; ++round) {
    std::uint64_t const arcs = graph_.rows.arcs(), left = run_round(exec, round);
    if (left > 0) report.rounds.push_back({property_, left, arcs - graph_.rows.arcs()});
    // The first round also sorts the rows and drops loops and repeated arcs, so that vertices may
    // leave in the next one.
    if (round == 0 && left == 0) {
      if (most < no_limit) ++most;
      continue;
    }
    if (left < least) break;
  }
  report.removed_vertices = removed_count_;
  report.removed_arcs = graph.arcs() - graph_.rows.arcs();
}

template <class Space, class Vertex, class Offset>
void Contraction<Space, Vertex, Offset>::choose(Space const& exec, std::uint64_t round,
                                                Array<Space, Offset> leaving) const {
  WideRange<Space> const all(exec, 0, graph_.rows.vertices());
  std::uint64_t const seed = hash(round + 1);
  if (property_ == PruneProperty::matching) {
    auto const wanted =
        make_buffer<Space, Offset>(exec, "yoke::prune::wanted", graph_.rows.vertices());
    Kokkos::parallel_for("yoke::prune::want_mate", all,
                         WantMate<Space, Vertex, Offset>{graph_.rows, seed, array_of(wanted)});
    Kokkos::parallel_for(
        "yoke::prune::leave_to_mate", all,
        LeaveToMate<Space, Vertex, Offset>{graph_.rows, array_of(wanted), leaving});
    exec.fence("yoke::prune: mates chosen");
    return;
  }
  bool const chains = property_ == PruneProperty::chains;
  Offset const least = chains ? 2 : 1, most = chains ? 2 : low_degree;
  Kokkos::parallel_for(
      "yoke::prune::leave_independent", all,
      LeaveIndependent<Space, Vertex, Offset>{graph_.rows, seed, least, most, leaving});
}

// The first round also sorts the rows and drops loops, even if nothing leaves.
template <class Space, class Vertex, class Offset>
std::uint64_t Contraction<Space, Vertex, Offset>::run_round(Space const& exec,
                                                            std::uint64_t round) {
  std::uint64_t const n = graph_.rows.vertices(), before = removed_count_;
  auto const leaving = make_buffer<Space, Offset>(exec, "yoke::prune::leaving", n);
  auto const number = make_buffer<Space, Vertex>(exec, "yoke::prune::merged_number", n);
  auto const vertex = make_buffer<Space, Vertex>(exec, "yoke::prune::vertex", n);
  choose(exec, round, array_of(leaving));
  auto const rest = [&](Buffer<Space, Vertex> const& buffer) {
    return Array<Space, Vertex>(buffer.data() + before, buffer.extent(0) - before);
  };
  std::uint64_t staying = 0, faults = 0;
  WideRange<Space> const all(exec, 0, n);
  Kokkos::parallel_scan("yoke::prune::number_staying", all,
                        NumberStaying<Space, Vertex, Offset>{
                            graph_, original_, array_of(leaving), array_of(number),
                            array_of(vertex), rest(removed_), rest(from_), rest(to_)},
                        staying);
  Kokkos::parallel_reduce(
      "yoke::prune::follow", all,
      FollowNeighbour<Space, Vertex, Offset>{graph_.rows, array_of(leaving), array_of(number)},
      faults);
  exec.fence("yoke::prune: merged vertices numbered");
  if (faults > 0) refuse_unsymmetric();
  if (staying == n && round > 0) return 0;
  removed_count_ += n - staying;
  merge(exec, staying, array_of(leaving), array_of(number));
  vertex_ = vertex;
  graph_.vertex = array_of(vertex_, staying);
  Kokkos::parallel_for("yoke::prune::move_on", WideRange<Space>(exec, 0, original_.vertices()),
                       MoveOn<Space, Vertex>{array_of(number), array_of(now_), round == 0});
  exec.fence("yoke::prune: round");
  return n - staying;
}

template <class Space, class Vertex, class Offset>
void Contraction<Space, Vertex, Offset>::merge(Space const& exec, std::uint64_t staying,
                                               Array<Space, Offset const> leaving,
                                               Array<Space, Vertex const> number) {
  using Builder = graphs::WeightedRowBuilder<Space, Vertex, Offset, std::int64_t>;
  std::uint64_t const m = graph_.rows.arcs();
  auto const from = make_buffer<Space, Vertex>(exec, "yoke::prune::from", m);
  auto const to = make_buffer<Space, Vertex>(exec, "yoke::prune::to", m);
  auto const old_arc = make_buffer<Space, std::int64_t>(exec, "yoke::prune::old_arc", m);
  Kokkos::parallel_for("yoke::prune::renumber_arcs", WideRange<Space>(exec, 0, m),
                       RenumberArcs<Space, Vertex, Offset>{graph_.rows, number, array_of(from),
                                                           array_of(to), array_of(old_arc)});
  exec.fence("yoke::prune: arcs renumbered");
  // Chains of different lengths with the same ends are all kept.
  RepeatedEdges const repeated = keeps_lengths() ? RepeatedEdges::keep : RepeatedEdges::first;
  Builder builder(exec, staying, raw_of_buffer<Vertex const>(from), raw_of_buffer<Vertex const>(to),
                  raw_of_buffer<std::int64_t const>(old_arc), {false, true, repeated});
  auto const offsets = make_buffer<Space, Offset>(exec, "yoke::prune::offsets", staying + 1);
  auto const neighbours =
      make_buffer<Space, Vertex>(exec, "yoke::prune::neighbours", builder.arcs());
  auto const arc = make_buffer<Space, std::int64_t>(exec, "yoke::prune::arc", builder.arcs());
  builder.write(raw_of_buffer<Offset>(offsets), raw_of_buffer<Vertex>(neighbours),
                raw_of_buffer<std::int64_t>(arc));
  auto const origin = make_buffer<Space, Offset>(exec, "yoke::prune::origin", builder.arcs());
  auto const length =
      make_buffer<Space, Vertex>(exec, "yoke::prune::length", keeps_lengths() ? builder.arcs() : 0);
  Kokkos::parallel_for("yoke::prune::trace_arcs", WideRange<Space>(exec, 0, builder.arcs()),
                       TraceArcs<Space, Vertex, Offset>{graph_, leaving, array_of(arc),
                                                        array_of(origin), array_of(length)});
  exec.fence("yoke::prune: merged");
  offsets_ = offsets, neighbours_ = neighbours, origin_ = origin, length_ = length;
  graph_ = {{array_of(offsets_), array_of(neighbours_)}, {}, array_of(origin_), array_of(length_)};
}

template <class Space, class Vertex, class Offset>
void Contraction<Space, Vertex, Offset>::write(Space const& exec,
                                               PruneOutput<Vertex, Offset> const& output) const {
  std::uint64_t const kept = graph_.rows.vertices(), n = original_.vertices();
  Kokkos::parallel_for(
      "yoke::prune::write_merged", WideRange<Space>(exec, 0, n),
      WriteMerged<Space, Vertex>{kept, graph_.vertex, array_of(removed_), array_of(now_),
                                 array_on<Space>(output.order), array_on<Space>(output.number),
                                 array_on<Space>(output.root)});
  Kokkos::parallel_for("yoke::prune::write_origins", WideRange<Space>(exec, 0, graph_.rows.arcs()),
                       WriteOrigins<Space, Vertex, Offset>{original_, graph_.origin,
                                                           array_on<Space>(output.arc_from),
                                                           array_on<Space>(output.arc_to)});
  Kokkos::deep_copy(exec, array_on<Space>(output.offsets), graph_.rows.offsets);
  Kokkos::deep_copy(exec, array_on<Space>(output.neighbours), graph_.rows.neighbours);
  Kokkos::deep_copy(exec, array_on<Space>(output.length), graph_.length);
  Kokkos::deep_copy(exec, array_on<Space>(output.from), array_of(from_, removed_count_));
  Kokkos::deep_copy(exec, array_on<Space>(output.anchor), array_of(to_, removed_count_));
  exec.fence("yoke::prune: written");
}

}  // namespace yoke::detail::prune
