#pragma once

#include <algorithm>
#include <utility>

#include "frame/fill_array.hpp"
#include "list_ranking/sublist_table.hpp"
#include "list_ranking/traits.hpp"
#include "primitives/findings.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/primitives/walk.hpp"

namespace yoke::detail::list_ranking {

// What the walkers count together, in the memory of their space.
struct WalkCounters {
  std::uint64_t next_ticket = 0;
  std::uint64_t more_sublists = 0;  // numbers taken by sublists that outgrew their position bits
  std::uint64_t chunks = 0;         // chunks taken
  std::uint64_t visited = 0;
  std::uint64_t faults = 0;
  std::uint64_t overlong = 0;      // walks that were cut short
  std::uint64_t longest_walk = 0;  // nodes; counted for a report
  std::uint64_t steps = 0;         // of the walkers over prefixes
  std::uint64_t unranked = 0;      // not 0 where some node is without a rank
};

template <class Space>
struct ResetTickets {
  Array<Space, WalkCounters> counters;
  KOKKOS_FUNCTION void operator()(int) const { counters(0).next_ticket = 0; }
};

template <class Space>
void reset_tickets(Space const& exec, Array<Space, WalkCounters> counters) {
  Kokkos::parallel_for("yoke::list_rank::reset_tickets", Kokkos::RangePolicy<Space>(exec, 0, 1),
                       ResetTickets<Space>{counters});
}

// Known heads get sublists of their own where they are few beside the splitters' blocks, so that
// memory is bounded.
inline std::uint64_t most_joining_heads(std::uint64_t blocks) {
  return blocks < 32 ? 1 : blocks / 16;
}

// What both ways of walking share: the walkers' counters, the heads, the table of sublists and
// their ranking. 20 bytes a sublist for 32-bit records, and 4 a head.
template <class Space, class Record>
class SublistRanker {
 public:
  SublistRanker(Space const& exec, std::uint64_t sublists, std::uint64_t heads)
      : counters_(make_buffer<Space, WalkCounters>(exec, "yoke::list_rank::counters", 1)),
        heads_(make_buffer<Space, Record>(exec, "yoke::list_rank::heads", heads)) {
    reserve(exec, sublists);
  }

  // Room for so many; what was there is lost where it grows.
  void reserve(Space const& exec, std::uint64_t sublists) {
    if (sublists <= base_.extent(0)) return;
    next_ = make_buffer<Space, Record>(exec, "yoke::list_rank::sublist_next", sublists);
    length_ = make_buffer<Space, Record>(exec, "yoke::list_rank::sublist_length", sublists);
    jump_ = PointerJump<Space, Record>(exec, sublists);
    // What is looked at last: it is there where the others are.
    base_ = make_buffer<Space, Record>(exec, "yoke::list_rank::sublist_base", sublists);
  }

  SublistTable<Space, Record> table() const { return {array_of(next_), array_of(length_)}; }
  Array<Space, Record> bases() const { return array_of(base_); }
  Array<Space, WalkCounters> counters() const { return array_of(counters_); }
  JumpCells<Space, Record> cells() const { return cells_; }

  // Room for `count` heads.
  Array<Space, Record> heads(Space const& exec, std::uint64_t count) {
    if (heads_.extent(0) < count) {
      heads_ = make_buffer<Space, Record>(exec, "yoke::list_rank::heads", count);
    }
    return array_of(heads_, count);
  }

  // The heads to start at from the first; empty where they are many, or have yet to be found. Given
  // heads that are visibly none make the outcome incomplete.
  template <class Word>
  Array<Space, Record const> joining_heads(Problem<Space, Word> const& problem,
                                           ListCensus const& census, std::uint64_t blocks,
                                           RankOutcome& outcome) {
    std::uint64_t const given = problem.heads.extent(0), n = problem.size(), lists = census.tails;
    outcome.complete = given > 0 ? given == lists : lists > 1 || census.head_sum < n;
    if (!outcome.complete || (given == 0 && lists > 1)) return {};
    if (lists > most_joining_heads(blocks)) {
      outcome.complete = all_in_range<Space, Word>(problem.exec, problem.heads, n);
      return {};
    }
    auto const found = heads(problem.exec, lists);
    if (given > 0) {
      outcome.complete = copy_heads<Space, Word, Record>(problem.exec, problem.heads, n, found);
    } else {
      fill(problem.exec, found, static_cast<Record>(census.head_sum));
    }
    return found;
  }

  WalkCounters read_counters(Space const& exec) const { return element(exec, counters(), 0); }

  // Turns the table's first `sublists` entries into bases; false where a chain of sublists does not
  // end at a tail. From the head, and with_prefixes, the bases hold what stands before each.
  bool rank(Space const& exec, bool from_head, std::uint64_t sublists, bool with_prefixes = false) {
    cells_ = jump_.cells();
    auto const before = with_prefixes ? bases() : Array<Space, Record>();
    bool const linked =
        link_sublists<Space, Record>(exec, table(), sublists, from_head, before, cells_);
    bool const complete = jump_.run(exec, cells_, sublists) && linked;
    take_bases<Space, Record>(exec, cells_, sublists, from_head, bases());
    return complete;
  }

  void report(Space const& exec, ListRankReport* report, std::uint64_t sublists,
              bool collect_lengths) const {
    if (!report) return;
    report->sublists = sublists;
    if (!collect_lengths) return;
    Kokkos::View<Record*, Kokkos::HostSpace> const lengths("yoke::list_rank::lengths", sublists);
    std::pair<std::size_t, std::size_t> const used(0, sublists);
    Kokkos::deep_copy(exec, lengths, Kokkos::subview(length_, used));
    exec.fence("yoke::list_rank: report");
    report->sublist_lengths.assign(lengths.data(), lengths.data() + sublists);
    std::sort(report->sublist_lengths.begin(), report->sublist_lengths.end());
  }

 private:
  Buffer<Space, WalkCounters> counters_;
  Buffer<Space, Record> next_, length_, base_, heads_;
  PointerJump<Space, Record> jump_;
  JumpCells<Space, Record> cells_{nullptr, nullptr};
};

}  // namespace yoke::detail::list_ranking
