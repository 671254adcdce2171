// Ranks a list that lies in host memory with both sides of the node, each on a share of the work,
// and shows when each of them was busy.

#include <iostream>
#include <yoke/generate.hpp>
#include <yoke/hybrid.hpp>
#include <yoke/list_ranking.hpp>
#include <yoke/timeline.hpp>
#include <yoke/validate_ranks.hpp>

namespace {

using HostArray = Kokkos::View<unsigned*, Kokkos::DefaultHostExecutionSpace::memory_space>;

void rank_with_share(yoke::Hybrid<> const& hybrid, HostArray const& successor, double host_share) {
  HostArray const rank("rank", successor.size());
  yoke::Timeline timeline;
  yoke::ListRankOptions options;
  options.split = yoke::Split(host_share);
  options.timeline = &timeline;
  yoke::list_rank(hybrid, successor, rank, options);
  // Throws where a rank is wrong.
  yoke::validate_ranks(Kokkos::DefaultHostExecutionSpace(), successor, rank);
  std::cout << "host's share " << host_share << ": device busy for "
            << timeline.busy_seconds(yoke::Lane::device) * 1e3 << " ms, host for "
            << timeline.busy_seconds(yoke::Lane::host) * 1e3 << " ms; every rank is right\n";
}

}  // namespace

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  HostArray const successor("successor", 1 << 20);
  yoke::generate_lists(Kokkos::DefaultHostExecutionSpace(), successor);
  yoke::Hybrid<> const hybrid;  // the GPU and the cores; without a GPU, two halves of the cores
  for (double const host_share : {0.0, 0.5, 1.0}) rank_with_share(hybrid, successor, host_share);
}
