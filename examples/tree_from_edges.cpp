// Roots a tree that is given by its edges, in any order and direction: a rail network from its
// capital. Then counts the stops to the capital.
#include <array>
#include <iostream>
#include <yoke/euler_tour.hpp>

constexpr std::array names = {"Bern", "Thun", "Spiez", "Brig", "Olten", "Basel", "Aarau"};
constexpr int tracks[][2] = {{2, 1}, {0, 1}, {2, 3}, {4, 5}, {0, 4}, {6, 4}};
constexpr std::array above = {0, 0, 1, 2, 0, 4, 4};  // what the parents should be

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  int const edge_count = 6, n = 7;
  Kokkos::View<int* [2]> const edges("edges", edge_count);
  Kokkos::View<int*> const root("root", 1), parent("parent", n);  // the root is vertex 0
  auto const ends = Kokkos::create_mirror_view(edges);
  for (int e = 0; e < edge_count; ++e) {
    ends(e, 0) = tracks[e][0];
    ends(e, 1) = tracks[e][1];
  }
  Kokkos::deep_copy(edges, ends);

  yoke::root_forest(exec, edges, root, parent);  // throws where the edges are no forest
  auto const tree = yoke::tree_statistics(exec, parent);

  auto const parents = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), parent);
  auto const depth = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), tree.depth);
  bool right = true;
  for (int v = 0; v < n; ++v) {
    std::cout << names[v] << ": " << depth(v) << " stops, by " << names[parents(v)] << '\n';
    int stops = 0;
    for (int at = v; at != 0; at = above[at]) ++stops;
    right = right && parents(v) == above[v] && depth(v) == stops;
  }
  return right ? 0 : 1;
}
