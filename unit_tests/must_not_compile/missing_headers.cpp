// Calls whose overload is in a header that the file does not include: the compiler names it.
// never says: no matching function

#include <cstdint>
#include <filesystem>

#include "yoke/graph_io.hpp"
#include "yoke/payloads.hpp"
#include "yoke/sort.hpp"
#include "yoke/weighted_graph.hpp"

using Space = Kokkos::DefaultExecutionSpace;
using Keys = Kokkos::View<std::uint32_t*, Space>;
using Graph = yoke::WeightedGraph<std::uint32_t, std::uint32_t, float, Kokkos::HostSpace>;

template <class T>
T& any();

struct Descending {
  KOKKOS_FUNCTION bool operator()(std::uint32_t a, std::uint32_t b) const { return b < a; }
};

void sorts() {
  // says: yoke::sort: include <yoke/sort_comparator.hpp> to sort by a comparator
  yoke::sort(Space(), any<Keys>(), Descending(), {.validate = true});
  // says: yoke::argsort: include <yoke/sort_comparator.hpp> to order by a comparator
  yoke::argsort(Space(), any<Keys>(), Descending(), any<Keys>());
}

void sorts_with_payloads() {
  // says: yoke::sort_by_key: include <yoke/sort_comparator.hpp> to sort by a comparator
  yoke::sort_by_key(Space(), any<Keys>(), any<Keys>(), Descending());
  yoke::sort_by_key(Space(), any<Keys>(), yoke::payloads(any<Keys>(), any<Keys>()), Descending());
}

void weights() {
  // says: yoke::write_graph: include <yoke/weighted_graph_io.hpp> to write the weights
  yoke::write_graph("graph.mtx", any<Graph>());
  yoke::write_graph(any<yoke::OutputFile>(), any<Graph>(), {});
}
