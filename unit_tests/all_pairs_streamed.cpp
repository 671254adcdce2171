#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "all_pairs/streamed_bands.hpp"
#include "all_pairs/streamed_distances.hpp"
#include "support/sampled.hpp"
#include "support/squares.hpp"
#include "support/tools.hpp"
#include "yoke/all_pairs_distances.hpp"
#include "yoke/errors.hpp"
#include "yoke/hybrid.hpp"

// Distances of a matrix that goes through the device in bands: also where both sides are the
// host's, so that it is tested without a device. The bytes of one execution space are expected.

namespace {

using namespace yoke::detail::all_pairs;
using yoke::AllPairsOptions;
using yoke::AllPairsReport;
using yoke::Way;
using yoke_test::far;
using yoke_test::negative_square;
using yoke_test::random_square;
using yoke_test::Square;
using Device = Kokkos::DefaultExecutionSpace;
using Host = Kokkos::DefaultHostExecutionSpace;
using Pinned = Kokkos::SharedHostPinnedSpace;
constexpr bool has_gpu = !yoke::detail::runs_on_host<Device>;

// The narrowest bands.
template <class Weight>
constexpr std::size_t narrow = Steps<Device, Weight>::corner;

// What a call returns, or throws.
template <class Weight>
struct Outcome {
  std::vector<Weight> elements;
  std::size_t pairs = 0;
  bool may_be_clamped = false;
  std::string error;
  std::uint64_t index = 0;

  template <class Call>
  static Outcome of(Call const& call) {
    Outcome outcome;
    AllPairsReport report;
    try {
      outcome.pairs = call(report);
    } catch (yoke::InvalidInput const& error) {
      outcome.error = error.what();
      outcome.index = error.index();
      return outcome;
    }
    outcome.may_be_clamped = report.may_be_clamped;
    return outcome;
  }
};

// A square as a caller's matrix, by rows or by columns.
template <class Weight>
struct Matrix {
  Kokkos::View<Weight*, Pinned> elements;
  std::size_t n;
  bool by_columns;

  Matrix(Square<Weight> const& square, bool columns)
      : elements("elements", square.n * square.n), n(square.n), by_columns(columns) {
    for (std::size_t e = 0; e < n * n; ++e) {
      std::size_t const i = e / n, j = e % n;
      elements(e) = columns ? square(j, i) : square(i, j);
    }
  }
  std::vector<Weight> content() const {
    return {elements.data(), elements.data() + elements.size()};
  }
  typename AllPairs<Weight>::Arguments arguments() const {
    typename AllPairs<Weight>::Arguments arguments;
    arguments.distances = {{elements.data(), n * n, yoke::detail::Place::pinned}};
    arguments.rows = arguments.vertices = arguments.stride = n;
    arguments.transposed = by_columns;
    return arguments;
  }
  template <class Layout>
  auto view() const {
    return Kokkos::View<Weight**, Layout, Kokkos::HostSpace>(elements.data(), n, n);
  }
};

template <class Weight>
Outcome<Weight> in_one_memory(Square<Weight> const& square, bool by_columns) {
  Matrix<Weight> const matrix(square, by_columns);
  auto outcome = Outcome<Weight>::of([&](AllPairsReport& report) {
    AllPairsOptions const options{.report = &report};
    return by_columns ? yoke::all_pairs_distances(
                            Host(), matrix.template view<Kokkos::LayoutLeft>(), options)
                      : yoke::all_pairs_distances(
                            Host(), matrix.template view<Kokkos::LayoutRight>(), options);
  });
  outcome.elements = matrix.content();
  return outcome;
}

// Matrices of up to this number of vertices, in bands.
template <class Weight>
class Streamed {
 public:
  Streamed(yoke::Hybrid<> const& hybrid, std::size_t vertices, std::size_t width)
      : distances_(hybrid, vertices, width, {.report = &report_}) {}

