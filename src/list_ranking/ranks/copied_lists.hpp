#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>

#include "list_ranking/ranks/copies_kernels.hpp"
#include "list_ranking/ranks/pair_exchange.hpp"
#include "list_ranking/ranks/walk_by_chunks.hpp"
#include "list_ranking/ranks/walk_in_place.hpp"
#include "list_ranking/solver.hpp"
#include "list_ranking/sublist_ranker.hpp"
#include "primitives/list_structure.hpp"
#include "yoke/machine_memory.hpp"

namespace yoke::detail::mpi {

// Ranks lists whose successors every rank copies whole. Each follows its share of the sublists in
// its copy, by chunks or in place as one space does (ListRankTraits); the table of sublists is
// gathered and ranked by all; what a rank has met goes to the owners as pairs of a node and its
// rank.
//
// Many lists, and walks that do not end, are for each rank to rank alone, as one space does: the
// copy is there. So does each find what is wrong with a list.
//
// Memory: see bytes().
template <class Space, class Word, class Record>
class CopiedLists {
  using Pair = list_ranking::NodeRank<Record>;
  using ByChunks = WalkByChunks<Space, Word, Record>;
  using InPlace = WalkInPlace<Space, Word, Record>;
  using Splitter = Splitters<Record>;
  using Traits = list_ranking::ListRankTraits<Space>;
  using Memory = typename Space::memory_space;
  using CensusView = Kokkos::View<ListCensus, Memory, Kokkos::MemoryUnmanaged>;

 public:
  // What a rank with `own` of all nodes holds, about: for chunks a quarter more nodes than its
  // share, and in place the records; and room for as many pairs to send and to receive.
  static std::uint64_t bytes(std::uint64_t all, std::uint64_t own, int ranks, bool by_chunks) {
    return by_chunks ? bytes_of<ByChunks>(all, own, ranks) : bytes_of<InPlace>(all, own, ranks);
  }

  // Is there room for them beside what is held already? On a host in half of the machine's memory,
  // of which each of its ranks has a part.
  bool fits(Network<Space> const& ranks, std::uint64_t all, std::uint64_t own,
            ListRankOptions const& options) const {
    std::uint64_t const needed = bytes(all, own, ranks.ranks(), takes_chunks(all, options));
    // Of an earlier call: the next one of a plan takes the same route.
    [[maybe_unused]] std::uint64_t const held =
        successors_.size() * sizeof(Word) + by_chunks_.held_bytes() + pairs_.held_bytes();
    if constexpr (is_device_memory<typename Space::memory_space>) {
      return needed <= held || needed - held <= Ledger::left_on_device();
    }
    return needed <= machine_memory() / 2 / static_cast<std::uint64_t>(ranks.ranks_on_node());
  }

  // `sizes` are the numbers of nodes of all ranks; the heads are all of them, or empty. Returns the
  // number of lists.
  std::size_t run(Network<Space>& network, Counts const& sizes, RawArray<Word const> successor,
                  Array<Space, Word const> heads, RawArray<Word> rank, TailRule<Word> tail,
                  ListRankOptions const& options) {
    ranks_ = &network;
    options_ = &options;
    heads_ = heads;
    PhaseTimer<Space> timer(network.exec(), options.report);
    gather_successors(sizes, successor, rank, tail);
    if (options.validate) {
      agreed(*ranks_, [&] {
        list_ranking::check_heads(problem());
        list_ranking::check_links(problem());
      });
    }
    timer.done("gather successors");
    ListCensus const census = join_censuses();
    timer.done("census");
    if (all_ == 0) return 0;
    if (census.astray > 0 || census.tails == 0) throw_fault();
    return takes_chunks(all_, options) ? run_by(by_chunks_, census, timer)
                                       : run_by(in_place_, census, timer);
  }

 private:
  template <class Walk>
  std::size_t run_by(Walk& walk, ListCensus const& census, PhaseTimer<Space>& timer) {
    Splitter const splitters(all_, Walk::log_length(all_), options_->seed);
    if (census.tails > list_ranking::most_joining_heads(splitters.blocks())) return rank_alone();
    auto const heads = prepare_walk(walk, census, splitters);
    timer.done("heads");
    if (!walk_share(walk, splitters, heads)) return rank_alone();
    timer.done("walk");
    bool const linked = rank_sublists(walk);
    timer.done("rank sublists");
    walk.rank_nodes(exec(), *ranker_, from_head());
    if (Walk::partitions) timer.done("partition");
    pairs_.run(*ranks_, walk, begins_, own_);
    timer.done("exchange pairs");
    check(linked);
    timer.done("check");
    return census.tails;
  }

