#include "yoke/all_pairs_distances.hpp"

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "mpi/failing_allocations.hpp"
#include "mpi/refusals.hpp"
#include "mpi/support.hpp"
#include "support/graphs.hpp"
#include "support/squares.hpp"

// Each rank's rows against those of one space, and against the plainest way.

namespace {

using yoke_test::Cut;
using yoke_test::Device;
using yoke_test::far;
using yoke_test::Host;
using yoke_test::negative_square;
using yoke_test::random_square;
using yoke_test::Square;
using Memory = Device::memory_space;
using Cluster = yoke::Distributed<Device>;

// This rank's rows of what every rank has made whole.
template <class Weight>
struct OwnRows {
  std::size_t n, first, count;

  OwnRows(Cluster const& cluster, std::size_t vertices, Cut how) : n(vertices) {
    auto const begins = yoke_test::cut(n, cluster.ranks(), how);
    auto const r = static_cast<std::size_t>(cluster.rank());
    first = begins[r];
    count = begins[r + 1] - first;
  }
  template <class View>
  void put(View const& view, Square<Weight> const& square) const {
    Kokkos::View<Weight**, Kokkos::LayoutRight, Memory> const near("near", count, n);
    auto const mirror = Kokkos::create_mirror_view(near);
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = 0; j < n; ++j) mirror(i, j) = square(first + i, j);
    }
    Kokkos::deep_copy(near, mirror);
    Kokkos::deep_copy(view, near);
  }
  template <class View>
  std::vector<Weight> get(View const& view) const {
    Kokkos::View<Weight**, Kokkos::LayoutRight, Memory> const near("near", count, n);
    Kokkos::deep_copy(near, view);
    auto const mirror = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), near);
    return {mirror.data(), mirror.data() + mirror.size()};
  }
  std::vector<Weight> of(Square<Weight> const& square) const {
    auto const begin = square.elements.begin() + static_cast<std::ptrdiff_t>(first * n);
    return {begin, begin + static_cast<std::ptrdiff_t>(count * n)};
  }
};

template <class Weight, class Layout = Kokkos::LayoutRight>
using Matrix = Kokkos::View<Weight**, Layout, Memory>;

template <class T>
auto host_view(Square<T>& square) {
  return Kokkos::View<T**, Kokkos::LayoutRight, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(
      square.elements.data(), square.n, square.n);
}

template <class Weight>
Square<Weight> by_one_space(Square<Weight> square, yoke::AllPairsReport& report) {
  yoke::all_pairs_distances(Host(), host_view(square), {.report = &report});
  return square;
}

template <class Weight, class Layout = Kokkos::LayoutRight>
void expect_distances(Cluster const& cluster, Square<Weight> const& square, Cut how) {
  SCOPED_TRACE(std::to_string(square.n) + " vertices, cut " +
               std::to_string(static_cast<int>(how)));
  OwnRows<Weight> const own(cluster, square.n, how);
  yoke::AllPairsReport alone, report;
  auto const expected = by_one_space(square, alone);
  Matrix<Weight, Layout> const matrix("matrix", own.count, own.n);
  own.put(matrix, square);
  EXPECT_EQ(yoke::all_pairs_distances(cluster, matrix, {.report = &report}), pairs_of(expected));
  EXPECT_EQ(own.get(matrix), own.of(expected));
  EXPECT_EQ(report.may_be_clamped, alone.may_be_clamped);
  EXPECT_TRUE(square.n == 0 || report.algorithm == yoke::AllPairsAlgorithm::blocked);
}

// Pivot blocks of one rank and of several, ranks without rows, strips of hosts and devices.
TEST(MpiAllPairs, OfEverySizeAreThoseOfOneSpace) {
  auto const& cluster = yoke_test::cluster_of();
  std::size_t turn = 0;
  for (std::size_t const n : {0, 1, 2, 3, 5, 7, 16, 31, 64, 100, 127, 128, 129, 200, 256, 300}) {
    auto const how = yoke_test::all_cuts[turn++ % 5];
    expect_distances(cluster, random_square<std::int32_t>(n, 3, 0, 40), Cut::evenly);
    expect_distances(cluster, random_square<std::int32_t>(n, 100, 1, 100), how);
    expect_distances(cluster, negative_square<std::int32_t>(n, 10), how);
  }
}

