#pragma once

#include "yoke/detail/huge_pages.hpp"
#include "yoke/detail/list_ranking/faults.hpp"
#include "yoke/detail/list_ranking/in_place_walk.hpp"

namespace yoke::detail {

// List ranking by walking sublists in place: Reid-Miller's and Dehne's random splitters, with
// splitters that need no marks (primitives/walk.hpp) and with records that are links first and
// results later (sublist_records.hpp). O(n) work, and log(n / L) rounds over n / L sublists.
//
// Memory beyond the arguments: a record a node (none on a device where the ranks can hold the
// records) and 20 bytes a sublist.
template <class Space, class Word, class Record>
class InPlaceSublistWalk final : public RankAlgorithm<Space, Word> {
 public:
  InPlaceSublistWalk(Space const& exec, std::size_t capacity, ListRankOptions const& options)
      : seed_(options.seed),
        log_length_(Traits::log_sublist_length(capacity, options.sublist_walk.sublist_length)),
        ranker_(exec, Layout(capacity, log_length_, seed_, 1).sublists()) {
    if constexpr (!rank_holds_records) {
      record_ = make_buffer<Space, Record>(exec, "yoke::list_rank::records", capacity);
      if constexpr (runs_on_host<Space>) {
        advise_huge_pages(record_.data(), capacity * sizeof(Record));
      }
    }
  }

  RankOutcome run(RankProblem<Space, Word> const& problem) override {
    RankOutcome const outcome = walk(problem);
    if (!outcome.complete || problem.size() == 0) return outcome;
    PhaseTimer<Space> timer(problem.exec, problem.report);
    add_bases<Space, Word, Record>(problem.exec, records(problem), ranker_.bases(), layout_.format,
                                   problem.from == RankFrom::head, problem.rank);
    problem.exec.fence("yoke::list_rank: add");
    timer.done("add");
    return outcome;
  }

  std::size_t workspace_bytes() const override {
    return record_.size() * sizeof(Record) + ranker_.bytes();
  }
  bool ranks_from_head() const override { return true; }

  // The smallest node from which no tail is reached, or n. Overwrites the ranks.
  std::uint64_t first_unranked(RankProblem<Space, Word> const& problem);

 private:
  using Traits = ListRankTraits<Space>;
  static constexpr bool rank_holds_records = !runs_on_host<Space> && std::is_same_v<Word, Record>;

  // How the sublists of one call are numbered: the blocks' first, then the heads', then those that
  // a long sublist takes as it goes.
  struct Layout {
    Layout(std::uint64_t n, int log_length, std::uint64_t seed, std::uint64_t heads)
        : splitters(n, log_length, seed),
          first_more(splitters.blocks() + heads),
          format(n, first_more) {}
    std::uint64_t sublists() const { return first_more + format.more_sublists(); }

    Splitters<Record> splitters;
    std::uint64_t first_more;
    RecordFormat<Record> format;
  };

  Array<Space, Record> records(RankProblem<Space, Word> const& problem) {
    if constexpr (rank_holds_records) {
      return problem.rank;
    } else {
      return array_of(record_, problem.size());
    }
  }

  // Everything up to the sublists' bases.
  RankOutcome walk(RankProblem<Space, Word> const& problem);
  void run_walkers(RankProblem<Space, Word> const& problem, Array<Space, Record const> heads,
                   std::uint64_t first_ticket);
  bool walk_from_found_heads(RankProblem<Space, Word> const& problem, std::uint64_t lists);

  std::uint64_t seed_;
  int log_length_;
  Layout layout_{1, 1, 0, 0};
  Buffer<Space, Record> record_;
  SublistRanker<Space, Record> ranker_;
};

template <class Space, class Word, class Record>
RankOutcome InPlaceSublistWalk<Space, Word, Record>::walk(RankProblem<Space, Word> const& problem) {
  Space const& exec = problem.exec;
  std::uint64_t const n = problem.size();
  PhaseTimer<Space> timer(exec, problem.report);
  ListCensus const census =
      copy_links<Space, Word, Record>(exec, problem.successor, problem.tail, records(problem));
  RankOutcome outcome{census.tails, census.astray == 0 && (census.tails > 0 || n == 0)};
  timer.done("copy");
  if (!outcome.complete || n == 0) return outcome;

  // Heads that are known join the first walk; those of several lists are found after it, among the
  // few nodes that it leaves.
  auto const heads = ranker_.known_heads(problem, census, outcome);
  if (!outcome.complete) return outcome;
  layout_ = Layout(n, log_length_, seed_, census.tails);
  ranker_.reserve(exec, layout_.sublists());
  Kokkos::deep_copy(exec, ranker_.counters(), WalkCounters());
  run_walkers(problem, heads, 0);
  auto counters = ranker_.read_counters(exec);
  timer.done("walk");
  if (heads.extent(0) == 0) {
    outcome.complete = counters.faults == 0 && walk_from_found_heads(problem, census.tails);
    counters = ranker_.read_counters(exec);
    timer.done("heads");
  }
  outcome.complete = outcome.complete && counters.visited == n && counters.faults == 0;
  if (!outcome.complete) return outcome;
  std::uint64_t const sublists = layout_.first_more + counters.more_sublists;
  outcome.complete = ranker_.rank(exec, problem.from == RankFrom::head, sublists);
  timer.done("rank sublists");
  ranker_.report(exec, problem.report, sublists);
  return outcome;
}

template <class Space, class Word, class Record>
void InPlaceSublistWalk<Space, Word, Record>::run_walkers(RankProblem<Space, Word> const& problem,
                                                          Array<Space, Record const> heads,
                                                          std::uint64_t first_ticket) {
  InPlaceWalk<Space, Record, Traits::walkers> walk(records(problem), ranker_.table(),
                                                   ranker_.counters(), heads, layout_.splitters,
                                                   layout_.format, layout_.first_more);
  walk.run(problem.exec, first_ticket, walk.tickets(), Traits::threads(problem.exec));
}

template <class Space, class Word, class Record>
bool InPlaceSublistWalk<Space, Word, Record>::walk_from_found_heads(
    RankProblem<Space, Word> const& problem, std::uint64_t lists) {
  Space const& exec = problem.exec;
  std::uint64_t const blocks = layout_.splitters.blocks();
  clear_sublists<Space, Record>(exec, ranker_.table(), blocks, layout_.first_more);
  if (mark_unvisited<Space, Record>(exec, records(problem), layout_.splitters) > 0) return false;
  auto const heads = ranker_.heads(exec, lists);
  std::uint64_t const found = collect_heads<Space, Record>(exec, records(problem), heads);
  if (found > lists) return false;
  reset_tickets(exec, ranker_.counters());
  run_walkers(problem, Array<Space, Record const>(heads.data(), found), blocks);
  return true;
}

template <class Space, class Word, class Record>
std::uint64_t InPlaceSublistWalk<Space, Word, Record>::first_unranked(
    RankProblem<Space, Word> const& problem) {
  std::uint64_t const n = problem.size();
  RankOutcome const outcome = walk(problem);
  if (outcome.complete) return n;
  if (outcome.lists == 0) return 0;
  auto const record = records(problem);
  auto const unvisited = first_node(problem.exec, n, IsUnvisited<Space, Record>{record});
  if (unvisited < n) return unvisited;
  return first_node(problem.exec, n,
                    IsOnEndlessSublist<Space, Record>{record, layout_.format, ranker_.cells()});
}

}  // namespace yoke::detail
