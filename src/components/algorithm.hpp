#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "frame/phase_timer.hpp"
#include "yoke/connected_components_options.hpp"
#include "yoke/detail/graphs/raw_graph.hpp"
#include "yoke/detail/spaces.hpp"

namespace yoke::detail::components {

// The edges of a spanning forest as they are found. A tree's root is joined to another tree once,
// and the smallest vertex of a component never: the edge that joined root r stands at r - 1, which
// leaves vertex 0 without a place and makes n - 1 places enough. Afterwards the places in use are
// those of the vertices that are not their own label. Empty where no forest is wanted.
template <class Space, class Vertex>
struct ForestEdges {
  Array<Space, Vertex> from, to;

  KOKKOS_FUNCTION bool wanted() const { return from.data() != nullptr; }
  KOKKOS_FUNCTION void set(std::uint64_t root, Vertex u, Vertex v) const {
    from(root - 1) = u;
    to(root - 1) = v;
  }
};

// One call, at the algorithms' side of the door: a symmetric graph of at least one vertex and its
// labels in memory that Space accesses.
template <class Space, class Vertex, class Offset>
struct Problem {
  Space exec;
  CsrView<Space, Vertex, Offset> graph;
  Array<Space, Vertex> label;
  ForestEdges<Space, Vertex> forest;
  ComponentsReport* report;  // may be null

  std::uint64_t vertices() const { return label.extent(0); }
};

// An algorithm with its workspace. run() allocates nothing once it has seen a call of the kind
// (with or without a forest), dispatches on problem.exec alone and has fenced it when it returns:
// label(v) is then the smallest vertex of v's component. Returns the number of components.
template <class Space, class Vertex, class Offset>
class Algorithm {
 public:
  virtual ~Algorithm() = default;
  virtual std::size_t run(Problem<Space, Vertex, Offset> const& problem) = 0;
};

template <class Space, class Vertex, class Offset>
using AlgorithmPtr = std::unique_ptr<Algorithm<Space, Vertex, Offset>>;

// One factory an algorithm, for graphs of up to `vertices` and `arcs`, each defined and
// instantiated in its own source file (YOKE_DEFINE_COMPONENTS).
#define YOKE_DECLARE_COMPONENTS(make)                                               \
  template <class Space, class Vertex, class Offset>                                \
  AlgorithmPtr<Space, Vertex, Offset> make(Space const& exec, std::size_t vertices, \
                                           std::size_t arcs, ComponentsOptions const& options);

YOKE_DECLARE_COMPONENTS(make_sequential_components)
YOKE_DECLARE_COMPONENTS(make_shiloach_vishkin)
YOKE_DECLARE_COMPONENTS(make_soman)
YOKE_DECLARE_COMPONENTS(make_afforest)
#undef YOKE_DECLARE_COMPONENTS

}  // namespace yoke::detail::components

// Defines the factory `make` of the algorithm Class, whose constructor takes the arguments that
// follow, for every space and graph.
#define YOKE_DEFINE_COMPONENTS(make, Class, ...)                                                \
  template <class Space, class Vertex, class Offset>                                            \
  yoke::detail::components::AlgorithmPtr<Space, Vertex, Offset> yoke::detail::components::make( \
      Space const& exec, std::size_t vertices, [[maybe_unused]] std::size_t arcs,               \
      [[maybe_unused]] ComponentsOptions const& options) {                                      \
    return std::make_unique<Class<Space, Vertex, Offset>>(__VA_ARGS__);                         \
  }                                                                                             \
  YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE_COMPONENTS_ON, make)
#define YOKE_INSTANTIATE_COMPONENTS_ON(Space, make) \
  YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE_COMPONENTS, Space, make)
#define YOKE_INSTANTIATE_COMPONENTS(Space, Vertex, Offset, make)         \
  template yoke::detail::components::AlgorithmPtr<Space, Vertex, Offset> \
  yoke::detail::components::make(Space const&, std::size_t, std::size_t, \
                                 ComponentsOptions const&);
