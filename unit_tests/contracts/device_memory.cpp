#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "support/tools.hpp"
#include "yoke/bfs.hpp"
#include "yoke/connected_components.hpp"
#include "yoke/errors.hpp"
#include "yoke/expander.hpp"
#include "yoke/fill.hpp"
#include "yoke/generate.hpp"
#include "yoke/generate_graph.hpp"
#include "yoke/histogram.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/list_ranking.hpp"
#include "yoke/sort.hpp"

// No call holds more of the device's memory than options.device_memory allows: it works, or says
// how much it needs.

namespace {

using yoke::DeviceMemoryExceeded;
using yoke::detail::Ledger;

TEST(DeviceMemory, ALedgerRefusesWhatIsNotAllowed) {
  auto const ledger = std::make_shared<Ledger>(1000);
  Ledger::Opened const opened(ledger);
  auto const first = Ledger::enter(600, true);
  auto const on_host = Ledger::enter(5000, false);
  try {
    Ledger::enter(500, true);
    ADD_FAILURE() << "1100 bytes were entered";
  } catch (DeviceMemoryExceeded const& error) {
    EXPECT_EQ(error.needed(), 1100u);
    EXPECT_EQ(error.allowed(), 1000u);
    EXPECT_THAT(error.what(), testing::AllOf(testing::HasSubstr("needs 1100 bytes"),
                                             testing::HasSubstr("device_memory allows 1000")));
  }
  EXPECT_THROW(Ledger::enter(std::numeric_limits<std::size_t>::max(), true), DeviceMemoryExceeded);
  EXPECT_EQ(ledger->bytes(), 5600u);
  auto second = Ledger::enter(400, true);
  second = nullptr;
  second = Ledger::enter(400, true);
  EXPECT_EQ(ledger->bytes(), 6000u);
  EXPECT_THROW(Ledger::enter(1, true), DeviceMemoryExceeded);
}

constexpr std::uint32_t n = 20000;

// Each capability's call with a bound; the arguments lie in Memory.
template <class Memory, class Executor>
std::vector<std::function<void(std::size_t)>> calls_on(Executor const& executor) {
  using Words = Kokkos::View<std::uint32_t*, Memory>;
  using Exec = typename Memory::execution_space;
  Words const successor("successor", n), rank("rank", n), label("label", n), level("level", n);
  yoke::generate_lists(Exec(), successor);
  yoke::EdgeList<std::uint32_t, Memory> const edges = yoke::generate_edges<std::uint32_t, Memory>(
      Exec(), yoke::UniformShape{.vertices = n, .edges = 4 * n, .seed = 1});
  auto const graph = yoke::build_graph(Exec(), edges);
  return {[=, &executor](std::size_t bound) {
            yoke::ListRankOptions options;
            options.split = yoke::Split(0);
            options.device_memory = bound;
            EXPECT_EQ(yoke::list_rank(executor, successor, rank, options), 1u);
          },
          [=, &executor](std::size_t bound) {
            yoke::ComponentsOptions options;
            options.split = yoke::Split(0);
            options.device_memory = bound;
            EXPECT_GE(yoke::connected_components(executor, graph, label, options), 1u);
          },
          [=, &executor](std::size_t bound) {
            yoke::BfsOptions options;
            options.split = yoke::Split(0);
            options.device_memory = bound;
            EXPECT_GE(yoke::bfs(executor, graph, 0, level, options), 1u);
          },
          [=, &executor](std::size_t bound) {
            yoke::SortOptions options;
            options.split = yoke::Split(0);
            options.device_memory = bound;
            yoke::sort(executor, rank, options);
          }};
}

// Calls that need no memory where their arguments lie on the device.
template <class Memory, class Executor>
std::vector<std::function<void(std::size_t)>> small_calls_on(Executor const& executor) {
  Kokkos::View<std::uint32_t*, Memory> const numbers("numbers", n);
  Kokkos::View<std::uint64_t*, Memory> const counts("counts", 100);
  return {[=, &executor](std::size_t bound) {
            yoke::FillOptions options;
            options.split = yoke::Split(0);
            options.device_memory = bound;
            yoke::fill(executor, numbers, yoke::Philox(1), options);
            yoke::fill(executor, numbers, yoke::ExpanderStreams(1), options);
          },
          [=, &executor](std::size_t bound) {
            yoke::HistogramOptions options;
            options.split = yoke::Split(0);
            options.device_memory = bound;
            yoke::histogram(executor, numbers, yoke::ByLabel(), counts, options);
          }};
}

// Returns how many bounds were too small.
std::size_t expect_bounded(std::function<void(std::size_t)> const& call) {
  std::size_t refused = 0;
  for (std::size_t bound = 1; bound <= std::size_t(1) << 30; bound *= 4) {
    SCOPED_TRACE(std::to_string(bound) + " bytes allowed");
    yoke_test::AllocationRecorder const recorder;
    try {
      call(bound);
    } catch (DeviceMemoryExceeded const& error) {
      ++refused;
      EXPECT_EQ(error.allowed(), bound);
      EXPECT_GT(error.needed(), bound);
    }
    // Single counters are Views without a size, which no ledger enters.
    EXPECT_LE(recorder.most_bytes_on_device(), bound + 64);
    EXPECT_EQ(recorder.bytes_on_device(), 0u);
  }
  EXPECT_NO_THROW(call(0));
  return refused;
}

template <class Memory, class Executor>
void expect_all_bounded(Executor const& executor, bool on_device) {
  for (auto const& call : calls_on<Memory>(executor)) {
    EXPECT_EQ(expect_bounded(call) > 0, on_device);
  }
  for (auto const& call : small_calls_on<Memory>(executor)) {
    std::size_t const refused = expect_bounded(call);
    EXPECT_TRUE(on_device || refused == 0);
  }
}

TEST(DeviceMemory, NoCallHoldsMoreThanAllowed) {
  using Device = Kokkos::DefaultExecutionSpace;
  constexpr bool has_gpu = !yoke::detail::runs_on_host<Device>;
  expect_all_bounded<Device::memory_space>(Device(), has_gpu);
  yoke::Hybrid<> const hybrid;
  expect_all_bounded<Device::memory_space>(hybrid, has_gpu);
  expect_all_bounded<Kokkos::HostSpace>(hybrid, has_gpu);
}

// The host's memory is not the device's.
TEST(DeviceMemory, BoundsNothingOnAHost) {
  expect_all_bounded<Kokkos::HostSpace>(Kokkos::DefaultHostExecutionSpace(), false);
}

}  // namespace
