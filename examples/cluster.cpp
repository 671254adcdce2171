#include <iostream>
#include <yoke/fill.hpp>
#include <yoke/histogram.hpp>
#include <yoke/mpi/distributed.hpp>

int main(int argc, char** argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);  // Kokkos has threads of its own
  {
    Kokkos::ScopeGuard const kokkos(argc, argv);  // each rank of a node takes a GPU of its own
    yoke::Distributed<Kokkos::DefaultExecutionSpace> const cluster(MPI_COMM_WORLD);
    Kokkos::View<float*> const numbers("numbers", 1 << 20);  // this rank's part
    Kokkos::View<std::uint64_t*> const counts("counts", 10);
    yoke::fill(cluster, numbers, yoke::Philox(1));
    std::size_t const all = yoke::histogram(cluster, numbers, yoke::EvenBins{0.f, 1.f}, counts);
    if (cluster.rank() == 0) std::cout << all << " numbers on " << cluster.ranks() << " ranks\n";
  }
  MPI_Finalize();
}
