// A ring road with dead-end streets is pruned once. Only the ring is then left to be searched.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <yoke/pruned_bfs.hpp>

constexpr int ring = 100, street = 5, n = ring + ring * street;
// The crossing where the street of v begins, and the way from there.
int crossing(int v) { return v < ring ? v : (v - ring) / street; }
int way(int v) { return v < ring ? 0 : 1 + (v - ring) % street; }

int steps(int u, int v) {
  if (crossing(u) == crossing(v)) return std::abs(way(u) - way(v));
  int const around = std::abs(crossing(u) - crossing(v));
  return way(u) + way(v) + std::min(around, ring - around);
}

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  Kokkos::View<int*> const from("from", n), to("to", n), level("level", n);
  auto const begin = Kokkos::create_mirror_view(from), end = Kokkos::create_mirror_view(to);
  for (int v = 0; v < n; ++v) {
    begin(v) = v;
    end(v) = v < ring ? (v + 1) % ring : way(v) == 1 ? crossing(v) : v - 1;
  }
  Kokkos::deep_copy(from, begin);
  Kokkos::deep_copy(to, end);
  auto const graph = yoke::build_graph(exec, yoke::EdgeList<int>{n, from, to});
  auto const pruned = yoke::prune(exec, graph, {.rounds = street});
  std::cout << pruned.graph().vertices() << " of " << n << " places are left\n";
  yoke::PrunedBfsPlan search(exec, pruned);
  bool right = pruned.graph().vertices() == ring;
  for (int source = 0; source < n; source += 7) {
    right = right && search(source, level) == n;
    auto const levels = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), level);
    for (int v = 0; v < n; ++v) right = right && levels(v) == steps(source, v);
  }
  return right ? 0 : 1;
}
