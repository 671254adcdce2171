#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "support/photon_cases.hpp"
#include "support/tools.hpp"
#include "yoke/all_pairs_distances.hpp"
#include "yoke/bfs.hpp"
#include "yoke/closeness.hpp"
#include "yoke/connected_components.hpp"
#include "yoke/eccentricities.hpp"
#include "yoke/euler_tour.hpp"
#include "yoke/expander.hpp"
#include "yoke/fill.hpp"
#include "yoke/generate.hpp"
#include "yoke/generate_graph.hpp"
#include "yoke/generate_strings.hpp"
#include "yoke/histogram.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/keep_workspace.hpp"
#include "yoke/list_ranking.hpp"
#include "yoke/list_scan.hpp"
#include "yoke/minimum_spanning_forest.hpp"
#include "yoke/partition.hpp"
#include "yoke/photons.hpp"
#include "yoke/shortest_paths.hpp"
#include "yoke/sort.hpp"
#include "yoke/sort_comparator.hpp"
#include "yoke/sort_segments.hpp"
#include "yoke/sort_strings.hpp"
#include "yoke/top_k.hpp"
#include "yoke/unique.hpp"

// A plain call whose memory is kept allocates nothing, once there has been one like it; and without
// yoke::KeepWorkspace it leaves nothing behind.

namespace {

constexpr std::uint32_t n = 20000;
constexpr std::uint32_t side = 20;  // of a grid, for calls that search from every vertex

struct Sum {
  KOKKOS_FUNCTION std::uint32_t operator()(std::uint32_t a, std::uint32_t b) const { return a + b; }
};
struct Greater {
  KOKKOS_FUNCTION bool operator()(std::uint32_t a, std::uint32_t b) const { return a > b; }
};

struct Call {
  std::string name;
  std::function<void()> run;
};

template <class Memory>
struct Inputs {
  using Exec = typename Memory::execution_space;
  using Words = Kokkos::View<std::uint32_t*, Memory>;
  using Offsets = Kokkos::View<std::uint64_t*, Memory>;
  using Graph = yoke::Graph<std::uint32_t, std::uint32_t, Memory>;

  static auto strings_of(std::uint32_t count) {
    return yoke::generate_strings<std::uint32_t, Memory>(
        Exec(), yoke::StringShape{.strings = count, .longest = 40, .seed = 1});
  }

  Words successor{"successor", n}, keys{"keys", n}, values{"values", n}, few{"few", side*side};
  Words from{"from", n}, to{"to", n}, tour{"tour", 2 * n}, parent{"parent", n};
  Kokkos::View<float*, Memory> distance{"distance", n};
  Kokkos::View<double*, Memory> closeness{"closeness", side* side};
  Kokkos::View<float**, Kokkos::LayoutRight, Memory> distances{"distances", side* side, side* side};
  Offsets counts{"counts", 1}, offsets{"offsets", 3};
  Words bounds{"bounds", 2};
  decltype(strings_of(0)) strings = strings_of(n);
  photon_cases::Case slab = photon_cases::slab();
  yoke::PhotonTallies<Memory> tallies{slab.tissue, slab.grid};
  Graph graph, grid;
  yoke::WeightedGraph<std::uint32_t, std::uint32_t, float, Memory> weighted, weighted_grid;

