#pragma once

#include <bit>
#include <string>

#include "primitives/arcs.hpp"
#include "shortest_paths/steps.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/errors.hpp"

namespace yoke::detail::shortest_paths {

// The distances that arcs offer to their ends. Distances are those of the arcs' sources, in the
// order of the rows.
template <class Space, class Vertex, class Offset, class Weight>
struct Offers {
  CsrView<Space, Vertex, Offset> graph;
  ArcChunks chunks;
  Array<Space, Weight const> weights, distances;

  // Calls visit(u, v, offer) for a chunk's arcs.
  template <class Visit>
  KOKKOS_FUNCTION void for_each(std::uint64_t chunk, Visit const& visit) const {
    for_each_arc(graph, chunks.begin(chunk), chunks.end(chunk),
                 [&](std::uint64_t u, std::uint64_t arc) {
                   if (!(distances(u) < far_away<Weight>())) return;
                   visit(u, graph.neighbours(arc), add(distances(u), weights(arc)));
                 });
  }
};

// The least distance that an arc offers each vertex.
template <class Space, class Vertex, class Offset, class Weight>
struct LeastOffers {
  Offers<Space, Vertex, Offset, Weight> offers;
  Array<Space, Weight> best;
  KOKKOS_FUNCTION void operator()(std::uint64_t chunk) const {
    offers.for_each(
        chunk, [&](std::uint64_t, Vertex v, Weight offer) { lower<true, Space>(&best(v), offer); });
  }
};

// The smallest vertex that offers it. Vertices have the numbers from `begin` on; other ends of arcs
// are left out.
template <class Space, class Vertex, class Offset, class Weight>
struct SmallestOffers {
  Offers<Space, Vertex, Offset, Weight> offers;
  Array<Space, Weight const> best;
  Array<Space, Vertex> from;
  std::uint64_t begin;
  KOKKOS_FUNCTION void operator()(std::uint64_t chunk) const {
    offers.for_each(chunk, [&](std::uint64_t u, Vertex v, Weight offer) {
      if (v < begin || v - begin >= offers.graph.vertices()) return;
      if (!(offer < far_away<Weight>() && offer == best(v))) return;
      Kokkos::atomic_min(&from(v), static_cast<Vertex>(begin + u));
    });
  }
};

// A vertex to which all offers are larger than its distance is a source, and the root of a tree.
template <class Space, class Vertex, class Weight>
struct CutAtRoots {
  Array<Space, Weight const> distances, best;
  Array<Space, Vertex> from;
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const {
    if (distances(v) < best(v)) from(v) = no_vertex<Vertex>;
  }
};

// A jump to whom the vertex's offer comes from, and to whom theirs does.
template <class Space, class Vertex>
struct JumpBack {
  Array<Space, Vertex const> from;
  Array<Space, Vertex> to;
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const {
    Vertex const u = from(v);
    to(v) = u == no_vertex<Vertex>         ? static_cast<Vertex>(v)
            : from(u) == no_vertex<Vertex> ? u
                                           : from(u);
  }
};

template <class Space, class Vertex>
struct MarkEnds {
  Array<Space, Vertex const> from, ends;
  Array<Space, Vertex> marked;
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const {
    Vertex const end = ends(v);
    if (from(end) != no_vertex<Vertex>) relaxed_store(&marked(end), 1);
  }
};

// From each vertex a pointer to another one or itself, or none.
template <class Space, class Vertex>
class Pointers {
 public:
  void reserve(Space const& exec, std::uint64_t vertices) {
    for (auto* array : {&from_, &ends_[0], &ends_[1]}) {
      if (array->extent(0) >= vertices) continue;
      *array = {};  // before more is taken
      *array = make_buffer<Space, Vertex>(exec, "yoke::shortest_paths::walks", vertices);
    }
  }
  Array<Space, Vertex> from(std::uint64_t vertices) const { return array_of(from_, vertices); }

  // Marks the vertices on cycles by 1, and others by 0: where walks of n steps and more end.
  Array<Space, Vertex const> mark_cycles(Space const& exec, std::uint64_t n) const {
    WideRange<Space> const range(exec, 0, n);
    int const jumps = static_cast<int>(std::bit_width(n));
    Array<Space, Vertex const> walk = from(n);
    for (int jump = 0; jump < jumps; ++jump) {
      auto const next = array_of(ends_[jump % 2], n);
      Kokkos::parallel_for("yoke::shortest_paths::jump_back", range,
                           JumpBack<Space, Vertex>{walk, next});
      walk = next;
    }
    auto const marked = array_of(ends_[jumps % 2], n);
    Kokkos::deep_copy(exec, marked, Vertex(0));
    Kokkos::parallel_for("yoke::shortest_paths::mark_ends", range,
                         MarkEnds<Space, Vertex>{from(n), walk, marked});
    return marked;
  }

