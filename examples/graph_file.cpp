// A graph from a file of names, a search in it, and the graph written to a file that can be mapped.
#include <fstream>
#include <iostream>
#include <map>
#include <string>
#include <yoke/bfs.hpp>
#include <yoke/graph_io.hpp>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  std::ofstream("friends.csv") << "source,target,since\n"
                                  "Ada,Ben,2001\nBen,Cleo,2003\nCleo,Dan,2010\n"
                                  "Ada,Eve,2011\nEve,Dan,2012\nFinn,Gus,2013\n";
  yoke::GraphFileReport report;
  yoke::GraphReadOptions options;
  options.ids = yoke::VertexIds::names;
  options.report = &report;
  auto const graph = yoke::read_graph("friends.csv", options);  // in host memory
  for (auto const& note : report.notes) std::cout << "note: " << note << '\n';

  yoke::write_graph("friends.yoke", graph);
  yoke::MappedGraph<> const mapped("friends.yoke");  // its arrays are the file

  Kokkos::View<unsigned*, Kokkos::HostSpace> const level("level", graph.vertices());
  yoke::bfs(Kokkos::DefaultHostExecutionSpace(), mapped.graph(), 0, level);
  std::map<std::string, int> steps;  // -1: not reached
  for (std::size_t v = 0; v < level.extent(0); ++v) {
    steps[report.names[v]] = int(level(v));
    std::cout << report.names[v] << ": " << int(level(v)) << '\n';
  }
  std::map<std::string, int> const expected = {{"Ada", 0}, {"Ben", 1},   {"Cleo", 2}, {"Dan", 2},
                                               {"Eve", 1}, {"Finn", -1}, {"Gus", -1}};
  return steps == expected && mapped.graph().arcs() == 12 ? 0 : 1;
}
