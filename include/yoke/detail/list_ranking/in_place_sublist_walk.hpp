#pragma once

#include <algorithm>
#include <utility>

#include "yoke/detail/huge_pages.hpp"
#include "yoke/detail/list_ranking/faults.hpp"
#include "yoke/detail/list_ranking/in_place_walk.hpp"
#include "yoke/detail/list_ranking/traits.hpp"

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
  InPlaceSublistWalk(Space const& exec, std::size_t capacity, ListRankOptions const& options);

  RankOutcome run(RankProblem<Space, Word> const& problem) override {
    RankOutcome const outcome = walk(problem);
    if (!outcome.complete || problem.size() == 0) return outcome;
    PhaseTimer<Space> timer(problem.exec, problem.report);
    add_bases<Space, Word, Record>(problem.exec, records(problem), bases(), layout_.format,
                                   problem.from == RankFrom::head, problem.rank);
    problem.exec.fence("yoke::list_rank: add");
    timer.done("add");
    return outcome;
  }

  std::size_t workspace_bytes() const override {
    return (record_.size() + table_next_.size() + table_length_.size() + base_.size() +
            heads_.size()) *
               sizeof(Record) +
           jump_.bytes() + sizeof(WalkCounters);
  }
  bool ranks_from_head() const override { return true; }

  // The smallest node from which no tail is reached, or n. Overwrites the ranks.
  std::uint64_t first_unranked(RankProblem<Space, Word> const& problem);

 private:
  using Traits = ListRankTraits<Space>;
  using Records = Array<Space, Record>;
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

  Records records(RankProblem<Space, Word> const& problem) {
    if constexpr (rank_holds_records) {
      return problem.rank;
    } else {
      return Records(record_.data(), problem.size());
    }
  }
  Records bases() { return Records(base_.data(), base_.extent(0)); }
  SublistTable<Space, Record> table() {
    return {Records(table_next_.data(), table_next_.extent(0)),
            Records(table_length_.data(), table_length_.extent(0))};
  }

  // Everything up to the sublists' bases.
  RankOutcome walk(RankProblem<Space, Word> const& problem);
  void run_walkers(RankProblem<Space, Word> const& problem, Array<Space, Record const> heads,
                   std::uint64_t first_ticket);
  // The heads to start at from the first; empty where they have yet to be found.
  Array<Space, Record const> known_heads(RankProblem<Space, Word> const& problem,
                                         ListCensus const& census, RankOutcome& outcome);
  bool walk_from_found_heads(RankProblem<Space, Word> const& problem, std::uint64_t lists);
  bool rank_sublists(Space const& exec, bool from_head, std::uint64_t sublists);
  void reserve(Space const& exec, std::uint64_t sublists);
  WalkCounters read_counters(Space const& exec);
  void report_sublists(Space const& exec, ListRankReport& report, std::uint64_t sublists);

  std::uint64_t seed_;
  int log_length_;
  Layout layout_{1, 1, 0, 0};
  Buffer<Space, WalkCounters> counters_;
  Buffer<Space, Record> record_, table_next_, table_length_, base_, heads_;
  PointerJump<Space, Record> jump_;
  JumpCells<Space, Record> cells_{nullptr, nullptr};
};

template <class Space, class Word, class Record>
InPlaceSublistWalk<Space, Word, Record>::InPlaceSublistWalk(Space const& exec, std::size_t capacity,
                                                            ListRankOptions const& options)
    : seed_(options.seed),
      log_length_(Traits::log_sublist_length(capacity, options.sublist_walk.sublist_length)),
      counters_(make_buffer<Space, WalkCounters>(exec, "yoke::list_rank::counters", 1)),
      heads_(make_buffer<Space, Record>(exec, "yoke::list_rank::heads", 1)) {
  if constexpr (!rank_holds_records) {
    record_ = make_buffer<Space, Record>(exec, "yoke::list_rank::records", capacity);
    if constexpr (runs_on_host<Space>) {
      advise_huge_pages(record_.data(), capacity * sizeof(Record));
    }
  }
  reserve(exec, Layout(capacity, log_length_, seed_, 1).sublists());
}

template <class Space, class Word, class Record>
RankOutcome InPlaceSublistWalk<Space, Word, Record>::walk(RankProblem<Space, Word> const& problem) {
  Space const& exec = problem.exec;
  std::uint64_t const n = problem.size();
  PhaseTimer<Space> timer(exec, problem.report);
  ListCensus const census =
      copy_links<Space, Word, Record>(exec, problem.successor, problem.tail, records(problem));
  RankOutcome outcome{census.tails, census.out_of_range == 0 && (census.tails > 0 || n == 0)};
  timer.done("copy");
  if (!outcome.complete || n == 0) return outcome;

  // Heads that are known join the first walk; those of several lists are found after it, among the
  // few nodes that it leaves.
  auto const heads = known_heads(problem, census, outcome);
  if (!outcome.complete) return outcome;
  layout_ = Layout(n, log_length_, seed_, census.tails);
  reserve(exec, layout_.sublists());
  Kokkos::deep_copy(exec, counters_, WalkCounters());
  run_walkers(problem, heads, 0);
  auto counters = read_counters(exec);
  timer.done("walk");
  if (heads.extent(0) == 0) {
    outcome.complete = counters.faults == 0 && walk_from_found_heads(problem, census.tails);
    counters = read_counters(exec);
    timer.done("heads");
  }
  outcome.complete = outcome.complete && counters.visited == n && counters.faults == 0;
  if (!outcome.complete) return outcome;
  std::uint64_t const sublists = layout_.first_more + counters.more_sublists;
  outcome.complete = rank_sublists(exec, problem.from == RankFrom::head, sublists);
  timer.done("rank sublists");
  if (problem.report) report_sublists(exec, *problem.report, sublists);
  return outcome;
}

