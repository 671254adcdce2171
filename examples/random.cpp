// Random numbers are a function of a seed and a number: the same bits on every space, for every
// number of threads, and also one at a time.
#include <cmath>
#include <iostream>
#include <yoke/fill.hpp>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  std::size_t const n = 1 << 20;
  yoke::Philox const random(42);
  Kokkos::View<double*> const number("number", n);

  yoke::fill(exec, number, random);  // from 0 to below 1

  auto const numbers = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), number);
  double sum = 0;
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < n; ++i) {
    sum += numbers(i);
    wrong += numbers(i) != random.uniform<double>(i);  // by number, on the host
  }
  std::cout << numbers(0) << ", " << numbers(1) << ", " << numbers(2) << ", ...: their mean is "
            << sum / n << '\n';
  return wrong == 0 && std::abs(sum / n - 0.5) < 0.002 ? 0 : 1;  // 7 standard errors
}
