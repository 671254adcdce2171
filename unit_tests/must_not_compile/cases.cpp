// Mistakes that users make, and what the compiler must say of each: the text after "// says:" has
// to be in its output. All in one file, because most of the time goes into reading Kokkos.

#include <cstdint>
#include <string>

#include "yoke/all_pairs_distances.hpp"
#include "yoke/bfs.hpp"
#include "yoke/connected_components.hpp"
#include "yoke/euler_tour.hpp"
#include "yoke/generate.hpp"
#include "yoke/generate_graph.hpp"
#include "yoke/graph.hpp"
#include "yoke/histogram.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/list_ranking.hpp"
#include "yoke/list_scan.hpp"
#include "yoke/pipeline.hpp"
#include "yoke/pruned_bfs.hpp"
#include "yoke/pruned_components.hpp"
#include "yoke/rows.hpp"
#include "yoke/sort.hpp"
#include "yoke/sort_comparator.hpp"
#include "yoke/unique.hpp"
#include "yoke/validate_bfs.hpp"
#include "yoke/validate_components.hpp"
#include "yoke/validate_ranks.hpp"

using Space = Kokkos::DefaultExecutionSpace;
using Narrow = Kokkos::View<std::uint32_t*, Space>;
using Wide = Kokkos::View<std::uint64_t*, Space>;
using Pairs = Kokkos::View<std::uint32_t* [2], Space>;
using Graph = yoke::Graph<std::uint32_t, std::uint32_t, Space::memory_space>;

template <class T>
T& any();

struct Sum {
  KOKKOS_FUNCTION std::uint32_t operator()(std::uint32_t a, std::uint32_t b) const { return a + b; }
};

// Made like a graph in part.
struct NoRows {};
template <>
struct yoke::GraphTraits<NoRows> {};
struct WrongRows {};
template <>
struct yoke::GraphTraits<WrongRows> {
  static Narrow rows(WrongRows const&) { return Narrow(); }
};

// An execution space that the library knows nothing of, as HIP and SYCL are to it.
struct Elsewhere {
  using execution_space = Elsewhere;
  using memory_space = Kokkos::HostSpace;
  using device_type = Kokkos::Device<Elsewhere, Kokkos::HostSpace>;
  using size_type = std::size_t;
  using array_layout = Kokkos::LayoutRight;
  using scratch_memory_space = Kokkos::ScratchMemorySpace<Elsewhere>;
};

void list_ranking() {
  // says: yoke: the first argument must be an instance of Kokkos::Serial, OpenMP, Threads or Cuda
  any<yoke::ListRankPlan<Elsewhere, std::uint32_t>>().algorithm();
  // says: yoke: the executor's type is const
  any<yoke::ListRankPlan<Space const, std::uint32_t>>().algorithm();
  // says: deleted (function|constructor)[^y]*yoke::ListRankPlan
  yoke::ListRankPlan<yoke::Hybrid<>, std::uint32_t>(yoke::Hybrid<>(), 10);
  // says: yoke::ListRankPlan: Index must be a 32- or 64-bit integer
  any<yoke::ListRankPlan<Space, float>>().algorithm();
  // says: yoke: arguments must be one-dimensional Views
  yoke::list_rank(Space(), any<Pairs>(), any<Narrow>());
  // says: yoke: arguments must hold integers of one width
  yoke::list_rank(Space(), any<Narrow>(), any<Wide>());
  // says: Arguments::rank
  yoke::list_rank(Space(), any<Narrow>(), any<Pairs>());
  // says: yoke::validate_ranks: successor and rank must be 32- or 64-bit integers of one width
  yoke::validate_ranks(Space(), any<Narrow>(), any<Wide>());
}

void scans_and_tours() {
  // says: yoke::list_scan: successor must hold 32- or 64-bit integers
  yoke::list_scan(Space(), any<Kokkos::View<short*, Space>>(), any<Narrow>(), any<Narrow>(), Sum(),
                  0u);
  // says: yoke::list_scan: value and result must be one-dimensional Views
  yoke::list_scan(Space(), any<Narrow>(), any<Pairs>(), any<Narrow>(), Sum(), 0u);
  // says: ListToArray<[^>]*>::Arguments::order
  yoke::list_to_array(Space(), any<Narrow>(), any<Wide>());
  // says: ParentTour<[^>]*>::Arguments::successor
  yoke::euler_tour(Space(), any<Narrow>(), any<Wide>());
  // says: yoke::euler_tour: edges must be a View of pairs
  yoke::euler_tour(Space(), any<Narrow>(), any<Narrow>(), any<Narrow>());
  // says: ForestArguments<[^>]*>::output
  yoke::root_forest(Space(), any<Pairs>(), any<Narrow>(), any<Wide>());
}

