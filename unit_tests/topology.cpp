// In which order CPUs are shared out between two sides, on made-up machines and on this one.

#include "kokkos_ext/topology.hpp"

#include <gtest/gtest.h>
#include <sched.h>

#include <numeric>
#include <stdexcept>
#include <vector>

namespace {

using yoke::detail::CpuLocation;
using yoke::detail::Topology;

// Two domains of two cores of two hardware threads each, numbered as Linux does: the first threads
// of all cores before the second ones.
constexpr char const* two_domains = "numa:2 core:2 pu:2(indexes=0,4,1,5,2,6,3,7)";

std::vector<CpuLocation> ordered(Topology const& topology, std::vector<int> const& cpus) {
  std::vector<CpuLocation> locations, in_order;
  for (int const cpu : cpus) locations.push_back(topology.locate(cpu));
  for (std::size_t const i : yoke::detail::in_order(locations)) in_order.push_back(locations[i]);
  return in_order;
}
std::vector<int> order_of(Topology const& topology, std::vector<int> const& cpus) {
  std::vector<int> numbers;
  for (auto const& location : ordered(topology, cpus)) numbers.push_back(location.cpu);
  return numbers;
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
  auto const all = ordered(machine, {0, 1, 2, 3, 4, 5, 6, 7});
  EXPECT_EQ(yoke::detail::cut_between_cores(all, 4), 4u);
  EXPECT_EQ(yoke::detail::cut_between_cores(all, 3), 2u);
  EXPECT_EQ(yoke::detail::cut_between_cores(all, 1), 2u);
  EXPECT_EQ(yoke::detail::cut_between_cores(all, 7), 6u);
  auto const one_core = ordered(machine, {0, 4});
  EXPECT_EQ(yoke::detail::cut_between_cores(one_core, 1), 1u);
}

// As some virtual machines look: two threads of a side that wants no more get no core of eight.
TEST_F(Topologies, AreCutThroughCoresThatAreTooLarge) {
  Topology const machine("core:2 pu:8", -1);
  std::vector<int> cpus(16);
  std::iota(cpus.begin(), cpus.end(), 0);
  auto const all = ordered(machine, cpus);
  EXPECT_EQ(yoke::detail::cut_between_cores(all, 2), 2u);
  EXPECT_EQ(yoke::detail::cut_between_cores(all, 14), 14u);
  EXPECT_EQ(yoke::detail::cut_between_cores(all, 6), 8u);
}

// Places of OpenMP may overlap.
TEST(LocationsInOrder, KeepThoseThatAreEqual) {
  std::vector<CpuLocation> const locations{{.core = 1, .cpu = 1}, {.core = 0}, {.core = 0}};
  EXPECT_EQ(yoke::detail::in_order(locations), (std::vector<std::size_t>{1, 2, 0}));
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

TEST_F(Topologies, OfThisMachineKnowTheCpuOnWhichThisRuns) {
  auto const& machine = Topology::of_machine();
  int const cpu = sched_getcpu();
  auto const here = machine.locate(cpu);
  EXPECT_EQ(here.cpu, cpu);
  EXPECT_GE(here.core, 0);
  EXPECT_LT(here.core, machine.cores());
  EXPECT_GE(here.domain, 0);
  EXPECT_LT(here.domain, machine.domains());
}

}  // namespace
