#include "yoke/fill.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "support/executors.hpp"
#include "support/seed.hpp"
#include "yoke/hybrid.hpp"

// What fill leaves, against each number drawn by itself.

namespace {

using yoke::EighthValue;
using yoke::ExpanderStreams;
using yoke::FillAlgorithm;
using yoke::FillOptions;
using yoke::FillReport;
using yoke::Philox;
using yoke::Threefry;
using Device = Kokkos::DefaultExecutionSpace;
using Host = Kokkos::DefaultHostExecutionSpace;

// Numbers of 64 bits, by their numbers, as yoke::fill says.
template <class Generator>
struct NumbersOf {
  Generator random;
  std::uint64_t operator()(std::uint64_t k) { return random.word64(k); }
};
template <>
struct NumbersOf<ExpanderStreams> {
  ExpanderStreams streams;
  std::uint64_t stream = ~std::uint64_t(0);
  std::vector<std::uint64_t> drawn = {};  // of that stream

  std::uint64_t operator()(std::uint64_t k) {
    if (stream != 32 * (k / 2048) + k % 32) {
      stream = 32 * (k / 2048) + k % 32;
      auto draw = streams.stream(stream).engine();
      drawn.clear();
      for (int t = 0; t < 64; ++t) drawn.push_back(draw.next64());
    }
    return drawn[k % 2048 / 32];
  }
};

template <class Number, class Generator>
Number expected_number(NumbersOf<Generator>& number_of, std::uint64_t k) {
  if constexpr (sizeof(Number) == 8) {
    std::uint64_t const word = number_of(k);
    if constexpr (std::is_same_v<Number, double>) return static_cast<double>(word >> 11) * 0x1p-53;
    return static_cast<Number>(word);
  } else {
    auto const word = static_cast<std::uint32_t>(number_of(k / 2) >> 32 * (k % 2));
    if constexpr (std::is_same_v<Number, float>) return static_cast<float>(word >> 8) * 0x1p-24f;
    return static_cast<Number>(word);
  }
}

template <class Number, class Generator>
std::vector<Number> expected_numbers(Generator const& generator, std::uint64_t first,
                                     std::size_t size) {
  NumbersOf<Generator> number_of{generator};
  std::vector<Number> numbers(size);
  // In the order of the streams that draw them.
  for (std::size_t lane = 0; lane < 64; ++lane) {
    for (std::size_t i = 0; i < size; ++i) {
      if ((first + i) % 64 == lane) numbers[i] = expected_number<Number>(number_of, first + i);
    }
  }
  return numbers;
}

template <class Memory, class Number, class Executor, class Generator>
std::vector<Number> filled(Executor const& executor, Generator const& generator, std::size_t size,
                           FillOptions const& options) {
  // At every place beside a multiple of 16 bytes; what is beside the numbers stays as it is.
  std::size_t const before = options.first % 5;
  Kokkos::View<Number*, Memory> const room("room", size + before + 1);
  Kokkos::deep_copy(room, Number(7));
  auto const part =
      Kokkos::subview(room, std::pair<std::size_t, std::size_t>(before, before + size));
  yoke::fill(executor, part, generator, options);
  auto const all = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), room);
  for (std::size_t i = 0; i < before; ++i) EXPECT_EQ(all(i), Number(7));
  EXPECT_EQ(all(before + size), Number(7));
  return {all.data() + before, all.data() + before + size};
}

