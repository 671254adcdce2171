// Components of a random graph, a spanning forest of it, and a search from one of its vertices.

#include <iostream>
#include <yoke/bfs.hpp>
#include <yoke/connected_components.hpp>
#include <yoke/generate_graph.hpp>
#include <yoke/validate_bfs.hpp>
#include <yoke/validate_components.hpp>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;  // the GPU where there is one, else the host's cores

  yoke::RmatShape shape;
  shape.scale = 18;
  auto const graph = yoke::build_graph(exec, yoke::generate_edges(exec, shape));
  std::size_t const n = graph.vertices();
  std::cout << n << " vertices, " << graph.arcs() << " arcs\n";

  Kokkos::View<unsigned*> const label("label", n), from("from", n - 1), to("to", n - 1);
  std::size_t const components = yoke::spanning_forest(exec, graph, label, from, to);
  yoke::validate_spanning_forest(exec, graph, label, from, to);  // throws where one is wrong
  std::cout << components << " components, " << n - components << " edges in a spanning forest\n";

  // The first edge of the forest starts in a component of two vertices at least.
  unsigned source = 0;
  Kokkos::deep_copy(source, Kokkos::subview(from, 0));
  Kokkos::View<unsigned*> const level("level", n), parent("parent", n);
  std::size_t const reached = yoke::bfs(exec, graph, source, level, parent);
  std::size_t const edges = yoke::validate_bfs(exec, graph, source, level, parent);
  std::cout << reached << " vertices and " << edges << " edges reached from " << source << '\n';
  return reached > 1 ? 0 : 1;
}