  Outcome<Weight> operator()(Square<Weight> const& square, bool by_columns, bool through_pinned) {
    Matrix<Weight> const matrix(square, by_columns);
    auto outcome = Outcome<Weight>::of([&](AllPairsReport& report) {
      std::size_t const pairs = distances_.run(matrix.arguments(), through_pinned);
      report = report_;
      return pairs;
    });
    outcome.elements = matrix.content();
    return outcome;
  }

 private:
  AllPairsReport report_;
  StreamedDistances<Weight, Device, Host> distances_;
};

template <class Weight>
bool are_same_bytes(std::vector<Weight> const& one, std::vector<Weight> const& other) {
  return one.size() == other.size() &&
         std::memcmp(one.data(), other.data(), one.size() * sizeof(Weight)) == 0;
}

template <class Weight>
void expect_those_of_one_memory(Streamed<Weight>& streamed, Square<Weight> const& square,
                                bool by_columns = false) {
  auto const expected = in_one_memory(square, by_columns);
  for (bool const through_pinned : {false, true}) {
    SCOPED_TRACE(std::to_string(square.n) + " vertices" + (by_columns ? ", by columns" : "") +
                 (through_pinned ? ", through pinned memory" : ""));
    auto const found = streamed(square, by_columns, through_pinned);
    EXPECT_EQ(found.error, expected.error);
    EXPECT_EQ(found.index, expected.index);
    EXPECT_EQ(found.pairs, expected.pairs);
    EXPECT_EQ(found.may_be_clamped, expected.may_be_clamped);
    if (expected.error.empty()) {
      EXPECT_TRUE(are_same_bytes(found.elements, expected.elements));
    }
  }
}

// Fractions have sums that are rounded.
template <class Weight>
Square<Weight> fractions(Square<Weight> square) {
  if (std::is_floating_point_v<Weight>) {
    for (auto& weight : square.elements) weight = static_cast<Weight>(weight / Weight(7));
  }
  return square;
}

template <class Weight>
class StreamedAllPairs : public ::testing::Test {
 protected:
  yoke::Hybrid<> hybrid;
};
using Weights = yoke_test::Sampled<std::int32_t, std::int16_t, float, double>;
TYPED_TEST_SUITE(StreamedAllPairs, Weights);

TYPED_TEST(StreamedAllPairs, OfEverySizeAreThoseOfOneMemory) {
  constexpr std::size_t width = narrow<TypeParam>;
  for (std::size_t const n : {std::size_t(1), std::size_t(130), width - 1, width, width + 1,
                              2 * width, 3 * width + 77, 5 * width - 1}) {
    Streamed<TypeParam> streamed(this->hybrid, n, width);
    expect_those_of_one_memory(streamed, fractions(random_square<TypeParam>(n, 3, 1, 90)));
  }
}

// One band has all vertices, or most of them.
TYPED_TEST(StreamedAllPairs, InBandsOfEveryWidthAreThoseOfOneMemory) {
  std::size_t const n = 3 * narrow<TypeParam> + 100;
  for (std::size_t const bands : {2, 3, 5}) {
    SCOPED_TRACE(std::to_string(bands) + " times the least width");
    Streamed<TypeParam> streamed(this->hybrid, n, bands * narrow<TypeParam>);
    expect_those_of_one_memory(streamed, fractions(negative_square<TypeParam>(n, 4)));
  }
}

// Negative weights, few arcs, many, ties; and smaller matrices by the memory of a larger one.
TYPED_TEST(StreamedAllPairs, OfEveryKindAreThoseOfOneMemory) {
  std::size_t const most = 2 * narrow<TypeParam> + 150;
  Streamed<TypeParam> streamed(this->hybrid, most, narrow<TypeParam>);
  for (bool const by_columns : {false, true}) {
    for (std::size_t const n : {most, std::size_t(200), most - 1}) {
      expect_those_of_one_memory(streamed, fractions(negative_square<TypeParam>(n, 10)),
                                 by_columns);
      expect_those_of_one_memory(streamed, fractions(random_square<TypeParam>(n, 1, 1, 100)),
                                 by_columns);
      expect_those_of_one_memory(streamed, random_square<TypeParam>(n, 50, 0, 3), by_columns);
    }
  }
}

// Sums that reach the unreachable distance, without negative weights and with them.
TYPED_TEST(StreamedAllPairs, AreClampedAsInOneMemory) {
  std::size_t const n = 2 * narrow<TypeParam> + 9;
  if (std::is_floating_point_v<TypeParam>) GTEST_SKIP() << "integers are clamped";
  int const half = static_cast<int>(std::min(double(far<TypeParam>), 1e9)) / 2;
  Streamed<TypeParam> streamed(this->hybrid, n, narrow<TypeParam>);
  auto square = random_square<TypeParam>(n, 1, half - 100, half + 100);
  EXPECT_TRUE(in_one_memory(square, false).may_be_clamped);
  expect_those_of_one_memory(streamed, square);
  square = negative_square<TypeParam>(n, 3);
  for (std::size_t i = 0; i + 1 < n; i += 5) square(i, i + 1) = half + 50;
  expect_those_of_one_memory(streamed, square);
}

// Zeros of both signs, weights from vertices to themselves, and no arcs at all.
TYPED_TEST(StreamedAllPairs, ClearTheDiagonal) {
  std::size_t const n = narrow<TypeParam> + 60;
  Streamed<TypeParam> streamed(this->hybrid, n, narrow<TypeParam>);
  expect_those_of_one_memory(streamed, Square<TypeParam>(n));
  auto square = random_square<TypeParam>(n, 5, 1, 9);
  for (std::size_t i = 0; i < n; ++i) {
    square(i, i) = static_cast<TypeParam>(i % 3);
    square(i, (i + 1) % n) = -TypeParam(0);
  }
  expect_those_of_one_memory(streamed, square);
}

// The cycle is in one band, or in several; its arcs are found in the band of its last vertex.
TYPED_TEST(StreamedAllPairs, RefuseNegativeCyclesAsInOneMemory) {
  constexpr std::size_t width = narrow<TypeParam>;
  std::size_t const n = 2 * width + 150;
  Streamed<TypeParam> streamed(this->hybrid, n, width);
  for (std::vector<std::size_t> const& cycle : {std::vector<std::size_t>{0},
                                                {n - 1},
                                                {5, 9},
                                                {width, width - 1},
                                                {3, width + 3, 2 * width + 3},
                                                {n - 1, 1}}) {
    auto square = random_square<TypeParam>(n, 5, 100, 200);
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      square(cycle[i], cycle[(i + 1) % cycle.size()]) = static_cast<TypeParam>(i == 0 ? -6 : 1);
    }
    EXPECT_THAT(in_one_memory(square, false).error, testing::HasSubstr("negative weight"));
    expect_those_of_one_memory(streamed, square, cycle.size() == 2);
  }
  expect_those_of_one_memory(streamed, negative_square<TypeParam>(n, 5));
}