template <class Number, class Generator>
void expect_filled(yoke::Hybrid<> const& hybrid, Generator const& generator, std::uint64_t first,
                   std::size_t size) {
  SCOPED_TRACE(testing::Message() << size << " numbers of " << sizeof(Number) << " bytes from "
                                  << first);
  auto const expected = expected_numbers<Number>(generator, first, size);
  FillOptions options{.first = first};
  auto const on_space = [&](auto const& exec) {
    using Memory = typename std::remove_cvref_t<decltype(exec)>::memory_space;
    EXPECT_EQ((filled<Memory, Number>(exec, generator, size, options)), expected);
  };
  for (auto const& executor : yoke_test::every_executor<decltype(on_space)>()) {
    SCOPED_TRACE(executor.name);
    executor.run(on_space);
  }
  for (auto const& split : {yoke::Split::automatic(), yoke::Split(0), yoke::Split(0.3),
                            yoke::Split(0.75), yoke::Split(1)}) {
    options.split = split;
    EXPECT_EQ((filled<Kokkos::HostSpace, Number>(hybrid, generator, size, options)), expected);
    EXPECT_EQ((filled<Device::memory_space, Number>(hybrid, generator, size, options)), expected);
  }
  if constexpr (std::is_same_v<Generator, ExpanderStreams>) {
    if (generator.options().eighth == EighthValue::retry) return;
    FillReport report;
    options.algorithm = FillAlgorithm::fed;
    options.report = &report;
    EXPECT_EQ((filled<Kokkos::HostSpace, Number>(hybrid, generator, size, options)), expected);
    EXPECT_EQ((filled<Device::memory_space, Number>(hybrid, generator, size, options)), expected);
    EXPECT_EQ(report.algorithm, FillAlgorithm::fed);
  }
}

template <class Generator>
void expect_filled(Generator const& generator, std::vector<std::size_t> const& sizes) {
  yoke::Hybrid<> const hybrid;
  for (std::size_t const size : sizes) {
    for (std::uint64_t const first :
         {std::uint64_t(0), std::uint64_t(1), std::uint64_t(2), std::uint64_t(3),
          std::uint64_t(2046), std::uint64_t(4099), std::uint64_t(1) << 40, 0 - size}) {
      if (size == 0 && first > 0) continue;
      expect_filled<std::uint32_t>(hybrid, generator, first, size);
      expect_filled<std::uint64_t>(hybrid, generator, first, size);
      expect_filled<float>(hybrid, generator, first, size);
      expect_filled<double>(hybrid, generator, first, size);
    }
  }
}

TEST(Fill, LeavesTheNumbersOfTheirNumbers) {
  std::uint64_t const seed = yoke_test::base_seed();
  expect_filled(Philox(seed, 5), {0, 1, 2, 3, 5, 1000, 4103});
  expect_filled(Threefry(seed, 5), {1000});
}

TEST(Fill, LeavesTheNumbersOfWalks) {
  std::uint64_t const seed = yoke_test::base_seed();
  expect_filled(ExpanderStreams(seed), {0, 1, 33, 5000});
  for (auto const rule : {EighthValue::stay, EighthValue::retry, EighthValue::diagonal}) {
    for (std::uint32_t const length : {7, 64, 96}) {
      expect_filled(ExpanderStreams(seed, {length, rule}), {2100});
    }
  }
}

struct CountDifferent {
  Kokkos::View<std::uint64_t*, Device> one, other;
  KOKKOS_FUNCTION void operator()(std::size_t i, std::size_t& count) const {
    count += one(i) != other(i);
  }
};

// Blocks of bits of which there are many.
TEST(Fill, OfManyBlocksOfBitsIsWhatIsMadeInPlace) {
  yoke::Hybrid<> const hybrid;
  std::size_t const size = std::size_t(1) << 18;
  ExpanderStreams const streams(3, {1024});
  Kokkos::View<std::uint64_t*, Device> const fed("fed", size), made("made", size);
  yoke::fill(hybrid, fed, streams, {.algorithm = FillAlgorithm::fed});
  yoke::fill(Device(), made, streams);
  std::size_t different = size;
  Kokkos::parallel_reduce("yoke_test::different", Kokkos::RangePolicy<Device>(0, size),
                          CountDifferent{fed, made}, different);
  EXPECT_EQ(different, 0u);
}

TEST(Fill, OfStridedViews) {
  Kokkos::View<double* [3], Kokkos::LayoutRight, Device> const rows("rows", 500);
  yoke::fill(Device(), Kokkos::subview(rows, Kokkos::ALL, 1), Philox(1));
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), rows);
  for (std::size_t i = 0; i < 500; ++i) {
    ASSERT_EQ(host(i, 1), Philox(1).uniform<double>(i));
    ASSERT_EQ(host(i, 0), 0);
  }
}

