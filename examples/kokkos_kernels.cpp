// Components of a sparse matrix of Kokkos Kernels, and a search in its pattern: a matrix is like a
// graph, and is not copied.
#include <iostream>
#include <yoke/bfs.hpp>
#include <yoke/connected_components.hpp>
#include <yoke/kokkos_kernels.hpp>

using Matrix = KokkosSparse::CrsMatrix<double, int, Kokkos::DefaultExecutionSpace, void, int>;
// Two rods of n points each that do not touch: a row has a point and its neighbours on the rod.
Matrix make_rods(int n) {
  int const rows = 2 * n, entries = 2 * (3 * n - 2);
  Matrix::row_map_type::non_const_type const offsets("offsets", rows + 1);
  Matrix::index_type::non_const_type const columns("columns", entries);
  Matrix::values_type::non_const_type const values("values", entries);
  Kokkos::parallel_scan(
      "fill", rows, KOKKOS_LAMBDA(int row, int& k, bool last) {
        for (int column = row - 1; column <= row + 1; ++column) {
          if (column < 0 || column >= rows || column / n != row / n) continue;
          if (last) columns(k) = column;
          if (last) values(k) = column == row ? 2 : -1;
          ++k;
        }
        if (last) offsets(row + 1) = k;
      });
  return Matrix("rods", rows, rows, entries, values, offsets, columns);
}

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  int const n = 100000;
  Matrix const matrix = make_rods(n);
  Kokkos::View<int*> const label("label", 2 * n), level("level", 2 * n);
  std::size_t const components = yoke::connected_components(exec, matrix, label);
  std::size_t const reached = yoke::bfs(exec, matrix, 0, level);
  auto const levels = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), level);
  std::cout << components << " components; row 0 reaches " << reached << " rows\n";
  return components == 2 && reached == std::size_t(n) && levels(n - 1) == n - 1 ? 0 : 1;
}
