#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/huge_pages.hpp"
#include "yoke/detail/list_ranking/heads.hpp"
#include "yoke/detail/list_scan/scan_walk.hpp"
#include "yoke/detail/primitives/fresh_seed.hpp"

namespace yoke::detail::list_ranking {

template <class Space, bool OnHost = runs_on_host<Space>>
struct ListScanTraits;

template <class Space>
struct ListScanTraits<Space, true> {
  static constexpr int walkers = 32;
  static int threads(Space const& exec) { return exec.concurrency(); }
  // Of a small list shorter sublists, so that every walker has work.
  static int log_length(std::uint64_t n) {
    return std::clamp(static_cast<int>(std::bit_width(n / 16384)), 5, 10);
  }
};

template <class Space>
struct ListScanTraits<Space, false> {
  static constexpr int walkers = 1;
  static int threads(Space const& exec) { return std::max(exec.concurrency() / 4, 1); }
  static int log_length(std::uint64_t n) {
    return std::clamp(static_cast<int>(std::bit_width(n >> 19)), 5, 8);
  }
};

// One jump of every block over the one before it: the prefix grows to the left.
template <class Space, class Word, class Scan>
struct PrefixJump {
  Scan scan;
  ScanTable<Space, Word, typename Scan::Value> in, out;

  KOKKOS_FUNCTION void operator()(std::uint64_t block, std::uint64_t& underway) const {
    Word const before = in.before(block);
    if (before >= in.before.extent(0)) {
      out.prefix(block) = in.prefix(block);
      out.before(block) = before;
      underway += before == in.unknown;
      return;
    }
    out.prefix(block) = scan.combine(in.prefix(before), in.prefix(block));
    out.before(block) = in.before(before);
    ++underway;
  }
};

template <class Space, class Word, class Scan>
struct ClearScanTable {
  Scan scan;
  ScanTable<Space, Word, typename Scan::Value> table;
  std::uint64_t used;

  // A last block without splitter needs no walker to arrive.
  KOKKOS_FUNCTION void operator()(std::uint64_t block) const {
    table.before(block) = block < used ? table.unknown : table.head;
    table.prefix(block) = scan.identity();
  }
};

// The results, after the walk: a node's value, with all that stands before its sublist.
template <class Space, class Word, class Scan>
class ScannedValues {
 public:
  using Value = typename Scan::Value;

  ScannedValues(Scan const& scan, Array<Space, ScanRecord<Word, Value> const> record,
                Array<Space, Value const> prefix)
      : scan_(scan), record_(record), prefix_(prefix) {}

  KOKKOS_FUNCTION Value operator()(std::uint64_t node) const {
    auto const& record = record_(node);
    Word const sublist = record.link - static_cast<Word>(record_.extent(0));
    return sublist < prefix_.extent(0) ? scan_.combine(prefix_(sublist), record.value)
                                       : record.value;
  }

 private:
  Scan scan_;
  Array<Space, ScanRecord<Word, Value> const> record_;
  Array<Space, Value const> prefix_;
};

// Scans lists by one walk over sublists (scan_walk.hpp) and pointer jumping over the n / L of them.
// Lists that are unlucky with the seed are split once more, with one that they cannot know.
// Holds a record a node and two values and two words a sublist.
template <class Space, class Word, class Scan>
class SublistScan {
 public:
  using Value = typename Scan::Value;
  using Record = ScanRecord<Word, Value>;
  using Records = Array<Space, Record>;

  SublistScan(Space const& exec, std::uint64_t n, std::uint64_t seed)
      : exec_(exec),
        log_length_(Traits::log_length(n)),
        splitters_(n, log_length_, seed),
        record_(make_buffer<Space, Record>(exec, "yoke::list_scan::records", n)),
        prefix_(make_buffer<Space, Value>(exec, "yoke::list_scan::prefix", 2 * blocks())),
        before_(make_buffer<Space, Word>(exec, "yoke::list_scan::before", 2 * blocks())),
        counters_(make_buffer<Space, ScanCounters>(exec, "yoke::list_scan::counters", 1)) {
    // Links of n and above say which sublist a node is in.
    if (n > std::numeric_limits<Word>::max() - blocks()) {
      throw std::invalid_argument("yoke::list_scan: 32-bit indices are too small for " +
                                  std::to_string(n) + " nodes");
    }
    if constexpr (runs_on_host<Space>) advise_huge_pages(record_.data(), n * sizeof(Record));
  }

