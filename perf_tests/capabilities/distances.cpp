#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <yoke/bfs.hpp>
#include <yoke/closeness.hpp>
#include <yoke/eccentricities.hpp>
#include <yoke/generate_graph.hpp>
#include <yoke/shortest_paths.hpp>

#include "capabilities/cases.hpp"
#include "capabilities/weighted_graphs.hpp"

namespace yoke_perf {
namespace {

// Weight is void where a distance is a number of edges.
template <class Space>
struct DistanceCases {
  using Memory = typename Space::memory_space;
  template <class Weight>
  using LengthOf = std::conditional_t<std::is_void_v<Weight>, Vertex, Weight>;
  template <class Weight>
  using Lengths = Kokkos::View<LengthOf<Weight>*, Kokkos::HostSpace>;
  using Levels = Lengths<void>;

  static Cases all() {
    return {{"diameter/rmat", {10, 17, 20}, diameter<void>},
            {"diameter/rmat_weights", {10, 17, 20}, diameter<float>},
            {"eccentricities/grid", {10, 16, 20}, eccentricities},
            {"eccentricities/rmat_weights", {10, 16, 20}, weighted_eccentricities},
            {"closeness/rmat_64", {10, 17, 22}, closeness<void>},
            {"closeness/rmat_64_weights", {10, 14, 18}, closeness<float>}};
  }

  template <class Weight>
  static auto rmat(std::uint64_t scale) {
    yoke::RmatShape const shape{.scale = static_cast<int>(scale)};
    if constexpr (std::is_void_v<Weight>) {
      return yoke::build_graph(Space(), yoke::generate_edges(Space(), shape));
    } else {
      return weighted_graph<Space, Weight>(shape);
    }
  }

  // The distances of all vertices from one. Whole numbers are exact in any order.
  template <class Weight>
  struct From {
    Lengths<Weight> lengths;
    LengthOf<Weight> farthest = 0;
    double reached = -1, sum = 0;  // without the vertex itself

    template <class Graph>
    From(Graph const& graph, Vertex source) {
      Kokkos::View<LengthOf<Weight>*, Memory> const found("yoke_perf::length", graph.vertices());
      LengthOf<Weight> none{};
      if constexpr (std::is_void_v<Weight>) {
        none = ~Vertex(0);
        yoke::bfs(Space(), graph, source, found);
      } else {
        none = yoke::infinite_weight<Weight>;
        yoke::shortest_paths(Space(), graph, source, found);
      }
      lengths = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), found);
      for (std::size_t v = 0; v < lengths.extent(0); ++v) {
        if (lengths(v) == none) continue;
        farthest = std::max(farthest, lengths(v));
        sum += lengths(v);
        reached += 1;
      }
    }
  };

  // Some path is that long, and no shortest path from its end is longer.
  template <class Weight>
  static Ready diameter(std::uint64_t scale) {
    auto const graph = rmat<Weight>(scale);
    using Plan = yoke::EccentricitiesPlan<Space, Vertex, Vertex, Weight>;
    auto const plan = std::make_shared<Plan>(Space(), graph.vertices(), graph.arcs());
    auto const found = std::make_shared<typename Plan::Result>();
    return {graph.arcs(),
            {.prepare = [=] { *found = {}; },
             .run = [=] { *found = plan->diameter(graph); },
             .find_fault =
                 [=] {
                   From<Weight> const from(graph, static_cast<Vertex>(found->from));
                   bool const is_right = from.farthest == found->length &&
                                         from.lengths(found->to) == found->length &&
                                         found->length > 0;
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

  static Ready weighted_eccentricities(std::uint64_t scale) {
    auto const graph = rmat<float>(scale);
    using Plan = yoke::EccentricitiesPlan<Space, Vertex, Vertex, float>;
    auto const plan = std::make_shared<Plan>(Space(), graph.vertices(), graph.arcs());
    Numbers<float, Memory> const found("yoke_perf::eccentricity", graph.vertices());
    return {graph.arcs(),
            {.prepare = [=] { Kokkos::deep_copy(found, -1.0f); },
             .run = [=] { (*plan)(graph, found); },
             .find_fault =
                 [=] {
                   auto const here =
                       Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), found);
                   for (std::size_t v = 0; v < here.extent(0); v += here.extent(0) / 8) {
                     if (here(v) != From<float>(graph, static_cast<Vertex>(v)).farthest) {
                       return "eccentricity " + std::to_string(v) + " is wrong";
                     }
                   }
                   return std::string();
                 }}};
  }

  // Of 64 vertices.
  template <class Weight>
  static Ready closeness(std::uint64_t scale) {
    auto const graph = rmat<Weight>(scale);
    using Plan = yoke::ClosenessPlan<Space, Vertex, Vertex, Weight>;
    auto const plan = std::make_shared<Plan>(Space(), graph.vertices(), graph.arcs());
    Kokkos::View<Vertex*, Memory> const sources("yoke_perf::sources", 64);
    Levels const chosen("yoke_perf::sources", 64);
    for (Vertex i = 0; i < 64; ++i) chosen(i) = i * 5;
    Kokkos::deep_copy(sources, chosen);
    Kokkos::View<double*, Memory> const found("yoke_perf::closeness", 64);
    return {graph.arcs(),
            {.prepare = [=] { Kokkos::deep_copy(found, -1.0); },
             .run = [=] { (*plan)(graph, sources, found); },
             .find_fault = [=] { return closeness_fault<Weight>(graph, chosen, found); }}};
  }
  template <class Weight, class Graph, class Found>
  static std::string closeness_fault(Graph const& graph, Levels const& sources,
                                     Found const& found) {
    auto const closeness = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), found);
    auto const others = static_cast<double>(graph.vertices() - 1);
    for (std::size_t i = 0; i < sources.extent(0); ++i) {
      From<Weight> const from(graph, sources(i));
      double const expected = from.sum == 0 ? 0 : from.reached / from.sum * (from.reached / others);
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
