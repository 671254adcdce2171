// Components of a graph of which each rank of MPI has some edges: v - v + 1000, for all v. Vertices
// whose numbers end in the same three digits are a component.
#include <iostream>
#include <yoke/connected_components.hpp>
#include <yoke/mpi/graph.hpp>

bool labels(yoke::Distributed<Kokkos::DefaultExecutionSpace> const& cluster) {
  unsigned const components = 1000, n = 200000, ranks = cluster.ranks(), rank = cluster.rank();
  unsigned const edges = (n - components) / ranks + (rank < (n - components) % ranks);
  Kokkos::View<unsigned*> const from("from", edges), to("to", edges);
  Kokkos::parallel_for(
      "edges", Kokkos::RangePolicy(cluster.exec(), 0, edges), KOKKOS_LAMBDA(unsigned i) {
        from(i) = i * ranks + rank;  // any rank may have any edge
        to(i) = from(i) + components;
      });
  auto const graph = yoke::build_graph(cluster, yoke::EdgeList<unsigned>{n, from, to});
  Kokkos::View<unsigned*> const label("label", graph.own_vertices());
  std::size_t const found = yoke::connected_components(cluster, graph, label);

  unsigned wrong = 0, first = graph.first_vertex();
  Kokkos::parallel_reduce(
      "check", Kokkos::RangePolicy(cluster.exec(), 0, label.extent(0)),
      KOKKOS_LAMBDA(unsigned i, unsigned& sum) { sum += label(i) != (first + i) % components; },
      wrong);
  if (rank == 0) std::cout << found << " components of " << n << " vertices\n";
  return wrong == 0 && found == components;
}

int main(int argc, char** argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  bool right = false;
  {
    Kokkos::ScopeGuard const kokkos(argc, argv);
    right = labels(yoke::Distributed<Kokkos::DefaultExecutionSpace>(MPI_COMM_WORLD));
  }
  MPI_Finalize();
  return right ? 0 : 1;
}
