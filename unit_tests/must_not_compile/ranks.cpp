// Mistakes that users make with ranks, and what the compiler must say of each: the text after
// "// says:" has to be in its output.

#include <cstdint>

#include "yoke/bfs.hpp"
#include "yoke/eccentricities.hpp"
#include "yoke/fill.hpp"
#include "yoke/graph.hpp"
#include "yoke/list_ranking.hpp"
#include "yoke/mpi/graph.hpp"
#include "yoke/mpi/graph_io.hpp"
#include "yoke/mpi/weighted_graph.hpp"
#include "yoke/prune.hpp"
#include "yoke/sort.hpp"
#include "yoke/sort_segments.hpp"

using Space = Kokkos::DefaultExecutionSpace;
using Ranks = yoke::Distributed<Space>;
using HybridRanks = yoke::Distributed<yoke::Hybrid<>>;
using Narrow = Kokkos::View<std::uint32_t*, Space>;

template <class T>
T& any();

void what_ranks_cannot_share_out(Narrow const& numbers) {
  // says: PlanCore<yoke::detail::sorting::SortSegments<[^>]*>, yoke::Distributed
  // says: yoke: several ranks cannot share this out yet
  any<yoke::detail::PlanCore<yoke::detail::sorting::SortSegments<std::uint32_t>, Ranks>>().run({});
  // says: PlanCore<yoke::detail::filling::Fill<[^>]*>, yoke::Distributed<yoke::Hybrid
  // says: yoke: ranks that are Hybrids cannot share this out
  yoke::fill(any<HybridRanks>(), numbers, yoke::Philox(1));
  // says: yoke::sort_by_key: ranks that are Hybrids take one View of values
  yoke::sort_by_key(any<HybridRanks>(), numbers, yoke::payloads(numbers));
}

void arguments_of_ranks(Narrow const& numbers) {
  // says: no matching function for call to [^a-z]*bfs\(
  yoke::bfs(any<Ranks>(), any<yoke::Graph<>>(), 0, numbers);
  // says: yoke: arguments must hold integers of one width
  yoke::list_rank(any<Ranks>(), numbers, Kokkos::View<std::uint64_t*, Space>());
}

void pruned_graphs_of_ranks(Narrow const& numbers) {
  using Pruned = yoke::DistributedPrunedGraph<unsigned, unsigned, Space::memory_space>;
  // says: yoke: on ranks a pruned graph is taken by bfs of <yoke/pruned_bfs.hpp>
  yoke::eccentricities(any<Ranks>(), any<Pruned>(), numbers);
  // says: yoke::prune: on ranks include <yoke/mpi/graph.hpp>, and pass a yoke::DistributedGraph
  yoke::prune(any<Ranks>(), any<yoke::Graph<>>());
}

void weights_of_ranks(std::function<yoke::OutputFile&(std::uint64_t)> const& open_from) {
  using Graph = yoke::DistributedWeightedGraph<unsigned, unsigned, float, Kokkos::HostSpace>;
  // says: yoke::write_graph: include <yoke/mpi/weighted_graph_io.hpp> to write the weights
  yoke::write_graph(any<Ranks>(), open_from, any<Graph>(), {});
}
