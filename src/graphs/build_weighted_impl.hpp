#pragma once

#include <memory>
#include <string>

#include "frame/ledger_of.hpp"
#include "graphs/array_size.hpp"
#include "graphs/sorted_weights.hpp"

namespace yoke::detail::graphs {

template <class Space, class Vertex, class Offset, class Weight>
struct WeightedRowBuilder<Space, Vertex, Offset, Weight>::State {
  State(Space const& space, std::uint64_t vertices, WeightedArcs<Space, Vertex, Weight> const& arcs,
        RepeatedEdges repeated)
      : exec(space) {
    auto const packed = pack_arcs(vertices, arcs);
    sorted = {exec, packed.vertex_bits, packed.nothing(), repeated,
              store_arcs<Weight>(exec, packed)};
    std::uint64_t const place = sorted.find_refused(exec);
    if (place == nothing_found) return;
    std::uint64_t const key = sorted.key(exec, place);
    std::uint64_t const first = edge_with_key(exec, packed, key);
    if (repeated == RepeatedEdges::sum) throw_without_sum<Weight>(first, ends_of(packed, key));
    throw_repeated(edge_with_key(exec, packed, key, first + 1), ends_of(packed, key),
                   "edge " + std::to_string(first));
  }

  Space exec;
  SortedWeights<Space, Weight> sorted;
};

template <class Space, class Vertex, class Offset, class Weight>
WeightedRowBuilder<Space, Vertex, Offset, Weight>::WeightedRowBuilder(
    Space const& exec, std::uint64_t vertices, RawArray<Vertex const> from,
    RawArray<Vertex const> to, RawArray<Weight const> weights,
    WeightedBuildOptions const& options) {
  check_array_size("yoke::build_graph: offsets", vertices, sizeof(Offset));
  Ledger::Opened const opened(ledger_here(exec), false);
  WeightedArcs<Space, Vertex, Weight> const arcs{array_on<Space>(from), array_on<Space>(to),
                                                 array_on<Space>(weights), options.symmetrise,
                                                 options.drop_loops};
  check_weighted_edges(exec, arcs, vertices);
  state_ = std::make_unique<State>(exec, vertices, arcs, options.repeated);
}

template <class Space, class Vertex, class Offset, class Weight>
WeightedRowBuilder<Space, Vertex, Offset, Weight>::~WeightedRowBuilder() = default;

template <class Space, class Vertex, class Offset, class Weight>
std::size_t WeightedRowBuilder<Space, Vertex, Offset, Weight>::arcs() const {
  return state_->sorted.arcs();
}

template <class Space, class Vertex, class Offset, class Weight>
void WeightedRowBuilder<Space, Vertex, Offset, Weight>::write(RawArray<Offset> offsets,
                                                              RawArray<Vertex> neighbours,
                                                              RawArray<Weight> weights) {
  state_->sorted.write(state_->exec, array_on<Space>(offsets), array_on<Space>(neighbours),
                       array_on<Space>(weights));
}

}  // namespace yoke::detail::graphs
