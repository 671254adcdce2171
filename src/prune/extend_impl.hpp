#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "frame/raw_arrays.hpp"
#include "yoke/detail/primitives/relaxed.hpp"
#include "yoke/detail/prune/pruner.hpp"

namespace yoke::detail::prune {

template <class Vertex>
inline constexpr Vertex unreached = static_cast<Vertex>(~Vertex(0));

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

template <class Space, class Vertex>
Vertex read_element(Space const& exec, RawArray<Vertex const> array, std::uint64_t place) {
  Vertex element = 0;
  Kokkos::deep_copy(exec, Kokkos::View<Vertex, Kokkos::HostSpace>(&element),
                    Kokkos::View<Vertex const, typename Space::memory_space,
                                 Kokkos::MemoryTraits<Kokkos::Unmanaged>>(array.data + place));
  exec.fence("yoke::prune: read");
  return element;
}

template <class Space, class Vertex>
LocatedSource<Vertex> locate_source(Space const& exec, PrunedArrays<Vertex> const& pruned,
                                    Vertex vertex) {
  Vertex const number = read_element(exec, pruned.number, vertex);
  if (number < pruned.kept()) return {vertex, number, number, 0};
  std::uint64_t const place = number - pruned.kept();
  return {vertex, number, read_element(exec, pruned.root, place),
          read_element(exec, pruned.depth, place)};
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

// A search's results, by new number at first. A removed vertex is below the vertex that its tree
// hangs from, unless the source is in that tree.
template <class Space, class Vertex>
struct SpreadSearch {
  PrunedView<Space, Vertex> pruned;
  LocatedSource<Vertex> source;
  Array<Space, Vertex const> level_of_kept, parent_of_kept;
  Array<Space, Vertex> level, parent;  // either may be empty

  KOKKOS_FUNCTION void operator()(std::uint64_t number, std::uint64_t& count) const {
    Vertex const v = pruned.order(number);
    bool const is_kept = number < pruned.kept;
    std::uint64_t const place = is_kept ? 0 : number - pruned.kept;
    std::uint64_t const root = is_kept ? number : pruned.root(place);
    if (!is_kept && source.number >= pruned.kept && root == source.start) {
      set(v, unreached<Vertex>, unreached<Vertex>);
      ++count;  // FillOwnTree reaches it
      return;
    }
    Vertex const above =
        is_searched() && root < pruned.kept ? level_of_kept(root) : unreached<Vertex>;
    if (above == unreached<Vertex>) {
      set(v, unreached<Vertex>, unreached<Vertex>);
      return;
    }
    ++count;
    Vertex const distance = is_kept ? 0 : pruned.depth(place);
    set(v, above + source.depth + distance, parent_of(number, place));
  }

 private:
  KOKKOS_FUNCTION bool is_searched() const { return source.start < pruned.kept; }

  KOKKOS_FUNCTION Vertex parent_of(std::uint64_t number, std::uint64_t place) const {
    if (parent.extent(0) == 0) return 0;
    return number < pruned.kept ? pruned.order(parent_of_kept(number)) : pruned.anchor(place);
  }
  KOKKOS_FUNCTION void set(Vertex v, Vertex distance, Vertex above) const {
    if (level.extent(0) > 0) level(v) = distance;
    if (parent.extent(0) > 0) parent(v) = above;
  }
};

// The way from a removed source to the vertex that its tree hangs from: one thread, as long as
// there are rounds.
template <class Space, class Vertex>
struct ClimbFromSource {
  PrunedView<Space, Vertex> pruned;
  LocatedSource<Vertex> source;
  Array<Space, Vertex> level, parent;

  KOKKOS_FUNCTION void operator()(std::uint64_t) const {
    Vertex below = source.vertex, v = source.vertex;
    for (Vertex distance = 0;; ++distance) {
      level(v) = distance;
      if (parent.extent(0) > 0) parent(v) = below;
      if (distance == source.depth) return;
      below = v;
      v = pruned.anchor(pruned.number(v) - pruned.kept);
    }
  }
};

// The rest of a removed source's own tree, those removed last first.
template <class Space, class Vertex>
struct FillOwnTree {
  PrunedView<Space, Vertex> pruned;
  Vertex root;
  std::uint64_t begin;
  Array<Space, Vertex> level, parent;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    std::uint64_t const place = begin + i;
    if (pruned.root(place) != root) return;
    Vertex const v = pruned.order(pruned.kept + place), anchor = pruned.anchor(place);
    if (level(v) != unreached<Vertex>) return;
    level(v) = level(anchor) + 1;
    if (parent.extent(0) > 0) parent(v) = anchor;
  }
};

template <class Space, class Vertex>
void search_own_tree(Space const& exec, PrunedArrays<Vertex> const& pruned,
                     LocatedSource<Vertex> const& source, Array<Space, Vertex> level,
                     Array<Space, Vertex> parent) {
  auto const view = view_of<Space>(pruned);
  Kokkos::parallel_for("yoke::prune::climb", WideRange<Space>(exec, 0, 1),
                       ClimbFromSource<Space, Vertex>{view, source, level, parent});
  std::uint64_t begin = pruned.anchor.size;
  auto const& rounds = pruned.report->rounds;
  for (auto round = rounds.rbegin(); round != rounds.rend(); ++round) {
    begin -= round->vertices;
    Kokkos::parallel_for("yoke::prune::fill_tree", WideRange<Space>(exec, 0, round->vertices),
                         FillOwnTree<Space, Vertex>{view, source.start, begin, level, parent});
  }
}

template <class Space, class Vertex>
std::uint64_t extend_search(Space const& exec, PrunedArrays<Vertex> const& pruned,
                            LocatedSource<Vertex> const& source,
                            RawArray<Vertex const> level_of_kept,
                            RawArray<Vertex const> parent_of_kept, RawArray<Vertex> level,
                            RawArray<Vertex> parent) {
  bool const in_own_tree = source.number >= pruned.kept();
  auto const levels = array_on<Space>(level), parents = array_on<Space>(parent);
  std::uint64_t reached = 0;
  Kokkos::parallel_reduce(
      "yoke::prune::spread_search", WideRange<Space>(exec, 0, pruned.order.size),
      SpreadSearch<Space, Vertex>{view_of<Space>(pruned), source, array_on<Space>(level_of_kept),
                                  array_on<Space>(parent_of_kept), levels, parents},
      reached);
  if (in_own_tree) search_own_tree<Space, Vertex>(exec, pruned, source, levels, parents);
  exec.fence("yoke::prune: search extended");
  return reached;
}

}  // namespace yoke::detail::prune
