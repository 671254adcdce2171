#include "yoke/photons.hpp"

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "mpi/support.hpp"

// Against the tallies of one rank, which are the same bits.

namespace {

using yoke_test::Device;
using yoke_test::vector_of;
using Tallies = yoke::PhotonTallies<Device::memory_space>;

yoke::Tissue slab() { return {1, {{1.4, 1, 100, 0.9, 0.1}, {1.5, 5, 50, 0.5, 0.2}}, 1}; }
yoke::PhotonGrid grid() { return {0.01, 0.01, 30, 20, 10}; }

void expect_same(Tallies const& one, Tallies const& other) {
  EXPECT_EQ(vector_of(one.absorbed), vector_of(other.absorbed));
  EXPECT_EQ(vector_of(one.reflected), vector_of(other.reflected));
  EXPECT_EQ(vector_of(one.transmitted), vector_of(other.transmitted));
  EXPECT_EQ(vector_of(one.sums), vector_of(other.sums));
}

TEST(MpiPhotons, LeaveTheTalliesOfOneRank) {
  yoke::Distributed<Device> const cluster(MPI_COMM_WORLD);
  for (std::uint64_t const photons : {0, 1, 3, 1009}) {
    for (bool const with_absorption : {true, false}) {
      yoke::PhotonOptions const options{.seed = 5, .first_photon = 1ull << 33, .most_hops = 200};
      Tallies const expected(slab(), grid(), with_absorption);
      auto const given_up =
          yoke::simulate_photons(Device(), slab(), grid(), photons, expected, options);
      Tallies const found(slab(), grid(), with_absorption);
      EXPECT_EQ(yoke::simulate_photons(cluster, slab(), grid(), photons, found, options), given_up);
      expect_same(found, expected);
      if (photons > 1000) {
        EXPECT_GT(given_up, 0u);
      }
    }
  }
}

TEST(MpiPhotons, AddToWhatTheTalliesHold) {
  yoke::Distributed<Device> const cluster(MPI_COMM_WORLD);
  Tallies const expected(slab(), grid()), found(slab(), grid());
  yoke::simulate_photons(Device(), slab(), grid(), 700, expected);
  yoke::PhotonPlan<yoke::Distributed<Device>> plan(cluster, slab(), grid());
  plan(0, 300, found);
  plan(300, 400, found);
  expect_same(found, expected);
}

TEST(MpiPhotons, SendTalliesOnce) {
  yoke::Distributed<Device> const cluster(MPI_COMM_WORLD);
  Tallies const tallies(slab(), grid());
  yoke::PhotonPlan<yoke::Distributed<Device>> plan(cluster, slab(), grid());
  plan(0, 100, tallies);
  auto const report = cluster.communication();
  std::uint64_t const counts = tallies.absorbed.extent(0) + tallies.reflected.extent(0) +
                               tallies.transmitted.extent(0) + tallies.sums.extent(0);
  EXPECT_EQ(report.bytes_sent, cluster.ranks() == 1 ? 0 : 8 * counts + 24);
  EXPECT_LE(report.rounds, 2u);
}

// They are kept: what one call holds, the next one does.
TEST(MpiPhotons, CountTheirOwnTalliesAsWorkspace) {
  yoke::Distributed<Device> const cluster(MPI_COMM_WORLD);
  Tallies const tallies(slab(), grid());
  std::size_t const counts = tallies.absorbed.extent(0) + tallies.reflected.extent(0) +
                             tallies.transmitted.extent(0) + tallies.sums.extent(0);
  yoke::PhotonPlan<yoke::Distributed<Device>> plan(cluster, slab(), grid());
  plan(0, 10, tallies);
  std::size_t const first = plan.workspace_bytes();
  plan(10, 10, tallies);
  EXPECT_EQ(plan.workspace_bytes(), first);
  yoke::PhotonPlan<Device> alone(Device(), slab(), grid());
  alone(0, 10, tallies);
  // Several ranks hold counts of their own, and on the host those of all with one more number.
  std::size_t const shared = cluster.ranks() == 1 ? 0 : 8 * counts + 8 * (counts + 1);
  EXPECT_EQ(first, alone.workspace_bytes() + shared);
}

// The last photons' numbers are too large: those of the last rank alone.
TEST(MpiPhotonsOfBadInput, BeyondTheLastNumberAreRefusedByAllRanks) {
  yoke::Distributed<Device> const cluster(MPI_COMM_WORLD);
  Tallies const tallies(slab(), grid());
  yoke::PhotonPlan<yoke::Distributed<Device>> plan(cluster, slab(), grid());
  auto const text = yoke_test::what_is_thrown([&] { plan(~0ull - 98, 100, tallies); });
  EXPECT_NE(text.find("100 photons from number"), std::string::npos) << text;
  EXPECT_TRUE(yoke_test::same_on_all(text)) << text;
  plan(~0ull - 98, 99, tallies);
}

TEST(MpiPhotonsOfBadInput, AreRefusedByAllRanks) {
  yoke::Distributed<Device> const cluster(MPI_COMM_WORLD);
  bool const is_last = cluster.rank() + 1 == cluster.ranks();
  Tallies const tallies(slab(), grid());
  auto tissue = slab();
  if (is_last) tissue.layers[1].anisotropy = 3;
  auto const text = yoke_test::what_is_thrown(
      [&] { yoke::simulate_photons(cluster, tissue, grid(), 10, tallies); });
  EXPECT_NE(text.find("layer"), std::string::npos) << text;
  EXPECT_TRUE(yoke_test::same_on_all(text)) << text;
  Tallies wrong = tallies;
  wrong.transmitted = Tallies::View("wrong", is_last ? 7 : tallies.transmitted.extent(0));
  auto const size = yoke_test::what_is_thrown(
      [&] { yoke::simulate_photons(cluster, slab(), grid(), 10, wrong); });
  EXPECT_NE(size.find("transmitted"), std::string::npos) << size;
  EXPECT_TRUE(yoke_test::same_on_all(size)) << size;
  if (cluster.ranks() == 1) return;
  EXPECT_THROW(yoke::simulate_photons(cluster, slab(), grid(), is_last ? 9 : 10, tallies),
               std::invalid_argument);
  EXPECT_THROW(yoke::simulate_photons(cluster, slab(), grid(), 10, tallies,
                                      {.seed = static_cast<std::uint64_t>(cluster.rank())}),
               std::invalid_argument);
}

TEST(MpiPhotonsOfBadInput, TravelThroughOneTissueOnAllRanks) {
  yoke::Distributed<Device> const cluster(MPI_COMM_WORLD);
  if (cluster.ranks() == 1) return;
  bool const is_last = cluster.rank() + 1 == cluster.ranks();
  Tallies const tallies(slab(), grid());
  auto const thrown = [&](yoke::Tissue const& tissue, yoke::PhotonGrid const& cells,
                          yoke::PhotonOptions const& options = {}) {
    return yoke_test::what_is_thrown(
        [&] { yoke::simulate_photons(cluster, tissue, cells, 10, tallies, options); });
  };
  auto const differ = [&](std::string const& what, std::string const& first,
                          std::string const& last) {
    return yoke_test::differ(cluster, "yoke::simulate_photons: " + what, first, last);
  };
  auto tissue = slab();
  std::string const below = yoke::detail::mpi::text_of(tissue.index_below),
                    scattering = yoke::detail::mpi::text_of(tissue.layers[1].scattering);
  if (is_last) tissue.index_below = 1.2;
  EXPECT_EQ(thrown(tissue, grid()), differ("tissue.index_below", below, "1.2"));
  tissue = slab();
  if (is_last) tissue.layers[1].scattering = 51;
  EXPECT_EQ(thrown(tissue, grid()), differ("tissue.layers[1].scattering", scattering, "51"));
  tissue = slab();
  std::size_t const layers = tissue.layers.size();
  if (is_last) tissue.layers.pop_back();
  EXPECT_EQ(thrown(tissue, grid()),
            differ("the number of layers", std::to_string(layers), std::to_string(layers - 1)));
  auto cells = grid();
  std::string const dr = yoke::detail::mpi::text_of(cells.dr);
  if (is_last) cells.dr = 0.02;
  EXPECT_EQ(thrown(slab(), cells), differ("grid.dr", dr, "0.02"));
  // The same number of cells.
  cells = grid();
  std::string const nz = std::to_string(cells.nz), nr = std::to_string(cells.nr);
  if (is_last) std::swap(cells.nz, cells.nr);
  EXPECT_EQ(thrown(slab(), cells), differ("grid.nz", nz, nr));
  // The options of a walk that is not taken count too.
  yoke::PhotonOptions walks;
  if (is_last) walks.expander.length = 16;
  EXPECT_EQ(thrown(slab(), grid(), walks), differ("options.expander.length", "32", "16"));
  auto wrong = tallies;
  std::string const absorbed = std::to_string(wrong.absorbed.extent(0));
  if (is_last) wrong.absorbed = {};
  EXPECT_EQ(yoke_test::what_is_thrown(
                [&] { yoke::simulate_photons(cluster, slab(), grid(), 10, wrong); }),
            differ("the size of tallies.absorbed", absorbed, "0"));
}

}  // namespace
