#pragma once

#include <memory>

#include "yoke/detail/graphs/raw_graph.hpp"

namespace yoke::detail::graphs {

struct RowOptions {
  bool symmetrise, drop_loops, merge, sort;
};

// Turns edges into compressed rows in two steps, so that the caller allocates the result between
// them; instantiated in the library. The edges must outlive it.
template <class Space, class Vertex, class Offset>
class RowBuilder {
 public:
  // Throws yoke::InvalidInput naming an edge that has an end out of range.
  RowBuilder(Space const& exec, std::uint64_t vertices, RawArray<Vertex const> from,
             RawArray<Vertex const> to, RowOptions const& options);
  ~RowBuilder();

  std::size_t arcs() const;
  // Fills vertices + 1 offsets and arcs() neighbours. Fences. Once.
  void write(RawArray<Offset> offsets, RawArray<Vertex> neighbours);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace yoke::detail::graphs
