// Views of your own kind: an array of the standard library, a column of a matrix, and a slice.
#include <algorithm>
#include <iostream>
#include <vector>
#include <yoke/fill.hpp>
#include <yoke/sort.hpp>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  Kokkos::DefaultHostExecutionSpace const host;

  // A std::vector, where it is: an unmanaged View on the host.
  std::vector<long long> const given = {3, -1, 4, -1, 5, -9, 2, 6};
  std::vector<long long> numbers = given;
  yoke::sort(host, Kokkos::View<long long*, Kokkos::HostSpace>(numbers.data(), numbers.size()));
  for (long long const number : numbers) std::cout << number << ' ';

  // One column of a matrix, and half of another: the rest of the matrix stays as it is.
  int const rows = 1000;
  Kokkos::View<double* [3], Kokkos::LayoutRight> const matrix("matrix", rows);
  for (int c = 0; c < 3; ++c) {
    yoke::fill(exec, Kokkos::subview(matrix, Kokkos::ALL, c), yoke::Philox(c));
  }
  yoke::sort(exec, Kokkos::subview(matrix, Kokkos::ALL, 0));
  yoke::sort(exec, Kokkos::subview(matrix, std::pair(0, rows / 2), 2));

  auto const result = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), matrix);
  int wrong = !std::is_sorted(numbers.begin(), numbers.end()) ||
              !std::is_permutation(numbers.begin(), numbers.end(), given.begin());
  std::vector<double> column(rows);
  for (int c = 0; c < 3; ++c) {
    for (int row = 0; row < rows; ++row) column[row] = yoke::Philox(c).uniform<double>(row);
    std::sort(column.begin(), column.begin() + (c == 0 ? rows : c == 1 ? 0 : rows / 2));
    for (int row = 0; row < rows; ++row) wrong += result(row, c) != column[row];
  }
  std::cout << "and " << wrong << " numbers are out of place\n";
  return wrong == 0 ? 0 : 1;
}