TEST(MpiAllPairs, AreThePlainOnes) {
  auto const& cluster = yoke_test::cluster_of();
  auto const square = negative_square<std::int32_t>(300, 5);
  OwnRows<std::int32_t> const own(cluster, square.n, Cut::growing);
  Matrix<std::int32_t> const matrix("matrix", own.count, own.n);
  own.put(matrix, square);
  auto const expected = plain(square);
  EXPECT_EQ(yoke::all_pairs_distances(cluster, matrix), pairs_of(expected));
  EXPECT_EQ(own.get(matrix), own.of(expected));
}

// Messages of 64 bytes; sums of random fractions, whose last digits depend on their order.
TEST(MpiAllPairs, OfEveryTypeAndLayout) {
  auto const& cluster = yoke_test::cluster_of();
  auto const& few = yoke_test::cluster_of(64);
  auto const fractions = [](auto square, double by) {
    for (auto& weight : square.elements) weight = static_cast<decltype(+weight)>(weight / by);
    return square;
  };
  for (auto const how : yoke_test::all_cuts) {
    expect_distances<float>(cluster, fractions(negative_square<float>(280, 10), 7), how);
  }
  expect_distances<std::int16_t>(cluster, negative_square<std::int16_t>(600, 2), Cut::evenly);
  expect_distances<std::int16_t>(cluster, random_square<std::int16_t>(150, 5, 9000, 16000),
                                 Cut::growing);
  expect_distances<double>(few, fractions(random_square<double>(150, 50, 1, 1000), 3),
                           Cut::none_on_every_other);
  expect_distances<double, Kokkos::LayoutLeft>(
      cluster, fractions(negative_square<double>(200, 20), 3), Cut::evenly);
  expect_distances<std::int32_t, Kokkos::LayoutLeft>(
      cluster, random_square<std::int32_t>(135, 9, 1, 99), Cut::growing);
}

// The last rank leaves it out.
TEST(MpiAllPairs, NextIsThatOfOneSpace) {
  auto const& cluster = yoke_test::cluster_of();
  bool const wants = cluster.rank() == 0 || cluster.rank() + 1 < cluster.ranks();
  for (std::size_t const n : {3, 140, 300}) {
    for (auto const how : {Cut::evenly, Cut::none_on_every_other}) {
      auto square = negative_square<std::int32_t>(n, 10);
      OwnRows<std::int32_t> const own(cluster, n, how);
      OwnRows<std::uint32_t> const own_next(cluster, n, how);
      Matrix<std::int32_t> const matrix("matrix", own.count, n);
      Matrix<std::uint32_t, Kokkos::LayoutLeft> const next("next", own.count, n);
      own.put(matrix, square);
      Square<std::uint32_t> expected(n);
      yoke::all_pairs_distances(Host(), host_view(square), host_view(expected));
      wants ? yoke::all_pairs_distances(cluster, matrix, next)
            : yoke::all_pairs_distances(cluster, matrix);
      EXPECT_EQ(own.get(matrix), own.of(square));
      if (wants) {
        EXPECT_EQ(own_next.get(next), own_next.of(expected));
      }
    }
  }
}

// Rows with gaps, and elements with gaps; what lies in them stays. A plan that is called again.
TEST(MpiAllPairs, PlansAreUsedAgainForStridedViews) {
  auto const& cluster = yoke_test::cluster_of();
  std::size_t held = 0;
  yoke::AllPairsPlan<Cluster, std::int32_t> plan(cluster, 300);
  auto const call = [&](std::size_t n, auto const& whole, auto const& view,
                        OwnRows<std::int32_t> const& own) {
    auto const square = random_square<std::int32_t>(n, 4, 1, 50);
    auto const expected = plain(square);
    Kokkos::deep_copy(whole, 7);
    own.put(view, square);
    EXPECT_EQ(plan(view), pairs_of(expected));
    EXPECT_EQ(own.get(view), own.of(expected));
    Kokkos::deep_copy(view, 7);
    auto const here = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), whole);
    EXPECT_EQ(std::vector<int>(here.data(), here.data() + here.span()),
              std::vector<int>(here.span(), 7));
  };
  for (std::size_t const n : {140, 300, 20, 300}) {
    OwnRows<std::int32_t> const own(cluster, n, Cut::growing);
    Matrix<std::int32_t> const wide("wide", own.count + 2, n + 3);
    call(n, wide,
         Kokkos::subview(wide, std::pair<std::size_t, std::size_t>(1, 1 + own.count),
                         std::pair<std::size_t, std::size_t>(2, 2 + n)),
         own);
    Kokkos::View<std::int32_t***, Kokkos::LayoutRight, Memory> const cube("cube", own.count, n, 2);
    call(n, cube, Kokkos::subview(cube, Kokkos::ALL, Kokkos::ALL, 1), own);
    if (n < 300) continue;
    EXPECT_EQ(plan.workspace_bytes(), held > 0 ? held : plan.workspace_bytes());
    held = plan.workspace_bytes();
  }
}

