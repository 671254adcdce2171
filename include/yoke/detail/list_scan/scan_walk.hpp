#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "yoke/detail/list_ranking/algorithm.hpp"
#include "yoke/detail/primitives/walk.hpp"

namespace yoke::detail {

// What a scan along lists does with the nodes it meets is a Scan:
//   Value                               what is scanned
//   Value identity()
//   Value at_head(i)                    what stands before the first node of list i
//   Value value(node)
//   Value combine(left, right)          in list order
//   void write(node, before, through)   the results, without and with the node itself
//   void at_tail(sublist, total)        `sublist`, of that total, is its list's last
//   void prefetch(node)
//   bool heads_are_final                static: at_head() needs nothing of the first walk

// What the walkers count together, in the memory of their space.
struct ScanCounters {
  std::uint64_t next_ticket = 0;
  std::uint64_t visited = 0;
  std::uint64_t faults = 0;
};

// What is known of the sublists that begin at the splitters of blocks: the scan over what stands
// before it, and the sublist before it, itself a block's or one of the marks below.
template <class Space, class Word, class Value>
struct ScanTable {
  static constexpr Word unknown = ~Word(0);   // no walker has arrived yet
  static constexpr Word head = ~Word(0) - 1;  // the list's first sublist, or the splitter is a head
  Array<Space, Value> prefix;
  Array<Space, Word> before;

  // For the walker that comes to `block` from sublist `from`; false where one has come already.
  KOKKOS_FUNCTION bool arrive(Word block, Word from, Value const& total) const {
    if (Kokkos::atomic_compare_exchange(&before(block), unknown, from) != unknown) return false;
    prefix(block) = total;
    return true;
  }
};

enum class WalkPurpose {
  // Scans every sublist, blocks' and heads', and hands its total to the sublist after it.
  reduce,
  // With the prefix of each block's sublist known, writes the results of its nodes.
  write,
};

// Each thread keeps `Walkers` walkers going in turn: on a core their cache misses overlap, on a GPU
// one a thread is enough. The list is walked twice, so that nothing is stored for each node.
template <class Space, class Word, class Scan, WalkPurpose Purpose, int Walkers>
class ScanWalk {
 public:
  using Value = typename Scan::Value;

  ScanWalk(Scan const& scan, Array<Space, Word const> successor, TailRule<Word> tail,
           Array<Space, Word const> heads, Splitters<Word> const& splitters,
           ScanTable<Space, Word, Value> table, Array<Space, ScanCounters> counters,
           std::uint64_t patience)
      : scan_(scan),
        successor_(successor),
        tail_(tail),
        heads_(heads),
        splitters_(splitters),
        table_(table),
        counters_(counters),
        patience_(patience) {}

  KOKKOS_FUNCTION void operator()(int) const {
    constexpr std::uint64_t batch = Walkers > 1 ? 16 : 1;
    // The second walk begins at heads only where the first could not write their results.
    bool const from_heads = Purpose == WalkPurpose::reduce || !Scan::heads_are_final;
    Tickets<std::uint64_t> tickets(&counters_(0).next_ticket,
                                   splitters_.blocks() + (from_heads ? heads_.extent(0) : 0),
                                   batch);
    std::uint64_t visited = 0, faults = 0;
    Walker walkers[Walkers];
    int active = 0;
    while (active < Walkers && start(tickets, walkers[active], faults)) ++active;
    while (active > 0) {
      for (int i = 0; i < active; ++i) {
        if (step(walkers[i], visited, faults) || start(tickets, walkers[i], faults)) {
          continue;
        }
        walkers[i] = walkers[--active];
        --i;
      }
    }
    if (visited > 0) Kokkos::atomic_add(&counters_(0).visited, visited);
    if (faults > 0) Kokkos::atomic_add(&counters_(0).faults, faults);
  }

 private:
  struct Walker {
    Word node;
    bool writes;
    std::uint64_t sublist, length;
    Value total;
  };

