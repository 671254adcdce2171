// A graph of rows that you have made yourself: a hypercube. Vertices whose numbers differ in one
// bit are neighbours, so the distance from vertex 0 is the number of bits that are set.
#include <iostream>
#include <vector>
#include <yoke/bfs.hpp>
#include <yoke/rows.hpp>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  int const bits = 16, n = 1 << bits;
  Kokkos::View<int*> const offsets("offsets", n + 1), neighbours("neighbours", n * bits);
  Kokkos::parallel_for(
      "rows", Kokkos::RangePolicy(exec, 0, n + 1), KOKKOS_LAMBDA(int v) {
        offsets(v) = v * bits;
        for (int bit = 0; bit < bits && v < n; ++bit) neighbours(v * bits + bit) = v ^ (1 << bit);
      });

  // Throws where offsets fall, a neighbour is no vertex, or an arc has no reverse.
  Kokkos::View<int*> const level("level", n), parent("parent", n);
  std::size_t const reached = yoke::bfs(exec, yoke::rows(offsets, neighbours), 0, level, parent);

  auto const levels = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), level);
  auto const parents = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), parent);
  std::vector<int> count(bits + 1);
  int wrong = 0;
  for (int v = 0; v < n; ++v) {
    int set = 0;
    for (int bit = 0; bit < bits; ++bit) set += v >> bit & 1;
    wrong += levels(v) != set || (v > 0 && levels(parents(v)) != set - 1);
    ++count[set];
  }
  std::cout << reached << " vertices, by their distance:";
  for (int const vertices : count) std::cout << ' ' << vertices;
  std::cout << '\n';
  return wrong == 0 && reached == std::size_t(n) ? 0 : 1;
}
