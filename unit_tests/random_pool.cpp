#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <Kokkos_Random.hpp>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "support/executors.hpp"
#include "yoke/expander.hpp"
#include "yoke/random_pool.hpp"

// Code that is written for Kokkos's generators and pools, with Yoke's in their place.

namespace {

using yoke::ExpanderStreams;
using yoke::Philox;
using yoke::RandomPool;
using yoke::Threefry;

// Everything that Kokkos's generators draw. Returns how many things are not as they should be.
template <class Generator>
KOKKOS_FUNCTION int count_faults(Generator& draw) {
  int faults = 0;
  std::uint32_t const u = draw.urand();
  faults += u > Generator::MAX_URAND;
  faults += draw.urand(7) >= 7;
  std::uint32_t const v = draw.urand(4000000000u, 4000000007u);
  faults += v < 4000000000u || v >= 4000000007u;
  std::uint64_t const wide = draw.urand64();
  faults += wide > Generator::MAX_URAND64;
  faults += draw.urand64(std::uint64_t(1) << 40) >= std::uint64_t(1) << 40;
  std::uint64_t const w = draw.urand64(5, 8);
  faults += w < 5 || w >= 8;
  int const k = draw.rand();
  faults += k < 0 || k > Generator::MAX_RAND;
  int const below = draw.rand(9);
  faults += below < 0 || below >= 9;
  int const between = draw.rand(-2000000000, 2000000000);
  faults += between < -2000000000 || between >= 2000000000;
  faults += draw.rand64() < 0;
  std::int64_t const wide_below = draw.rand64(std::int64_t(1) << 50);
  faults += wide_below < 0 || wide_below >= std::int64_t(1) << 50;
  std::int64_t const wide_between = draw.rand64(-3, 3);
  faults += wide_between < -3 || wide_between >= 3;
  float const f = draw.frand(), g = draw.frand(2.0f), h = draw.frand(-1.0f, 1.0f);
  faults += f < 0 || f > 1 || g < 0 || g > 2 || h < -1 || h > 1;
  double const d = draw.drand(), e = draw.drand(2.0), a = draw.drand(-1.0, 1.0);
  faults += d < 0 || d > 1 || e < 0 || e > 2 || a < -1 || a > 1;
  double const z = draw.normal(), y = draw.normal(100.0, 2.0), x = draw.normal(100.0);
  faults += Kokkos::abs(z) > 9 || Kokkos::abs(y - 100) > 18 || Kokkos::abs(x - 100) > 9;
  return faults;
}

template <class Pool>
struct UseStates {
  Pool pool;
  KOKKOS_FUNCTION void operator()(int, int& faults) const {
    auto draw = pool.get_state();
    faults += count_faults(draw);
    pool.free_state(draw);
  }
};

template <class Space, class Pool>
int count_faults_of(Space const& exec, Pool const& pool) {
  int faults = 0;
  Kokkos::parallel_reduce("yoke_test::states", Kokkos::RangePolicy<Space>(exec, 0, 3000),
                          UseStates<Pool>{pool}, faults);
  return faults;
}

TEST(RandomPool, IsUsedAsKokkosPoolsAre) {
  auto const check = [](auto const& exec) {
    using Space = std::decay_t<decltype(exec)>;
    EXPECT_EQ(count_faults_of(exec, Kokkos::Random_XorShift64_Pool<Space>(1)), 0);
    EXPECT_EQ(count_faults_of(exec, RandomPool<Philox, Space>(Philox(1))), 0);
    EXPECT_EQ(count_faults_of(exec, RandomPool<Threefry, Space>(Threefry(1))), 0);
    EXPECT_EQ(count_faults_of(exec, RandomPool<ExpanderStreams, Space>(ExpanderStreams(1))), 0);
  };
  for (auto const& executor : yoke_test::every_executor<decltype(check)>()) {
    SCOPED_TRACE(executor.name);
    executor.run(check);
  }
}

template <class Scalar, class Space, class Pool>
std::vector<Scalar> fill_by_kokkos(Space const& exec, Pool const& pool, Scalar begin, Scalar end) {
  Kokkos::View<Scalar**, typename Space::memory_space> const view("filled", 300, 100);
  Kokkos::fence();
  Kokkos::fill_random(exec, view, pool, begin, end);
  exec.fence();
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
  std::vector<Scalar> values;
  for (int i = 0; i < 300; ++i) {
    for (int j = 0; j < 100; ++j) values.push_back(host(i, j));
  }
  return values;
}

// Mean and bounds of numbers that are uniform from begin to end, to within five deviations.
template <class Scalar>
void expect_uniform(std::vector<Scalar> const& values, double begin, double end) {
  double sum = 0;
  for (Scalar const value : values) {
    ASSERT_GE(static_cast<double>(value), begin);
    ASSERT_LE(static_cast<double>(value), end);
    sum += static_cast<double>(value);
  }
  double const n = static_cast<double>(values.size());
  EXPECT_NEAR(sum / n, (begin + end) / 2, 5 * (end - begin) / std::sqrt(12 * n));
}

TEST(RandomPool, FillsViewsByKokkosFillRandom) {
  auto const check = [](auto const& exec) {
    using Space = std::decay_t<decltype(exec)>;
    RandomPool<Philox, Space> const pool(Philox(2));
    auto doubles = fill_by_kokkos<double>(exec, pool, -3, 5);
    expect_uniform(doubles, -3, 5);
    expect_uniform(fill_by_kokkos<float>(exec, pool, 0, 10), 0, 10);
    expect_uniform(fill_by_kokkos<int>(exec, pool, -1000000, 1000000), -1e6, 1e6);
    expect_uniform(fill_by_kokkos<std::uint64_t>(exec, pool, 0, std::uint64_t(1) << 60), 0, 0x1p60);
    // No state is handed out twice, by the second call either.
    auto const more = fill_by_kokkos<double>(exec, pool, -3, 5);
    doubles.insert(doubles.end(), more.begin(), more.end());
    std::ranges::sort(doubles);
    EXPECT_TRUE(std::ranges::adjacent_find(doubles) == doubles.end());
  };
  for (auto const& executor : yoke_test::every_executor<decltype(check)>()) {
    SCOPED_TRACE(executor.name);
    executor.run(check);
  }
}

TEST(RandomPool, HandsOutStreamsInOrder) {
  using Host = Kokkos::DefaultHostExecutionSpace;
  RandomPool<Philox, Host> const pool(Philox(3), 10);
  // NOLINTNEXTLINE(performance-unnecessary-copy-initialization): a copy shares the streams
  RandomPool<Philox, Host> const copy = pool;
  for (std::uint64_t stream = 10; stream < 20; ++stream) {
    auto draw = stream % 2 == 0 ? pool.get_state() : copy.get_state();
    EXPECT_EQ(draw.urand64(), Philox(3, stream).word64(0));
    pool.free_state(draw);
  }
  using Generator = RandomPool<Philox, Host>::generator_type;
  EXPECT_EQ(Generator(Philox(3, 4).engine()).drand(), Philox(3, 4).uniform<double>(0));
  EXPECT_EQ(yoke::KokkosGenerator(Philox(3, 4).engine()).frand(), Philox(3, 4).uniform<float>(0));
}

TEST(KokkosGenerator, DrawsWholeRangesOfIntegers) {
  yoke::KokkosGenerator draw(Philox(4).engine());
  std::vector<int> counts(5);
  for (int i = 0; i < 50000; ++i) ++counts.at(draw.rand(-2, 3) + 2);
  for (int const count : counts) EXPECT_NEAR(count, 10000, 5 * std::sqrt(8000.0));
  // Their difference is no int.
  constexpr int least = std::numeric_limits<int>::min(), greatest = std::numeric_limits<int>::max();
  int negative = 0;
  for (int i = 0; i < 10000; ++i) negative += draw.rand(least, greatest) < 0;
  EXPECT_NEAR(negative, 5000, 250);
  using Wide = std::numeric_limits<std::int64_t>;
  for (int i = 0; i < 10000; ++i) negative -= draw.rand64(Wide::min(), Wide::max()) < 0;
  EXPECT_NEAR(negative, 0, 500);
}

}  // namespace
