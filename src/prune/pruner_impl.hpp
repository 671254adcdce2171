#pragma once

#include <Kokkos_Core.hpp>
#include <limits>
#include <memory>
#include <optional>

#include "frame/ledger_of.hpp"
#include "frame/raw_arrays.hpp"
#include "primitives/prune.hpp"
#include "prune/contraction.hpp"
#include "prune/pruner_steps.hpp"
#include "prune/refusal.hpp"
#include "yoke/detail/graphs/raw_graph.hpp"
#include "yoke/detail/prune/pruner.hpp"

namespace yoke::detail::prune {

template <class Space, class Vertex, class Offset>
struct Pruner<Space, Vertex, Offset>::State {
  State(Space const& exec, RawGraph<Vertex, Offset> const& graph)
      : exec(exec), remaining{csr_of<Space>(graph), {}, false}, vertices(graph.vertices()) {}

  Space exec;
  Remaining<Space, Vertex, Offset> remaining;
  std::optional<PendantPruning<Space, Vertex, Offset>> pendants;
  std::optional<Contraction<Space, Vertex, Offset>> contraction;
  PruneReport report;
  std::uint64_t vertices, pendant_count = 0;

  void remove_pendants(PruneOptions const& options) {
    if (options.property == PruneProperty::isolated) return;
    std::uint64_t const least =
        options.rounds > 0 ? 1 : least_worth_a_round(vertices, options.least_pruned);
    std::uint64_t const most =
        options.rounds > 0 ? options.rounds : std::numeric_limits<std::uint64_t>::max();
    pendants.emplace(exec, vertices, remaining.rows.arcs());
    pendants->prune(exec, remaining.rows, least, most);
    remaining.rows = pendants->remaining();
    remaining.anchor = pendants->anchors();
    pendant_count = pendants->removed();
    auto const& bounds = pendants->round_bounds();
    for (std::size_t round = 1; round < bounds.size(); ++round) {
      enter_round(PruneProperty::pendant, bounds[round] - bounds[round - 1], 2);
    }
  }

  void remove_isolated(PruneOptions const& options) {
    if (options.property == PruneProperty::pendant) return;
    remaining.without_isolated = true;
    std::uint64_t count = 0;
    Kokkos::parallel_reduce("yoke::prune::count_isolated", WideRange<Space>(exec, 0, vertices),
                            CountIsolated<Space, Vertex, Offset>{remaining}, count);
    exec.fence("yoke::prune: isolated vertices counted");
    if (count > 0) enter_round(PruneProperty::isolated, count, 0);
  }

  void enter_round(PruneProperty property, std::uint64_t removed, std::uint64_t arcs_each) {
    report.rounds.push_back({property, removed, removed * arcs_each});
    report.removed_vertices += removed;
    report.removed_arcs += removed * arcs_each;
  }

  void number_vertices(Numbering<Space, Vertex> const& out) const {
    WideRange<Space> const all(exec, 0, vertices);
    Kokkos::parallel_scan("yoke::prune::number_kept", all,
                          NumberKept<Space, Vertex, Offset>{remaining, out});
    if (pendant_count > 0) {
      Kokkos::parallel_for(
          "yoke::prune::number_pendants", WideRange<Space>(exec, 0, pendant_count),
          NumberPendants<Space, Vertex>{pendants->removed_vertices(), remaining.anchor, out});
    }
    if (report.removed_vertices > pendant_count) {
      Kokkos::parallel_scan("yoke::prune::number_isolated", all,
                            NumberIsolated<Space, Vertex, Offset>{remaining, out, pendant_count});
    }
  }

  std::uint64_t hang(Numbering<Space, Vertex> const& out) const {
    if (pendant_count == 0) return 0;
    std::uint64_t all_faults = 0;
    auto const& bounds = pendants->round_bounds();
    for (std::size_t round = bounds.size() - 1; round > 0; --round) {
      std::uint64_t faults = 0, begin = bounds[round - 1], end = bounds[round];
      Kokkos::parallel_reduce("yoke::prune::hang", WideRange<Space>(exec, 0, end - begin),
                              HangRound<Space, Vertex>{out, begin, end}, faults);
      all_faults += faults;
    }
    return all_faults;
  }

  std::uint64_t write_rows(Numbering<Space, Vertex> const& out, Array<Space, Offset> offsets,
                           Array<Space, Vertex> neighbours) const {
    std::uint64_t faults = 0;
    Kokkos::parallel_for("yoke::prune::offsets", WideRange<Space>(exec, 0, offsets.extent(0)),
                         WriteOffsets<Space, Vertex, Offset>{remaining.rows, out.order, offsets});
    Kokkos::parallel_reduce(
        "yoke::prune::neighbours", WideRange<Space>(exec, 0, neighbours.extent(0)),
        WriteNeighbours<Space, Vertex, Offset>{remaining.rows, out, neighbours}, faults);
    exec.fence("yoke::prune: written");
    return faults;
  }
};

template <class Space, class Vertex, class Offset>
Pruner<Space, Vertex, Offset>::Pruner(Space const& exec, RawGraph<Vertex, Offset> const& graph,
                                      PruneOptions const& options) {
  Ledger::Opened const opened(ledger_here(exec), false);
  state_ = std::make_unique<State>(exec, graph);
  state_->report.property = options.property;
  if (is_contraction(options.property)) {
    state_->contraction.emplace(exec, state_->remaining.rows, options, state_->report);
    return;
  }
  state_->remove_pendants(options);
  if (state_->remaining.rows.arcs() + state_->report.removed_arcs != graph.arcs()) {
    refuse_unsymmetric();
  }
  state_->remove_isolated(options);
}

template <class Space, class Vertex, class Offset>
Pruner<Space, Vertex, Offset>::~Pruner() = default;

template <class Space, class Vertex, class Offset>
PruneReport const& Pruner<Space, Vertex, Offset>::report() const {
  return state_->report;
}

template <class Space, class Vertex, class Offset>
void Pruner<Space, Vertex, Offset>::write(PruneOutput<Vertex, Offset> const& output) {
  Ledger::Opened const opened(ledger_here(state_->exec), false);
  if (state_->contraction) return state_->contraction->write(state_->exec, output);
  Numbering<Space, Vertex> const numbering{state_->vertices - state_->report.removed_vertices,
                                           array_on<Space>(output.order),
                                           array_on<Space>(output.number),
                                           array_on<Space>(output.anchor),
                                           array_on<Space>(output.root),
                                           array_on<Space>(output.depth)};
  state_->number_vertices(numbering);
  std::uint64_t const faults =
      state_->hang(numbering) + state_->write_rows(numbering, array_on<Space>(output.offsets),
                                                   array_on<Space>(output.neighbours));
  if (faults > 0) refuse_unsymmetric();
}

}  // namespace yoke::detail::prune
