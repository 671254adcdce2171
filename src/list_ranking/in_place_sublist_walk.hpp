#pragma once

#include "frame/fill_array.hpp"
#include "list_ranking/faults.hpp"
#include "list_ranking/in_place_prefixes.hpp"
#include "list_ranking/in_place_walk.hpp"
#include "primitives/fresh_seed.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/huge_pages.hpp"

namespace yoke::detail::list_ranking {

// List ranking by walking sublists in place: Reid-Miller's and Dehne's random splitters, with
// splitters that need no marks (primitives/walk.hpp) and with records that are links first and
// results later (sublist_records.hpp). O(n) work, and log(n / L) rounds over n / L sublists.
//
// Memory beyond the arguments: a record a node (none on a device where the ranks can hold the
// records) and 20 bytes a sublist; there are n / L of the splitters', a sixteenth as many at most
// for heads, and n / 4096 or fewer for those that outgrow their records. No more of many lists.
//
// Every rank that a complete run leaves has been written, and every node met by one walker alone:
// a record without a mark is counted when ranks are added, so that none is left means that every
// node was met, and n visits among n nodes are then one for each.
template <class Space, class Word, class Record>
class InPlaceSublistWalk final : public Algorithm<Space, Word> {
 public:
  // The records lie in `workspace`, of as many nodes, where it is not empty.
  InPlaceSublistWalk(Space const& exec, std::size_t capacity, ListRankOptions const& options,
                     Array<Space, Record> workspace = {})
      : seed_(options.seed),
        collect_lengths_(options.collect_sublist_lengths),
        log_length_(Traits::log_sublist_length(capacity, options.sublist_walk.sublist_length)),
        workspace_(workspace),
        ranker_(exec, Layout(capacity, log_length_, seed_).most_sublists(),
                Layout(capacity, log_length_, seed_).most_heads()) {
    if (rank_holds_records || workspace.extent(0) > 0) return;
    record_ = make_buffer<Space, Record>(exec, "yoke::list_rank::records", capacity);
    if constexpr (runs_on_host<Space>) {
      advise_huge_pages(record_.data(), capacity * sizeof(Record));
    }
  }

  RankOutcome run(Problem<Space, Word> const& problem) override {
    RankOutcome outcome = walk(problem);
    if (!outcome.complete || problem.size() == 0) return outcome;
    PhaseTimer<Space> timer(problem.exec, problem.report);
    SublistRank<Space, Record> const rank_of{ranker_.bases(), layout_.format,
                                             problem.from == RankFrom::head};
    outcome.complete =
        add_bases<Space, Word, Record>(problem.exec, records(problem), rank_of, problem.rank) == 0;
    timer.done("add");
    return outcome;
  }

  bool ranks_from_head() const override { return true; }

  // The smallest node from which no tail is reached, or n. Overwrites the ranks.
  std::uint64_t first_unranked(Problem<Space, Word> const& problem);

 private:
  using Traits = ListRankTraits<Space>;
  static constexpr bool rank_holds_records = !runs_on_host<Space> && std::is_same_v<Word, Record>;

  // How the sublists of one call are numbered: the blocks' first, then the heads', then those that
  // a long sublist takes as it goes.
  struct Layout {
    Layout(std::uint64_t n, int log_length, std::uint64_t seed)
        : splitters(n, log_length, seed), format(n, splitters.blocks() + most_heads()) {}
    std::uint64_t most_heads() const { return most_joining_heads(splitters.blocks()); }
    std::uint64_t first_more() const { return splitters.blocks() + heads; }
    std::uint64_t most_sublists() const {
      return splitters.blocks() + most_heads() + format.more_sublists();
    }

    Splitters<Record> splitters;
    RecordFormat<Record> format;
    std::uint64_t heads = 0;
  };

  Array<Space, Record> records(Problem<Space, Word> const& problem) {
    if constexpr (rank_holds_records) {
      return problem.rank;
    } else {
      return workspace_.extent(0) > 0 ? Array<Space, Record>(workspace_.data(), problem.size())
                                      : array_of(record_, problem.size());
    }
  }

  // Everything up to the sublists' bases and the prefixes' ranks. A list that is unlucky with the
  // seed is tried once more, with one that it cannot know.
  RankOutcome walk(Problem<Space, Word> const& problem) {
    longest_walk_ = 0;
    RankOutcome outcome = walk(problem, seed_, detail::longest_walk(log_length_));
    if (is_overlong_) outcome = walk(problem, fresh_seed(), problem.size());
    if (problem.report) {
      problem.report->longest_walk = std::max(problem.report->longest_walk, longest_walk_);
    }
    return outcome;
  }
  RankOutcome walk(Problem<Space, Word> const& problem, std::uint64_t seed, std::uint64_t longest);
  void run_walkers(Problem<Space, Word> const& problem, Array<Space, Record const> heads,
                   std::uint64_t longest);
  bool rank_sublists_and_prefixes(Problem<Space, Word> const& problem, std::uint64_t longest,
                                  PhaseTimer<Space>& timer);
  bool rank_prefixes(Problem<Space, Word> const& problem, std::uint64_t longest);