TYPED_TEST(StreamedAllPairs, RefuseDistancesBelowTheLeastAsInOneMemory) {
  if (std::is_floating_point_v<TypeParam>) GTEST_SKIP() << "a float's least is the least finite";
  constexpr std::size_t width = narrow<TypeParam>;
  std::size_t const n = 2 * width + 50;
  Streamed<TypeParam> streamed(this->hybrid, n, width);
  auto const least = yoke::least_distance<TypeParam>;
  for (std::size_t const from : {std::size_t(0), width + 1, n - 1}) {
    Square<TypeParam> square(n);
    square(from, 10) = least;
    square(10, 140) = -1;
    EXPECT_THAT(in_one_memory(square, false).error, testing::HasSubstr("below"));
    expect_those_of_one_memory(streamed, square);
    square(n - 3, n - 2) = square(n - 2, n - 3) = -3;
    expect_those_of_one_memory(streamed, square);
    square(20, 30) = square(30, 20) = -3;
    expect_those_of_one_memory(streamed, square);
  }
}

// The first one, and before anything is written.
TYPED_TEST(StreamedAllPairs, NameWhatIsNoWeightAndLeaveTheMatrix) {
  constexpr std::size_t width = narrow<TypeParam>;
  std::size_t const n = 2 * width + 50;
  Streamed<TypeParam> streamed(this->hybrid, n, width);
  auto const wrong = std::is_floating_point_v<TypeParam>
                         ? std::numeric_limits<TypeParam>::quiet_NaN()
                         : std::numeric_limits<TypeParam>::max();
  auto square = random_square<TypeParam>(n, 20, -3, 9);
  for (std::size_t const row : {n - 1, width + 7, std::size_t(3)}) {
    square(row, 5) = square(row, n - 2) = wrong;
    if (row == 3) square(2, n - 1) = wrong;  // by columns the last, and yet the first
    for (bool const by_columns : {false, true}) {
      expect_those_of_one_memory(streamed, square, by_columns);
      auto const found = streamed(square, by_columns, by_columns);
      EXPECT_THAT(found.error, testing::HasSubstr("distances("));
      EXPECT_TRUE(are_same_bytes(found.elements, Matrix<TypeParam>(square, by_columns).content()));
    }
  }
}

