#include "yoke/distance_matrix.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/distance_matrix_oracle.hpp"
#include "support/graphs.hpp"
#include "support/views.hpp"
#include "yoke/all_pairs_distances.hpp"
#include "yoke/closeness.hpp"
#include "yoke/eccentricities.hpp"

#include "yoke/hybrid.hpp"

// Eccentricities, diameters and closeness by matrices of distances, against plain loops.

namespace {

using testing::HasSubstr;
using yoke_test::distance_matrix;
using yoke_test::DistanceMatrixOracle;
using yoke_test::vector_of;
using Device = Kokkos::DefaultExecutionSpace;
using Host = Kokkos::DefaultHostExecutionSpace;
using Near = Kokkos::HostSpace;

template <class Memory, class Layout, class Weight>
auto matrix_in(std::vector<Weight> const& rows, std::size_t n) {
  Kokkos::View<Weight**, Layout, Memory> const matrix("matrix", n, n);
  auto const mirror = Kokkos::create_mirror_view(matrix);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) mirror(i, j) = rows[i * n + j];
  }
  Kokkos::deep_copy(matrix, mirror);
  return matrix;
}

// Each third element of each second row of a wider matrix, which comes with it.
template <class Memory, class Weight>
auto strided_matrix(std::vector<Weight> const& rows, std::size_t n) {
  Kokkos::View<Weight**, Kokkos::LayoutRight, Memory> const wide("wide", 2 * n, 3 * n);
  auto const mirror = Kokkos::create_mirror_view(wide);
  Kokkos::deep_copy(mirror, Weight(-1));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) mirror(2 * i, 3 * j) = rows[i * n + j];
  }
  Kokkos::deep_copy(wide, mirror);
  Kokkos::LayoutStride const layout(n, 6 * n, n, 3);
  return std::pair(Kokkos::View<Weight const**, Kokkos::LayoutStride, Memory>(wide.data(), layout),
                   wide);
}

template <class Weight, class Plan, class Memory, class Matrix>
void expect_oracle(Plan& plan, Memory, Matrix const& matrix,
                   DistanceMatrixOracle<Weight> const& oracle) {
  std::size_t const n = matrix.extent(0);
  Kokkos::View<Weight*, Memory> const eccentricity("eccentricity", n);
  Kokkos::View<double*, Memory> const closeness("closeness", n);
  Kokkos::deep_copy(eccentricity, Weight(77));
  Kokkos::deep_copy(closeness, 77);
  auto const longest = plan.eccentricities(matrix, eccentricity);
  plan.closeness(matrix, closeness);
  EXPECT_EQ(vector_of(eccentricity), oracle.eccentricity);
  EXPECT_EQ(vector_of(closeness), oracle.closeness);
  for (auto const& found : {longest, plan.diameter(matrix)}) {
    EXPECT_EQ(found.length, oracle.diameter);
    EXPECT_EQ(found.from, oracle.from);
    EXPECT_EQ(found.to, oracle.to);
  }
}

template <class Executor, class Memory, class Weight>
void expect_all_layouts(Executor const& executor, std::size_t n, Weight largest,
                        yoke::DistanceMatrixOptions const& options = {}) {
  SCOPED_TRACE(std::to_string(n) + " vertices");
  yoke::DistanceMatrixPlan<Executor, Weight> plan(executor, n, options);
  auto const rows = distance_matrix<Weight>(n, largest);
  DistanceMatrixOracle<Weight> const oracle(rows, n);
  expect_oracle(plan, Memory(), matrix_in<Memory, Kokkos::LayoutRight>(rows, n), oracle);
  expect_oracle(plan, Memory(), matrix_in<Memory, Kokkos::LayoutLeft>(rows, n), oracle);
  expect_oracle(plan, Memory(), strided_matrix<Memory>(rows, n).first, oracle);
}

template <class Weight>
class DistanceMatrix : public testing::Test {
 public:
  static constexpr Weight unreachable = yoke::unreachable_distance<Weight>;
};
using Weights = testing::Types<std::int16_t, std::int32_t, float, double>;
TYPED_TEST_SUITE(DistanceMatrix, Weights);

