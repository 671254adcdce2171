#pragma once

#include <limits>
#include <optional>

#include "list_ranking/faults.hpp"
#include "list_ranking/sublist_ranker.hpp"
#include "primitives/fresh_seed.hpp"
#include "yoke/detail/frame/memory.hpp"

namespace yoke::detail::list_ranking {

// How a two-pass walk ended.
enum class TwoPassEnd {
  ranked,
  malformed,      // no lists; what the links were may be lost
  too_many_lists  // more than have sublists of their own
};

// Where the sublists begin: at the splitters of the blocks, then at the heads.
template <class Space, class Word>
struct WalkStarts {
  Array<Space, Word const> heads;
  Splitters<Word> splitters;
  std::uint64_t nodes;

  KOKKOS_FUNCTION std::uint64_t count() const { return splitters.blocks() + heads.extent(0); }
  // False where none begins: the last block may have no splitter, and a head may be one, at which
  // its block's begins.
  KOKKOS_FUNCTION bool find(std::uint64_t sublist, Word& node) const {
    bool const is_block = sublist < splitters.blocks();
    node =
        is_block ? splitters.at(static_cast<Word>(sublist)) : heads(sublist - splitters.blocks());
    return is_block ? node < nodes : !splitters.contains(node);
  }
};

// The first pass: how long each sublist is, and which follows. Only reads the links, of which those
// of tails lead to themselves. A thread that has ended a sublist begins the next in the same loop:
// in one of its own a GPU's other threads would wait for the longest of 32.
template <class Space, class Word>
struct MeasureSublists {
  Array<Space, Word const> links;
  WalkStarts<Space, Word> starts;
  SublistTable<Space, Word> table;
  Array<Space, WalkCounters> counters;
  std::uint64_t longest;
  bool reports_longest;

  KOKKOS_FUNCTION void operator()(int) const {
    Tickets<std::uint64_t> tickets(&counters(0).next_ticket, starts.count(), 1);
    std::uint64_t visited = 0, longest_walk = 0;
    Walker walker{};
    for (bool walks = start(tickets, walker); walks;) {
      if (step(walker)) continue;
      visited += walker.length;
      if (walker.length > longest_walk) longest_walk = walker.length;
      walks = start(tickets, walker);
    }
    Kokkos::atomic_add(&counters(0).visited, visited);
    if (reports_longest) enter_longest_walk(counters(0), longest_walk);
  }

 private:
  struct Walker {
    std::uint64_t sublist, length;
    Word node;
  };

  KOKKOS_FUNCTION bool start(Tickets<std::uint64_t>& tickets, Walker& walker) const {
    while (tickets.take(walker.sublist)) {
      walker.length = 0;
      if (starts.find(walker.sublist, walker.node)) return true;
      finish(walker, SublistTable<Space, Word>::none);
    }
    return false;
  }

  // Visits one node; false where that was the sublist's last.
  KOKKOS_FUNCTION bool step(Walker& walker) const {
    Word const next = links(walker.node);
    ++walker.length;
    bool const is_tail = next == walker.node;
    if (is_tail || starts.splitters.contains(next)) {
      finish(walker, is_tail ? SublistTable<Space, Word>::none : starts.splitters.block_of(next));
      return false;
    }
    walker.node = next;
    if (walker.length < longest) return true;
    Kokkos::atomic_inc(&counters(0).overlong);
    finish(walker, SublistTable<Space, Word>::none);
    return false;
  }

  KOKKOS_FUNCTION void finish(Walker const& walker, Word next_sublist) const {
    table.next(walker.sublist) = next_sublist;
    table.length(walker.sublist) = static_cast<Word>(walker.length);
  }
};

// The second: each link is read, and the node's rank written in its place, with a mark.
template <class Space, class Word>
struct WriteRanks {
  static constexpr Word mark = Word(1) << (std::numeric_limits<Word>::digits - 1);
  Array<Space, Word> links;
  WalkStarts<Space, Word> starts;
  Array<Space, Word const> length, base;
  Array<Space, WalkCounters> counters;
  bool from_head;

