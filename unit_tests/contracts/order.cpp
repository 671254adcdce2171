#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "yoke/bfs.hpp"
#include "yoke/connected_components.hpp"
#include "yoke/fill.hpp"
#include "yoke/histogram.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/list_ranking.hpp"
#include "yoke/random.hpp"
#include "yoke/sort.hpp"

// The order of a hybrid call among the caller's own work: kernels that were put on the caller's
// instance before the call, and that nobody has fenced, write what the call reads. On a GPU they
// are under way when the call begins; host spaces have no such work, and the tests hold there
// anyway.

namespace {

using Device = Kokkos::DefaultExecutionSpace;
using Host = Kokkos::DefaultHostExecutionSpace;
using yoke::Hybrid;
using yoke::Split;

using PinnedMemory = Kokkos::SharedHostPinnedSpace;

constexpr std::uint32_t nodes = 50000;

// Some 50 ms on a GPU.
struct TakeTime {
  Kokkos::View<std::uint64_t*, Device> number;
  KOKKOS_FUNCTION void operator()(int) const {
    std::uint64_t x = number(0);
    for (int i = 0; i < 4000000; ++i) x = x * 6364136223846793005u + 1442695040888963407u;
    number(0) = x;
  }
};

// Before, node i points to i + 1; afterwards to i - 1, so that its rank is i.
template <class Memory>
struct ForwardList {
  Kokkos::View<std::uint32_t*, Memory> successor;
  KOKKOS_FUNCTION void operator()(std::uint32_t i) const {
    successor(i) = i + 1 < nodes ? i + 1 : i;
  }
};
template <class Memory>
struct BackwardList {
  Kokkos::View<std::uint32_t*, Memory> successor;
  KOKKOS_FUNCTION void operator()(std::uint32_t i) const { successor(i) = i > 0 ? i - 1 : i; }
};

// Two arcs a vertex: before, to itself; afterwards both to its neighbour in a pair.
template <class Memory>
struct Loops {
  Kokkos::View<std::uint32_t*, Memory> neighbours;
  KOKKOS_FUNCTION void operator()(std::uint32_t v) const {
    neighbours(2 * v) = neighbours(2 * v + 1) = v;
  }
};
template <class Memory>
struct Pairs {
  Kokkos::View<std::uint32_t*, Memory> neighbours;
  KOKKOS_FUNCTION void operator()(std::uint32_t v) const {
    neighbours(2 * v) = neighbours(2 * v + 1) = v ^ 1;
  }
};

template <class Memory>
struct OffsetsOfTwoArcs {
  Kokkos::View<std::uint32_t*, Memory> offsets;
  KOKKOS_FUNCTION void operator()(std::uint32_t v) const { offsets(v) = 2 * v; }
};

// Keys that fall from nodes - 1 to 0.
template <class Memory>
struct FallingKeys {
  Kokkos::View<std::uint32_t*, Memory> keys;
  KOKKOS_FUNCTION void operator()(std::uint32_t i) const { keys(i) = nodes - 1 - i; }
};

template <class Memory>
struct Ones {
  Kokkos::View<std::uint32_t*, Memory> keys;
  KOKKOS_FUNCTION void operator()(std::uint32_t i) const { keys(i) = 1; }
};

struct CountWrongKeys {
  Kokkos::View<std::uint32_t*, Device> permutation;
  KOKKOS_FUNCTION void operator()(std::uint32_t i, std::uint64_t& wrong) const {
    wrong += permutation(i) != nodes - 1 - i;
  }
};

struct CountWrongWords {
  yoke::Philox random;
  Kokkos::View<std::uint32_t*, Device> words;
  KOKKOS_FUNCTION void operator()(std::uint32_t i, std::uint64_t& wrong) const {
    wrong += words(i) != random(i);
  }
};

struct CountWrongRanks {
  Kokkos::View<std::uint32_t*, Device> rank;
  KOKKOS_FUNCTION void operator()(std::uint32_t i, std::uint64_t& wrong) const {
    wrong += rank(i) != i;
  }
};

template <class Functor>
void start(Device const& exec, std::uint32_t size, Functor const& functor) {
  Kokkos::parallel_for("yoke_test::fill", Kokkos::RangePolicy<Device>(exec, 0, size), functor);
}

// Puts work on `exec`, and after it the kernel that matters.
template <class Functor>
void start_late(Device const& exec, Functor const& functor) {
  static Kokkos::View<std::uint64_t*, Device>* const number = [] {
    static Kokkos::View<std::uint64_t*, Device> view("number", 1);
    Kokkos::push_finalize_hook([] { view = {}; });
    return &view;
  }();
  start(exec, 1, TakeTime{*number});
  start(exec, nodes, functor);
}

// How often the functor counts on the caller's instance.
template <class Functor>
std::uint64_t count_on(Device const& callers, Functor const& functor) {
  std::uint64_t count = nodes;
  Kokkos::parallel_reduce("yoke_test::count", Kokkos::RangePolicy<Device>(callers, 0, nodes),
                          functor, count);
  callers.fence();
  return count;
}

std::vector<Split> every_split() { return {Split::automatic(), Split(0), Split(0.4), Split(1)}; }
std::string name_of(Split const& split) {
  return split.is_automatic() ? "automatic" : std::to_string(split.host_share());
}

template <class Memory>
void expect_list_ranking_waits(Hybrid<> const& hybrid, Device const& callers) {
  Kokkos::View<std::uint32_t*, Memory> const successor("successor", nodes);
  Kokkos::View<std::uint32_t*, Device> const rank("rank", nodes);
  for (Split const& split : every_split()) {
    SCOPED_TRACE("list_rank, split " + name_of(split));
    start(callers, nodes, ForwardList<Memory>{successor});
    callers.fence();
    yoke::ListRankPlan<Hybrid<>, std::uint32_t> plan(hybrid, nodes, {.split = split});
    plan(successor, rank);
    start_late(callers, BackwardList<Memory>{successor});
    EXPECT_EQ(plan(successor, rank), 1u);
    // No fence either before the caller's next kernel.
    EXPECT_EQ(count_on(callers, CountWrongRanks{rank}), 0u);
  }
}

template <class Memory>
void expect_graphs_wait(Hybrid<> const& hybrid, Device const& callers) {
  Kokkos::View<std::uint32_t*, Memory> const offsets("offsets", nodes + 1),
      neighbours("neighbours", 2 * nodes);
  Kokkos::View<std::uint32_t*, Device> const label("label", nodes);
  start(callers, nodes + 1, OffsetsOfTwoArcs<Memory>{offsets});
  yoke::Graph<std::uint32_t, std::uint32_t, Memory> const graph(
      yoke::unchecked, yoke::GraphKind::symmetric, offsets, neighbours);
  for (Split const& split : every_split()) {
    SCOPED_TRACE("split " + name_of(split));
    yoke::ConnectedComponentsPlan<Hybrid<>, std::uint32_t> components(hybrid, nodes, 2 * nodes,
                                                                      {.split = split});
    start(callers, nodes, Loops<Memory>{neighbours});
    callers.fence();
    EXPECT_EQ(components(graph, label), nodes);
    start_late(callers, Pairs<Memory>{neighbours});
    EXPECT_EQ(components(graph, label), nodes / 2);

    yoke::BfsPlan<Hybrid<>, std::uint32_t> search(hybrid, nodes, 2 * nodes, {.split = split});
    start(callers, nodes, Loops<Memory>{neighbours});
    callers.fence();
    EXPECT_EQ(search(graph, 7, label), 1u);
    start_late(callers, Pairs<Memory>{neighbours});
    EXPECT_EQ(search(graph, 7, label), 2u);
  }
}

// What sorts, counts and fills.
template <class Memory>
void expect_arrays_wait(Hybrid<> const& hybrid, Device const& callers) {
  Kokkos::View<std::uint32_t*, Memory> const keys("keys", nodes);
  Kokkos::View<std::uint32_t*, Device> const result("result", nodes);
  Kokkos::View<std::uint64_t*, Kokkos::HostSpace> const counts("counts", 10);
  for (Split const& split : every_split()) {
    SCOPED_TRACE("split " + name_of(split));
    start(callers, nodes, ForwardList<Memory>{keys});
    callers.fence();
    yoke::ArgsortPlan<Hybrid<>, std::uint32_t, std::uint32_t> argsort(hybrid, nodes,
                                                                      {.split = split});
    argsort(keys, result);
    start_late(callers, FallingKeys<Memory>{keys});
    argsort(keys, result);
    // The key 0 is the last one: place i holds nodes - 1 - i.
    EXPECT_EQ(count_on(callers, CountWrongKeys{result}), 0u);

    yoke::HistogramPlan<Hybrid<>, std::uint32_t> histogram(hybrid, nodes, 10, {.split = split});
    start_late(callers, Ones<Memory>{keys});
    histogram(keys, yoke::ByLabel(), counts);
    EXPECT_EQ(counts(1), nodes);

    yoke::FillPlan<Hybrid<>, std::uint32_t> fill(hybrid, nodes, {.split = split});
    start_late(callers, ForwardList<Device>{result});
    fill(result, yoke::Philox(1));
    EXPECT_EQ(count_on(callers, CountWrongWords{yoke::Philox(1), result}), 0u);
  }
}

template <class Memory>
void expect_calls_wait(Hybrid<> const& hybrid, Device const& callers) {
  expect_list_ranking_waits<Memory>(hybrid, callers);
  expect_graphs_wait<Memory>(hybrid, callers);
  expect_arrays_wait<Memory>(hybrid, callers);
}

TEST(Order, CallsWaitForTheDefaultInstance) {
  Hybrid<> const hybrid;
  expect_calls_wait<Device::memory_space>(hybrid, Device());
  expect_calls_wait<PinnedMemory>(hybrid, Device());
}

TEST(Order, CallsWaitForTheInstanceGiven) {
#if defined(KOKKOS_ENABLE_CUDA)
  Device const callers = Kokkos::Experimental::partition_space(Device(), 1)[0];
#else
  Device const callers;
#endif
  Hybrid const hybrid(callers, Host());
  static_assert(std::is_same_v<decltype(hybrid), Hybrid<> const>);
  expect_calls_wait<Device::memory_space>(hybrid, callers);
  expect_calls_wait<PinnedMemory>(hybrid, callers);
}

TEST(Order, ThreadsAreThoseOfTheHostInstanceGiven) {
#if defined(KOKKOS_ENABLE_OPENMP)
  if (KOKKOS_VERSION < 50000) GTEST_SKIP() << "before 5.0 an instance may report all threads";
  Hybrid<> const hybrid(Device(), Kokkos::OpenMP(1));
  EXPECT_EQ(hybrid.host_threads(), 1);
  EXPECT_THROW(Hybrid<>(Device(), Kokkos::OpenMP(1), {.host_threads = 2}), std::invalid_argument);
#else
  GTEST_SKIP() << "this Kokkos has no OpenMP";
#endif
}

struct SumSuccessors {
  Kokkos::View<std::uint32_t*, PinnedMemory> successor;
  KOKKOS_FUNCTION void operator()(std::uint32_t i, std::uint64_t& sum) const {
    sum += (i + 1) * static_cast<std::uint64_t>(successor(i));
  }
};

template <class Space>
std::uint64_t sum_of(Space const& exec, SumSuccessors const& functor) {
  std::uint64_t sum = 0;
  Kokkos::parallel_reduce("yoke_test::sum", Kokkos::RangePolicy<Space>(exec, 0, nodes), functor,
                          sum);
  return sum;
}

TEST(Order, WorkOfYourOwnOnBothSidesWaits) {
  Hybrid<> const hybrid;
  Kokkos::View<std::uint32_t*, PinnedMemory> const successor("successor", nodes);
  SumSuccessors const sum{successor};
  start_late(Device(), BackwardList<PinnedMemory>{successor});
  std::uint64_t on_device = 0, on_host = 0;
  hybrid.concurrently([&] { on_device = sum_of(hybrid.device(), sum); },
                      [&] { on_host = sum_of(hybrid.host(), sum); });
  std::uint64_t expected = 0;
  for (std::uint64_t i = 1; i < nodes; ++i) expected += (i + 1) * (i - 1);
  EXPECT_EQ(on_device, expected);
  EXPECT_EQ(on_host, expected);
}

}  // namespace
