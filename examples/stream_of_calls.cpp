// A stream of calls: while one list is ranked, the next goes up to the device and the last ranks
// come down. A ticket stands for each call that was submitted.
#include <iostream>
#include <vector>
#include <yoke/generate.hpp>
#include <yoke/hybrid.hpp>
#include <yoke/list_ranking.hpp>
#include <yoke/validate_ranks.hpp>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  using Array = Kokkos::View<unsigned*, Kokkos::SharedHostPinnedSpace>;
  Kokkos::DefaultHostExecutionSpace const host;
  std::size_t const n = 1 << 18, calls = 6;
  std::vector<Array> successors, ranks;
  for (std::size_t call = 0; call < calls; ++call) {
    successors.emplace_back("successor", n);
    ranks.emplace_back("rank", n);
    yoke::generate_lists(host, successors.back(), {.lists = call + 1, .seed = call});
  }

  yoke::Hybrid<> const hybrid;
  yoke::ListRankPlan<yoke::Hybrid<>, unsigned> plan(hybrid, n);
  std::vector<yoke::Ticket> tickets;
  for (std::size_t call = 0; call < calls; ++call) {
    tickets.push_back(plan.submit(successors[call], ranks[call]));
  }

  bool right = true;
  for (std::size_t call = 0; call < calls; ++call) {
    std::size_t const lists = tickets[call].wait();  // returns, or throws, what the call would have
    std::cout << "call " << call << ": " << n << " nodes in " << lists << " lists\n";
    right = right && lists == call + 1 &&
            yoke::validate_ranks(host, successors[call], ranks[call]) == lists;
  }
  return right ? 0 : 1;
}
