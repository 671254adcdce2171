#pragma once

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <bit>
#include <string>

#include "bfs/validate_steps.hpp"
#include "frame/staging.hpp"
#include "primitives/findings.hpp"
#include "shortest_paths/algorithm.hpp"
#include "yoke/counted.hpp"
#include "yoke/messages.hpp"
#include "yoke/validate_shortest_paths.hpp"

namespace yoke::detail::shortest_paths {

// The faults of a single vertex, in the order in which they are looked for.
enum class PathFault : std::uint64_t {
  nan,
  source_is_no_root,
  half_reached,
  parent_out_of_range,
  root_is_no_source,
  parent_unreached,
};
inline constexpr std::uint64_t path_fault_bits = 3;

// The smallest vertex with a fault, and which: vertex << path_fault_bits | fault.
template <class Space, class Vertex, class Weight>
struct FirstPathFault {
  Array<Space, Weight const> distances;
  Array<Space, Vertex const> parents;
  bfs::VertexMarks<Space> sources;

  KOKKOS_FUNCTION void operator()(std::uint64_t v, std::uint64_t& first) const {
    PathFault fault{};
    if (!is_faulty(v, fault)) return;
    std::uint64_t const key = v << path_fault_bits | static_cast<std::uint64_t>(fault);
    if (key < first) first = key;
  }

 private:
  KOKKOS_FUNCTION bool is_reached(std::uint64_t v) const {
    return distances(v) < far_away<Weight>();
  }
  KOKKOS_FUNCTION bool is_faulty(std::uint64_t v, PathFault& fault) const {
    fault = PathFault::nan;
    if (distances(v) != distances(v)) return true;
    bool const has_parents = parents.extent(0) > 0;
    fault = PathFault::source_is_no_root;
    bool const is_source = sources.has(v);
    if (is_source && !(distances(v) <= 0)) return true;
    // Another source may reach it by a negative distance.
    if (is_source && distances(v) == 0) return has_parents && parents(v) != v;
    if (!has_parents) return false;
    Vertex const parent = parents(v);
    fault = PathFault::half_reached;
    if (is_reached(v) != (parent != no_vertex<Vertex>)) return true;
    if (!is_reached(v)) return false;
    fault = PathFault::parent_out_of_range;
    if (parent >= distances.extent(0)) return true;
    fault = PathFault::root_is_no_source;
    if (parent == v) return true;
    fault = PathFault::parent_unreached;
    return !is_reached(parent);
  }
};

// The first arc that offers a smaller distance than its end has. Marks the ends of arcs that
// account for their distances, from the parent if there are parents.
template <class Space, class Vertex, class Offset, class Weight>
struct CheckArcs {
  CsrView<Space, Vertex, Offset> graph;
  ArcChunks chunks;
  Array<Space, Weight const> weights, distances;
  Array<Space, Vertex const> parents;
  bfs::VertexMarks<Space> accounted;

  KOKKOS_FUNCTION void operator()(std::uint64_t chunk, std::uint64_t& first) const {
    for_each_arc(graph, chunks.begin(chunk), chunks.end(chunk),
                 [&](std::uint64_t u, std::uint64_t arc) {
                   if (!(distances(u) < far_away<Weight>())) return;
                   std::uint64_t const v = graph.neighbours(arc);
                   Weight const offer = add(distances(u), weights(arc));
                   if (offer < distances(v) && arc < first) first = arc;
                   bool const is_parent = parents.extent(0) == 0 || parents(v) == u;
                   if (offer == distances(v) && is_parent) accounted.set(v);
                 });
  }
};

// Counts the vertices reached, and finds the first of them that no arc accounts for.
template <class Space, class Weight>
struct FirstUnaccountedPath {
  Array<Space, Weight const> distances;
  bfs::VertexMarks<Space> sources, accounted;
  KOKKOS_FUNCTION void operator()(std::uint64_t v, std::uint64_t& reached,
                                  std::uint64_t& first) const {
    if (!(distances(v) < far_away<Weight>())) return;
    ++reached;
    bool const is_root = sources.has(v) && distances(v) == 0;
    if (v < first && !is_root && !accounted.has(v)) first = v;
  }
};

// The first vertex whose ancestors come to no vertex that is its own parent.
template <class Space, class Vertex>
struct FirstWithoutRoot {
  Array<Space, Vertex const> ancestor, parents;
  KOKKOS_FUNCTION void operator()(std::uint64_t v, std::uint64_t& first) const {
    Vertex const a = ancestor(v);
    if (a != no_vertex<Vertex> && parents(a) != a && v < first) first = v;
  }
};

// One check of one result.
template <class Space, class Vertex, class Offset, class Weight>
class PathsValidation {
 public:
  PathsValidation(Space const& exec, RawGraph<Vertex, Offset> const& graph,
                  RawArray<Weight const> weights, RawArray<Weight const> distances,
                  RawArray<Vertex const> parents)
      : exec_(exec),
        graph_(csr_of<Space>(graph)),
        weights_(weights.data, weights.size),
        distances_(distances.data, distances.size),
        parents_(parents.data, parents.size),
        source_words_(Kokkos::view_alloc(exec, "yoke::validate_shortest_paths::sources"),
                      bfs::VertexMarks<Space>::words_for(graph.vertices())),
        accounted_words_(Kokkos::view_alloc(exec, "yoke::validate_shortest_paths::accounted"),
                         source_words_.extent(0)),
        sources_{array_of(source_words_)},
        accounted_{array_of(accounted_words_)} {}

