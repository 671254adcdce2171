// The cheapest cables that connect all islands which any cables can connect.
#include <iostream>
#include <yoke/minimum_spanning_forest.hpp>
#include <yoke/validate_minimum_spanning_forest.hpp>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  constexpr int islands = 7, cables = 9;
  int const from_island[cables] = {0, 0, 1, 1, 2, 2, 3, 5, 5};
  int const to_island[cables] = {1, 2, 2, 3, 3, 4, 4, 6, 6};
  int const price[cables] = {4, 3, 2, 5, 7, 6, 1, 9, 8};
  Kokkos::DefaultExecutionSpace const exec;
  yoke::WeightedEdgeList<int, int> list;
  list.vertices = islands;
  list.from = Kokkos::View<int*>("from", cables);
  list.to = Kokkos::View<int*>("to", cables);
  list.weights = Kokkos::View<int*>("weights", cables);
  using Numbers = Kokkos::View<int const*, Kokkos::HostSpace>;
  Kokkos::deep_copy(list.from, Numbers(from_island, cables));
  Kokkos::deep_copy(list.to, Numbers(to_island, cables));
  Kokkos::deep_copy(list.weights, Numbers(price, cables));
  auto const graph = yoke::build_graph(exec, list);
  Kokkos::View<int*> const from("from", islands), to("to", islands), weight("weight", islands);
  auto const forest = yoke::minimum_spanning_forest(exec, graph, from, to, weight);
  yoke::validate_minimum_spanning_forest(exec, graph, from, to, weight, forest.edges);
  auto const begin = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), from);
  auto const end = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), to);
  auto const paid = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), weight);
  for (std::size_t i = 0; i < forest.edges; ++i)
    std::cout << begin(i) << " - " << end(i) << " for " << paid(i) << '\n';
  std::cout << forest.components << " groups of islands, for " << forest.total << " in all\n";
  return forest.edges == 5 && forest.components == 2 && forest.total == 19 ? 0 : 1;
}
