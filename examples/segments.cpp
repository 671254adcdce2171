// Sorts each row of a sparse matrix by its columns; values move with their columns.
#include <iostream>
#include <yoke/random.hpp>
#include <yoke/sort_segments.hpp>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  int const rows = 1000, entries = rows * (rows - 1) / 2;  // row r has r entries
  yoke::Philox const random(4);
  Kokkos::View<int*> const offsets("offsets", rows + 1), column("column", entries);
  Kokkos::View<double*> const value("value", entries);
  Kokkos::parallel_for(
      "rows", Kokkos::RangePolicy(exec, 0, rows + 1), KOKKOS_LAMBDA(int row) {
        offsets(row) = row * (row - 1) / 2;
        for (int k = 0; k < row && row < rows; ++k) {  // columns in random order, each once
          int const i = offsets(row) + k, j = int(random.below(i, k + 1));
          column(i) = column(offsets(row) + j);
          column(offsets(row) + j) = k;
        }
        for (int k = 0; k < row && row < rows; ++k) {
          value(offsets(row) + k) = row + 0.001 * column(offsets(row) + k);
        }
      });

  yoke::sort_segments(exec, offsets, column, yoke::payloads(value));

  auto const columns = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), column);
  auto const values = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), value);
  int wrong = 0;
  for (int row = 0, i = 0; row < rows; ++row) {
    for (int k = 0; k < row; ++k, ++i) {
      wrong += columns(i) != k || values(i) != row + 0.001 * k;
    }
  }
  std::cout << rows << " rows with " << entries << " entries, " << wrong << " out of place; row 3:";
  for (int i = 3; i < 6; ++i) std::cout << " (" << columns(i) << ": " << values(i) << ')';
  std::cout << '\n';
  return wrong == 0 ? 0 : 1;
}