// Bytes, rounds and memory against what the header says.
TEST(MpiAllPairs, TakesWhatTheHeaderSays) {
  auto const& cluster = yoke_test::cluster_of();
  auto const p = static_cast<std::uint64_t>(cluster.ranks());
  if (p == 1) GTEST_SKIP() << "nothing is sent";
  std::size_t const n = 450, blocks = (n + 127) / 128;
  for (auto const how : {Cut::evenly, Cut::growing}) {
    for (bool const has_negative : {false, true}) {
      auto const square = has_negative ? negative_square<std::int32_t>(n, 2)
                                       : random_square<std::int32_t>(n, 2, 0, 40);
      OwnRows<std::int32_t> const own(cluster, n, how);
      Matrix<std::int32_t> const matrix("matrix", own.count, n);
      own.put(matrix, square);
      yoke::AllPairsReport report;
      yoke::AllPairsPlan<Cluster, std::int32_t> plan(cluster, n, {.report = &report});
      plan(matrix);
      auto const sent = cluster.communication();
      std::uint64_t const numbers = has_negative ? 8 : 4;
      EXPECT_EQ(sent.rounds, blocks + numbers + 2);
      EXPECT_EQ(sent.bytes_sent, 4 * own.count * n * (p - 1) + 8 * (p - 1) + 16 + 8 * numbers);
      std::uint64_t const padded = 512;
      EXPECT_LE(plan.workspace_bytes(), 4 * ((512 + 128) * padded + 65536));
      EXPECT_GE(plan.workspace_bytes(), 4 * (512 + 128) * n);
      EXPECT_EQ(report.phases.size(), 3u);
    }
  }
}

TEST(MpiAllPairs, AreFoundAfterOneRankHadNoMemory) {
  auto const& cluster = yoke_test::cluster_of();
  if (cluster.ranks() == 1) GTEST_SKIP() << "one rank has one space's plan, and copies nothing";
  auto const call_with = [&](std::size_t n) {
    return [&cluster, n](yoke::AllPairsPlan<Cluster, float>& plan) {
      auto const square = random_square<float>(n, 5, 1, 50);
      OwnRows<float> const own(cluster, n, Cut::evenly);
      Matrix<float, Kokkos::LayoutLeft> const matrix("matrix", own.count, n);
      own.put(matrix, square);
      plan(matrix);
      return own.get(matrix) == own.of(plain(square));
    };
  };
  yoke_test::expect_recovery(cluster, [&] {
    auto const plan = std::make_shared<yoke::AllPairsPlan<Cluster, float>>(cluster, 150);
    EXPECT_TRUE(call_with(20)(*plan));
    return [=] { return call_with(150)(*plan); };
  });
}

class MpiAllPairsOfBadInput : public testing::Test {
 protected:
  // All ranks refuse it with one text, and name this vertex, or pair of vertices.
  template <class Weight>
  void expect_invalid(Square<Weight> const& square, std::string const& why, std::uint64_t index) {
    for (auto const how : {Cut::evenly, Cut::none_on_every_other}) {
      OwnRows<Weight> const own(cluster_, square.n, how);
      Matrix<Weight> const matrix("matrix", own.count, own.n);
      own.put(matrix, square);
      yoke_test::expect_refused<yoke::InvalidInput>(why, [&] {
        own.put(matrix, square);
        try {
          yoke::all_pairs_distances(cluster_, matrix);
        } catch (yoke::InvalidInput const& error) {
          EXPECT_EQ(error.index(), index) << error.what();
          throw;
        }
      });
    }
  }
  // The one that one space names.
  template <class Weight>
  void expect_that_of_one_space(Square<Weight> const& square, std::string const& why) {
    yoke::AllPairsReport report;
    try {
      by_one_space(square, report);
      ADD_FAILURE() << "one space refuses nothing";
    } catch (yoke::InvalidInput const& error) {
      expect_invalid(square, why, error.index());
    }
  }

