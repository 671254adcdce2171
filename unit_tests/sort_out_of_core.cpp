#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "sorting/out_of_core_sort.hpp"
#include "sorting/run_cuts.hpp"
#include "support/keys.hpp"
#include "support/sampled.hpp"
#include "support/seed.hpp"
#include "yoke/errors.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/sort.hpp"

// Sorting of what is larger than the device's memory: also where both sides are the host's, so that
// it is tested without a device. What calls in one memory give is expected: keys that are the same
// numbers (a device may write another NaN, or zero), values in the same order.

namespace {

using namespace yoke::detail::sorting;
using Device = Kokkos::DefaultExecutionSpace;
using Host = Kokkos::DefaultHostExecutionSpace;
template <class T, class Memory = Kokkos::HostSpace>
using HostArray = Kokkos::View<T*, Memory>;

constexpr bool has_gpu = !yoke::detail::runs_on_host<Device>;

// Keys and their numbers, and what one memory's sort makes of them.
template <class Key>
struct Example {
  using Word = WordFor<Key>;
  std::size_t size;
  yoke::SortOptions options;
  HostArray<Word> given, sorted;
  HostArray<std::uint64_t> numbers;

  Example(std::vector<Key> const& keys, std::size_t first, yoke::SortOrder order)
      : size(first),
        options{.order = order},
        given("given", first),
        sorted("sorted", first),
        numbers("numbers", first) {
    HostArray<Key> const in_order("in_order", first);
    for (std::size_t i = 0; i < first; ++i) {
      given(i) = std::bit_cast<Word>(keys[i]);
      in_order(i) = keys[i];
      numbers(i) = i;
    }
    yoke::sort_by_key(Host(), in_order, numbers, options);
    for (std::size_t i = 0; i < first; ++i) sorted(i) = std::bit_cast<Word>(in_order(i));
  }

