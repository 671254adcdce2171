#include "frame/packing.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "frame/packed_copies.hpp"
#include "support/seed.hpp"
#include "yoke/hybrid.hpp"

// Integers that go over the bus in fewer bytes than they have.

namespace {

using yoke::detail::guess_packing;
using yoke::detail::PackedCopies;
using yoke::detail::Packing;
using yoke::detail::Spread;
using yoke_test::base_seed;
using Device = PackedCopies::Device;
using Host = PackedCopies::Host;

template <class Word>
using Words = std::vector<Word>;
template <class Word>
using OnDevice = Kokkos::View<Word*, Device::memory_space>;
template <class Word>
using OnHost = Kokkos::View<Word*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
using Pinned = Kokkos::View<std::byte*, Kokkos::SharedHostPinnedSpace>;

template <class Word>
std::byte* bytes_of(Word const* words) {
  return reinterpret_cast<std::byte*>(const_cast<Word*>(words));
}

// begin + slope * i and up to `noise` more.
template <class Word>
Words<Word> make_words(std::size_t count, std::uint64_t begin, std::int64_t slope,
                       std::uint64_t noise) {
  std::mt19937_64 random(base_seed() + count);
  Words<Word> words(count);
  for (std::size_t i = 0; i < count; ++i) {
    words[i] = static_cast<Word>(begin + static_cast<std::uint64_t>(slope) * i +
                                 (noise == 0 ? 0 : random() % (noise + 1)));
  }
  return words;
}

template <class Word>
Packing exact_packing(Words<Word> const& words) {
  Spread spread;
  for (std::size_t i = 0; i < words.size(); ++i) spread.add(words[i], i);
  return packing_of(spread, sizeof(Word));
}

// By the host to the device's form and back, and the other way.
template <class Word>
void expect_round_trips(Words<Word> const& words, Packing const& packing) {
  std::size_t const n = words.size(), stored = n * static_cast<std::size_t>(packing.bytes);
  std::vector<std::byte> packed(stored + 1, std::byte(7));
  ASSERT_TRUE(pack_by_all(Host(), bytes_of(words.data()), n, sizeof(Word), packing, packed.data()));
  EXPECT_EQ(packed.back(), std::byte(7));
  Words<Word> unpacked(n + 1, 7);
  unpack_by_all(Host(), packed.data(), n, sizeof(Word), packing, bytes_of(unpacked.data()));
  EXPECT_EQ(unpacked.back(), Word(7));
  unpacked.pop_back();
  EXPECT_TRUE(unpacked == words);

  Device const exec;
  OnDevice<Word> const near("near", n), back("back", n);
  OnDevice<std::byte> const near_packed("packed", stored);
  Kokkos::deep_copy(near, OnHost<Word>(const_cast<Word*>(words.data()), n));
  pack(exec, bytes_of(near.data()), n, sizeof(Word), packing, near_packed.data());
  exec.fence();
  std::vector<std::byte> by_device(stored);
  Kokkos::deep_copy(OnHost<std::byte>(by_device.data(), stored), near_packed);
  packed.pop_back();
  EXPECT_TRUE(by_device == packed);
  unpack(exec, near_packed.data(), n, sizeof(Word), packing, bytes_of(back.data()));
  exec.fence();
  Kokkos::deep_copy(OnHost<Word>(unpacked.data(), n), back);
  EXPECT_TRUE(unpacked == words);
}

template <class Word>
void expect_spread_on_device(Words<Word> const& words) {
  Device const exec;
  OnDevice<Word> const near("near", words.size());
  Kokkos::deep_copy(near, OnHost<Word>(const_cast<Word*>(words.data()), words.size()));
  Kokkos::View<Spread*, Kokkos::SharedHostPinnedSpace> const found("spread", 1);
  find_spread(exec, bytes_of(near.data()), words.size(), sizeof(Word), found.data());
  exec.fence();
  Spread expected;
  for (std::size_t i = 0; i < words.size(); ++i) expected.add(words[i], i);
  for (int s = 0; s < Spread::slopes; ++s) {
    EXPECT_EQ(found(0).low[s], expected.low[s]);
    EXPECT_EQ(found(0).high[s], expected.high[s]);
  }
}

template <class Word>
void expect_packs(std::uint64_t begin, std::int64_t slope, std::uint64_t noise, int bytes) {
  for (std::size_t const count : {1, 2, 65, 70001}) {
    SCOPED_TRACE(std::to_string(8 * sizeof(Word)) + " bits, from " + std::to_string(begin) +
                 ", slope " + std::to_string(slope) + ", noise " + std::to_string(noise) + ", " +
                 std::to_string(count) + " elements, seed " + std::to_string(base_seed()));
    auto const words = make_words<Word>(count, begin, slope, noise);
    expect_spread_on_device(words);
    Packing const packing = exact_packing(words);
    if (count == 70001) {
      EXPECT_EQ(packing.bytes, bytes);
    }
    if (packing.bytes > 0) expect_round_trips(words, packing);
  }
}

TEST(Packing, EveryWidthAndSlope) {
  for (std::int64_t const slope : {-1, 0, 1}) {
    for (std::uint64_t const begin : {std::uint64_t(100000), std::uint64_t(3000000000)}) {
      expect_packs<std::uint32_t>(begin, slope, 0, 1);
      expect_packs<std::uint32_t>(begin, slope, 200, 1);
      expect_packs<std::uint32_t>(begin, slope, 60000, 2);
      expect_packs<std::uint32_t>(begin, slope, 1 << 20, 0);
      expect_packs<std::uint64_t>(begin, slope, 200, 1);
      expect_packs<std::uint64_t>(begin, slope, 60000, 2);
      expect_packs<std::uint64_t>(begin, slope, 4000000000, 4);
      expect_packs<std::uint64_t>(begin, slope, std::uint64_t(1) << 40, 0);
      expect_packs<std::uint64_t>(begin, slope, ~std::uint64_t(0) - 1, 0);
    }
  }
}

// Words of 64 bits that pass the ends of their range, signed and unsigned.
TEST(Packing, WordsThatWrapAround) {
  for (std::int64_t const slope : {-1, 0, 1}) {
    for (std::uint64_t const begin :
         {std::uint64_t(0), ~std::uint64_t(0), std::uint64_t(1) << 63}) {
      auto const words = make_words<std::uint64_t>(5000, begin - 2000, slope, 100);
      Packing const packing = exact_packing(words);
      if (packing.bytes > 0) expect_round_trips(words, packing);
      expect_spread_on_device(words);
    }
  }
}

TEST(Packing, AMisfitIsSeenWhereverItIs) {
  auto const words = make_words<std::uint32_t>(30000, 5000, 1, 3);
  Packing const packing = guess_packing(bytes_of(words.data()), words.size(), 4);
  ASSERT_EQ(packing.bytes, 1);
  EXPECT_EQ(packing.slope, 1);
  std::vector<std::byte> packed(words.size());
  EXPECT_TRUE(pack_by_all(Host(), bytes_of(words.data()), words.size(), 4, packing, packed.data()));
  for (std::size_t const i : {0, 1, 12345, 29998, 29999}) {
    for (std::uint32_t const wrong : {words[i] + 300, words[i] - 300, ~0u, 0u}) {
      auto spoilt = words;
      spoilt[i] = wrong;
      EXPECT_FALSE(
          pack_by_all(Host(), bytes_of(spoilt.data()), spoilt.size(), 4, packing, packed.data()))
          << i << ": " << wrong;
    }
  }
}

// A guess leaves room on both sides of what it has seen.
TEST(Packing, AGuessAllowsForWhatItHasNotSeen) {
  auto words = make_words<std::uint32_t>(100000, 7, 1, 0);
  words[77] -= 100;
  words[78] += 100;
  Packing const packing = guess_packing(bytes_of(words.data()), words.size(), 4);
  expect_round_trips(words, packing);
}

// Pieces of each kind one after the other.
template <class Word>
Words<Word> make_mixture(std::size_t count, std::size_t piece, int kinds) {
  Words<Word> words;
  for (std::size_t begin = 0, k = 0; begin < count; begin += piece, ++k) {
    std::size_t const size = std::min(piece, count - begin);
    auto const kind = static_cast<int>(k) % kinds;
    auto const part = kind == 0   ? make_words<Word>(size, begin + 1, 1, 0)
                      : kind == 1 ? make_words<Word>(size, 1 << 30, -1, 1000)
                                  : make_words<Word>(size, 0, 0, ~std::uint64_t(0) - 1);
    words.insert(words.end(), part.begin(), part.end());
  }
  return words;
}

template <class Word>
void expect_both_ways(yoke::Hybrid<> const& hybrid, std::size_t count, std::size_t piece,
                      int kinds) {
  SCOPED_TRACE(std::to_string(count) + " words of " + std::to_string(sizeof(Word)) +
               " bytes, pieces of " + std::to_string(piece) + ", " + std::to_string(kinds) +
               " kinds, seed " + std::to_string(base_seed()));
  PackedCopies copies(hybrid.host_alone(), piece);
  auto const words = make_mixture<Word>(count, piece, kinds);
  std::size_t const bytes = count * sizeof(Word);
  Pinned const source("source", bytes), target("target", bytes + 1);
  std::memcpy(source.data(), words.data(), bytes);
  for (int round = 0; round < 2; ++round) {
    Kokkos::deep_copy(target, std::byte(7));
    OnDevice<std::byte> const near("near", bytes);
    copies.begin(hybrid.upload(), hybrid.download(), bytes, sizeof(Word));
    for (std::size_t p = 0; p < copies.pieces(); ++p) {
      copies.up(p, near.data(), source.data());
      copies.arrived(p).hold(hybrid.device());
    }
    // The first two pieces keep the bus busy.
    if (kinds == 1 && copies.pieces() > 2) {
      EXPECT_GT(copies.packed(), 0u);
    }
    hybrid.device().fence();
    std::vector<std::byte> seen(bytes);
    Kokkos::deep_copy(OnHost<std::byte>(seen.data(), bytes), near);
    EXPECT_EQ(std::memcmp(seen.data(), words.data(), bytes), 0);

    copies.begin(hybrid.download(), hybrid.upload(), bytes, sizeof(Word));
    std::size_t held = 0;
    copies.down(target.data(), near.data(), [&](Device const&, std::size_t end) {
      EXPECT_GT(end, 0u);
      EXPECT_LE(end, bytes);
      held = std::max(held, end);
    });
    hybrid.download().fence();
    EXPECT_EQ(held, bytes);
    if (kinds < 3) {
      EXPECT_GT(copies.packed(), 0u);
    }
    EXPECT_EQ(std::memcmp(target.data(), words.data(), bytes), 0);
    EXPECT_EQ(target(bytes), std::byte(7));
  }
}

TEST(PackedCopies, EveryWordArrivesAndNoOther) {
  yoke::Hybrid<> const hybrid;
  for (std::size_t const piece : {64, 4097, 20000}) {
    for (std::size_t const pieces : {1, 2, 9, 30}) {
      for (int const kinds : {1, 2, 3}) {
        std::size_t const count = piece * pieces - (pieces % 3) * (piece / 3);
        expect_both_ways<std::uint32_t>(hybrid, count, piece, kinds);
        expect_both_ways<std::uint64_t>(hybrid, count, piece, kinds);
      }
    }
  }
}

// Of blocks of neighbours a guess sees one run; what does not fit then fits in half a wide word.
TEST(PackedCopies, WhatTheGuessHasNotSeenIsPackedWider) {
  yoke::Hybrid<> const hybrid;
  constexpr std::size_t piece = 10000, pieces = 6, bytes = piece * pieces * 8;
  PackedCopies copies(hybrid.host_alone(), piece);
  auto words = make_words<std::uint64_t>(piece * pieces, 1, 1, 0);
  for (std::size_t p = 0; p < pieces; ++p) words[p * piece + 77] = 3;
  words[77] = 1 << 20;
  ASSERT_EQ(guess_packing(bytes_of(words.data()), piece, 8).bytes, 1);
  Pinned const source("source", bytes);
  std::memcpy(source.data(), words.data(), bytes);
  OnDevice<std::byte> const near("near", bytes);
  copies.begin(hybrid.upload(), hybrid.download(), bytes, 8);
  for (std::size_t p = 0; p < pieces; ++p) copies.up(p, near.data(), source.data());
  // Two for the bus, and the misfit.
  EXPECT_GE(copies.packed(), 1u);
  hybrid.upload().fence();
  hybrid.download().fence();
  std::vector<std::byte> seen(bytes);
  Kokkos::deep_copy(OnHost<std::byte>(seen.data(), bytes), near);
  EXPECT_EQ(std::memcmp(seen.data(), words.data(), bytes), 0);
}

TEST(PackedCopies, WhatIsRandomIsNotPacked) {
  yoke::Hybrid<> const hybrid;
  PackedCopies copies(hybrid.host_alone(), 1000);
  auto const words =
      make_words<std::uint32_t>(20000, 0, 0, std::numeric_limits<std::uint32_t>::max());
  Pinned const source("source", 80000);
  std::memcpy(source.data(), words.data(), 80000);
  OnDevice<std::byte> const near("near", 80000);
  copies.begin(hybrid.upload(), hybrid.download(), 80000, 4);
  for (std::size_t p = 0; p < copies.pieces(); ++p) copies.up(p, near.data(), source.data());
  EXPECT_EQ(copies.packed(), 0u);
  hybrid.upload().fence();
}

}  // namespace
