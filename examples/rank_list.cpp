#include <iostream>
#include <yoke/generate.hpp>
#include <yoke/list_ranking.hpp>
#include <yoke/validate_ranks.hpp>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;  // the GPU where there is one, else the host's cores
  Kokkos::View<unsigned*> const successor("successor", 1 << 24), rank("rank", 1 << 24);
  yoke::generate_lists(exec, successor);                             // one list in random order
  std::size_t const lists = yoke::list_rank(exec, successor, rank);  // rank(i): links to the tail
  std::cout << lists << " list, " << rank.size() << " nodes\n";
  return yoke::validate_ranks(exec, successor, rank) == lists ? 0 : 1;  // throws if a rank is wrong
}