  // `load` fills the records that it is given with links and values, as often as it is asked to.
  // False where they are no lists with these heads.
  template <class Load>
  bool run(Scan const& scan, Array<Space, Word const> heads, Load const& load) {
    load(records());
    ScanCounters counters = walk(scan, heads, detail::longest_walk(log_length_));
    longest_walk_ = counters.longest_walk;
    if (counters.overlong > 0) {
      splitters_ = Splitters<Word>(record_.extent(0), log_length_, fresh_seed());
      load(records());
      counters = walk(scan, heads, record_.extent(0));
      longest_walk_ = std::max(longest_walk_, counters.longest_walk);
    }
    return counters.faults == 0 && counters.visited == record_.extent(0) && jump(scan);
  }

  // Before run(), for longest_walk().
  void count_longest_walk() { counts_longest_ = true; }
  // Nodes that one walker met one after the other in run(), at most.
  std::uint64_t longest_walk() const { return longest_walk_; }

  // After run(), while this lives.
  ScannedValues<Space, Word, Scan> values(Scan const& scan) const {
    return {scan, Array<Space, Record const>(record_.data(), record_.extent(0)),
            table(current_).prefix};
  }

 private:
  using Traits = ListScanTraits<Space>;

  std::uint64_t blocks() const { return splitters_.blocks(); }

  Records records() const { return Records(record_.data(), record_.extent(0)); }

  ScanTable<Space, Word, Value> table(int which) const {
    std::uint64_t const first = which * blocks();
    return {Array<Space, Value>(prefix_.data() + first, blocks()),
            Array<Space, Word>(before_.data() + first, blocks())};
  }

  ScanCounters walk(Scan const& scan, Array<Space, Word const> heads, std::uint64_t longest) {
    clear(scan);
    Kokkos::parallel_for(
        "yoke::list_scan::walk", Kokkos::RangePolicy<Space>(exec_, 0, Traits::threads(exec_)),
        ScanWalk<Space, Word, Scan, Traits::walkers>(
            scan, records(), heads, splitters_, table(0),
            Array<Space, ScanCounters>(counters_.data(), 1), longest, counts_longest_));
    return read_counters();
  }

  void clear(Scan const& scan) {
    current_ = 0;
    bool const is_last_used = splitters_.at(static_cast<Word>(blocks() - 1)) < record_.extent(0);
    Kokkos::parallel_for(
        "yoke::list_scan::clear", WideRange<Space>(exec_, 0, blocks()),
        ClearScanTable<Space, Word, Scan>{scan, table(0), blocks() - !is_last_used});
    Kokkos::deep_copy(exec_, counters_, ScanCounters());
  }

  ScanCounters read_counters() const {
    ScanCounters counters;
    Kokkos::View<ScanCounters*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const
        host(&counters, 1);
    Kokkos::deep_copy(exec_, host, counters_);
    exec_.fence("yoke::list_scan: counters");
    return counters;
  }

  // Every jump doubles what a prefix covers, so that more rounds than this mean a cycle, or a
  // splitter that nobody has come to.
  bool jump(Scan const& scan) {
    std::uint64_t underway = blocks();
    int const rounds = static_cast<int>(std::bit_width(blocks())) + 1;
    for (int round = 0; round < rounds && underway > 0; ++round) {
      underway = 0;
      Kokkos::parallel_reduce(
          "yoke::list_scan::jump", WideRange<Space>(exec_, 0, blocks()),
          PrefixJump<Space, Word, Scan>{scan, table(current_), table(1 - current_)}, underway);
      current_ = 1 - current_;
    }
    return underway == 0;
  }

  Space exec_;
  int log_length_;
  Splitters<Word> splitters_;
  Buffer<Space, Record> record_;
  Buffer<Space, Value> prefix_;
  Buffer<Space, Word> before_;
  Buffer<Space, ScanCounters> counters_;
  int current_ = 0;
  bool counts_longest_ = false;
  std::uint64_t longest_walk_ = 0;
};

}  // namespace yoke::detail::list_ranking
