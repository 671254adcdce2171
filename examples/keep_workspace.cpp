// Plain calls in a loop that leave their memory to each other: the numbers that occur in each round
// of a lottery are sorted, and no round after the first allocates.
#include <iostream>
#include <yoke/fill.hpp>
#include <yoke/keep_workspace.hpp>
#include <yoke/sort.hpp>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  Kokkos::View<unsigned*> const tickets("tickets", 500000);

  yoke::KeepWorkspace const keep(exec, std::size_t(256) << 20);  // at most 256 MiB
  std::size_t idle = 0;
  bool right = true;
  for (unsigned round = 1; round <= 5; ++round) {
    yoke::fill(exec, tickets, yoke::Philox(round));
    yoke::sort(exec, tickets);
    unsigned long out_of_order = 0;
    Kokkos::parallel_reduce(
        "out of order", Kokkos::RangePolicy(exec, 1, tickets.extent(0)),
        KOKKOS_LAMBDA(unsigned i, unsigned long& all) { all += tickets(i - 1) > tickets(i); },
        out_of_order);
    std::cout << "round " << round << ": " << keep.idle_bytes()
              << " bytes wait for the next call\n";
    right = right && out_of_order == 0 && (round == 1 || keep.idle_bytes() == idle);
    idle = keep.idle_bytes();
  }
  return right && idle > 0 ? 0 : 1;
}