 private:
  Buffer<Space, Vertex> from_, ends_[2];
};

// The first vertex that an arc would lower, among those marked, or (no marks) among all.
template <class Space, class Vertex, class Weight>
struct FirstLowered {
  Array<Space, Weight const> distances, best;
  Array<Space, Vertex const> marked;
  KOKKOS_FUNCTION void operator()(std::uint64_t v, std::uint64_t& first) const {
    bool const counts = marked.extent(0) == 0 || marked(v) == 1;
    if (v < first && counts && best(v) < distances(v)) first = v;
  }
};

template <class Space, class Vertex, class Weight>
std::uint64_t first_lowered(Space const& exec, FirstLowered<Space, Vertex, Weight> const& lowered) {
  return smallest("yoke::shortest_paths::first_lowered", exec, lowered.distances.extent(0),
                  lowered);
}

// Throws yoke::InvalidInput, if there is such a vertex.
inline void refuse_cycle(std::uint64_t v, std::string const& how) {
  if (v == nothing_found) return;
  throw InvalidInput("yoke::shortest_paths: vertex " + std::to_string(v) + " " + how +
                         " a cycle of negative weight that a source reaches",
                     v);
}

// Looks for a cycle of negative weight between two rounds of Bellman-Ford's algorithm. From each
// vertex a walk goes to the one that offers it the least distance. No such offer is larger than the
// vertex's distance. So the weights of a cycle of such walks sum to at most 0, and to less if an
// offer on it is smaller.
template <class Space, class Vertex, class Offset, class Weight>
class NegativeCycles {
  using TheProblem = Problem<Space, Vertex, Offset, Weight>;

 public:
  NegativeCycles(Space const& exec, std::size_t vertices)
      : best_(make_buffer<Space, Weight>(exec, "yoke::shortest_paths::best", vertices)) {
    pointers_.reserve(exec, vertices);
  }

  // Throws yoke::InvalidInput, which names a vertex on the cycle. If there is one for sure, it may
  // name one that the cycle leads to.
  void check(TheProblem const& problem, bool is_sure) {
    auto const& exec = problem.exec;
    std::uint64_t const n = problem.vertices();
    find_offers(problem);
    auto const marked = pointers_.mark_cycles(exec, n);
    FirstLowered<Space, Vertex, Weight> lowered{problem.distances, array_of(best_, n), marked};
    refuse_cycle(first_lowered(exec, lowered), "lies on");
    if (!is_sure) return;
    // None, if sums have come to the least number, or rounding hides that a cycle lowers them.
    lowered.marked = {};
    refuse_cycle(first_lowered(exec, lowered), "is reached from");
  }

 private:
  void find_offers(TheProblem const& problem) const {
    auto const& exec = problem.exec;
    std::uint64_t const n = problem.vertices();
    auto const best = array_of(best_, n);
    auto const from = pointers_.from(n);
    Kokkos::deep_copy(exec, best, infinity<Weight>);
    Kokkos::deep_copy(exec, from, no_vertex<Vertex>);
    ArcChunks const chunks = ArcChunks::of(exec, problem.graph.arcs());
    WideRange<Space> const range(exec, 0, chunks.count());
    Offers<Space, Vertex, Offset, Weight> const offers{problem.graph, chunks, problem.weights,
                                                       problem.distances};
    Kokkos::parallel_for("yoke::shortest_paths::best_offers", range,
                         LeastOffers<Space, Vertex, Offset, Weight>{offers, best});
    Kokkos::parallel_for("yoke::shortest_paths::smallest_offers", range,
                         SmallestOffers<Space, Vertex, Offset, Weight>{offers, best, from, 0});
    Kokkos::parallel_for("yoke::shortest_paths::cut_at_roots", WideRange<Space>(exec, 0, n),
                         CutAtRoots<Space, Vertex, Weight>{problem.distances, best, from});
  }

  Buffer<Space, Weight> best_;
  Pointers<Space, Vertex> pointers_;
};

template <class Space, class Weight>
struct FirstLeast {
  Array<Space, Weight const> distances;
  Weight least;
  KOKKOS_FUNCTION void operator()(std::uint64_t v, std::uint64_t& first) const {
    if (v < first && distances(v) <= least) first = v;
  }
};

// The first vertex whose distance is the least number that there is.
template <class Space, class Weight>
std::uint64_t first_least(Space const& exec, Array<Space, Weight const> const& distances) {
  Weight const least =
      std::is_floating_point_v<Weight> ? -infinity<Weight> : std::numeric_limits<Weight>::min();
  return smallest("yoke::shortest_paths::check_least", exec, distances.extent(0),
                  FirstLeast<Space, Weight>{distances, least});
}

// Throws yoke::InvalidInput, if there is such a vertex.
inline void refuse_least(std::uint64_t v) {
  if (v == nothing_found) return;
  throw InvalidInput("yoke::shortest_paths: the distance of vertex " + std::to_string(v) +
                         " is the least number of the weights' type or below; perhaps a cycle of "
                         "negative weight leads to it",
                     v);
}

}  // namespace yoke::detail::shortest_paths
