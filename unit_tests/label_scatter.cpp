#include "yoke/detail/sorting/label_scatter.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "support/seed.hpp"

// Elements of any size and place, by way of blocks and one by one: the same bytes, and no others
// are touched.

namespace {

using yoke::detail::sorting::BlockScatter;
using yoke::detail::sorting::Places;
using yoke::detail::sorting::scatter_by_label;

template <std::size_t size>
struct Element {
  std::array<std::uint8_t, size> bytes;
  bool operator==(Element const&) const = default;
};

// The number of labels that occur; how often one of them is taken instead of any.
struct Labels {
  int count, percent_of_one;
};

std::vector<std::uint8_t> random_labels(std::size_t size, Labels const& labels,
                                        std::mt19937& random) {
  std::vector<std::uint8_t> made(size);
  for (auto& label : made) {
    bool const is_one = static_cast<int>(random() % 100) < labels.percent_of_one;
    label = static_cast<std::uint8_t>(is_one ? 0 : random() % static_cast<unsigned>(labels.count));
  }
  return made;
}

// Places one behind the other, with gaps in between, which belong to other threads' elements.
Places places_with_gaps(std::vector<std::uint8_t> const& labels, std::mt19937& random,
                        std::size_t& all) {
  Places places{};
  for (auto const label : labels) ++places[label];
  for (auto& place : places) {
    std::size_t const count = place;
    place = all + random() % 40;
    all = place + count;
  }
  all += 40;
  return places;
}

template <std::size_t size>
void check(std::size_t count, Labels const& labels, std::size_t offset, std::mt19937& random) {
  auto const label = random_labels(count, labels, random);
  std::size_t all = 0;
  Places places = places_with_gaps(label, random, all);
  std::vector<Element<size>> from(count);
  for (auto& element : from) {
    for (auto& byte : element.bytes) byte = static_cast<std::uint8_t>(random());
  }
  std::vector<Element<size>> wanted(all + offset), found(all + offset);
  for (auto& element : wanted) element.bytes.fill(0xa5);
  found = wanted;
  Places expected = places, by_blocks = places;
  for (std::size_t i = 0; i < count; ++i) wanted[offset + expected[label[i]]++] = from[i];
  auto const one_by_one = wanted;
  scatter_by_label(from.data(), found.data() + offset, label.data(), count, 8 * count, places);
  EXPECT_EQ(found, wanted) << size << " bytes, " << count;
  EXPECT_EQ(places, expected);
  if constexpr (BlockScatter<Element<size>>::is_for_element) {
    for (auto& element : found) element.bytes.fill(0xa5);
    BlockScatter<Element<size>>(found.data() + offset, by_blocks)
        .run(from.data(), label.data(), count);
    EXPECT_EQ(found, one_by_one) << size << " bytes by blocks, " << count << " at " << offset;
    EXPECT_EQ(by_blocks, expected);
  }
}

template <std::size_t size>
void check_size() {
  std::mt19937 random(static_cast<std::mt19937::result_type>(yoke_test::base_seed()));
  for (auto const count : {std::size_t(0), std::size_t(1), std::size_t(300), std::size_t(9000)}) {
    for (auto const& labels : {Labels{1, 0}, Labels{3, 0}, Labels{256, 0}, Labels{256, 90}}) {
      for (std::size_t const offset : {0, 1, 7}) check<size>(count, labels, offset, random);
    }
  }
  check<size>((std::size_t(1) << 19) / size + 77, {256, 10}, 3, random);
}

TEST(LabelScatter, MovesElementsOfAnySize) {
  check_size<1>();
  check_size<2>();
  check_size<3>();
  check_size<4>();
  check_size<6>();
  check_size<8>();
  check_size<12>();
  check_size<16>();
  check_size<20>();
  check_size<24>();
  check_size<40>();
  check_size<44>();
  check_size<48>();
  check_size<64>();
  check_size<65>();
  check_size<200>();
}

}  // namespace
