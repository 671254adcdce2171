#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <array>
#include <cstdint>
#include <vector>

#include "photons/near_counts.hpp"
#include "support/photon_cases.hpp"

// Counts of a team's scratch memory, on a host: what they hold is what the tallies get.
namespace {

using yoke::Tissue;
using yoke::detail::photons::AtomicAdd;
using yoke::detail::photons::Medium;
using yoke::detail::photons::near_shape;
using yoke::detail::photons::NearCounts;
using yoke::detail::photons::NearShape;
using yoke::detail::photons::Task;

struct Tallies {
  Tallies(std::int32_t layers, std::int32_t cells)
      : absorbed(static_cast<std::size_t>(cells)),
        sums(yoke::photon_batches *
             static_cast<std::size_t>(yoke::photon_sums + static_cast<std::size_t>(layers))) {
    arrays = {absorbed.data(), nullptr, nullptr, sums.data(),
              static_cast<std::uint32_t>(sums.size() / yoke::photon_batches)};
  }
  std::vector<std::uint64_t> absorbed, sums;
  yoke::detail::photons::TallyArrays arrays{};
};

template <class Real>
Task<Real> task_of(yoke::PhotonGrid const& grid, Tissue const& tissue, std::uint64_t* absorbed) {
  Task<Real> task{};
  task.medium = Medium<Real>(tissue, grid, {}, nullptr, nullptr);
  task.tally.absorbed = absorbed;
  return task;
}

NearShape shape_of(std::int32_t room, yoke::PhotonGrid const& grid) {
  std::uint64_t none = 0;
  return near_shape(room, task_of<float>(grid, photon_cases::skin().tissue, &none));
}

TEST(NearCounts, AShapeFitsTheRoomAndTheGrid) {
  for (std::int32_t const room : {1024, 1500, 11500}) {
    for (double const dz : {1e-300, 1e-6, 0.002, 1.0, 1e6, 1e300}) {
      for (double const dr : {1e-300, 0.01, 3.0, 1e300}) {
        for (std::size_t const nz : {1u, 2u, 100u, 100000u}) {
          for (std::size_t const nr : {1u, 3u, 200u, 20000u}) {
            NearShape const shape = shape_of(room, {dz, dr, nz, nr, 3});
            EXPECT_LE(shape.size(), room);
            EXPECT_GE(shape.depths, 1);
            EXPECT_GE(shape.rings, 1);
            EXPECT_LE(static_cast<std::size_t>(shape.depths), nz);
            EXPECT_LE(static_cast<std::size_t>(shape.rings), nr);
          }
        }
      }
    }
  }
}

TEST(NearCounts, AShapeIsAsDeepAsItIsWide) {
  NearShape const shape = shape_of(11500, {0.002, 0.01, 500, 200, 30});
  EXPECT_EQ(shape.layers, 7);
  EXPECT_NEAR(shape.depths * 0.002, shape.rings * 0.01, 0.01);
  EXPECT_GT(shape.size(), 11200);
  // A whole grid that fits.
  NearShape const small = shape_of(11500, {0.5, 0.01, 20, 30, 30});
  EXPECT_EQ(small.depths, 20);
  EXPECT_EQ(small.rings, 30);
  EXPECT_EQ(
      near_shape(11500, task_of<double>({0.1, 0.1, 9, 9, 9}, photon_cases::skin().tissue, nullptr))
          .cells(),
      0);
}

// Random additions, small ones and such as carry, beside plain sums.
TEST(NearCounts, SumsAreExact) {
  constexpr std::int32_t layers = 3, rings = 5, depths = 7;
  constexpr std::uint64_t first = 11;
  std::array const shapes{NearShape{}, NearShape{layers, 0, 0}, NearShape{0, 3, 4},
                          NearShape{layers, 4, 2}, NearShape{layers, rings, depths}};
  for (NearShape const& shape : shapes) {
    std::vector<std::uint32_t> counts(static_cast<std::size_t>(shape.size()));
    Tallies ours(layers, rings * depths), plain(layers, rings * depths);
    NearCounts near(shape, counts.data());
    std::uint64_t state = 1;
    auto const draw = [&](std::uint64_t end) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      return (state >> 33) % end;
    };
    for (int i = 0; i < 20000; ++i) {
      auto const ring = static_cast<std::int32_t>(draw(rings));
      auto const depth = static_cast<std::int32_t>(draw(depths));
      auto const layer = static_cast<std::int32_t>(draw(layers));
      std::uint64_t const b = draw(yoke::photon_batches);
      std::uint64_t const units = i % 3 == 0 ? draw(1 << 28) : draw(100);
      std::uint64_t const many = units << (i % 7);
      near.begin_batch(b);
      std::int32_t const cell = ring * depths + depth;
      near.add_to_cell<AtomicAdd>(ring, depth, static_cast<std::uint32_t>(units),
                                  ours.arrays.absorbed + cell);
      plain.absorbed[static_cast<std::size_t>(cell)] += units;
      std::uint64_t* const sum = ours.arrays.batch_of(first + b) + yoke::photon_sums + layer;
      near.add_to_layer<AtomicAdd>(layer, many, sum);
      plain.sums[static_cast<std::size_t>(sum - ours.sums.data())] += many;
    }
    for (std::int32_t thread = 0; thread < 4; ++thread) {
      near.add_up(ours.arrays, first, depths, thread, 4);
    }
    EXPECT_EQ(ours.absorbed, plain.absorbed);
    EXPECT_EQ(ours.sums, plain.sums);
  }
}

}  // namespace
