#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "yoke/detail/frame/strided_copy.hpp"
#include "yoke/list_ranking.hpp"
#include "yoke/mpi/detail/list_ranker.hpp"
#include "yoke/mpi/detail/plan.hpp"

namespace yoke {

/// Ranking lists of which each rank has a part of the nodes: yoke::list_rank(cluster, successor,
/// rank) makes one of these. successor(i) is the number of a node among those of all ranks;
/// rank(i) is what one rank gets for the whole array. Returns the number of lists, on all ranks.
/// One rank alone runs yoke::list_rank. Where heads are given, a rank may give any, also those of
/// others' nodes, or none: all of them together are the heads of the lists. Where no rank gives
/// any, they are found. Every rank gets them, in three more rounds and a word a head.
///
/// There are two roads, of which options.road picks one. By copies every rank gets all successors,
/// follows its share of the sublists in its copy as yoke::list_rank's sublist walk does, and sends
/// the ranks that it finds to the nodes' owners; all rank the table of sublists. 25 rounds at most.
/// Of n nodes and p ranks each sends a word for each of its nodes to every other rank, and two for
/// each node of others that it meets: n / p (1 - 1/p). Memory beyond the arguments: for each node
/// of all ranks 2 words, by chunks (devices, from 2^21 nodes on) 3, and some 5 to 7 for each of its
/// own. More than a sixteenth as many lists as sublists, and walks that do not end, each rank ranks
/// by itself, which takes no less time than one rank does.
///
/// By messages a random one in 32 nodes (by a hash of its number: every rank knows which) starts a
/// walk along its list, which ends at the next such node, or at a tail. A walk goes on where its
/// nodes are: in rounds, in which each rank follows its walks until they leave it, and sends those
/// on. Walks that go on for 128 rounds stop. What no walk has reached, as the nodes before the
/// first of those of a list, stands for itself. These rulers are ranked by pointer jumping, their
/// ranks gathered, and each node adds its distance. Rounds: 128 of walks at most, of five exchanges
/// and collectives each, log2 n of jumps, of eight each, and some 35 others. Each link that leaves
/// its rank sends 3 words, each ruler up to 5 a jump, and every rank gets a word for each 32nd node
/// of all. Memory beyond the arguments: 1 word a node, 1/32 word for each node of all ranks, and
/// messages, which in long lists take some 1.5 words a node; many lists of few nodes, most of which
/// stand for themselves, take some 20.
///
/// Of the options, `from`, `tail`, `validate`, `seed`, `road`, `sublist_walk.scheme` and
/// `device_memory` have a say; `algorithm` must be automatic on several ranks. A report gets the
/// phases of the road by copies. Throws on all ranks what yoke::list_rank throws; no malformed list
/// hangs. Lists that run into each other may pass without options.validate: their nodes' ranks from
/// the tail are then right. With it, by messages one more word a node is sent.
///
/// Sources: Sibeyn, "One-by-one cleaning for practical parallel list ranking", 2002, and
/// Reid-Miller 1994, for the walks; Wyllie 1979 for the jumps.
template <class Space, class Index>
class ListRankPlan<Distributed<Space>, Index> {
  static_assert(detail::is_index<Index>,
                "yoke::ListRankPlan: Index must be a 32- or 64-bit integer");
  using Word = detail::WordOf<Index>;
  static constexpr char const* name = "yoke::list_rank";

 public:
  /// For up to `capacity` nodes on this rank.
  ListRankPlan(Distributed<Space> const& cluster, std::size_t capacity,
               ListRankOptions const& options = {})
      : cluster_(&cluster),
        capacity_(capacity),
        options_(options),
        ledger_(std::make_shared<detail::Ledger>(options.device_memory)) {
    auto const call = detail::mpi::Call::plan(name, types())
                          .same("options.algorithm", options.algorithm)
                          .same("options.from", options.from, detail::mpi::end_names)
                          .same("options.tail.is_self_loop()", options.tail.is_self_loop())
                          .same("options.tail.end_value()", options.tail.end_value())
                          .same("options.validate", options.validate)
                          .same("options.road", options.road, {"automatic", "messages", "copies"})
                          .same("options.sublist_walk.scheme", options.sublist_walk.scheme,
                                {"automatic", "in_place", "chunks"})
                          .same("options.seed", options.seed);
    cluster.network().begin_call(call, [&] {
      detail::check_options<detail::list_ranking::ListRanking<Word>>(options);
      detail::check_choice(name, "options.road", options.road, ListRankRoad::copies);
      if (cluster.ranks() == 1) alone_.emplace(cluster.exec(), capacity, options);
    });
  }

