#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <yoke/connected_components.hpp>

#include "mpi/graphs.hpp"
#include "mpi/measure.hpp"

namespace yoke_perf::mpi {

// Of all ranks' edges, those whose first end is a vertex of this rank, but that the graph has not.
struct CountStrangeEdges {
  Words<Memory> from, to;
  OwnRows rows;

  KOKKOS_FUNCTION void operator()(std::uint64_t e, std::uint64_t& faults) const {
    faults += rows.has(from(e)) && rows.find(from(e), to(e)) == OwnRows::none;
  }
};

// A spanning forest has the graph's components, by edges of the graph, and one edge fewer than it
// has vertices for each of them: then there is no cycle.
inline nlohmann::json measure_forest(Settings const& settings, Cluster const& cluster,
                                     NamedGraph const& graph) {
  auto const own = make_graph(cluster, graph.shape);
  std::uint64_t const vertices = own.vertices(), own_vertices = own.own_vertices();
  Words<Memory> const label("label", own_vertices), from("from", own_vertices),
      to("to", own_vertices);
  yoke::ComponentsReport report;
  yoke::ConnectedComponentsPlan<Cluster, Word> plan(cluster, own_vertices, own.own_arcs(),
                                                    {.report = &report});
  yoke::DistributedForest forest{};
  Work work{"forest_" + graph.name, cluster.network().sum(own.own_arcs()), {}, {}, {},
            &report.phases};
  work.prepare = [&] {
    for (auto const& array : {label, from, to}) Kokkos::deep_copy(array, ~Word(0));
  };
  work.run = [&] { forest = plan(own, label, from, to); };
  work.count_faults = [&] {
    auto const stretch = Kokkos::make_pair(std::size_t(0), forest.own_edges);
    yoke::EdgeList<Word, Memory> edges;
    edges.vertices = vertices;
    edges.from = Kokkos::subview(from, stretch);
    edges.to = Kokkos::subview(to, stretch);
    std::uint64_t const all_edges = cluster.network().sum(forest.own_edges);
    Words<Memory> const all_from("all_from", all_edges), all_to("all_to", all_edges);
    gather(cluster, edges.from, all_from);
    gather(cluster, edges.to, all_to);
    auto faults = count(all_edges, CountStrangeEdges{all_from, all_to, OwnRows(own)});
    auto const found = yoke::build_graph(cluster, edges);
    Words<Memory> const found_label("found", found.own_vertices()), all("all", vertices),
        found_all("found_all", vertices);
    yoke::connected_components(cluster, found, found_label);
    gather(cluster, label, all);
    gather(cluster, found_label, found_all);
    faults += count(vertices, CountDifferent<Words<Memory>>{all, found_all});
    faults += all_edges + forest.components != vertices;
    return faults;
  };
  auto result = measure(settings, cluster, work);
  result["components"] = forest.components;
  return result;
}

}  // namespace yoke_perf::mpi
