// A validator checks a result by its definition, not against another run. Here it meets a right
// result, and then three results with a fault each.
#include <iostream>
#include <yoke/bfs.hpp>
#include <yoke/generate_graph.hpp>
#include <yoke/validate_bfs.hpp>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  auto const graph = yoke::build_graph(
      exec, yoke::generate_edges(exec, yoke::UniformShape{.vertices = 10000, .edges = 80000}));
  Kokkos::View<unsigned*> const level("level", 10000), parent("parent", 10000);
  yoke::bfs(exec, graph, 0, level, parent);
  std::cout << yoke::validate_bfs(exec, graph, 0, level, parent) << " edges, all as they must be\n";

  int found = 0;
  for (unsigned const vertex : {1u, 5000u, 9999u}) {
    auto const one = Kokkos::subview(level, vertex);
    unsigned right = 0;
    Kokkos::deep_copy(right, one);
    Kokkos::deep_copy(one, right + 1);  // a fault
    try {
      yoke::validate_bfs(exec, graph, 0, level, parent);
    } catch (yoke::InvalidInput const& error) {
      std::cout << error.what() << '\n';
      ++found;
    }
    Kokkos::deep_copy(one, right);
  }
  return found == 3 ? 0 : 1;
}
