#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "contracts/nothing_new.hpp"
#include "support/squares.hpp"
#include "yoke/all_pairs_distances.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/timeline.hpp"
#include "yoke/validate_distances.hpp"

// Distances by both sides, against those of one space and against the plainest way.

namespace {

using yoke::AllPairsOptions;
using yoke::AllPairsReport;
using yoke::Split;
using yoke::Way;
using yoke_test::far;
using yoke_test::get;
using yoke_test::negative_square;
using yoke_test::pairs_of;
using yoke_test::plain;
using yoke_test::put;
using yoke_test::random_square;
using yoke_test::Square;
using Host = Kokkos::DefaultHostExecutionSpace;
using Right = Kokkos::LayoutRight;
using Left = Kokkos::LayoutLeft;
using DeviceMemory = Kokkos::DefaultExecutionSpace::memory_space;
using Pinned = Kokkos::SharedHostPinnedSpace;
template <class Weight, class Layout = Right, class Memory = Kokkos::HostSpace>
using Matrix = Kokkos::View<Weight**, Layout, Memory>;

yoke::Hybrid<> const& hybrid() {
  static std::optional<yoke::Hybrid<>> both;
  if (!both) {
    both.emplace();
    Kokkos::push_finalize_hook([] { both.reset(); });
  }
  return *both;
}

// With this number of the last pivot blocks on the host.
struct Cut {
  std::size_t n, hosts;
  std::size_t blocks() const { return (n + 127) / 128; }
  std::size_t device_rows() const { return std::min(n, (blocks() - hosts) * 128); }
  Split split() const { return Split(share()); }
  Way way() const { return hosts == 0 ? Way::device : hosts == blocks() ? Way::host : Way::both; }
  double share() const { return static_cast<double>(n - device_rows()) / static_cast<double>(n); }
};
std::vector<Cut> cuts_of(std::size_t n) {
  std::vector<Cut> cuts;
  for (std::size_t hosts = 0; n > 0 && hosts <= (n + 127) / 128; ++hosts) {
    cuts.push_back({n, hosts});
  }
  return cuts;
}

template <class Weight>
struct Found {
  Square<Weight> distances;
  Square<std::uint32_t> next;
  bool may_be_clamped;
};
template <class Weight, class D = Right, class N = Right, class Executor>
Found<Weight> found_by(Executor const& executor, Square<Weight> const& square, bool with_next,
                       AllPairsOptions options = {}) {
  AllPairsReport report;
  if (options.report == nullptr) options.report = &report;
  Matrix<Weight, D> const matrix("matrix", square.n, square.n);
  Matrix<std::uint32_t, N> const next("next", square.n, square.n);
  put(matrix, square);
  std::size_t const pairs = with_next ? yoke::all_pairs_distances(executor, matrix, next, options)
                                      : yoke::all_pairs_distances(executor, matrix, options);
  auto const distances = get(matrix);
  EXPECT_EQ(pairs, pairs_of(distances));
  return {distances, get(next), options.report->may_be_clamped};
}

template <class Memory>
void expect_plain(Square<std::int32_t> const& square) {
  auto const expected = plain(square);
  for (Cut const& cut : cuts_of(square.n)) {
    SCOPED_TRACE(std::to_string(square.n) + " vertices, the device has " +
                 std::to_string(cut.device_rows()));
    AllPairsReport report;
    Matrix<std::int32_t, Right, Memory> const matrix("matrix", square.n, square.n);
    put(matrix, square);
    EXPECT_EQ(
        yoke::all_pairs_distances(hybrid(), matrix, {.split = cut.split(), .report = &report}),
        pairs_of(expected));
    EXPECT_EQ(get(matrix).elements, expected.elements);
    EXPECT_EQ(report.way, cut.way());
    EXPECT_EQ(report.host_share, cut.share());
  }
}

TEST(AllPairsOnBothSides, OfEverySizeAndCutAreThePlainOnes) {
  for (std::size_t const n : {1, 127, 128, 129, 255, 256, 257, 385}) {
    expect_plain<Kokkos::HostSpace>(random_square<std::int32_t>(n, 100, 1, 100));
    expect_plain<Pinned>(random_square<std::int32_t>(n, 3, 0, 40));
    expect_plain<DeviceMemory>(negative_square<std::int32_t>(n, 5));
  }
}

TEST(AllPairsOnBothSides, OfNoVerticesAreNone) {
  Matrix<float> const none("none", 0, 0);
  Matrix<int> const next("next", 0, 0);
  EXPECT_EQ(yoke::all_pairs_distances(hybrid(), none, {.split = Split(0.5)}), 0u);
  EXPECT_EQ(yoke::all_pairs_distances(hybrid(), none, next, {.split = Split(0.5)}), 0u);
}

// Shares that are no multiples, and too small a matrix to cut.
TEST(AllPairsOnBothSides, TakeTheNearestBlocks) {
  auto const expect = [&](std::size_t n, double share, Way way, std::size_t host_rows) {
    AllPairsReport report;
    found_by(hybrid(), random_square<float>(n, 5, 1, 9), false,
             {.split = Split(share), .report = &report});
    EXPECT_EQ(report.way, way) << n << " vertices, share " << share;
    EXPECT_EQ(report.host_share, static_cast<double>(host_rows) / static_cast<double>(n));
  };
  expect(128, 0.49, Way::device, 0);
  expect(128, 0.6, Way::host, 128);
  expect(129, 0.003, Way::device, 0);
  expect(129, 0.4, Way::both, 1);
  expect(129, 0.5, Way::both, 1);
  expect(300, 0.001, Way::device, 0);
  expect(300, 0.3, Way::both, 300 - 256);
  expect(300, 0.7, Way::both, 300 - 128);
  expect(300, 0.9, Way::host, 300);
  AllPairsReport report;
  found_by(hybrid(), random_square<float>(200, 5, 1, 9), false, {.report = &report});
  EXPECT_EQ(report.way,
            yoke::detail::runs_on_host<yoke::Hybrid<>::DeviceSpace> ? Way::host : Way::device);
}

// Of fractions too, whose last digits depend on the order of sums.
template <class Weight, class D, class N>
void expect_those_of_one_space(Square<Weight> const& square) {
  auto const expected = found_by(Host(), square, true);
  for (Cut const& cut : cuts_of(square.n)) {
    SCOPED_TRACE(std::to_string(square.n) + " vertices, the device has " +
                 std::to_string(cut.device_rows()));
    for (bool const with_next : {true, false}) {
      auto const found =
          found_by<Weight, D, N>(hybrid(), square, with_next, {.split = cut.split()});
      EXPECT_EQ(found.distances.elements, expected.distances.elements);
      if (with_next) {
        EXPECT_EQ(found.next.elements, expected.next.elements);
      }
      EXPECT_EQ(found.may_be_clamped, expected.may_be_clamped);
    }
  }
}

TEST(AllPairsOnBothSides, OfEveryTypeAndLayoutAreThoseOfOneSpace) {
  auto const fractions = [](auto square, double by) {
    for (auto& weight : square.elements) weight = static_cast<decltype(+weight)>(weight / by);
    return square;
  };
  expect_those_of_one_space<std::int32_t, Right, Right>(negative_square<std::int32_t>(300, 10));
  expect_those_of_one_space<std::int32_t, Left, Right>(negative_square<std::int32_t>(257, 2));
  expect_those_of_one_space<std::int32_t, Right, Left>(random_square<std::int32_t>(300, 2, 0, 4));
  expect_those_of_one_space<std::int32_t, Left, Left>(random_square<std::int32_t>(300, 100, 1, 9));
  expect_those_of_one_space<std::int16_t, Right, Right>(negative_square<std::int16_t>(300, 5));
  expect_those_of_one_space<std::int16_t, Left, Right>(
      random_square<std::int16_t>(200, 5, 9000, 16000));
  expect_those_of_one_space<float, Right, Right>(fractions(negative_square<float>(270, 10), 7));
  expect_those_of_one_space<float, Left, Left>(fractions(random_square<float>(200, 20, 1, 99), 3));
  expect_those_of_one_space<double, Right, Left>(fractions(negative_square<double>(200, 20), 3));
}

// Rows with gaps, columns with gaps, and elements with gaps; what lies in them stays.
template <class Layout, class Memory>
void expect_gaps_stay() {
  std::size_t const n = 200;
  auto const square = random_square<std::int32_t>(n, 5, 1, 50);
  auto const expected = found_by(Host(), square, true);
  std::pair<std::size_t, std::size_t> const some{3, 3 + n};
  Kokkos::View<std::int32_t**, Layout, Memory> const whole("whole", 210, 210),
      others("others", 210, 210);
  Kokkos::View<std::int32_t***, Right, Memory> const cube("cube", n, n, 2);
  auto const check = [&](auto const& all, auto const& matrix, auto const& all_next,
                         auto const& next) {
    Kokkos::deep_copy(all, 7);
    Kokkos::deep_copy(all_next, 7);
    put(matrix, square);
    yoke::all_pairs_distances(hybrid(), matrix, next, {.split = Split(0.4)});
    EXPECT_EQ(get(matrix).elements, expected.distances.elements);
    auto const vertices = get(next).elements;
    EXPECT_EQ(std::vector<std::uint32_t>(vertices.begin(), vertices.end()), expected.next.elements);
    for (auto const& [view, of] : {std::pair(matrix, all), std::pair(next, all_next)}) {
      Kokkos::deep_copy(view, 7);
      auto const here = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), of);
      EXPECT_EQ(std::vector<std::int32_t>(here.data(), here.data() + here.span()),
                std::vector<std::int32_t>(here.span(), 7));
    }
  };
  check(whole, Kokkos::subview(whole, some, some), others, Kokkos::subview(others, some, some));
  Kokkos::View<std::int32_t***, Right, Memory> const other("other", n, n, 2);
  check(cube, Kokkos::subview(cube, Kokkos::ALL, Kokkos::ALL, 1), other,
        Kokkos::subview(other, Kokkos::ALL, Kokkos::ALL, 0));
}
TEST(AllPairsOnBothSides, MayBeStrided) {
  expect_gaps_stay<Right, Kokkos::HostSpace>();
  expect_gaps_stay<Left, Pinned>();
  expect_gaps_stay<Right, DeviceMemory>();
}

