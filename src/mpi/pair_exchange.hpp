#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "mpi/copies_kernels.hpp"
#include "mpi/pack.hpp"
#include "yoke/mpi/detail/network.hpp"

namespace yoke::detail::mpi {

// Brings the pairs of nodes and their ranks that a rank's walk has met (WalkByChunks, WalkInPlace)
// to the nodes' owners, which scatter them. In turns, of which each has a stretch of every rank's
// groups of nodes: those of one are scattered while the next is under way. A group's pairs from
// all sides are scattered one after the other, so that its ranks go to memory once.
template <class Space, class Word, class Record>
class PairExchange {
  using Pair = list_ranking::NodeRank<Record>;

 public:
  // `begins`: of the ranks' nodes, and the number of all.
  template <class Walk>
  void run(Network<Space>& ranks, Walk const& walk, Counts const& begins,
           OwnPart<Space, Word> const& own) {
    Space const& exec = ranks.exec();
    std::size_t const p = begins.size() - 1;
    std::size_t const most_turns = ranks.turns_for(begins[p] / p * sizeof(Pair));
    std::size_t const groups = Walk::groups(begins[p], p, most_turns);
    auto const r = static_cast<std::size_t>(ranks.rank());
    Counts sends(p * groups);
    for (std::size_t i = 0; i < sends.size(); ++i) {
      std::size_t const rank = i / groups;
      if (rank == r) continue;
      sends[i] = walk.count(exec, begins[rank], begins[rank + 1], i % groups, groups);
    }
    Counts const receives = ranks.transpose(sends);
    agreed(ranks, [&] {
      room_for(exec, sent_, std::accumulate(sends.begin(), sends.end(), std::uint64_t(0)));
      room_for(exec, received_,
               std::accumulate(receives.begin(), receives.end(), std::uint64_t(0)));
    });
    pack(exec, walk, begins, sends, groups);
    exchange(ranks, walk, own, sends, receives, groups, std::min(groups, most_turns));
  }

  void release() { *this = {}; }

 private:
  template <class Walk>
  void pack(Space const& exec, Walk const& walk, Counts const& begins, Counts const& sends,
            std::size_t groups) {
    Pair* to = sent_.data();
    for (std::size_t rank = 0; rank + 1 < begins.size(); ++rank) {
      auto const first = sends.begin() + static_cast<std::ptrdiff_t>(rank * groups);
      auto const size =
          std::accumulate(first, first + static_cast<std::ptrdiff_t>(groups), std::uint64_t(0));
      if (size > 0) walk.pack(exec, begins[rank], begins[rank + 1], to);
      to += size;
    }
  }

  // What is sent lies by ranks, of each by groups; what comes by turns, of each by ranks.
  template <class Walk>
  void exchange(Network<Space>& ranks, Walk const& walk, OwnPart<Space, Word> const& own,
                Counts const& sends, Counts const& receives, std::size_t groups,
                std::size_t turns) {
    auto const end_of = [&](std::size_t turn) { return groups * (turn + 1) / turns; };
    std::vector<Turn> all;
    Counts place(receives.size());  // where each rank's pairs of each group come to
    std::uint64_t received = 0;
    for (std::size_t turn = 0, group = 0; turn < turns; group = end_of(turn++)) {
      Parts to, from;
      std::uint64_t sent = 0;
      for (std::size_t i = 0; i < sends.size(); ++i) {
        bool const begins_part = i % groups == group;
        bool const is_in = i % groups >= group && i % groups < end_of(turn);
        if (begins_part) {
          to.begin.push_back(sent);
          to.bytes.push_back(0);
          from.begin.push_back(received);
          from.bytes.push_back(0);
        }
        if (is_in) {
          to.bytes.back() += sends[i];
          from.bytes.back() += receives[i];
          place[i] = received;
          received += receives[i];
        }
        sent += sends[i];
      }
      all.push_back({transfer_of(sent_.data(), to, received_.data(), from)});
    }
    ranks.exchange_in_turns(
        all, [] {},
        [&](std::size_t turn) {
          for (std::size_t group = turn == 0 ? 0 : end_of(turn - 1); group < end_of(turn);
               ++group) {
            if (own.size > 0) walk.take(ranks.exec(), own, group, groups);
            for (std::size_t i = group; i < receives.size(); i += groups) {
              Kokkos::parallel_for("yoke::list_rank::take_received",
                                   WideRange<Space>(ranks.exec(), place[i], place[i] + receives[i]),
                                   TakeReceived<Space, Word, Record>{received_.data(), own});
            }
          }
        });
  }

  Buffer<Space, Pair> sent_, received_;
};

}  // namespace yoke::detail::mpi
