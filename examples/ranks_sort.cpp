// Sorts keys of which each rank of MPI has a part: the ranks' parts, one after the other, ascend.
#include <algorithm>
#include <iostream>
#include <yoke/fill.hpp>
#include <yoke/mpi/distributed.hpp>
#include <yoke/sort.hpp>

bool sorts(yoke::Distributed<Kokkos::DefaultExecutionSpace> const& cluster) {
  std::size_t const each = 100000, n = each * cluster.ranks();
  Kokkos::View<unsigned*> const keys("keys", each);  // this rank's part
  yoke::fill(cluster, keys, yoke::Philox(9));        // the same numbers for any number of ranks
  yoke::sort(cluster, keys);

  // All numbers once more, on each rank's host, sorted by the standard library.
  Kokkos::View<unsigned*, Kokkos::HostSpace> const all("all", n);
  yoke::fill(Kokkos::DefaultHostExecutionSpace(), all, yoke::Philox(9));
  std::sort(all.data(), all.data() + n);
  auto const sorted = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), keys);
  std::cout << "rank " + std::to_string(cluster.rank()) + " has the keys from " +
                   std::to_string(sorted(0)) + " to " + std::to_string(sorted(each - 1)) + "\n";
  return std::equal(sorted.data(), sorted.data() + each, all.data() + each * cluster.rank());
}

int main(int argc, char** argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  bool right = false;
  {
    Kokkos::ScopeGuard const kokkos(argc, argv);
    right = sorts(yoke::Distributed<Kokkos::DefaultExecutionSpace>(MPI_COMM_WORLD));
  }
  MPI_Finalize();
  return right ? 0 : 1;
}
