#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <yoke/bfs.hpp>
#include <yoke/closeness.hpp>
#include <yoke/eccentricities.hpp>
#include <yoke/generate_graph.hpp>

#include "capabilities/cases.hpp"
#include "support/graphs.hpp"

namespace yoke_perf {
namespace {

template <class Space>
struct DistanceCases {
  using Memory = typename Space::memory_space;
  using Graph = yoke::Graph<Vertex, Vertex, Memory>;
  using Levels = Kokkos::View<Vertex*, Kokkos::HostSpace>;

  static Cases all() {
    return {{"diameter/rmat", {10, 17, 20}, diameter},
            {"eccentricities/grid", {10, 16, 20}, eccentricities},
            {"closeness/rmat_64", {10, 17, 22}, closeness}};
  }

  static Graph rmat(std::uint64_t scale) {
    yoke::RmatShape const shape{.scale = static_cast<int>(scale)};
    return yoke::build_graph(Space(), yoke::generate_edges(Space(), shape));
  }
  static Levels levels_from(Graph const& graph, Vertex source) {
    Kokkos::View<Vertex*, Memory> const level("yoke_perf::level", graph.vertices());
    yoke::bfs(Space(), graph, source, level);
    Levels const here("yoke_perf::level", graph.vertices());
    Kokkos::deep_copy(here, level);
    return here;
  }

  // Some path is that long, and no shortest path from its end is longer.
  static Ready diameter(std::uint64_t scale) {
    auto const graph = rmat(scale);
    using Plan = yoke::EccentricitiesPlan<Space, Vertex>;
    auto const plan = std::make_shared<Plan>(Space(), graph.vertices(), graph.arcs());
    auto const found = std::make_shared<yoke::Diameter>();
    return {graph.arcs(),
            {.prepare = [=] { *found = {}; },
             .run = [=] { *found = plan->diameter(graph); },
             .find_fault =
                 [=] {
                   auto const level = levels_from(graph, static_cast<Vertex>(found->from));
                   Vertex farthest = 0;
                   for (std::size_t v = 0; v < level.extent(0); ++v) {
                     if (level(v) != ~Vertex(0)) farthest = std::max(farthest, level(v));
                   }
                   bool const is_right = farthest == found->length &&
                                         level(found->to) == found->length && farthest > 0;
                   return std::string(is_right ? "" : "the ends are not a diameter apart");
                 }}};
  }

  // Of a grid they are known.
  static Ready eccentricities(std::uint64_t scale) {
    std::uint64_t const columns = std::uint64_t(1) << scale / 2;
    std::uint64_t const rows = (std::uint64_t(1) << scale) / columns;
    auto const graph =
        yoke::build_graph(Space(), yoke::generate_edges(Space(), yoke::GridShape{rows, columns}));
    using Plan = yoke::EccentricitiesPlan<Space, Vertex>;
    auto const plan = std::make_shared<Plan>(Space(), graph.vertices(), graph.arcs());
    Numbers<Vertex, Memory> const found("yoke_perf::eccentricity", graph.vertices());
    Levels const expected("yoke_perf::expected", graph.vertices());
    for (std::uint64_t v = 0; v < expected.extent(0); ++v) {
      std::uint64_t const row = v / columns, column = v % columns;
      expected(v) = static_cast<Vertex>(std::max(row, rows - 1 - row) +
                                        std::max(column, columns - 1 - column));
    }
    return {graph.arcs(),
            {.prepare = [=] { Kokkos::deep_copy(found, ~Vertex(0)); },
             .run = [=] { (*plan)(graph, found); },
             .find_fault = [=] { return find_difference("eccentricity", found, expected); }}};
  }

  // 64 searches at a time, once.
  static Ready closeness(std::uint64_t scale) {
    auto const graph = rmat(scale);
    using Plan = yoke::ClosenessPlan<Space, Vertex>;
    auto const plan = std::make_shared<Plan>(Space(), graph.vertices(), graph.arcs());
    Kokkos::View<Vertex*, Memory> const sources("yoke_perf::sources", 64);
    Levels const chosen("yoke_perf::sources", 64);
    for (Vertex i = 0; i < 64; ++i) chosen(i) = i * 5;
    Kokkos::deep_copy(sources, chosen);
    Kokkos::View<double*, Memory> const found("yoke_perf::closeness", 64);
    return {graph.arcs(),
            {.prepare = [=] { Kokkos::deep_copy(found, -1.0); },
             .run = [=] { (*plan)(graph, sources, found); },
             .find_fault = [=] { return closeness_fault(graph, chosen, found); }}};
  }
  template <class Found>
  static std::string closeness_fault(Graph const& graph, Levels const& sources,
                                     Found const& found) {
    auto const closeness = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), found);
    for (std::size_t i = 0; i < sources.extent(0); ++i) {
      auto const level = levels_from(graph, sources(i));
      double sum = 0, reached = -1;
      for (std::size_t v = 0; v < level.extent(0); ++v) {
        if (level(v) == ~Vertex(0)) continue;
        sum += level(v);
        reached += 1;
      }
      double const expected =
          sum == 0 ? 0 : reached / sum * (reached / static_cast<double>(graph.vertices() - 1));
      if (std::abs(closeness(i) - expected) > 1e-12) {
        return "closeness " + std::to_string(i) + " is " + std::to_string(closeness(i)) + ", not " +
               std::to_string(expected);
      }
    }
    return "";
  }
};

}  // namespace

Cases distance_cases(Side side) { return cases_of<DistanceCases>(side); }

}  // namespace yoke_perf
