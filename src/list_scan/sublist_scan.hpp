#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <stdexcept>

#include "frame/phase_timer.hpp"
#include "primitives/findings.hpp"
#include "primitives/fresh_seed.hpp"
#include "yoke/counted.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/list_scan/operator_steps.hpp"
#include "yoke/huge_pages.hpp"

namespace yoke::detail::list_scan {

// What is scanned: links, how they end, and where the lists begin. Without links where the steps
// have their own.
template <class Space, class Word>
struct ScannedLists {
  std::uint64_t size;
  Array<Space, Word const> successor;
  TailRule<Word> tail;
  Array<Space, Word const> heads;
};

// Scans lists by one walk over sublists (scan_walk.hpp) and pointer jumping over the n / L of them.
// Lists that are unlucky with the seed are split once more, with one that they cannot know.
// Holds a record a node, and two values and two words a sublist.
template <class Space, class Word>
class SublistScan {
 public:
  SublistScan(Space const& exec, std::uint64_t capacity, std::uint64_t seed,
              ElementSizes const& sizes)
      : exec_(exec),
        seed_(seed),
        record_(make_buffer<Space, unsigned char>(exec, "yoke::list_scan::records",
                                                  capacity * sizes.record)),
        prefix_(make_buffer<Space, unsigned char>(exec, "yoke::list_scan::prefix",
                                                  2 * most_blocks(capacity) * sizes.value)),
        before_(
            make_buffer<Space, Word>(exec, "yoke::list_scan::before", 2 * most_blocks(capacity))),
        counters_(make_buffer<Space, ScanCounters>(exec, "yoke::list_scan::counters", 1)) {
    // Links of n and above say which sublist a node is in.
    if (capacity > std::numeric_limits<Word>::max() - split(capacity, seed).blocks()) {
      throw std::invalid_argument("yoke::list_scan: 32-bit indices are too small for " +
                                  show_count(capacity, "node"));
    }
    if constexpr (runs_on_host<Space>) {
      advise_huge_pages(record_.data(), capacity * sizes.record);
    }
  }

  // Scans, and stores the results; false where these are no lists with these heads, and then
  // nothing is stored. The report, which may be null, learns of the sublists.
  template <class Report>
  bool run(ScanSteps<Word> const& steps, ScannedLists<Space, Word> const& lists,
           PhaseTimer<Space>& timer, Report* report) {
    int const log_length = Traits::log_length(lists.size);
    counts_longest_ = report != nullptr;
    ScanArrays<Word> arrays = arrays_of(lists, split(lists.size, seed_));
    ScanCounters counters = walk(steps, arrays, longest_walk(log_length), timer);
    std::uint64_t longest = counters.longest_walk;
    if (counters.overlong > 0) {
      arrays = arrays_of(lists, split(lists.size, fresh_seed()));
      counters = walk(steps, arrays, lists.size, timer);
      longest = std::max(longest, counters.longest_walk);
    }
    if (report) {
      report->sublists = arrays.splitters.blocks() + arrays.lists;
      report->longest_walk = longest;
    }
    if (counters.faults > 0 || counters.visited != lists.size || !jump(steps, arrays)) return false;
    timer.done("jump");
    steps.store(arrays, current_);
    timer.done("store");
    return true;
  }

 private:
  using Traits = ListScanTraits<Space>;

  static Splitters<Word> split(std::uint64_t size, std::uint64_t seed) {
    return Splitters<Word>(size, Traits::log_length(size), seed);
  }

  // The most of `capacity` nodes or fewer: sublists are longer from some powers of two on.
  static std::uint64_t most_blocks(std::uint64_t capacity) {
    std::uint64_t most = 0;
    for (std::uint64_t size = capacity; size > 0; size = std::bit_floor(size) - 1) {
      most = std::max(most, split(size, 0).blocks());
    }
    return most;
  }

  ScanArrays<Word> arrays_of(ScannedLists<Space, Word> const& lists,
                             Splitters<Word> const& splitters) const {
    return {lists.size,         lists.successor.data(), lists.tail,
            lists.heads.data(), lists.heads.extent(0),  splitters,
            record_.data(),     prefix_.data(),         before_.data(),
            counters_.data()};
  }

  ScanCounters walk(ScanSteps<Word> const& steps, ScanArrays<Word> const& arrays,
                    std::uint64_t longest, PhaseTimer<Space>& timer) {
    current_ = 0;
    steps.load(arrays);
    timer.done("load");
    steps.clear(arrays);
    Kokkos::deep_copy(exec_, array_of(counters_), ScanCounters());
    steps.walk(arrays, longest, counts_longest_);
    ScanCounters const counters = element(exec_, array_of(counters_), 0);
    timer.done("walk");
    return counters;
  }

  // Every jump doubles what a prefix covers, so that more rounds than this mean a cycle, or a
  // splitter that nobody has come to.
  bool jump(ScanSteps<Word> const& steps, ScanArrays<Word> const& arrays) {
    std::uint64_t underway = arrays.splitters.blocks();
    int const rounds = static_cast<int>(std::bit_width(underway)) + 1;
    for (int round = 0; round < rounds && underway > 0; ++round) {
      underway = steps.jump(arrays, current_);
      current_ = 1 - current_;
    }
    return underway == 0;
  }

  Space exec_;
  std::uint64_t seed_;
  Buffer<Space, unsigned char> record_, prefix_;
  Buffer<Space, Word> before_;
  Buffer<Space, ScanCounters> counters_;
  // Of the call under way.
  int current_ = 0;
  bool counts_longest_ = false;
};

}  // namespace yoke::detail::list_scan
