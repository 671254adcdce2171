#pragma once

#include <bit>
#include <string>

#include "primitives/arcs.hpp"
#include "shortest_paths/steps.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/errors.hpp"

namespace yoke::detail::shortest_paths {

// The least distance that an arc offers each vertex, with (smallest) the smallest vertex that
// offers it.
template <class Space, class Vertex, class Offset, class Weight, bool smallest>
struct BestOffers {
  CsrView<Space, Vertex, Offset> graph;
  ArcChunks chunks;
  Array<Space, Weight const> weights, distances;
  Array<Space, Weight> best;
  Array<Space, Vertex> from;

  KOKKOS_FUNCTION void operator()(std::uint64_t chunk) const {
    for_each_arc(graph, chunks.begin(chunk), chunks.end(chunk),
                 [&](std::uint64_t u, std::uint64_t arc) {
                   if (!(distances(u) < far_away<Weight>())) return;
                   std::uint64_t const v = graph.neighbours(arc);
                   Weight const offer = add(distances(u), weights(arc));
                   if constexpr (!smallest) {
                     lower<true, Space>(&best(v), offer);
                   } else if (offer < far_away<Weight>() && offer == best(v)) {
                     Kokkos::atomic_min(&from(v), static_cast<Vertex>(u));
                   }
                 });
  }
};

// A source whose distance nobody lowers is the root of a tree.
template <class Space, class Vertex, class Weight>
struct RootSources {
  bfs::BfsSources<Space, Vertex> sources;
  Array<Space, Weight const> distances, best;
  Array<Space, Vertex> from;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    Vertex const v = sources(i);
    if (distances(v) == 0 && !(best(v) < distances(v))) from(v) = v;
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
    if (from(end) != no_vertex<Vertex> && from(end) != end) relaxed_store(&marked(end), 1);
  }
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
    for (auto* array : {&from_, &ends_[0], &ends_[1]}) {
      *array = make_buffer<Space, Vertex>(exec, "yoke::shortest_paths::walks", vertices);
    }
  }

  // Throws yoke::InvalidInput, which names a vertex on the cycle. If there is one for sure, it may
  // name one that the cycle leads to.
  void check(TheProblem const& problem, bool is_sure) {
    find_offers(problem);
    Array<Space, Vertex const> const marked = mark_cycles(problem);
    std::uint64_t const v = first_lowered(problem, marked);
    if (v != nothing_found) fail("lies on", v);
    if (!is_sure) return;
    // None, if sums have come to the least number, or rounding hides that a cycle lowers them.
    std::uint64_t const lowered = first_lowered(problem, {});
    if (lowered != nothing_found) fail("is reached from", lowered);
  }

 private:
  [[noreturn]] static void fail(std::string const& how, std::uint64_t v) {
    throw InvalidInput("yoke::shortest_paths: vertex " + std::to_string(v) + " " + how +
                           " a cycle of negative weight that a source reaches",
                       v);
  }

  void find_offers(TheProblem const& problem) const {
    auto const& exec = problem.exec;
    Kokkos::deep_copy(exec, best_, infinity<Weight>);
    Kokkos::deep_copy(exec, from_, no_vertex<Vertex>);
    ArcChunks const chunks = ArcChunks::of(exec, problem.graph.arcs());
    WideRange<Space> const range(exec, 0, chunks.count());
    Kokkos::parallel_for("yoke::shortest_paths::best_offers", range,
                         BestOffers<Space, Vertex, Offset, Weight, false>{
                             problem.graph, chunks, problem.weights, problem.distances,
                             array_of(best_), array_of(from_)});
    Kokkos::parallel_for("yoke::shortest_paths::smallest_offers", range,
                         BestOffers<Space, Vertex, Offset, Weight, true>{
                             problem.graph, chunks, problem.weights, problem.distances,
                             array_of(best_), array_of(from_)});
    Kokkos::parallel_for("yoke::shortest_paths::root_sources",
                         WideRange<Space>(exec, 0, problem.sources.size()),
                         RootSources<Space, Vertex, Weight>{problem.sources, problem.distances,
                                                            array_of(best_), array_of(from_)});
  }

  // Marks the vertices on cycles: where walks of n steps and more end.
  Array<Space, Vertex const> mark_cycles(TheProblem const& problem) const {
    auto const& exec = problem.exec;
    std::uint64_t const n = problem.vertices();
    WideRange<Space> const range(exec, 0, n);
    int const jumps = static_cast<int>(std::bit_width(n));
    Array<Space, Vertex const> walk = array_of(from_, n);
    for (int jump = 0; jump < jumps; ++jump) {
      auto const next = array_of(ends_[jump % 2], n);
      Kokkos::parallel_for("yoke::shortest_paths::jump_back", range,
                           JumpBack<Space, Vertex>{walk, next});
      walk = next;
    }
    auto const marked = array_of(ends_[jumps % 2], n);
    Kokkos::deep_copy(exec, marked, Vertex(0));
    Kokkos::parallel_for("yoke::shortest_paths::mark_ends", range,
                         MarkEnds<Space, Vertex>{array_of(from_, n), walk, marked});
    return marked;
  }

  std::uint64_t first_lowered(TheProblem const& problem,
                              Array<Space, Vertex const> const& marked) const {
    return smallest(
        "yoke::shortest_paths::first_lowered", problem.exec, problem.vertices(),
        FirstLowered<Space, Vertex, Weight>{problem.distances, array_of(best_), marked});
  }

  Buffer<Space, Weight> best_;
  Buffer<Space, Vertex> from_, ends_[2];
};

template <class Space, class Weight>
struct FirstLeast {
  Array<Space, Weight const> distances;
  Weight least;
  KOKKOS_FUNCTION void operator()(std::uint64_t v, std::uint64_t& first) const {
    if (v < first && distances(v) <= least) first = v;
  }
};

// Throws yoke::InvalidInput where sums have come to the least number that there is.
template <class Space, class Vertex, class Offset, class Weight>
void check_least(Problem<Space, Vertex, Offset, Weight> const& problem) {
  Weight const least =
      std::is_floating_point_v<Weight> ? -infinity<Weight> : std::numeric_limits<Weight>::min();
  std::uint64_t const v =
      smallest("yoke::shortest_paths::check_least", problem.exec, problem.vertices(),
               FirstLeast<Space, Weight>{problem.distances, least});
  if (v == nothing_found) return;
  throw InvalidInput("yoke::shortest_paths: the distance of vertex " + std::to_string(v) +
                         " is the least number of the weights' type or below; perhaps a cycle of "
                         "negative weight leads to it",
                     v);
}

}  // namespace yoke::detail::shortest_paths
