#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "sorting/device_element_sort.hpp"
#include "sorting/streamed_elements.hpp"
#include "support/comparators.hpp"
#include "support/seed.hpp"
#include "yoke/detail/sorting/device_kernels.hpp"
#include "yoke/hybrid.hpp"

// What a device does to sort by a comparator, on every space: also on hosts, where sanitizers see
// it.

namespace {

using yoke::SortAlgorithm;
using yoke_test::CloserTo;
using yoke_test::NoOrder;
using yoke_test::Record;
using Space = Kokkos::DefaultExecutionSpace;
using Memory = Space::memory_space;

template <std::size_t bytes, class Comparator>
class DeviceSort {
  using Key = Record<bytes>;
  using Less = yoke::detail::sorting::KeyLess<Comparator>;
  using Element = yoke::detail::sorting::Keyed<Key, yoke::detail::sorting::NothingCarried>;
  static_assert(sizeof(Element) == sizeof(Key));

 public:
  DeviceSort(Comparator const& comparator, SortAlgorithm algorithm, std::size_t capacity)
      : mark_(seen_.clear()),
        kernels_(Less{comparator}, mark_),
        algorithm_(algorithm),
        sort_(Space(), capacity, {sizeof(Element), 0}, algorithm == SortAlgorithm::sample) {}

  std::vector<Key> operator()(std::vector<Key> const& keys) {
    yoke::SortReport report;
    auto const view = yoke_test::view_of<Memory>(keys);
    yoke::detail::PhaseTimer<Space> timer(Space(), &report);
    if (!keys.empty()) sort_.run(kernels_, algorithm_, view.data(), keys.size(), timer);
    Space().fence();
    merged_ = !report.phases.empty() && report.phases.back().name == "merge";
    return yoke_test::vector_of(view);
  }
  bool merged() const { return merged_; }
  // Has a key come before itself, or have comparisons contradicted each other?
  bool has_seen_no_order() const { return *mark_ != 0; }

 private:
  yoke::detail::sorting::UnorderedSeen seen_;
  yoke::detail::sorting::UnorderedMark mark_;
  yoke::detail::sorting::DeviceKernels<Space, Element, Less> kernels_;
  SortAlgorithm algorithm_;
  yoke::detail::sorting::DeviceElementSort<Space> sort_;
  bool merged_ = false;
};

template <std::size_t bytes>
void expect_sorted(SortAlgorithm algorithm) {
  constexpr std::size_t tile = yoke::detail::sorting::TeamTile(bytes).elements();
  for (std::size_t const n :
       {std::size_t(1), std::size_t(63), tile, tile + 1, 4 * tile + 1, 11 * tile + 77}) {
    DeviceSort<bytes, CloserTo> sort({1000}, algorithm, n);
    for (auto const& [name, words] : yoke_test::word_sets(n, yoke_test::base_seed())) {
      SCOPED_TRACE(name + ", " + std::to_string(n) + ", " + std::to_string(bytes) + " bytes");
      auto const keys = yoke_test::records_of<bytes>(words);
      auto const order = yoke_test::stable_order(keys, CloserTo{1000});
      ASSERT_EQ(sort(keys), yoke_test::in_order(keys, order));
      EXPECT_EQ(sort.merged(), n <= tile || algorithm == SortAlgorithm::merge);
      EXPECT_FALSE(sort.has_seen_no_order());
    }
  }
}

TEST(DeviceSort, ByMergingIsRight) {
  expect_sorted<1>(SortAlgorithm::merge);
  expect_sorted<4>(SortAlgorithm::merge);
  expect_sorted<16>(SortAlgorithm::merge);
  expect_sorted<48>(SortAlgorithm::merge);
  expect_sorted<200>(SortAlgorithm::merge);
}

TEST(DeviceSort, BySampleIsRight) {
  expect_sorted<1>(SortAlgorithm::sample);
  expect_sorted<4>(SortAlgorithm::sample);
  expect_sorted<48>(SortAlgorithm::sample);
  expect_sorted<200>(SortAlgorithm::sample);
}

// Buckets of more than a tile are merged where they lie: by a comparator that sees some of the
// keys alone, half of them are in one bucket, and it is no strict weak order.
struct SeesLargeKeys {
  KOKKOS_FUNCTION bool operator()(Record<48> const& one, Record<48> const& other) const {
    return one.key >= 1000 || other.key >= 1000 ? one.key < other.key : one.key <= other.key;
  }
};

TEST(DeviceSort, OfLargeBucketsIsRight) {
  std::vector<std::uint64_t> words(20000);
  for (std::size_t i = 0; i < words.size(); ++i) {
    words[i] = yoke::detail::hash(i) % (i % 2 == 0 ? 10 : 1000000);
  }
  auto const keys = yoke_test::records_of<48>(words);
  auto const sorted = DeviceSort<48, SeesLargeKeys>({}, SortAlgorithm::sample, keys.size())(keys);
  std::sort(words.begin(), words.end());
  for (std::size_t i = 0; i < words.size(); ++i) ASSERT_EQ(sorted[i].key, words[i]);
}

TEST(DeviceSort, ByNoOrderEndsWithAPermutation) {
  auto const by_key = [](auto const& one, auto const& other) { return one.key < other.key; };
  for (std::size_t const n : {2, 5000, 100000}) {
    for (auto const& [name, words] : yoke_test::word_sets(n, yoke_test::base_seed())) {
      auto before = yoke_test::records_of<4>(words);
      for (auto const kind :
           {NoOrder::Kind::at_most, NoOrder::Kind::always, NoOrder::Kind::random}) {
        for (auto const algorithm : {SortAlgorithm::sample, SortAlgorithm::merge}) {
          SCOPED_TRACE(name + ", " + std::to_string(n) + ", comparator " +
                       std::to_string(static_cast<int>(kind)) + ", algorithm " +
                       std::to_string(static_cast<int>(algorithm)));
          DeviceSort<4, NoOrder> sort({kind}, algorithm, n);
          auto after = sort(before);
          EXPECT_TRUE(sort.has_seen_no_order() || kind == NoOrder::Kind::random);
          std::sort(after.begin(), after.end(), by_key);
          auto expected = before;
          std::sort(expected.begin(), expected.end(), by_key);
          ASSERT_EQ(after, expected);
        }
      }
    }
  }
}

// From host memory and back, in runs of at least so many elements.
template <std::size_t bytes, class Comparator>
class Streamed {
  using Key = Record<bytes>;
  using Less = yoke::detail::sorting::KeyLess<Comparator>;
  using Element = yoke::detail::sorting::Keyed<Key, yoke::detail::sorting::NothingCarried>;
  using View = Kokkos::View<Key*, Memory>;

