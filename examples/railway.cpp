// The middle of a railway map: the farthest station of each station, and its closeness to all.
#include <algorithm>
#include <iostream>
#include <numeric>
#include <yoke/closeness.hpp>
#include <yoke/eccentricities.hpp>

constexpr int stations = 8, lines = 9;
constexpr int from[lines] = {0, 1, 2, 3, 3, 4, 5, 6, 2};
constexpr int to[lines] = {1, 2, 3, 4, 5, 6, 6, 7, 5};

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultHostExecutionSpace const exec;
  using Memory = Kokkos::HostSpace;
  yoke::EdgeList<int, Memory> edges{stations, {"from", lines}, {"to", lines}};
  std::copy(from, from + lines, edges.from.data());
  std::copy(to, to + lines, edges.to.data());
  auto const graph = yoke::build_graph(exec, edges);
  Kokkos::View<int*, Memory> const farthest("farthest", stations);
  Kokkos::View<double*, Memory> const closeness("closeness", stations);
  auto const longest = yoke::eccentricities(exec, graph, farthest);
  yoke::closeness(exec, graph, closeness);

  int hops[stations][stations];  // the same by Floyd and Warshall
  for (int u = 0; u < stations; ++u)
    for (int v = 0; v < stations; ++v) hops[u][v] = u == v ? 0 : stations;
  for (int i = 0; i < lines; ++i) hops[from[i]][to[i]] = hops[to[i]][from[i]] = 1;
  for (int k = 0; k < stations; ++k)
    for (auto& row : hops)
      for (int v = 0; v < stations; ++v) row[v] = std::min(row[v], row[k] + hops[k][v]);
  bool is_right = hops[longest.from][longest.to] == static_cast<int>(longest.length);
  for (int u = 0; u < stations; ++u) {
    std::cout << "station " << u << ": " << farthest(u) << ", closeness " << closeness(u) << '\n';
    is_right = is_right && farthest(u) == *std::max_element(hops[u], hops[u] + stations) &&
               closeness(u) == (stations - 1.0) / std::accumulate(hops[u], hops[u] + stations, 0);
  }
  std::cout << longest.length << " lines from " << longest.from << " to " << longest.to << '\n';
  return is_right ? 0 : 1;
}
