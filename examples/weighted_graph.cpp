// Roads with lengths, from a file: the fewest roads and the shortest way to each place (-1: none).
#include <algorithm>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>
#include <yoke/bfs.hpp>
#include <yoke/weighted_graph_io.hpp>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  std::ofstream("roads.csv") << "from,to,surface,km\n"
                                "Harbour,Mill,gravel,3\nMill,Bridge,gravel,7\nBridge,Mill,tar,4\n"
                                "Bridge,Castle,tar,2\nHarbour,Castle,tar,12\nCastle,Inn,tar,5\n"
                                "Lighthouse,Rock,sand,1\n";
  yoke::GraphFileReport report;
  yoke::GraphReadOptions options;
  options.ids = yoke::VertexIds::names;
  options.weight_column = "km";
  options.report = &report;
  auto const graph = yoke::read_weighted_graph<int>(
      "roads.csv", options, {.repeated = yoke::RepeatedEdges::least});  // of two roads the shorter
  std::size_t const n = graph.vertices();
  Kokkos::View<unsigned*, Kokkos::HostSpace> const roads("roads", n);
  yoke::bfs(Kokkos::DefaultHostExecutionSpace(), graph, 0, roads);  // which ignores the weights
  std::vector<int> km(n, -1);
  km[0] = 0;
  for (std::size_t round = 1; round < n; ++round)  // Bellman and Ford
    for (std::size_t v = 0; v < n; ++v)
      for (auto k = graph.offsets()(v); km[v] >= 0 && k < graph.offsets()(v + 1); ++k) {
        int& there = km[graph.neighbours()(k)];
        int const by_v = km[v] + graph.weights()(k);
        there = there < 0 ? by_v : std::min(there, by_v);
      }
  for (std::size_t v = 0; v < n; ++v)
    std::cout << report.names[v] << ": fewest roads " << int(roads(v)) << ", shortest way " << km[v]
              << " km\n";
  yoke::write_graph("roads.gr", graph);  // each weight with its arc
  return km == std::vector{0, 3, 7, 9, 14, -1, -1} && int(roads(3)) == 1 ? 0 : 1;
}
