// Sorts a million numbers and reads their quartiles off.
#include <algorithm>
#include <iostream>
#include <yoke/fill.hpp>
#include <yoke/sort.hpp>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;  // the GPU where there is one, else the host's cores
  std::size_t const n = 1 << 20;
  Kokkos::View<float*> const keys("keys", n);
  yoke::fill(exec, keys, yoke::Philox(1));  // from 0 to below 1

  yoke::sort(exec, keys);

  // The same numbers again, on the host, sorted by the standard library.
  Kokkos::View<float*, Kokkos::HostSpace> const expected("expected", n);
  yoke::fill(Kokkos::DefaultHostExecutionSpace(), expected, yoke::Philox(1));
  std::sort(expected.data(), expected.data() + n);
  auto const sorted = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), keys);
  std::cout << "quartiles: " << sorted(n / 4) << ", " << sorted(n / 2) << ", " << sorted(3 * n / 4)
            << '\n';
  return std::equal(sorted.data(), sorted.data() + n, expected.data()) ? 0 : 1;
}