 public:
  Streamed(Comparator const& comparator, std::size_t capacity, std::uint64_t shortest)
      : kernels_(Less{comparator}),
        elements_("elements", capacity),
        other_("other", capacity),
        ring_(hybrid_.device(), hybrid_.host()),
        sort_(hybrid_, ring_, capacity, {bytes, 0}, shortest) {}

  std::vector<Key> operator()(std::vector<Key> keys) {
    sort_.run(kernels_, keys.data(), elements_.data(), other_.data(), keys.size(), nullptr);
    return keys;
  }

 private:
  yoke::detail::sorting::DeviceKernels<Space, Element, Less> kernels_;
  yoke::Hybrid<> hybrid_;
  View elements_, other_;
  yoke::detail::CopyRing ring_;
  yoke::detail::sorting::StreamedElementSort<Space, Kokkos::DefaultHostExecutionSpace> sort_;
};

template <std::size_t bytes>
void expect_streamed(std::uint64_t shortest) {
  constexpr std::size_t tile = yoke::detail::sorting::TeamTile(bytes).elements();
  std::size_t const most = 19 * tile + 5;
  Streamed<bytes, CloserTo> sort({1000}, most, shortest);
  for (std::size_t const n : {most, tile, tile + 1, 2 * tile, 3 * tile - 1, 8 * tile, 13 * tile}) {
    for (auto const& [name, words] : yoke_test::word_sets(n, yoke_test::base_seed())) {
      SCOPED_TRACE(name + ", " + std::to_string(n) + ", runs of " + std::to_string(shortest));
      auto const keys = yoke_test::records_of<bytes>(words);
      auto const order = yoke_test::stable_order(keys, CloserTo{1000});
      ASSERT_EQ(sort(keys), yoke_test::in_order(keys, order));
    }
  }
}

TEST(StreamedElements, AreStablySorted) {
  for (std::uint64_t const shortest : {1, 5000, 20000, 1000000}) {
    expect_streamed<4>(shortest);
    expect_streamed<16>(shortest);
    if (HasFatalFailure()) return;
  }
}

TEST(StreamedElements, ByNoOrderEndWithAPermutation) {
  auto const by_key = [](auto const& one, auto const& other) { return one.key < other.key; };
  std::size_t const n = 100000;
  for (auto const kind : {NoOrder::Kind::at_most, NoOrder::Kind::always, NoOrder::Kind::random}) {
    Streamed<4, NoOrder> sort({kind}, n, 1);
    for (auto const& [name, words] : yoke_test::word_sets(n, yoke_test::base_seed())) {
      SCOPED_TRACE(name + ", comparator " + std::to_string(static_cast<int>(kind)));
      auto before = yoke_test::records_of<4>(words), after = sort(before);
      std::sort(after.begin(), after.end(), by_key);
      std::sort(before.begin(), before.end(), by_key);
      ASSERT_EQ(after, before);
    }
  }
}

}  // namespace
