#pragma once

#include <memory>

#include "list_ranking/chunk_partition.hpp"
#include "list_ranking/in_place_sublist_walk.hpp"
#include "list_ranking/list_prefixes.hpp"
#include "yoke/detail/frame/memory.hpp"

namespace yoke::detail::list_ranking {

// List ranking by walking sublists without a scattered write: walkers append the nodes that they
// meet to chunks (chunk_walk.hpp), the sublists are ranked, and the ranks are brought home through
// a partition that keeps the final scatter inside the cache (chunk_partition.hpp). For devices and
// lists far larger than their cache.
//
// Memory beyond the arguments, 32-bit records and sublists of 32 or more: 15.9 bytes a node.
//
// Every rank that a complete run leaves has been written: unranked.hpp, and list_prefixes.hpp where
// heads had to be found.
template <class Space, class Word, class Record>
class ChunkSublistWalk final : public Algorithm<Space, Word> {
 public:
  ChunkSublistWalk(Space const& exec, std::size_t capacity, ListRankOptions const& options)
      : options_(options),
        log_length_(
            Traits::log_chunked_sublist_length(capacity, options.sublist_walk.sublist_length)),
        ranker_(exec, most_sublists(capacity, log_length_), most_heads(capacity, log_length_)),
        pairs_(make_buffer<Space, NodeRank<Record>>(exec, "yoke::list_rank::pairs", capacity)),
        cursor_(
            make_buffer<Space, std::uint64_t>(exec, "yoke::list_rank::cursor", NodeBuckets::most)),
        censuses_(make_buffer<Space, ListCensus>(exec, "yoke::list_rank::census", most_ranges)) {
    reserve_chunks(exec, capacity, most_sublists(capacity, log_length_));
  }

  RankOutcome run(Problem<Space, Word> const& problem) override;

  bool ranks_from_head() const override { return true; }
  bool copies_in_ranges() const override { return true; }

 private:
  using Traits = ListRankTraits<Space>;

  static std::uint64_t most_heads(std::uint64_t n, int log_length) {
    return most_joining_heads(Splitters<Record>(n, log_length, 0).blocks());
  }
  static std::uint64_t most_sublists(std::uint64_t n, int log_length) {
    return Splitters<Record>(n, log_length, 0).blocks() + most_heads(n, log_length);
  }

  // Its records lie where the pairs would.
  RankOutcome run_in_place(Problem<Space, Word> const& problem) {
    if (!in_place_) {
      std::uint64_t const capacity = pairs_.extent(0);
      in_place_ = std::make_unique<InPlaceSublistWalk<Space, Word, Record>>(
          problem.exec, capacity, options_,
          Array<Space, Record>(reinterpret_cast<Record*>(pairs_.data()), capacity));
    }
    return in_place_->run(problem);
  }

  void reserve_chunks(Space const& exec, std::uint64_t n, std::uint64_t sublists) {
    std::uint64_t const most = n / chunk_size + sublists;
    if (most <= chunks_.extent(0)) return;
    chunks_ = make_buffer<Space, ChunkNodes<Record>>(exec, "yoke::list_rank::chunks", most);
    origins_ = make_buffer<Space, ChunkOrigin<Record>>(exec, "yoke::list_rank::origins", most);
  }

  WalkCounters walk(Problem<Space, Word> const& problem, Array<Space, Record const> heads,
                    Splitters<Record> splitters);
  void bring_home(Problem<Space, Word> const& problem, std::uint64_t chunks, Departure* departure,
                  PhaseTimer<Space>& timer);

