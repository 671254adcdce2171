#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "frame/raw_arrays.hpp"
#include "yoke/detail/kokkos_ext/relaxed.hpp"
#include "yoke/detail/prune/pruner.hpp"

namespace yoke::detail::prune {

template <class Space, class Vertex>
struct PrunedView {
  std::uint64_t kept;
  Array<Space, Vertex const> order, number, anchor, root, depth, from;
};

template <class Space, class Vertex>
PrunedView<Space, Vertex> view_of(PrunedArrays<Vertex> const& pruned) {
  return {pruned.kept(),
          array_on<Space>(pruned.order),
          array_on<Space>(pruned.number),
          array_on<Space>(pruned.anchor),
          array_on<Space>(pruned.root),
          array_on<Space>(pruned.depth),
          array_on<Space>(pruned.from)};
}

// A component is known by a vertex of it, here by new numbers: the kept one that the kept vertices
// have for their label, or of a tree that vanished the last. Its own label is made the smallest
// first, and then the others take it.
template <class Space, class Vertex>
struct ComponentLabels {
  PrunedView<Space, Vertex> pruned;
  Array<Space, Vertex const> label_of_kept;
  Array<Space, Vertex> label;

  KOKKOS_FUNCTION std::uint64_t representative(std::uint64_t number) const {
    std::uint64_t const root = number < pruned.kept ? number : pruned.root(number - pruned.kept);
    return root < pruned.kept ? label_of_kept(root) : root;
  }
};

template <class Space, class Vertex>
struct StartLabels {
  ComponentLabels<Space, Vertex> components;
  KOKKOS_FUNCTION void operator()(std::uint64_t number) const {
    if (components.representative(number) != number) return;
    Vertex const v = components.pruned.order(number);
    components.label(v) = v;
  }
};

// Only removed vertices can be smaller than the smallest kept one.
template <class Space, class Vertex>
struct LowerLabels {
  ComponentLabels<Space, Vertex> components;
  KOKKOS_FUNCTION void operator()(std::uint64_t place) const {
    auto const& pruned = components.pruned;
    std::uint64_t const number = pruned.kept + place;
    Vertex const v = pruned.order(number);
    Vertex* const least = &components.label(pruned.order(components.representative(number)));
    if (v < relaxed_load(least)) Kokkos::atomic_min(least, v);
  }
};

template <class Space, class Vertex>
struct SpreadLabels {
  ComponentLabels<Space, Vertex> components;
  KOKKOS_FUNCTION void operator()(std::uint64_t number) const {
    auto const& pruned = components.pruned;
    std::uint64_t const representative = components.representative(number);
    if (representative == number) return;
    components.label(pruned.order(number)) = components.label(pruned.order(representative));
  }
};

template <class Space, class Vertex>
void extend_labels(Space const& exec, PrunedArrays<Vertex> const& pruned,
                   RawArray<Vertex const> label_of_kept, RawArray<Vertex> label) {
  ComponentLabels<Space, Vertex> const components{
      view_of<Space>(pruned), array_on<Space>(label_of_kept), array_on<Space>(label)};
  WideRange<Space> const all(exec, 0, pruned.order.size);
  Kokkos::parallel_for("yoke::prune::start_labels", all, StartLabels<Space, Vertex>{components});
  Kokkos::parallel_for("yoke::prune::lower_labels", WideRange<Space>(exec, 0, pruned.anchor.size),
                       LowerLabels<Space, Vertex>{components});
  Kokkos::parallel_for("yoke::prune::spread_labels", all, SpreadLabels<Space, Vertex>{components});
  exec.fence("yoke::prune: labels extended");
}

template <class Space, class Vertex>
struct RenameEdges {
  PrunedView<Space, Vertex> pruned;
  Array<Space, Vertex> from, to;
  KOKKOS_FUNCTION void operator()(std::uint64_t edge) const {
    from(edge) = pruned.order(from(edge));
    to(edge) = pruned.order(to(edge));
  }
};

// An edge between merged vertices stands for one of the original graph, by the arc that its sorted
// row holds.
template <class Space, class Vertex, class Offset>
struct FindOriginalEdges {
  CsrView<Space, Vertex, Offset> rows;
  Array<Space, Vertex const> arc_from, arc_to;
  Array<Space, Vertex> from, to;
  // The last arc of u to w or a smaller vertex. Is it one to w?
  KOKKOS_FUNCTION bool find(Vertex u, Vertex w, Offset& arc) const {
    Offset low = rows.begin(u), high = rows.end(u);
    while (low < high) {
      Offset const middle = low + (high - low) / 2;
      if (rows.neighbours(middle) <= w) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    arc = low - 1;
    return low > rows.begin(u) && rows.neighbours(arc) == w;
  }
  KOKKOS_FUNCTION void operator()(std::uint64_t edge) const {
    Vertex const u = from(edge), w = to(edge);
    Offset arc = 0;
    if (!find(u, w, arc) && !find(w, u, arc)) return;
    from(edge) = arc_from(arc);
    to(edge) = arc_to(arc);
  }
};

template <class Space, class Vertex>
struct AddRemovedEdges {
  PrunedView<Space, Vertex> pruned;
  std::uint64_t edges;
  Array<Space, Vertex> from, to;
  KOKKOS_FUNCTION void operator()(std::uint64_t place) const {
    from(edges + place) = pruned.from(place);
    to(edges + place) = pruned.anchor(place);
  }
};

template <class Space, class Vertex, class Offset>
void extend_forest(Space const& exec, PrunedArrays<Vertex> const& pruned,
                   MergedArcs<Vertex, Offset> const& arcs, std::uint64_t edges,
                   RawArray<Vertex> from, RawArray<Vertex> to) {
  auto const view = view_of<Space>(pruned);
  auto const from_array = array_on<Space>(from), to_array = array_on<Space>(to);
  WideRange<Space> const of_kept(exec, 0, edges);
  if (is_contraction(pruned.report->property)) {
    CsrView<Space, Vertex, Offset> const rows{array_on<Space>(arcs.offsets),
                                              array_on<Space>(arcs.neighbours)};
    Kokkos::parallel_for(
        "yoke::prune::find_edges", of_kept,
        FindOriginalEdges<Space, Vertex, Offset>{rows, array_on<Space>(arcs.from),
                                                 array_on<Space>(arcs.to), from_array, to_array});
  } else {
    Kokkos::parallel_for("yoke::prune::rename_edges", of_kept,
                         RenameEdges<Space, Vertex>{view, from_array, to_array});
  }
  Kokkos::parallel_for("yoke::prune::removed_edges", WideRange<Space>(exec, 0, pruned.pendants()),
                       AddRemovedEdges<Space, Vertex>{view, edges, from_array, to_array});
  exec.fence("yoke::prune: forest extended");
}

}  // namespace yoke::detail::prune