  /// Ranks as yoke::list_rank does.
  template <class Successor, class Rank>
  std::size_t operator()(Successor const& successor, Rank const& rank) {
    return run(successor, Kokkos::View<Index const*, typename Space::memory_space>(), rank, false);
  }

  /// The same, with the heads of the lists; all ranks make this call.
  /// @param heads  nodes' numbers among those of all ranks, in any order. By copies several lists
  ///   are ranked from them without a search for the heads; by messages they are only checked.
  template <class Successor, class Heads, class Rank>
  std::size_t operator()(Successor const& successor, Heads const& heads, Rank const& rank) {
    return run(successor, heads, rank, true);
  }

  /// What the plan holds beyond the caller's arrays.
  std::size_t workspace_bytes() const {
    return ledger_->bytes() + (alone_ ? alone_->workspace_bytes() : 0);
  }

  /// What a call finds wrong, it lets all ranks throw: nothing is thrown here.
  template <class Successor, class... Views>
  static void check(Successor const&, Views const&...) {}

 private:
  static std::string types() { return detail::mpi::types_text<Index>(); }

  template <class Rank>
  static void check_types_hold(std::uint64_t nodes) {
    detail::check_index_holds<Index>(name, "successor", nodes);
    detail::check_index_holds<typename Rank::value_type>(name, "rank", nodes);
  }

  template <class Successor, class Heads, class Rank>
  std::size_t run(Successor const& successor, Heads const& heads, Rank const& rank,
                  bool gives_heads) {
    using Arguments = typename detail::list_ranking::ListRanking<Word>::Arguments;
    detail::check_type<Space>(detail::bind<&Arguments::heads>("heads", heads));
    auto& ranks = cluster_->network();
    auto const call =
        detail::mpi::Call::run(name, detail::mpi::types_text<Index, typename Rank::value_type>() +
                                         (gives_heads ? " with heads" : ""));
    detail::Ledger::Opened const opened(ledger_);
    detail::RawArray<Word const> successor_words, head_words;
    detail::RawArray<Word> rank_words;
    std::size_t lists = 0;
    ranks.begin_call(call, [&] {
      ListRankPlan<Space, Index>::check(successor, rank);
      detail::check_capacity(name, "successor", successor.extent(0), capacity_);
      check_types_hold<Rank>(successor.extent(0));
      detail::check_apart(
          name, {detail::bytes_of("rank", rank)},
          {detail::bytes_of("successor", successor), detail::bytes_of("heads", heads)});
      if (alone_) {
        bool const is_given = heads.extent(0) > 0;
        lists = is_given ? (*alone_)(successor, heads, rank) : (*alone_)(successor, rank);
        return;
      }
      successor_words = successor_copy_.template array<Word const>(ranks.exec(), successor);
      head_words = heads_copy_.template array<Word const>(ranks.exec(), heads);
      rank_words = rank_copy_.template array<Word>(ranks.exec(), rank);
    });
    check_types_hold<Rank>(ranks.sum(successor.extent(0)));  // the same on all ranks
    if (alone_) return lists;
    lists = ranker_.run(ranks, successor_words, gives_heads ? &head_words : nullptr, rank_words,
                        options_);
    rank_copy_.write_back(ranks.exec(), rank);
    return lists;
  }

  Distributed<Space> const* cluster_;
  std::size_t capacity_;
  ListRankOptions options_;
  std::shared_ptr<detail::Ledger> ledger_;
  std::optional<ListRankPlan<Space, Index>> alone_;
  detail::StridedCopy successor_copy_, heads_copy_, rank_copy_;
  detail::mpi::ListRanker<Space, Word> ranker_;
};

}  // namespace yoke