  ListRankOptions options_;
  int log_length_;
  SublistRanker<Space, Record> ranker_;
  Buffer<Space, ChunkNodes<Record>> chunks_;
  Buffer<Space, ChunkOrigin<Record>> origins_;
  Buffer<Space, NodeRank<Record>> pairs_;
  Buffer<Space, std::uint64_t> cursor_;
  Buffer<Space, ListCensus> censuses_;
  // For what chunks cannot do, or not as well: many lists, several with heads to be found before
  // they can be ranked from there, and walks that do not end.
  std::unique_ptr<InPlaceSublistWalk<Space, Word, Record>> in_place_;
};

template <class Space, class Word, class Record>
RankOutcome ChunkSublistWalk<Space, Word, Record>::run(Problem<Space, Word> const& problem) {
  Space const& exec = problem.exec;
  std::uint64_t const n = problem.size();
  PhaseTimer<Space> timer(exec, problem.report);
  ListCensus const census = problem.copies.arrival
                                ? take_census_of_arriving(problem, array_of(censuses_))
                                : take_census_and_fill(problem);
  RankOutcome outcome{census.tails, census.astray == 0 && (census.tails > 0 || n == 0)};
  timer.done("census");
  if (!outcome.complete || n == 0) return outcome;

  Splitters<Record> const splitters(n, log_length_, options_.seed);
  if (census.tails > most_joining_heads(splitters.blocks())) return run_in_place(problem);
  auto const heads = ranker_.joining_heads(problem, census, splitters.blocks(), outcome);
  if (!outcome.complete) return outcome;
  bool const heads_known = heads.extent(0) > 0, from_head = problem.from == RankFrom::head;
  if (!heads_known && from_head) return run_in_place(problem);

  std::uint64_t const sublists = splitters.blocks() + heads.extent(0);
  ranker_.reserve(exec, sublists);
  reserve_chunks(exec, n, sublists);
  WalkCounters const counters = walk(problem, heads, splitters);
  if (problem.report) problem.report->longest_walk = counters.longest_walk;
  timer.done("walk");
  if (counters.overlong > 0) return run_in_place(problem);
  outcome.complete = ranker_.rank(exec, from_head, sublists);
  timer.done("rank sublists");
  bring_home(problem, counters.chunks, heads_known ? problem.copies.departure : nullptr, timer);
  ranker_.report(exec, problem.report, sublists, options_.collect_sublist_lengths);
  if (!outcome.complete) return outcome;

  if (heads_known) {
    flag_unranked<Space, Word>(exec, problem.rank, &ranker_.counters().data()->unranked);
    outcome.complete = counters.visited == n && ranker_.read_counters(exec).unranked == 0;
    timer.done("check");
    return outcome;
  }
  UnmetNodes const unmet = mark_prefixes<Space, Word, Record>(problem, splitters);
  outcome.complete = unmet.faults == 0 && counters.visited + unmet.count == n;
  if (!outcome.complete) return outcome;
  PrefixTally const tally = rank_prefixes(problem, longest_walk(log_length_));
  if (problem.report) {
    problem.report->longest_walk = std::max(problem.report->longest_walk, tally.longest_walk);
  }
  timer.done("prefixes");
  if (tally.overlong > 0) return run_in_place(problem);
  outcome.complete = tally.ranked == unmet.count;
  return outcome;
}

template <class Space, class Word, class Record>
WalkCounters ChunkSublistWalk<Space, Word, Record>::walk(Problem<Space, Word> const& problem,
                                                         Array<Space, Record const> heads,
                                                         Splitters<Record> splitters) {
  Space const& exec = problem.exec;
  Kokkos::deep_copy(exec, ranker_.counters(), WalkCounters());
  ChunkWalk<Space, Word, Record> const walk{problem.successor,
                                            problem.tail,
                                            heads,
                                            splitters,
                                            ranker_.table(),
                                            array_of(chunks_),
                                            array_of(origins_),
                                            ranker_.counters(),
                                            longest_walk(log_length_),
                                            problem.report != nullptr,
                                            0,
                                            splitters.blocks() + heads.extent(0)};
  Kokkos::parallel_for("yoke::list_rank::walk",
                       Kokkos::RangePolicy<Space>(exec, 0, Traits::threads(exec)), walk);
  return ranker_.read_counters(exec);
}

template <class Space, class Word, class Record>
void ChunkSublistWalk<Space, Word, Record>::bring_home(Problem<Space, Word> const& problem,
                                                       std::uint64_t chunks, Departure* departure,
                                                       PhaseTimer<Space>& timer) {
  Space const& exec = problem.exec;
  NodeBuckets const buckets(problem.size());
  auto const cursor = array_of(cursor_);
  auto const pairs = array_of(pairs_, problem.size());
  begin_buckets<Space>(exec, buckets, cursor);
  PartitionChunks<Space, Record> const partition{array_of(chunks_, chunks),
                                                 array_of(origins_, chunks),
                                                 ranker_.bases(),
                                                 buckets,
                                                 problem.from == RankFrom::head,
                                                 pairs,
                                                 cursor};
  partition.run(exec, Traits::template partition_team_size<Record>);
  timer.done("partition");
  int const ranges = departure ? departure->ranges() : 1;
  for (int range = 0; range < ranges; ++range) {
    auto const begin = buckets.begin(buckets.count() * range / ranges);
    auto const end = buckets.end(buckets.count() * (range + 1) / ranges - 1);
    scatter_ranks<Space, Word, Record>(exec, pairs, buckets, cursor, problem.rank, begin, end);
    if (departure) departure->final_before(end * sizeof(Word));
  }
  exec.fence("yoke::list_rank: scatter");
  timer.done("scatter");
}

}  // namespace yoke::detail::list_ranking
