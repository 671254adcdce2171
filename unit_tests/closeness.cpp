#include "yoke/closeness.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "support/distance_cases.hpp"
#include "support/views.hpp"

// Closeness, against a search from every vertex.

namespace {

using testing::HasSubstr;
using yoke_test::vector_of;
using yoke_test::view_of;

template <class T>
class Closeness : public testing::Test {
 public:
  using Space = typename T::Space;
  using Vertex = typename T::Vertex;
  using Offset = typename T::Offset;
  using Memory = typename T::Memory;
  using Doubles = Kokkos::View<double*, Memory>;

  static auto make(yoke_test::TestGraph const& graph) { return T::make(graph); }
};
using Device = Kokkos::DefaultExecutionSpace;
using Host = Kokkos::DefaultHostExecutionSpace;
using AllTypes = testing::Types<yoke_test::DistanceTypes<Device, std::int32_t, std::int32_t>,
                                yoke_test::DistanceTypes<Device, std::uint32_t, std::uint64_t>,
                                yoke_test::DistanceTypes<Host, std::uint64_t, std::uint64_t>>;
TYPED_TEST_SUITE(Closeness, AllTypes);

// Sums are integers, and the same divisions follow: the doubles are the same.
TYPED_TEST(Closeness, OfEveryGraphIsTheOracles) {
  for (auto const& one : yoke_test::distance_cases()) {
    SCOPED_TRACE(one.graph.name);
    auto const graph = TestFixture::make(one.graph);
    typename TestFixture::Doubles const all("all", graph.vertices());
    Kokkos::deep_copy(all, 77.0);
    yoke::ClosenessReport report;
    yoke::closeness(typename TypeParam::Space(), graph, all, {.report = &report});
    EXPECT_EQ(vector_of(all), one.oracle.closeness);
    EXPECT_EQ(report.sweeps, (graph.vertices() + 63) / 64);
  }
}

TYPED_TEST(Closeness, OfListedVerticesIsThatOfAll) {
  using Vertex = typename TypeParam::Vertex;
  using Space = typename TypeParam::Space;
  yoke::ClosenessPlan<Space, Vertex, typename TypeParam::Offset> plan(Space(), 2100, 70000);
  std::size_t const bytes = plan.workspace_bytes();
  // 52 bytes for each vertex of 32 bits, and the sums and counters of a sweep.
  std::size_t const of_vertex = 28 + 4 * sizeof(Vertex) + 2 * sizeof(typename TypeParam::Offset);
  std::size_t const counters = 128 + (yoke::detail::runs_on_host<Space> ? 7 : 20);
  EXPECT_EQ(bytes, 2100 * of_vertex + 8 * counters);
  for (auto const& one : yoke_test::distance_cases()) {
    SCOPED_TRACE(one.graph.name);
    auto const graph = TestFixture::make(one.graph);
    // Some of them twice, also in one sweep.
    std::vector<Vertex> sources;
    std::vector<double> expected;
    for (std::uint64_t i = 0; graph.vertices() > 0 && i < 100; ++i) {
      std::uint64_t const v = (i * i / 2) % graph.vertices();
      sources.push_back(static_cast<Vertex>(v));
      expected.push_back(one.oracle.closeness[v]);
    }
    typename TestFixture::Doubles const some("some", sources.size());
    plan(graph, view_of<typename TestFixture::Memory>(sources), some);
    EXPECT_EQ(vector_of(some), expected);
  }
  EXPECT_EQ(plan.workspace_bytes(), bytes);
}

// From NetworkX 3: closeness_centrality of a path of 4 beside a path of 3 and a vertex alone.
TYPED_TEST(Closeness, IsThatOfNetworkX) {
  auto const graph = TestFixture::make({"paths", 8, {{0, 1}, {1, 2}, {2, 3}, {4, 5}, {5, 6}}});
  typename TestFixture::Doubles const all("all", 8);
  yoke::closeness(typename TypeParam::Space(), graph, all);
  double const end = 3.0 / 6 * (3.0 / 7), inner = 3.0 / 4 * (3.0 / 7);
  double const other_end = 2.0 / 3 * (2.0 / 7), middle = 2.0 / 2 * (2.0 / 7);
  EXPECT_EQ(vector_of(all),
            (std::vector<double>{end, inner, inner, end, other_end, middle, other_end, 0}));
}

TYPED_TEST(Closeness, WrongCallsAreRefused) {
  using Space = typename TypeParam::Space;
  using Vertex = typename TypeParam::Vertex;
  using Doubles = typename TestFixture::Doubles;
  auto const graph = TestFixture::make(yoke_test::path_graph(10));
  auto const listed = [](std::vector<Vertex> const& sources) {
    return view_of<typename TestFixture::Memory>(sources);
  };
  EXPECT_THROW(yoke::closeness(Space(), graph, Doubles("all", 9)), std::invalid_argument);
  EXPECT_THROW(yoke::closeness(Space(), graph, listed({1, 2}), Doubles("some", 3)),
               std::invalid_argument);
  EXPECT_NO_THROW(yoke::closeness(Space(), graph, listed({}), Doubles("none", 0)));
  try {
    yoke::closeness(Space(), graph, listed({1, 10, 2}), Doubles("some", 3));
    ADD_FAILURE() << "nothing is refused";
  } catch (yoke::InvalidInput const& error) {
    EXPECT_EQ(error.index(), 1u);
    EXPECT_THAT(error.what(), HasSubstr("yoke::closeness: source 1 is no vertex: it is 10,"));
  }
  try {
    yoke::closeness(Space(), graph, listed({static_cast<Vertex>(-1)}), Doubles("one", 1));
    ADD_FAILURE() << "nothing is refused";
  } catch (yoke::InvalidInput const& error) {
    EXPECT_THAT(error.what(), HasSubstr(" (-1 if signed), and there are 10 vertices"));
  }
  auto const directed =
      yoke_test::make_graph<Vertex, typename TypeParam::Offset, typename TestFixture::Memory>(
          yoke_test::path_graph(10), {.symmetrise = false});
  EXPECT_THROW(yoke::closeness(Space(), directed, Doubles("all", 10)), std::invalid_argument);
}

}  // namespace
