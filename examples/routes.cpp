// The quickest way between the villages of a valley: lightest paths, with the stops of one route.
#include <algorithm>
#include <iostream>
#include <vector>
#include <yoke/shortest_paths.hpp>

constexpr int from[] = {0, 0, 1, 1, 2, 3, 3, 4, 5};
constexpr int to[] = {1, 2, 2, 3, 4, 4, 5, 6, 6};
constexpr int minutes[] = {7, 9, 1, 15, 11, 2, 6, 20, 4};

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultHostExecutionSpace const exec;
  using Memory = Kokkos::HostSpace;
  int const villages = 7, roads = 9;
  yoke::WeightedEdgeList<int, int, Memory> edges{{villages, {"from", roads}, {"to", roads}},
                                                 {"minutes", roads}};
  std::copy(from, from + roads, edges.from.data());
  std::copy(to, to + roads, edges.to.data());
  std::copy(minutes, minutes + roads, edges.weights.data());

  auto const graph = yoke::build_graph(exec, edges);
  Kokkos::View<int*, Memory> const time("time", villages), before("before", villages);
  yoke::shortest_paths(exec, graph, 0, time, before);

  std::vector<int> least(villages, 1000);  // the same by relaxing all roads, again and again
  least[0] = 0;
  for (int round = 0; round < villages; ++round) {
    for (int road = 0; road < roads; ++road) {
      int &a = least[from[road]], &b = least[to[road]];
      a = std::min(a, b + minutes[road]);
      b = std::min(b, a + minutes[road]);
    }
  }
  std::cout << "village 6 is " << time(6) << " minutes away; back by";
  for (int v = 6; v != 0; v = before(v)) std::cout << ' ' << before(v);
  std::cout << '\n';
  return std::equal(least.begin(), least.end(), time.data()) ? 0 : 1;
}
