#pragma once

#include <cmath>
#include <utility>

#include "list_ranking/in_place_walk.hpp"
#include "list_ranking/solver.hpp"
#include "primitives/fresh_seed.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/huge_pages.hpp"
#include "yoke/hybrid.hpp"

namespace yoke::detail::list_ranking {

// Gives a node its rank from whichever side has met it, and counts the nodes that neither side has
// met.
template <class Space, class Word, class Record>
struct AddBasesOfBoth {
  Array<Space, Record> mine, other;
  SublistRank<Space, Record> rank_of;
  Array<Space, Word> rank;

  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& unmet) const {
    constexpr Record visited = RecordFormat<Record>::visited;
    Record const near = mine(i);
    Record const met = near & visited ? near : other(i);
    if (met & visited) {
      rank(i) = static_cast<Word>(rank_of(met));
    } else {
      ++unmet;
    }
  }
};

// Returns how many nodes neither side has met, and are left without a rank.
template <class Space, class Word, class Record>
std::uint64_t add_bases_of_both(Space const& exec, Array<Space, Record> mine,
                                Array<Space, Record> other,
                                SublistRank<Space, Record> const& rank_of,
                                Array<Space, Word> rank) {
  std::uint64_t unmet = 0;
  Kokkos::parallel_reduce("yoke::list_rank::add_bases_of_both",
                          WideRange<Space>(exec, 0, rank.extent(0)),
                          AddBasesOfBoth<Space, Word, Record>{mine, other, rank_of, rank}, unmet);
  return unmet;
}

// One side's copy of the list, its walkers and its sublists.
template <class Space, class Word, class Record>
class WalkSide {
 public:
  WalkSide(Space const& exec, std::size_t capacity)
      : exec_(exec),
        record_(make_buffer<Space, Record>(exec, "yoke::list_rank::records", capacity)),
        ranker_(exec, 1, 1) {
    if constexpr (runs_on_host<Space>) {
      advise_huge_pages(record_.data(), capacity * sizeof(Record));
    }
  }

  Space const& exec() const { return exec_; }
  SublistRanker<Space, Record>& ranker() { return ranker_; }
  Array<Space, Record> record(std::uint64_t n) const { return array_of(record_, n); }
  WalkCounters const& counters() const { return counters_; }
  Array<Space, Word const> successor() const { return successor_; }

  void reserve_copy(RawArray<Word const> successor) {
    staging_.reserve(exec_, successor, "successor");
  }
  ListCensus copy(RawArray<Word const> successor, TailRule<Word> tail, Timeline* timeline) {
    successor_ = staging_.bring(exec_, successor, "successor", timeline);
    return copy_links<Space, Word, Record>(exec_, successor_, tail, record(successor.size));
  }

  void walk(std::uint64_t n, Array<Space, Record const> heads, Splitters<Record> splitters,
            RecordFormat<Record> format, std::uint64_t first_more, std::uint64_t longest,
            bool reports_longest, std::pair<std::uint64_t, std::uint64_t> tickets) {
    using Traits = ListRankTraits<Space>;
    Kokkos::deep_copy(exec_, ranker_.counters(), WalkCounters());
    InPlaceWalk<Space, Record, Traits::walkers>(record(n), ranker_.table(), ranker_.counters(),
                                                heads, splitters, format, first_more, longest,
                                                reports_longest)
        .run(exec_, tickets.first, tickets.second, Traits::threads(exec_));
    counters_ = ranker_.read_counters(exec_);
  }

  // Room for what the other side sends.
  Array<Space, Record> other(std::uint64_t n) {
    if (other_.extent(0) < n) {
      other_ = make_buffer<Space, Record>(exec_, "yoke::list_rank::other_records", n);
    }
    return array_of(other_, n);
  }

 private:
  Space exec_;
  Buffer<Space, Record> record_, other_;
  SublistRanker<Space, Record> ranker_;
  Staging<Space, Word> staging_;
  Array<Space, Word const> successor_;
  WalkCounters counters_;
};

// The sublist walk on both sides at once: each side has a copy of the list and walks its own
// blocks' sublists in place; the host's sublists join the device's, which ranks them all; the side
// where the ranks are wanted receives the other's records and writes them.
//
// Memory beyond the arguments: a record a node on each side, another where the ranks are written, a
// copy of the successors on a side that they do not lie on, and 20 bytes a sublist on each side.
// Every list has a sublist of its own, and its head takes another word or two on the device.
//
// Every rank that a complete run leaves has been written: nodes that neither side has met are
// counted. With none of them, and n visits in all, each node was met once.
template <class Device, class Host, class Word, class Record>
class HybridSublistWalk {
 public:
  HybridSublistWalk(Hybrid<Device, Host> const& hybrid, std::size_t capacity,
                    ListRankOptions const& options)
      : hybrid_(hybrid),
        options_(options),
        tail_(end_rule<Word>(options.tail, "yoke::list_rank: options.tail")),
        log_length_(ListRankTraits<Device>::log_sublist_length(
            capacity, options.sublist_walk.sublist_length)),
        device_(hybrid.device(), capacity),
        host_(hybrid.host(), capacity),
        heads_(hybrid.device(), capacity) {}

