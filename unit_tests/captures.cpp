#include <gtest/gtest.h>

#include <numeric>

#include "support/lists.hpp"
#include "yoke/detail/spaces.hpp"

// What every kernel takes for granted: a lambda finds what it captured. It runs before all other
// tests: where a compiler lays out the captures of several Views differently on host and device
// (see yoke/detail/compiler_check.hpp), all of them die of illegal addresses, and none of them says
// why.

namespace {

using yoke::detail::WideRange;

constexpr std::uint64_t size = 1000;

std::vector<std::uint64_t> numbers() {
  std::vector<std::uint64_t> values(size);
  std::iota(values.begin(), values.end(), std::uint64_t(5));
  return values;
}

// The number before the Views, between them and behind them.
template <class Space>
std::vector<std::uint64_t> scale(Space const& exec, std::uint64_t factor) {
  auto const in = yoke_test::to_space<Space>(numbers());
  auto const indices = yoke_test::to_space<Space>(std::vector<std::uint32_t>(size, 1));
  Kokkos::View<std::uint64_t*, typename Space::memory_space> const out("out", size);
  Kokkos::parallel_for(
      "yoke_test::number_first", WideRange<Space>(exec, 0, size),
      KOKKOS_LAMBDA(std::uint64_t i) { out(i) = factor + in(i); });
  Kokkos::parallel_for(
      "yoke_test::number_between", WideRange<Space>(exec, 0, size), KOKKOS_LAMBDA(std::uint64_t i) {
        std::uint64_t const product = in(i)*factor;
        out(i) += product;
      });
  Kokkos::parallel_for(
      "yoke_test::number_last", WideRange<Space>(exec, 0, size),
      KOKKOS_LAMBDA(std::uint64_t i) { out(i) += indices(i) * in(i)*factor; });
  exec.fence();
  return yoke_test::to_vector(out);
}

template <class Space>
std::uint64_t weighted_sum(Space const& exec, std::uint64_t factor) {
  auto const in = yoke_test::to_space<Space>(numbers());
  auto const weight = yoke_test::to_space<Space>(std::vector<std::uint32_t>(size, 3));
  std::uint64_t total = 0;
  Kokkos::parallel_reduce(
      "yoke_test::weighted_sum", WideRange<Space>(exec, 0, size),
      KOKKOS_LAMBDA(std::uint64_t i, std::uint64_t & sum) { sum += factor * in(i) + weight(i); },
      total);
  return total;
}

template <class Space>
std::vector<std::uint64_t> prefix_sums(Space const& exec, std::uint64_t factor) {
  auto const in = yoke_test::to_space<Space>(numbers());
  Kokkos::View<std::uint64_t*, typename Space::memory_space> const out("out", size);
  Kokkos::parallel_scan(
      "yoke_test::prefix_sums", WideRange<Space>(exec, 0, size),
      KOKKOS_LAMBDA(std::uint64_t i, std::uint64_t & sum, bool last) {
        sum += in(i)*factor;
        if (last) out(i) = sum;
      });
  exec.fence();
  return yoke_test::to_vector(out);
}

template <class Space>
void expect_all_found() {
  SCOPED_TRACE(Space().name());
  std::uint64_t const factor = 7;
  auto const in = numbers();
  auto scaled = in, sums = in;
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < size; ++i) {
    scaled[i] = factor + in[i] + 2 * in[i] * factor;
    sums[i] = sum += factor * in[i];
  }
  EXPECT_EQ(scale(Space(), factor), scaled);
  EXPECT_EQ(weighted_sum(Space(), factor), sum + 3 * size);
  EXPECT_EQ(prefix_sums(Space(), factor), sums);
}

TEST(Captures, OfViewsAndNumbersAreFound) {
#define YOKE_EXPECT(Space) expect_all_found<Space>();
  YOKE_FOR_EACH_SPACE(YOKE_EXPECT)
#undef YOKE_EXPECT
}

}  // namespace