// A block of a sum has 512 distances, a team 128 blocks, and a host's thread 16 columns.
TYPED_TEST(DistanceMatrix, IsTheOraclesInEveryLayout) {
  for (std::size_t const n : {0, 1, 2, 3, 15, 16, 17, 100, 511, 512, 513, 1100}) {
    expect_all_layouts<Host, Near>(Host(), n, TypeParam(100));
    expect_all_layouts<Device, Device::memory_space>(Device(), n, TypeParam(100));
    // The largest that is a distance, for a type of integers.
    auto const largest = static_cast<TypeParam>(
        std::is_integral_v<TypeParam> ? TestFixture::unreachable - 1 : TypeParam(1e30));
    expect_all_layouts<Device, Device::memory_space>(Device(), n, largest);
  }
}

TYPED_TEST(DistanceMatrix, IsTheOraclesOnAHybrid) {
  yoke::Hybrid<> const hybrid;
  for (auto const split : {yoke::Split::automatic(), yoke::Split(0), yoke::Split(1)}) {
    yoke::CallReport report;
    expect_all_layouts<yoke::Hybrid<>, Near>(hybrid, 600, TypeParam(50),
                                             {.split = split, .report = &report});
    bool const on_device = !split.is_automatic() && split.host_share() == 0;
    EXPECT_EQ(report.way, on_device ? yoke::Way::device : yoke::Way::host);
    expect_all_layouts<yoke::Hybrid<>, Device::memory_space>(hybrid, 600, TypeParam(50),
                                                             {.split = split});
  }
}

// More than a team's 128 blocks at a time.
TEST(DistanceMatrixRows, AreSummedUpBeyondOneRoundOfATeam) {
  std::size_t const n = 2 * 128 * 512 + 700;
  Kokkos::View<float**, Kokkos::LayoutRight, Device::memory_space> const few("few", 3, n);
  auto const mirror = Kokkos::create_mirror_view(few);
  auto const value = [](std::size_t j) { return 0.1f * static_cast<float>(j % 997); };
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < n; ++j) mirror(i, j) = value(j);
  }
  Kokkos::deep_copy(few, mirror);
  // The frame's solver takes the rows of a rank: fewer than columns.
  using Summary = yoke::detail::distance_matrix::Summary<float>;
  yoke::detail::PlanCore<Summary, Device> core(Device(), Summary::capacity_of(n), {},
                                               std::make_shared<yoke::detail::Ledger>());
  Kokkos::View<double*, Device::memory_space> const closeness("closeness", 3);
  Summary::Arguments arguments;
  constexpr auto place = yoke::detail::place_of<Device::memory_space>();
  arguments.distances = {few.data(), few.size(), place};
  arguments.closeness = {closeness.data(), 3, place};
  arguments.wants_closeness = true;
  arguments.rows = 3;
  arguments.vertices = arguments.stride = n;
  core.run(arguments);
  double sum = 0;
  for (std::size_t begin = 0; begin < n; begin += 512) {
    double block = 0;
    for (std::size_t j = begin; j < std::min(begin + 512, n); ++j) block += value(j);
    sum += block;
  }
  double const others = static_cast<double>(n) - 1;
  EXPECT_EQ(vector_of(closeness)[0], others / sum);
}

TYPED_TEST(DistanceMatrix, NamesWhatIsNoDistance) {
  std::size_t const n = 700;
  Host const exec;
  auto const rows = distance_matrix<TypeParam>(n, TypeParam(9));
  Kokkos::View<TypeParam*, Near> const eccentricity("eccentricity", n);
  std::vector<TypeParam> wrong{TypeParam(-1)};
  if (std::is_floating_point_v<TypeParam>) {
    wrong.push_back(std::numeric_limits<TypeParam>::quiet_NaN());
  }
  for (TypeParam const value : wrong) {
    auto faulty = rows;
    faulty[650 * n + 2] = faulty[640 * n + 699] = faulty[3 * n + 3] =
        value;  // the last counts as 0
    auto const expect_refused = [&](auto const& matrix) {
      try {
        yoke::eccentricities(exec, matrix, eccentricity);
        FAIL() << "the matrix was taken";
      } catch (yoke::InvalidInput const& refused) {
        EXPECT_EQ(refused.index(), 640 * n + 699);
        EXPECT_THAT(refused.what(), HasSubstr("yoke::eccentricities: distances(640, 699)"));
      }
    };
    expect_refused(matrix_in<Near, Kokkos::LayoutRight>(faulty, n));
    expect_refused(matrix_in<Near, Kokkos::LayoutLeft>(faulty, n));
  }
}