// Two arcs from each vertex, and some that repeat.
template <class Memory>
auto graph_of(std::size_t n, std::int64_t least) {
  yoke::WeightedEdgeList<std::uint32_t, std::int64_t, Memory> list;
  list.vertices = n;
  list.from = decltype(list.from)("from", 2 * n);
  list.to = decltype(list.to)("to", 2 * n);
  list.weights = decltype(list.weights)("weights", 2 * n);
  auto const from = Kokkos::create_mirror_view(list.from), to = Kokkos::create_mirror_view(list.to);
  auto const weights = Kokkos::create_mirror_view(list.weights);
  for (std::size_t e = 0; e < 2 * n; ++e) {
    from(e) = static_cast<std::uint32_t>(e % n);
    to(e) = static_cast<std::uint32_t>((e * 7 + e / n) % n);
    weights(e) = least + static_cast<std::int64_t>(e * 37 % 50);
  }
  Kokkos::deep_copy(list.from, from);
  Kokkos::deep_copy(list.to, to);
  Kokkos::deep_copy(list.weights, weights);
  return yoke::build_graph<std::uint32_t>(typename Memory::execution_space(), list);
}
template <class GraphMemory, class Memory>
void expect_those_of_a_graph(std::size_t n) {
  auto const graph = graph_of<GraphMemory>(n, 1);
  auto const on_host = graph_of<Kokkos::HostSpace>(n, 1);
  Matrix<std::int32_t> const expected("expected", n, n);
  Matrix<std::uint32_t> const expected_next("expected_next", n, n);
  std::size_t const pairs = yoke::all_pairs_distances(Host(), on_host, expected, expected_next);
  for (Cut const& cut : cuts_of(n)) {
    AllPairsOptions const options{.split = cut.split()};
    Matrix<std::int32_t, Right, Memory> const alone("alone", n, n), matrix("matrix", n, n);
    Matrix<std::uint32_t, Left, Memory> const next("next", n, n);
    EXPECT_EQ(yoke::all_pairs_distances(hybrid(), graph, alone, options), pairs);
    EXPECT_EQ(get(alone).elements, get(expected).elements);
    EXPECT_EQ(yoke::all_pairs_distances(hybrid(), graph, matrix, next, options), pairs);
    EXPECT_EQ(get(matrix).elements, get(expected).elements);
    EXPECT_EQ(get(next).elements, get(expected_next).elements);
  }
}
TEST(AllPairsOnBothSides, OfGraphsAreThoseOfOneSpace) {
  expect_those_of_a_graph<Kokkos::HostSpace, Kokkos::HostSpace>(300);
  expect_those_of_a_graph<DeviceMemory, DeviceMemory>(140);
  expect_those_of_a_graph<DeviceMemory, Pinned>(140);
}

