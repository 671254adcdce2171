#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <yoke/bfs.hpp>
#include <yoke/connected_components.hpp>
#include <yoke/detail/primitives/hash.hpp>
#include <yoke/generate_graph.hpp>
#include <yoke/graph.hpp>
#include <yoke/minimum_spanning_forest.hpp>
#include <yoke/pruned_bfs.hpp>
#include <yoke/pruned_components.hpp>
#include <yoke/validate_bfs.hpp>
#include <yoke/validate_minimum_spanning_forest.hpp>

#include "capabilities/cases.hpp"
#include "capabilities/weighted_graphs.hpp"
#include "support/graphs.hpp"

namespace yoke_perf {
namespace {

KOKKOS_INLINE_FUNCTION std::uint64_t hash_of_arc(Vertex from, Vertex to) {
  return yoke::detail::hash(std::uint64_t(from) << 32 | to);
}

// A loop is one arc, another edge two.
template <class Space>
struct SumEdges {
  yoke::EdgeList<Vertex, typename Space::memory_space> edges;
  KOKKOS_FUNCTION void operator()(std::uint64_t e, std::uint64_t& sum) const {
    Vertex const u = edges.from(e), v = edges.to(e);
    sum += hash_of_arc(u, v);
    if (u != v) sum += hash_of_arc(v, u);
  }
};

// Neighbours out of order count as if the graph had other arcs.
template <class Space>
struct SumArcs {
  Numbers<Vertex const, typename Space::memory_space> offsets, neighbours;
  KOKKOS_FUNCTION void operator()(std::uint64_t v, std::uint64_t& sum) const {
    for (Vertex a = offsets(v); a < offsets(v + 1); ++a) {
      sum += hash_of_arc(static_cast<Vertex>(v), neighbours(a));
      if (a > offsets(v) && neighbours(a) < neighbours(a - 1)) ++sum;
    }
  }
};

template <class Space>
struct GraphCases {
  using Memory = typename Space::memory_space;
  using Graph = PerfGraph<Memory>;
  using Edges = yoke::EdgeList<Vertex, Memory>;
  using Vertices = Numbers<Vertex, Memory>;

  static Cases all() {
    Sizes const scales{13, 17, 22, true};
    return {{"build_graph/rmat", scales, build},
            {"connected_components/rmat", scales, components},
            {"connected_components/rmat_forest", scales, forest},
            {"connected_components/rmat_pruned", scales, pruned_components},
            {"minimum_spanning_forest/rmat", scales, lightest_forest},
            {"bfs/rmat", scales, search},
            {"bfs/rmat_deterministic", scales, search_deterministically},
            {"bfs/rmat_pruned", scales, pruned_search}};
  }

  static yoke::RmatShape shape(std::uint64_t scale) { return {.scale = static_cast<int>(scale)}; }

  static Ready build(std::uint64_t scale) {
    Edges const edges = yoke::generate_edges(Space(), shape(scale));
    auto const graph = std::make_shared<Graph>();
    return {edges.edges(),
            {.prepare = [=] { *graph = {}; },
             .run = [=] { *graph = yoke::build_graph(Space(), edges); },
             .find_fault = [=] { return find_other_arcs(edges, *graph); }}};
  }

  static std::string find_other_arcs(Edges const& edges, Graph const& graph) {
    std::uint64_t expected = 0, found = 0;
    Kokkos::parallel_reduce("yoke_perf::edges", WideRange<Space>(Space(), 0, edges.edges()),
                            SumEdges<Space>{edges}, expected);
    Kokkos::parallel_reduce("yoke_perf::arcs", WideRange<Space>(Space(), 0, graph.vertices()),
                            SumArcs<Space>{graph.offsets(), graph.neighbours()}, found);
    return found == expected ? "" : "the arcs are not those of the edges, in order";
  }

  // Each benchmark's own: what is kept would count among the memory of the next.
  static std::shared_ptr<KnownGraph> known(std::uint64_t scale) {
    auto const graph = std::make_shared<KnownGraph>();
    graph->hold("rmat", shape(scale));
    return graph;
  }

  static Ready components(std::uint64_t scale) { return find_components(scale, false); }
  static Ready forest(std::uint64_t scale) { return find_components(scale, true); }

  static Ready find_components(std::uint64_t scale, bool has_forest) {
    auto const graph = known(scale);
    auto const& held = graph->on<Space>();
    using Plan = yoke::ConnectedComponentsPlan<Space, Vertex, Vertex>;
    auto const plan = std::make_shared<Plan>(Space(), held.vertices(), held.arcs());
    Vertices const label("yoke_perf::label", held.vertices());
    Vertices const from("yoke_perf::from", has_forest ? held.vertices() : 0);
    Vertices const to("yoke_perf::to", from.extent(0));
    auto const count = std::make_shared<std::size_t>(0);
    return {held.arcs(),
            {.prepare = [=] { Kokkos::deep_copy(label, ~Vertex(0)); },
             .run =
                 [=] {
                   auto const& on = graph->on<Space>();
                   *count = from.extent(0) > 0 ? (*plan)(on, label, from, to) : (*plan)(on, label);
                 },
             .find_fault = [=] { return graph->find_fault(Space(), label, *count); }},
            [=] {
              auto const& on = graph->on<Space>();
              *count = from.extent(0) > 0 ? yoke::spanning_forest(Space(), on, label, from, to)
                                          : yoke::connected_components(Space(), on, label);
            }};
  }

