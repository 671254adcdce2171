// The bell curve: normally distributed numbers, drawn in a kernel, counted in bins of one width.
#include <cmath>
#include <iostream>
#include <string>
#include <vector>
#include <yoke/histogram.hpp>
#include <yoke/random_draws.hpp>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  std::size_t const n = 1 << 18, bins = 16;
  yoke::Philox const random(6);
  Kokkos::View<float*> const value("value", n);
  Kokkos::View<std::uint64_t*> const count("count", bins);
  Kokkos::parallel_for(
      "draw", Kokkos::RangePolicy(exec, 0, n), KOKKOS_LAMBDA(std::size_t i) {
        auto draw = random.stream(i).engine();
        value(i) = yoke::draw_normal<float>(draw);
      });

  std::size_t const counted = yoke::histogram(exec, value, yoke::EvenBins{-4.f, 4.f}, count);

  auto const values = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), value);
  auto const counts = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), count);
  std::vector<std::uint64_t> expected(bins);
  for (std::size_t i = 0; i < n; ++i) {
    double const bin = std::floor((values(i) + 4.0) * 2);
    if (bin >= 0 && bin < bins) ++expected[std::size_t(bin)];
  }
  bool right = counted > 0.999 * n;
  for (std::size_t b = 0; b < bins; ++b) {
    std::cout << std::string(counts(b) / 1000, '#') << ' ' << counts(b) << '\n';
    right = right && counts(b) == expected[b];
  }
  return right ? 0 : 1;
}
