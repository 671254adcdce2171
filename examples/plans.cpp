// Many searches of one graph by one plan, which holds the workspace: calls of it allocate nothing.
#include <iostream>
#include <yoke/bfs.hpp>
#include <yoke/generate_graph.hpp>

// Distances in a grid are |dx| + |dy|: those from x to all places of a row of n add up to this.
unsigned long to_all(unsigned long n, unsigned long x) {
  return (x * (x + 1) + (n - 1 - x) * (n - x)) / 2;
}

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  unsigned const w = 300, h = 200, n = w * h;
  auto const graph =
      yoke::build_graph(exec, yoke::generate_edges(exec, yoke::GridShape{.width = w, .height = h}));
  Kokkos::View<unsigned*> const level("level", n);

  yoke::BfsPlan<Kokkos::DefaultExecutionSpace, unsigned> search(exec, n, graph.arcs());
  std::size_t const before = search.workspace_bytes();
  bool right = true;
  for (unsigned i = 0; i < 10; ++i) {
    unsigned const x = i * w / 10, y = i * h / 10;
    right = right && search(graph, y * w + x, level) == n;
    unsigned long sum = 0;
    Kokkos::parallel_reduce(
        "sum", Kokkos::RangePolicy(exec, 0, n),
        KOKKOS_LAMBDA(unsigned v, unsigned long& all) { all += level(v); }, sum);
    std::cout << "from (" << x << ", " << y << ") places are " << double(sum) / n
              << " steps away in the mean\n";
    right = right && sum == h * to_all(w, x) + w * to_all(h, y);
  }
  std::cout << "the plan holds " << search.workspace_bytes() << " bytes\n";
  return right && search.workspace_bytes() == before ? 0 : 1;
}