  KOKKOS_FUNCTION bool start(Tickets<std::uint64_t>& tickets, Walker& walker,
                             std::uint64_t& faults) const {
    std::uint64_t ticket;
    while (tickets.take(ticket)) {
      bool const starts = ticket < splitters_.blocks()
                              ? start_at_block(static_cast<Word>(ticket), walker)
                              : start_at_head(ticket - splitters_.blocks(), walker, faults);
      if (!starts) continue;
      walker.length = 0;
      prefetch(walker);
      return true;
    }
    return false;
  }

  KOKKOS_FUNCTION bool start_at_block(Word block, Walker& walker) const {
    walker.node = splitters_.at(block);
    walker.sublist = block;
    // The last block may have no splitter.
    if (walker.node >= successor_.extent(0)) return false;
    walker.writes = Purpose == WalkPurpose::write;
    walker.total = walker.writes ? table_.prefix(block) : scan_.identity();
    return true;
  }

  KOKKOS_FUNCTION bool start_at_head(std::uint64_t list, Walker& walker,
                                     std::uint64_t& faults) const {
    walker.node = heads_(list);
    walker.sublist = splitters_.blocks() + list;
    walker.writes = Purpose == WalkPurpose::write || Scan::heads_are_final;
    walker.total = scan_.at_head(list);
    if (!splitters_.contains(walker.node)) return true;
    // Its block's walker begins here; it needs to know what stands before.
    if (Purpose == WalkPurpose::reduce) {
      faults += !table_.arrive(splitters_.block_of(walker.node), table_.head, walker.total);
    }
    return false;
  }

  KOKKOS_FUNCTION void prefetch(Walker const& walker) const {
    prefetch_for_read(&successor_(walker.node));
    scan_.prefetch(walker.node, walker.writes);
  }

  // Visits one node; false where that was the sublist's last.
  KOKKOS_FUNCTION bool step(Walker& walker, std::uint64_t& visited, std::uint64_t& faults) const {
    Word const node = walker.node;
    Word const next = successor_(node);
    Value const through = scan_.combine(walker.total, scan_.value(node));
    if (walker.writes) scan_.write(node, walker.total, through);
    walker.total = through;
    ++walker.length;
    bool const ends_list = tail_(node, next);
    if (!ends_list && next < successor_.extent(0) && !splitters_.contains(next)) {
      walker.node = next;
      prefetch(walker);
      if ((walker.length & (patience_ - 1)) != 0 || may_go_on()) return true;
      ++faults;
      return false;
    }
    if constexpr (Purpose == WalkPurpose::reduce) {
      visited += walker.length & (patience_ - 1);
      faults += !finish(walker, ends_list, next);
    }
    return false;
  }

  // The walkers meet n nodes in all, so a longer walk runs in a cycle or where others have been.
  KOKKOS_FUNCTION bool may_go_on() const {
    return Purpose == WalkPurpose::write ||
           Kokkos::atomic_add_fetch(&counters_(0).visited, patience_) <= successor_.extent(0);
  }

  // False where the successor is out of range or two sublists run into one.
  KOKKOS_FUNCTION bool finish(Walker const& walker, bool ends_list, Word next) const {
    if (ends_list) {
      scan_.at_tail(walker.sublist, walker.total);
      return true;
    }
    if (next >= successor_.extent(0)) return false;
    bool const is_block = walker.sublist < splitters_.blocks();
    return table_.arrive(splitters_.block_of(next),
                         is_block ? static_cast<Word>(walker.sublist) : table_.head, walker.total);
  }

  Scan scan_;
  Array<Space, Word const> successor_;
  TailRule<Word> tail_;
  Array<Space, Word const> heads_;
  Splitters<Word> splitters_;
  ScanTable<Space, Word, Value> table_;
  Array<Space, ScanCounters> counters_;
  std::uint64_t patience_;  // a power of two
};

}  // namespace yoke::detail
