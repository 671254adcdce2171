#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <vector>

#include "list_ranking/chunk_partition.hpp"
#include "list_ranking/solver.hpp"
#include "list_ranking/sublist_ranker.hpp"
#include "mpi/copies_kernels.hpp"
#include "mpi/pack.hpp"
#include "mpi/walk_in_place.hpp"
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
  using Buckets = list_ranking::NodeBuckets;
  using Splitter = Splitters<Record>;
  using Traits = list_ranking::ListRankTraits<Space>;
  static constexpr char const* caller = "yoke::list_rank";

 public:
  // What a rank with `own` of all nodes holds, about: for chunks a quarter more nodes than its
  // share, and in place the records; and room for as many pairs to send and to receive.
  static std::uint64_t bytes(std::uint64_t all, std::uint64_t own, int ranks, bool by_chunks) {
    auto const p = static_cast<std::uint64_t>(ranks);
    Splitter const splitters(std::max<std::uint64_t>(all, 1), log_length(all, by_chunks), 0);
    std::uint64_t const sublists = splitters.blocks() + splitters.blocks() / 16 + 1;
    std::uint64_t const walk =
        by_chunks ? all * sizeof(Pair) + most_chunks(all, sublists / p + 1, ranks) *
                                             (sizeof(list_ranking::ChunkNodes<Record>) +
                                              sizeof(list_ranking::ChunkOrigin<Record>))
                  : all * sizeof(Record);
    return all * sizeof(Word) + walk + (all / p + own) * sizeof(Pair) * 5 / 4 +
           sublists * 5 * sizeof(Record);
  }

  // Is there room for them beside what is held already? On a host in half of the machine's memory,
  // of which each of its ranks has a part.
  bool fits(Network<Space> const& ranks, std::uint64_t all, std::uint64_t own,
            ListRankOptions const& options) const {
    std::uint64_t const needed = bytes(all, own, ranks.ranks(), takes_chunks(all, options));
    if constexpr (is_device_memory<typename Space::memory_space>) {
      std::uint64_t const held = successors_.size() * sizeof(Word) + pairs_.size() * sizeof(Pair);
      return needed <= held || needed - held <= Ledger::left_on_device();
    }
    return needed <= machine_memory() / 2 / static_cast<std::uint64_t>(ranks.ranks_on_node());
  }

  // `sizes` are the numbers of nodes of all ranks. Returns the number of lists.
  std::size_t run(Network<Space>& network, Counts const& sizes, RawArray<Word const> successor,
                  RawArray<Word> rank, TailRule<Word> tail, ListRankOptions const& options) {
    ranks_ = &network;
    options_ = &options;
    PhaseTimer<Space> timer(network.exec(), options.report);
    gather_successors(sizes, successor, tail);
    own_ = {rank.data, begins_[r()], rank.size};
    if (options.validate) agreed(*ranks_, [&] { list_ranking::check_links(problem()); });
    timer.done("gather successors");
    ListCensus const census = take_own_census(successor.data);
    timer.done("census");
    if (all_ == 0) return 0;
    if (census.astray > 0 || census.tails == 0) throw_fault();
    by_chunks_ = takes_chunks(all_, options);
    log_length_ = log_length(all_, by_chunks_);
    Splitter const splitters(all_, log_length_, options.seed);
    if (census.tails > list_ranking::most_joining_heads(splitters.blocks())) return rank_alone();
    auto const heads = prepare_walk(census, splitters);
    timer.done("heads");
    if (!walk(splitters, heads)) return rank_alone();
    timer.done("walk");
    bool const linked = rank_sublists();
    timer.done("rank sublists");
    if (by_chunks_) {
      partition();
      timer.done("partition");
    }
    exchange_pairs();
    timer.done("exchange pairs");
    check(linked);
    timer.done("check");
    return census.tails;
  }

 private:
  template <class T>
  using BufferOf = Buffer<Space, T>;

  static bool takes_chunks(std::uint64_t all, ListRankOptions const& options) {
    using Scheme = SublistWalkOptions::Scheme;
    Scheme const scheme = options.sublist_walk.scheme;
    return scheme == Scheme::automatic ? Traits::prefers_chunks(all) : scheme == Scheme::chunks;
  }
  static int log_length(std::uint64_t all, bool by_chunks) {
    return by_chunks ? Traits::log_chunked_sublist_length(all, 0)
                     : Traits::log_sublist_length(all, 0);
  }
  // Shares differ by chance; whoever makes them differ more ends in rank_alone().
  static std::uint64_t most_chunks(std::uint64_t all, std::uint64_t sublists, int ranks) {
    std::uint64_t const share = all / static_cast<std::uint64_t>(ranks);
    return std::min(all, share + share / 4 + 4096) / list_ranking::chunk_size + sublists + 1;
  }

  Space const& exec() const { return ranks_->exec(); }
  bool from_head() const { return options_->from == RankFrom::head; }
  std::size_t r() const { return static_cast<std::size_t>(ranks_->rank()); }
  // What a plan keeps is as long as it must be: it is most of what the device has.
  template <class T>
  Array<Space, T> exactly(BufferOf<T>& buffer, std::uint64_t size) {
    if (buffer.extent(0) < size) {
      buffer = {};
      buffer = make_buffer<Space, T>(exec(), "yoke::list_rank::copies", size);
    }
    return array_of(buffer, size);
  }
  template <class Functor>
  void each(char const* label, std::uint64_t begin, std::uint64_t end, Functor const& functor) {
    Kokkos::parallel_for(label, WideRange<Space>(exec(), begin, end), functor);
  }

  list_ranking::RankProblem<Space, Word> problem() const {
    return {exec(), array_of(successors_, all_), {}, {}, tail_, options_->from, nullptr};
  }

  void gather_successors(Counts const& sizes, RawArray<Word const> successor, TailRule<Word> tail) {
    tail_ = tail;
    begins_ = {0};
    for (auto const size : sizes) begins_.push_back(begins_.back() + size);
    all_ = begins_.back();
    agreed(*ranks_, [&] { exactly(successors_, all_); });
    ranks_->gather_all(successor.data, sizes, successors_.data());
  }

  ListCensus take_own_census(Word const* successor) {
    ListCensus census;
    Kokkos::parallel_reduce("yoke::list_rank::census", WideRange<Space>(exec(), 0, own_.size),
                            OwnCensus<Space, Word>{successor, own_, all_, tail_},
                            Kokkos::Sum<ListCensus>(census));
    exec().fence("yoke::list_rank::census");
    std::uint64_t sums[] = {census.tails, census.astray, census.head_sum};
    ranks_->sum(sums, 3);
    census.tails = sums[0];
    census.astray = sums[1];
    census.head_sum = sums[2];
    return census;
  }

  // The heads of all lists, and room for the walk.
  Array<Space, Record const> prepare_walk(ListCensus const& census, Splitter const& splitters) {
    Array<Space, Record const> heads;
    list_ranking::RankOutcome outcome;
    agreed(*ranks_, [&] {
      std::uint64_t const blocks = splitters.blocks(), sublists = blocks + census.tails;
      sublists_ =
          by_chunks_ ? sublists : in_place_.prepare(exec(), all_, sublists, ranks_->ranks());
      if (!ranker_) ranker_.emplace(exec(), sublists_, census.tails);
      ranker_->reserve(exec(), sublists_);
      auto with_heads = problem();
      if (census.tails > 1) {
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
      if (!by_chunks_) return;
      std::uint64_t const chunks = most_chunks(all_, shares_[r()], ranks_->ranks());
      exactly(chunks_, chunks);
      exactly(origins_, chunks);
      exactly(pairs_, all_);
      exactly(cursor_, Buckets::most);
      exactly(before_, Buckets::most);
    });
    if (ranks_->sum(!outcome.complete) > 0) throw_fault();
    return heads;
  }

  // This rank's share of the sublists. False where a rank's walks did not end.
  bool walk(Splitter const& splitters, Array<Space, Record const> heads) {
    Kokkos::deep_copy(exec(), ranker_->counters(), list_ranking::WalkCounters());
    std::uint64_t const end = first_ + shares_[r()], longest = longest_walk(log_length_);
    auto const counters = by_chunks_
                              ? walk_chunks(splitters, heads, end, longest)
                              : in_place_.walk(*ranks_, *ranker_, array_of(successors_, all_),
                                               tail_, splitters, heads, first_, end, longest);
    walked_chunks_ = counters.chunks;
    std::uint64_t sums[] = {counters.visited, counters.overlong, counters.faults};
    ranks_->sum(sums, 3);
    is_sound_ = sums[0] == all_ && sums[2] == 0;
    return sums[1] == 0;
  }
  list_ranking::WalkCounters walk_chunks(Splitter const& splitters,
                                         Array<Space, Record const> heads, std::uint64_t end,
                                         std::uint64_t longest) {
    list_ranking::ChunkWalk<Space, Word, Record> const work{array_of(successors_, all_),
                                                            tail_,
                                                            heads,
                                                            splitters,
                                                            ranker_->table(),
                                                            array_of(chunks_),
                                                            array_of(origins_),
                                                            ranker_->counters(),
                                                            longest,
                                                            false,
                                                            first_,
                                                            end};
    Kokkos::parallel_for("yoke::list_rank::walk",
                         Kokkos::RangePolicy<Space>(exec(), 0, Traits::threads(exec())), work);
    return ranker_->read_counters(exec());
  }

  bool rank_sublists() {
    auto const table = ranker_->table();
    ranks_->gather_all(table.next.data() + first_, shares_, table.next.data());
    ranks_->gather_all(table.length.data() + first_, shares_, table.length.data());
    if (!by_chunks_) in_place_.gather_more(*ranks_, *ranker_);
    return ranker_->rank(exec(), from_head(), sublists_);
  }

  void partition() {
    auto const cursor = array_of(cursor_);
    list_ranking::begin_buckets<Space>(exec(), Buckets(all_), cursor);
    if (walked_chunks_ == 0) return;
    list_ranking::PartitionChunks<Space, Record> const work{array_of(chunks_, walked_chunks_),
                                                            array_of(origins_, walked_chunks_),
                                                            ranker_->bases(),
                                                            Buckets(all_),
                                                            from_head(),
                                                            array_of(pairs_, all_),
                                                            cursor};
    work.run(exec(), Traits::template partition_team_size<Record>);
  }

  // By chunks the pairs of all buckets that hold nodes of a rank go to it: of a bucket that two
  // have nodes of, each gets all and takes its own. In turns, a stretch of each rank's buckets in
  // each, so that what has come is scattered while the next is under way.
  void exchange_pairs() {
    Counts const before = by_chunks_ ? pairs_before() : Counts();
    std::size_t const p = begins_.size() - 1;
    std::size_t const turns = by_chunks_ ? ranks_->turns_for(all_ / p * sizeof(Pair)) : 1;
    Counts sends(p * turns);
    for (std::size_t rank = 0; rank < p; ++rank) {
      for (std::size_t t = 0; t < turns && rank != r(); ++t) {
        sends[rank * turns + t] = count_pairs_of(rank, t, turns, before);
      }
    }
    Counts const receives = ranks_->transpose(sends);
    auto const total = [](Counts const& counts) {
      return std::accumulate(counts.begin(), counts.end(), std::uint64_t(0));
    };
    agreed(*ranks_, [&] {
      room_for(exec(), sent_, total(sends));
      room_for(exec(), received_, total(receives));
    });
    Pair* to = sent_.data();
    for (std::size_t rank = 0; rank < p; ++rank) {
      auto const first = sends.begin() + static_cast<std::ptrdiff_t>(rank * turns);
      auto const size =
          std::accumulate(first, first + static_cast<std::ptrdiff_t>(turns), std::uint64_t(0));
      if (size > 0) pack_pairs_of(rank, before, to);
      to += size;
    }
    exchange_and_take(sends, receives, turns);
  }
  // What is sent lies by ranks, of each by turns; what comes by turns, of each by ranks.
  void exchange_and_take(Counts const& sends, Counts const& receives, std::size_t turns) {
    std::size_t const p = begins_.size() - 1;
    std::vector<Parts> to(turns), from(turns);
    std::uint64_t begin = 0;
    for (std::size_t i = 0; i < sends.size(); ++i) {
      to[i % turns].begin.push_back(begin);
      to[i % turns].bytes.push_back(sends[i]);
      begin += sends[i];
    }
    Counts ends;
    std::vector<Turn> all;
    for (std::size_t t = 0, place = 0; t < turns; ++t) {
      for (std::size_t rank = 0; rank < p; ++rank) {
        from[t].begin.push_back(place);
        from[t].bytes.push_back(receives[rank * turns + t]);
        place += receives[rank * turns + t];
      }
      ends.push_back(place);
      all.push_back({transfer_of(sent_.data(), to[t], received_.data(), from[t])});
    }
    auto const take = [&] {
      if (own_.size > 0) take_own();
    };
    ranks_->exchange_in_turns(all, take, [&](std::size_t t) {
      each("yoke::list_rank::take_received", t == 0 ? 0 : ends[t - 1], ends[t],
           TakeReceived<Space, Word, Record>{received_.data(), own_});
    });
  }
  // Of the rank's buckets, those of a turn.
  std::uint64_t count_pairs_of(std::size_t rank, std::size_t turn, std::size_t turns,
                               Counts const& before) {
    std::uint64_t const begin = begins_[rank], end = begins_[rank + 1];
    if (begin == end) return 0;
    if (!by_chunks_) return in_place_.pack(exec(), *ranker_, from_head(), begin, end, nullptr);
    auto const [first, last] = buckets_of(rank);
    auto const count = static_cast<std::size_t>(last - first + 1);
    auto const before_turn = [&](std::size_t t) {
      return before[static_cast<std::size_t>(first) + count * t / turns];
    };
    return before_turn(turn + 1) - before_turn(turn);
  }
  void pack_pairs_of(std::size_t rank, Counts const& before, Pair* to) {
    if (!by_chunks_) {
      in_place_.pack(exec(), *ranker_, from_head(), begins_[rank], begins_[rank + 1], to);
      return;
    }
    auto const [first, last] = buckets_of(rank);
    Buckets const buckets(all_);
    each("yoke::list_rank::pack_buckets", buckets.begin(first), buckets.end(last),
         PackBuckets<Space, Record>{walked_pairs(), before_.data(),
                                    before[static_cast<std::size_t>(first)], to});
  }
  void take_own() {
    if (!by_chunks_) {
      in_place_.take(exec(), *ranker_, from_head(), own_);
      return;
    }
    auto const [first, last] = buckets_of(r());
    Buckets const buckets(all_);
    each("yoke::list_rank::take_walked", buckets.begin(first), buckets.end(last),
         TakeWalked<Space, Word, Record>{walked_pairs(), own_});
  }
  BucketPairs<Space, Record> walked_pairs() const {
    return {array_of(pairs_, all_), array_of(cursor_), Buckets(all_)};
  }
  std::pair<int, int> buckets_of(std::size_t rank) const {
    Buckets const buckets(all_);
    return {buckets.of(begins_[rank]), buckets.of(begins_[rank + 1] - 1)};
  }
  // The numbers of pairs in the buckets before each, on the host and, for kernels, in before_.
  Counts pairs_before() {
    Buckets const buckets(all_);
    Counts cursor(Buckets::most), before(Buckets::most + 1);
    using Host = Kokkos::View<std::uint64_t*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>;
    Kokkos::deep_copy(exec(), Host(cursor.data(), cursor.size()), array_of(cursor_));
    exec().fence("yoke::list_rank::cursor");
    for (int bucket = 0; bucket < Buckets::most; ++bucket) {
      auto const b = static_cast<std::size_t>(bucket);
      bool const exists = bucket < buckets.count();
      // Cursors run past the ends where walkers on merging lists have met some nodes twice.
      before[b + 1] =
          before[b] +
          (exists ? std::min(cursor[b], buckets.end(bucket)) - buckets.begin(bucket) : 0);
    }
    Kokkos::deep_copy(exec(), array_of(before_), Host(before.data(), Buckets::most));
    exec().fence("yoke::list_rank::before");
    return before;
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
      chunks_ = {};
      pairs_ = {};
      auto options = *options_;
      options.report = nullptr;
      options.sublist_walk.scheme = SublistWalkOptions::Scheme::in_place;
      auto const ranks = make_buffer<Space, Word>(exec(), "yoke::list_rank::ranks", all_);
      list_ranking::RankSolver<Word, Space> alone(exec(), {all_}, options,
                                                  ListRankAlgorithm::sublist_walk);
      lists = alone.run({{successors_.data(), all_}, {}, {ranks.data(), all_}});
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
  OwnPart<Space, Word> own_{};
  Counts begins_, shares_;  // of the nodes, and of the sublists
  std::uint64_t all_ = 0, first_ = 0, sublists_ = 0, walked_chunks_ = 0;
  int log_length_ = 0;
  bool by_chunks_ = false, is_sound_ = false;

  BufferOf<Word> successors_;
  std::optional<list_ranking::SublistRanker<Space, Record>> ranker_;
  std::optional<HeadFinder<Space, Word>> finder_;
  WalkInPlace<Space, Word, Record> in_place_;
  BufferOf<list_ranking::ChunkNodes<Record>> chunks_;
  BufferOf<list_ranking::ChunkOrigin<Record>> origins_;
  BufferOf<Pair> pairs_, sent_, received_;
  BufferOf<std::uint64_t> cursor_, before_;
};

}  // namespace yoke::detail::mpi
