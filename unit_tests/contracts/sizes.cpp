#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "yoke/bfs.hpp"
#include "yoke/connected_components.hpp"
#include "yoke/euler_tour.hpp"
#include "yoke/fed_expander.hpp"
#include "yoke/fill.hpp"
#include "yoke/generate.hpp"
#include "yoke/generate_graph.hpp"
#include "yoke/generate_strings.hpp"
#include "yoke/histogram.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/list_ranking.hpp"
#include "yoke/list_scan.hpp"
#include "yoke/pipeline.hpp"
#include "yoke/sort.hpp"
#include "yoke/sort_comparator.hpp"
#include "yoke/sort_segments.hpp"
#include "yoke/sort_strings.hpp"

// Sizes near the limits of 64 bits: what is computed of them does not wrap, and what no memory
// holds is refused.

namespace {

using Host = Kokkos::DefaultHostExecutionSpace;

constexpr std::size_t two_to(int power) { return std::size_t(1) << power; }

// Products with small numbers wrap to 0 and to little beyond.
std::vector<std::size_t> const& huge_sizes() {
  static std::vector<std::size_t> const sizes = {
      two_to(48),     two_to(60), two_to(61) - 1, two_to(61),          two_to(62) + 1,
      two_to(63) - 1, two_to(63), two_to(63) + 1, ~std::size_t(0) - 1, ~std::size_t(0)};
  return sizes;
}

// Refused by the call, or by what it asks for memory (Kokkos throws std::runtime_error); what does
// not throw has wrapped.
template <class Make>
void expect_refused(char const* what, Make const& make) {
  for (std::size_t const size : huge_sizes()) {
    SCOPED_TRACE(std::string(what) + " of " + std::to_string(size));
    try {
      make(size);
      ADD_FAILURE() << "it was made";
    } catch (std::invalid_argument const&) {
    } catch (std::bad_alloc const&) {
    } catch (std::runtime_error const& error) {
      EXPECT_NE(std::string(error.what()).find("failed to allocate"), std::string::npos);
    }
  }
}

struct Less {
  KOKKOS_FUNCTION bool operator()(std::uint64_t a, std::uint64_t b) const { return a < b; }
};
struct Wide {
  std::uint64_t words[64];
};

template <class Executor, class Index>
void expect_plans_of_lists_and_graphs_refused(Executor const& executor) {
  expect_refused("a ListRankPlan",
                 [&](std::size_t n) { yoke::ListRankPlan<Executor, Index>(executor, n); });
  for (auto const& entry : yoke::list_rank_algorithms) {
    yoke::ListRankOptions options;
    options.algorithm = entry.algorithm;
    expect_refused("a ListRankPlan with an algorithm", [&](std::size_t n) {
      yoke::ListRankPlan<Executor, Index>(executor, n, options);
    });
  }
  using Components = yoke::ConnectedComponentsPlan<Executor, Index>;
  using Search = yoke::BfsPlan<Executor, Index>;
  expect_refused("vertices", [&](std::size_t n) { Components(executor, n, 10); });
  expect_refused("arcs", [&](std::size_t m) { Components(executor, 10, m); });
  expect_refused("vertices", [&](std::size_t n) { Search(executor, n, 10); });
  expect_refused("arcs", [&](std::size_t m) { Search(executor, 10, m); });
}

template <class Executor, class Word>
void expect_plans_of_arrays_refused(Executor const& executor) {
  expect_refused("a FillPlan", [&](std::size_t n) { yoke::FillPlan<Executor, Word>(executor, n); });
  using Histogram = yoke::HistogramPlan<Executor, Word>;
  expect_refused("values", [&](std::size_t n) { Histogram(executor, n, 10); });
  expect_refused("bins", [&](std::size_t bins) { Histogram(executor, 10, bins); });
  expect_refused("a SortPlan", [&](std::size_t n) { yoke::SortPlan<Executor, Word>(executor, n); });
  expect_refused("a SortByKeyPlan",
                 [&](std::size_t n) { yoke::SortByKeyPlan<Executor, Word, Word>(executor, n); });
  expect_refused("an ArgsortPlan",
                 [&](std::size_t n) { yoke::ArgsortPlan<Executor, Word, Word>(executor, n); });
  expect_refused("a ComparatorSortPlan",
                 [&](std::size_t n) { yoke::ComparatorSortPlan<Executor, Word>(executor, n); });
  expect_refused("a ComparatorSortByKeyPlan", [&](std::size_t n) {
    yoke::ComparatorSortByKeyPlan<Executor, Word, Wide>(executor, n);
  });
  expect_refused("a ComparatorArgsortPlan", [&](std::size_t n) {
    yoke::ComparatorArgsortPlan<Executor, Wide, Word>(executor, n);
  });
  expect_refused("a SortStringsPlan",
                 [&](std::size_t n) { yoke::SortStringsPlan<Executor, Word, Word>(executor, n); });
}

TEST(Sizes, OfPlansDoNotWrap) {
  yoke::Hybrid<> const hybrid;
  expect_plans_of_lists_and_graphs_refused<Host, std::uint32_t>(Host());
  expect_plans_of_lists_and_graphs_refused<Host, std::uint64_t>(Host());
  expect_plans_of_lists_and_graphs_refused<yoke::Hybrid<>, std::uint64_t>(hybrid);
  expect_plans_of_arrays_refused<Host, std::uint32_t>(Host());
  expect_plans_of_arrays_refused<Host, std::uint64_t>(Host());
  expect_plans_of_arrays_refused<yoke::Hybrid<>, std::uint64_t>(hybrid);
}

template <class Index>
void expect_plans_of_one_space_refused() {
  Host const exec;
  expect_refused("a ListScanPlan",
                 [&](std::size_t n) { yoke::ListScanPlan<Host, Index, Wide>(exec, n); });
  expect_refused("a ListToArrayPlan",
                 [&](std::size_t n) { yoke::ListToArrayPlan<Host, Index>(exec, n); });
  expect_refused("an EulerTourPlan",
                 [&](std::size_t n) { yoke::EulerTourPlan<Host, Index>(exec, n); });
  expect_refused("a TreeStatisticsPlan",
                 [&](std::size_t n) { yoke::TreeStatisticsPlan<Host, Index>(exec, n); });
  using Statistics = yoke::TreeStatistics<std::uint64_t, Host::memory_space>;
  expect_refused("TreeStatistics", [&](std::size_t n) {
    if (n > two_to(60))
      Statistics(exec, n);
    else
      throw std::bad_alloc();  // so many are the system's to refuse
  });
  using Tour = yoke::EdgeTourPlan<Host, Index>;
  using Forest = yoke::RootForestPlan<Host, Index>;
  expect_refused("edges", [&](std::size_t n) { Tour(exec, n, 1); });
  expect_refused("roots", [&](std::size_t n) { Tour(exec, 1, n); });
  expect_refused("edges and roots", [&](std::size_t n) { Tour(exec, n, ~n + 2); });
  expect_refused("edges", [&](std::size_t n) { Forest(exec, n, 1); });
  expect_refused("roots", [&](std::size_t n) { Forest(exec, 1, n); });
  expect_refused("edges and roots", [&](std::size_t n) { Forest(exec, n, ~n + 2); });
  using Segments = yoke::SortSegmentsPlan<Host, Index>;
  expect_refused("keys", [&](std::size_t n) { Segments(exec, n, 1); });
  expect_refused("segments", [&](std::size_t n) { Segments(exec, 1, n); });
}

TEST(Sizes, OfPlansOfOneSpaceDoNotWrap) {
  expect_plans_of_one_space_refused<std::uint32_t>();
  expect_plans_of_one_space_refused<std::uint64_t>();
}

TEST(Sizes, OfShapesDoNotWrap) {
  Host const exec;
  expect_refused("uniform edges", [&](std::size_t m) {
    yoke::generate_edges(exec, yoke::UniformShape{.vertices = 1000, .edges = m});
  });
  expect_refused("any uniform edges", [&](std::size_t m) {
    yoke::generate_edges(exec, yoke::UniformShape{.vertices = 9, .edges = m, .distinct = false});
  });
  expect_refused("a grid", [&](std::size_t n) {
    yoke::generate_edges(exec, yoke::GridShape{.width = n, .height = n / 2 + 1});
  });
  expect_refused("a forest", [&](std::size_t n) {
    yoke::generate_edges(exec, yoke::ForestShape{.vertices = n, .children = n});
  });
  using Memory = Host::memory_space;
  expect_refused("strings", [&](std::size_t n) {
    yoke::generate_strings<std::uint64_t, Memory>(exec, {.strings = n});
  });
  expect_refused("characters", [&](std::size_t n) {
    yoke::generate_strings<std::uint64_t, Memory>(exec, {.strings = 10, .longest = n});
  });
  yoke::EdgeList<std::uint64_t, Memory> edges;
  expect_refused("a graph without edges", [&](std::size_t n) {
    edges.vertices = n;
    yoke::build_graph<std::uint64_t>(exec, edges);
  });
  // A share is of the nodes that there are.
  Kokkos::View<std::uint32_t*, Memory> const successor("successor", 100);
  for (double const share : {1.0, 2.0, 1e19, 1e300}) {
    EXPECT_EQ(
        yoke::generate_lists(exec, successor, {.lists = 3, .long_list_share = share, .seed = 1}),
        3u);
  }
}

TEST(Sizes, OfBlocksDoNotWrap) {
  yoke::Hybrid<> const hybrid;
  using Pipeline = yoke::Pipeline<Wide>;
  Pipeline::Steps steps;
  steps.fill = [](std::size_t, auto) { return std::size_t(0); };
  steps.drain = [](std::size_t, auto) {};
  auto const make = [&](yoke::PipelineBlocks const& blocks) {
    Pipeline(hybrid, blocks).reserve(steps);
  };
  expect_refused("blocks up", [&](std::size_t n) { make({.up = n, .down = 1}); });
  expect_refused("blocks down", [&](std::size_t n) { make({.up = 1, .down = n}); });
  expect_refused("blocks", [&](std::size_t n) { make({.up = 1, .down = 1, .in_flight = n}); });
  expect_refused("a FeedPipeline",
                 [&](std::size_t n) { yoke::FeedPipeline<std::uint64_t>(hybrid, n); });
  expect_refused("walkers", [&](std::size_t n) { yoke::FedExpander<>(hybrid, n, {.words = 4}); });
  expect_refused("words", [&](std::size_t n) { yoke::FedExpander<>(hybrid, 4, {.words = n}); });
}

// An allocated View of no heads says that there are none; one that is not allocated, nothing.
template <class Executor>
void expect_no_heads_refused(Executor const& executor) {
  using View = Kokkos::View<std::uint32_t*, Kokkos::HostSpace>;
  View const successor("successor", 100), rank("rank", 100), none("heads", 0);
  yoke::generate_lists(Host(), successor, {.lists = 3, .seed = 1});
  yoke::ListRankPlan<Executor, std::uint32_t> plan(executor, 100);
  for (bool const validate : {false, true}) {
    yoke::ListRankOptions options;
    options.validate = validate;
    EXPECT_THROW(yoke::list_rank(executor, successor, none, rank, options), std::invalid_argument);
    EXPECT_EQ(yoke::list_rank(executor, successor, View(), rank, options), 3u);
    EXPECT_EQ(yoke::list_rank(executor, View(), none, View(), options), 0u);
  }
  EXPECT_THROW(plan(successor, none, rank), std::invalid_argument);
  EXPECT_EQ(plan(successor, View(), rank), 3u);
  if constexpr (yoke::detail::IsHybrid<Executor>::value) {
    EXPECT_THROW(plan.submit(successor, none, rank), std::invalid_argument);
    EXPECT_EQ(plan.submit(successor, View(), rank).wait(), 3u);
  }
}

TEST(Sizes, OfNoHeadsAreNotThoseOfHeadsLeftOut) {
  expect_no_heads_refused(Host());
  expect_no_heads_refused(yoke::Hybrid<>());
}

}  // namespace
