#pragma once

#include <cstdint>
#include <memory>

#include "yoke/detail/graphs/raw_graph.hpp"
#include "yoke/graph_shape.hpp"

namespace yoke::detail::graphs {

// Makes edges in two steps, so that the caller allocates them in between; instantiated in the
// library.
template <class Space, class Vertex>
class EdgeGenerator {
 public:
  EdgeGenerator(Space const& exec, GraphShape const& shape);
  ~EdgeGenerator();

  std::uint64_t edges() const;
  // Fills both arrays, edges() elements each. Fences.
  void write(RawArray<Vertex> from, RawArray<Vertex> to) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace yoke::detail::graphs
