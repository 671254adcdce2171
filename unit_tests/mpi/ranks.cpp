#include <gtest/gtest.h>
#include <mpi.h>

#include <Kokkos_Core.hpp>
#include <array>
#include <cstdint>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "mpi/support.hpp"
#include "yoke/errors.hpp"
#include "yoke/mpi/distributed.hpp"

// What ranks do together: numbers, exchanges in parts, and errors that all see.

namespace {

using yoke::Distributed;
using yoke::RankTransport;
using yoke::detail::mpi::agreed;
using yoke::detail::mpi::Call;
using yoke::detail::mpi::Counts;
using yoke_test::Device;
using yoke_test::vector_of;
using yoke_test::view_of;

TEST(Ranks, AreThoseOfTheCommunicator) {
  int rank = -1, ranks = -1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  Distributed<Device> const cluster(MPI_COMM_WORLD);
  EXPECT_EQ(cluster.rank(), rank);
  EXPECT_EQ(cluster.ranks(), ranks);
  // All of this machine.
  EXPECT_EQ(cluster.rank_on_node(), rank);
  EXPECT_EQ(cluster.ranks_on_node(), ranks);
}

TEST(Ranks, MayBeSomeOfAllRanks) {
  int rank = -1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm half = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
  {
    Distributed<Device> const cluster(half);
    EXPECT_EQ(cluster.rank(), rank / 2);
    EXPECT_EQ(cluster.network().sum(1), static_cast<std::uint64_t>(cluster.ranks()));
  }
  MPI_Comm_free(&half);
}

TEST(Ranks, AddAndCompareNumbers) {
  // Parts of 8 bytes: a number each.
  for (std::size_t const most : {std::size_t(8), std::size_t(24), std::size_t(1) << 20}) {
    Distributed<Device> const cluster(MPI_COMM_WORLD, Device(), {.most_message_bytes = most});
    auto& ranks = cluster.network();
    auto const p = static_cast<std::uint64_t>(ranks.ranks());
    auto const r = static_cast<std::uint64_t>(ranks.rank());
    std::vector<std::uint64_t> numbers(10), ors(10);
    for (std::uint64_t i = 0; i < 10; ++i) numbers[i] = i * (r + 1), ors[i] = (i + 1) << (4 * r);
    auto const before = ranks.sum_before(numbers);
    ranks.sum(numbers.data(), numbers.size());
    ranks.bitwise_or(ors.data(), ors.size());
    for (std::uint64_t i = 0; i < 10; ++i) {
      EXPECT_EQ(numbers[i], i * p * (p + 1) / 2);
      EXPECT_EQ(before[i], i * r * (r + 1) / 2);
      std::uint64_t expected = 0;
      for (std::uint64_t other = 0; other < p; ++other) expected |= (i + 1) << (4 * other);
      EXPECT_EQ(ors[i], expected);
    }
    EXPECT_EQ(ranks.least(r + 5), 5u);
    EXPECT_EQ(ranks.largest(r + 5), p + 4);
    // As unsigned numbers, which some MPIs compare as signed ones.
    EXPECT_EQ(ranks.least(~r), ~(p - 1));
    EXPECT_EQ(ranks.largest(r == 0 ? ~std::uint64_t(0) : r), ~std::uint64_t(0));
    EXPECT_EQ(ranks.least(r == 0 ? ~std::uint64_t(0) : r), p == 1 ? ~std::uint64_t(0) : 1);
    auto const all = ranks.gather(3 * r);
    Counts to(p);
    for (std::uint64_t other = 0; other < p; ++other) {
      EXPECT_EQ(all[other], 3 * other);
      to[other] = 100 * r + other;
    }
    auto const from = ranks.transpose(to);
    for (std::uint64_t other = 0; other < p; ++other) EXPECT_EQ(from[other], 100 * other + r);
  }
}

// How many elements one rank sends another one: some nothing, some many.
std::uint64_t count(std::uint64_t from, std::uint64_t to) {
  return (from + 2 * to) % 3 == 0 ? 0 : 1000 * from + 17 * to + 5;
}

template <class T>
void expect_exchange(RankTransport transport, std::size_t most) {
  Distributed<Device> const cluster(MPI_COMM_WORLD, Device(),
                                    {.transport = transport, .most_message_bytes = most});
  auto& ranks = cluster.network();
  auto const p = static_cast<std::uint64_t>(ranks.ranks());
  auto const r = static_cast<std::uint64_t>(ranks.rank());
  Counts to(p), from(p);
  std::vector<T> send, expected;
  for (std::uint64_t other = 0; other < p; ++other) {
    to[other] = count(r, other);
    from[other] = count(other, r);
    for (std::uint64_t i = 0; i < to[other]; ++i) {
      send.push_back(static_cast<T>(1000003 * r + 10007 * other + i));
    }
    for (std::uint64_t i = 0; i < from[other]; ++i) {
      expected.push_back(static_cast<T>(1000003 * other + 10007 * r + i));
    }
  }
  EXPECT_EQ(ranks.transpose(to), from);
  auto const source = view_of<Device::memory_space>(send);
  auto const target = view_of<Device::memory_space>(std::vector<T>(expected.size()));
  ranks.traffic() = {};
  ranks.exchange(source.data(), to, target.data(), from);
  EXPECT_EQ(vector_of(target), expected);
  EXPECT_EQ(cluster.communication().bytes_sent, (send.size() - to[r]) * sizeof(T));
  EXPECT_EQ(cluster.communication().rounds, 1u);
}

std::vector<RankTransport> all_transports() {
  std::vector<RankTransport> all{RankTransport::automatic, RankTransport::staged};
  if (!yoke::detail::runs_on_host<Device>) all.push_back(RankTransport::peer);
  return all;
}

TEST(Exchange, BringsEachRankWhatIsItsOwn) {
  for (auto const transport : all_transports()) {
    expect_exchange<std::uint32_t>(transport, 1 << 20);
    expect_exchange<std::uint64_t>(transport, 1 << 20);
  }
}

TEST(Exchange, GoesInPartsWhereMessagesAreShort) {
  for (auto const transport : all_transports()) {
    expect_exchange<std::uint64_t>(transport, 1000);  // cuts elements
    expect_exchange<std::uint32_t>(transport, 37);
    expect_exchange<std::uint8_t>(transport, 8);
  }
}

TEST(Exchange, GathersWhatEachRankHas) {
  for (auto const transport : all_transports()) {
    Distributed<Device> const cluster(MPI_COMM_WORLD, Device(),
                                      {.transport = transport, .most_message_bytes = 100});
    auto& ranks = cluster.network();
    Counts counts;
    std::vector<std::uint32_t> own, expected;
    for (int r = 0; r < ranks.ranks(); ++r) {
      counts.push_back(r % 3 == 1 ? 0 : 50 * static_cast<std::uint64_t>(r) + 1);
      for (std::uint32_t i = 0; i < counts.back(); ++i) {
        expected.push_back(1000 * static_cast<std::uint32_t>(r) + i);
        if (r == ranks.rank()) own.push_back(expected.back());
      }
    }
    auto const mine = view_of<Device::memory_space>(own);
    auto const all = view_of<Device::memory_space>(std::vector<std::uint32_t>(expected.size()));
    ranks.gather_all(mine.data(), counts, all.data());
    EXPECT_EQ(vector_of(all), expected);
  }
}

// What all ranks catch where the last one throws.
template <class Error, class Check>
void expect_thrown_by_all(Error const& error, Check const& check) {
  Distributed<Device> const cluster(MPI_COMM_WORLD);
  auto& ranks = cluster.network();
  bool const throws = ranks.rank() + 1 == ranks.ranks();
  try {
    agreed(ranks, [&] {
      if (throws) throw error;
    });
    ADD_FAILURE() << "nothing was thrown";
  } catch (Error const& caught) {
    EXPECT_TRUE(typeid(caught) == typeid(Error)) << typeid(caught).name();
    check(caught);
  }
}

TEST(Agreement, ThrowsWhatOneRankHasThrownOnAll) {
  int ranks = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  std::string const expected =
      ranks == 1 ? "why" : "why (on rank " + std::to_string(ranks - 1) + ")";
  auto const says = [&](auto const& error) { EXPECT_EQ(error.what(), expected); };
  expect_thrown_by_all(std::invalid_argument("why"), says);
  expect_thrown_by_all(std::logic_error("why"), says);
  expect_thrown_by_all(std::runtime_error("why"), says);
  expect_thrown_by_all(std::bad_alloc(), [](auto const&) {});
  expect_thrown_by_all(yoke::InvalidInput("why", 1ull << 40), [&](auto const& error) {
    says(error);
    EXPECT_EQ(error.index(), 1ull << 40);
  });
  expect_thrown_by_all(yoke::DeviceMemoryExceeded("why", 7, 5), [&](auto const& error) {
    says(error);
    EXPECT_EQ(error.needed(), 7u);
    EXPECT_EQ(error.allowed(), 5u);
  });
}

TEST(Agreement, TakesTheFirstRanksErrorOfSeveral) {
  Distributed<Device> const cluster(MPI_COMM_WORLD);
  auto& ranks = cluster.network();
  auto const text = yoke_test::what_is_thrown([&] {
    agreed(ranks, [&] {
      if (ranks.rank() > 0 || ranks.ranks() == 1) {
        throw std::runtime_error("rank " + std::to_string(ranks.rank()));
      }
    });
  });
  EXPECT_EQ(text, ranks.ranks() == 1 ? "rank 0" : "rank 1 (on rank 1)");
  agreed(ranks, [] {});
}

// What all have found wrong is no rank's own.
TEST(Agreement, NamesNoRankWhereAllFailAlike) {
  Distributed<Device> const cluster(MPI_COMM_WORLD);
  auto const text = yoke_test::what_is_thrown(
      [&] { agreed(cluster.network(), [] { throw std::invalid_argument("why"); }); });
  EXPECT_EQ(text, "why");
}

TEST(Agreement, RefusesValuesThatDiffer) {
  Distributed<Device> const cluster(MPI_COMM_WORLD);
  auto& ranks = cluster.network();
  std::uint64_t const differs = ranks.rank() + 1 == ranks.ranks() ? 4 : 3;
  auto const thrown = [&](auto const& add) {
    auto call = Call::run("yoke::toy", "float");
    add(call);
    return yoke_test::what_is_thrown([&] { ranks.begin_call(call); });
  };
  EXPECT_EQ(thrown([](Call& call) { call.same("the size", 5).same("the place", ~0ull); }), "");
  auto const differ = [&](std::string const& what, std::string const& first = "",
                          std::string const& last = "") {
    return yoke_test::differ(cluster, "yoke::toy: " + what, first, last);
  };
  EXPECT_EQ(thrown([&](Call& call) { call.same("the place", 7).same("the size", differs); }),
            differ("the size", "3", "4"));
  EXPECT_EQ(thrown([&](Call& call) { call.same("the weight", 0.1 * (differs == 3 ? 1 : 2)); }),
            differ("the weight", "0.1", "0.2"));
  EXPECT_EQ(thrown([&](Call& call) {
              call.same("the choice", differs == 4, {"one", "other"});
            }),
            differ("the choice", "one", "other"));
  EXPECT_EQ(thrown([&](Call& call) { call.alike("the hash", {1, differs}); }), differ("the hash"));
  EXPECT_EQ(thrown([&](Call& call) { call.alike("the hash", {differs, 1}); }), differ("the hash"));
  if (ranks.ranks() == 1) return;
  // One rank's error comes first, and one that makes another call before it.
  std::string const last = "rank " + std::to_string(ranks.ranks() - 1);
  auto const failing = [&](std::string const& types) {
    return yoke_test::what_is_thrown([&] {
      ranks.begin_call(Call::run("yoke::toy", types).same("the size", differs), [&] {
        if (differs == 4) throw std::logic_error("why");
      });
    });
  };
  EXPECT_EQ(failing("float"), "why (on " + last + ")");
  EXPECT_EQ(failing(differs == 4 ? "double" : "float"),
            "yoke::Distributed: all ranks must make the same call: rank 0 calls yoke::toy of "
            "float, " +
                last + " calls yoke::toy of double");
  // Of two lists that are not as long.
  EXPECT_EQ(thrown([&](Call& call) {
              call.same("one", 1);
              if (differs == 3) call.same("two", 2);
            }),
            "yoke::toy: two must be the same on all ranks; it is missing on " + last);
}

TEST(RanksOfBadOptions, AreRefusedByAllWhereOneRanksAreBad) {
  int rank = -1, ranks = -1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  bool const is_last = rank + 1 == ranks;
  auto const thrown = [](yoke::DistributedOptions const& options) {
    return yoke_test::what_is_thrown(
        [&] { Distributed<Device>(MPI_COMM_WORLD, Device(), options); });
  };
  auto const bad = thrown({.most_message_bytes = is_last ? std::size_t(7) : 1000});
  std::string const last = ranks == 1 ? "" : " (on rank " + std::to_string(ranks - 1) + ")";
  EXPECT_EQ(bad,
            "yoke::Distributed: options.most_message_bytes is 7; it must be from 8 to 2^30" + last);
  if (ranks == 1) return;
  Distributed<Device> const cluster(MPI_COMM_WORLD);
  auto const differ = [&](std::string const& what, std::string const& of_first,
                          std::string const& of_last) {
    return yoke_test::differ(cluster, "yoke::Distributed: options." + what, of_first, of_last);
  };
  EXPECT_EQ(thrown({.most_message_bytes = is_last ? std::size_t(2000) : 1000}),
            differ("most_message_bytes", "1000", "2000"));
  EXPECT_EQ(thrown({.transport = is_last ? RankTransport::staged : RankTransport::automatic}),
            differ("transport", "automatic", "staged"));
  // Messages of one number on one rank alone: what is compared fits no such message.
  EXPECT_EQ(thrown({.most_message_bytes = is_last ? std::size_t(1) << 26 : std::size_t(8)}),
            differ("most_message_bytes", "8", "67108864"));
}

TEST(RanksOfBadOptions, AreRefused) {
  for (std::size_t const most : {std::size_t(0), std::size_t(7), (std::size_t(1) << 30) + 1}) {
    EXPECT_THROW(Distributed<Device>(MPI_COMM_WORLD, Device(), {.most_message_bytes = most}),
                 std::invalid_argument);
  }
  EXPECT_THROW(
      Distributed<Device>(MPI_COMM_WORLD, Device(), {.transport = static_cast<RankTransport>(4)}),
      std::invalid_argument);
  if constexpr (yoke::detail::runs_on_host<Device>) {
    for (auto const transport : {RankTransport::nccl, RankTransport::peer}) {
      EXPECT_THROW(Distributed<Device>(MPI_COMM_WORLD, Device(), {.transport = transport}),
                   std::invalid_argument);
    }
  }
}

}  // namespace