TYPED_TEST(StreamedAllPairs, HoldWhatTheBandsCount) {
  constexpr std::size_t width = narrow<TypeParam>;
  for (auto const& [n, bands] :
       {std::pair<std::size_t, std::size_t>{1000, 1}, {1500, 2}, {90, 1}}) {
    auto const ledger = std::make_shared<yoke::detail::Ledger>();
    yoke::detail::Ledger::Opened const opened(ledger);
    yoke_test::AllocationRecorder const recorder;
    Streamed<TypeParam> streamed(this->hybrid, n, bands * width);
    auto const square = random_square<TypeParam>(n, 3, 1, 9);
    streamed(square, false, false);
    std::uint64_t const bytes = StreamedBands<TypeParam>::template bytes<Device>(n, bands * width);
    EXPECT_EQ(ledger->bytes(), bytes);
    if (has_gpu) {
      // What Kokkos takes to fill arrays and to reduce is not counted.
      EXPECT_LE(recorder.most_bytes_on_device(), bytes + 1024);
    }
    streamed(square, false, true);
    EXPECT_EQ(ledger->bytes(), bytes + 3 * bands * width * n * sizeof(TypeParam));
  }
}

// A kernel of any lane fails, in any place.
TEST(StreamedDistances, AFaultIsThrownAndTheNextCallIsRight) {
  std::size_t const width = narrow<std::int32_t>, n = 2 * width + 50;
  yoke::Hybrid<> const hybrid;
  Streamed<std::int32_t> streamed(hybrid, n, width);
  auto const square = negative_square<std::int32_t>(n, 5);
  auto const expected = in_one_memory(square, false);
  int faults = 0;
  for (int number = 0;; number += 7, ++faults) {
    bool has_failed = false;
    try {
      yoke_test::FailingKernel const failing("yoke::all_pairs", number);
      streamed(square, false, number % 2 == 0);
    } catch (yoke_test::FailingKernel::Fault const&) {
      has_failed = true;
    }
    if (!has_failed) break;
    EXPECT_TRUE(
        are_same_bytes(streamed(square, false, number % 2 == 0).elements, expected.elements));
  }
  EXPECT_GE(faults, 5);
}

