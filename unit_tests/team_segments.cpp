#include "sorting/team_segments.hpp"

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "support/seed.hpp"
#include "support/views.hpp"

// Segments that teams sort in scratch memory, on every space: also on hosts, where nothing else
// sorts them so.

namespace {

using yoke_test::vector_of;
using yoke_test::view_of;
using Space = Kokkos::DefaultExecutionSpace;
using Memory = Space::memory_space;
using Offsets = std::vector<std::uint64_t>;

// Segments that are longer than a stretch stay as they are.
template <class Word>
std::vector<std::uint32_t> expected_order(std::vector<Word> const& ranks, Offsets const& offsets,
                                          std::uint64_t stretch) {
  std::vector<std::uint32_t> numbers(ranks.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  for (std::size_t s = 0; s + 1 < offsets.size(); ++s) {
    if (offsets[s + 1] - offsets[s] > stretch) continue;
    std::stable_sort(
        numbers.begin() + static_cast<std::ptrdiff_t>(offsets[s]),
        numbers.begin() + static_cast<std::ptrdiff_t>(offsets[s + 1]),
        [&](std::uint32_t one, std::uint32_t other) { return ranks[one] < ranks[other]; });
  }
  return numbers;
}

template <class Word, bool is_numbered>
void expect_sorted(std::vector<Word> const& ranks, Offsets const& offsets) {
  using Tiles = yoke::detail::sorting::SortSegmentTile<Space, Word, is_numbered>;
  auto const order = expected_order(ranks, offsets, Tiles::stretch);
  std::vector<std::uint32_t> numbers(ranks.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  auto const from = view_of<Memory>(ranks), to = view_of<Memory>(ranks);
  auto const from_numbers = view_of<Memory>(numbers), to_numbers = view_of<Memory>(numbers);
  auto const places = view_of<Memory>(offsets);
  Tiles::run(Space(), places.data(), {offsets.front(), offsets.back(), offsets.size() - 1},
             {from.data(), from_numbers.data()}, {to.data(), to_numbers.data()});
  Space().fence();
  std::vector<Word> expected(ranks.size());
  for (std::size_t i = 0; i < ranks.size(); ++i) expected[i] = ranks[order[i]];
  EXPECT_EQ(vector_of(to), expected);
  EXPECT_EQ(vector_of(to_numbers), is_numbered ? order : numbers);
  EXPECT_EQ(vector_of(from), ranks);

  Tiles::run(Space(), places.data(), {offsets.front(), offsets.back(), offsets.size() - 1},
             {from.data(), from_numbers.data()}, {from.data(), from_numbers.data()});
  Space().fence();
  EXPECT_EQ(vector_of(from), expected) << "in place";
}

template <class Word>
void expect_sorted(Offsets const& offsets, std::uint64_t behind, Word most) {
  std::mt19937_64 random(yoke_test::base_seed());
  std::vector<Word> ranks(offsets.back() + behind);
  for (auto& rank : ranks) rank = static_cast<Word>(random()) % most;
  expect_sorted<Word, false>(ranks, offsets);
  expect_sorted<Word, true>(ranks, offsets);
}

template <class Length>
Offsets cut(std::size_t segments, std::uint64_t before, Length const& length) {
  Offsets offsets{before};
  for (std::size_t s = 0; s < segments; ++s) offsets.push_back(offsets.back() + length(s));
  return offsets;
}

void expect_all_types_sorted(Offsets const& offsets) {
  expect_sorted<std::uint32_t>(offsets, 5, 0xffffffffu);
  expect_sorted<std::uint32_t>(offsets, 0, 7);
  expect_sorted<std::uint64_t>(offsets, 0, ~std::uint64_t(0));
}

TEST(TeamSegments, OfOneLength) {
  for (std::uint64_t const length : {1, 2, 100, 128, 1000, 2000}) {
    SCOPED_TRACE(length);
    expect_all_types_sorted(cut(20000 / length, 3, [=](std::size_t) { return length; }));
  }
}

TEST(TeamSegments, EmptyShortAndLongOnesSideBySide) {
  std::mt19937_64 random(yoke_test::base_seed());
  expect_all_types_sorted(cut(
      60, 0, [&](std::size_t s) { return s % 3 == 0 ? 0 : std::uint64_t(1) << random() % 14; }));
  expect_all_types_sorted(cut(1000, 17, [&](std::size_t s) { return s % 100 == 50 ? 1500 : 0; }));
}

// Segments that begin with a stretch, or are as long as one, or one longer.
TEST(TeamSegments, WhereStretchesBegin) {
  using Tiles = yoke::detail::sorting::SortSegmentTile<Space, std::uint32_t, false>;
  std::uint64_t const stretch = Tiles::stretch;
  for (std::uint64_t const length : {stretch - 1, stretch, stretch + 1}) {
    expect_all_types_sorted(cut(7, 1, [=](std::size_t) { return length; }));
    expect_all_types_sorted(cut(14, 0, [=](std::size_t s) { return s % 2 == 0 ? length : 1; }));
  }
}

}  // namespace
