// Calls on instances of your own: each call runs on the instance that it is given, behind what you
// have put there, and fences no other.
#include <iostream>
#include <yoke/sort.hpp>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  // On a GPU, two streams.
  auto const mine = Kokkos::Experimental::partition_space(Kokkos::DefaultExecutionSpace(), 1, 1);
  unsigned const n = 1 << 20;
  Kokkos::View<unsigned*> const keys("keys", n), others("others", n);
  Kokkos::fence();  // instances are not ordered behind what fills the Views with zeros

  Kokkos::parallel_for(
      "others", Kokkos::RangePolicy(mine[1], 0, n), KOKKOS_LAMBDA(unsigned i) {
        others(i) = i;  // goes on beside the sort
      });
  Kokkos::parallel_for(
      "keys", Kokkos::RangePolicy(mine[0], 0, n), KOKKOS_LAMBDA(unsigned i) {
        keys(i) = i * 2654435761u % n;  // a permutation of 0 to n - 1, as n is 2^20
      });
  yoke::sort(mine[0], keys);  // no fence is needed before it, and it is done when it returns

  unsigned wrong = 0;
  mine[1].fence();
  Kokkos::parallel_reduce(
      "check", Kokkos::RangePolicy(mine[0], 0, n),
      KOKKOS_LAMBDA(unsigned i, unsigned& sum) { sum += keys(i) != others(i); }, wrong);
  std::cout << n << " keys sorted, " << wrong << " of them in the wrong place\n";
  return wrong == 0 ? 0 : 1;
}
