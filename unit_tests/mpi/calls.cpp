#include "mpi/calls.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "mpi/support.hpp"

// Ranks that make different calls: every call beside every other one.

namespace {

// What messages say of calls begins so. The rounds that they take on 2 and 3 ranks, with these
// arguments: a change may lower them, and then lowers these numbers. Comparing calls is no round
// more. In write_trace it has taken the place of the barrier, which counts.
struct Rounds {
  std::string_view call;
  std::uint64_t most;
};
constexpr Rounds most_rounds[] = {
    {"makes the plan of ", 1},
    {"calls yoke::sort of std::int64_t", 15},
    {"calls yoke::sort of (anonymous namespace)::Pair", 8},
    {"calls yoke::sort of ", 11},
    {"calls yoke::sort_by_key of float with payloads of double by ", 10},
    {"calls yoke::sort_by_key of float with payloads of ", 15},
    {"calls yoke::sort_by_key of ", 12},
    {"calls yoke::argsort of double and std::uint64_t by ", 11},
    {"calls yoke::argsort of ", 14},
    {"calls yoke::sort_strings of ", 16},
    {"calls yoke::fill of ", 3},
    {"calls yoke::histogram of ", 2},
    {"calls yoke::simulate_photons", 2},
    {"calls yoke::list_rank of std::uint32_t and std::uint32_t with heads", 10},
    {"calls yoke::list_rank of std::uint64_t and std::uint64_t with heads", 10},
    {"calls yoke::list_rank of ", 7},
    {"calls yoke::list_scan of ", 51},
    {"calls yoke::build_graph of std::uint32_t, ", 8},
    {"calls yoke::build_graph of std::uint64_t, ", 8},
    {"calls yoke::build_graph of ", 7},
    {"calls yoke::generate_edges of ", 1},
    {"calls yoke::DistributedGraph of ", 6},
    {"calls yoke::DistributedWeightedGraph of ", 8},
    {"calls yoke::prune of ", 5},
    {"calls yoke::connected_components of std::uint32_t and std::uint32_t of a pruned graph", 26},
    {"calls yoke::spanning_forest of std::uint32_t and std::uint32_t of a pruned graph", 17},
    {"calls yoke::bfs of std::uint32_t and std::uint32_t of a pruned graph from one source", 11},
    {"calls yoke::bfs of std::uint32_t and std::uint32_t of a pruned graph from sources", 16},
    {"calls yoke::connected_components of std::uint64_t and std::uint64_t of a pruned graph", 26},
    {"calls yoke::spanning_forest of std::uint64_t and std::uint64_t of a pruned graph", 17},
    {"calls yoke::bfs of std::uint64_t and std::uint64_t of a pruned graph from one source", 11},
    {"calls yoke::bfs of std::uint64_t and std::uint64_t of a pruned graph from sources", 16},
    {"calls yoke::connected_components of ", 24},
    {"calls yoke::spanning_forest of ", 15},
    {"calls yoke::minimum_spanning_forest of ", 22},
    {"calls yoke::shortest_paths of ", 15},
    {"calls yoke::eccentricities of float", 6},
    {"calls yoke::diameter of float", 6},
    {"calls yoke::closeness of float", 3},
    {"calls yoke::eccentricities of ", 15},
    {"calls yoke::diameter of ", 12},
    {"calls yoke::closeness of ", 10},
    {"calls yoke::bfs of std::uint32_t and std::uint32_t from one source", 7},
    {"calls yoke::bfs of std::uint64_t and std::uint64_t from one source", 7},
    {"calls yoke::bfs of ", 9},
    {"calls yoke::all_pairs_distances of ", 7},
    {"calls yoke::read_graph of ", 8},
    {"calls yoke::read_weighted_graph of ", 8},
    {"calls yoke::write_graph of ", 6},
    {"calls yoke::write_trace", 5},
};

TEST(DifferentCalls, EndWithOneErrorThatSaysWhichRankMadeWhich) {
  Cluster const cluster(MPI_COMM_WORLD);
  if (cluster.ranks() > 3) GTEST_SKIP() << "some 3000 pairs";
  Calls const calls(cluster);
  int const rank = cluster.rank(), last = cluster.ranks() - 1;
  for (auto const& first : calls.all()) {
    first.run();
    if (last == 0) continue;
    for (auto const& other : calls.all()) {
      if (first.says == other.says) continue;
      // The last rank alone makes the other one.
      auto const text = yoke_test::what_is_thrown([&] { (rank == last ? other : first).run(); });
      EXPECT_EQ(text, "yoke::Distributed: all ranks must make the same call: rank 0 " + first.says +
                          ", rank " + std::to_string(last) + " " + other.says);
    }
  }
  // Nothing is left over of them.
  for (auto const& call : calls.all()) call.run();
}

TEST(DifferentCalls, AreInvalidArguments) {
  Cluster const cluster(MPI_COMM_WORLD);
  if (cluster.ranks() == 1) return;
  Array<float> const floats("floats", 3);
  Array<int> const integers("integers", 3);
  auto const sort = [&] {
    cluster.rank() == 0 ? yoke::sort(cluster, floats) : yoke::sort(cluster, integers);
  };
  EXPECT_THROW(sort(), std::invalid_argument);
  // A width alone, where none has any key.
  auto const none = [&] {
    cluster.rank() == 0 ? yoke::sort(cluster, Array<long>()) : yoke::sort(cluster, Array<int>());
  };
  EXPECT_THROW(none(), std::invalid_argument);
}

TEST(DifferentCalls, TakeNoMoreRoundsThanBefore) {
  Cluster const cluster(MPI_COMM_WORLD);
  if (cluster.ranks() > 3) GTEST_SKIP() << "the rounds are those of 2 and 3 ranks";
  Calls const calls(cluster);
  for (auto const& call : calls.all()) {
    call.run();
    auto const* const most = std::ranges::find_if(
        most_rounds, [&](Rounds const& rounds) { return call.says.starts_with(rounds.call); });
    ASSERT_NE(most, std::end(most_rounds)) << call.says;
    EXPECT_LE(cluster.communication().rounds, most->most) << call.says;
    EXPECT_GT(cluster.communication().rounds + (cluster.ranks() == 1), 0u) << call.says;
  }
}

// No two have the same name, so that every pair above is one.
TEST(DifferentCalls, HaveNamesOfTheirOwn) {
  Cluster const cluster(MPI_COMM_WORLD);
  Calls const calls(cluster);
  std::vector<std::string> names;
  for (auto const& call : calls.all()) names.push_back(call.says);
  std::ranges::sort(names);
  EXPECT_TRUE(std::ranges::adjacent_find(names) == names.end());
  EXPECT_GE(names.size(), 50u);
}

}  // namespace
