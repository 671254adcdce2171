#include "yoke/fed_expander.hpp"

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "support/seed.hpp"
#include "yoke/expander.hpp"
#include "yoke/host_generators.hpp"
#include "yoke/hybrid.hpp"

// Walks by bits that the host makes, against the same walks by the same bits, one after the other.

namespace {

using yoke::EighthValue;
using yoke::ExpanderOptions;
using yoke::ExpanderStreams;
using yoke::FedDraw;
using yoke::FedExpander;
using yoke::FedWalk;
using yoke::LibraryRand;
using yoke::Philox;
using yoke::SeededStreams;
using yoke::StoredFeed;
using yoke::Xoshiro128;
using yoke::Xoshiro128x8;
using Device = Kokkos::DefaultExecutionSpace;

static_assert(sizeof(FedWalk) == 40);
static_assert(std::is_trivially_copyable_v<FedWalk>);
static_assert(yoke::RandomGenerator<SeededStreams<Xoshiro128>>);
static_assert(yoke::RandomGenerator<SeededStreams<Xoshiro128x8>>);
static_assert(yoke::RandomGenerator<SeededStreams<LibraryRand>>);
static_assert(yoke::RandomGenerator<SeededStreams<std::mt19937>>);

TEST(HostGenerators, XoshiroGivesItsKnownAnswers) {
  // Of the state 1, 2, 3, 4; the first of them by hand: (1 + 4) 2^7 + 1.
  Xoshiro128 draw(yoke::RandomBlock{{1, 2, 3, 4}});
  for (std::uint32_t const expected : {641u, 1573767u, 3222811527u, 3517856514u, 836907274u,
                                       4247214768u, 3867114732u, 1355841295u}) {
    EXPECT_EQ(draw(), expected);
  }
  Xoshiro128 of_nothing(yoke::RandomBlock{});
  EXPECT_NE(of_nothing() | of_nothing() | of_nothing(), 0u);
}

TEST(HostGenerators, EightXoshirosTakeTurns) {
  yoke::RandomBlock const seed{{5, 6, 7, 8}};
  yoke::Philox const starts(std::uint64_t(6) << 32 | 5, std::uint64_t(8) << 32 | 7);
  std::vector<Xoshiro128> alone;
  for (std::uint64_t lane = 0; lane < Xoshiro128x8::lane_count; ++lane) {
    alone.emplace_back(starts.block(lane));
  }
  std::vector<std::uint32_t> expected(1000);
  for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = alone[i % alone.size()]();
  Xoshiro128x8 one_by_one(seed), in_pieces(seed);
  std::vector<std::uint32_t> filled(expected.size());
  for (auto const word : expected) ASSERT_EQ(one_by_one(), word);
  // Pieces of every length, to places that are not aligned, and single words between them.
  std::size_t done = 0;
  for (std::size_t piece = 0; done < filled.size(); ++piece) {
    std::size_t const count = std::min(piece % 29, filled.size() - done);
    in_pieces.fill(filled.data() + done, count);
    done += count;
    if (done < filled.size()) filled[done++] = in_pieces();
  }
  EXPECT_EQ(filled, expected);
}

#if defined(__GLIBC__)
TEST(HostGenerators, LibraryRandIsTheLibrarys) {
  for (unsigned const seed : {0u, 1u, 5u, 4000000000u}) {
    LibraryRand draw(seed);
    std::srand(seed);
    for (int i = 0; i < 1000; ++i) ASSERT_EQ(draw.rand(), static_cast<std::uint32_t>(std::rand()));
  }
}
#endif

TEST(FedWalk, WaitsWhereverItsBitsRunOut) {
  for (auto const rule : {EighthValue::stay, EighthValue::retry, EighthValue::diagonal}) {
    for (std::uint32_t const length : {5, 32, 64}) {
      ExpanderOptions const options{length, rule};
      ExpanderStreams const streams(yoke_test::base_seed(), options);
      auto bits = streams.bits().engine();
      std::vector<std::uint32_t> words(60);
      for (auto& word : words) word = bits();
      for (std::size_t cut = 0; cut <= words.size(); ++cut) {
        for (std::size_t const gap : {0, 1}) {
          auto expected = streams.engine();
          FedWalk walk(options);
          std::size_t numbers = 0;
          auto const use = [&](StoredFeed feed) {
            std::uint64_t number = 0;
            while (walk.next(feed, number)) {
              ASSERT_EQ(number, expected.next64()) << cut;
              ++numbers;
            }
            ASSERT_EQ(feed.left(), 0u);
          };
          // One word after the cut comes by itself.
          std::size_t const second = std::min(cut + gap, words.size());
          use(StoredFeed(words.data(), cut));
          use(StoredFeed(words.data() + cut, second - cut));
          use(StoredFeed(words.data() + second, words.size() - second));
          // 60 words, of which the start takes 2 and its walk 6, less what retrying drops.
          ASSERT_GE(numbers, 52u * 32 / 3 / length * 2 / 3);
        }
      }
    }
  }
}

// What a walker has drawn so far.
struct Tally {
  std::uint64_t draws = 0, sum = 0;
  bool operator==(Tally const&) const = default;
};

// A walker stops at a number that its own last one chose, or does not begin.
KOKKOS_FUNCTION bool is_done(std::uint64_t walker, Tally const& tally) {
  return walker % 7 == 3 || (tally.draws > 0 && tally.sum % 16 < 2);
}

struct DrawUntilDone {
  Kokkos::View<Tally*, Device> tallies;
  KOKKOS_FUNCTION bool operator()(std::uint64_t walker, FedDraw& draw) const {
    Tally tally = tallies(walker);
    for (std::uint64_t number = 0; !is_done(walker, tally);) {
      if (!draw.next(number)) {
        tallies(walker) = tally;
        return false;
      }
      tally = {tally.draws + 1, tally.sum * 3 + (number >> 20)};
    }
    tallies(walker) = tally;
    return true;
  }
};

// The bits of a walker, word by word, as FedExpander::run says.
template <class Source>
std::uint32_t bits_of(Source const& source, std::uint64_t walkers, std::uint64_t walker,
                      std::uint64_t k) {
  std::uint64_t const stretch = FedExpander<>::stretch, place = k * walkers + walker;
  auto draw = source.stream(place / stretch).engine();
  for (std::uint64_t w = 0; w < place % stretch; ++w) draw();
  return draw();
}

template <class Source>
Tally expected_tally(Source const& source, std::uint64_t walkers, std::uint64_t walker,
                     ExpanderOptions const& options) {
  FedWalk walk(options);
  Tally tally;
  for (std::uint64_t k = 0; !is_done(walker, tally); ++k) {
    std::uint32_t const word = bits_of(source, walkers, walker, k);
    StoredFeed feed(&word, 1);
    for (std::uint64_t number = 0; walk.next(feed, number);) {
      tally = {tally.draws + 1, tally.sum * 3 + (number >> 20)};
      if (is_done(walker, tally)) break;
    }
  }
  return tally;
}

// With room for some more walkers too.
template <class Source>
void expect_tallies(Source const& source, std::uint64_t walkers, std::uint64_t words,
                    ExpanderOptions const& walk) {
  SCOPED_TRACE(testing::Message() << walkers << " walkers, " << words << " words");
  yoke::Hybrid<> const hybrid;
  FedExpander<> expander(hybrid, walkers + 5, {.walk = walk, .words = words});
  for (int run = 0; run < 2; ++run) {
    Kokkos::View<Tally*, Device> const tallies("tallies", walkers);
    EXPECT_GT(expander.run(DrawUntilDone{tallies}, source, walkers), 0u);
    auto const drawn = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), tallies);
    for (std::uint64_t i = 0; i < walkers; i += 1 + walkers / 20) {
      auto const expected = expected_tally(source, walkers, i, walk);
      ASSERT_EQ(drawn(i).draws, expected.draws) << i;
      ASSERT_EQ(drawn(i).sum, expected.sum) << i;
    }
  }
}

