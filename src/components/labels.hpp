#pragma once

#include <Kokkos_Core.hpp>

#include "components/algorithm.hpp"
#include "yoke/detail/kokkos_ext/relaxed.hpp"

namespace yoke::detail::components {

// One look at a label. A place of its own, so that a test can count the steps along paths.
template <class Vertex>
struct LabelLook {
  // A device may answer from its first-level cache, where the labels near the roots stay; what
  // others have written since is not seen.
  KOKKOS_FORCEINLINE_FUNCTION static Vertex at(Vertex const* place) {
    KOKKOS_IF_ON_DEVICE((return *place;))
    KOKKOS_IF_ON_HOST((return relaxed_load(place);))
  }
};

// Union-find in the label array. label(v) is v's parent, never larger than v, and v itself at a
// root; a root is hooked under a smaller vertex of another tree, so that what is left in the end
// is the smallest vertex of each component.
//
// Any number of threads may find and link at once. A vertex that is no root never becomes one
// again, and every value that label(v) has ever had is v or an ancestor of v for good. That is why
// a stale read costs a step at most, why a shortcut that overwrites a shorter one does no harm, and
// why only a hook, which must not lose another, needs an atomic.
template <class Space, class Vertex>
struct Labels {
  Array<Space, Vertex> label;
  ForestEdges<Space, Vertex> forest;

  KOKKOS_FORCEINLINE_FUNCTION Vertex parent(Vertex v) const {
    return LabelLook<Vertex>::at(label.data() + v);
  }

  // The root of v's tree. Halves the path on the way: each vertex skips its parent.
  KOKKOS_FORCEINLINE_FUNCTION Vertex find(Vertex v) const {
    Vertex here = parent(v);
    if (here == v) return v;
    for (Vertex before = v, next = parent(here); next < here; next = parent(here)) {
      relaxed_store(&label(before), next);
      before = here;
      here = next;
    }
    return here;
  }

  // The root, or the ancestor that up to `steps` steps lead to. Does not write: whoever looks for
  // roots in a loop, unbounded, would follow the same long path each time.
  KOKKOS_FORCEINLINE_FUNCTION Vertex ancestor(Vertex v, int steps) const {
    Vertex here = v;
    for (int k = 0; k < steps; ++k) {
      Vertex const next = parent(here);
      if (next == here) break;
      here = next;
    }
    return here;
  }

  // Points v at its root, for good, once nobody links any more. A thread that halves v's path may
  // come late with a shortcut that ends before the root, so here each writes its own label alone.
  KOKKOS_FORCEINLINE_FUNCTION Vertex settle(Vertex v) const {
    Vertex const first = parent(v);
    Vertex here = first;
    for (Vertex next = parent(here); next < here; next = parent(here)) {
      here = next;
      relaxed_store(&label(v), here);
    }
    return here;
  }

  // Points v at its root, and returns that.
  KOKKOS_FORCEINLINE_FUNCTION Vertex compress(Vertex v) const {
    Vertex const first = parent(v);
    if (first == v) return v;
    Vertex const root = find(first);
    if (root != first) relaxed_store(&label(v), root);
    return root;
  }

  // Joins the trees of `from`, whose root or another ancestor `ancestor` is, and of `to`, by the
  // edge between the two. Returns an ancestor of both, the root as far as seen. Each round of the
  // loop continues from a smaller vertex than the last: it ends whatever the others do.
  KOKKOS_FORCEINLINE_FUNCTION Vertex link(Vertex ancestor, Vertex from, Vertex to) const {
    Vertex one = ancestor, other = find(to);
    while (one != other) {
      Vertex const high = one > other ? one : other;
      Vertex const low = one > other ? other : one;
      Vertex const seen = Kokkos::atomic_compare_exchange(&label(high), high, low);
      if (seen == high) {
        if (forest.wanted()) forest.set(high, from, to);
        return low;
      }
      one = find(seen);
      other = low;
    }
    return one;
  }
};

}  // namespace yoke::detail::components
