// A search of a graph of which each rank of MPI has the rows of its own vertices: a circle.
#include <algorithm>
#include <iostream>
#include <yoke/bfs.hpp>
#include <yoke/mpi/graph.hpp>

bool searches(yoke::Distributed<Kokkos::DefaultExecutionSpace> const& cluster) {
  int const ranks = cluster.ranks(), each = 100, n = each * ranks, first = each * cluster.rank();
  Kokkos::View<int*> const offsets("offsets", each + 1), neighbours("neighbours", 2 * each);
  Kokkos::parallel_for(
      "rows", Kokkos::RangePolicy(cluster.exec(), 0, each + 1), KOKKOS_LAMBDA(int row) {
        offsets(row) = 2 * row;  // of this rank, from 0
        if (row == each) return;
        neighbours(2 * row) = (first + row + n - 1) % n;  // of all ranks
        neighbours(2 * row + 1) = (first + row + 1) % n;
      });
  cluster.exec().fence();
  yoke::DistributedGraph<int> const graph(cluster, yoke::GraphKind::symmetric, offsets, neighbours);
  Kokkos::View<int*> const level("level", each);
  std::size_t const reached = yoke::bfs(cluster, graph, 0, level);  // from vertex 0 of all

  auto const levels = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), level);
  int wrong = 0;
  for (int i = 0; i < each; ++i) wrong += levels(i) != std::min(first + i, n - first - i);
  if (first == 0) std::cout << reached << " vertices reached by " << ranks << " ranks\n";
  return wrong == 0 && reached == std::size_t(n);
}

int main(int argc, char** argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  bool right = false;
  {
    Kokkos::ScopeGuard const kokkos(argc, argv);
    right = searches(yoke::Distributed<Kokkos::DefaultExecutionSpace>(MPI_COMM_WORLD));
  }
  MPI_Finalize();
  return right ? 0 : 1;
}