  std::size_t run(RawArray<Word const> successor, RawArray<Word const> heads, RawArray<Word> rank,
                  double host_share, Timeline* timeline);

 private:
  using Splitter = Splitters<Record>;

  void copy(RawArray<Word const> successor, Timeline* timeline);
  void walk_or_split_again(Problem<Device, Word> const& problem, Array<Device, Word const> heads,
                           RawArray<Word const> successor, double host_share, Timeline* timeline);
  std::uint64_t write_ranks(RawArray<Word> rank, Timeline* timeline);
  void walk(Problem<Device, Word> const& problem, Array<Device, Word const> heads,
            double host_share, std::uint64_t seed, std::uint64_t longest, Timeline* timeline);
  bool rank_sublists(bool from_head);
  template <class Near, class Far>
  std::uint64_t finish(WalkSide<Near, Word, Record>& near, WalkSide<Far, Word, Record>& far,
                       Array<Near, Word> rank);

  Hybrid<Device, Host> const& hybrid_;
  ListRankOptions options_;
  TailRule<Word> tail_;
  int log_length_;
  WalkSide<Device, Word, Record> device_;
  WalkSide<Host, Word, Record> host_;
  HeadFinder<Device, Word> heads_;
  Staging<Device, Word> given_heads_, ranks_;
  // Of the call under way: how its sublists are numbered, and which are the host's.
  Splitter splitters_{1, 1, 0};
  RecordFormat<Record> format_{1, 1};
  std::uint64_t host_blocks_ = 0, device_more_ = 0, host_more_ = 0;
};

template <class Device, class Host, class Word, class Record>
std::size_t HybridSublistWalk<Device, Host, Word, Record>::run(RawArray<Word const> successor,
                                                               RawArray<Word const> heads,
                                                               RawArray<Word> rank,
                                                               double host_share,
                                                               Timeline* timeline) {
  std::uint64_t const n = successor.size;
  PhaseTimer<Device> timer(hybrid_.device(), options_.report);
  copy(successor, timeline);
  timer.done("copy");
  Problem<Device, Word> const problem{
      hybrid_.device(),
      device_.successor(),
      given_heads_.bring(hybrid_.device(), heads, "heads", timeline),
      {},
      tail_,
      options_.from,
      nullptr};
  if (options_.validate) {
    check_heads(problem);
    check_links(problem);
  }
  RankOutcome outcome;
  auto const found = find_heads(heads_, problem, outcome);
  timer.done("heads");
  if (outcome.complete) {
    walk_or_split_again(problem, found, successor, host_share, timeline);
    auto const &here = device_.counters(), &there = host_.counters();
    outcome.complete = here.visited + there.visited == n && here.faults + there.faults == 0;
    timer.done("walk");
  }
  if (outcome.complete) outcome.complete = rank_sublists(options_.from == RankFrom::head);
  timer.done("rank sublists");
  if (outcome.complete) outcome.complete = write_ranks(rank, timeline) == 0;
  timer.done("add");
  if (!outcome.complete) throw_fault(problem);
  return outcome.lists;
}

// A list that is unlucky with the seed is walked once more, with one that it cannot know.
template <class Device, class Host, class Word, class Record>
void HybridSublistWalk<Device, Host, Word, Record>::walk_or_split_again(
    Problem<Device, Word> const& problem, Array<Device, Word const> heads,
    RawArray<Word const> successor, double host_share, Timeline* timeline) {
  auto const overlong = [&] { return device_.counters().overlong + host_.counters().overlong > 0; };
  auto const longest = [&] {
    return std::max(device_.counters().longest_walk, host_.counters().longest_walk);
  };
  walk(problem, heads, host_share, options_.seed, longest_walk(log_length_), timeline);
  std::uint64_t longest_of_all = longest();
  if (overlong()) {
    copy(successor, timeline);
    walk(problem, heads, host_share, fresh_seed(), problem.size(), timeline);
    longest_of_all = std::max(longest_of_all, longest());
  }
  if (options_.report) options_.report->longest_walk = longest_of_all;
}

// Returns how many nodes are left without a rank.
template <class Device, class Host, class Word, class Record>
std::uint64_t HybridSublistWalk<Device, Host, Word, Record>::write_ranks(RawArray<Word> rank,
                                                                         Timeline* timeline) {
  if (Staging<Device, Word>::is_near(rank)) {
    Span span(timeline, Lane::upload, "host's records");
    return finish(device_, host_, Array<Device, Word>(rank.data, rank.size));
  }
  Span span(timeline, Lane::download, "device's records");
  return finish(host_, device_, Array<Host, Word>(rank.data, rank.size));
}

