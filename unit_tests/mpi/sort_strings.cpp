#include "yoke/sort_strings.hpp"

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <string>
#include <vector>

#include "mpi/support.hpp"
#include "support/seed.hpp"
#include "yoke/detail/primitives/hash.hpp"

// Parts against std::stable_sort of all strings.

namespace {

using yoke::SortOrder;
using yoke_test::all_cuts;
using yoke_test::Cut;
using yoke_test::Device;
using yoke_test::part_of;
using yoke_test::vector_of;
using yoke_test::view_of;
using Memory = Device::memory_space;
using Cluster = yoke::Distributed<Device>;
using Texts = std::vector<std::string>;

// Of few letters, zero and bytes above 127 among them, and up to `longest` of them; every fifth
// string is one of the others.
Texts random_texts(std::size_t size, std::size_t longest, std::uint64_t seed) {
  char const letters[] = {'a', 'b', '\0', static_cast<char>(0xf0)};
  Texts texts;
  for (std::size_t i = 0; i < size; ++i) {
    std::uint64_t const word = yoke::detail::hash(seed + i);
    if (i > 0 && word % 5 == 0) {
      texts.push_back(texts[word / 5 % i]);
      continue;
    }
    std::string text;
    for (std::size_t k = 0; k < word / 5 % (longest + 1); ++k) {
      text += letters[yoke::detail::hash(word + k) % 4];
    }
    texts.push_back(text);
  }
  return texts;
}

std::vector<std::uint64_t> sorted_places(Texts const& texts, SortOrder order) {
  std::vector<std::uint64_t> places(texts.size());
  std::iota(places.begin(), places.end(), std::uint64_t(0));
  std::stable_sort(places.begin(), places.end(), [&](std::uint64_t one, std::uint64_t other) {
    return order == SortOrder::ascending ? texts[one] < texts[other] : texts[other] < texts[one];
  });
  return places;
}

// Offsets that begin behind some characters that are no string's.
template <class Offset>
auto strings_of(Texts const& texts) {
  std::vector<char> characters{'x', 'y', 'z'};
  std::vector<Offset> offsets;
  for (auto const& text : texts) {
    offsets.push_back(static_cast<Offset>(characters.size()));
    characters.insert(characters.end(), text.begin(), text.end());
  }
  if (!texts.empty()) offsets.push_back(static_cast<Offset>(characters.size()));
  return yoke::Strings(view_of<Memory>(characters), view_of<Memory>(offsets));
}

template <class Offset, class Index>
void expect_sorted(Texts const& texts, yoke::SortStringsOptions const& options = {},
                   std::vector<Cut> const& cuts = {std::begin(all_cuts), std::end(all_cuts)}) {
  auto const& cluster = yoke_test::cluster_of(4000);
  std::vector<Index> expected;
  for (auto const place : sorted_places(texts, options.order)) {
    expected.push_back(static_cast<Index>(place));
  }
  for (auto const how : cuts) {
    auto const strings = strings_of<Offset>(part_of(texts, cluster.rank(), cluster.ranks(), how));
    Kokkos::View<Index*, Memory> const permutation("permutation", strings.size());
    yoke::sort_strings(cluster, strings, permutation, options);
    EXPECT_EQ(vector_of(permutation), part_of(expected, cluster.rank(), cluster.ranks(), how))
        << texts.size() << " strings, cut " << static_cast<int>(how);
  }
}

TEST(MpiSortStrings, OrdersStringsOfWhichManyAreEqual) {
  auto const seed = yoke_test::base_seed();
  for (std::size_t const longest : {0, 1, 3, 9, 200}) {
    expect_sorted<std::uint32_t, std::uint32_t>(random_texts(2003, longest, seed));
    expect_sorted<std::uint64_t, std::int64_t>(random_texts(1501, longest, seed),
                                               {.order = SortOrder::descending}, {Cut::growing});
    expect_sorted<std::int32_t, std::int32_t>(random_texts(1000, longest, seed), {.look_ahead = 8},
                                              {Cut::evenly});
  }
}

TEST(MpiSortStrings, OrdersFewStrings) {
  for (std::size_t const size : {0, 1, 2, 9, 33}) {
    expect_sorted<std::uint32_t, std::uint64_t>(random_texts(size, 4, 5));
  }
}

// One of a megabyte, which many have as a prefix: a cut lies within the part that is common.
TEST(MpiSortStrings, OrdersLongStringsWithACommonPrefix) {
  std::string const prefix(20000, 'p');
  Texts texts;
  for (int i = 0; i < 60; ++i) texts.push_back(prefix + std::to_string(i * 7 % 30));
  texts.push_back(std::string(1000000, 'p'));
  texts.push_back(prefix);
  expect_sorted<std::uint32_t, std::uint32_t>(texts, {}, {Cut::evenly, Cut::all_on_last});
}

TEST(MpiSortStrings, TakesStridedPermutations) {
  Cluster const cluster(MPI_COMM_WORLD);
  auto const texts = random_texts(700, 6, 9);
  auto const strings = strings_of<std::uint32_t>(part_of(texts, cluster.rank(), cluster.ranks()));
  Kokkos::View<std::uint32_t* [2], Kokkos::LayoutRight, Memory> const two("two", strings.size());
  Kokkos::deep_copy(two, 7);
  yoke::sort_strings(cluster, strings, Kokkos::subview(two, Kokkos::ALL, 1));
  auto const mirror = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), two);
  auto const expected =
      part_of(sorted_places(texts, SortOrder::ascending), cluster.rank(), cluster.ranks());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(mirror(i, 0), 7u);
    EXPECT_EQ(mirror(i, 1), expected[i]);
  }
}

