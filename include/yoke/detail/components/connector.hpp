#pragma once

#include <cstddef>
#include <memory>

#include "yoke/connected_components_options.hpp"
#include "yoke/detail/graphs/raw_graph.hpp"

namespace yoke::detail {

// The compiled half of yoke::ConnectedComponentsPlan, instantiated in the library for every enabled
// space, for yoke::Hybrid, and for 32- and 64-bit vertices and offsets.
template <class Executor, class Vertex, class Offset>
class Connector {
 public:
  Connector(Executor const& executor, std::size_t vertices, std::size_t arcs,
            ComponentsOptions const& options);
  ~Connector();
  Connector(Connector&&) noexcept;
  Connector& operator=(Connector&&) noexcept;

  // `from` and `to` have null data where no forest is wanted. The arguments fit each other; throws
  // std::invalid_argument where they do not fit the plan.
  std::size_t run(RawGraph<Vertex, Offset> const& graph, RawArray<Vertex> label,
                  RawArray<Vertex> from, RawArray<Vertex> to);
  ComponentsAlgorithm algorithm() const;
  std::size_t workspace_bytes() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace yoke::detail
