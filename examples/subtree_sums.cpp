// Sums over all subtrees of a tree: a scan along its Euler tour. Node v is the company v, its
// parent the company that owns it; a company is worth its own value and that of all it owns.
#include <iostream>
#include <vector>
#include <yoke/euler_tour.hpp>
#include <yoke/list_scan.hpp>

struct Add {
  KOKKOS_FUNCTION long long operator()(long long a, long long b) const { return a + b; }
};

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  int const n = 100000;
  Kokkos::View<int*> const parent("parent", n), tour("tour", 2 * n);
  Kokkos::View<long long*> const along("along", 2 * n), worth("worth", n);
  Kokkos::parallel_for(
      "found", Kokkos::RangePolicy(exec, 0, n), KOKKOS_LAMBDA(int v) {
        parent(v) = v / 3;        // the root, 0, is its own parent
        along(v) = 1 + v % 1000;  // visit v enters node v with its value; visit n + v leaves it
      });

  yoke::euler_tour(exec, parent, tour);
  yoke::list_scan(exec, tour, along, along, Add(), 0LL);
  Kokkos::parallel_for(
      "worth", Kokkos::RangePolicy(exec, 0, n), KOKKOS_LAMBDA(int v) {
        worth(v) = along(n + v) - along(v) + 1 + v % 1000;  // leaving, less entering, and its own
      });

  // A parent has a smaller number than its children here, so one pass on the host adds them up.
  std::vector<long long> expected(n);
  for (int v = n - 1; v >= 0; --v) {
    expected[v] += 1 + v % 1000;
    if (v > 0) expected[v / 3] += expected[v];
  }
  auto const sums = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), worth);
  std::cout << "company 0 is worth " << sums(0) << ", company 1 " << sums(1) << '\n';
  return std::equal(expected.begin(), expected.end(), sums.data()) ? 0 : 1;
}
