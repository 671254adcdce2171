// Sorts particles by their cell. Their data lies in several Views, which move with the keys.
#include <iostream>
#include <yoke/random.hpp>
#include <yoke/sort.hpp>

struct Position {
  double x, y, z;
};
KOKKOS_FUNCTION unsigned cell_of(Position const& p) {  // one of 8 x 8 x 8
  return unsigned(p.x * 8) * 64 + unsigned(p.y * 8) * 8 + unsigned(p.z * 8);
}

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  unsigned const n = 200000;
  yoke::Philox const random(3);
  Kokkos::View<unsigned*> const cell("cell", n), name("name", n);
  Kokkos::View<Position*> const position("position", n);
  Kokkos::parallel_for(
      "place", Kokkos::RangePolicy(exec, 0, n), KOKKOS_LAMBDA(unsigned i) {
        auto const r = random.stream(i);
        position(i) = {r.uniform<double>(0), r.uniform<double>(1), r.uniform<double>(2)};
        name(i) = i;
        cell(i) = cell_of(position(i));
      });
  yoke::sort_by_key(exec, cell, yoke::payloads(position, name));
  unsigned wrong = 0;  // cells ascend, particles of one keep their order, and all moves together
  Kokkos::parallel_reduce(
      "check", Kokkos::RangePolicy(exec, 0, n),
      KOKKOS_LAMBDA(unsigned i, unsigned& sum) {
        bool const first = i == 0 || cell(i - 1) < cell(i);
        sum += (!first && (cell(i - 1) > cell(i) || name(i - 1) >= name(i))) ||
               cell(i) != cell_of(position(i)) ||
               position(i).x != random.stream(name(i)).uniform<double>(0);
      },
      wrong);
  std::cout << n << " particles sorted by cell, " << wrong << " of them in the wrong place\n";
  return wrong == 0 ? 0 : 1;
}