  Cluster const& cluster_ = yoke_test::cluster_of();
};

TEST_F(MpiAllPairsOfBadInput, ANegativeCycleIsNamed) {
  for (std::vector<std::size_t> const& cycle :
       {std::vector<std::size_t>{0}, {130, 128}, {299, 130, 1}}) {
    auto square = random_square<std::int32_t>(300, 5, 100, 200);
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      square(cycle[i], cycle[(i + 1) % cycle.size()]) = i == 0 ? -6 : 1;
    }
    expect_that_of_one_space(square, "is on a cycle of negative weight");
  }
}

// The distance is in the rows of one rank alone; a cycle that later blocks have is not looked for.
TEST_F(MpiAllPairsOfBadInput, ADistanceBelowTheLeastIsNamed) {
  auto const least = yoke::least_distance<std::int16_t>;
  for (std::size_t const from : {0, 299}) {
    Square<std::int16_t> square(300);
    std::size_t const by = 10, to = 140;
    square(from, by) = least;
    square(by, to) = -1;
    expect_that_of_one_space(square, "is below -8192");
    square(260, 270) = square(270, 260) = -3;
    expect_that_of_one_space(square, "is below -8192");
    square(20, 30) = square(30, 20) = -3;
    expect_that_of_one_space(square, "is on a cycle of negative weight");
  }
}

// Before any rank has written anything.
TEST_F(MpiAllPairsOfBadInput, WhatIsNoWeightLeavesTheMatrixAsItIs) {
  auto square = random_square<float>(40, 50, 1, 9);
  for (std::size_t i = 0; i < 40; ++i) square(i, i) = 5;
  square(39, 1) = -std::numeric_limits<float>::infinity();
  OwnRows<float> const own(cluster_, 40, Cut::evenly);
  Matrix<float> const matrix("matrix", own.count, 40);
  own.put(matrix, square);
  yoke_test::expect_refused<yoke::InvalidInput>(
      "distances(39, 1) is ", [&] { yoke::all_pairs_distances(cluster_, matrix); });
  EXPECT_EQ(own.get(matrix), own.of(square));
}

TEST_F(MpiAllPairsOfBadInput, WhatIsNoWeightIsNamedWithItsPlace) {
  auto square = random_square<float>(40, 50, 1, 9);
  square(7, 3) = square(12, 2) = square(39, 1) = std::numeric_limits<float>::quiet_NaN();
  expect_invalid(square, "distances(7, 3) is ", 7 * 40 + 3);
  auto large = random_square<std::int32_t>(40, 50, 1, 9);
  large(39, 1) = yoke::unreachable_distance<std::int32_t> + 1;
  expect_invalid(large, "distances(39, 1) is ", 39 * 40 + 1);
}

TEST_F(MpiAllPairsOfBadInput, SizesThatDoNotFitAreRefusedOnAllRanks) {
  bool const is_last = cluster_.rank() + 1 == cluster_.ranks();
  OwnRows<float> const own(cluster_, 20, Cut::evenly);
  Matrix<float> const more("more", own.count + is_last, 20), wide("wide", own.count, 20 + is_last),
      matrix("matrix", own.count, 20);
  auto const refused = [&](std::string const& why, auto const& view) {
    yoke_test::expect_refused<std::invalid_argument>(
        why, [&] { yoke::all_pairs_distances(cluster_, view); });
  };
  refused("has 21 rows and 20 columns; it must be square", more);
  refused(cluster_.ranks() == 1
              ? "has 20 rows and 21 columns; it must be square"
              : yoke_test::differ(cluster_, "the number of columns of distances", "20", "21"),
          wide);
  yoke_test::expect_refused<std::invalid_argument>(
      "20", [&] { yoke::AllPairsPlan<Cluster, float>(cluster_, is_last ? 19 : 20)(matrix); });
  yoke_test::expect_refused<std::invalid_argument>("options.algorithm is searches", [&] {
    yoke::all_pairs_distances(cluster_, matrix, {.algorithm = yoke::AllPairsAlgorithm::searches});
  });
}

}  // namespace
