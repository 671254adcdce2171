#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/lists.hpp"
#include "support/seed.hpp"
#include "support/tools.hpp"
#include "yoke/list_scan.hpp"
#include "yoke/timeline.hpp"

// Plans of list_scan and list_to_array, and what they report.

namespace {

using yoke::ListScanPlan;
using yoke::ListToArrayPlan;
using yoke_test::to_space;
using yoke_test::to_vector;

template <class Space>
class ListScanPlans : public ::testing::Test {
 protected:
  using Indices = Kokkos::View<std::uint32_t*, typename Space::memory_space>;
  using Plan = ListScanPlan<Space, std::uint32_t, std::uint32_t>;
  using OrderPlan = ListToArrayPlan<Space, std::uint32_t>;

  static Indices list_of(std::size_t n, std::uint64_t lists = 1) {
    return to_space<Space>(
        yoke_test::make_list<std::uint32_t>(n, {.lists = lists, .seed = yoke_test::base_seed()}));
  }
  static Indices filled(std::size_t n, std::uint32_t value) {
    Indices const view("filled", n);
    Kokkos::deep_copy(view, value);
    return view;
  }
};
template <class First, class... Spaces>
using Types = ::testing::Types<Spaces...>;
#define YOKE_SPACE(Space) , Space
using EverySpace = Types<void YOKE_FOR_EACH_SPACE(YOKE_SPACE)>;
TYPED_TEST_SUITE(ListScanPlans, EverySpace);

struct Add {
  KOKKOS_FUNCTION std::uint32_t operator()(std::uint32_t a, std::uint32_t b) const { return a + b; }
};
struct Max {
  KOKKOS_FUNCTION std::uint32_t operator()(std::uint32_t a, std::uint32_t b) const {
    return a > b ? a : b;
  }
};

std::vector<std::string> names_of(std::vector<yoke::Phase> const& phases) {
  std::vector<std::string> names;
  names.reserve(phases.size());
  for (auto const& phase : phases) names.push_back(phase.name);
  return names;
}

// Sums that know what is not associative: a plan must split a list as a call without one does.
struct RoundedSum {
  KOKKOS_FUNCTION float operator()(float a, float b) const { return a + b; }
};

TYPED_TEST(ListScanPlans, AnswerAsTheFunctionsDoWhateverTheCapacity) {
  TypeParam const exec;
  std::size_t const capacity = 70000;
  ListScanPlan<TypeParam, std::uint32_t, float> plan(exec, capacity);
  typename TestFixture::OrderPlan order_plan(exec, capacity);
  // Between 32768 and 65535 nodes sublists on a host are half as long as those of `capacity`.
  for (std::size_t const n : {std::size_t(0), std::size_t(1), std::size_t(2), std::size_t(33),
                              std::size_t(32767), std::size_t(65535), capacity}) {
    SCOPED_TRACE(n);
    for (std::uint64_t const lists : {std::uint64_t(1), std::uint64_t(n / 10 + 1)}) {
      std::size_t const count = n == 0 ? 0 : lists;
      auto const list = TestFixture::list_of(n, n == 0 ? 1 : lists);
      std::vector<float> numbers(n);
      for (std::size_t i = 0; i < n; ++i) numbers[i] = 1.0f / static_cast<float>(i + 1);
      auto const values = to_space<TypeParam>(numbers);
      using Floats = Kokkos::View<float*, typename TypeParam::memory_space>;
      Floats const planned("planned", n), expected("expected", n);
      plan(list, values, planned, RoundedSum(), 0.0f);
      yoke::list_scan(exec, list, values, expected, RoundedSum(), 0.0f);
      EXPECT_TRUE(to_vector(planned) == to_vector(expected));
      typename TestFixture::Indices const order("o", n), same("s", n);
      auto const offsets = TestFixture::filled(count + 1, 7);
      EXPECT_EQ(order_plan(list, order), count);
      EXPECT_EQ(yoke::list_to_array(exec, list, same, offsets), count);
      EXPECT_TRUE(to_vector(order) == to_vector(same));
      EXPECT_EQ(to_vector(offsets).back(), n);
    }
  }
}

TYPED_TEST(ListScanPlans, RefuseWhatIsLarger) {
  TypeParam const exec;
  auto const list = TestFixture::list_of(101), out = TestFixture::filled(101, 7);
  typename TestFixture::Plan plan(exec, 100);
  typename TestFixture::OrderPlan order_plan(exec, 100);
  EXPECT_THROW(plan(list, out, out, Add(), 0u), std::invalid_argument);
  EXPECT_THROW(order_plan(list, out), std::invalid_argument);
  EXPECT_TRUE(to_vector(out) == std::vector<std::uint32_t>(101, 7));
  using Narrow = ListScanPlan<TypeParam, std::int32_t, float>;
  EXPECT_THROW(Narrow(exec, std::size_t(1) << 31), std::invalid_argument);
  EXPECT_THROW((ListToArrayPlan<TypeParam, std::int32_t>(exec, std::size_t(1) << 31)),
               std::invalid_argument);
}

TYPED_TEST(ListScanPlans, TakeAnyOperator) {
  std::size_t const n = 1000;
  auto const list = TestFixture::list_of(n), values = TestFixture::filled(n, 3);
  typename TestFixture::Indices const result("result", n);
  typename TestFixture::Plan plan(TypeParam(), n);
  plan(list, values, result, Add(), 0u);
  auto const sums = to_vector(result);
  EXPECT_THAT(sums, ::testing::Contains(static_cast<std::uint32_t>(3 * n)));
  plan(list, values, result, Max(), 0u);
  EXPECT_TRUE(to_vector(result) == std::vector<std::uint32_t>(n, 3));
}

// After a malformed list the plan is as good as before.
TYPED_TEST(ListScanPlans, OutliveMalformedLists) {
  std::size_t const n = 1000;
  auto const list = TestFixture::list_of(n), values = TestFixture::filled(n, 1);
  auto const cycle = TestFixture::filled(n, 0);
  typename TestFixture::Indices const result("result", n), order("order", n);
  typename TestFixture::Plan plan(TypeParam(), n);
  typename TestFixture::OrderPlan order_plan(TypeParam(), n);
  plan(list, values, result, Add(), 0u);
  auto const expected = to_vector(result);
  EXPECT_THROW(plan(cycle, values, result, Add(), 0u), yoke::InvalidInput);
  EXPECT_THROW(order_plan(cycle, order), yoke::InvalidInput);
  plan(list, values, result, Add(), 0u);
  EXPECT_TRUE(to_vector(result) == expected);
  EXPECT_EQ(order_plan(list, order), 1u);
}

TYPED_TEST(ListScanPlans, ReportEveryCallAnew) {
  std::size_t const n = 50000;
  auto const list = TestFixture::list_of(n, 3), values = TestFixture::filled(n, 1);
  typename TestFixture::Indices const result("result", n);
  yoke::ListScanReport report;
  yoke::Timeline timeline;
  typename TestFixture::Plan plan(TypeParam(), n,
                                  {.validate = true, .report = &report, .timeline = &timeline});
  for (int call = 1; call <= 2; ++call) {
    plan(list, values, result, Add(), 0u);
    EXPECT_THAT(names_of(report.phases),
                ::testing::ElementsAre("validate", "heads", "load", "walk", "jump", "store"));
    EXPECT_EQ(report.lists, 3u);
    EXPECT_GT(report.sublists, 3u);
    EXPECT_GT(report.longest_walk, 0u);
    EXPECT_LE(report.longest_walk, n);
    EXPECT_EQ(timeline.size(), static_cast<std::size_t>(call));
  }
  plan(TestFixture::list_of(0), TestFixture::filled(0, 0), TestFixture::filled(0, 0), Add(), 0u);
  EXPECT_TRUE(report.phases.empty());
  EXPECT_EQ(report.lists, 0u);

  typename TestFixture::OrderPlan order_plan(TypeParam(), n, {.report = &report});
  EXPECT_EQ(order_plan(list, result), 3u);
  EXPECT_THAT(names_of(report.phases),
              ::testing::ElementsAre("heads", "load", "walk", "jump", "store"));
  EXPECT_EQ(report.lists, 3u);
}

// What list_scan's comment says of a plan, and workspace_bytes() of what Kokkos has given.
TYPED_TEST(ListScanPlans, StateTheirMemory) {
  std::size_t const n = std::size_t(1) << 20;
  auto const list = TestFixture::list_of(n, 5), values = TestFixture::filled(n, 1);
  typename TestFixture::Indices const result("result", n);
  for (auto const from : {yoke::ScanFrom::head, yoke::ScanFrom::tail}) {
    yoke_test::AllocationRecorder const recorder;
    typename TestFixture::Plan plan(TypeParam(), n, {.from = from});
    plan(list, values, result, Add(), 0u);
    EXPECT_NEAR(static_cast<double>(plan.workspace_bytes()),
                static_cast<double>(recorder.held_bytes()),
                static_cast<double>(128 * recorder.labels().size()));
    EXPECT_LE(plan.workspace_bytes(), 8 * n + n / 2 + n / 8 + 4096);
  }
  yoke_test::AllocationRecorder const recorder;
  typename TestFixture::OrderPlan plan(TypeParam(), n);
  plan(list, result);
  EXPECT_NEAR(static_cast<double>(plan.workspace_bytes()),
              static_cast<double>(recorder.held_bytes()),
              static_cast<double>(128 * recorder.labels().size()));
}

// Offsets that are not contiguous, and longer than needed.
TYPED_TEST(ListScanPlans, OffsetsMayBeStridedAndLong) {
  std::size_t const n = 1000;
  auto const list = TestFixture::list_of(n, 10);
  using Memory = typename TypeParam::memory_space;
  Kokkos::View<std::uint32_t* [2], Kokkos::LayoutRight, Memory> const pairs("pairs", 2 * n);
  Kokkos::deep_copy(pairs, 77u);
  typename TestFixture::Indices const order("order", n), offsets("offsets", 11);
  EXPECT_EQ(yoke::list_to_array(TypeParam(), list, order, offsets), 10u);
  auto const column = Kokkos::subview(pairs, Kokkos::ALL, 1);
  EXPECT_EQ(yoke::list_to_array(TypeParam(), list, order, column), 10u);
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), pairs);
  auto const expected = to_vector(offsets);
  for (std::size_t l = 0; l <= 10; ++l) EXPECT_EQ(host(l, 1), expected[l]);
  for (std::size_t i = 0; i < 2 * n; ++i) ASSERT_EQ(host(i, 0), 77u) << "the other column";
  for (std::size_t i = n + 1; i < 2 * n; ++i) ASSERT_EQ(host(i, 1), 77u) << "beyond n";
}

}  // namespace