TEST(AllPairsOnBothSides, PlansAreUsedAgainAndTakeNothingTwice) {
  std::size_t const n = 300;
  yoke::Timeline timeline;
  AllPairsReport report;
  yoke::AllPairsPlan<yoke::Hybrid<>, std::int32_t> plan(
      hybrid(), n, {.split = Split(0.5), .report = &report, .timeline = &timeline});
  // As the header says, for n rounded up; and copies of both matrices.
  std::size_t const steps = 512 * 512 + 81920, both = 2 * steps + (128 + 256) * n + 2 * n * n;
  EXPECT_GE(plan.workspace_bytes(), 4 * (2 * 512 + 256) * n);
  std::size_t bytes = 0;
  for (std::size_t const size : {n, std::size_t(140), n}) {
    auto const square = negative_square<std::int32_t>(size, 9);
    auto const expected = found_by(Host(), square, true);
    Matrix<std::int32_t> const matrix("matrix", size, size);
    Matrix<std::uint32_t, Left> const next("next", size, size);
    for (bool const with_next : {true, false, true}) {
      put(matrix, square);
      Kokkos::deep_copy(next, 7);
      EXPECT_EQ(with_next ? plan(matrix, next) : plan(matrix), pairs_of(expected.distances));
      EXPECT_EQ(get(matrix).elements, expected.distances.elements);
      if (with_next) {
        EXPECT_EQ(get(next).elements, expected.next.elements);
      }
      EXPECT_EQ(report.way, Way::both);
      EXPECT_GT(report.host_busy, 0);
      EXPECT_GT(report.device_busy, 0);
      EXPECT_EQ(report.phases.size(), 4u);
    }
    if (bytes > 0) {
      EXPECT_EQ(plan.workspace_bytes(), bytes);
    }
    bytes = plan.workspace_bytes();
    EXPECT_LE(bytes, 4 * both + 1024);
  }
  Matrix<std::int32_t, Left> const matrix("matrix", n, n);
  Matrix<std::int32_t, Left> const next("next", n, n);
  yoke_test::expect_nothing_new([&] { plan(matrix, next); });
  yoke_test::expect_nothing_new([&] { plan(matrix); });
}

