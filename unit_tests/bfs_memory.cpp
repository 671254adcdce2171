#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/graphs.hpp"
#include "support/seed.hpp"
#include "support/tools.hpp"
#include "yoke/bfs.hpp"

// What bfs takes and touches beyond its arguments: memory and instances.

namespace {

using yoke::BfsAlgorithm;
using yoke::BfsOptions;
using yoke_test::AllocationRecorder;
using yoke_test::FenceRecorder;
using yoke_test::KernelRecorder;

template <class Space>
class BfsMemory : public ::testing::Test {
 public:
  using Memory = typename Space::memory_space;
  using View = Kokkos::View<std::uint32_t*, Memory>;

  BfsMemory()
      : graph(yoke_test::make_graph<std::uint32_t, std::uint32_t, Memory>(
            yoke_test::skewed_graph(15, 400000))),
        level("level", graph.vertices()),
        parent("parent", graph.vertices()),
        sources("sources", 5) {}

  yoke::Graph<std::uint32_t, std::uint32_t, Memory> graph;
  View level, parent, sources;
};
template <class First, class... Spaces>
using Types = ::testing::Types<Spaces...>;
#define YOKE_SPACE(Space) , Space
TYPED_TEST_SUITE(BfsMemory, Types<void YOKE_FOR_EACH_SPACE(YOKE_SPACE)>);

constexpr BfsAlgorithm all_algorithms[] = {
    BfsAlgorithm::sequential, BfsAlgorithm::level_synchronous, BfsAlgorithm::direction_optimising};

TYPED_TEST(BfsMemory, IsTakenOnceAndStated) {
  using View = typename TestFixture::View;
  using Plan = yoke::BfsPlan<TypeParam, std::uint32_t>;
  std::size_t const n = this->graph.vertices();
  for (BfsAlgorithm const algorithm : all_algorithms) {
    SCOPED_TRACE(to_string(algorithm));
    BfsOptions const options{.algorithm = algorithm, .deterministic_parents = true};
    Plan(TypeParam(), n, this->graph.arcs(), options)(this->graph, 0, this->level, this->parent);
    AllocationRecorder const recorder;
    Plan plan(TypeParam(), n, this->graph.arcs(), options);
    std::size_t const of_plan = recorder.labels().size();
    EXPECT_GT(of_plan, 0u);
    plan(this->graph, 0, this->level, this->parent);
    plan(this->graph, this->sources, this->level);
    EXPECT_EQ(recorder.labels().size(), of_plan) << "a call allocated " << recorder.labels().back();
    EXPECT_LE(plan.workspace_bytes(), 8.3 * n + 256);
    // Levels that the caller does not want.
    plan(this->graph, 0, View(), this->parent);
    std::size_t const with_level = recorder.labels().size();
    plan(this->graph, 0, View(), this->parent);
    EXPECT_EQ(recorder.labels().size(), with_level)
        << "a call allocated " << recorder.labels().back();
    // Kokkos rounds up each array.
    EXPECT_NEAR(static_cast<double>(plan.workspace_bytes()),
                static_cast<double>(recorder.held_bytes()),
                static_cast<double>(128 * recorder.labels().size()));
    EXPECT_LE(recorder.most_bytes(), 12.3 * n + 2048);
  }
}

template <class Space, class Fixture>
void expect_one_instance(Space const& exec, Fixture const& input, BfsOptions const& options) {
  yoke::BfsPlan<Space, std::uint32_t> plan(exec, input.graph.vertices(), input.graph.arcs(),
                                           options);
  plan(input.graph, 0, input.level, input.parent);
  auto const mine = Kokkos::Tools::Experimental::device_id(exec);
  auto const every_instance = Kokkos::Tools::Experimental::device_id_root<Space>();
  {
    KernelRecorder const recorder;
    plan(input.graph, 0, input.level, input.parent);
    plan(input.graph, input.sources, input.level, input.parent);
    EXPECT_FALSE(recorder.kernels().empty());
    for (auto const& [label, device_id] : recorder.kernels()) {
      EXPECT_EQ(device_id, mine) << label;
      EXPECT_TRUE(yoke_test::is_of_library(label) || yoke_test::is_of_kokkos(label)) << label;
    }
  }
  FenceRecorder const recorder;
  plan(input.graph, 0, input.level, input.parent);
  ASSERT_FALSE(recorder.fences().empty());
  for (auto const& [label, device_id] : recorder.fences()) {
    EXPECT_NE(device_id, every_instance) << label;
  }
  EXPECT_EQ(recorder.fences().back().device_id, mine) << recorder.fences().back().label;
}

TYPED_TEST(BfsMemory, WorkAndFencesAreOfTheInstanceGiven) {
  for (BfsAlgorithm const algorithm : all_algorithms) {
    for (bool const deterministic : {false, true}) {
      SCOPED_TRACE(std::string(to_string(algorithm)) + (deterministic ? ", smallest parents" : ""));
      BfsOptions const options{.algorithm = algorithm, .deterministic_parents = deterministic};
      expect_one_instance(TypeParam(), *this, options);
#if defined(KOKKOS_ENABLE_CUDA)
      if constexpr (std::is_same_v<TypeParam, Kokkos::Cuda>) {
        auto const streams = Kokkos::Experimental::partition_space(Kokkos::Cuda(), 1, 1);
        expect_one_instance(streams[1], *this, options);
      }
#endif
    }
  }
}

}  // namespace
