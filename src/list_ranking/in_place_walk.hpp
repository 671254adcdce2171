#pragma once

#include "list_ranking/sublist_ranker.hpp"

namespace yoke::detail::list_ranking {

// The walk (figures of the first probe in docs/results/list_ranking.md). Walkers start at the
// splitter of every block, as sublist `block`, and at the given heads, as sublists blocks() + i; a
// sublist that outgrows its position bits goes on under the numbers from first_more on, until the
// walk has gone on for `longest` nodes.
// Each thread keeps `Walkers` of them going in turn: on a core their cache misses overlap, on a
// GPU one a thread is enough.
template <class Space, class Record, int Walkers>
class InPlaceWalk {
 public:
  InPlaceWalk(Array<Space, Record> record, SublistTable<Space, Record> table,
              Array<Space, WalkCounters> counters, Array<Space, Record const> heads,
              Splitters<Record> splitters, RecordFormat<Record> format, std::uint64_t first_more,
              std::uint64_t longest, bool reports_longest)
      : record_(record),
        table_(table),
        counters_(counters),
        heads_(heads),
        splitters_(splitters),
        format_(format),
        first_more_(first_more),
        longest_(longest),
        reports_longest_(reports_longest) {}

  // All tickets: the blocks, then the heads.
  std::uint64_t tickets() const { return splitters_.blocks() + heads_.extent(0); }

  // Runs `threads` threads' walkers over the tickets [first_ticket, end_ticket). Adds to the
  // counters, of which next_ticket must be 0.
  void run(Space const& exec, std::uint64_t first_ticket, std::uint64_t end_ticket, int threads) {
    first_ticket_ = first_ticket;
    end_ticket_ = end_ticket;
    Kokkos::parallel_for("yoke::list_rank::walk", Kokkos::RangePolicy<Space>(exec, 0, threads),
                         *this);
  }

  KOKKOS_FUNCTION void operator()(int) const {
    constexpr std::uint64_t batch = Walkers > 1 ? 64 : 1;
    Tickets<std::uint64_t> tickets(&counters_(0).next_ticket, end_ticket_ - first_ticket_, batch);
    Walker walkers[Walkers];
    int active = 0;
    while (active < Walkers && start(tickets, walkers[active])) ++active;
    Tally tally;
    while (active > 0) {
      for (int i = 0; i < active; ++i) {
        if (step(walkers[i], tally) || start(tickets, walkers[i])) continue;
        walkers[i] = walkers[--active];
        --i;
      }
    }
    Kokkos::atomic_add(&counters_(0).visited, tally.visited);
    if (reports_longest_) enter_longest_walk(counters_(0), tally.longest_walk);
    if (tally.faults > 0) Kokkos::atomic_add(&counters_(0).faults, tally.faults);
    if (tally.overlong > 0) Kokkos::atomic_add(&counters_(0).overlong, tally.overlong);
  }

 private:
  struct Walker {
    Record node, sublist, position;
    Record full_sublists;  // that this walk has left behind
  };
  struct Tally {
    std::uint64_t visited = 0, faults = 0, overlong = 0, longest_walk = 0;
  };

  KOKKOS_FUNCTION bool start(Tickets<std::uint64_t>& tickets, Walker& walker) const {
    std::uint64_t ticket;
    while (tickets.take(ticket)) {
      Record const sublist = static_cast<Record>(first_ticket_ + ticket);
      bool const is_block = sublist < splitters_.blocks();
      Record const node = is_block ? splitters_.at(sublist) : heads_(sublist - splitters_.blocks());
      // The last block may have no splitter, and a head may be one: that walker starts by its
      // block.
      bool const starts = is_block ? node < record_.extent(0) : !splitters_.contains(node);
      if (!starts) {
        finish(sublist, 0, SublistTable<Space, Record>::none);
        continue;
      }
      prefetch_for_write(&record_(node));
      walker = {node, sublist, 0, 0};
      return true;
    }
    return false;
  }

  // Visits one node; false where that was the sublist's last.
  KOKKOS_FUNCTION bool step(Walker& walker, Tally& tally) const {
    Record const node = walker.node;
    // Relaxed, because on lists that run into each other walkers race for a node.
    Record const link = relaxed_load(&record_(node));
    if (link & RecordFormat<Record>::visited) {
      // Not a splitter, so no other walker has business here: the list runs into itself.
      ++tally.faults;
      finish(walker.sublist, walker.position, SublistTable<Space, Record>::none);
      return false;
    }
    relaxed_store(&record_(node), format_.visit(walker.sublist, walker.position));
    ++tally.visited;
    ++walker.position;
    Record const next = link & ~RecordFormat<Record>::has_predecessor;
    if (next == node || splitters_.contains(next)) {
      finish(walker.sublist, walker.position,
             next == node ? SublistTable<Space, Record>::none : splitters_.block_of(next));
      std::uint64_t const walked = nodes_behind(walker) + walker.position;
      if (walked > tally.longest_walk) tally.longest_walk = walked;
      return false;
    }
    prefetch_for_write(&record_(next));
    walker.node = next;
    return walker.position < format_.longest() || continue_as_new_sublist(walker, tally);
  }

  KOKKOS_FUNCTION std::uint64_t nodes_behind(Walker const& walker) const {
    return static_cast<std::uint64_t>(walker.full_sublists) * format_.longest();
  }

  KOKKOS_FUNCTION bool continue_as_new_sublist(Walker& walker, Tally& tally) const {
    ++walker.full_sublists;
    if (nodes_behind(walker) >= longest_) {
      ++tally.overlong;
      finish(walker.sublist, walker.position, SublistTable<Space, Record>::none);
      if (nodes_behind(walker) > tally.longest_walk) tally.longest_walk = nodes_behind(walker);
      return false;
    }
    std::uint64_t const sublist =
        first_more_ + Kokkos::atomic_fetch_add(&counters_(0).more_sublists, std::uint64_t(1));
    // Numbers run out only where walkers on merging lists have met nodes twice.
    bool const exists = sublist < table_.next.extent(0);
    tally.faults += !exists;
    finish(walker.sublist, walker.position,
           exists ? static_cast<Record>(sublist) : SublistTable<Space, Record>::none);
    walker.sublist = static_cast<Record>(sublist);
    walker.position = 0;
    return exists;
  }

  KOKKOS_FUNCTION void finish(Record sublist, Record length, Record next) const {
    table_.next(sublist) = next;
    table_.length(sublist) = length;
  }

  Array<Space, Record> record_;
  SublistTable<Space, Record> table_;
  Array<Space, WalkCounters> counters_;
  Array<Space, Record const> heads_;
  Splitters<Record> splitters_;
  RecordFormat<Record> format_;
  std::uint64_t first_more_, longest_;
  bool reports_longest_;
  std::uint64_t first_ticket_ = 0, end_ticket_ = 0;
};

}  // namespace yoke::detail::list_ranking