  static Ready lightest_forest(std::uint64_t scale) {
    using Weight = std::int32_t;
    auto const graph = weighted_graph<Space, Weight>(shape(scale), 1000000);
    std::size_t const n = graph.vertices();
    using Plan = yoke::MinimumSpanningForestPlan<Space, Vertex, Vertex, Weight>;
    auto const plan = std::make_shared<Plan>(Space(), n, graph.arcs());
    auto const found = std::make_shared<std::size_t>(0);
    Vertices const from("yoke_perf::from", n), to("yoke_perf::to", n);
    Numbers<Weight, Memory> const weight("yoke_perf::weight", n);
    return {
        graph.arcs(),
        {.prepare = [=] { Kokkos::deep_copy(from, ~Vertex(0)); },
         .run = [=] { *found = (*plan)(graph, from, to, weight).edges; },
         .find_fault =
             [=] {
               yoke::validate_minimum_spanning_forest(Space(), graph, from, to, weight, *found);
               return std::string();
             }},
        [=] { *found = yoke::minimum_spanning_forest(Space(), graph, from, to, weight).edges; }};
  }

  static Ready search(std::uint64_t scale) { return search_by(scale, {}); }
  static Ready search_deterministically(std::uint64_t scale) {
    yoke::BfsOptions options;
    options.deterministic_parents = true;
    return search_by(scale, options);
  }

  static Ready search_by(std::uint64_t scale, yoke::BfsOptions const& options) {
    auto const graph = known(scale);
    auto const& held = graph->on<Space>();
    using Plan = yoke::BfsPlan<Space, Vertex, Vertex>;
    auto const plan = std::make_shared<Plan>(Space(), held.vertices(), held.arcs(), options);
    return search_with(
        graph,
        [=](Vertex source, Vertices const& level, Vertices const& parent) {
          (*plan)(graph->on<Space>(), source, level, parent);
        },
        [=](Vertex source, Vertices const& level, Vertices const& parent) {
          yoke::bfs(Space(), graph->on<Space>(), source, level, parent, options);
        });
  }

  // Pruning stands outside of what is measured: the graph is pruned once for many calls.
  static auto pruned(KnownGraph const& known) {
    return yoke::prune(Space(), known.on<Space>(),
                       {.property = yoke::PruneProperty::pendant_and_isolated});
  }

  static Ready pruned_components(std::uint64_t scale) {
    auto const graph = known(scale);
    using Plan = yoke::PrunedComponentsPlan<Space, Vertex, Vertex, Memory>;
    auto const plan = std::make_shared<Plan>(Space(), pruned(*graph));
    Vertices const label("yoke_perf::label", graph->on<Space>().vertices());
    auto const count = std::make_shared<std::size_t>(0);
    return {graph->on<Space>().arcs(),
            {.prepare = [=] { Kokkos::deep_copy(label, ~Vertex(0)); },
             .run = [=] { *count = (*plan)(label); },
             .find_fault = [=] { return graph->find_fault(Space(), label, *count); }}};
  }

  static Ready pruned_search(std::uint64_t scale) {
    auto const graph = known(scale);
    using Plan = yoke::PrunedBfsPlan<Space, Vertex, Vertex, Memory>;
    auto const plan = std::make_shared<Plan>(Space(), pruned(*graph));
    return search_with(graph, [=](Vertex source, Vertices const& level, Vertices const& parent) {
      (*plan)(source, level, parent);
    });
  }

  // Takes a source, and Views of levels and parents.
  using Search = std::function<void(Vertex, Vertices const&, Vertices const&)>;

  static Ready search_with(std::shared_ptr<KnownGraph> const& graph, Search const& search,
                           Search const& plain = {}) {
    auto const& held = graph->on<Space>();
    Vertices const level("yoke_perf::level", held.vertices());
    Vertices const parent("yoke_perf::parent", held.vertices());
    Vertex const source = graph->sources(1, 1)[0];
    return {held.arcs(),
            {.prepare =
                 [=] {
                   Kokkos::deep_copy(level, Vertex(7));
                   Kokkos::deep_copy(parent, Vertex(7));
                 },
             .run = [=] { search(source, level, parent); },
             .find_fault =
                 [=] {
                   yoke::validate_bfs(Space(), graph->on<Space>(), source, level, parent);
                   return std::string();
                 }},
            plain ? [=] { plain(source, level, parent); } : std::function<void()>()};
  }
};

}  // namespace

Cases graph_cases(Side side) { return cases_of<GraphCases>(side); }

}  // namespace yoke_perf
