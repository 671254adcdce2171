// Diffusion: each particle walks by normally distributed steps, drawn from a stream of its own.
// After s steps the mean of the squared distance from the start is 2 s in the plane.
#include <Kokkos_Core.hpp>
#include <cmath>
#include <iostream>
#include <yoke/random_draws.hpp>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  int const particles = 20000, steps = 100;
  yoke::Philox const random(8);
  Kokkos::View<double*> const squared("squared", steps);  // the mean after each step
  Kokkos::parallel_for(
      "walk", Kokkos::RangePolicy(exec, 0, particles), KOKKOS_LAMBDA(int particle) {
        auto draw = random.stream(particle).engine();
        double x = 0, y = 0;
        for (int step = 0; step < steps; ++step) {
          auto const move = yoke::draw_normal_pair<double>(draw);
          x += move.first;
          y += move.second;
          Kokkos::atomic_add(&squared(step), (x * x + y * y) / particles);
        }
      });

  auto const mean = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), squared);
  bool right = true;
  for (int step = 0; step < steps; ++step) {
    double const expected = 2 * (step + 1), error = expected / std::sqrt(particles);
    right = right && std::abs(mean(step) - expected) < 6 * error;
    if (step % 25 == 24) {
      std::cout << "after " << step + 1 << " steps: " << mean(step) << ", expected " << expected
                << '\n';
    }
  }
  return right ? 0 : 1;
}