template <class Space, class Word, class Record>
void InPlaceSublistWalk<Space, Word, Record>::run_walkers(RankProblem<Space, Word> const& problem,
                                                          Array<Space, Record const> heads,
                                                          std::uint64_t first_ticket) {
  InPlaceWalk<Space, Record, Traits::walkers> walk(
      records(problem), table(), Array<Space, WalkCounters>(counters_.data(), 1), heads,
      layout_.splitters, layout_.format, layout_.first_more);
  walk.run(problem.exec, first_ticket, Traits::threads(problem.exec));
}

template <class Space, class Word, class Record>
Array<Space, Record const> InPlaceSublistWalk<Space, Word, Record>::known_heads(
    RankProblem<Space, Word> const& problem, ListCensus const& census, RankOutcome& outcome) {
  std::uint64_t const given = problem.heads.extent(0);
  std::uint64_t const n = problem.size();
  if (given == 0 && census.tails > 1) return {};
  if (given > 0 && given != census.tails) {
    outcome.complete = false;
    return {};
  }
  if (heads_.extent(0) < given) {
    heads_ = make_buffer<Space, Record>(problem.exec, "yoke::list_rank::heads", given);
  }
  Records const heads(heads_.data(), census.tails);
  if (given > 0) {
    outcome.complete = copy_heads<Space, Word, Record>(problem.exec, problem.heads, n, heads);
  } else {
    outcome.complete = census.head_sum < n;
    Kokkos::deep_copy(problem.exec, heads, static_cast<Record>(census.head_sum));
  }
  return heads;
}

template <class Space, class Word, class Record>
bool InPlaceSublistWalk<Space, Word, Record>::walk_from_found_heads(
    RankProblem<Space, Word> const& problem, std::uint64_t lists) {
  Space const& exec = problem.exec;
  clear_sublists<Space, Record>(exec, table(), layout_.splitters.blocks(), layout_.first_more);
  if (mark_unvisited<Space, Record>(exec, records(problem), layout_.splitters) > 0) return false;
  if (heads_.extent(0) < lists) {
    heads_ = make_buffer<Space, Record>(exec, "yoke::list_rank::heads", lists);
  }
  std::uint64_t const found =
      collect_heads<Space, Record>(exec, records(problem), Records(heads_.data(), lists));
  if (found > lists) return false;
  reset_tickets(exec, Array<Space, WalkCounters>(counters_.data(), 1));
  run_walkers(problem, Records(heads_.data(), found), layout_.splitters.blocks());
  return true;
}

template <class Space, class Word, class Record>
bool InPlaceSublistWalk<Space, Word, Record>::rank_sublists(Space const& exec, bool from_head,
                                                            std::uint64_t sublists) {
  cells_ = jump_.cells();
  link_sublists<Space, Record>(exec, table(), sublists, from_head, cells_);
  bool const complete = jump_.run(exec, cells_, sublists);
  take_bases<Space, Record>(exec, cells_, sublists, from_head, bases());
  return complete;
}

// Many short lists need more sublists than the plan reserved; it grows once and keeps that.
template <class Space, class Word, class Record>
void InPlaceSublistWalk<Space, Word, Record>::reserve(Space const& exec, std::uint64_t sublists) {
  if (sublists <= base_.extent(0)) return;
  table_next_ = make_buffer<Space, Record>(exec, "yoke::list_rank::sublist_next", sublists);
  table_length_ = make_buffer<Space, Record>(exec, "yoke::list_rank::sublist_length", sublists);
  base_ = make_buffer<Space, Record>(exec, "yoke::list_rank::sublist_base", sublists);
  jump_ = PointerJump<Space, Record>(exec, sublists);
}

template <class Space, class Word, class Record>
WalkCounters InPlaceSublistWalk<Space, Word, Record>::read_counters(Space const& exec) {
  WalkCounters counters;
  Kokkos::View<WalkCounters*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const
      host(&counters, 1);
  Kokkos::deep_copy(exec, host, counters_);
  exec.fence("yoke::list_rank: counters");
  return counters;
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
                    IsOnEndlessSublist<Space, Record>{record, layout_.format, cells_});
}

template <class Space, class Word, class Record>
void InPlaceSublistWalk<Space, Word, Record>::report_sublists(Space const& exec,
                                                              ListRankReport& report,
                                                              std::uint64_t sublists) {
  report.sublists = sublists;
  if (!report.collect_sublist_lengths) return;
  Kokkos::View<Record*, Kokkos::HostSpace> const lengths("yoke::list_rank::lengths", sublists);
  Kokkos::deep_copy(
      exec, lengths,
      Kokkos::subview(table_length_, std::pair<std::size_t, std::size_t>(0, sublists)));
  exec.fence("yoke::list_rank: report");
  report.sublist_lengths.assign(lengths.data(), lengths.data() + sublists);
  std::sort(report.sublist_lengths.begin(), report.sublist_lengths.end());
}

}  // namespace yoke::detail