template <class Device, class Host, class Word, class Record>
void HybridSublistWalk<Device, Host, Word, Record>::copy(RawArray<Word const> successor,
                                                         Timeline* timeline) {
  device_.reserve_copy(successor);
  host_.reserve_copy(successor);
  hybrid_.concurrently(
      [&] {
        Span span(timeline, Lane::device, "copy links");
        device_.copy(successor, tail_, timeline);
      },
      [&] {
        Span span(timeline, Lane::host, "copy links");
        host_.copy(successor, tail_, timeline);
      });
}

template <class Device, class Host, class Word, class Record>
void HybridSublistWalk<Device, Host, Word, Record>::walk(Problem<Device, Word> const& problem,
                                                         Array<Device, Word const> heads,
                                                         double host_share, std::uint64_t seed,
                                                         std::uint64_t longest,
                                                         Timeline* timeline) {
  std::uint64_t const n = problem.size();
  auto const starts = device_.ranker().heads(problem.exec, heads.extent(0));
  copy_heads<Device, Word, Record>(problem.exec, heads, n, starts);

  splitters_ = Splitter(n, log_length_, seed);
  std::uint64_t const blocks = splitters_.blocks();
  device_more_ = blocks + heads.extent(0);
  format_ = RecordFormat<Record>(n, device_more_, 2);
  host_more_ = device_more_ + format_.more_sublists();
  host_blocks_ = static_cast<std::uint64_t>(std::llround(host_share * static_cast<double>(blocks)));
  device_.ranker().reserve(problem.exec, host_more_ + format_.more_sublists());
  host_.ranker().reserve(hybrid_.host(), host_more_ + format_.more_sublists());
  hybrid_.concurrently(
      [&] {
        Span span(timeline, Lane::device, "walk");
        device_.walk(n, starts, splitters_, format_, device_more_, longest,
                     options_.report != nullptr, {host_blocks_, device_more_});
      },
      [&] {
        Span span(timeline, Lane::host, "walk");
        host_.walk(n, {}, splitters_, format_, host_more_, longest, options_.report != nullptr,
                   {0, host_blocks_});
      });
}

template <class Device, class Host, class Word, class Record>
bool HybridSublistWalk<Device, Host, Word, Record>::rank_sublists(bool from_head) {
  Device const& exec = hybrid_.device();
  auto const ours = device_.ranker().table();
  auto const theirs = host_.ranker().table();
  auto const take = [&](std::uint64_t begin, std::uint64_t end) {
    std::pair<std::size_t, std::size_t> const range(begin, end);
    Kokkos::deep_copy(exec, Kokkos::subview(ours.next, range), Kokkos::subview(theirs.next, range));
    Kokkos::deep_copy(exec, Kokkos::subview(ours.length, range),
                      Kokkos::subview(theirs.length, range));
  };
  std::uint64_t const sublists = host_more_ + host_.counters().more_sublists;
  take(0, host_blocks_);
  take(host_more_, sublists);
  clear_sublists<Device, Record>(exec, ours, device_more_ + device_.counters().more_sublists,
                                 host_more_);
  device_.ranker().report(exec, options_.report, sublists, options_.collect_sublist_lengths);
  return device_.ranker().rank(exec, from_head, sublists);
}

template <class Device, class Host, class Word, class Record>
template <class Near, class Far>
std::uint64_t HybridSublistWalk<Device, Host, Word, Record>::finish(
    WalkSide<Near, Word, Record>& near, WalkSide<Far, Word, Record>& far, Array<Near, Word> rank) {
  Device const& exec = hybrid_.device();
  std::uint64_t const n = rank.extent(0);
  auto const other = near.other(n);
  Kokkos::deep_copy(exec, other, far.record(n));
  auto const bases = device_.ranker().bases();
  if (near.ranker().bases().data() != bases.data()) {
    std::pair<std::size_t, std::size_t> const used(0, host_more_ + host_.counters().more_sublists);
    Kokkos::deep_copy(exec, Kokkos::subview(near.ranker().bases(), used),
                      Kokkos::subview(bases, used));
  }
  exec.fence("yoke::list_rank: exchange");
  SublistRank<Near, Record> const rank_of{near.ranker().bases(), format_,
                                          options_.from == RankFrom::head};
  std::uint64_t const unmet =
      add_bases_of_both<Near, Word, Record>(near.exec(), near.record(n), other, rank_of, rank);
  near.exec().fence("yoke::list_rank: add");
  return unmet;
}

}  // namespace yoke::detail::list_ranking
