#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <random>
#include <vector>

#include "histograms/bins.hpp"
#include "histograms/host_counters.hpp"
#include "histograms/team_counters.hpp"
#include "support/lists.hpp"
#include "support/seed.hpp"
#include "yoke/histogram_options.hpp"

// The ways to count, each on its own: a device's on hosts too, and in many rounds, which calls need
// above 2^31 values alone.

namespace {

using namespace yoke::detail;
using Host = Kokkos::DefaultHostExecutionSpace;

template <class Counters, class Space>
void expect_rounds_add_up(Space const& exec) {
  std::mt19937 random(static_cast<unsigned>(yoke_test::base_seed()));
  for (std::uint32_t const bins : {2u, 256u, 2047u, 2048u, 8447u, 8448u, 70000u}) {
    std::vector<std::uint32_t> values(60000);
    for (auto& value : values) value = random() % 4 == 0 ? 1 : random() % (bins + bins / 8);
    std::vector<std::uint64_t> expected(bins);
    std::uint64_t counted = 0;
    for (auto const value : values) {
      if (value >= bins) continue;
      ++expected[value];
      ++counted;
    }
    auto const view = yoke_test::to_space<Space>(values);
    Kokkos::View<std::uint64_t*, Space> const counts("counts", bins);
    for (std::uint64_t const most : {std::uint64_t(1) << 31, std::uint64_t(7001)}) {
      yoke::HistogramReport* const none = nullptr;
      PhaseTimer<Space> timer(exec, none);
      Counters const counters(exec, values.size(), bins, most);
      histograms::EvenIntegerBins<std::uint32_t> const even(0, bins, bins);
      EXPECT_EQ(counters.count(view.data(), values.size(), even, counts.data(), timer), counted);
      auto const found = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), counts);
      EXPECT_TRUE(std::equal(expected.begin(), expected.end(), found.data())) << bins << " bins";
    }
  }
}

TEST(HistogramCounters, OfHostsThreads) {
  expect_rounds_add_up<histograms::HostCounters<Host>>(Host());
}
TEST(HistogramCounters, OfTeamsOnTheHost) {
  expect_rounds_add_up<histograms::TeamCounters<Host>>(Host());
}
TEST(HistogramCounters, OfTeamsOnTheDefaultSpace) {
  using Device = Kokkos::DefaultExecutionSpace;
  expect_rounds_add_up<histograms::TeamCounters<Device>>(Device());
}

}  // namespace
