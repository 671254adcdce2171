#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <yoke/generate_graph.hpp>
#include <yoke/mpi/generate_graph.hpp>
#include <yoke/mpi/graph.hpp>

#include "mpi/graphs.hpp"
#include "mpi/measure.hpp"

namespace yoke_perf::mpi {

using Edges = yoke::EdgeList<Word, Memory>;

// Edges that differ from those of one space, of which the first is number `base`.
struct CountOtherEdges {
  Edges own, all;
  std::uint64_t base;
  KOKKOS_FUNCTION void operator()(std::uint64_t e, std::uint64_t& faults) const {
    faults += own.from(e) != all.from(base + e) || own.to(e) != all.to(base + e);
  }
};

// Against one space's call, made for each check so that ranks are timed without its memory; on one
// rank that is the same call twice.
inline nlohmann::json measure_edges(Settings const& settings, Cluster const& cluster,
                                    NamedGraph const& graph) {
  Edges own = yoke::generate_edges(cluster, graph.shape);
  std::uint64_t const edges = cluster.network().sum(own.edges());
  Work work{"edges_" + graph.name, edges, {}, {}, {}};
  work.prepare = [&] { own = {}; };
  work.run = [&] { own = yoke::generate_edges(cluster, graph.shape); };
  work.count_faults = [&] {
    auto const all = yoke::generate_edges(Device(), graph.shape);
    std::uint64_t const before = cluster.network().sum_before({own.edges()})[0];
    bool const is_other = all.edges() != edges || all.vertices != own.vertices;
    return is_other ? 1 : count(own.edges(), CountOtherEdges{own, all, before});
  };
  return measure(settings, cluster, work);
}

// An edge that is no loop is an arc each way. Those from a rank's vertices are marked in its rows;
// what is not there is missing.
struct CountMissingArcs {
  Edges edges;
  OwnRows rows;
  Words<Memory> marks;
  KOKKOS_FUNCTION void operator()(std::uint64_t e, std::uint64_t& faults) const {
    Word const u = edges.from(e), v = edges.to(e);
    if (u != v) faults += is_missing(u, v) + is_missing(v, u);
  }
  KOKKOS_FUNCTION std::uint64_t is_missing(Word from, Word to) const {
    if (!rows.has(from)) return 0;
    Word const arc = rows.find(from, to);
    if (arc == OwnRows::none) return 1;
    Kokkos::atomic_store(&marks(arc), Word(1));
    return 0;
  }
};

// Neighbours that are not in order, or there twice, or of no edge.
struct CountStrangeArcs {
  OwnRows rows;
  Words<Memory> marks;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& faults) const {
    for (Word arc = rows.offsets(i); arc < rows.offsets(i + 1); ++arc) {
      bool const falls = arc > rows.offsets(i) && rows.neighbours(arc) <= rows.neighbours(arc - 1);
      faults += falls || marks(arc) != 1;
    }
  }
};

// Offsets that fall, or do not go from 0 to the number of arcs.
struct CountStrangeOffsets {
  RankGraph::Offsets offsets;
  std::uint64_t arcs;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& faults) const {
    faults += offsets(i) > offsets(i + 1) || offsets(i + 1) > arcs;
    faults += i == 0 && offsets(i) != 0;
    faults += i + 2 == offsets.extent(0) && offsets(i + 1) != arcs;
  }
};

inline std::uint64_t count_build_faults(Cluster const& cluster, RankGraph const& graph,
                                        yoke::GraphShape const& shape) {
  auto& ranks = cluster.network();
  auto const all = yoke::generate_edges(Device(), shape);
  std::uint64_t const own = graph.own_vertices(), arcs = graph.own_arcs();
  std::uint64_t faults = graph.vertices() != all.vertices || ranks.sum(own) != all.vertices;
  faults += ranks.sum_before({own})[0] != graph.first_vertex();
  faults += count(own, CountStrangeOffsets{graph.offsets(), arcs});
  if (faults > 0) return faults;  // where rows are is not known
  OwnRows const rows(graph);
  Words<Memory> const marks("marks", arcs);
  faults += count(all.edges(), CountMissingArcs{all, rows, marks});
  faults += count(own, CountStrangeArcs{rows, marks});
  return faults;
}

inline nlohmann::json measure_build(Settings const& settings, Cluster const& cluster,
                                    NamedGraph const& graph, yoke::RowPartition partition,
                                    std::string const& name) {
  auto const edges = yoke::generate_edges(cluster, graph.shape);
  std::optional<RankGraph> built;
  Work work{name + "_" + graph.name, cluster.network().sum(edges.edges()), {}, {}, {}};
  work.prepare = [&] { built.reset(); };
  work.run = [&] { built.emplace(yoke::build_graph(cluster, edges, build_options(), partition)); };
  work.count_faults = [&] { return count_build_faults(cluster, *built, graph.shape); };
  return measure(settings, cluster, work);
}
inline nlohmann::json measure_even_vertices(Settings const& settings, Cluster const& cluster,
                                            NamedGraph const& graph) {
  return measure_build(settings, cluster, graph, yoke::RowPartition::even_vertices, "build");
}
inline nlohmann::json measure_even_arcs(Settings const& settings, Cluster const& cluster,
                                        NamedGraph const& graph) {
  return measure_build(settings, cluster, graph, yoke::RowPartition::even_arcs, "even_arcs");
}

}  // namespace yoke_perf::mpi