TEST(DistanceMatrixCalls, RefuseOtherShapes) {
  using Matrix = Kokkos::View<float**, Near>;
  using Row = Kokkos::View<float*, Near>;
  Kokkos::View<double*, Near> const doubles("doubles", 4);
  auto const message = [](auto const& call) -> std::string {
    try {
      call();
    } catch (std::invalid_argument const& refused) {
      return refused.what();
    }
    return "";
  };
  Matrix const square("square", 3, 3);
  EXPECT_THAT(message([&] { yoke::diameter(Host(), Matrix("m", 3, 4)); }),
              HasSubstr("yoke::diameter: distances has 3 rows and 4 columns; it must be square"));
  EXPECT_THAT(message([&] { yoke::eccentricities(Host(), square, Row("row", 2)); }),
              HasSubstr("eccentricity has 2 elements and distances has 3"));
  EXPECT_THAT(message([&] { yoke::closeness(Host(), square, doubles); }),
              HasSubstr("closeness has 4 elements and distances has 3"));
  EXPECT_THAT(message([&] { yoke::eccentricities(Host(), square, Row(square.data(), 3)); }),
              HasSubstr("eccentricity and distances overlap in memory"));
  EXPECT_THAT(
      message([&] {
        yoke::DistanceMatrixPlan<Host, float> plan(Host(), 2);
        plan.diameter(square);
      }),
      HasSubstr("yoke::diameter: a row of distances has 3 elements and the plan was made for 2"));
  EXPECT_THAT(message([&] {
                yoke::DistanceMatrixPlan<Host, float> plan(Host(), 3, {.split = yoke::Split(0.5)});
              }),
              HasSubstr("options.split is 0.5"));
}

// What searches find in a graph is what its matrix holds, byte by byte.
TEST(DistanceMatrixCalls, AgreeWithSearchesInTheGraph) {
  auto const graph =
      yoke_test::make_graph<std::int32_t, std::int32_t, Near>(yoke_test::skewed_graph(10, 9000));
  std::size_t const n = graph.vertices();
  Kokkos::View<std::int32_t**, Kokkos::LayoutRight, Near> const distances("distances", n, n);
  yoke::all_pairs_distances(Host(), graph, distances);
  Kokkos::View<std::int32_t*, Near> const by_matrix("by_matrix", n), by_graph("by_graph", n);
  EXPECT_EQ(yoke::eccentricities(Host(), distances, by_matrix).length,
            static_cast<std::int32_t>(yoke::eccentricities(Host(), graph, by_graph).length));
  EXPECT_EQ(vector_of(by_matrix), vector_of(by_graph));
  Kokkos::View<double*, Near> const near_matrix("near_matrix", n), near_graph("near_graph", n);
  yoke::closeness(Host(), distances, near_matrix);
  yoke::closeness(Host(), graph, near_graph);
  EXPECT_EQ(vector_of(near_matrix), vector_of(near_graph));
}

TEST(DistanceMatrixCalls, AllocateOnce) {
  std::size_t const n = 300;
  yoke::DistanceMatrixPlan<Host, double> plan(Host(), n);
  EXPECT_EQ(plan.workspace_bytes(), n * sizeof(double));
  auto const rows = distance_matrix<double>(n, 5.0);
  plan.diameter(matrix_in<Near, Kokkos::LayoutRight>(rows, n));
  EXPECT_EQ(plan.workspace_bytes(), n * sizeof(double));
  plan.diameter(strided_matrix<Near>(rows, n).first);
  EXPECT_EQ(plan.workspace_bytes(), (n + n * n) * sizeof(double));
}

}  // namespace