  template <class T>
  using BufferOf = Buffer<Space, T>;

  static bool takes_chunks(std::uint64_t all, ListRankOptions const& options) {
    using Scheme = SublistWalkOptions::Scheme;
    Scheme const scheme = options.sublist_walk.scheme;
    return scheme == Scheme::automatic ? Traits::prefers_chunks(all) : scheme == Scheme::chunks;
  }
  template <class Walk>
  static std::uint64_t bytes_of(std::uint64_t all, std::uint64_t own, int ranks) {
    auto const p = static_cast<std::uint64_t>(ranks);
    Splitter const splitters(std::max<std::uint64_t>(all, 1), Walk::log_length(all), 0);
    std::uint64_t const sublists = splitters.blocks() + splitters.blocks() / 16 + 1;
    return all * sizeof(Word) + Walk::bytes(all, sublists, ranks) +
           (all / p + own) * sizeof(Pair) * 5 / 4 + sublists * 5 * sizeof(Record);
  }

  Space const& exec() const { return ranks_->exec(); }
  bool from_head() const { return options_->from == RankFrom::head; }
  std::size_t r() const { return static_cast<std::size_t>(ranks_->rank()); }
  list_ranking::Problem<Space, Word> problem() const {
    return {exec(), array_of(successors_, all_), heads_, {}, tail_, options_->from, nullptr};
  }

  // And takes the census of the own ones meanwhile.
  void gather_successors(Counts const& sizes, RawArray<Word const> successor, RawArray<Word> rank,
                         TailRule<Word> tail) {
    tail_ = tail;
    begins_ = {0};
    for (auto const size : sizes) begins_.push_back(begins_.back() + size);
    all_ = begins_.back();
    own_ = {rank.data, begins_[r()], rank.size};
    agreed(*ranks_, [&] {
      if (census_.extent(0) == 0) {
        census_ = make_buffer<Space, ListCensus>(exec(), "yoke::list_rank::census", 1);
      }
      // What a plan keeps is as long as it must be: it is most of what the device has.
      if (successors_.extent(0) >= all_) return;
      successors_ = {};
      successors_ = make_buffer<Space, Word>(exec(), "yoke::list_rank::copies", all_);
    });
    ranks_->gather_all(successor.data, sizes, successors_.data(), [&] {
      Kokkos::parallel_reduce("yoke::list_rank::census", WideRange<Space>(exec(), 0, own_.size),
                              OwnCensus<Space, Word>{successor.data, own_, all_, tail_},
                              Kokkos::Sum<ListCensus, Memory>(CensusView(census_.data())));
    });
  }

  ListCensus join_censuses() {
    ListCensus census;
    Kokkos::deep_copy(exec(), Kokkos::View<ListCensus, Kokkos::HostSpace>(&census),
                      CensusView(census_.data()));
    exec().fence("yoke::list_rank::census");
    std::uint64_t sums[] = {census.tails, census.astray, census.head_sum};
    ranks_->sum(sums, 3);
    census.tails = sums[0];
    census.astray = sums[1];
    census.head_sum = sums[2];
    return census;
  }

  // The heads of all lists, and room for the walk.
  template <class Walk>
  Array<Space, Record const> prepare_walk(Walk& walk, ListCensus const& census,
                                          Splitter const& splitters) {
    Array<Space, Record const> heads;
    list_ranking::RankOutcome outcome;
    agreed(*ranks_, [&] {
      std::uint64_t const blocks = splitters.blocks(), sublists = blocks + census.tails;
      sublists_ = walk.prepare(exec(), all_, sublists, ranks_->ranks());
      if (!ranker_) ranker_.emplace(exec(), sublists_, census.tails);
      ranker_->reserve(exec(), sublists_);
      auto with_heads = problem();
      if (census.tails > 1 && heads_.extent(0) == 0) {
        finder_.emplace(exec(), all_);
        with_heads.heads = list_ranking::find_heads(*finder_, with_heads, outcome);
        if (!outcome.complete) return;
      }
      heads = ranker_->joining_heads(with_heads, census, blocks, outcome);
      shares_ = {};
      for (std::uint64_t rank = 0, p = begins_.size() - 1; rank < p; ++rank) {
        shares_.push_back(sublists * (rank + 1) / p - sublists * rank / p);
      }
      first_ = std::accumulate(shares_.begin(), shares_.begin() + ranks_->rank(), std::uint64_t(0));
    });
    if (ranks_->sum(!outcome.complete) > 0) throw_fault();
    return heads;
  }

