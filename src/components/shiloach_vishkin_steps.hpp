#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "components/algorithm.hpp"
#include "components/smallest_labels.hpp"
#include "primitives/arcs.hpp"
#include "yoke/detail/kokkos_ext/relaxed.hpp"

namespace yoke::detail::components {

// D(s-1), D(s), Q and s of the listing.
template <class Space, class Vertex>
struct SvState {
  Array<Space, Vertex> before, father;
  Array<Space, std::uint32_t> mark;
  AnyRootForest<Space, Vertex> forest;
  std::uint32_t round;

  KOKKOS_FUNCTION Vertex father_of(Vertex v) const { return relaxed_load(&father(v)); }
  KOKKOS_FUNCTION void set_mark(Vertex v) const { relaxed_store(&mark(v), round); }

  // Hooks `root`, if it still is one, under `target` by the edge a - b.
  KOKKOS_FUNCTION void hook(Vertex root, Vertex target, Vertex a, Vertex b) const {
    if (father_of(root) != root) return;
    if (Kokkos::atomic_compare_exchange(&father(root), root, target) != root) return;
    if (forest.wanted()) forest.set(root, a, b);
  }
};

template <class Space, class Vertex>
struct Sv0 {
  SvState<Space, Vertex> state;
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const {
    state.before(v) = static_cast<Vertex>(v);
    state.mark(v) = 0;
  }
};

// The listing starts this step and the next at vertex 1 in every thread, where SV0 and the others
// start at the thread's own first one; every vertex must be visited.
template <class Space, class Vertex>
struct Sv1a {
  SvState<Space, Vertex> state;
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const {
    state.father(v) = state.before(state.before(v));
  }
};

template <class Space, class Vertex>
struct Sv1b {
  SvState<Space, Vertex> state;
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const {
    Vertex const father = state.father(v);
    if (father != state.before(v)) state.set_mark(father);
  }
};

// Hooks trees under smaller vertices. A father that did not change in SV1a is a root. What a thread
// reads may have been hooked a moment ago, and then is a father lower down: as good a target.
template <class Space, class Vertex>
struct Sv2 {
  SvState<Space, Vertex> state;
  KOKKOS_FUNCTION void operator()(Vertex a, Vertex b) const {
    Vertex const father_a = state.father_of(a);
    if (father_a != state.before(a)) return;
    Vertex const father_b = state.father_of(b);
    if (father_b >= father_a) return;
    state.hook(father_a, father_b, a, b);
    state.set_mark(father_b);
  }
};

// Hooks the trees that nothing has happened to, which are stars, under any neighbour. No two of
// them are adjacent, since SV2 would have hooked one, so that no cycle comes about.
template <class Space, class Vertex>
struct Sv3 {
  SvState<Space, Vertex> state;
  KOKKOS_FUNCTION void operator()(Vertex a, Vertex b) const {
    Vertex const father_a = state.father_of(a);
    if (state.mark(father_a) >= state.round) return;
    Vertex const father_b = state.father_of(b);
    if (father_a != father_b) state.hook(father_a, father_b, a, b);
  }
};

template <class Space, class Vertex>
struct Sv4 {
  SvState<Space, Vertex> state;
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const {
    Vertex const father = state.father_of(static_cast<Vertex>(v));
    relaxed_store(&state.father(v), state.father_of(father));
  }
};

template <class Space, class Vertex>
struct Sv5 {
  SvState<Space, Vertex> state;
  KOKKOS_FUNCTION void operator()(std::uint64_t v, std::uint64_t& marked) const {
    marked += state.mark(v) == state.round;
  }
};

// A step of few threads, each of which goes over many vertices: on a device from one to the one
// `threads` later, so that neighbours in a warp read neighbours; on a host through a piece.
template <class Space, class Step>
struct Striding {
  Step step;
  std::uint64_t size, threads;

  KOKKOS_FUNCTION void operator()(std::uint64_t thread) const {
    KOKKOS_IF_ON_DEVICE((stride(thread);))
    KOKKOS_IF_ON_HOST((go_through(thread);))
  }

 private:
  KOKKOS_FUNCTION void stride(std::uint64_t thread) const {
    for (std::uint64_t i = thread; i < size; i += threads) step(i);
  }
  KOKKOS_FUNCTION void go_through(std::uint64_t thread) const {
    std::uint64_t const piece = (size + threads - 1) / threads, end = (thread + 1) * piece;
    for (std::uint64_t i = thread * piece; i < (end < size ? end : size); ++i) step(i);
  }
};

template <class Space, class Vertex, class Offset, class Step>
struct OverArcs {
  CsrView<Space, Vertex, Offset> graph;
  ArcChunks chunks;
  Step step;
  KOKKOS_FUNCTION void operator()(std::uint64_t chunk) const {
    for_each_arc(graph, chunks.begin(chunk), chunks.end(chunk),
                 [&](std::uint64_t v, std::uint64_t arc) {
                   step(static_cast<Vertex>(v), graph.neighbours(arc));
                 });
  }
};

}  // namespace yoke::detail::components
