// Your own work on both sides of the node at the same time: the device integrates the left part of
// a curve, the host the right part.
#include <cmath>
#include <iostream>
#include <yoke/hybrid.hpp>

constexpr int n = 1 << 22;

struct QuarterCircle {
  KOKKOS_FUNCTION void operator()(int i, double& area) const {
    double const x = (i + 0.5) / n;
    area += Kokkos::sqrt(1 - x * x) / n;
  }
};

template <class Space>
double integrate(Space const& exec, int begin, int end) {
  double area = 0;
  Kokkos::parallel_reduce("integrate", Kokkos::RangePolicy(exec, begin, end), QuarterCircle(),
                          area);
  return area;
}

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  yoke::Hybrid<> const hybrid;  // the GPU and the cores; without a GPU, two halves of the cores
  double left = 0, right = 0;
  hybrid.concurrently([&] { left = integrate(hybrid.device(), 0, n / 2); },
                      [&] { right = integrate(hybrid.host(), n / 2, n); });

  double const pi = 4 * (left + right), exact_left = std::sqrt(3) / 8 + std::acos(-1) / 12;
  std::cout << "left " << left << ", right " << right << ", pi " << pi << ", at the same time: "
            << (hybrid.is_concurrent() ? "yes" : "no, the sides took turns") << '\n';
  return std::abs(left - exact_left) < 1e-9 && std::abs(pi - std::acos(-1)) < 1e-7 ? 0 : 1;
}
