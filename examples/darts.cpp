// Pi by darts: each dart draws its numbers in the kernel, from the stream of its number.
#include <Kokkos_Core.hpp>
#include <cmath>
#include <iostream>
#include <yoke/random.hpp>

template <class Random>
struct Throw {
  Random random;
  KOKKOS_FUNCTION void operator()(unsigned dart, unsigned& hits) const {
    auto draw = random.stream(dart).engine();
    double const x = yoke::draw_uniform<float>(draw), y = yoke::draw_uniform<float>(draw);
    hits += x * x + y * y < 1;  // exact in double precision: the same on every space
  }
};

// Throws them on a space, and returns how many hit the circle.
template <class Random, class Space>
unsigned hits_of(Space const& exec, unsigned darts) {
  unsigned hits = 0;
  Kokkos::parallel_reduce("throw", Kokkos::RangePolicy(exec, 0, darts), Throw<Random>{Random(7)},
                          hits);
  return hits;
}

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  unsigned const darts = 1 << 20;
  unsigned const philox = hits_of<yoke::Philox>(Kokkos::DefaultExecutionSpace(), darts);
  unsigned const threefry = hits_of<yoke::Threefry>(Kokkos::DefaultExecutionSpace(), darts);
  std::cout << "pi is near " << 4. * philox / darts << " (Philox) and " << 4. * threefry / darts
            << " (Threefry)\n";
  unsigned again = 0;  // one dart after the other, on this thread
  for (unsigned dart = 0; dart < darts; ++dart) Throw<yoke::Philox>{yoke::Philox(7)}(dart, again);
  double const error = 5 * 1.642 / std::sqrt(darts), pi = 3.14159265;  // 5 standard errors
  bool const near = std::abs(4. * philox / darts - pi) < error;
  return again == philox && near && std::abs(4. * threefry / darts - pi) < error ? 0 : 1;
}
