// Sorts points by their distance from a place: keys of one's own type, and a comparator with state.
#include <algorithm>
#include <iostream>
#include <vector>
#include <yoke/random.hpp>
#include <yoke/sort_comparator.hpp>

struct Point {
  float x, y;
  friend bool operator==(Point const&, Point const&) = default;
};
struct CloserTo {
  Point place;
  KOKKOS_FUNCTION float distance(Point p) const {  // squared
    return (p.x - place.x) * (p.x - place.x) + (p.y - place.y) * (p.y - place.y);
  }
  KOKKOS_FUNCTION bool operator()(Point a, Point b) const { return distance(a) < distance(b); }
};

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  std::size_t const n = 100000;
  yoke::Philox const random(2);
  std::vector<Point> expected(n);  // on a lattice, so that distances are exact everywhere
  for (std::size_t i = 0; i < n; ++i) {
    expected[i] = {float(random.below(2 * i, 1000)), float(random.below(2 * i + 1, 1000))};
  }
  Kokkos::View<Point*> const points("points", n);
  Kokkos::deep_copy(points, Kokkos::View<Point*, Kokkos::HostSpace>(expected.data(), n));

  CloserTo const closer{{500, 500}};
  yoke::sort(exec, points, closer);  // stable: equally far points keep their order

  std::stable_sort(expected.begin(), expected.end(), closer);
  auto const sorted = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), points);
  for (int i = 0; i < 3; ++i) std::cout << '(' << sorted(i).x << ", " << sorted(i).y << ") ";
  std::cout << "are closest to (500, 500)\n";
  return std::equal(expected.begin(), expected.end(), sorted.data()) ? 0 : 1;
}