// The vertex that a call names, or the pair.
template <class Weight>
std::uint64_t refused(Square<Weight> const& square, Cut const& cut, bool with_next,
                      std::string const& why) {
  SCOPED_TRACE("the device has " + std::to_string(cut.device_rows()));
  try {
    found_by(hybrid(), square, with_next, {.split = cut.split()});
    ADD_FAILURE() << "nothing is refused";
  } catch (yoke::InvalidInput const& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr(why));
    return error.index();
  }
  return 0;
}

TEST(AllPairsOnBothSidesOfBadInput, ANegativeCycleIsNamed) {
  std::size_t const n = 300;
  for (std::vector<std::size_t> const& cycle : {std::vector<std::size_t>{0},
                                                {299},
                                                {5, 9},
                                                {130, 128},
                                                {3, 131},
                                                {127, 128, 256},
                                                {299, 130, 1}}) {
    auto square = random_square<std::int32_t>(n, 5, 100, 200);
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      square(cycle[i], cycle[(i + 1) % cycle.size()]) = i == 0 ? -6 : 1;
    }
    for (Cut const& cut : cuts_of(n)) {
      EXPECT_THAT(cycle, testing::Contains(refused(square, cut, cut.hosts % 2 == 1,
                                                   "on a cycle of negative weight")));
    }
  }
}

// The distance is in the rows of one side alone; a cycle that later blocks have is not looked for.
TEST(AllPairsOnBothSidesOfBadInput, ADistanceBelowTheLeastIsNamed) {
  auto const least = yoke::least_distance<std::int16_t>;
  for (std::size_t const from : {0, 299}) {
    Square<std::int16_t> square(300);
    square(from, 10) = least;
    square(10, 140) = -1;
    auto const expect_all = [&](std::string const& why) {
      auto const index = refused(square, {300, 3}, false, why);
      for (Cut const& cut : cuts_of(300)) EXPECT_EQ(refused(square, cut, false, why), index);
    };
    expect_all("is below -8192");
    square(260, 270) = square(270, 260) = -3;
    expect_all("is below -8192");
    square(20, 30) = square(30, 20) = -3;
    expect_all("is on a cycle of negative weight");
  }
}
// No later step reads this distance, from 150 to 10.
TEST(AllPairsOnBothSidesOfBadInput, ADistanceBelowTheLeastIsFoundInTheResult) {
  Square<std::int16_t> square(300);
  square(150, 140) = yoke::least_distance<std::int16_t>;
  square(140, 10) = -1;
  std::string const why = "is below -8192";
  auto const index = refused(square, {300, 3}, false, why);
  for (Cut const& cut : cuts_of(300)) EXPECT_EQ(refused(square, cut, false, why), index);
}

