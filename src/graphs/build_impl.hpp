#pragma once

#include <memory>

#include "frame/ledger_of.hpp"
#include "graphs/arc_source.hpp"
#include "graphs/array_size.hpp"
#include "graphs/counted_rows.hpp"
#include "graphs/sorted_rows.hpp"

namespace yoke::detail::graphs {

template <class Space, class Vertex, class Offset>
struct RowBuilder<Space, Vertex, Offset>::State {
  std::unique_ptr<CountedRows<Space, Vertex, Offset>> counted;
  std::unique_ptr<SortedRows<Space, Vertex, Offset>> sorted;
  std::uint64_t vertices;
};

template <class Space, class Vertex, class Offset>
RowBuilder<Space, Vertex, Offset>::RowBuilder(Space const& exec, std::uint64_t vertices,
                                              RawArray<Vertex const> from,
                                              RawArray<Vertex const> to, RowOptions const& options)
    : state_(std::make_unique<State>()) {
  // Before anybody, here or in build_graph, makes an array for the offsets.
  check_array_size("yoke::build_graph: offsets", vertices, sizeof(Offset));
  Ledger::Opened const opened(ledger_here(exec), false);
  state_->vertices = vertices;
  ArcSource<Space, Vertex> const arcs{Array<Space, Vertex const>(from.data, from.size),
                                      Array<Space, Vertex const>(to.data, to.size),
                                      options.symmetrise, options.drop_loops};
  std::uint64_t const loops = check_edges(exec, arcs, vertices);
  if (key_bits_of(vertices, vertices) > 64) {
    state_->counted =
        std::make_unique<CountedRows<Space, Vertex, Offset>>(exec, vertices, arcs, options);
  } else {
    state_->sorted = std::make_unique<SortedRows<Space, Vertex, Offset>>(
        exec, vertices, vertices, arcs, arcs.stored(loops), options);
  }
}

template <class Space, class Vertex, class Offset>
RowBuilder<Space, Vertex, Offset>::~RowBuilder() = default;

template <class Space, class Vertex, class Offset>
std::size_t RowBuilder<Space, Vertex, Offset>::arcs() const {
  return state_->counted ? state_->counted->arcs() : state_->sorted->arcs();
}

template <class Space, class Vertex, class Offset>
void RowBuilder<Space, Vertex, Offset>::write(RawArray<Offset> offsets,
                                              RawArray<Vertex> neighbours) {
  Array<Space, Offset> const offsets_out(offsets.data, offsets.size);
  Array<Space, Vertex> const neighbours_out(neighbours.data, neighbours.size);
  if (state_->counted) {
    state_->counted->write(offsets_out, neighbours_out);
  } else {
    state_->sorted->write(offsets_out, neighbours_out);
  }
}

}  // namespace yoke::detail::graphs
