#include "yoke/eccentricities.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "support/distance_cases.hpp"
#include "support/views.hpp"
#include "yoke/bfs.hpp"
#include "yoke/connected_components.hpp"

// Eccentricities and diameters, against a search from every vertex.

namespace {

using testing::HasSubstr;
using yoke::EccentricitiesAlgorithm;
using yoke_test::DistanceCase;
using yoke_test::vector_of;

template <class T>
class Eccentricities : public testing::Test {
 public:
  using Space = typename T::Space;
  using Vertex = typename T::Vertex;
  using Offset = typename T::Offset;
  using Memory = typename T::Memory;

  static auto make(yoke_test::TestGraph const& graph) { return T::make(graph); }

  static void expect_ends(DistanceCase const& one, yoke::Diameter const& found) {
    EXPECT_EQ(found.length, one.oracle.diameter);
    if (found.length == 0) {
      EXPECT_EQ(found.from + found.to, 0u);
    } else {
      EXPECT_EQ(one.oracle.distances_from(static_cast<std::uint32_t>(found.from)).at(found.to),
                found.length);
    }
  }
  // The same ends by all types.
  static void expect_same(std::string const& call, yoke::Diameter const& found) {
    static_assert(sizeof(std::size_t) == 8);
    auto const ends = std::pair(found.from, found.to);
    EXPECT_EQ(seen().emplace(call, ends).first->second, ends) << call;
  }