// The first one, and before any side has written anything.
TEST(AllPairsOnBothSidesOfBadInput, WhatIsNoWeightIsNamedWithItsPlace) {
  std::size_t const n = 300;
  auto square = random_square<float>(n, 50, 1, 9);
  for (std::size_t i = 0; i < n; ++i) square(i, i) = 5;
  for (std::pair<std::size_t, std::size_t> const place : {std::pair(299, 1), {140, 3}, {7, 200}}) {
    auto const [i, j] = place;
    square(i, j) = std::numeric_limits<float>::quiet_NaN();
    for (Cut const& cut : cuts_of(n)) {
      for (bool const with_next : {false, true}) {
        EXPECT_EQ(refused(square, cut, with_next, "distances(" + std::to_string(i) + ", "),
                  i * n + j);
      }
    }
  }
  auto left = random_square<float>(n, 50, 1, 9);
  left(2, 280) = left(3, 7) = -std::numeric_limits<float>::infinity();
  Matrix<float, Left> const matrix("matrix", n, n);
  Matrix<int> const next("next", n, n);
  put(matrix, left);
  auto const expect_unchanged = [&](auto const& call) {
    try {
      call();
      ADD_FAILURE() << "nothing is refused";
    } catch (yoke::InvalidInput const& error) {
      EXPECT_EQ(error.index(), 2 * n + 280);
    }
    EXPECT_EQ(get(matrix).elements, left.elements);
  };
  AllPairsOptions const options{.split = Split(0.4)};
  expect_unchanged([&] { yoke::all_pairs_distances(hybrid(), matrix, options); });
  expect_unchanged([&] { yoke::all_pairs_distances(hybrid(), matrix, next, options); });
}

TEST(AllPairsOnBothSidesOfBadInput, SizesThatDoNotFitAreRefused) {
  AllPairsOptions const options{.split = Split(0.5)};
  Matrix<float> const wide("wide", 300, 301), matrix("matrix", 300, 300);
  Matrix<int> const small("small", 299, 299);
  EXPECT_THROW(yoke::all_pairs_distances(hybrid(), wide, options), std::invalid_argument);
  EXPECT_THROW(yoke::all_pairs_distances(hybrid(), matrix, small, options), std::invalid_argument);
  EXPECT_THROW((yoke::AllPairsPlan<yoke::Hybrid<>, float>(hybrid(), 299, options)(matrix)),
               std::invalid_argument);
  auto const graph = graph_of<Kokkos::HostSpace>(299, 1);
  EXPECT_THROW(yoke::all_pairs_distances(hybrid(), graph, matrix, options), std::invalid_argument);
  Kokkos::View<int**, Right, Kokkos::HostSpace> const over(reinterpret_cast<int*>(matrix.data()),
                                                           300, 300);
  EXPECT_THROW(yoke::all_pairs_distances(hybrid(), matrix, over, options), std::invalid_argument);
}

// A plan serves calls after one that was refused.
TEST(AllPairsOnBothSidesOfBadInput, LeavesThePlanAsItWas) {
  yoke::AllPairsPlan<yoke::Hybrid<>, double> plan(hybrid(), 260, {.split = Split(0.5)});
  auto square = random_square<double>(260, 5, 1, 50);
  Matrix<double> const matrix("matrix", 260, 260);
  for (std::size_t const vertex : {3, 250}) {
    square(vertex, vertex) = -1;
    put(matrix, square);
    EXPECT_THROW(plan(matrix), yoke::InvalidInput);
    square(vertex, vertex) = 0;
    put(matrix, square);
    plan(matrix);
    EXPECT_EQ(get(matrix).elements, plain(square).elements);
  }
}

}  // namespace