void graphs() {
  // says: yoke::Graph: Offset may not be narrower than Vertex
  any<yoke::Graph<std::uint64_t, std::uint32_t>>().vertices();
  // says: yoke::Graph: Vertex and Offset must be 32- or 64-bit integers
  any<yoke::Graph<short, std::uint32_t>>().vertices();
  // says: yoke::generate_edges: Vertex must be a 32- or 64-bit integer
  yoke::generate_edges<short>(Space(), yoke::RmatShape());
  // says: Arguments::label
  yoke::connected_components(Space(), any<Graph>(), any<Wide>());
  // says: deleted (function|constructor)[^y]*yoke::ConnectedComponentsPlan
  yoke::ConnectedComponentsPlan<yoke::Hybrid<>, std::uint32_t>(yoke::Hybrid<>(), 10, 10);
  // says: Arguments::level
  yoke::bfs(Space(), any<Graph>(), 0, any<Wide>());
  // says: Arguments::sources
  yoke::bfs(Space(), any<Graph>(), any<Pairs>(), any<Narrow>());
  // says: deleted (function|constructor)[^y]*yoke::BfsPlan
  yoke::BfsPlan<yoke::Hybrid<>, std::uint32_t>(yoke::Hybrid<>(), 10, 10);
  // says: yoke::validate_bfs: level, parent and sources must be integers as wide as Vertex
  yoke::validate_bfs(Space(), any<Graph>(), 0, any<Wide>(), any<Wide>());
  // says: yoke::validate_components: label, from and to must be one-dimensional Views of integers
  yoke::validate_components(Space(), any<Graph>(), any<Wide>());
}

void pruned_graphs() {
  auto const& pruned = any<yoke::PrunedGraph<std::uint32_t, std::uint32_t, Space::memory_space>>();
  // says: yoke: sources and results of a pruned graph must be one-dimensional Views of integers as
  yoke::bfs(Space(), pruned, any<Wide>(), any<Narrow>());
  // says: yoke: sources and results of a pruned graph must be one-dimensional Views of integers as
  yoke::connected_components(Space(), pruned, any<Wide>());
  // says: yoke: a pruned graph is taken by bfs of <yoke/pruned_bfs.hpp>, by connected_components
  yoke::validate_bfs(Space(), pruned, 0, any<Narrow>(), any<Narrow>());
}

void sorts() {
  // says: yoke::SortPlan: Key must be an integer of 8 to 64 bits, float or double
  yoke::sort(Space(), any<Kokkos::View<long double*, Space>>());
}

void what_is_not_like_a_graph() {
  // says: yoke: the graph is neither a yoke::Graph nor graph-like; yoke::GraphTraits of its type
  yoke::connected_components(Space(), any<std::string>(), any<Narrow>());
  // says: check_graph_like[^N]*NoRows
  yoke::bfs(Space(), any<NoRows>(), 0, any<Narrow>());
  // says: check_graph_like[^W]*WrongRows
  yoke::validate_bfs(Space(), any<WrongRows>(), 0, any<Narrow>(), any<Narrow>());
  // says: yoke::rows: offsets and entries must be one-dimensional Views of integers
  yoke::rows(any<Narrow>(), any<Kokkos::View<double*, Space>>());
  // says: yoke::BfsPlan: the graph is not of the plan's types
  any<yoke::BfsPlan<Space, std::uint32_t>>()(yoke::rows(any<Wide>(), any<Wide>()), 0, any<Wide>());
}

void sorts_by_a_comparator() {
  // says: yoke::sort: the comparator must be callable as comparator\(key, other_key\)
  yoke::sort(Space(), any<Narrow>(), any<std::string>());
  // says: yoke::sort: arguments must be one-dimensional Views
  yoke::argsort(Space(), any<Narrow>(), Sum(), any<Pairs>());
  // says: yoke::payloads: payloads are written
  yoke::payloads(any<Kokkos::View<int const*, Space>>());
  // says: deleted (function|constructor)[^y]*yoke::ComparatorSortPlan
  yoke::ComparatorSortPlan<yoke::Hybrid<>, float>(yoke::Hybrid<>(), 10);
}

void runs_of_equal_keys() {
  // says: yoke::unique: keys and unique_keys must be one-dimensional Views
  yoke::unique(Space(), any<Pairs>(), any<Narrow>());
  // says: yoke::unique: counts must have one dimension
  yoke::unique(Space(), any<Narrow>(), any<Narrow>(), any<Pairs>());
}

void histograms() {
  // says: yoke::histogram: counts must hold 64-bit integers
  yoke::histogram(Space(), any<Narrow>(), yoke::by_label, any<Narrow>());
  // says: Arguments::counts
  yoke::histogram(Space(), any<Narrow>(), any<Narrow>(), any<Narrow>());
}

void hybrids() {
  // says: deleted (function|constructor)[^y]*yoke::AllPairsPlan
  yoke::AllPairsPlan<yoke::Hybrid<>, float>(yoke::Hybrid<>(), 10);
  // says: yoke::Hybrid: Device and Host must be Kokkos execution spaces
  any<yoke::Hybrid<int, Kokkos::DefaultHostExecutionSpace>>().host_threads();
  // says: yoke::Pipeline: T is copied as bytes
  any<yoke::Pipeline<std::string>>().blocks();
  // says: deleted (function|constructor)[^y]*yoke::Pipeline
  yoke::Pipeline<int>(yoke::Hybrid<>(), {10, 10});
  // says: yoke::FeedPipeline: T is copied as bytes
  any<yoke::FeedPipeline<std::string>>().block_capacity();
  // says: deleted (function|constructor)[^y]*yoke::FeedPipeline
  yoke::FeedPipeline<int>(yoke::Hybrid<>(), 10);
}
