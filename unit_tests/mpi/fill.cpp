#include "yoke/fill.hpp"

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "mpi/support.hpp"
#include "support/seed.hpp"

// Parts of an array against the whole of it, filled by one rank.

namespace {

using yoke_test::all_cuts;
using yoke_test::Device;
using yoke_test::part_of;
using yoke_test::vector_of;

template <class Number>
class MpiFill : public ::testing::Test {};
using Numbers = ::testing::Types<std::uint32_t, std::uint64_t, float, double>;
TYPED_TEST_SUITE(MpiFill, Numbers);

template <class Number, class Generator>
void expect_parts_of_the_whole(Generator const& generator, std::size_t size, std::uint64_t first) {
  auto const& cluster = yoke_test::cluster_of();
  Kokkos::View<Number*, Device> const whole("whole", size);
  yoke::fill(cluster.exec(), whole, generator, {.first = first});
  for (auto const how : all_cuts) {
    auto const expected = part_of(vector_of(whole), cluster.rank(), cluster.ranks(), how);
    Kokkos::View<Number*, Device> const part("part", expected.size());
    yoke::fill(cluster, part, generator, {.first = first});
    EXPECT_EQ(vector_of(part), expected);
  }
}

TYPED_TEST(MpiFill, LeavesTheBitsOfOneRank) {
  yoke::Philox const philox(yoke_test::base_seed());
  for (std::size_t const size : {0, 1, 5, 10007}) {
    expect_parts_of_the_whole<TypeParam>(philox, size, 0);
    expect_parts_of_the_whole<TypeParam>(philox, size, (1ull << 40) + 3);
    expect_parts_of_the_whole<TypeParam>(yoke::ExpanderStreams(yoke_test::base_seed()), size, 77);
  }
}

TEST(MpiFill, SendsTheLengthsOfPartsAlone) {
  yoke::Distributed<Device> const cluster(MPI_COMM_WORLD);
  Kokkos::View<float*, Device> const part("part", 10000);
  yoke::fill(cluster, part, yoke::Philox(1));
  auto const report = cluster.communication();
  EXPECT_EQ(report.bytes_sent, cluster.ranks() == 1 ? 0u : 32u);
  EXPECT_EQ(report.rounds, cluster.ranks() == 1 ? 1u : 3u);
}

TEST(MpiFillOfBadInput, IsRefusedByAllRanks) {
  yoke::Distributed<Device> const cluster(MPI_COMM_WORLD);
  Kokkos::View<std::uint32_t*, Device> const part("part", 4);
  auto const text = yoke_test::what_is_thrown([&] {
    // Only the last rank's numbers, or those after the first rank's, go too far.
    yoke::fill(cluster, part, yoke::Philox(1),
               {.first = std::numeric_limits<std::uint64_t>::max() -
                         4 * static_cast<std::uint64_t>(cluster.ranks()) + 2});
  });
  EXPECT_NE(text, "");
  EXPECT_TRUE(yoke_test::same_on_all(text)) << text;
  if (cluster.ranks() == 1) return;
  // The ranks' first numbers differ.
  EXPECT_THROW(yoke::fill(cluster, part, yoke::Philox(1),
                          {.first = static_cast<std::uint64_t>(cluster.rank())}),
               std::invalid_argument);
}

TEST(MpiFillOfBadInput, IsOneGeneratorsOnAllRanks) {
  yoke::Distributed<Device> const cluster(MPI_COMM_WORLD);
  std::uint64_t const differs = cluster.rank() + 1 == cluster.ranks() ? 1 : 0;
  Kokkos::View<std::uint32_t*, Device> const part("part", 4);
  yoke::FillPlan<yoke::Distributed<Device>, std::uint32_t> plan(cluster, 4);
  auto const thrown = [&](auto const& generator, std::uint64_t first) {
    return yoke_test::what_is_thrown([&] { plan(part, generator, first); });
  };
  auto const differ = [&](std::string const& what, std::string const& first = "",
                          std::string const& last = "") {
    return yoke_test::differ(cluster, "yoke::fill: " + what, first, last);
  };
  EXPECT_EQ(thrown(yoke::Philox(7), 5 + differs), differ("the first number", "5", "6"));
  EXPECT_EQ(thrown(yoke::Philox(7 + differs), 5), differ("the generator"));
  EXPECT_EQ(thrown(yoke::Threefry(7, differs), 5), differ("the generator"));
  EXPECT_EQ(thrown(yoke::ExpanderStreams(7 + differs), 5), differ("the generator"));
  yoke::ExpanderOptions options;
  options.length += static_cast<std::uint32_t>(differs);
  EXPECT_EQ(thrown(yoke::ExpanderStreams(7, options), 5),
            differ("the generator's length", "32", "33"));
  options = {.eighth = differs == 1 ? yoke::EighthValue::stay : yoke::EighthValue::diagonal};
  EXPECT_EQ(thrown(yoke::ExpanderStreams(7, options), 5),
            differ("the generator's eighth value", "diagonal", "stay"));
  // Its stream has no say.
  EXPECT_EQ(thrown(yoke::ExpanderStreams(7, {}, differs), 5), "");
}

}  // namespace
