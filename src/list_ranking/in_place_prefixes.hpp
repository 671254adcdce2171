#pragma once

#include "list_ranking/sublist_ranker.hpp"

namespace yoke::detail::list_ranking {

// What the walkers over prefixes find.
struct PrefixTally {
  std::uint64_t ranked = 0;
  std::uint64_t faults = 0;
  std::uint64_t overlong = 0;
  std::uint64_t longest_walk = 0;

  KOKKOS_FUNCTION void operator+=(PrefixTally const& other) {
    ranked += other.ranked;
    faults += other.faults;
    overlong += other.overlong;
    longest_walk = other.longest_walk > longest_walk ? other.longest_walk : longest_walk;
  }
};

}  // namespace yoke::detail::list_ranking

template <>
struct Kokkos::reduction_identity<yoke::detail::list_ranking::PrefixTally> {
  KOKKOS_FORCEINLINE_FUNCTION static yoke::detail::list_ranking::PrefixTally sum() { return {}; }
};

namespace yoke::detail::list_ranking {

// Ranks the prefixes: the nodes before the first splitter of each list that has no walker of its
// own, and lists without a splitter. They take no numbers of sublists, so that memory does not grow
// with the lists: from the tail a walker follows its prefix to learn its length, and once more,
// while it is still in a cache, to write; from the head once is enough, and the splitter after the
// prefix learns in `base` how many nodes stand before it.
//
// Prefixes begin at the given heads, or else at the unvisited nodes without a predecessor, and
// those are disjoint where mark_unvisited found no fault. Given heads may be anything: so a walker
// that meets a node with a rank reports a fault, and together they take no more steps than there
// are nodes (but for what each has not entered yet).
template <class Space, class Word, class Record, int Walkers>
struct PrefixWalk {
  using Format = RecordFormat<Record>;

  Array<Space, Record> record;
  Array<Space, Word const> heads;  // empty: found
  Splitters<Record> splitters;
  Array<Space, Record> base;
  Array<Space, WalkCounters> counters;  // next_ticket and steps must be 0
  std::uint64_t longest;
  bool from_head;
  bool only_mark;  // that a tail can be reached from the nodes, by records without a zero

  PrefixTally run(Space const& exec, int threads) const {
    PrefixTally tally;
    std::uint64_t const count = Walkers > 1 ? static_cast<std::uint64_t>(threads) : candidates();
    Kokkos::parallel_reduce("yoke::list_rank::rank_prefixes", WideRange<Space>(exec, 0, count),
                            *this, Kokkos::Sum<PrefixTally>(tally));
    return tally;
  }

  // A core's walkers take turns as in the walk of the sublists; a device has a thread a candidate.
  KOKKOS_FUNCTION void operator()(std::uint64_t i, PrefixTally& sum) const {
    std::uint64_t steps = 0;
    if constexpr (Walkers > 1) {
      Tickets<std::uint64_t> tickets(&counters(0).next_ticket, candidates(), 256);
      Walker walkers[Walkers];
      int active = 0;
      while (active < Walkers && start(tickets, walkers[active])) ++active;
      while (active > 0) {
        for (int k = 0; k < active; ++k) {
          if (step(walkers[k], steps, sum) || start(tickets, walkers[k])) continue;
          walkers[k] = walkers[--active];
          --k;
        }
      }
    } else {
      Walker walker;
      if (!start_at(i, walker)) return;
      while (step(walker, steps, sum)) {
      }
    }
  }

 private:
  struct Walker {
    Record head, node;
    Record position;  // nodes passed
    Record top;       // from the tail: the rank of the head, plus 1
    bool writes;
  };

  KOKKOS_FUNCTION std::uint64_t candidates() const {
    return heads.extent(0) > 0 ? heads.extent(0) : record.extent(0);
  }

  KOKKOS_FUNCTION bool start(Tickets<std::uint64_t>& tickets, Walker& walker) const {
    std::uint64_t candidate;
    while (tickets.take(candidate)) {
      if (start_at(candidate, walker)) return true;
    }
    return false;
  }

  KOKKOS_FUNCTION bool start_at(std::uint64_t candidate, Walker& walker) const {
    bool const given = heads.extent(0) > 0;
    Record const head = static_cast<Record>(given ? heads(candidate) : candidate);
    // At a splitter its block's walker has begun.
    bool const starts =
        given ? !splitters.contains(head)
              : !(relaxed_load(&record(head)) & (Format::visited | Format::has_predecessor));
    if (!starts) return false;
    prefetch_for_write(&record(head));
    walker = {head, head, 0, 0, from_head};
    return true;
  }

  // Visits one node; false where nothing is left to do.
  KOKKOS_FUNCTION bool step(Walker& walker, std::uint64_t& steps, PrefixTally& sum) const {
    Record const link = relaxed_load(&record(walker.node));
    Record const taken =
        heads.extent(0) > 0 ? Format::visited | Format::has_predecessor : Format::visited;
    if ((link & taken) || !may_go_on(steps)) {
      ++sum.faults;
      return false;
    }
    Record const next = link & ~Format::has_predecessor;
    ++walker.position;
    if (walker.writes) write(walker);
    bool const is_tail = next == walker.node;
    if (is_tail || splitters.contains(next)) return end(walker, is_tail, next, sum);
    if (walker.position >= longest) {
      PrefixTally mine;
      mine.overlong = 1;
      mine.longest_walk = walker.position;
      sum += mine;
      return false;
    }
    prefetch_for_write(&record(next));
    walker.node = next;
    return true;
  }

  KOKKOS_FUNCTION void write(Walker const& walker) const {
    Record const rank = from_head ? walker.position - 1 : walker.top - walker.position;
    relaxed_store(&record(walker.node), only_mark ? ~Record(0) : Format::ranked(rank));
  }

  // At the end of a prefix; false where it has been written.
  KOKKOS_FUNCTION bool end(Walker& walker, bool is_tail, Record next, PrefixTally& sum) const {
    if (walker.writes) {
      if (from_head && !is_tail) base(splitters.block_of(next)) = walker.position;
      PrefixTally mine;
      mine.ranked = mine.longest_walk = walker.position;
      sum += mine;
      return false;
    }
    Record const above = is_tail ? 0 : base(splitters.block_of(next)) + 1;
    walker = {walker.head, walker.head, 0, above + walker.position, true};
    return true;
  }

  // Enters steps in the count of all, many at once.
  KOKKOS_FUNCTION bool may_go_on(std::uint64_t& steps) const {
    constexpr std::uint64_t many = Walkers > 1 ? 4096 : 64;
    if (++steps % many != 0) return true;
    std::uint64_t const before = Kokkos::atomic_fetch_add(&counters(0).steps, many);
    return before + many <= 2 * record.extent(0);
  }
};

}  // namespace yoke::detail::list_ranking
