#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <vector>

#include "list_ranking/ranks/copies_kernels.hpp"
#include "mpi/pack.hpp"
#include "yoke/mpi/detail/network.hpp"

namespace yoke::detail::mpi {

// Brings the pairs of nodes and their ranks that a rank's walk has met (WalkByChunks, WalkInPlace)
// to the nodes' owners, which scatter them. Each round has a stretch of every rank's groups of
// nodes: those of one are scattered while the next is under way. A group's pairs from all sides are
// scattered one after the other, so that its ranks go to memory once.
//
// GPUs send twice as fast between multiples of 16 bytes: parts are sent from such a place on, with
// the pair before them where need be, and received at one.
template <class Space, class Word, class Record>
class PairExchange {
  using Pair = list_ranking::NodeRank<Record>;
  static constexpr std::uint64_t alignment = sizeof(Pair) < 16 ? 16 / sizeof(Pair) : 1;
  // A group's pairs that come: behind how many others, the first of which is aligned.
  struct Received {
    std::uint64_t size, lead;
  };

 public:
  // `begins`: of the ranks' nodes, and the number of all.
  template <class Walk>
  void run(Network<Space>& ranks, Walk const& walk, Counts const& begins,
           OwnPart<Space, Word> const& own) {
    Space const& exec = ranks.exec();
    std::size_t const p = begins.size() - 1;
    std::size_t const most_rounds = ranks.rounds_for(begins[p] / p * sizeof(Pair));
    std::size_t const groups = Walk::groups(begins[p], p, most_rounds);
    auto const r = static_cast<std::size_t>(ranks.rank());
    Counts starts{0};  // of what each rank gets of each group, and the end
    Counts numbers;
    for (std::size_t i = 0; i < p * groups; ++i) {
      std::size_t const rank = i / groups;
      std::uint64_t const size =
          rank == r ? 0 : walk.count(exec, begins[rank], begins[rank + 1], i % groups, groups);
      numbers.push_back(size * alignment + starts[i] % alignment);
      starts.push_back(starts[i] + size);
    }
    std::size_t const rounds = std::min(groups, most_rounds);
    std::vector<Received> receives;
    std::uint64_t most_received = 2 * alignment * rounds * p;
    for (auto const number : ranks.transpose(numbers)) {
      receives.push_back({number / alignment, number % alignment});
      most_received += receives.back().size;
    }
    agreed(ranks, [&] {
      reserved(exec, sent_, starts.back());
      reserved(exec, received_, most_received);
    });
    for (std::size_t rank = 0; rank < p; ++rank) {
      if (starts[rank * groups] == starts[(rank + 1) * groups]) continue;
      walk.pack(exec, begins[rank], begins[rank + 1], sent_.data() + starts[rank * groups]);
    }
    exchange(ranks, walk, own, starts, receives, groups, rounds);
  }

  std::uint64_t held_bytes() const { return (sent_.size() + received_.size()) * sizeof(Pair); }
  void release() { *this = {}; }

 private:
  // What is sent lies by ranks, of each by groups; what comes by rounds, of each by ranks.
  template <class Walk>
  void exchange(Network<Space>& ranks, Walk const& walk, OwnPart<Space, Word> const& own,
                Counts const& starts, std::vector<Received> const& receives, std::size_t groups,
                std::size_t rounds) {
    auto const end_of = [&](std::size_t round) { return groups * (round + 1) / rounds; };
    std::vector<Round> all;
    Counts place(receives.size());  // where each rank's pairs of each group come to
    std::uint64_t received = 0;
    for (std::size_t round = 0, group = 0; round < rounds; group = end_of(round++)) {
      Parts to, from;
      for (std::size_t part = group; part < receives.size(); part += groups) {
        std::size_t const end = part + end_of(round) - group;
        to.begin.push_back(starts[part] / alignment * alignment);
        to.bytes.push_back(starts[end] - to.begin.back());
        from.begin.push_back(received);
        received += receives[part].lead;
        for (std::size_t i = part; i < end; ++i) {
          place[i] = received;
          received += receives[i].size;
        }
        from.bytes.push_back(received - from.begin.back());
        received = (received + alignment - 1) / alignment * alignment;
      }
      all.push_back({transfer_of(sent_.data(), to, received_.data(), from)});
    }
    auto const& exec = ranks.exec();
    auto const come = [&](std::size_t round) {
      for (std::size_t group = round == 0 ? 0 : end_of(round - 1); group < end_of(round); ++group) {
        if (own.size > 0) walk.take(exec, own, group, groups);
        for (std::size_t i = group; i < receives.size(); i += groups) {
          Kokkos::parallel_for("yoke::list_rank::take_received",
                               WideRange<Space>(exec, place[i], place[i] + receives[i].size),
                               TakeReceived<Space, Word, Record>{received_.data(), own});
        }
      }
    };
    ranks.exchange_in_rounds(
        all, [] {}, come);
  }

  Buffer<Space, Pair> sent_, received_;
};

}  // namespace yoke::detail::mpi
