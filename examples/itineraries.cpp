// The quickest ways between all stations of a railway, and the stations on them.
#include <iostream>
#include <yoke/all_pairs_distances.hpp>
#include <yoke/path.hpp>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultHostExecutionSpace const exec;
  using Memory = Kokkos::HostSpace;
  char const* const names[] = {"Basel", "Bern", "Brig", "Chur", "Genf", "Zug"};
  constexpr int stations = 6, lines = 7;
  int const minutes[lines][3] = {{0, 1, 58}, {1, 2, 66}, {1, 4, 104}, {2, 4, 150},
                                 {0, 5, 80}, {5, 3, 95}, {1, 5, 75}};
  yoke::WeightedEdgeList<int, int, Memory> edges{{stations, {"from", lines}, {"to", lines}},
                                                 {"weights", lines}};
  for (int e = 0; e < lines; ++e) {
    edges.from(e) = minutes[e][0], edges.to(e) = minutes[e][1], edges.weights(e) = minutes[e][2];
  }

  Kokkos::View<int**, Memory> const distances("distances", stations, stations);
  Kokkos::View<int**, Memory> const next("next", stations, stations);
  yoke::all_pairs_distances(exec, yoke::build_graph(exec, edges), distances, next);

  bool is_right = distances(4, 3) == 274;  // by Bern and Zug, and not by Basel (337)
  for (int from = 0; from < stations; ++from) {
    int sum = 0, last = -1;
    for (int const station : yoke::path(next, from, 3)) {
      std::cout << (last < 0 ? "" : " - ") << names[station];
      if (last >= 0) sum += distances(last, station);
      last = station;
    }
    std::cout << ": " << distances(from, 3) << " minutes\n";
    is_right = is_right && sum == distances(from, 3);
  }
  return is_right ? 0 : 1;
}
