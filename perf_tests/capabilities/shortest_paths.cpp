#include <yoke/shortest_paths.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <yoke/errors.hpp>
#include <yoke/validate_shortest_paths.hpp>

#include "capabilities/cases.hpp"
#include "capabilities/weighted_graphs.hpp"

namespace yoke_perf {
namespace {

template <class Space>
struct ShortestPathsCases {
  using Memory = typename Space::memory_space;
  using Graph = yoke::WeightedGraph<Vertex, Vertex, float, Memory>;

  static Cases all() {
    Sizes const scales{12, 17, 22, true};
    return {{"shortest_paths/rmat", scales, of_rmat},
            {"shortest_paths/rmat_parents", scales, with_parents},
            {"shortest_paths/grid", scales, of_grid}};
  }

  static yoke::RmatShape rmat(std::uint64_t scale) { return {.scale = static_cast<int>(scale)}; }
  static Ready of_rmat(std::uint64_t scale) { return of(rmat(scale), false); }
  static Ready with_parents(std::uint64_t scale) { return of(rmat(scale), true); }
  static Ready of_grid(std::uint64_t scale) {
    std::uint64_t const columns = std::uint64_t(1) << scale / 2;
    return of(yoke::GridShape{(std::uint64_t(1) << scale) / columns, columns}, false);
  }

  // From the first vertex that has an arc.
  static Vertex source_of(Graph const& graph) {
    auto const offsets = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), graph.offsets());
    Vertex source = 0;
    while (offsets(source + 1) == 0) ++source;
    return source;
  }

  template <class Shape>
  static Ready of(Shape const& shape, bool has_parents) {
    auto const graph = std::make_shared<Graph>(weighted_graph<Space, float>(shape));
    using Plan = yoke::ShortestPathsPlan<Space, Vertex, Vertex, float>;
    auto const plan = std::make_shared<Plan>(Space(), graph->vertices(), graph->arcs());
    Numbers<float, Memory> const distances("yoke_perf::distances", graph->vertices());
    Numbers<Vertex, Memory> const parents("yoke_perf::parents",
                                          has_parents ? graph->vertices() : 0);
    Vertex const source = source_of(*graph);
    return {graph->arcs(),
            {.prepare = [=] { Kokkos::deep_copy(distances, -1.0f); },
             .run = [=] { (*plan)(*graph, source, distances, parents); },
             .find_fault =
                 [=] {
                   try {
                     yoke::validate_shortest_paths(Space(), *graph, source, distances, parents);
                     return std::string();
                   } catch (yoke::InvalidInput const& error) {
                     return std::string(error.what());
                   }
                 }},
            [=] { yoke::shortest_paths(Space(), *graph, source, distances, parents); }};
  }
};

}  // namespace

Cases shortest_paths_cases(Side side) { return cases_of<ShortestPathsCases>(side); }

}  // namespace yoke_perf
