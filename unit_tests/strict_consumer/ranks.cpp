#include <every_header.hpp>
#include <every_header_of_ranks.hpp>

// The same over ranks.

namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Cluster = yoke::Distributed<Exec>;
template <class T>
Kokkos::View<T*, Exec> array() {
  return Kokkos::View<T*, Exec>("array", 10);
}

struct Less {
  template <class Key>
  KOKKOS_FUNCTION bool operator()(Key const& one, Key const& other) const {
    return one < other;
  }
};
struct Add {
  template <class Value>
  KOKKOS_FUNCTION Value operator()(Value const& one, Value const& other) const {
    return static_cast<Value>(one + other);
  }
};

template <class Key>
void sort(Cluster const& cluster, yoke::Distributed<yoke::Hybrid<>> const& hybrids) {
  auto const keys = array<Key>();
  Kokkos::View<Key*, Kokkos::HostSpace> const on_host("on host", 10);
  yoke::sort(hybrids, on_host);
  yoke::sort_by_key(hybrids, on_host, on_host);
  yoke::sort(cluster, keys);
  yoke::sort_by_key(cluster, keys, array<double>());
  yoke::sort_by_key(cluster, keys, yoke::payloads(array<char>(), array<short>()));
  yoke::argsort(cluster, keys, array<std::int32_t>());
  yoke::sort(cluster, keys, Less());
  yoke::sort_by_key(cluster, keys, yoke::payloads(array<char>(), array<short>()), Less());
  yoke::argsort(cluster, keys, Less(), array<std::uint64_t>());
}

template <class Index>
void lists(Cluster const& cluster) {
  auto const successor = array<Index>();
  yoke::list_rank(cluster, successor, array<Index>());
  yoke::list_rank(cluster, successor, array<Index>(), array<Index>());
  yoke::list_scan(cluster, successor, array<double>(), array<double>(), Add(), 0.0);
  yoke::list_scan(cluster, successor, array<short>(), array<short>(), Add(), short(0));
}

template <class Value>
void count(Cluster const& cluster) {
  auto const counts = array<std::uint64_t>();
  yoke::fill(cluster, array<Value>(), yoke::Philox(1));
  yoke::fill(cluster, array<Value>(), yoke::ExpanderStreams(1));
  yoke::histogram(cluster, array<Value>(), yoke::EvenBins<Value>{Value(0), Value(9)}, counts);
  yoke::histogram(cluster, array<Value>(), array<Value>(), counts);
}

template <class Vertex, class Offset>
void graphs(Cluster const& cluster) {
  auto const edges = yoke::generate_edges<Vertex>(cluster, yoke::RmatShape());
  auto const graph = yoke::build_graph<Offset>(cluster, edges);
  auto const label = array<Vertex>();
  yoke::connected_components(cluster, graph, label);
  yoke::spanning_forest(cluster, graph, label, label, label);
  yoke::bfs(cluster, graph, 0, label, label);
  yoke::bfs(cluster, graph, label, label);
  yoke::read_graph<std::make_unsigned_t<Vertex>, std::make_unsigned_t<Offset>>(cluster, "a.sg");
}

}  // namespace

void use_everything_over_ranks() {
  yoke::Hybrid<> const hybrid;
  Cluster const cluster(MPI_COMM_WORLD);
  yoke::Distributed<yoke::Hybrid<>> const hybrids(MPI_COMM_WORLD, hybrid);
  sort<std::int32_t>(cluster, hybrids);
  sort<double>(cluster, hybrids);
  yoke::Strings const strings(array<char>(), array<std::int32_t>());
  yoke::sort_strings(cluster, strings, array<std::uint32_t>());
  lists<std::int32_t>(cluster);
  lists<std::uint64_t>(cluster);
  count<float>(cluster);
  count<std::uint64_t>(cluster);
  yoke::histogram(cluster, array<std::int32_t>(), yoke::by_label, array<std::int64_t>());
  graphs<std::int32_t, std::int64_t>(cluster);
  graphs<std::uint64_t, std::uint64_t>(cluster);
  yoke::Tissue const tissue;
  yoke::PhotonGrid const grid{};
  yoke::simulate_photons(cluster, tissue, grid, 10,
                         yoke::PhotonTallies<Exec::memory_space>(tissue, grid));
  yoke::write_trace(cluster, "trace.json", yoke::Timeline());
}
