#include "mpi/pack.hpp"

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "mpi/support.hpp"
#include "support/seed.hpp"
#include "yoke/detail/primitives/hash.hpp"

// Messages grouped by owners against a loop.

namespace {

using yoke::detail::mpi::Counts;
using yoke::detail::mpi::Owners;
using yoke::detail::mpi::Packer;
using yoke_test::Device;
using yoke_test::vector_of;
using yoke_test::view_of;
using Memory = Device::memory_space;

struct Numbered {
  std::uint32_t element, number;
  bool operator==(Numbered const&) const = default;
};

// Elements that no rank has are nobody's.
struct OwnerOfElement {
  KOKKOS_FUNCTION std::uint32_t operator()(Numbered const& message, Owners const& owners) const {
    return message.element < owners.begins[owners.ranks] ? owners(message.element) : owners.ranks;
  }
};

// Of `ranks` ranks with 7 elements each, some of which have more messages than others.
std::vector<Numbered> random_messages(std::size_t size, std::uint32_t ranks) {
  std::vector<Numbered> messages;
  for (std::uint32_t i = 0; i < size; ++i) {
    std::uint64_t const word = yoke::detail::hash(yoke_test::base_seed() + i);
    std::uint64_t const below = word % 3 == 0 ? 7 : 7 * ranks + 3;
    messages.push_back({static_cast<std::uint32_t>(word / 3 % below), i});
  }
  return messages;
}

template <class PackerOf>
void expect_grouped(std::size_t size, std::uint32_t ranks) {
  auto const messages = random_messages(size, ranks);
  std::vector<std::uint64_t> begins;
  for (std::uint32_t r = 0; r <= ranks; ++r) begins.push_back(7 * r);
  auto const from = view_of<Memory>(messages);
  auto const table = view_of<Memory>(begins);
  Kokkos::View<Numbered*, Memory> const to("to", size), again("again", size);
  PackerOf packer;
  Owners const owners{table.data(), ranks};
  Counts const counts =
      packer.template pack<OwnerOfElement>(Device(), from.data(), size, owners, to.data());
  packer.template pack<OwnerOfElement>(Device(), from.data(), size, owners, again.data());
  EXPECT_EQ(vector_of(again), vector_of(to)) << "another order";
  auto packed = vector_of(to);
  ASSERT_EQ(counts.size(), ranks);
  std::size_t place = 0;
  for (std::uint32_t r = 0; r < ranks; ++r) {
    std::vector<Numbered> expected;
    for (auto const& message : messages) {
      if (message.element / 7 == r) expected.push_back(message);
    }
    ASSERT_EQ(counts[r], expected.size()) << "rank " << r << " of " << ranks;
    auto const begin = packed.begin() + static_cast<std::ptrdiff_t>(place);
    auto const end = begin + static_cast<std::ptrdiff_t>(counts[r]);
    if (!yoke::detail::runs_on_host<Device>) {
      std::sort(begin, end, [](auto const& a, auto const& b) { return a.number < b.number; });
    }
    EXPECT_EQ(std::vector<Numbered>(begin, end), expected) << "rank " << r << " of " << ranks;
    place += counts[r];
  }
}

template <class PackerOf>
void expect_all_grouped() {
  for (std::size_t const size : {0, 1, 255, 2048, 2049, 8192, 8193, 30000}) {
    for (std::uint32_t const ranks : {1, 2, 5, 40}) expect_grouped<PackerOf>(size, ranks);
  }
}

TEST(Packer, GroupsByOwners) { expect_all_grouped<Packer<Device>>(); }

TEST(Packer, TakesRoundsForManyOwners) { expect_all_grouped<Packer<Device, 3>>(); }

}  // namespace
