#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <time.h>

#include <chrono>
#include <thread>

#include "support/ranking_case.hpp"
#include "support/rounds.hpp"
#include "support/tools.hpp"

// What list_rank takes and touches beyond its arguments: memory, instances, threads.

namespace {

using yoke::ListRankOptions;
using yoke::ListRankPlan;
using yoke_test::AllocationRecorder;
using yoke_test::base_seed;
using yoke_test::FenceRecorder;
using yoke_test::KernelRecorder;
using yoke_test::RankingCase;

template <class Memory>
struct Lists {
  explicit Lists(std::size_t n, std::uint64_t lists = 1)
      : successor("successor", n), heads("heads", lists), rank("rank", n) {
    yoke::ListShape const shape{.lists = lists, .seed = base_seed()};
    auto const links = yoke_test::make_list<std::uint32_t>(n, shape);
    auto const first = yoke_test::heads_of(links, shape.tail);
    using Host = Kokkos::View<std::uint32_t const*, Kokkos::HostSpace,
                              Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
    Kokkos::deep_copy(successor, Host(links.data(), n));
    Kokkos::deep_copy(heads, Host(first.data(), lists));
  }
  Kokkos::View<std::uint32_t*, Memory> successor, heads, rank;
};

template <class Space>
class ListRankMemory : public ::testing::Test {
 protected:
  using Memory = typename Space::memory_space;
  static constexpr bool on_host = yoke::detail::runs_on_host<Space>;
  // On a device, automatic takes more memory where lists are long.
  static constexpr std::size_t size =
      on_host ? (yoke_test::is_sanitized ? 200000 : 1000000) : 1 << 25;
};
template <class First, class... Spaces>
using Types = ::testing::Types<Spaces...>;
#define YOKE_SPACE(Space) , Space
TYPED_TEST_SUITE(ListRankMemory, Types<void YOKE_FOR_EACH_SPACE(YOKE_SPACE)>);

TYPED_TEST(ListRankMemory, OfAMillionNodesIsAFewBytesEach) {
  std::size_t const n = TestFixture::size;
  Lists<typename TestFixture::Memory> const lists(n);
  TypeParam const exec;
  yoke::list_rank(exec, lists.successor, lists.rank);  // Kokkos takes scratch memory once
  AllocationRecorder const recorder;
  yoke::list_rank(exec, lists.successor, lists.rank);
  EXPECT_GT(recorder.most_bytes(), 0u);
  EXPECT_EQ(recorder.held_bytes(), 0u);
  // What list_rank's comment says.
  EXPECT_LE(recorder.most_bytes(), (TestFixture::on_host ? 5 : 16) * n);
}

// However many lists there are, and whoever finds their heads.
TYPED_TEST(ListRankMemory, DoesNotGrowWithTheLists) {
  std::size_t const n = TestFixture::size;
  TypeParam const exec;
  for (std::size_t const lists : {std::size_t(3), n / 1000, n / 10, n / 2, n}) {
    Lists<typename TestFixture::Memory> const input(n, lists);
    for (auto const& [name, choose] : yoke_test::core_algorithms()) {
      bool const is_default = name == "automatic" || name == "in place 0" || name == "chunks 0";
      if (!is_default) continue;
      for (auto const from : {yoke::RankFrom::tail, yoke::RankFrom::head}) {
        SCOPED_TRACE(name + ", " + std::to_string(lists) + " lists");
        RankingCase c;
        choose(c);
        c.options.from = from;
        std::size_t const most = (name == "chunks 0" || !TestFixture::on_host ? 16 : 5) * n;
        yoke::list_rank(exec, input.successor, input.rank, c.options);
        AllocationRecorder const recorder;
        EXPECT_EQ(yoke::list_rank(exec, input.successor, input.rank, c.options), lists);
        EXPECT_LE(recorder.most_bytes(), most) << "heads found";
        EXPECT_EQ(yoke::list_rank(exec, input.successor, input.heads, input.rank, c.options),
                  lists);
        EXPECT_LE(recorder.most_bytes(), most) << "heads given";
      }
    }
  }
}

// Calls work(plan, lists) for plans of all algorithms, on one list and on several.
template <class Executor, class Memory, class Work>
void for_each_plan(Executor const& executor, ListRankOptions options, Work const& work) {
  std::size_t const n = yoke_test::is_sanitized ? 20000 : 100000;
  for (std::uint64_t const lists : {1, 30}) {
    Lists<Memory> const input(n, lists);
    for (auto const& [name, choose] : yoke_test::core_algorithms()) {
      RankingCase c;
      c.options = options;
      choose(c);
      if (!options.split.is_automatic() && name == "sequential") continue;
      SCOPED_TRACE(name + ", " + std::to_string(lists) + " lists");
      work(executor, n, c.options, input);
    }
  }
}

struct ExpectOneAllocation {
  template <class Executor, class Input>
  void operator()(Executor const& executor, std::size_t n, ListRankOptions const& options,
                  Input const& input) const {
    ListRankPlan<Executor, std::uint32_t>(executor, n, options)(input.successor, input.rank);
    AllocationRecorder const recorder;
    ListRankPlan<Executor, std::uint32_t> plan(executor, n, options);
    plan(input.successor, input.rank);
    // Where heads are given, several lists may need more sublists than the plan foresaw.
    plan(input.successor, input.heads, input.rank);
    // Kokkos rounds up each array.
    EXPECT_NEAR(static_cast<double>(plan.workspace_bytes()),
                static_cast<double>(recorder.held_bytes()),
                static_cast<double>(128 * recorder.labels().size()));
    std::size_t const before = recorder.labels().size();
    EXPECT_GT(before, 0u);
    plan(input.successor, input.rank);
    EXPECT_EQ(recorder.labels().size(), before)
        << "the second call allocated " << recorder.labels().back();
    plan(input.successor, input.heads, input.rank);
    EXPECT_EQ(recorder.labels().size(), before)
        << "the call with heads allocated " << recorder.labels().back();
  }
};

TYPED_TEST(ListRankMemory, IsTakenOnceAndStated) {
  for_each_plan<TypeParam, typename TestFixture::Memory>(TypeParam(), {}, ExpectOneAllocation());
}

TEST(ListRankMemoryHybrid, IsTakenOnceAndStated) {
  yoke::Hybrid<> const hybrid;
  for (double const share : {0.0, 0.3, 1.0}) {
    SCOPED_TRACE("split " + std::to_string(share));
    for_each_plan<yoke::Hybrid<>, Kokkos::HostSpace>(hybrid, {.split = yoke::Split(share)},
                                                     ExpectOneAllocation());
  }
}

template <class Space>
struct ExpectOneInstance {
  template <class Input>
  void operator()(Space const& exec, std::size_t n, ListRankOptions const& options,
                  Input const& input) const {
    ListRankPlan<Space, std::uint32_t> plan(exec, n, options);
    plan(input.successor, input.rank);
    auto const mine = Kokkos::Tools::Experimental::device_id(exec);
    auto const every_instance = Kokkos::Tools::Experimental::device_id_root<Space>();
    {
      KernelRecorder const recorder;
      plan(input.successor, input.rank);
      std::size_t of_yoke = 0;
      for (auto const& [label, device_id] : recorder.kernels()) {
        EXPECT_EQ(device_id, mine) << label;
        EXPECT_TRUE(yoke_test::is_of_library(label) || yoke_test::is_of_kokkos(label)) << label;
        of_yoke += yoke_test::is_of_library(label);
      }
      EXPECT_GT(of_yoke, 0u);
    }
    FenceRecorder const recorder;
    plan(input.successor, input.rank);
    EXPECT_FALSE(recorder.fences().empty());
    for (auto const& [label, device_id] : recorder.fences()) {
      EXPECT_NE(device_id, every_instance) << label;
    }
    EXPECT_EQ(recorder.fences().back().device_id, mine) << recorder.fences().back().label;
  }
};

TYPED_TEST(ListRankMemory, WorkAndFencesAreOfTheInstanceGiven) {
  using Memory = typename TestFixture::Memory;
  for_each_plan<TypeParam, Memory>(TypeParam(), {}, ExpectOneInstance<TypeParam>());
#if defined(KOKKOS_ENABLE_CUDA)
  if constexpr (std::is_same_v<TypeParam, Kokkos::Cuda>) {
    auto const streams = Kokkos::Experimental::partition_space(Kokkos::Cuda(), 1, 1);
    for_each_plan<TypeParam, Memory>(streams[1], {}, ExpectOneInstance<TypeParam>());
  }
#endif
}

#if defined(KOKKOS_ENABLE_OPENMP)

double seconds(clockid_t clock) {
  timespec time;
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// Of the processor time that the ranking takes, the share of other threads than the caller's.
double share_of_other_threads(Kokkos::OpenMP const& exec) {
  std::size_t const n = 1 << 21;
  Lists<Kokkos::HostSpace> const lists(n);
  ListRankPlan<Kokkos::OpenMP, std::uint32_t> plan(exec, n);
  plan(lists.successor, lists.rank);
  // Threads of earlier kernels spin for some time before they sleep.
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  double const caller = seconds(CLOCK_THREAD_CPUTIME_ID), all = seconds(CLOCK_PROCESS_CPUTIME_ID);
  for (int repeat = 0; repeat < 3; ++repeat) plan(lists.successor, lists.rank);
  double const of_caller = seconds(CLOCK_THREAD_CPUTIME_ID) - caller;
  return 1 - of_caller / (seconds(CLOCK_PROCESS_CPUTIME_ID) - all);
}

TEST(ListRankThreads, AreThoseOfTheInstanceGiven) {
  EXPECT_LT(share_of_other_threads(Kokkos::OpenMP(1)), 0.1);
  if (Kokkos::OpenMP().concurrency() < 2) return;
  EXPECT_GT(share_of_other_threads(Kokkos::OpenMP(2)), 0.2);
}

#endif

}  // namespace
