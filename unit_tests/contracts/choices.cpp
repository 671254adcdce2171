#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "support/photon_cases.hpp"
#include "support/temporary_folder.hpp"
#include "yoke/all_pairs_distances.hpp"
#include "yoke/bfs.hpp"
#include "yoke/connected_components.hpp"
#include "yoke/eccentricities.hpp"
#include "yoke/fill.hpp"
#include "yoke/generate.hpp"
#include "yoke/generate_keys.hpp"
#include "yoke/generate_strings.hpp"
#include "yoke/graph_io.hpp"
#include "yoke/histogram.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/list_ranking.hpp"
#include "yoke/list_scan.hpp"
#include "yoke/minimum_spanning_forest.hpp"
#include "yoke/photons.hpp"
#include "yoke/shortest_paths.hpp"
#include "yoke/sort.hpp"
#include "yoke/sort_comparator.hpp"
#include "yoke/sort_segments.hpp"
#include "yoke/sort_strings.hpp"

// A value that is none of its enumeration's, as of an option that was read from somewhere as a
// number, is refused by the option's name, and not taken for whatever comes to pass.

namespace {

using Host = Kokkos::DefaultHostExecutionSpace;
using Words = Kokkos::View<std::uint32_t*, Kokkos::HostSpace>;

// In place of any enumerator.
struct None {
  int number;
  template <class Enum>
  operator Enum() const requires std::is_enum_v<Enum> {
    return static_cast<Enum>(number);
  }
};

template <class Call>
void expect_refused(char const* name, Call const& call) {
  for (int const number : {99, -1}) {
    SCOPED_TRACE(std::string(name) + " " + std::to_string(number));
    try {
      call(None{number});
      ADD_FAILURE() << "it was taken for something";
    } catch (std::invalid_argument const& error) {
      EXPECT_THAT(error.what(),
                  testing::HasSubstr(std::string(name) + " is " + std::to_string(number)));
    }
  }
}

template <class Executor>
class Choices : public ::testing::Test {};
using Executors = ::testing::Types<Host, yoke::Hybrid<>>;
TYPED_TEST_SUITE(Choices, Executors);

TYPED_TEST(Choices, OfListRanking) {
  TypeParam const executor{};
  Words const successor("successor", 100), rank("rank", 100);
  yoke::generate_lists(Host(), successor);
  auto const refused = [&](char const* name, auto const& set) {
    expect_refused(name, [&](None none) {
      yoke::ListRankOptions options;
      set(options, none);
      yoke::list_rank(executor, successor, rank, options);
    });
  };
  using Options = yoke::ListRankOptions;
  refused("options.algorithm", [](Options& o, None none) { o.algorithm = none; });
  refused("options.from", [](Options& o, None none) { o.from = none; });
  refused("options.reduced_algorithm", [](Options& o, None none) { o.reduced_algorithm = none; });
  refused("options.helman_jaja.splitters",
          [](Options& o, None none) { o.helman_jaja.splitters = none; });
  refused("options.helman_jaja.finish", [](Options& o, None none) { o.helman_jaja.finish = none; });
  refused("options.random_splitter.packing",
          [](Options& o, None none) { o.random_splitter.packing = none; });
  refused("options.independent_set.rule",
          [](Options& o, None none) { o.independent_set.rule = none; });
  refused("options.fractional_independent_set.bits",
          [](Options& o, None none) { o.fractional_independent_set.bits = none; });
  refused("options.fractional_independent_set.draw",
          [](Options& o, None none) { o.fractional_independent_set.draw = none; });
  refused("options.sublist_walk.scheme",
          [](Options& o, None none) { o.sublist_walk.scheme = none; });
}

TYPED_TEST(Choices, OfGraphs) {
  TypeParam const executor{};
  Words const offsets("offsets", 3), neighbours("neighbours", 2), result("result", 2);
  offsets(1) = 1, offsets(2) = 2, neighbours(0) = 1;
  yoke::Graph<std::uint32_t, std::uint32_t, Kokkos::HostSpace> const graph(
      Host(), yoke::GraphKind::symmetric, offsets, neighbours);
  expect_refused("options.algorithm", [&](None none) {
    yoke::connected_components(executor, graph, result, {.algorithm = none});
  });
  expect_refused("options.algorithm", [&](None none) {
    yoke::bfs(executor, graph, 0, result, yoke::BfsOptions{.algorithm = none});
  });
  Kokkos::View<float*, Kokkos::HostSpace> const weights("weights", 2), distances("distances", 2);
  yoke::WeightedGraph<std::uint32_t, std::uint32_t, float, Kokkos::HostSpace> const weighted(
      yoke::unchecked, graph.kind(), offsets, neighbours, weights);
  expect_refused("options.algorithm", [&](None none) {
    yoke::shortest_paths(executor, weighted, 0, distances,
                         yoke::ShortestPathsOptions{.algorithm = none});
  });
  expect_refused("options.algorithm", [&](None none) {
    yoke::eccentricities(executor, graph, result, {.algorithm = none});
  });
  expect_refused("options.algorithm",
                 [&](None none) { yoke::diameter(executor, weighted, {.algorithm = none}); });
  Kokkos::View<float**, Kokkos::HostSpace> const matrix("matrix", 2, 2);
  expect_refused("options.algorithm", [&](None none) {
    yoke::all_pairs_distances(executor, matrix, yoke::AllPairsOptions{.algorithm = none});
  });
  Words const from("from", 1), to("to", 1);
  expect_refused("options.algorithm", [&](None none) {
    yoke::minimum_spanning_forest(executor, weighted, from, to, distances, {.algorithm = none});
  });
}

TYPED_TEST(Choices, OfSortingAndCounting) {
  TypeParam const executor{};
  Words const keys("keys", 100), other("other", 100);
  expect_refused("options.algorithm",
                 [&](None none) { yoke::sort(executor, keys, {.algorithm = none}); });
  expect_refused("options.order", [&](None none) { yoke::sort(executor, keys, {.order = none}); });
  expect_refused("options.order",
                 [&](None none) { yoke::argsort(executor, keys, other, {.order = none}); });
  expect_refused("options.algorithm",
                 [&](None none) { yoke::sort_by_key(executor, keys, other, {.algorithm = none}); });
  Kokkos::View<std::uint64_t*, Kokkos::HostSpace> const counts("counts", 9);
  expect_refused("options.algorithm", [&](None none) {
    yoke::histogram(executor, keys, yoke::ByLabel(), counts, {.algorithm = none});
  });
  Kokkos::View<char*, Kokkos::HostSpace> const characters("characters", 9);
  Words const offsets("offsets", 4), permutation("permutation", 3);
  yoke::Strings<Kokkos::View<char*, Kokkos::HostSpace>, Words> const strings(characters, offsets);
  expect_refused("options.algorithm", [&](None none) {
    yoke::sort_strings(executor, strings, permutation, {.algorithm = none});
  });
  expect_refused("options.order", [&](None none) {
    yoke::sort_strings(executor, strings, permutation, {.order = none});
  });
}

TYPED_TEST(Choices, OfRandomNumbersAndPhotons) {
  TypeParam const executor{};
  Words const numbers("numbers", 100);
  expect_refused("options.algorithm", [&](None none) {
    yoke::fill(executor, numbers, yoke::Philox(1), {.algorithm = none});
  });
  expect_refused("eighth", [&](None none) {
    yoke::fill(executor, numbers, yoke::ExpanderStreams(1, {.eighth = none}));
  });
  auto const given = photon_cases::slab();
  yoke::PhotonTallies<Kokkos::HostSpace> const tallies(given.tissue, given.grid);
  auto const refused = [&](char const* name, auto const& set) {
    expect_refused(name, [&](None none) {
      yoke::PhotonOptions options;
      set(options, none);
      yoke::simulate_photons(executor, given.tissue, given.grid, 10, tallies, options);
    });
  };
  using Options = yoke::PhotonOptions;
  refused("options.algorithm", [](Options& o, None none) { o.algorithm = none; });
  refused("options.arithmetic", [](Options& o, None none) { o.arithmetic = none; });
  refused("options.generator", [](Options& o, None none) { o.generator = none; });
  refused("options.expander.eighth", [](Options& o, None none) { o.expander.eighth = none; });
  refused("options.beam", [](Options& o, None none) { o.beam = none; });
}

struct Less {
  KOKKOS_FUNCTION bool operator()(std::uint32_t a, std::uint32_t b) const { return a < b; }
};
struct Sum {
  KOKKOS_FUNCTION std::uint32_t operator()(std::uint32_t a, std::uint32_t b) const { return a + b; }
};

TEST(Choices, OfWhatTakesAFunctorOrOneSpace) {
  Words const keys("keys", 100), offsets("offsets", 2), result("result", 100);
  offsets(1) = 100;
  expect_refused("options.algorithm", [&](None none) {
    yoke::sort(Host(), keys, Less(), yoke::SortOptions{.algorithm = none});
  });
  expect_refused("options.order", [&](None none) {
    yoke::sort_segments(Host(), offsets, keys, yoke::SortOptions{.order = none});
  });
  auto const scan = [&](yoke::ListScanOptions const& options) {
    yoke::list_scan(Host(), keys, keys, result, Sum(), 0u, options);
  };
  expect_refused("options.kind", [&](None none) { scan({.kind = none}); });
  expect_refused("options.from", [&](None none) { scan({.from = none}); });
}

// Sorts of each kind share their plans, but not their names.
TYPED_TEST(Choices, OfSortsNameTheCall) {
  TypeParam const executor{};
  Words const keys("keys", 100), values("values", 100), result("result", 100);
  auto const refused = [](std::string const& name, auto const& call) {
    for (bool const is_order : {false, true}) {
      yoke::SortOptions options;
      (is_order ? void(options.order = None{99}) : void(options.algorithm = None{99}));
      try {
        call(options);
        ADD_FAILURE() << name << " took it for something";
      } catch (std::invalid_argument const& error) {
        EXPECT_THAT(error.what(),
                    testing::StartsWith("yoke::" + name + ": options." +
                                        (is_order ? "order" : "algorithm") + " is 99"));
      }
    }
  };
  using Options = yoke::SortOptions;
  refused("sort", [&](Options const& o) { yoke::sort(executor, keys, o); });
  refused("sort_by_key", [&](Options const& o) { yoke::sort_by_key(executor, keys, values, o); });
  refused("argsort", [&](Options const& o) { yoke::argsort(executor, keys, result, o); });
  refused("sort", [&](Options const& o) { yoke::sort(executor, keys, Less(), o); });
  refused("sort_by_key",
          [&](Options const& o) { yoke::sort_by_key(executor, keys, values, Less(), o); });
  refused("argsort", [&](Options const& o) { yoke::argsort(executor, keys, Less(), result, o); });
}

// Not within the test: device code takes no local types.
struct NotLess {
  KOKKOS_FUNCTION bool operator()(std::uint32_t a, std::uint32_t b) const { return a <= b; }
};

// What is wrong with a comparator, with its algorithm or its split is said of the call too.
TYPED_TEST(Choices, OfComparatorsNameTheCall) {
  TypeParam const executor{};
  Words const keys("keys", 100), values("values", 100), result("result", 100);
  yoke::SortOptions plain, validated, descending, by_radix, split;
  validated.validate = true;
  descending.order = yoke::SortOrder::descending;
  by_radix.algorithm = yoke::SortAlgorithm::radix;
  split.algorithm = yoke::SortAlgorithm::sequential;
  split.split = yoke::Split(0.5);
  for (auto const& [options, why] :
       {std::pair(plain, "the comparator is no strict weak order of these keys"),
        {validated, "the comparator is no strict weak order: element"},
        {descending, "options.order is descending"},
        {by_radix, "options.algorithm is radix"},
        {split, "options.split is 0.5"}}) {
    if (!options.split.is_automatic() && !yoke::detail::IsHybrid<TypeParam>::value) continue;
    auto const refused = [&, why = std::string(why)](std::string const& name, auto const& call) {
      try {
        call();
        ADD_FAILURE() << name << ": " << why;
      } catch (std::invalid_argument const& error) {
        EXPECT_THAT(error.what(), testing::StartsWith("yoke::" + name + ": " + why));
      }
    };
    auto const& o = options;
    refused("sort", [&] { yoke::sort(executor, keys, NotLess(), o); });
    refused("sort_by_key", [&] { yoke::sort_by_key(executor, keys, values, NotLess(), o); });
    refused("argsort", [&] { yoke::argsort(executor, keys, NotLess(), result, o); });
  }
}

TEST(Choices, OfWhatIsGenerated) {
  Words const array("array", 100);
  expect_refused("shape.order",
                 [&](None none) { yoke::generate_lists(Host(), array, {.order = none}); });
  expect_refused("shape.distribution",
                 [&](None none) { yoke::generate_keys(Host(), array, {.distribution = none}); });
  expect_refused("shape.kind", [&](None none) {
    yoke::generate_strings<std::uint32_t, Kokkos::HostSpace>(Host(), {.kind = none, .strings = 5});
  });
}

TEST(Choices, OfFiles) {
  yoke_test::TemporaryFolder const folder;
  auto const path = folder / "edges.txt";
  std::ofstream(path) << "0 1\n";
  yoke::GraphReadOptions reading;
  expect_refused("options.format", [&](None none) {
    reading.format = none;
    yoke::read_graph(path, reading);
  });
  reading = {};
  expect_refused("options.ids", [&](None none) {
    reading.ids = none;
    yoke::read_graph(path, reading);
  });
  auto const graph = yoke::read_graph(path);
  expect_refused("options.format", [&](None none) {
    yoke::GraphWriteOptions options;
    options.format = none;
    yoke::write_graph(path, graph, options);
  });
}

TEST(Choices, HaveANameWhateverTheirValue) {
  EXPECT_EQ(to_string(yoke::SortAlgorithm::radix), "radix");
  EXPECT_EQ(to_string(static_cast<yoke::SortAlgorithm>(99)), "unknown");
  EXPECT_EQ(to_string(static_cast<yoke::PhotonBeam>(-1)), "unknown");
  EXPECT_EQ(to_string(static_cast<yoke::GraphFormat>(99)), "unknown");
}

}  // namespace
