#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "yoke/detail/kokkos_ext/relaxed.hpp"
#include "yoke/detail/list_scan/capability.hpp"
#include "yoke/detail/primitives/walk.hpp"
#include "yoke/detail/spaces.hpp"

namespace yoke::detail::list_scan {

// What is scanned along the lists is a Scan:
//   Value
//   Value identity()
//   Value at_head(i)             what stands before the first node of the i-th head's list
//   Value combine(left, right)   in list order
//   bool exclusive()             does a node's result stop short of its own value?

// A node's link and value lie together, so that a visit touches one cache line or sector. The link
// is the next node (at a tail the node itself) until a walker has met the node, and then its
// sublist's number plus n; the value is the node's own until then, and then the result within its
// sublist.
template <class Word, class Value>
struct ScanRecord {
  Word link;
  Value value;
};

// What is known of the sublists that begin at the splitters of blocks: the scan over what stands
// before it, and the sublist before it, itself a block's or one of the marks below.
template <class Space, class Word, class Value>
struct ScanTable {
  static constexpr Word unknown = ~Word(0);   // no walker has arrived yet
  static constexpr Word head = ~Word(0) - 1;  // what stands before began at a head, or is nothing
  Array<Space, Value> prefix;
  Array<Space, Word> before;

  // For the walker that comes to `block` from sublist `from`; false where one has come already.
  KOKKOS_FUNCTION bool arrive(Word block, Word from, Value const& total) const {
    if (Kokkos::atomic_compare_exchange(&before(block), unknown, from) != unknown) return false;
    prefix(block) = total;
    return true;
  }
};

// Scans every sublist that has up to `longest` nodes, those of the blocks, which begin at
// splitters, and those that begin at heads and carry the number blocks(). Each thread keeps
// `Walkers` walkers going in turn: on a core their cache misses overlap, on a GPU one a thread is
// enough.
//
// On lists no two walkers meet a node. On anything else they may, and a value that is then read
// while it is written is nonsense; but links are read and written whole, a link leads to a node or
// is at least n, and no walk outlives the unvisited nodes.
template <class Space, class Word, class Scan, int Walkers>
class ScanWalk {
 public:
  using Value = typename Scan::Value;
  using Record = ScanRecord<Word, Value>;

  ScanWalk(Scan const& scan, Array<Space, Record> record, Array<Space, Word const> heads,
           Splitters<Word> const& splitters, ScanTable<Space, Word, Value> table,
           Array<Space, ScanCounters> counters, std::uint64_t longest, bool counts_longest)
      : scan_(scan),
        record_(record),
        heads_(heads),
        splitters_(splitters),
        table_(table),
        counters_(counters),
        longest_(longest),
        counts_longest_(counts_longest) {}

  KOKKOS_FUNCTION void operator()(int) const {
    constexpr std::uint64_t batch = Walkers > 1 ? 16 : 1;
    Tickets<std::uint64_t> tickets(&counters_(0).next_ticket,
                                   splitters_.blocks() + heads_.extent(0), batch);
    Tally tally;
    Walker walkers[static_cast<std::size_t>(Walkers)];
    int active = 0;
    while (active < Walkers && start(tickets, walkers[active], tally)) ++active;
    while (active > 0) {
      for (int i = 0; i < active; ++i) {
        if (step(walkers[i], tally) || start(tickets, walkers[i], tally)) continue;
        walkers[i] = walkers[--active];
        --i;
      }
    }
    if (tally.visited > 0) Kokkos::atomic_add(&counters_(0).visited, tally.visited);
    if (tally.faults > 0) Kokkos::atomic_add(&counters_(0).faults, tally.faults);
    if (tally.overlong > 0) Kokkos::atomic_add(&counters_(0).overlong, tally.overlong);
    if (counts_longest_) enter_longest_walk(counters_(0), tally.longest_walk);
  }

 private:
  struct Walker {
    Word node, sublist, length;
    Value total;
  };
  struct Tally {
    std::uint64_t visited = 0, faults = 0, overlong = 0, longest_walk = 0;
  };

  KOKKOS_FUNCTION bool start(Tickets<std::uint64_t>& tickets, Walker& walker, Tally& tally) const {
    std::uint64_t ticket;
    while (tickets.take(ticket)) {
      bool const starts = ticket < splitters_.blocks()
                              ? start_at_block(static_cast<Word>(ticket), walker)
                              : start_at_head(ticket - splitters_.blocks(), walker, tally);
      if (!starts) continue;
      prefetch_for_write(&record_(walker.node));
      return true;
    }
    return false;
  }

  // The last block may have no splitter.
  KOKKOS_FUNCTION bool start_at_block(Word block, Walker& walker) const {
    walker = {splitters_.at(block), block, 0, scan_.identity()};
    return walker.node < record_.extent(0);
  }

  // At a head that is a splitter its block's walker begins, and must know what stands before.
  KOKKOS_FUNCTION bool start_at_head(std::uint64_t i, Walker& walker, Tally& tally) const {
    walker = {heads_(i), static_cast<Word>(splitters_.blocks()), 0, scan_.at_head(i)};
    if (!splitters_.contains(walker.node)) return true;
    tally.faults += !table_.arrive(splitters_.block_of(walker.node), table_.head, walker.total);
    return false;
  }

  // Visits one node; false where that was the sublist's last.
  KOKKOS_FUNCTION bool step(Walker& walker, Tally& tally) const {
    Record& record = record_(walker.node);
    Word const n = static_cast<Word>(record_.extent(0));
    Word const next = relaxed_load(&record.link);
    if (next >= n) {
      // Visited: the list runs into itself or into another one.
      ++tally.faults;
      return false;
    }
    relaxed_store(&record.link, static_cast<Word>(n + walker.sublist));
    Value const through = scan_.combine(walker.total, record.value);
    record.value = scan_.exclusive() ? walker.total : through;
    walker.total = through;
    ++tally.visited;
    ++walker.length;
    if (next == walker.node) return end(walker, tally);
    if (splitters_.contains(next)) {
      Word const from = walker.sublist < splitters_.blocks() ? walker.sublist : table_.head;
      tally.faults += !table_.arrive(splitters_.block_of(next), from, walker.total);
      return end(walker, tally);
    }
    if (walker.length >= longest_) {
      ++tally.overlong;
      return end(walker, tally);
    }
    prefetch_for_write(&record_(next));
    walker.node = next;
    return true;
  }

  KOKKOS_FUNCTION static bool end(Walker const& walker, Tally& tally) {
    if (walker.length > tally.longest_walk) tally.longest_walk = walker.length;
    return false;
  }

  Scan scan_;
  Array<Space, Record> record_;
  Array<Space, Word const> heads_;
  Splitters<Word> splitters_;
  ScanTable<Space, Word, Value> table_;
  Array<Space, ScanCounters> counters_;
  std::uint64_t longest_;
  bool counts_longest_;
};

}  // namespace yoke::detail::list_scan