  Inputs() {
    yoke::generate_lists(Exec(), successor);
    graph = yoke::build_graph(
        Exec(), yoke::generate_edges<std::uint32_t, Memory>(
                    Exec(), yoke::UniformShape{.vertices = n, .edges = 4 * n, .seed = 1}));
    grid = yoke::build_graph(
        Exec(), yoke::generate_edges<std::uint32_t, Memory>(
                    Exec(), yoke::GridShape{.width = side, .height = side, .seed = 1}));
    weighted = weights_of(graph);
    weighted_grid = weights_of(grid);
    Kokkos::deep_copy(Kokkos::subview(bounds, 1), ~0u);
    Kokkos::deep_copy(Kokkos::subview(offsets, 1), n / 2);
    Kokkos::deep_copy(Kokkos::subview(offsets, 2), n);
  }
  static auto weights_of(Graph const& graph) {
    Kokkos::View<float*, Memory> const ones("ones", graph.arcs());
    Kokkos::deep_copy(ones, 1.f);
    return yoke::WeightedGraph<std::uint32_t, std::uint32_t, float, Memory>{
        yoke::unchecked, graph.kind(), graph.offsets(), graph.neighbours(), ones};
  }
};

// What runs on any executor. The executor and the inputs must outlive the calls.
template <class Executor, class Memory>
std::vector<Call> calls_on(Executor const& exec, Inputs<Memory> const& a,
                           yoke::Split const& split = yoke::Split::automatic()) {
  return {
      {"list_rank", [&, split] { yoke::list_rank(exec, a.successor, a.values, {.split = split}); }},
      {"connected_components",
       [&, split] { yoke::connected_components(exec, a.graph, a.values, {.split = split}); }},
      {"spanning_forest",
       [&, split] {
         yoke::spanning_forest(exec, a.graph, a.values, a.from, a.to, {.split = split});
       }},
      {"minimum_spanning_forest",
       [&, split] {
         yoke::minimum_spanning_forest(exec, a.weighted, a.from, a.to, a.distance,
                                       {.split = split});
       }},
      {"bfs", [&, split] { yoke::bfs(exec, a.graph, 0, a.values, a.parent, {.split = split}); }},
      {"closeness", [&, split] { yoke::closeness(exec, a.grid, a.closeness, {.split = split}); }},
      {"fill and sort",
       [&, split] {
         yoke::fill(exec, a.keys, yoke::Philox(1), {.split = split});
         yoke::sort(exec, a.keys, {.split = split});
       }},
      {"fill and sort_by_key",
       [&, split] {
         yoke::fill(exec, a.keys, yoke::ExpanderStreams(1), {.split = split});
         yoke::sort_by_key(exec, a.keys, a.values, {.split = split});
       }},
      {"argsort", [&, split] { yoke::argsort(exec, a.keys, a.values, {.split = split}); }},
      {"sort by a comparator",
       [&, split] { yoke::sort(exec, a.keys, Greater(), {.split = split}); }},
      {"sort_segments",
       [&, split] { yoke::sort_segments(exec, a.offsets, a.keys, {.split = split}); }},
      {"top_k", [&, split] { yoke::top_k(exec, a.keys, a.few, {.split = split}); }},
      {"sort_strings",
       [&, split] { yoke::sort_strings(exec, a.strings, a.values, {.split = split}); }},
      {"histogram of even bins",
       [&, split] {
         yoke::histogram(exec, a.keys, yoke::EvenBins<std::uint32_t>{0, ~0u}, a.counts,
                         {.split = split});
       }},
      {"histogram between bounds",
       [&, split] { yoke::histogram(exec, a.keys, a.bounds, a.counts, {.split = split}); }},
      {"simulate_photons",
       [&, split] {
         yoke::simulate_photons(exec, a.slab.tissue, a.slab.grid, 1000, a.tallies,
                                {.split = split});
       }},
  };
}

// What a share does not cut.
template <class Executor, class Memory>
std::vector<Call> calls_of_one_side_on(Executor const& exec, Inputs<Memory> const& a) {
  return {
      {"shortest_paths", [&] { yoke::shortest_paths(exec, a.weighted, 0, a.distance, a.parent); }},
      {"eccentricities", [&] { yoke::eccentricities(exec, a.grid, a.few); }},
      {"all_pairs_distances of a graph",
       [&] { yoke::all_pairs_distances(exec, a.weighted_grid, a.distances); }},
      {"all_pairs_distances of a matrix", [&] { yoke::all_pairs_distances(exec, a.distances); }},
  };
}

// What runs on one space alone.
template <class Space, class Memory>
std::vector<Call> calls_of_spaces_on(Space const& exec, Inputs<Memory> const& a) {
  return {
      {"list_scan", [&] { yoke::list_scan(exec, a.successor, a.keys, a.values, Sum(), 0u); }},
      {"list_to_array", [&] { yoke::list_to_array(exec, a.successor, a.values); }},
      {"euler_tour", [&] { yoke::euler_tour(exec, a.successor, a.tour); }},
      {"unique", [&] { yoke::unique(exec, a.keys, a.values); }},
      {"partition",
       [&] {
         Kokkos::deep_copy(exec, a.parent, 1u);
         yoke::partition(exec, a.keys, a.parent, 2, a.values, a.offsets);
       }},
  };
}

void expect_nothing_new(std::vector<Call> const& calls) {
  for (int time = 0; time < 2; ++time) {
    for (auto const& call : calls) call.run();
  }
  for (auto const& call : calls) {
    yoke_test::AllocationRecorder const recorder;
    call.run();
    EXPECT_THAT(recorder.labels(), testing::IsEmpty()) << call.name;
  }
}

void expect_nothing_left(std::vector<Call> const& calls) {
  for (auto const& call : calls) {
    call.run();
    yoke_test::AllocationRecorder const recorder;
    call.run();
    EXPECT_FALSE(recorder.labels().empty()) << call.name;
    EXPECT_EQ(recorder.held_bytes(), 0u) << call.name;
  }
}

constexpr std::size_t bytes = std::size_t(1) << 30;

template <class Space>
class PlainCallsOf : public testing::Test {};
template <class First, class... Spaces>
using Types = testing::Types<Spaces...>;
#define YOKE_SPACE(Space) , Space
TYPED_TEST_SUITE(PlainCallsOf, Types<void YOKE_FOR_EACH_SPACE(YOKE_SPACE)>);

TYPED_TEST(PlainCallsOf, TakeNothingNewWhereMemoryIsKept) {
  TypeParam const exec;
  Inputs<typename TypeParam::memory_space> const inputs;
  yoke::KeepWorkspace<TypeParam> const keep(exec, bytes);
  expect_nothing_new(calls_on(exec, inputs));
  expect_nothing_new(calls_of_one_side_on(exec, inputs));
  expect_nothing_new(calls_of_spaces_on(exec, inputs));
}

TEST(PlainCalls, OfAHybridTakeNothingNewWhereMemoryIsKept) {
  yoke::Hybrid<> const hybrid;
  Inputs<Kokkos::HostSpace> const inputs;
  yoke::KeepWorkspace<yoke::Hybrid<>> const keep(hybrid, bytes);
  for (double const share : {0.0, 0.4, 1.0}) {
    SCOPED_TRACE("share " + std::to_string(share));
    expect_nothing_new(calls_on(hybrid, inputs, yoke::Split(share)));
  }
  expect_nothing_new(calls_of_one_side_on(hybrid, inputs));
}

TYPED_TEST(PlainCallsOf, LeaveNothingBehind) {
  TypeParam const exec;
  Inputs<typename TypeParam::memory_space> const inputs;
  expect_nothing_left(calls_of_spaces_on(exec, inputs));
}

}  // namespace