  std::uint64_t seed_;
  bool collect_lengths_;
  int log_length_;
  Layout layout_{1, 1, 0};
  Array<Space, Record> workspace_;
  Buffer<Space, Record> record_;
  SublistRanker<Space, Record> ranker_;
  // Of the call under way.
  WalkCounters counters_;
  bool is_overlong_ = false, only_mark_ = false;
  std::uint64_t longest_walk_ = 0;
};

template <class Space, class Word, class Record>
RankOutcome InPlaceSublistWalk<Space, Word, Record>::walk(Problem<Space, Word> const& problem,
                                                          std::uint64_t seed,
                                                          std::uint64_t longest) {
  Space const& exec = problem.exec;
  std::uint64_t const n = problem.size();
  is_overlong_ = false;
  PhaseTimer<Space> timer(exec, problem.report);
  ListCensus const census =
      copy_links<Space, Word, Record>(exec, problem.successor, problem.tail, records(problem));
  RankOutcome outcome{census.tails, census.astray == 0 && (census.tails > 0 || n == 0)};
  timer.done("copy");
  if (!outcome.complete || n == 0) return outcome;

  // Heads that are known and few join the walk; others are passed over or found after it, among the
  // nodes that it leaves.
  layout_ = Layout(n, log_length_, seed);
  auto const heads = ranker_.joining_heads(problem, census, layout_.splitters.blocks(), outcome);
  if (!outcome.complete) return outcome;
  layout_.heads = heads.extent(0);
  ranker_.reserve(exec, layout_.most_sublists());
  Kokkos::deep_copy(exec, ranker_.counters(), WalkCounters());
  run_walkers(problem, heads, longest);
  timer.done("walk");
  outcome.complete =
      !is_overlong_ && counters_.faults == 0 && rank_sublists_and_prefixes(problem, longest, timer);
  if (outcome.complete) {
    ranker_.report(exec, problem.report, layout_.first_more() + counters_.more_sublists,
                   collect_lengths_);
  }
  return outcome;
}

template <class Space, class Word, class Record>
void InPlaceSublistWalk<Space, Word, Record>::run_walkers(Problem<Space, Word> const& problem,
                                                          Array<Space, Record const> heads,
                                                          std::uint64_t longest) {
  InPlaceWalk<Space, Record, Traits::walkers> walk(
      records(problem), ranker_.table(), ranker_.counters(), heads, layout_.splitters,
      layout_.format, layout_.first_more(), longest, problem.report != nullptr);
  walk.run(problem.exec, 0, walk.tickets(), Traits::threads(problem.exec));
  counters_ = ranker_.read_counters(problem.exec);
  longest_walk_ = std::max(longest_walk_, counters_.longest_walk);
  is_overlong_ = counters_.overlong > 0;
}

// From the tail prefixes need the bases of what follows; from the head it is the other way round.
template <class Space, class Word, class Record>
bool InPlaceSublistWalk<Space, Word, Record>::rank_sublists_and_prefixes(
    Problem<Space, Word> const& problem, std::uint64_t longest, PhaseTimer<Space>& timer) {
  bool const from_head = problem.from == RankFrom::head, with_prefixes = layout_.heads == 0;
  std::uint64_t const sublists = layout_.first_more() + counters_.more_sublists;
  bool complete = with_prefixes || counters_.visited == problem.size();
  if (with_prefixes && from_head) {
    fill(problem.exec, ranker_.bases(), Record(0));
    complete = rank_prefixes(problem, longest);
    timer.done("prefixes");
  }
  complete = ranker_.rank(problem.exec, from_head, sublists, with_prefixes) && complete;
  timer.done("rank sublists");
  if (with_prefixes && !from_head) {
    complete = rank_prefixes(problem, longest) && complete;
    timer.done("prefixes");
  }
  return complete;
}

// Found prefixes are disjoint, so their walkers have met as many unvisited nodes as they count; of
// given ones nothing is known, and those that have been left out are seen when ranks are added.
template <class Space, class Word, class Record>
bool InPlaceSublistWalk<Space, Word, Record>::rank_prefixes(Problem<Space, Word> const& problem,
                                                            std::uint64_t longest) {
  Space const& exec = problem.exec;
  UnmetNodes unmet;
  unmet.count = problem.size() - std::min<std::uint64_t>(counters_.visited, problem.size());
  if (problem.heads.extent(0) == 0) {
    unmet = mark_unvisited<Space, Record>(exec, records(problem), layout_.splitters);
    if (unmet.faults > 0) return false;
  }
  reset_tickets(exec, ranker_.counters());
  PrefixWalk<Space, Word, Record, Traits::walkers> const walk{records(problem),
                                                              problem.heads,
                                                              layout_.splitters,
                                                              ranker_.bases(),
                                                              ranker_.counters(),
                                                              longest,
                                                              problem.from == RankFrom::head,
                                                              only_mark_};
  PrefixTally const tally = walk.run(exec, Traits::threads(exec));
  longest_walk_ = std::max(longest_walk_, tally.longest_walk);
  is_overlong_ = tally.overlong > 0;
  return !is_overlong_ && tally.faults == 0 && tally.ranked == unmet.count &&
         counters_.visited + tally.ranked == problem.size();
}

template <class Space, class Word, class Record>
std::uint64_t InPlaceSublistWalk<Space, Word, Record>::first_unranked(
    Problem<Space, Word> const& problem) {
  std::uint64_t const n = problem.size();
  only_mark_ = true;
  RankOutcome const outcome = walk(problem);
  if (outcome.complete) return n;
  if (outcome.lists == 0) return 0;
  auto const record = records(problem);
  auto const unvisited = first_node(problem.exec, n, IsUnvisited<Space, Record>{record});
  if (unvisited < n) return unvisited;
  std::uint64_t const sublists = layout_.first_more() + counters_.more_sublists;
  return first_node(
      problem.exec, n,
      IsOnEndlessSublist<Space, Record>{record, layout_.format, ranker_.cells(), sublists});
}

}  // namespace yoke::detail::list_ranking