TEST(FedExpander, DrawsWhatTheBitsSayHoweverTheyAreCut) {
  for (std::uint64_t const words : {1, 2, 3, 7, 64}) {
    expect_tallies(Philox(yoke_test::base_seed()), 33, words, {});
    expect_tallies(Philox(yoke_test::base_seed()), 1000, words, {5, EighthValue::retry});
  }
}

TEST(FedExpander, TakesAnyGeneratorOfTheHost) {
  std::uint64_t const seed = yoke_test::base_seed();
  expect_tallies(SeededStreams<Xoshiro128>(seed), 300, 20, {64, EighthValue::stay});
  expect_tallies(SeededStreams<LibraryRand>(seed), 300, 20, {64, EighthValue::stay});
  expect_tallies(ExpanderStreams(seed), 300, 20, {});
}

TEST(FedExpander, ShowsFeedTransferAndWalk) {
  yoke::Hybrid<> const hybrid;
  yoke::Timeline timeline;
  FedExpander<> expander(hybrid, 100, {.words = 3, .timeline = &timeline});
  Kokkos::View<Tally*, Device> const tallies("tallies", 100);
  std::size_t const blocks = expander.run(DrawUntilDone{tallies}, Philox(1));
  EXPECT_GT(blocks, 5u);
  std::size_t fills = 0, walks = 0;
  for (auto const& entry : timeline.entries()) {
    fills += entry.lane == yoke::Lane::host;
    walks += entry.lane == yoke::Lane::device;
  }
  EXPECT_GE(fills, blocks);  // some are made ahead
  EXPECT_EQ(walks, blocks);
}

TEST(FedExpander, RefusesEmptyBlocks) {
  yoke::Hybrid<> const hybrid;
  EXPECT_THROW(FedExpander<>(hybrid, 0), std::invalid_argument);
  EXPECT_THROW(FedExpander<>(hybrid, 5, {.words = 0}), std::invalid_argument);
  FedExpander<> few(hybrid, 5);
  EXPECT_THROW(few.run(DrawUntilDone{}, Philox(1), 6), std::invalid_argument);
}

// A walker would draw numbers for ever without a bit.
TEST(FedExpander, RefusesWalksWithoutSteps) {
  yoke::Hybrid<> const hybrid;
  EXPECT_THROW(FedExpander<>(hybrid, 5, {.walk = {.length = 0}}), std::invalid_argument);
}

TEST(FedExpander, RefusesARuleThatThereIsNot) {
  yoke::Hybrid<> const hybrid;
  yoke::ExpanderOptions const walk{.eighth = static_cast<EighthValue>(7)};
  EXPECT_THROW(FedExpander<>(hybrid, 5, {.walk = walk}), std::invalid_argument);
}

}  // namespace
