#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <stdexcept>

#include "components/soman_steps.hpp"
#include "yoke/detail/frame/memory.hpp"

namespace yoke::detail::components {

// Soman, Kishore and Narayanan's variant of Shiloach and Vishkin's algorithm (thesis, 7.5): roots
// are hooked under larger ones and under smaller ones alternately, each round ends with all trees
// stars, and edges inside a tree are not read again. Works on a list of the edges, made first: one
// packed pair an undirected edge, which is the size of the neighbours.
template <class Space, class Vertex, class Offset>
class Soman final : public Algorithm<Space, Vertex, Offset> {
  using Problem = components::Problem<Space, Vertex, Offset>;
  using Edge = PackedEdge<Vertex>;
  using Tiles = EdgeTiles<Space, Edge>;

 public:
  Soman(Space const& exec, std::size_t vertices, std::size_t arcs)
      : parent_(make_buffer<Space, Vertex>(exec, "yoke::components::parent", vertices)),
        edge_(make_buffer<Space, Edge>(exec, "yoke::components::edges", arcs / 2)),
        count_(make_buffer<Space, std::uint32_t>(exec, "yoke::components::edge_tiles",
                                                 Tiles::number(arcs / 2))),
        spare_(make_buffer<Space, Vertex>(exec, "yoke::components::spare", 2)) {}

  std::size_t run(Problem const& problem) override {
    PhaseTimer<Space> timer(problem.exec, problem.report);
    std::uint64_t const n = problem.vertices();
    auto const parent = array_of(parent_, n);
    AnyRootForest<Space, Vertex> const forest{problem.forest, array_of(spare_)};
    Kokkos::parallel_for("yoke::components::own_labels", WideRange<Space>(problem.exec, 0, n),
                         OwnLabels<Space, Vertex>{parent});
    Tiles const tiles{array_of(edge_), array_of(count_), list_edges(problem)};
    timer.done("edge list");
    int rounds = 0;
    for (bool left = tiles.edges > 0; left; ++rounds) {
      bool const under_larger = rounds % 2 == 0;
      left = hook(problem, {tiles, parent, forest, under_larger});
      Kokkos::parallel_for("yoke::components::jump", WideRange<Space>(problem.exec, 0, n),
                           JumpToRoot<Space, Vertex>{parent, under_larger});
    }
    if (problem.report) problem.report->rounds = rounds;
    timer.done("rounds");
    std::size_t const count =
        label_by_smallest<Space, Vertex>(problem.exec, parent, problem.label, forest);
    timer.done("smallest labels");
    return count;
  }

 private:
  // Returns their number.
  std::uint64_t list_edges(Problem const& problem) const {
    ArcChunks const chunks = ArcChunks::of(problem.exec, problem.graph.arcs());
    std::uint64_t edges = 0;
    Kokkos::parallel_scan(
        "yoke::components::list_edges", WideRange<Space>(problem.exec, 0, chunks.count()),
        ListEdges<Space, Vertex, Offset>{problem.graph, chunks, array_of(edge_)}, edges);
    problem.exec.fence("yoke::components: edges listed");
    if (edges > edge_.extent(0)) {
      throw std::logic_error("yoke::connected_components: the graph is not symmetric");
    }
    Tiles const tiles{array_of(edge_), array_of(count_), edges};
    Kokkos::parallel_for("yoke::components::fill_tiles",
                         WideRange<Space>(problem.exec, 0, Tiles::number(edges)),
                         FillTiles<Space, Edge>{tiles});
    return edges;
  }

  // Returns whether edges are left.
  static bool hook(Problem const& problem, HookRoots<Space, Vertex> const& step) {
    std::uint64_t left = 0;
    Kokkos::parallel_reduce("yoke::components::hook", step.tiles.policy(problem.exec), step, left);
    return left > 0;
  }

  Buffer<Space, Vertex> parent_;
  Buffer<Space, Edge> edge_;
  Buffer<Space, std::uint32_t> count_;
  Buffer<Space, Vertex> spare_;
};

}  // namespace yoke::detail::components