  std::uint64_t run(Array<Space, Vertex const> const& sources) {
    mark_sources(sources);
    std::uint64_t const fault =
        smallest("yoke::validate_shortest_paths::check_vertices", exec_, vertices(),
                 FirstPathFault<Space, Vertex, Weight>{distances_, parents_, sources_});
    if (fault != nothing_found) {
      explain(fault >> path_fault_bits,
              static_cast<PathFault>(fault & ((1u << path_fault_bits) - 1)));
    }
    if (parents_.extent(0) > 0) check_forest();
    return check_arcs();
  }

 private:
  std::uint64_t vertices() const { return graph_.vertices(); }
  std::string distance(std::uint64_t v) const {
    Weight const value = element(exec_, distances_, v);
    return value == infinity<Weight> ? "infinity" : show_number(value);
  }
  std::string parent(std::uint64_t v) const {
    Vertex const value = element(exec_, parents_, v);
    return value == no_vertex<Vertex> ? "-1" : std::to_string(value);
  }
  [[noreturn]] static void fail(int rule, std::uint64_t v, std::string const& what) {
    throw InvalidInput("yoke::validate_shortest_paths: vertex " + std::to_string(v) + " " + what +
                           " (rule " + std::to_string(rule) + ")",
                       v);
  }

  void mark_sources(Array<Space, Vertex const> const& sources) const {
    std::uint64_t const wrong =
        smallest("yoke::validate_shortest_paths::check_sources", exec_, sources.extent(0),
                 bfs::FirstSourceThatIsNoVertex<Space, Vertex>{sources, vertices()});
    if (wrong != nothing_found) {
      throw_no_vertex("yoke::validate_shortest_paths", wrong,
                      std::to_string(element(exec_, sources, wrong)), vertices());
    }
    Kokkos::parallel_for("yoke::validate_shortest_paths::mark_sources",
                         WideRange<Space>(exec_, 0, sources.extent(0)),
                         bfs::MarkSources<Space, Vertex>{sources, sources_});
  }

  [[noreturn]] void explain(std::uint64_t v, PathFault fault) const {
    std::string const has = "has distance " + distance(v);
    switch (fault) {
      case PathFault::nan:
        fail(5, v, has);
      case PathFault::source_is_no_root:
        fail(1, v,
             "is a source and " + has +
                 (parents_.extent(0) > 0 ? " and parent " + parent(v) : std::string()));
      case PathFault::half_reached:
        fail(5, v, has + " and parent " + parent(v));
      case PathFault::parent_out_of_range:
        fail(3, v, "has parent " + parent(v) + ", which is no vertex");
      case PathFault::root_is_no_source:
        fail(4, v, "is its own parent, and is no source at distance 0");
      case PathFault::parent_unreached:
        break;
    }
    fail(3, v, "has parent " + parent(v) + ", which was not reached");
  }

