#include "yoke/keep_workspace.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "frame/workspace_pool.hpp"
#include "support/tools.hpp"
#include "support/views.hpp"
#include "yoke/errors.hpp"
#include "yoke/fill.hpp"
#include "yoke/generate.hpp"
#include "yoke/histogram.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/list_ranking.hpp"
#include "yoke/sort.hpp"

// Memory that plain calls leave to each other: what is kept, for whom, and until when. That such
// calls allocate nothing, contracts/plain_calls.cpp tests for each capability.

namespace {

using yoke::KeepWorkspace;
using yoke::detail::MemoryKind;
using yoke::detail::WorkspacePool;
using yoke_test::vector_of;

constexpr std::size_t large = std::size_t(1) << 40;

// Memory that is only counted.
struct Heap {
  static inline std::set<void*> held;
  static inline int failures = 0;  // of the allocations to come
  static inline int allocations = 0;

  static void reset() {
    held.clear();
    failures = allocations = 0;
  }
  static void* allocate(std::size_t) {
    if (failures > 0 && failures-- > 0) throw std::bad_alloc();
    void* const memory = reinterpret_cast<void*>(static_cast<std::uintptr_t>(++allocations) << 12);
    held.insert(memory);
    return memory;
  }
  static void free(void* memory) { EXPECT_EQ(held.erase(memory), 1u); }
};
constexpr MemoryKind near{"near", false, Heap::allocate, Heap::free};
constexpr MemoryKind far{"far", true, Heap::allocate, Heap::free};
constexpr std::size_t kib = 1024, mib = kib * kib;

TEST(WorkspacePool, GivesOutWhatCameBackIfItIsHardlyTooLarge) {
  Heap::reset();
  {
    WorkspacePool pool(large);
    auto const first = pool.take(near, 10 * mib);
    EXPECT_EQ(pool.idle_bytes(), 0u);
    pool.give_back(first);
    EXPECT_EQ(pool.idle_bytes(), 10 * mib);
    EXPECT_EQ(pool.idle_bytes_on_device(), 0u);

    auto const other_kind = pool.take(far, 10 * mib);
    EXPECT_NE(other_kind.memory, first.memory);
    auto const too_small = pool.take(near, 7 * mib);
    EXPECT_NE(too_small.memory, first.memory);
    auto const too_large = pool.take(near, 10 * mib + 1);
    EXPECT_NE(too_large.memory, first.memory);
    auto const smaller = pool.take(near, 8 * mib);
    EXPECT_EQ(smaller.memory, first.memory);
    EXPECT_EQ(smaller.bytes, 10 * mib);
    for (auto const& block : {smaller, too_large, too_small, other_kind}) pool.give_back(block);
    EXPECT_EQ(pool.idle_bytes_on_device(), 10 * mib);
    // The smallest of those that fit.
    EXPECT_EQ(pool.take(near, 9 * mib).memory, smaller.memory);
    EXPECT_EQ(pool.take(near, 9 * mib).memory, too_large.memory);
    EXPECT_EQ(Heap::allocations, 4);
    pool.give_back(smaller);
    pool.give_back(too_large);
  }
  EXPECT_THAT(Heap::held, testing::IsEmpty());
}

TEST(WorkspacePool, SmallBlocksFitEachOther) {
  Heap::reset();
  WorkspacePool pool(large);
  auto const block = pool.take(near, 64 * kib);
  pool.give_back(block);
  EXPECT_EQ(pool.take(near, 1).memory, block.memory);
  pool.give_back(block);
}

TEST(WorkspacePool, KeepsNoMoreThanItsLimit) {
  Heap::reset();
  WorkspacePool pool(10 * mib);
  auto const a = pool.take(near, 4 * mib), b = pool.take(near, 4 * mib),
             c = pool.take(far, 4 * mib), d = pool.take(near, 11 * mib);
  pool.give_back(a);
  pool.give_back(b);
  EXPECT_EQ(pool.idle_bytes(), 8 * mib);
  pool.give_back(c);  // a has been idle longest
  EXPECT_EQ(pool.idle_bytes(), 8 * mib);
  EXPECT_THAT(Heap::held, testing::UnorderedElementsAre(b.memory, c.memory, d.memory));
  pool.give_back(d);  // more than all of it: the others stay
  EXPECT_THAT(Heap::held, testing::UnorderedElementsAre(b.memory, c.memory));
}

TEST(WorkspacePool, KeepsAtMost256Blocks) {
  Heap::reset();
  WorkspacePool pool(large);
  std::vector<WorkspacePool::Block> blocks;
  for (int i = 0; i < 300; ++i) blocks.push_back(pool.take(near, 1));
  for (auto const& block : blocks) pool.give_back(block);
  EXPECT_EQ(Heap::held.size(), 256u);
}

TEST(WorkspacePool, FreesWhatIsIdleIfAnAllocationFails) {
  Heap::reset();
  WorkspacePool pool(large);
  auto const block = pool.take(near, mib);
  pool.give_back(block);
  Heap::failures = 1;
  auto const other = pool.take(far, 100 * mib);
  EXPECT_THAT(Heap::held, testing::ElementsAre(other.memory));
  EXPECT_EQ(pool.idle_bytes(), 0u);
  Heap::failures = 1;
  EXPECT_THROW(pool.take(far, 100 * mib), std::bad_alloc);  // nothing is idle
  pool.give_back(other);
  Heap::failures = 2;
  EXPECT_THROW(pool.take(far, 200 * mib), std::bad_alloc);
  EXPECT_THAT(Heap::held, testing::IsEmpty());
}

TEST(WorkspacePool, KeepsNothingOnceClosed) {
  Heap::reset();
  WorkspacePool pool(large);
  auto const first = pool.take(near, mib), second = pool.take(near, mib);
  pool.give_back(first);
  pool.close();
  EXPECT_THAT(Heap::held, testing::ElementsAre(second.memory));
  pool.give_back(second);
  EXPECT_THAT(Heap::held, testing::IsEmpty());
}

template <class Memory>
using Words = Kokkos::View<std::uint32_t*, Memory>;

template <class Executor>
struct MemoryOf {
  using Type = typename Executor::memory_space;
};
template <class Device, class Host>
struct MemoryOf<yoke::Hybrid<Device, Host>> {
  using Type = Kokkos::HostSpace;
};

template <class Memory>
Words<Memory> list_of(std::uint32_t size) {
  Words<Memory> const successor("successor", size);
  yoke::generate_lists(typename Memory::execution_space(), successor);
  return successor;
}

template <class Executor>
class KeepWorkspaceOf : public testing::Test {
 public:
  using Memory = typename MemoryOf<Executor>::Type;
  // Ranks a list; returns how often memory was allocated.
  std::size_t rank(std::uint32_t size) {
    Words<Memory> const successor = list_of<Memory>(size), rank("rank", size);
    yoke_test::AllocationRecorder const recorder;
    EXPECT_EQ(yoke::list_rank(exec, successor, rank), 1u);
    return recorder.labels().size();
  }
  Executor exec{};
};
#define YOKE_SPACE(Space) , Space
using Executors = testing::Types<yoke::Hybrid<> YOKE_FOR_EACH_SPACE(YOKE_SPACE)>;
TYPED_TEST_SUITE(KeepWorkspaceOf, Executors);

TYPED_TEST(KeepWorkspaceOf, ServesCallsUntilItsEnd) {
  constexpr std::uint32_t size = 100000;
  this->rank(size);  // what Kokkos allocates for itself
  std::size_t const without = this->rank(size);
  EXPECT_GT(without, 0u);
  {
    KeepWorkspace<TypeParam> const keep(this->exec, large);
    EXPECT_EQ(keep.idle_bytes(), 0u);
    this->rank(size);
    std::size_t const kept = keep.idle_bytes();
    EXPECT_GT(kept, 0u);
    for (int time = 0; time < 3; ++time) EXPECT_EQ(this->rank(size), 0u);
    EXPECT_EQ(this->rank(size - size / 10), 0u) << "a slightly smaller one";
    EXPECT_EQ(keep.idle_bytes(), kept);

    yoke_test::AllocationRecorder const recorder;
    {
      Words<typename TestFixture::Memory> const keys("keys", size);
      yoke::fill(this->exec, keys, yoke::Philox(1));
      yoke::sort(this->exec, keys);
    }
    EXPECT_GE(keep.idle_bytes(), kept);
  }
  EXPECT_EQ(this->rank(size), without);
}

TYPED_TEST(KeepWorkspaceOf, FreesAllAtItsEnd) {
  Words<typename TestFixture::Memory> const successor =
                                                list_of<typename TestFixture::Memory>(50000),
                                            rank("rank", 50000);
  yoke_test::AllocationRecorder const recorder;
  std::unique_ptr<yoke::ListRankPlan<TypeParam, std::uint32_t>> plan;
  {
    KeepWorkspace<TypeParam> const keep(this->exec, large);
    yoke::list_rank(this->exec, successor, rank);
    plan = std::make_unique<yoke::ListRankPlan<TypeParam, std::uint32_t>>(this->exec, 50000);
    EXPECT_GT(recorder.held_bytes(), 0u);
  }
  // A plan that lives on still works.
  EXPECT_EQ((*plan)(successor, rank), 1u);
  plan.reset();
  EXPECT_EQ(recorder.held_bytes(), 0u);
}

TYPED_TEST(KeepWorkspaceOf, KeepsNoMoreThanItsBytes) {
  for (std::size_t const bytes : {std::size_t(0), std::size_t(100000)}) {
    KeepWorkspace<TypeParam> const keep(this->exec, bytes);
    for (std::uint32_t const size : {100u, 10000u, 100000u, 1000u}) {
      this->rank(size);
      EXPECT_LE(keep.idle_bytes(), bytes);
    }
  }
}

TYPED_TEST(KeepWorkspaceOf, TheLaterOneServes) {
  KeepWorkspace<TypeParam> const outer(this->exec, large);
  {
    KeepWorkspace<TypeParam> const inner(this->exec, large);
    this->rank(1000);
    EXPECT_EQ(outer.idle_bytes(), 0u);
    EXPECT_GT(inner.idle_bytes(), 0u);
  }
  this->rank(1000);
  EXPECT_GT(outer.idle_bytes(), 0u);
}

TYPED_TEST(KeepWorkspaceOf, WhatAPlanAsksForIsCountedAsEver) {
  std::size_t const plain =
      yoke::ListRankPlan<TypeParam, std::uint32_t>(this->exec, 90000).workspace_bytes();
  KeepWorkspace<TypeParam> const keep(this->exec, large);
  this->rank(100000);
  EXPECT_EQ((yoke::ListRankPlan<TypeParam, std::uint32_t>(this->exec, 90000).workspace_bytes()),
            plain);
}

// Calls that throw give everything back, and the next ones are right.
TYPED_TEST(KeepWorkspaceOf, CallsThatThrowGiveBackWhatTheyTook) {
  using Memory = typename TestFixture::Memory;
  constexpr std::uint32_t size = 30000;
  std::vector<std::uint32_t> cycle(size);
  for (std::uint32_t i = 0; i < size; ++i) cycle[i] = (i + 1) % size;
  auto const bad = yoke_test::view_of<Memory>(cycle);
  Words<Memory> const rank("rank", size);
  KeepWorkspace<TypeParam> const keep(this->exec, large);
  this->rank(size);
  for (int time = 0; time < 3; ++time) {
    EXPECT_THROW(yoke::list_rank(this->exec, bad, rank, {.validate = true}), yoke::InvalidInput);
    EXPECT_THROW(yoke::list_rank(this->exec, bad, Words<Memory>("short", 1)),
                 std::invalid_argument);
    EXPECT_GT(keep.idle_bytes(), 0u);
    this->rank(size);
  }
}

TYPED_TEST(KeepWorkspaceOf, ResultsAreTheSame) {
  using Memory = typename TestFixture::Memory;
  auto const run = [&](std::uint32_t size) {
    Words<Memory> const keys("keys", size), values("values", size);
    Kokkos::View<std::uint64_t*, Memory> const counts("counts", 50);
    yoke::fill(this->exec, keys, yoke::Philox(size));
    yoke::fill(this->exec, values, yoke::Philox(size + 1));
    yoke::sort_by_key(this->exec, keys, values);
    yoke::histogram(this->exec, keys, yoke::EvenBins<std::uint32_t>{0, ~0u}, counts);
    auto result = vector_of(values);
    for (std::uint64_t const count : vector_of(counts)) {
      result.push_back(static_cast<std::uint32_t>(count));
    }
    return result;
  };
  std::vector<std::uint32_t> const sizes{0, 1, 2, 33, 1000, 4097, 65536, 300000, 1000, 1};
  std::vector<std::vector<std::uint32_t>> expected;
  for (std::uint32_t const size : sizes) expected.push_back(run(size));
  for (std::size_t const bytes : {std::size_t(300000), large}) {
    KeepWorkspace<TypeParam> const keep(this->exec, bytes);
    for (int time = 0; time < 3; ++time) {
      for (std::size_t i = 0; i < sizes.size(); ++i) EXPECT_EQ(run(sizes[i]), expected[i]);
    }
  }
}

using Host = Kokkos::DefaultHostExecutionSpace;

TEST(KeepWorkspace, OtherExecutorsAreNotServed) {
  yoke::Hybrid<> const one, other;
  KeepWorkspace<yoke::Hybrid<>> const keep(one, large);
  auto const successor = list_of<Kokkos::HostSpace>(1000);
  Words<Kokkos::HostSpace> const rank("rank", 1000);
  yoke::list_rank(other, successor, rank);
  yoke::list_rank(Host(), successor, rank);
  EXPECT_EQ(keep.idle_bytes(), 0u);
  yoke::list_rank(one, successor, rank);
  EXPECT_GT(keep.idle_bytes(), 0u);
}

#ifdef KOKKOS_ENABLE_CUDA
TEST(KeepWorkspace, AnInstanceIsKnownByItsStream) {
  auto const instances =
      Kokkos::Experimental::partition_space(Kokkos::Cuda(), std::vector<int>{1, 1});
  KeepWorkspace<Kokkos::Cuda> const keep(instances[0], large);
  auto const successor = list_of<Kokkos::CudaSpace>(1000);
  Words<Kokkos::CudaSpace> const rank("rank", 1000);
  yoke::list_rank(instances[1], successor, rank);
  yoke::list_rank(Kokkos::Cuda(), successor, rank);
  EXPECT_EQ(keep.idle_bytes(), 0u);
  Kokkos::Cuda const copy = instances[0];
  yoke::list_rank(copy, successor, rank);
  EXPECT_GT(keep.idle_bytes(), 0u);
}
#endif

// A plan of few nodes on one thread uses no other.
TEST(KeepWorkspace, ThreadsMayShareIt) {
  KeepWorkspace<Host> const keep(Host(), large);
  auto const work = [](std::uint32_t size) {
    for (int time = 0; time < 200; ++time) {
      std::vector<std::uint32_t> next(size), rank(size);
      for (std::uint32_t i = 0; i < size; ++i) next[i] = i + 1 < size ? i + 1 : i;
      using Unmanaged = Kokkos::MemoryTraits<Kokkos::Unmanaged>;
      Kokkos::View<std::uint32_t*, Kokkos::HostSpace, Unmanaged> const successor(next.data(), size),
          ranks(rank.data(), size);
      yoke::list_rank(Host(), successor, ranks, {.algorithm = yoke::ListRankAlgorithm::sequential});
      for (std::uint32_t i = 0; i < size; ++i) ASSERT_EQ(rank[i], size - 1 - i);
    }
  };
  std::vector<std::thread> threads;
  for (std::uint32_t const size : {10u, 1000u, 3000u}) threads.emplace_back(work, size);
  for (auto& thread : threads) thread.join();
}

}  // namespace
