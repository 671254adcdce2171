// A type of your own that is like a graph: the cells of a mesh, and their neighbours.
#include <iostream>
#include <yoke/connected_components.hpp>
#include <yoke/rows.hpp>

struct Mesh {
  Kokkos::View<long*> first;  // cell c lies beside beside(first(c)), ..., beside(first(c + 1) - 1)
  Kokkos::View<int*> beside;
};
template <>
struct yoke::GraphTraits<Mesh> {
  static auto rows(Mesh const& mesh) { return yoke::rows(mesh.first, mesh.beside); }
};

// Two rings of n cells each.
Mesh make_rings(int n) {
  Kokkos::View<long*> const first("first", 2 * n + 1);
  Kokkos::View<int*> const beside("beside", 4 * n);
  Kokkos::parallel_for(
      "rings", 2 * n + 1, KOKKOS_LAMBDA(int cell) {
        first(cell) = 2 * cell;
        if (cell == 2 * n) return;
        int const ring = cell / n * n;
        beside(2 * cell) = ring + (cell + 1) % n;
        beside(2 * cell + 1) = ring + (cell + n - 1) % n;
      });
  return {first, beside};
}

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  int const n = 1000;
  Kokkos::View<int*> const label("label", 2 * n);
  std::size_t const rings =
      yoke::connected_components(Kokkos::DefaultExecutionSpace(), make_rings(n), label);
  auto const labels = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), label);
  std::cout << rings << " rings\n";
  return rings == 2 && labels(n - 1) == 0 && labels(2 * n - 1) == n ? 0 : 1;
}
