// How far apart all towns are, by roads that are one-way, and a ferry that saves time.
#include <iostream>
#include <yoke/all_pairs_distances.hpp>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultHostExecutionSpace const exec;
  constexpr int towns = 5, far = yoke::unreachable_distance<int>;
  int const minutes[towns][towns] = {{0, 12, far, 30, far},
                                     {far, 0, 9, far, far},
                                     {far, far, 0, 4, far},
                                     {7, far, far, 0, far},
                                     {2, far, -1, far, 0}};
  Kokkos::View<int**, Kokkos::HostSpace> const distances("distances", towns, towns);
  for (int from = 0; from < towns; ++from)
    for (int to = 0; to < towns; ++to) distances(from, to) = minutes[from][to];

  std::size_t const pairs = yoke::all_pairs_distances(exec, distances);

  // The same by relaxing all roads, again and again.
  bool is_right = pairs == 21;
  for (int source = 0; source < towns; ++source) {
    int least[towns] = {far, far, far, far, far};
    least[source] = 0;
    for (int road = 0; road < towns * towns * towns; ++road) {
      int const a = road / towns % towns, b = road % towns;
      if (least[a] < far && minutes[a][b] < far && least[a] + minutes[a][b] < least[b])
        least[b] = least[a] + minutes[a][b];
    }
    for (int to = 0; to < towns; ++to) {
      is_right = is_right && distances(source, to) == least[to];
      std::cout << (distances(source, to) == far ? "-" : std::to_string(distances(source, to)))
                << (to + 1 < towns ? '\t' : '\n');
    }
  }
  return is_right ? 0 : 1;
}