  // This rank's share of the sublists. False where a rank's walks did not end.
  template <class Walk>
  bool walk_share(Walk& walk, Splitter const& splitters, Array<Space, Record const> heads) {
    Kokkos::deep_copy(exec(), ranker_->counters(), list_ranking::WalkCounters());
    auto const counters =
        walk.walk(*ranks_, *ranker_, array_of(successors_, all_), tail_, splitters, heads, first_,
                  first_ + shares_[r()], longest_walk(Walk::log_length(all_)));
    std::uint64_t sums[] = {counters.visited, counters.overlong, counters.faults};
    ranks_->sum(sums, 3);
    is_sound_ = sums[0] == all_ && sums[2] == 0;
    return sums[1] == 0;
  }

  template <class Walk>
  bool rank_sublists(Walk const& walk) {
    auto const table = ranker_->table();
    ranks_->gather_all(table.next.data() + first_, shares_, table.next.data());
    ranks_->gather_all(table.length.data() + first_, shares_, table.length.data());
    walk.gather_more(*ranks_, *ranker_);
    return ranker_->rank(exec(), from_head(), sublists_);
  }

  // As one space has it: n visits, and no node without a rank.
  void check(bool linked) {
    list_ranking::flag_unranked<Space, Word>(exec(), Array<Space, Word>(own_.rank, own_.size),
                                             &ranker_->counters().data()->unranked);
    bool const complete = linked && is_sound_ && ranker_->read_counters(exec()).unranked == 0;
    if (ranks_->sum(!complete) > 0) throw_fault();
  }

  [[noreturn]] void throw_fault() {
    agreed(*ranks_, [&] { list_ranking::throw_fault(problem()); });
    throw std::logic_error("yoke::list_rank: no rank has found the fault that one has met");
  }

  // As one space does, of which the own part is kept. Returns the number of lists.
  std::size_t rank_alone() {
    std::size_t lists = 0;
    agreed(*ranks_, [&] {
      by_chunks_.release();
      pairs_.release();
      auto options = *options_;
      options.report = nullptr;
      options.sublist_walk.scheme = SublistWalkOptions::Scheme::in_place;
      auto const ranks = make_buffer<Space, Word>(exec(), "yoke::list_rank::ranks", all_);
      Solver<list_ranking::ListRanking<Word>, Space> alone(exec(), {all_}, options,
                                                           ListRankAlgorithm::sublist_walk);
      lists = alone.run(
          {{successors_.data(), all_}, {heads_.data(), heads_.extent(0)}, {ranks.data(), all_}});
      Kokkos::deep_copy(exec(), Array<Space, Word>(own_.rank, own_.size),
                        Array<Space, Word const>(ranks.data() + own_.base, own_.size));
      exec().fence("yoke::list_rank: own ranks");
    });
    return lists;
  }

  Network<Space>* ranks_ = nullptr;
  ListRankOptions const* options_ = nullptr;
  // Of the call under way.
  TailRule<Word> tail_{};
  Array<Space, Word const> heads_;
  OwnPart<Space, Word> own_{};
  Counts begins_, shares_;  // of the nodes, and of the sublists
  std::uint64_t all_ = 0, first_ = 0, sublists_ = 0;
  bool is_sound_ = false;

  BufferOf<ListCensus> census_;
  BufferOf<Word> successors_;
  std::optional<list_ranking::SublistRanker<Space, Record>> ranker_;
  std::optional<HeadFinder<Space, Word>> finder_;
  ByChunks by_chunks_;
  InPlace in_place_;
  PairExchange<Space, Word, Record> pairs_;
};

}  // namespace yoke::detail::mpi