  // Every vertex must come to a source by its parents. In log2(n) rounds.
  void check_forest() {
    std::uint64_t const n = vertices();
    WideRange<Space> const range(exec_, 0, n);
    Buffer<Space, Vertex> ancestor[2], depth[2];
    for (auto* array : {&ancestor[0], &ancestor[1], &depth[0], &depth[1]}) {
      *array = make_buffer<Space, Vertex>(exec_, "yoke::validate_shortest_paths::ancestors", n);
    }
    Kokkos::parallel_for(
        "yoke::validate_shortest_paths::start_jumps", range,
        bfs::StartJumps<Space, Vertex>{parents_, array_of(ancestor[0]), array_of(depth[0])});
    int const rounds = static_cast<int>(std::bit_width(n));
    for (int round = 0; round < rounds; ++round) {
      int const from = round % 2, to = 1 - from;
      Kokkos::parallel_for(
          "yoke::validate_shortest_paths::jump", range,
          bfs::JumpToAncestor<Space, Vertex>{array_of(ancestor[from]), array_of(depth[from]),
                                             array_of(ancestor[to]), array_of(depth[to])});
    }
    std::uint64_t const lost =
        smallest("yoke::validate_shortest_paths::check_roots", exec_, n,
                 FirstWithoutRoot<Space, Vertex>{array_of(ancestor[rounds % 2]), parents_});
    if (lost != nothing_found) {
      fail(4, lost,
           "has parent " + parent(lost) +
               " and comes to no source by its parents: they form a cycle");
    }
  }

  std::uint64_t check_arcs() const {
    ArcChunks const chunks = ArcChunks::of(exec_, graph_.arcs());
    std::uint64_t const arc =
        smallest("yoke::validate_shortest_paths::check_arcs", exec_, chunks.count(),
                 CheckArcs<Space, Vertex, Offset, Weight>{graph_, chunks, weights_, distances_,
                                                          parents_, accounted_});
    if (arc != nothing_found) {
      std::uint64_t const u = source_of_arc(exec_, graph_, arc),
                          v = element(exec_, graph_.neighbours, arc);
      fail(2, v,
           "has distance " + distance(v) + ", and an arc of weight " +
               show_number(element(exec_, weights_, arc)) + " comes from vertex " +
               std::to_string(u) + " at distance " + distance(u));
    }
    std::uint64_t reached = 0, first = nothing_found;
    Kokkos::parallel_reduce("yoke::validate_shortest_paths::check_accounted",
                            WideRange<Space>(exec_, 0, vertices()),
                            FirstUnaccountedPath<Space, Weight>{distances_, sources_, accounted_},
                            reached, Kokkos::Min<std::uint64_t>(first));
    exec_.fence("yoke::validate_shortest_paths: all accounted for");
    if (first == nothing_found) return reached;
    fail(3, first,
         "has distance " + distance(first) +
             (parents_.extent(0) > 0 ? ", and no arc from its parent " + parent(first)
                                     : std::string(", and no arc from a neighbour")) +
             " gives it");
  }

  Space exec_;
  CsrView<Space, Vertex, Offset> graph_;
  Array<Space, Weight const> weights_, distances_;
  Array<Space, Vertex const> parents_;
  Buffer<Space, std::uint32_t> source_words_, accounted_words_;
  bfs::VertexMarks<Space> sources_, accounted_;
};

template <class Space, class Vertex, class Offset, class Weight>
std::uint64_t validate_paths(Space const& exec, RawGraph<Vertex, Offset> const& graph,
                             RawArray<Weight const> weights, RawArray<Vertex const> sources,
                             RawArray<Weight const> distances, RawArray<Vertex const> parents) {
  std::size_t const n = graph.vertices();
  char const* const caller = "yoke::validate_shortest_paths";
  check_same_size(caller, "distances", distances.size, "the graph", n);
  if (parents.size > 0) check_same_size(caller, "parents", parents.size, "the graph", n);
  if (n == 0 && sources.size == 0) return 0;
  Kokkos::Profiling::ScopedRegion const region(caller);
  Staging<Space, Vertex> staging;
  return PathsValidation<Space, Vertex, Offset, Weight>(exec, graph, weights, distances, parents)
      .run(staging.bring(exec, sources, "sources", nullptr));
}

}  // namespace yoke::detail::shortest_paths
