#include "yoke/histogram.hpp"

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "mpi/support.hpp"
#include "support/seed.hpp"
#include "yoke/fill.hpp"

// Against the histogram of the whole array, on one rank.

namespace {

using yoke_test::all_cuts;
using yoke_test::Device;
using yoke_test::part_of;
using yoke_test::vector_of;
using yoke_test::view_of;
using Memory = Device::memory_space;

template <class Value>
std::vector<Value> some_values(std::size_t size) {
  Kokkos::View<Value*, Memory> const values("values", size);
  yoke::fill(Device(), values, yoke::Philox(yoke_test::base_seed()));
  return vector_of(values);
}

template <class Value, class Bins>
void expect_counts_of_the_whole(std::vector<Value> const& whole, Bins const& bins,
                                std::size_t size) {
  auto const& cluster = yoke_test::cluster_of(1000);
  Kokkos::View<std::uint64_t*, Memory> const expected("expected", size);
  auto const sum = yoke::histogram(Device(), view_of<Memory>(whole), bins, expected);
  for (auto const how : all_cuts) {
    auto const values = view_of<Memory>(part_of(whole, cluster.rank(), cluster.ranks(), how));
    Kokkos::View<std::uint64_t*, Memory> const counts("counts", size);
    Kokkos::deep_copy(counts, 77);
    EXPECT_EQ(yoke::histogram(cluster, values, bins, counts), sum);
    EXPECT_EQ(vector_of(counts), vector_of(expected));
  }
}

TEST(MpiHistogram, IsThatOfAllRanksValues) {
  for (std::size_t const size : {0, 1, 3, 20011}) {
    expect_counts_of_the_whole(some_values<float>(size), yoke::EvenBins{0.0f, 0.75f}, 1000);
    expect_counts_of_the_whole(some_values<std::uint64_t>(size), yoke::EvenBins{5ul, 1ul << 63}, 3);
    auto labels = some_values<std::uint32_t>(size);
    for (auto& label : labels) label %= 700;
    expect_counts_of_the_whole(labels, yoke::by_label, 650);
    expect_counts_of_the_whole(some_values<double>(size),
                               view_of<Memory>(std::vector<double>{0.1, 0.2, 0.2, 0.9}), 3);
  }
}

TEST(MpiHistogram, TakesStridedCountsOfSignedIntegers) {
  yoke::Distributed<Device> const cluster(MPI_COMM_WORLD);
  auto const values = view_of<Memory>(std::vector<std::uint32_t>{0, 1, 1});
  Kokkos::View<std::int64_t* [2], Kokkos::LayoutRight, Device> const counts("counts", 2);
  yoke::histogram(cluster, values, yoke::by_label, Kokkos::subview(counts, Kokkos::ALL, 1));
  auto const found = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), counts);
  EXPECT_EQ(found(0, 1), cluster.ranks());
  EXPECT_EQ(found(1, 1), 2 * cluster.ranks());
  EXPECT_EQ(found(0, 0), 0);
  EXPECT_EQ(found(1, 0), 0);
}

TEST(MpiHistogram, SaysWhatItHasSent) {
  yoke::Distributed<Device> const cluster(MPI_COMM_WORLD);
  auto const values = view_of<Memory>(some_values<std::uint32_t>(1000));
  Kokkos::View<std::uint64_t*, Memory> const counts("counts", 5000);
  yoke::histogram(cluster, values, yoke::EvenBins{0u, 1u << 31}, counts);
  auto const report = cluster.communication();
  if (cluster.ranks() == 1) {
    EXPECT_EQ(report.bytes_sent, 0u);
    return;
  }
  // The counts, and what is agreed on.
  EXPECT_GE(report.bytes_sent, 5000 * 8u);
  EXPECT_LE(report.bytes_sent, 5000 * 8u + 24);
  EXPECT_LE(report.rounds, 2u);
  EXPECT_GT(report.seconds, 0);
}

TEST(MpiHistogramOfBadInput, IsRefusedByAllRanks) {
  yoke::Distributed<Device> const cluster(MPI_COMM_WORLD);
  bool const is_last = cluster.rank() + 1 == cluster.ranks();
  auto const values = view_of<Memory>(std::vector<double>{1, 2, 3});
  Kokkos::View<std::uint64_t*, Memory> const counts("counts", 2);
  // The last rank's bounds fall.
  auto const bounds = view_of<Memory>(std::vector<double>{0, 5, is_last ? 4.0 : 6.0});
  auto const text =
      yoke_test::what_is_thrown([&] { yoke::histogram(cluster, values, bounds, counts); });
  EXPECT_NE(text, "");
  EXPECT_TRUE(yoke_test::same_on_all(text)) << text;
  if (cluster.ranks() == 1) return;
  Kokkos::View<std::uint64_t*, Memory> const more("more", is_last ? 3 : 2);
  EXPECT_THROW(yoke::histogram(cluster, values, yoke::EvenBins{0.0, 1.0}, more),
               std::invalid_argument);
}

TEST(MpiHistogramOfBadInput, HasTheSameBinsOnAllRanks) {
  yoke::Distributed<Device> const cluster(MPI_COMM_WORLD);
  double const differs = cluster.rank() + 1 == cluster.ranks() ? 1 : 0;
  auto const values = view_of<Memory>(std::vector<double>{1, 2, 3});
  Kokkos::View<std::uint64_t*, Memory> const counts("counts", 2);
  auto const thrown = [&](auto const& bins) {
    return yoke_test::what_is_thrown([&] { yoke::histogram(cluster, values, bins, counts); });
  };
  auto const differ = [&](std::string const& what, std::string const& first = "",
                          std::string const& last = "") {
    return yoke_test::differ(cluster, "yoke::histogram: " + what, first, last);
  };
  EXPECT_EQ(thrown(yoke::EvenBins{0.0, 4.0 + differs}), differ("the bins' upper", "4", "5"));
  EXPECT_EQ(thrown(yoke::EvenBins{0.0 - differs, 4.0}), differ("the bins' lower", "0", "-1"));
  EXPECT_EQ(thrown(view_of<Memory>(std::vector<double>{0, 2, 5 + differs})), differ("the bounds"));
  EXPECT_EQ(thrown(view_of<Memory>(std::vector<double>{0, 2 + differs, 5 - differs})),
            differ("the bounds"));
  EXPECT_EQ(thrown(view_of<Memory>(std::vector<double>{0, 2, 5})), "");
}

}  // namespace
