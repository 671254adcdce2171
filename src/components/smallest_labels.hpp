#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "components/algorithm.hpp"
#include "yoke/detail/kokkos_ext/relaxed.hpp"

namespace yoke::detail::components {

// The forest's edges while any vertex may be joined, vertex 0 too: its edge waits in `spare`, two
// words, until the roots are known.
template <class Space, class Vertex>
struct AnyRootForest {
  ForestEdges<Space, Vertex> edges;
  Array<Space, Vertex> spare;

  KOKKOS_FUNCTION bool wanted() const { return edges.wanted(); }
  KOKKOS_FUNCTION void set(Vertex root, Vertex u, Vertex v) const {
    if (root > 0) {
      edges.set(root, u, v);
    } else {
      spare(0) = u;
      spare(1) = v;
    }
  }
  // Puts the edge of the component's smallest vertex where its root, which has none, is.
  KOKKOS_FUNCTION void move(Vertex smallest, Vertex root) const {
    if (smallest > 0) {
      edges.set(root, edges.from(smallest - 1), edges.to(smallest - 1));
    } else {
      edges.set(root, spare(0), spare(1));
    }
  }
};

template <class Space, class Vertex>
struct OwnLabels {
  Array<Space, Vertex> label;
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const { label(v) = static_cast<Vertex>(v); }
};

// The label of each root becomes the smallest vertex below it. Vertices come about in ascending
// order, so that after the first few of a tree the others only look.
template <class Space, class Vertex>
struct LowerRootLabels {
  Array<Space, Vertex const> root;
  Array<Space, Vertex> label;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    auto const v = static_cast<Vertex>(i);
    if (v < relaxed_load(&label(root(v)))) Kokkos::atomic_min(&label(root(v)), v);
  }
};

// All others take over the label of their root; sums the roots.
template <class Space, class Vertex>
struct TakeRootLabels {
  Array<Space, Vertex const> root;
  Array<Space, Vertex> label;
  AnyRootForest<Space, Vertex> forest;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& roots) const {
    auto const v = static_cast<Vertex>(i);
    if (root(v) != v) {
      label(v) = label(root(v));
      return;
    }
    ++roots;
    if (forest.wanted() && label(v) != v) forest.move(label(v), v);
  }
};

// From the roots of finished trees, which may be any vertices, to the smallest vertex of each
// component. Returns the number of components; fences.
template <class Space, class Vertex>
std::uint64_t label_by_smallest(Space const& exec, Array<Space, Vertex const> root,
                                Array<Space, Vertex> label,
                                AnyRootForest<Space, Vertex> const& forest) {
  WideRange<Space> const vertices(exec, 0, label.extent(0));
  Kokkos::parallel_for("yoke::components::own_labels", vertices, OwnLabels<Space, Vertex>{label});
  Kokkos::parallel_for("yoke::components::lower_root_labels", vertices,
                       LowerRootLabels<Space, Vertex>{root, label});
  std::uint64_t roots = 0;
  Kokkos::parallel_reduce("yoke::components::take_root_labels", vertices,
                          TakeRootLabels<Space, Vertex>{root, label, forest}, roots);
  return roots;
}

}  // namespace yoke::detail::components