  KOKKOS_FUNCTION void operator()(int) const {
    Tickets<std::uint64_t> tickets(&counters(0).next_ticket, starts.count(), 1);
    Walker walker{};
    for (bool walks = start(tickets, walker); walks;) {
      if (!step(walker)) walks = start(tickets, walker);
    }
  }

 private:
  struct Walker {
    Word node, rank, left;
  };

  KOKKOS_FUNCTION bool start(Tickets<std::uint64_t>& tickets, Walker& walker) const {
    std::uint64_t sublist;
    while (tickets.take(sublist)) {
      walker.rank = base(sublist);
      walker.left = length(sublist);
      if (starts.find(sublist, walker.node)) return true;
    }
    return false;
  }

  // Visits one node; false where that was the sublist's last.
  KOKKOS_FUNCTION bool step(Walker& walker) const {
    // Relaxed, because on lists that run into each other walkers race for a node.
    Word const link = relaxed_load(&links(walker.node));
    if (link & mark) {
      Kokkos::atomic_inc(&counters(0).faults);
      return false;
    }
    relaxed_store(&links(walker.node), mark | walker.rank);
    walker.rank = from_head ? walker.rank + 1 : walker.rank - 1;
    walker.node = link;
    return --walker.left > 0;
  }
};

// Takes the marks away, and counts the nodes without one.
template <class Space, class Word>
struct ClearMarks {
  Array<Space, Word> ranks;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& unmet) const {
    constexpr Word mark = WriteRanks<Space, Word>::mark;
    Word const marked = ranks(i);
    unmet += !(marked & mark);
    ranks(i) = marked & ~mark;
  }
};

template <class Space, class Word>
struct LinkTailsToThemselves {
  Array<Space, Word> links;
  TailRule<Word> tail;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    if (tail(static_cast<Word>(i), links(i))) links(i) = static_cast<Word>(i);
  }
};

// List ranking for memory that holds the successors and little else: a walk that only reads
// measures the sublists, and when these are ranked another one writes the ranks over the links. One
// walk in place could not: that leaves a node's sublist and its position until the sublists are
// ranked, which together take more bits than a rank (RecordFormat), and here one bit is the mark.
//
// Memory beyond the links: 20 bytes a sublist for 32-bit words, of which there is one in L nodes
// and one a list; to find several lists' heads a bit a node.
//
// Every rank that a complete run leaves has been written by one walker alone: each node has a mark,
// and no walker has met one.
template <class Space, class Word>
class TwoPassWalk {
  using Traits = ListRankTraits<Space>;

 public:
  // A rank, and a mark beside it.
  static constexpr std::uint64_t most_nodes = std::uint64_t(WriteRanks<Space, Word>::mark);

  TwoPassWalk(Space const& exec, std::size_t capacity, ListRankOptions const& options)
      : options_(options),
        capacity_(capacity),
        log_length_(Traits::log_sublist_length(capacity, options.sublist_walk.sublist_length)),
        ranker_(exec, most_sublists(capacity), most_joining_heads(blocks(capacity))) {}

  // Leaves the ranks where the links are, of no more than most_nodes. `heads` are empty where
  // nobody knows them. Throws where options.validate finds a fault.
  TwoPassEnd run(Space const& exec, Array<Space, Word> links, Array<Space, Word const> heads,
                 TailRule<Word> tail) {
    PhaseTimer<Space> timer(exec, options_.report);
    Problem<Space, Word> problem{exec, links, heads, {}, tail, options_.from, options_.report};
    if (options_.validate) {
      check_heads(problem);
      check_links(problem);
    }
    ListCensus const census = take_census<Space, Word>(exec, links, tail);
    lists_ = census.tails;
    timer.done("census");
    if (links.extent(0) == 0) return TwoPassEnd::ranked;
    if (census.astray > 0 || census.tails == 0) return TwoPassEnd::malformed;
    // There is room for as many lists whatever the call's size.
    if (census.tails > most_joining_heads(blocks(capacity_))) {
      return TwoPassEnd::too_many_lists;
    }
    if (!tail.self_loop) {
      Kokkos::parallel_for("yoke::list_rank::link_tails",
                           WideRange<Space>(exec, 0, links.extent(0)),
                           LinkTailsToThemselves<Space, Word>{links, tail});
      problem.tail = {0, true};
    }
    bool const complete = find_starts(problem, census) && walk(exec, links, timer);
    return complete ? TwoPassEnd::ranked : TwoPassEnd::malformed;
  }

