#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <string>
#include <vector>
#include <yoke/detail/graphs/edge_sources.hpp>
#include <yoke/graph.hpp>
#include <yoke/random.hpp>

#include "mpi/checks.hpp"
#include "mpi/measure.hpp"

// Rows of graphs, each rank's made by itself: every rank draws all edges, which counters number,
// and keeps the arcs that leave its own vertices. The same graph for any number of ranks.
namespace yoke_perf::mpi {

struct NamedGraph {
  std::string name;
  yoke::GraphShape shape;
};

// Of 2^scale vertices: Graph500's R-MAT, and a grid of which 70% of the edges are kept.
inline std::vector<NamedGraph> graphs_of(int scale) {
  yoke::RmatShape rmat;
  rmat.scale = scale;
  int const half = scale / 2;
  return {{"cc_rmat", rmat},
          {"cc_grid", yoke::GridShape{std::uint64_t(1) << (scale - half), std::uint64_t(1) << half,
                                      0.7, false, 1}}};
}

// The arcs that leave the vertices from `begin` to `end` - 1, of edge or block i.
template <class Source>
struct OwnArcs {
  Source source;
  std::uint64_t begin, end;
  Words<Memory> from, to;

  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& place, bool last) const {
    auto const add = [&](std::uint64_t v, std::uint64_t u) {
      if (v < begin || v >= end) return;
      if (last) {
        from(place) = static_cast<Word>(v);
        to(place) = static_cast<Word>(u);
      }
      ++place;
    };
    auto const add_both = [&](yoke::detail::graphs::Edge const& edge) {
      add(edge.from, edge.to);
      add(edge.to, edge.from);
    };
    if constexpr (requires { source.edges(); }) {
      add_both(source(i));
    } else {
      source.for_each(i, add_both);
    }
  }
};

template <class Source>
struct CountOwnArcs {
  OwnArcs<Source> arcs;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& count) const {
    arcs(i, count, false);
  }
};

using Rows = yoke::Graph<Word, Word, Memory>;

// Without loops and repeated arcs, the neighbours in ascending order. Vertices that are not the
// rank's have no arcs, so that its first row begins at 0.
template <class Source>
Rows build_rows(Source const& source, std::uint64_t numbers, std::uint64_t vertices,
                std::uint64_t begin, std::uint64_t end) {
  OwnArcs<Source> arcs{source, begin, end, {}, {}};
  std::uint64_t const own = count(numbers, CountOwnArcs<Source>{arcs});
  arcs.from = Words<Memory>("from", own);
  arcs.to = Words<Memory>("to", own);
  Kokkos::parallel_scan("yoke_perf::own_arcs", Range(0, numbers), arcs);
  Kokkos::fence("yoke_perf: own arcs");
  yoke::GraphBuildOptions options;
  options.symmetrise = false;
  options.drop_loops = options.merge_multi_edges = true;
  yoke::EdgeList<Word, Memory> const list{vertices, arcs.from, arcs.to};
  auto const whole = yoke::build_graph(Device(), list, options);
  Words<Memory> const offsets("offsets", end - begin + 1);
  Kokkos::deep_copy(offsets, Kokkos::subview(whole.offsets(), Kokkos::pair(begin, end + 1)));
  // Unchecked: neighbours are of all vertices. DistributedGraph checks them.
  return {yoke::unchecked, yoke::GraphKind::symmetric, offsets, whole.neighbours()};
}

inline Rows make_rows(yoke::GraphShape const& shape, std::uint64_t begin, std::uint64_t end) {
  std::uint64_t const vertices = yoke::count_vertices(shape);
  yoke::Philox const random(1);
  if (auto const* rmat = std::get_if<yoke::RmatShape>(&shape)) {
    yoke::detail::graphs::RmatEdges<yoke::Philox> const edges(*rmat, random);
    return build_rows(edges, edges.edges(), vertices, begin, end);
  }
  yoke::detail::graphs::GridEdges<yoke::Philox> const edges(std::get<yoke::GridShape>(shape),
                                                            random);
  return build_rows(edges, edges.blocks(), vertices, begin, end);
}

}  // namespace yoke_perf::mpi