  void expect_sorted(HostArray<Word> const& keys) const {
    for (std::size_t i = 0; i < size; ++i) {
      Key const key = std::bit_cast<Key>(keys(i)), expected = std::bit_cast<Key>(sorted(i));
      ASSERT_TRUE(yoke_test::are_same_number(key, expected))
          << "key " << i << " is " << key << " and should be " << expected;
    }
  }
  // Values are so many times the keys' numbers.
  void expect_moved(HostArray<std::uint64_t> const& values, std::uint64_t times) const {
    for (std::size_t i = 0; i < size; ++i) {
      ASSERT_EQ(values(i), numbers(i) * times) << "value " << i;
    }
  }
};

// Sorts by every kind of call with runs of `length` elements.
template <class Key>
void expect_out_of_core(yoke::Hybrid<> const& hybrid, std::vector<Key> const& keys,
                        std::uint64_t length, yoke::SortOrder order) {
  using Word = WordFor<Key>;
  std::size_t const n = keys.size();
  Example<Key> const all(keys, n, order);
  HostArray<Word> const sorted("sorted", n);
  HostArray<std::uint64_t> const moved("moved", n);

  OutOfCoreSort<Word, NoValue, Device, Host> alone(hybrid, n, all.options, length);
  alone.run({all.given.data(), nullptr, sorted.data(), nullptr}, n, kind_of<Key>);
  all.expect_sorted(sorted);

  OutOfCoreSort<Word, std::uint64_t, Device, Host> pairs(hybrid, n, all.options, length);
  Kokkos::deep_copy(sorted, all.given);
  for (std::size_t i = 0; i < n; ++i) moved(i) = i * 3;
  pairs.run({sorted.data(), moved.data(), sorted.data(), moved.data()}, n, kind_of<Key>);
  all.expect_sorted(sorted);
  all.expect_moved(moved, 3);
  // Fewer than before, with the same memory, and numbers in place of values.
  Example<Key> const front(keys, n / 2 + 1, order);
  pairs.run({front.given.data(), nullptr, nullptr, moved.data()}, front.size, kind_of<Key>);
  front.expect_moved(moved, 1);
}

template <class Key>
class OutOfCoreSorts : public ::testing::Test {};
using Keys =
    yoke_test::Sampled<std::uint32_t, std::int32_t, std::uint64_t, std::int64_t, float, double>;
TYPED_TEST_SUITE(OutOfCoreSorts, Keys);

TYPED_TEST(OutOfCoreSorts, AreThoseOfOneMemory) {
  yoke::Hybrid<> const hybrid;
  for (std::size_t const n : {1, 64, 65, 1500}) {
    for (auto const& [name, keys] : yoke_test::key_sets<TypeParam>(n, yoke_test::base_seed())) {
      for (auto const order : {yoke::SortOrder::ascending, yoke::SortOrder::descending}) {
        SCOPED_TRACE(name + ", " + std::to_string(n));
        expect_out_of_core(hybrid, keys, 64, order);
        if (this->HasFatalFailure()) return;
      }
    }
  }
}

// Each cut has `target` elements before it, and those are the first of a stable sort of all.
TEST(RunCuts, AreLevelWhateverTheKeys) {
  constexpr std::uint64_t length = 100, n = 950;
  KeyOrder<std::uint32_t> const order(yoke::detail::sorting::KeyKind::is_unsigned,
                                      yoke::SortOrder::ascending);
  for (auto& set : yoke_test::key_sets<std::uint32_t>(n, yoke_test::base_seed())) {
    SCOPED_TRACE(set.first);
    auto& keys = set.second;
    for (std::uint64_t i = 0; i < n; i += length) {
      std::sort(keys.begin() + i, keys.begin() + std::min(i + length, n));
    }
    SortedRuns<std::uint32_t> const runs{keys.data(), n, length, 10, order};
    std::vector<std::uint64_t> places(n), room(30);
    for (std::uint64_t i = 0; i < n; ++i) places[i] = i;
    std::stable_sort(places.begin(), places.end(),
                     [&](auto one, auto other) { return keys[one] < keys[other]; });
    for (std::uint64_t target = 0; target <= n; target += 19) {
      cut_runs(runs, target, room.data(), room.data() + 10, room.data() + 20);
      std::uint64_t before = 0;
      for (int r = 0; r < 10; ++r) before += room[r] - runs.begin(r);
      ASSERT_EQ(before, target);
      for (std::uint64_t i = 0; i < target; ++i) {
        ASSERT_LT(places[i], room[places[i] / length]) << "element " << i << " of " << target;
      }
    }
  }
}

TEST(OutOfCoreRuns, AreTheLongestThatFit) {
  std::vector<std::uint64_t> asked;
  auto const allow = [&](std::uint64_t most) {
    asked.clear();
    OutOfCoreRuns::fit(std::uint64_t(1) << 27, [&](std::uint64_t length) {
      asked.push_back(length);
      if (length > most) throw yoke::DeviceMemoryExceeded("too long", length, most);
    });
  };
  allow(1 << 21);
  EXPECT_EQ(asked, (std::vector<std::uint64_t>{1 << 21}));
  allow(300000);
  EXPECT_EQ(asked, (std::vector<std::uint64_t>{1 << 21, 1 << 20, 1 << 19, 1 << 18}));
  // The last error names both sizes.
  try {
    allow(1000);
    ADD_FAILURE() << "runs of " << asked.back() << " elements";
  } catch (yoke::DeviceMemoryExceeded const& error) {
    EXPECT_EQ(error.needed(), std::uint64_t(1) << 17);
    EXPECT_EQ(error.allowed(), 1000u);
  }
}

TEST(OutOfCoreRuns, PayWhereTheirPiecesAreLongEnough) {
  std::uint64_t const n = std::uint64_t(1) << 33, gib = std::uint64_t(1) << 30;
  EXPECT_TRUE(OutOfCoreRuns::pay(4 * n, n, 1, 16 * gib));
  EXPECT_TRUE(OutOfCoreRuns::pay(16 * n, n, 2, 16 * gib));
  EXPECT_TRUE(OutOfCoreRuns::pay(4 * n, n, 1, gib));
  EXPECT_FALSE(OutOfCoreRuns::pay(4 * n, n, 1, gib / 16));
  EXPECT_FALSE(OutOfCoreRuns::pay(80000, 20000, 1, 40000));
}

// A copy of the elements and four runs.
TEST(OutOfCoreSort, HoldsWhatTheDocsSay) {
  std::size_t const n = std::size_t(1) << 22, length = std::size_t(1) << 17;
  yoke::Hybrid<> const hybrid;
  auto const ledger = std::make_shared<yoke::detail::Ledger>();
  yoke::detail::Ledger::Opened const opened(ledger);
  OutOfCoreSort<std::uint64_t, std::uint64_t, Device, Host> const sort(hybrid, n, {}, length);
  auto const threads = static_cast<std::size_t>(hybrid.device().concurrency());
  EXPECT_GE(ledger->bytes(), 16 * (n + 4 * length));
  EXPECT_LE(ledger->bytes(), 16 * (n + 41 * length / 10) + (has_gpu ? 1 : 1 + threads) * (1 << 20));
}

// Throws from the n-th copy or kernel on, in whichever lane it is, while it exists.
class FaultInLanes {
 public:
  explicit FaultInLanes(int number) {
    left_ = number;
    Kokkos::Tools::Experimental::set_begin_deep_copy_callback(copied);
    Kokkos::Tools::Experimental::set_begin_parallel_for_callback(begun);
  }
  ~FaultInLanes() {
    Kokkos::Tools::Experimental::set_begin_deep_copy_callback(nullptr);
    Kokkos::Tools::Experimental::set_begin_parallel_for_callback(nullptr);
  }
  FaultInLanes(FaultInLanes const&) = delete;
  FaultInLanes& operator=(FaultInLanes const&) = delete;