  std::size_t lists() const { return lists_; }  // of the last run

 private:
  std::uint64_t blocks(std::uint64_t nodes) const {
    return Splitters<Word>(nodes, log_length_, 0).blocks();
  }
  std::uint64_t most_sublists(std::uint64_t nodes) const {
    return blocks(nodes) + most_joining_heads(blocks(nodes));
  }

  bool find_starts(Problem<Space, Word> problem, ListCensus const& census) {
    RankOutcome outcome;
    if (problem.heads.extent(0) == 0 && census.tails > 1) {
      if (!finder_) finder_.emplace(problem.exec, capacity_);
      problem.heads = find_heads(*finder_, problem, outcome);
      if (!outcome.complete) return false;
    }
    heads_ = ranker_.joining_heads(problem, census, blocks(capacity_), outcome);
    return outcome.complete;
  }

  bool walk(Space const& exec, Array<Space, Word> links, PhaseTimer<Space>& timer) {
    std::uint64_t const n = links.extent(0);
    Splitters<Word> splitters(n, log_length_, options_.seed);
    auto counters = measure(exec, links, splitters, longest_walk(log_length_));
    if (counters.overlong > 0) {
      // Split again, where nobody knows.
      splitters = Splitters<Word>(n, log_length_, fresh_seed());
      std::uint64_t const before = counters.longest_walk;
      counters = measure(exec, links, splitters, n);
      counters.longest_walk = std::max(counters.longest_walk, before);
    }
    timer.done("measure sublists");
    WalkStarts<Space, Word> const starts{heads_, splitters, n};
    bool const from_head = options_.from == RankFrom::head;
    if (options_.report) options_.report->longest_walk = counters.longest_walk;
    if (counters.visited != n || !ranker_.rank(exec, from_head, starts.count())) return false;
    ranker_.report(exec, options_.report, starts.count(), options_.collect_sublist_lengths);
    timer.done("rank sublists");

    reset_tickets(exec, ranker_.counters());
    Kokkos::parallel_for("yoke::list_rank::write_ranks",
                         Kokkos::RangePolicy<Space>(exec, 0, Traits::threads(exec)),
                         WriteRanks<Space, Word>{links, starts, ranker_.table().length,
                                                 ranker_.bases(), ranker_.counters(), from_head});
    timer.done("write ranks");
    std::uint64_t unmet = 0;
    Kokkos::parallel_reduce("yoke::list_rank::clear_marks", WideRange<Space>(exec, 0, n),
                            ClearMarks<Space, Word>{links}, unmet);
    bool const complete = ranker_.read_counters(exec).faults == 0 && unmet == 0;
    timer.done("clear marks");
    return complete;
  }

  WalkCounters measure(Space const& exec, Array<Space, Word const> links,
                       Splitters<Word> const& splitters, std::uint64_t longest) {
    Kokkos::deep_copy(exec, ranker_.counters(), WalkCounters());
    Kokkos::parallel_for("yoke::list_rank::measure_sublists",
                         Kokkos::RangePolicy<Space>(exec, 0, Traits::threads(exec)),
                         MeasureSublists<Space, Word>{links,
                                                      {heads_, splitters, links.extent(0)},
                                                      ranker_.table(),
                                                      ranker_.counters(),
                                                      longest,
                                                      options_.report != nullptr});
    return ranker_.read_counters(exec);
  }

  ListRankOptions options_;
  std::size_t capacity_;
  int log_length_;
  SublistRanker<Space, Word> ranker_;
  std::optional<HeadFinder<Space, Word>> finder_;
  Array<Space, Word const> heads_;
  std::size_t lists_ = 0;
};

}  // namespace yoke::detail::list_ranking
