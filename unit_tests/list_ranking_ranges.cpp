#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "frame/engine.hpp"
#include "frame/ranged_copies.hpp"
#include "support/lists.hpp"
#include "support/malformed_lists.hpp"
#include "support/rounds.hpp"
#include "support/watchdog.hpp"
#include "yoke/list_ranking.hpp"

// Lists whose successors arrive while the device takes the census of those that are there, and
// whose ranks leave while it writes the others. Beside a GPU arrays of the host do; elsewhere those
// that are said to be the device's, which for a host space is as far away.

namespace {

using yoke::Lane;
using yoke::ListRankOptions;
using yoke::RankFrom;
using yoke::detail::Arrival;
using yoke::detail::CopyRing;
using yoke::detail::Departure;
using yoke::detail::PackedCopies;
using yoke_test::base_seed;
using yoke_test::Fault;
using Hybrid = yoke::Hybrid<>;
using Device = Hybrid::DeviceSpace;

constexpr auto elsewhere =
    yoke::detail::runs_on_host<Device> ? yoke::detail::Place::device : yoke::detail::Place::host;

constexpr auto input_name = "input in ranges", output_name = "output in ranges";

// Ranges are as long as plans make them; under sanitizers, which take half a minute for lists of
// several such ranges, they and the lists are a 16th of that.
constexpr std::size_t shrink = yoke_test::is_sanitized ? 16 : 1;
constexpr std::size_t range_bytes = yoke::detail::least_range_bytes / shrink;
constexpr std::size_t two_ranges = 2 * range_bytes / sizeof(std::uint32_t);
constexpr std::size_t nodes = two_ranges + 12345;

// A whole call of the device's side, as a hybrid plan makes it.
template <class Word>
class RangedCall {
 public:
  // Where copies are packed, in pieces of so many words.
  RangedCall(std::size_t capacity, ListRankOptions options, std::size_t packed_piece = 0)
      : ring_(hybrid_.device_alone(), hybrid_.host_alone()),
        arrival_(hybrid_.device_alone(), hybrid_.upload(), ring_, range_bytes),
        departure_(hybrid_.device_alone(), hybrid_.download(), ring_, range_bytes),
        packed_(hybrid_.host_alone(), packed_piece) {
    if (packed_piece > 0) {
      arrival_.use(packed_, hybrid_.download());
      departure_.use(packed_, hybrid_.upload());
    }
    options.timeline = &timeline_;
    side_ =
        yoke::detail::make_side<Ranking>(hybrid_.device_alone(), {capacity}, options, Lane::device);
    side_->use(ring_);
    side_->use(arrival_, departure_);
  }

  // The successors come from pinned memory, and the ranks go there, where the ring is not wanted.
  bool is_pinned = true;

  std::size_t operator()(std::vector<Word> const& successor, std::vector<Word> const& heads,
                         std::vector<Word>& rank) {
    if (!is_pinned) return call(successor.data(), heads, rank.data(), rank.size());
    Kokkos::View<Word*, Kokkos::SharedHostPinnedSpace> const from("from", rank.size()),
        to("to", rank.size());
    std::copy(successor.begin(), successor.end(), from.data());
    std::size_t const lists = call(from.data(), heads, to.data(), rank.size());
    std::copy(to.data(), to.data() + rank.size(), rank.begin());
    return lists;
  }

  std::size_t call(Word const* successor, std::vector<Word> const& heads, Word* rank,
                   std::size_t n) {
    timeline_.clear();
    typename Ranking::Arguments arguments;
    arguments.successor = {successor, n, elsewhere};
    arguments.heads = {heads.data(), heads.size(), elsewhere};
    arguments.rank = {rank, n, elsewhere};
    return side_->run(arguments);
  }

  // Copies end while the device works, or with the call, and begin with it.
  void expect_spans_within(yoke::Timeline::Clock::time_point begin,
                           yoke::Timeline::Clock::time_point end) const {
    for (auto const& entry : timeline_.entries()) {
      EXPECT_LE(begin, entry.begin) << entry.name;
      EXPECT_LE(entry.begin, entry.end) << entry.name;
      EXPECT_LE(entry.end, end) << entry.name;
    }
  }