 private:
  static std::map<std::string, std::pair<std::size_t, std::size_t>>& seen();
};
std::map<std::string, std::pair<std::size_t, std::size_t>>& all_seen() {
  static std::map<std::string, std::pair<std::size_t, std::size_t>> ends;
  return ends;
}
template <class T>
std::map<std::string, std::pair<std::size_t, std::size_t>>& Eccentricities<T>::seen() {
  return all_seen();
}

using Device = Kokkos::DefaultExecutionSpace;
using Host = Kokkos::DefaultHostExecutionSpace;
using AllTypes = testing::Types<yoke_test::DistanceTypes<Device, std::int32_t, std::int32_t>,
                                yoke_test::DistanceTypes<Device, std::uint32_t, std::uint64_t>,
                                yoke_test::DistanceTypes<Host, std::uint64_t, std::uint64_t>>;
TYPED_TEST_SUITE(Eccentricities, AllTypes);

TYPED_TEST(Eccentricities, OfEveryGraphAreTheOracles) {
  using Vertex = typename TypeParam::Vertex;
  for (auto const& one : yoke_test::distance_cases()) {
    auto const graph = TestFixture::make(one.graph);
    for (auto const& entry : yoke::eccentricities_algorithms) {
      SCOPED_TRACE(one.graph.name + " by " + std::string(entry.name));
      Kokkos::View<Vertex*, typename TestFixture::Memory> const all("all", graph.vertices());
      Kokkos::deep_copy(all, Vertex(77));
      yoke::EccentricitiesOptions const options{.algorithm = entry.algorithm};
      auto const of_all = yoke::eccentricities(typename TypeParam::Space(), graph, all, options);
      std::vector<Vertex> const expected(one.oracle.eccentricity.begin(),
                                         one.oracle.eccentricity.end());
      EXPECT_EQ(vector_of(all), expected);
      TestFixture::expect_ends(one, of_all);
      auto const alone = yoke::diameter(typename TypeParam::Space(), graph, options);
      TestFixture::expect_ends(one, alone);
      std::string const call = one.graph.name + " by " + std::string(entry.name);
      TestFixture::expect_same("all of " + call, of_all);
      TestFixture::expect_same("diameter of " + call, alone);
    }
  }
}

// What bounds save: a search for each vertex would be 1000.
TYPED_TEST(Eccentricities, TakeFewSearches) {
  using Space = typename TypeParam::Space;
  auto const searches_of = [](yoke_test::TestGraph const& test, bool of_all) {
    auto const graph = TestFixture::make(test);
    yoke::EccentricitiesReport report;
    yoke::EccentricitiesOptions const options{.report = &report};
    if (of_all) {
      Kokkos::View<typename TypeParam::Vertex*, typename TestFixture::Memory> const all(
          "all", graph.vertices());
      yoke::eccentricities(Space(), graph, all, options);
    } else {
      yoke::diameter(Space(), graph, options);
    }
    EXPECT_EQ(report.algorithm, EccentricitiesAlgorithm::bounded);
    return std::pair(report.searches, report.swept_vertices);
  };
  auto const expect_most = [&](std::uint64_t most, yoke_test::TestGraph const& test, bool of_all) {
    SCOPED_TRACE(test.name);
    auto const [searches, swept] = searches_of(test, of_all);
    EXPECT_LE(searches, most);
    EXPECT_EQ(swept, 0u);
  };
  for (bool const of_all : {false, true}) {
    expect_most(0, yoke_test::isolated_vertices(1000), of_all);
    expect_most(3, yoke_test::star_graph(1000, 7), of_all);
    expect_most(4, yoke_test::path_graph(1000), of_all);
    // All components are searched at the same time.
    expect_most(8, yoke_test::list_graph(20000), of_all);
  }
  expect_most(8, yoke_test::grid_graph(31, 33, 100), false);
}

// Where bounds save nothing, the rest is swept.
TYPED_TEST(Eccentricities, OfACycleAreSwept) {
  auto const graph = TestFixture::make(yoke_test::cycle_graph(1000));
  yoke::EccentricitiesReport report;
  auto const found = yoke::diameter(typename TypeParam::Space(), graph, {.report = &report});
  EXPECT_EQ(found.length, 500u);
  EXPECT_LT(report.searches, 50u);
  EXPECT_GT(report.swept_vertices, 900u);
  EXPECT_EQ(report.sweeps, (report.swept_vertices + 63) / 64);
}

TYPED_TEST(Eccentricities, PlansAreUsedAgain) {
  using Space = typename TypeParam::Space;
  using Vertex = typename TypeParam::Vertex;
  using Offset = typename TypeParam::Offset;
  yoke::EccentricitiesPlan<Space, Vertex, Offset> plan(Space(), 2100, 70000);
  std::size_t const bytes = plan.workspace_bytes();
  // 88 bytes for each vertex of 32 bits, beside those of two plans.
  yoke::BfsPlan<Space, Vertex, Offset> const search(Space(), 2100, 70000);
  yoke::ConnectedComponentsPlan<Space, Vertex, Offset> const labels(Space(), 2100, 70000);
  EXPECT_EQ(bytes, search.workspace_bytes() + labels.workspace_bytes() +
                       2100 * (36 + 11 * sizeof(Vertex) + 2 * sizeof(Offset)) +
                       8 * (yoke::detail::runs_on_host<Space> ? 7 : 20));
  for (auto const& one : yoke_test::distance_cases()) {
    auto const graph = TestFixture::make(one.graph);
    SCOPED_TRACE(one.graph.name);
    TestFixture::expect_ends(one, plan.diameter(graph));
    Kokkos::View<Vertex*, typename TestFixture::Memory> const all("all", graph.vertices());
    TestFixture::expect_ends(one, plan(graph, all));
  }
  EXPECT_EQ(plan.workspace_bytes(), bytes);
  try {
    plan.diameter(TestFixture::make(yoke_test::path_graph(2101)));
    ADD_FAILURE() << "a graph larger than the plan is not refused";
  } catch (std::invalid_argument const& error) {
    EXPECT_THAT(error.what(), ::testing::StartsWith("yoke::diameter: "));
  }
}

TYPED_TEST(Eccentricities, WrongCallsAreRefused) {
  using Space = typename TypeParam::Space;
  using View = Kokkos::View<typename TypeParam::Vertex*, typename TestFixture::Memory>;
  auto const graph = TestFixture::make(yoke_test::path_graph(10));
  EXPECT_THROW(yoke::eccentricities(Space(), graph, View("all", 9)), std::invalid_argument);
  EXPECT_THROW(
      yoke::diameter(Space(), graph, {.algorithm = static_cast<EccentricitiesAlgorithm>(9)}),
      std::invalid_argument);
  auto const directed =
      yoke_test::make_graph<typename TypeParam::Vertex, typename TypeParam::Offset,
                            typename TestFixture::Memory>(yoke_test::path_graph(10),
                                                          {.symmetrise = false});
  try {
    yoke::diameter(Space(), directed);
    ADD_FAILURE() << "nothing is refused";
  } catch (std::invalid_argument const& error) {
    EXPECT_THAT(error.what(), HasSubstr("yoke::diameter: the graph is directed"));
  }
}

}  // namespace