TEST(MpiSortStrings, MovesEachStringOnceAtMost) {
  Cluster const cluster(MPI_COMM_WORLD);
  auto const ranks = static_cast<std::uint64_t>(cluster.ranks());
  constexpr std::uint64_t size = 40000, each = 20;
  Texts texts(size);
  for (std::uint64_t i = 0; i < size; ++i) {
    for (std::uint64_t k = 0; k < each; ++k) {
      std::uint64_t const own = static_cast<std::uint64_t>(cluster.rank()) << 40;
      texts[i] += static_cast<char>(yoke::detail::hash(own + i * each + k));
    }
  }
  Kokkos::View<std::uint32_t*, Memory> const permutation("permutation", size);
  yoke::sort_strings(cluster, strings_of<std::uint32_t>(texts), permutation);
  auto const sent = cluster.communication();
  std::uint64_t const candidates =
      4 * (15 * (ranks - 1) * (ranks - 1) * (each + 8) + 120 * ranks * (ranks - 1));
  std::uint64_t const moved = (each + 8 + 4) * size * (ranks - 1) / ranks;
  EXPECT_LE(sent.bytes_sent, (moved + candidates) * 12 / 10 + 200 * ranks);
  EXPECT_GE(sent.bytes_sent, (moved + candidates) * 8 / 10);
  EXPECT_LE(sent.rounds, (5 * 4 + 11) * 12u / 10);
}

TEST(MpiSortStringsOfBadInput, IsRefusedByAllRanks) {
  Cluster const cluster(MPI_COMM_WORLD);
  bool const is_last = cluster.rank() + 1 == cluster.ranks();
  auto const strings = strings_of<std::uint32_t>({"one", "two", "three"});
  if (is_last) Kokkos::deep_copy(Kokkos::subview(strings.offsets, 1), 1000u);
  Kokkos::View<std::uint32_t*, Memory> const permutation("permutation", 3);
  auto text = yoke_test::what_is_thrown([&] { yoke::sort_strings(cluster, strings, permutation); });
  EXPECT_NE(text, "");
  EXPECT_TRUE(yoke_test::same_on_all(text)) << text;
  EXPECT_THROW(yoke::sort_strings(cluster, strings, permutation), yoke::InvalidInput);
  Kokkos::View<std::uint32_t*, Memory> const few("permutation", is_last ? 2 : 3);
  text = yoke_test::what_is_thrown([&] {
    yoke::sort_strings(cluster, strings_of<std::uint32_t>({"a", "b", "c"}), few);
  });
  EXPECT_NE(text.find("permutation has 2"), std::string::npos) << text;
  EXPECT_TRUE(yoke_test::same_on_all(text)) << text;
  if (cluster.ranks() == 1) return;
  EXPECT_THROW(yoke::sort_strings(cluster, strings_of<std::uint32_t>({"a", "b", "c"}), permutation,
                                  {.look_ahead = is_last ? 4 : 0}),
               std::invalid_argument);
}

}  // namespace