  // Pieces of the last copy that the host packed or unpacked.
  std::size_t packed() const { return packed_.packed(); }

  bool has_span(std::string const& name) const {
    auto const entries = timeline_.entries();
    return std::any_of(entries.begin(), entries.end(),
                       [&](auto const& entry) { return entry.name == name; });
  }

 private:
  using Ranking = yoke::detail::list_ranking::ListRanking<Word>;

  Hybrid hybrid_;
  CopyRing ring_;
  Arrival arrival_;
  Departure departure_;
  PackedCopies packed_;
  yoke::Timeline timeline_;
  yoke::detail::OneSidePtr<Ranking> side_;
};

ListRankOptions by_chunks(RankFrom from = RankFrom::tail) {
  ListRankOptions options;
  options.algorithm = yoke::ListRankAlgorithm::sublist_walk;
  options.sublist_walk.scheme = yoke::SublistWalkOptions::Scheme::chunks;
  options.from = from;
  return options;
}

struct Expected {
  bool input, output;
};

// Twice, because the second call finds what the first has left.
template <class Word>
void expect_ranked(RangedCall<Word>& call, std::size_t n, std::uint64_t lists, bool gives_heads,
                   RankFrom from, Expected const& in_ranges) {
  SCOPED_TRACE(std::to_string(n) + " nodes, " + std::to_string(lists) + " lists, seed " +
               std::to_string(base_seed()));
  auto const successor =
      yoke_test::make_list<Word>(n, {.lists = lists, .seed = base_seed() + n + lists});
  auto const heads =
      gives_heads ? yoke_test::heads_of(successor, yoke::Tail::self_loop()) : std::vector<Word>();
  auto const expected = yoke_test::oracle_ranks(successor, yoke::Tail::self_loop(), from);
  for (int round = 0; round < 2; ++round) {
    std::vector<Word> rank(n, Word(7));
    auto const begin = yoke::Timeline::Clock::now();
    EXPECT_EQ(call(successor, heads, rank), lists);
    call.expect_spans_within(begin, yoke::Timeline::Clock::now());
    EXPECT_TRUE(rank == expected);
    EXPECT_EQ(call.has_span(input_name), in_ranges.input);
    EXPECT_EQ(call.has_span(output_name), in_ranges.output);
  }
}

TEST(ListRankingRanges, OneListInSeveralRanges) {
  RangedCall<std::uint32_t> call(2 * nodes, by_chunks());
  for (bool const is_pinned : {true, false}) {
    call.is_pinned = is_pinned;
    for (std::size_t const n : {nodes, 2 * nodes, two_ranges}) {
      expect_ranked(call, n, 1, false, RankFrom::tail, {true, true});
    }
  }
  expect_ranked(call, two_ranges - 1, 1, false, RankFrom::tail, {false, false});
  expect_ranked(call, 1000, 1, false, RankFrom::tail, {false, false});
}

TEST(ListRankingRanges, WideWords) {
  RangedCall<std::uint64_t> call(nodes, by_chunks(RankFrom::head));
  for (std::size_t const n : {nodes, nodes / 2}) {
    expect_ranked(call, n, 1, false, RankFrom::head, {true, true});
  }
}

// Ranks that are written last of all, where heads have yet to be found, leave last of all.
TEST(ListRankingRanges, SeveralLists) {
  RangedCall<std::uint32_t> call(nodes, by_chunks());
  expect_ranked(call, nodes, 3, false, RankFrom::tail, {true, false});
  expect_ranked(call, nodes, nodes / 5, false, RankFrom::tail, {true, false});
  expect_ranked(call, nodes, 3, true, RankFrom::tail, {true, true});
  RangedCall<std::uint32_t> from_head(nodes, by_chunks(RankFrom::head));
  expect_ranked(from_head, nodes, 3, false, RankFrom::head, {true, false});
  expect_ranked(from_head, nodes, 3, true, RankFrom::head, {true, true});
}

// What needs all successors at once waits for them.
TEST(ListRankingRanges, OtherAlgorithmsAndAFullCheck) {
  using Algorithm = yoke::ListRankAlgorithm;
  for (Algorithm const algorithm :
       {Algorithm::sequential, Algorithm::wyllie, Algorithm::fractional_independent_set}) {
    ListRankOptions options;
    options.algorithm = algorithm;
    options.from = RankFrom::head;
    RangedCall<std::uint32_t> call(nodes, options);
    expect_ranked(call, nodes, 1, false, RankFrom::head, {true, false});
  }
  auto options = by_chunks();
  options.sublist_walk.scheme = yoke::SublistWalkOptions::Scheme::in_place;
  RangedCall<std::uint32_t> in_place(nodes, options);
  expect_ranked(in_place, nodes, 1, false, RankFrom::tail, {true, false});
  options = by_chunks();
  options.validate = true;
  RangedCall<std::uint32_t> checked(nodes, options);
  expect_ranked(checked, nodes, 1, false, RankFrom::tail, {true, false});
}

// Lists of every order in pieces that the host packs and unpacks.
template <class Word>
void expect_packed(std::size_t packed_piece, RankFrom from, bool packs_random) {
  RangedCall<Word> call(nodes, by_chunks(from), packed_piece);
  for (auto const order : {yoke::ListOrder::ordered, yoke::ListOrder::reversed,
                           yoke::ListOrder::block_shuffled, yoke::ListOrder::random}) {
    SCOPED_TRACE("order " + std::to_string(static_cast<int>(order)) + ", seed " +
                 std::to_string(base_seed()));
    auto const successor = yoke_test::make_list<Word>(nodes, {.order = order, .seed = base_seed()});
    std::vector<Word> rank(nodes);
    EXPECT_EQ(call(successor, {}, rank), 1u);
    EXPECT_TRUE(rank == yoke_test::oracle_ranks(successor, yoke::Tail::self_loop(), from));
    EXPECT_TRUE(call.has_span(output_name));
    bool const is_ordered = order == yoke::ListOrder::ordered || order == yoke::ListOrder::reversed;
    if (is_ordered || packs_random) {
      EXPECT_GT(call.packed(), 0u);
    }
    if (order == yoke::ListOrder::random && !packs_random) {
      EXPECT_EQ(call.packed(), 0u);
    }
  }
}

TEST(ListRankingRanges, PackedCopies) {
  expect_packed<std::uint32_t>(10007, RankFrom::tail, false);
  expect_packed<std::uint32_t>(300000 / shrink, RankFrom::head, false);
  expect_packed<std::uint64_t>(100003 / shrink, RankFrom::tail, true);
}

void expect_faults_found(std::size_t packed_piece) {
  auto options = by_chunks();
  options.tail = yoke::Tail::minus_one();
  RangedCall<std::uint32_t> call(nodes, options, packed_piece);
  std::vector<std::uint32_t> rank(nodes);
  for (int fault = 0; fault < static_cast<int>(Fault::count); ++fault) {
    auto const bad = yoke_test::make_malformed<std::uint32_t>(static_cast<Fault>(fault), nodes,
                                                              false, base_seed() + fault);
    std::string const trace = yoke_test::fault_names[fault];
    SCOPED_TRACE(trace + ", seed " + std::to_string(base_seed()));
    yoke_test::Watchdog const watchdog(trace);
    try {
      call(bad.successor, {}, rank);
      EXPECT_TRUE(bad.is_in_tree) << "passed";
    } catch (yoke::InvalidInput const& error) {
      EXPECT_TRUE(bad.shows(error)) << error.what();
    }
  }
  auto const sound =
      yoke_test::make_list<std::uint32_t>(nodes, {.seed = base_seed(), .tail = options.tail});
  EXPECT_EQ(call(sound, {}, rank), 1u);
  EXPECT_TRUE(rank == yoke_test::oracle_ranks(sound, options.tail, RankFrom::tail));
  EXPECT_TRUE(call.has_span(output_name));
}

TEST(ListRankingRanges, MalformedListsAreFoundAndTheNextCallIsRight) {
  expect_faults_found(0);
  expect_faults_found(100003 / shrink);
}

// What the copies do by themselves; through the ring too, as pageable memory beside a GPU goes.
std::vector<std::byte> some_bytes(std::size_t n) {
  std::vector<std::byte> bytes(n);
  for (std::size_t i = 0; i < n; ++i) bytes[i] = static_cast<std::byte>((i * 2654435761u) >> 9);
  return bytes;
}
using DeviceBytes = Kokkos::View<std::byte*, Device::memory_space>;
using HostBytes =
    Kokkos::View<std::byte*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

// The bytes that the device's instance sees.
std::vector<std::byte> seen_by(Device const& exec, DeviceBytes const& bytes, std::size_t end) {
  std::vector<std::byte> seen(end);
  std::pair<std::size_t, std::size_t> const front(0, end);
  Kokkos::deep_copy(exec, HostBytes(seen.data(), end), Kokkos::subview(bytes, front));
  exec.fence();
  return seen;
}

class RangedCopiesTest : public ::testing::TestWithParam<bool> {};

TEST_P(RangedCopiesTest, WhatIsHeldForHasArrived) {
  Hybrid const hybrid;
  CopyRing ring(hybrid.device_alone(), hybrid.host_alone(), {.piece_bytes = 300001, .pieces = 3});
  Arrival arrival(hybrid.device_alone(), hybrid.upload(), ring);
  std::size_t const n = (std::size_t(9) << 20) + 77;
  auto const source = some_bytes(n);
  for (std::vector<std::size_t> const& ends :
       {std::vector<std::size_t>{n}, {1, 2, 3000000, 3000000, n}, {n / 2, n}, {5 << 20}}) {
    DeviceBytes const copy("copy", n);
    arrival.begin(copy.data(), source.data(), n, 1, GetParam(), nullptr);
    for (std::size_t const end : ends) {
      arrival.hold_until(end);
      EXPECT_TRUE(seen_by(hybrid.device_alone(), copy, end) ==
                  std::vector(source.begin(), source.begin() + static_cast<std::ptrdiff_t>(end)));
    }
    arrival.finish();
  }
}

TEST_P(RangedCopiesTest, WhatIsFinalLeaves) {
  Hybrid const hybrid;
  CopyRing ring(hybrid.device_alone(), hybrid.host_alone(), {.piece_bytes = 300001, .pieces = 3});
  Departure departure(hybrid.device_alone(), hybrid.download(), ring);
  std::size_t const n = (std::size_t(9) << 20) + 77;
  auto const bytes = some_bytes(n);
  HostBytes const host(const_cast<std::byte*>(bytes.data()), n);
  for (std::vector<std::size_t> const& ends :
       {std::vector<std::size_t>{n}, {1, 2, 3000000, n}, {n / 2, n}}) {
    DeviceBytes const output("output", n);
    std::vector<std::byte> target(n + 1, std::byte(7));
    departure.begin(target.data(), output.data(), n, 1, nullptr, GetParam(), nullptr);
    std::size_t begin = 0;
    for (std::size_t const end : ends) {
      std::pair<std::size_t, std::size_t> const range(begin, end);
      Kokkos::deep_copy(hybrid.device_alone(), Kokkos::subview(output, range),
                        Kokkos::subview(host, range));
      departure.final_before(end);
      begin = end;
    }
    EXPECT_TRUE(departure.finish());
    EXPECT_EQ(target.back(), std::byte(7));
    target.pop_back();
    EXPECT_TRUE(target == bytes);
  }
  // What is not said to be final has not left.
  std::vector<std::byte> target(n);
  DeviceBytes const output("output", n);
  departure.begin(target.data(), output.data(), n, 1, nullptr, GetParam(), nullptr);
  EXPECT_FALSE(departure.finish());
  departure.begin(target.data(), output.data(), n, 1, nullptr, GetParam(), nullptr);
  departure.final_before(n / 2);
  EXPECT_FALSE(departure.finish());
}

INSTANTIATE_TEST_SUITE_P(Copies, RangedCopiesTest, ::testing::Bool());

}  // namespace
