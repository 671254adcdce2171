// In which order CPUs are shared out between two sides, on made-up machines and on this one.

#include "hybrid/topology.hpp"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>
#include <vector>

namespace {

using yoke::detail::Topology;

// Two domains of two cores of two hardware threads each, numbered as Linux does: the first threads
// of all cores before the second ones.
constexpr char const* two_domains = "numa:2 core:2 pu:2(indexes=0,4,1,5,2,6,3,7)";

std::vector<int> order_of(Topology const& topology, std::vector<int> const& cpus) {
  std::vector<int> ordered;
  for (auto const& location : yoke::detail::in_order(cpus, topology)) {
    ordered.push_back(location.cpu);
  }
  return ordered;
}

class Topologies : public testing::Test {
 protected:
  void SetUp() override {
    if (!Topology::is_known()) GTEST_SKIP() << "this build has no hwloc";
  }
};

TEST_F(Topologies, KeepCoresInOnePiece) {
  Topology const machine(two_domains, -1);
  EXPECT_EQ(machine.cores(), 4);
  EXPECT_EQ(machine.domains(), 2);
  EXPECT_EQ(order_of(machine, {0, 1, 2, 3, 4, 5, 6, 7}), (std::vector{0, 4, 1, 5, 2, 6, 3, 7}));
  EXPECT_EQ(order_of(machine, {7, 6, 1, 0}), (std::vector{0, 1, 6, 7}));
}

TEST_F(Topologies, PutTheCpusNearTheDeviceLast) {
  EXPECT_EQ(order_of(Topology(two_domains, 0), {0, 1, 2, 3, 4, 5, 6, 7}),
            (std::vector{2, 6, 3, 7, 0, 4, 1, 5}));
  EXPECT_EQ(order_of(Topology(two_domains, 1), {0, 1, 2, 3, 4, 5, 6, 7}),
            (std::vector{0, 4, 1, 5, 2, 6, 3, 7}));
}

TEST_F(Topologies, AreCutBetweenCores) {
  Topology const machine(two_domains, -1);
  auto const all = yoke::detail::in_order({0, 1, 2, 3, 4, 5, 6, 7}, machine);
  EXPECT_EQ(yoke::detail::cut_between_cores(all, 4), 4u);
  EXPECT_EQ(yoke::detail::cut_between_cores(all, 3), 2u);
  EXPECT_EQ(yoke::detail::cut_between_cores(all, 1), 2u);
  EXPECT_EQ(yoke::detail::cut_between_cores(all, 7), 6u);
  auto const one_core = yoke::detail::in_order({0, 4}, machine);
  EXPECT_EQ(yoke::detail::cut_between_cores(one_core, 1), 1u);
}

TEST_F(Topologies, KnowNothingOfCpusThatTheyDoNotHave) {
  Topology const machine(two_domains, 0);
  auto const nowhere = machine.locate(100);
  EXPECT_EQ(nowhere.cpu, 100);
  EXPECT_EQ(nowhere.core, 100);
  EXPECT_EQ(nowhere.domain, 0);
  EXPECT_FALSE(nowhere.is_near_device);
  EXPECT_THROW(Topology("numa:2 nonsense:3", -1), std::invalid_argument);
}

TEST(TopologyOfTheMachine, HasEachCpuOnce) {
  auto const& machine = Topology::of_machine();
  std::vector<int> const cpus{3, 2, 1, 0};
  auto const ordered = order_of(machine, cpus);
  EXPECT_EQ(std::set<int>(ordered.begin(), ordered.end()), (std::set{0, 1, 2, 3}));
  if (Topology::is_known()) {
    EXPECT_GE(machine.cores(), 1);
    EXPECT_GE(machine.domains(), 1);
  }
}

}  // namespace
