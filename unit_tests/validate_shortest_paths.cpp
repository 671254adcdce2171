#include "yoke/validate_shortest_paths.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "support/paths_case.hpp"

namespace {

using testing::HasSubstr;
using yoke_test::Paths;
using yoke_test::Sources;

// What the validator says of results that are changed at one place.
TEST(ValidateShortestPaths, NamesTheFirstFault) {
  using Space = Kokkos::DefaultExecutionSpace;
  using Case = Paths<Space, std::uint32_t, std::uint32_t, std::int32_t>;
  // 0 - 1 - 2 - 3 in steps of 5, a long way round from 0 to 2, a cycle 4 - 5 of weight 0 far away,
  // and 6 alone.
  Case paths({{"small", 7, {{0, 1}, {1, 2}, {2, 3}, {0, 2}, {4, 5}}}, {5, 5, 5, 11, 0}, true});
  auto const fault = [&](std::uint32_t v, std::int32_t distance, std::uint32_t parent) {
    paths.run(Space(), {0}, {});
    Kokkos::deep_copy(Kokkos::subview(paths.distances(), v), distance);
    Kokkos::deep_copy(Kokkos::subview(paths.parents(), v), parent);
    try {
      yoke::validate_shortest_paths(Space(), paths.graph(), 0, paths.distances(), paths.parents());
    } catch (yoke::InvalidInput const& error) {
      return std::string(error.what());
    }
    return std::string("no fault");
  };
  constexpr std::uint32_t none = ~0u;
  constexpr auto far = yoke::infinite_weight<std::int32_t>;
  EXPECT_EQ(fault(3, 15, 2), "no fault");
  EXPECT_THAT(fault(0, 1, 0), HasSubstr("vertex 0 is a source and has distance 1 and parent 0"));
  EXPECT_THAT(fault(0, 0, 1), HasSubstr("(rule 1)"));
  EXPECT_THAT(fault(2, 11, 0), HasSubstr("(rule 2)"));
  EXPECT_THAT(fault(3, 14, 2), HasSubstr("(rule 3)"));
  EXPECT_THAT(fault(3, 15, 1), HasSubstr("no arc from its parent 1 gives it (rule 3)"));
  EXPECT_THAT(fault(3, 15, 7), HasSubstr("which is no vertex (rule 3)"));
  EXPECT_THAT(fault(3, 15, 6), HasSubstr("which was not reached (rule 3)"));
  EXPECT_THAT(fault(3, 15, 3),
              HasSubstr("is its own parent, and is no source at distance 0 (rule 4)"));
  EXPECT_THAT(fault(2, 10, 3), HasSubstr("they form a cycle (rule 4)"));
  EXPECT_THAT(fault(3, 15, none), HasSubstr("(rule 5)"));
  EXPECT_THAT(fault(6, 3, none), HasSubstr("(rule 5)"));
  EXPECT_THAT(fault(3, far, none), HasSubstr("has distance infinity, and an arc"));
  EXPECT_THROW(
      yoke::validate_shortest_paths(Space(), paths.graph(), 7, paths.distances(), paths.parents()),
      yoke::InvalidInput);
}

// Two vertices that vouch for each other, though no source reaches them.
TEST(ValidateShortestPaths, ACycleOfWeightZeroDoesNotVouchForItself) {
  using Space = Kokkos::DefaultExecutionSpace;
  Paths<Space, std::uint32_t, std::uint32_t, float> paths({{"apart", 3, {{1, 2}}}, {0}, true});
  paths.run(Space(), {0}, {});
  auto const set = [&](std::uint32_t v, float distance, std::uint32_t parent) {
    Kokkos::deep_copy(Kokkos::subview(paths.distances(), v), distance);
    Kokkos::deep_copy(Kokkos::subview(paths.parents(), v), parent);
  };
  set(1, 4, 2);
  set(2, 4, 1);
  EXPECT_THROW(
      yoke::validate_shortest_paths(Space(), paths.graph(), 0, paths.distances(), paths.parents()),
      yoke::InvalidInput);
}

// The same by sources: two that are not at distance 0 are no roots.
TEST(ValidateShortestPaths, SourcesOnACycleAreNoRoots) {
  using Space = Kokkos::DefaultExecutionSpace;
  Paths<Space, std::uint32_t, std::uint32_t, float> paths(
      {{"cycle", 3, {{1, 2}, {2, 1}}}, {0, 0}, false});
  Sources const sources{0, 1, 2};
  paths.run(Space(), sources, {});
  for (std::uint32_t v : {1u, 2u}) {
    Kokkos::deep_copy(Kokkos::subview(paths.distances(), v), -5.f);
    Kokkos::deep_copy(Kokkos::subview(paths.parents(), v), 3 - v);
  }
  EXPECT_THROW(yoke::validate_shortest_paths(Space(), paths.graph(), paths.view_of(sources),
                                             paths.distances(), paths.parents()),
               yoke::InvalidInput);
}

}  // namespace
