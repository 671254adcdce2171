#include "yoke/distance_matrix.hpp"

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "mpi/support.hpp"
#include "support/distance_matrix_oracle.hpp"
#include "support/views.hpp"

// Each rank has some rows of a matrix of distances.

namespace {

using yoke_test::Cut;
using yoke_test::Device;
using yoke_test::distance_matrix;
using yoke_test::part_of;
using yoke_test::vector_of;
using Memory = Device::memory_space;
using Cluster = yoke::Distributed<Device>;

// This rank's rows.
template <class Weight, class Layout>
auto own_rows(Cluster const& cluster, std::vector<Weight> const& rows, std::size_t n, Cut how) {
  auto const begins = yoke_test::cut(n, cluster.ranks(), how);
  auto const r = static_cast<std::size_t>(cluster.rank());
  std::size_t const first = begins[r], count = begins[r + 1] - first;
  Kokkos::View<Weight**, Layout, Memory> const own("own", count, n);
  auto const mirror = Kokkos::create_mirror_view(own);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < n; ++j) mirror(i, j) = rows[(first + i) * n + j];
  }
  Kokkos::deep_copy(own, mirror);
  return own;
}

template <class Weight, class Layout>
void expect_oracle(Cluster const& cluster, std::size_t n, Cut how) {
  SCOPED_TRACE(std::to_string(n) + " vertices, cut " + std::to_string(static_cast<int>(how)));
  auto const rows = distance_matrix<Weight>(n, Weight(100));
  yoke_test::DistanceMatrixOracle<Weight> const oracle(rows, n);
  auto const own = own_rows<Weight, Layout>(cluster, rows, n, how);
  Kokkos::View<Weight*, Memory> const eccentricity("eccentricity", own.extent(0));
  Kokkos::View<double*, Memory> const closeness("closeness", own.extent(0));
  yoke::DistanceMatrixPlan<Cluster, Weight> plan(cluster, n);
  auto const longest = plan.eccentricities(own, eccentricity);
  plan.closeness(own, closeness);
  EXPECT_EQ(vector_of(eccentricity),
            part_of(oracle.eccentricity, cluster.rank(), cluster.ranks(), how));
  EXPECT_EQ(vector_of(closeness), part_of(oracle.closeness, cluster.rank(), cluster.ranks(), how));
  for (auto const& found : {longest, yoke::diameter(cluster, own)}) {
    EXPECT_EQ(found.length, oracle.diameter);
    EXPECT_EQ(found.from, oracle.from);
    EXPECT_EQ(found.to, oracle.to);
  }
}

TEST(MpiDistanceMatrix, IsTheOracles) {
  auto const& cluster = yoke_test::cluster_of();
  for (Cut const how : yoke_test::all_cuts) {
    for (std::size_t const n : {0, 1, 2, 40, 700}) {
      expect_oracle<float, Kokkos::LayoutRight>(cluster, n, how);
    }
    expect_oracle<std::int16_t, Kokkos::LayoutLeft>(cluster, 130, how);
    expect_oracle<std::int32_t, Kokkos::LayoutRight>(cluster, 130, how);
    expect_oracle<double, Kokkos::LayoutLeft>(cluster, 130, how);
  }
}

TEST(MpiDistanceMatrix, FaultsAreThoseOfAllRanks) {
  auto const& cluster = yoke_test::cluster_of();
  std::size_t const n = 60;
  auto rows = distance_matrix<float>(n, 9.f);
  rows[50 * n + 7] = -1;
  auto const own = own_rows<float, Kokkos::LayoutRight>(cluster, rows, n, Cut::evenly);
  try {
    yoke::diameter(cluster, own);
    ADD_FAILURE() << "the matrix was taken";
  } catch (yoke::InvalidInput const& refused) {
    EXPECT_EQ(refused.index(), 50 * n + 7);
  }
  // One rank more rows than columns of all, and one rank an output of another size.
  bool const is_last = cluster.rank() + 1 == cluster.ranks();
  Kokkos::View<float**, Kokkos::LayoutRight, Memory> const more("more", own.extent(0) + is_last, n);
  EXPECT_THROW(yoke::diameter(cluster, more), std::invalid_argument);
  Kokkos::View<float*, Memory> const longer("longer", own.extent(0) + is_last);
  EXPECT_THROW(yoke::eccentricities(cluster, own, longer), std::invalid_argument);
  // Other numbers of columns.
  Kokkos::View<float**, Kokkos::LayoutRight, Memory> const wider("wider", own.extent(0),
                                                                 n + is_last);
  EXPECT_THROW(yoke::diameter(cluster, wider), std::invalid_argument);
}

}  // namespace