TEST(StreamedBands, AreTheWidestThatFit) {
  using Bands = StreamedBands<float>;
  constexpr std::size_t unit = narrow<float>;
  std::size_t const n = 50000, most = Bands::longest / unit;
  std::vector<std::size_t> asked;
  auto const allow = [&](std::uint64_t memory, std::size_t widest) {
    asked.clear();
    Bands::fit<Device>(n, memory, [&](std::size_t width) {
      asked.push_back(width / unit);
      if (width > widest) throw yoke::DeviceMemoryExceeded("too wide", width, widest);
    });
  };
  std::uint64_t const unlimited = std::numeric_limits<std::uint64_t>::max();
  allow(unlimited, unlimited);
  EXPECT_EQ(asked, (std::vector<std::size_t>{most}));
  allow(Bands::bytes<Device>(n, 3 * unit), unlimited);
  EXPECT_EQ(asked, (std::vector<std::size_t>{3}));
  allow(Bands::bytes<Device>(n, 3 * unit) - 1, unlimited);
  EXPECT_EQ(asked, (std::vector<std::size_t>{2}));
  // The count fits, and the device has less.
  allow(unlimited, 2 * unit);
  EXPECT_EQ(asked.front(), most);
  EXPECT_LE(asked.back(), 2u);
  EXPECT_THROW(allow(unlimited, unit - 1), yoke::DeviceMemoryExceeded);
  EXPECT_EQ(asked.back(), 1u);
  // No wider than the matrix.
  asked.clear();
  Bands::fit<Device>(unit + 1, unlimited,
                     [&](std::size_t width) { asked.push_back(width / unit); });
  EXPECT_EQ(asked, (std::vector<std::size_t>{2}));
}

TEST(StreamedBands, PayWhereTheyAreWideEnough) {
  std::size_t const n = 65536;
  std::uint64_t const gib = std::uint64_t(1) << 30;
  EXPECT_TRUE(StreamedBands<std::int32_t>::pay(n, 4 * gib, false, 16));
  EXPECT_TRUE(StreamedBands<std::int32_t>::pay(n, 4 * gib, true, 16));
  EXPECT_TRUE(StreamedBands<std::int16_t>::pay(2 * n, 4 * gib, false, 16));
  EXPECT_FALSE(StreamedBands<std::int32_t>::pay(n, gib / 8, false, 16));
  EXPECT_FALSE(StreamedBands<std::int32_t>::pay(n, 4 * gib, false, 1000));
}

// Calls that allow less than the matrix needs.
template <class Memory>
void expect_bounded_calls(std::size_t n, std::uint64_t allowed) {
  yoke::Hybrid<> const hybrid;
  auto const square = negative_square<float>(n, 5);
  auto const expected = in_one_memory(square, false);
  Kokkos::View<float**, Kokkos::LayoutRight, Memory> const matrix("matrix", n, n);
  AllPairsReport report;
  AllPairsOptions const options{
      .split = yoke::Split(0.0), .device_memory = allowed, .report = &report};
  yoke::AllPairsPlan<yoke::Hybrid<>, float> plan(hybrid, n, options);
  for (int call = 0; call < 2; ++call) {
    yoke_test::put(matrix, square);
    yoke_test::AllocationRecorder const recorder;
    EXPECT_EQ(plan(matrix), expected.pairs);
    EXPECT_EQ(report.way, has_gpu ? Way::streamed : Way::device);
    EXPECT_EQ(report.may_be_clamped, expected.may_be_clamped);
    EXPECT_LE(recorder.most_bytes_on_device(), allowed + 64);
    EXPECT_TRUE(are_same_bytes(yoke_test::get(matrix).elements, expected.elements));
  }
  Kokkos::View<int**, Memory> const next("next", n, n);
  yoke_test::put(matrix, square);
  if (!has_gpu) return;
  try {
    plan(matrix, next);
    ADD_FAILURE() << "next went through the device";
  } catch (yoke::DeviceMemoryExceeded const& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("without next"));
    EXPECT_EQ(error.allowed(), allowed);
    EXPECT_GE(error.needed(), 8 * n * n);
  }
}

TEST(StreamedDistances, AreWhatABoundedHybridCallFindsWithADevice) {
  expect_bounded_calls<Kokkos::HostSpace>(1500, std::uint64_t(8) << 20);
  expect_bounded_calls<Pinned>(1500, std::uint64_t(8) << 20);
}

}  // namespace