 private:
  static void count() {
    if (left_-- == 0) throw std::runtime_error("a fault in a lane");
  }
  static void copied(Kokkos_Profiling_SpaceHandle, char const*, void const*,
                     Kokkos_Profiling_SpaceHandle, char const*, void const*, std::uint64_t) {
    count();
  }
  static void begun(char const* label, std::uint32_t, std::uint64_t*) {
    // Of the numbers, the sort's own work and the cuts.
    if (std::string(label).starts_with("yoke::sort")) count();
  }
  static inline std::atomic<int> left_;
};

TEST(OutOfCoreSort, AFaultInAnyLaneIsThrownAndTheNextCallSorts) {
  constexpr std::size_t n = 300;
  auto const keys = yoke_test::key_sets<std::uint32_t>(n, yoke_test::base_seed())[0].second;
  Example<std::uint32_t> const example(keys, n, yoke::SortOrder::ascending);
  yoke::Hybrid<> const hybrid;
  OutOfCoreSort<std::uint32_t, std::uint64_t, Device, Host> sort(hybrid, n, {}, 64);
  HostArray<std::uint32_t> const sorted("sorted", n);
  HostArray<std::uint64_t> const moved("moved", n);
  auto const call = [&] {
    sort.run({example.given.data(), nullptr, sorted.data(), moved.data()}, n,
             kind_of<std::uint32_t>);
  };
  int faults = 0;
  for (bool has_thrown = true; has_thrown; faults += has_thrown) {
    Kokkos::deep_copy(sorted, 0);
    try {
      FaultInLanes const fault(faults);
      call();
      has_thrown = false;
    } catch (std::runtime_error const& error) {
      EXPECT_STREQ(error.what(), "a fault in a lane");
      call();
    }
    example.expect_sorted(sorted);
    example.expect_moved(moved, 1);
  }
  // Five runs go up and come down with their values, and so do five parts, in five pieces.
  EXPECT_GE(faults, 5 + 10 + 10 + 10);
}

// Calls that allow less than the elements need.
template <class Memory>
void expect_bounded_calls_sort() {
  std::size_t const n = (std::size_t(1) << 21) + 12345;
  auto const keys = yoke_test::key_sets<float>(n, yoke_test::base_seed())[0].second;
  Example<float> const example(keys, n, yoke::SortOrder::ascending);
  HostArray<float, Memory> const sorted("sorted", n), alone("alone", n);
  HostArray<std::uint32_t, Memory> const numbers("numbers", n), permutation("permutation", n);
  for (std::size_t i = 0; i < n; ++i) {
    sorted(i) = alone(i) = keys[i];
    numbers(i) = static_cast<std::uint32_t>(i);
  }
  yoke::Hybrid<> const hybrid;
  yoke::SortReport report;
  yoke::SortOptions const options{
      .split = yoke::Split(0.0), .device_memory = 6 << 20, .report = &report};
  auto const expect_runs = [&](std::uint64_t bytes_up, std::uint64_t bytes_down) {
    EXPECT_EQ(report.runs > 1, has_gpu);
    EXPECT_EQ(report.bytes_up, has_gpu ? bytes_up * n : 0);
    EXPECT_EQ(report.bytes_down, has_gpu ? bytes_down * n : 0);
  };
  yoke::argsort(hybrid, sorted, permutation, options);
  expect_runs(4 + 8, 8 + 4);
  yoke::sort_by_key(hybrid, sorted, numbers, options);
  expect_runs(8 + 8, 8 + 8);
  yoke::SortPlan<yoke::Hybrid<>, float> plan(hybrid, n, options);
  plan(alone);
  expect_runs(4 + 4, 4 + 4);
  for (std::size_t i = 0; i < n; ++i) {
    ASSERT_EQ(permutation(i), example.numbers(i)) << i;
    ASSERT_EQ(numbers(i), example.numbers(i)) << i;
    ASSERT_EQ(std::bit_cast<std::uint32_t>(sorted(i)), example.sorted(i)) << i;
    ASSERT_EQ(std::bit_cast<std::uint32_t>(alone(i)), example.sorted(i)) << i;
  }
}

TEST(OutOfCoreSort, IsWhatABoundedHybridCallDoesWithADevice) {
  expect_bounded_calls_sort<Kokkos::HostSpace>();
}
TEST(OutOfCoreSort, AlsoOfPinnedMemory) {
  expect_bounded_calls_sort<Kokkos::SharedHostPinnedSpace>();
}

// Pageable keys go through pinned blocks, which the host fills; values that lie on the device do
// not.
TEST(OutOfCoreSort, KeysInHostMemoryCarryValuesOnTheDevice) {
  using DeviceMemory = Kokkos::DefaultExecutionSpace::memory_space;
  std::size_t const n = (std::size_t(1) << 21) + 12345;
  auto const keys = yoke_test::key_sets<float>(n, yoke_test::base_seed())[0].second;
  Example<float> const example(keys, n, yoke::SortOrder::ascending);
  HostArray<float, Kokkos::HostSpace> const sorted("sorted", n);
  Kokkos::View<std::uint32_t*, DeviceMemory> const numbers("numbers", n);
  auto const host_numbers = Kokkos::create_mirror_view(numbers);
  yoke::Hybrid<> const hybrid;
  for (std::size_t const allowed : {std::size_t(0), std::size_t(10) << 20}) {
    for (std::size_t i = 0; i < n; ++i) {
      sorted(i) = keys[i];
      host_numbers(i) = static_cast<std::uint32_t>(i);
    }
    Kokkos::deep_copy(numbers, host_numbers);
    yoke::sort_by_key(hybrid, sorted, numbers,
                      {.split = yoke::Split(0.0), .device_memory = allowed});
    Kokkos::deep_copy(host_numbers, numbers);
    for (std::size_t i = 0; i < n; ++i) {
      ASSERT_EQ(host_numbers(i), example.numbers(i)) << i;
      ASSERT_EQ(std::bit_cast<std::uint32_t>(sorted(i)), example.sorted(i)) << i;
    }
  }
}

}  // namespace