TEST(Fill, PlansGoOnAndAllocateNothing) {
  std::size_t const size = 5000;
  yoke::Hybrid<> const hybrid;
  for (auto const algorithm : {FillAlgorithm::in_place, FillAlgorithm::fed}) {
    yoke::FillPlan<yoke::Hybrid<>, std::uint32_t> plan(
        hybrid, size, {.algorithm = algorithm, .split = yoke::Split(0.5)});
    Kokkos::View<std::uint32_t*, Kokkos::HostSpace> const numbers("numbers", size);
    ExpanderStreams const streams(yoke_test::base_seed());
    std::size_t bytes = 0;
    for (std::uint64_t call = 0; call < 3; ++call) {
      plan(numbers, streams, 4096 * 3 * call);
      if (call == 0) bytes = plan.workspace_bytes();
      EXPECT_EQ(std::vector<std::uint32_t>(numbers.data(), numbers.data() + size),
                expected_numbers<std::uint32_t>(streams, 4096 * 3 * call, size));
    }
    EXPECT_EQ(plan.workspace_bytes(), bytes);
  }
}

TEST(Fill, ReportsWhoDidWhat) {
  std::size_t const size = 100000;
  yoke::Hybrid<> const hybrid;
  Kokkos::View<std::uint32_t*, Device> const numbers("numbers", size);
  FillReport report;
  for (double const share : {0.0, 0.5, 1.0}) {
    yoke::fill(hybrid, numbers, Philox(1), {.split = yoke::Split(share), .report = &report});
    EXPECT_EQ(report.algorithm, FillAlgorithm::in_place);
    EXPECT_EQ(report.host_share, share);
    EXPECT_EQ(report.host_busy > 0, share > 0);
    EXPECT_EQ(report.device_busy > 0, share < 1);
    EXPECT_FALSE(report.phases.empty());
  }
}

TEST(Fill, RefusesWhatCannotBe) {
  Kokkos::View<std::uint64_t*, Device> const numbers("numbers", 10);
  yoke::Hybrid<> const hybrid;
  FillOptions const fed{.algorithm = FillAlgorithm::fed};
  std::uint64_t const far = ~std::uint64_t(0) - 8;
  EXPECT_THROW(yoke::fill(Device(), numbers, Philox(1), {.first = far}), std::invalid_argument);
  EXPECT_NO_THROW(yoke::fill(Device(), numbers, Philox(1), {.first = far - 1}));
  EXPECT_THROW(yoke::fill(Device(), numbers, ExpanderStreams(1), fed), std::invalid_argument);
  EXPECT_THROW(yoke::fill(hybrid, numbers, Philox(1), fed), std::invalid_argument);
  EXPECT_THROW(yoke::fill(hybrid, numbers, ExpanderStreams(1, {32, EighthValue::retry}), fed),
               std::invalid_argument);
  EXPECT_NO_THROW(yoke::fill(hybrid, numbers, ExpanderStreams(1), fed));
  EXPECT_THROW(yoke::fill(Device(), numbers, ExpanderStreams(1, {0})), std::invalid_argument);
}

// The bits of a stream take 24 bytes a step, and three blocks hold those of 32 streams at least.
TEST(Fill, RefusesToFeedWalksWhoseBitsNoMemoryHolds) {
  Kokkos::View<std::uint64_t*, Device> const numbers("numbers", 10);
  yoke::Hybrid<> const hybrid;
  FillOptions const fed{.algorithm = FillAlgorithm::fed};
  for (std::uint32_t const length : {(1u << 16) + 1, 1u << 20, ~0u}) {
    try {
      yoke::fill(hybrid, numbers, ExpanderStreams(1, {length}), fed);
      ADD_FAILURE() << length;
    } catch (std::invalid_argument const& error) {
      EXPECT_THAT(error.what(), testing::AllOf(testing::HasSubstr(std::to_string(length)),
                                               testing::HasSubstr("up to 65536 steps")));
    }
  }
  EXPECT_EQ((filled<Device::memory_space, std::uint64_t>(hybrid, ExpanderStreams(1, {1u << 16}), 10,
                                                         fed)),
            expected_numbers<std::uint64_t>(ExpanderStreams(1, {1u << 16}), 0, 10));
}

}  // namespace
