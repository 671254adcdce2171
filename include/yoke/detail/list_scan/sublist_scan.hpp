#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstdint>

#include "yoke/detail/list_ranking/heads.hpp"
#include "yoke/detail/list_scan/scan_walk.hpp"

namespace yoke::detail {

template <class Space, bool OnHost = runs_on_host<Space>>
struct ListScanTraits;

template <class Space>
struct ListScanTraits<Space, true> {
  static constexpr int walkers = 32;
  // Sublists of up to 1024 nodes; of a small list shorter ones, so that every walker has work.
  static int log_length(std::uint64_t n) {
    return std::clamp(static_cast<int>(std::bit_width(n / 16384)), 5, 10);
  }
};

template <class Space>
struct ListScanTraits<Space, false> {
  static constexpr int walkers = 1;
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

template <class Space, class Word, class Value>
struct ClearScanTable {
  ScanTable<Space, Word, Value> table;
  Array<Space, ScanCounters> counters;
  bool has_last_splitter;

  KOKKOS_FUNCTION void operator()(std::uint64_t block) const {
    bool const is_empty = !has_last_splitter && block + 1 == table.before.extent(0);
    table.before(block) = is_empty ? table.head : table.unknown;
    if (block == 0) counters(0) = ScanCounters();
  }
};

// Scans lists in two walks over sublists (scan_walk.hpp) with pointer jumping over the n / L
// sublists between them. Holds 2 (sizeof(Value) + sizeof(Word)) / L bytes a node.
template <class Space, class Word, class Scan>
class SublistScan {
 public:
  using Value = typename Scan::Value;

  SublistScan(Space const& exec, Array<Space, Word const> successor, TailRule<Word> tail,
              Array<Space, Word const> heads, std::uint64_t seed)
      : exec_(exec),
        successor_(successor),
        tail_(tail),
        heads_(heads),
        splitters_(successor.extent(0), Traits::log_length(successor.extent(0)), seed),
        prefix_(
            make_buffer<Space, Value>(exec, "yoke::list_scan::prefix", 2 * splitters_.blocks())),
        before_(make_buffer<Space, Word>(exec, "yoke::list_scan::before", 2 * splitters_.blocks())),
        counters_(make_buffer<Space, ScanCounters>(exec, "yoke::list_scan::counters", 1)) {}

  // Finds the prefix of every block's sublist, and writes the results of the nodes before their
  // list's first splitter if Scan::heads_are_final. False where these are not lists of n nodes.
  bool reduce(Scan const& scan) {
    clear();
    walk<WalkPurpose::reduce>("yoke::list_scan::walk_and_reduce", scan);
    ScanCounters const counters = read_counters();
    return counters.faults == 0 && counters.visited == successor_.extent(0) && jump(scan);
  }

  // After reduce(): writes all other results.
  void write(Scan const& scan) {
    Kokkos::deep_copy(exec_, counters_, ScanCounters());
    walk<WalkPurpose::write>("yoke::list_scan::walk_and_write", scan);
  }

  std::uint64_t blocks() const { return splitters_.blocks(); }
  // prefix() of a block: after reduce(), the scan over all that stands before its splitter.
  Array<Space, Value const> prefix() const { return table(current_).prefix; }

 private:
  using Traits = ListScanTraits<Space>;

  ScanTable<Space, Word, Value> table(int which) const {
    std::uint64_t const first = which * blocks();
    return {Array<Space, Value>(prefix_.data() + first, blocks()),
            Array<Space, Word>(before_.data() + first, blocks())};
  }

  void clear() {
    current_ = 0;
    bool const has_last_splitter =
        splitters_.at(static_cast<Word>(blocks() - 1)) < successor_.extent(0);
    Kokkos::parallel_for(
        "yoke::list_scan::clear", WideRange<Space>(exec_, 0, blocks()),
        ClearScanTable<Space, Word, Value>{
            table(0), Array<Space, ScanCounters>(counters_.data(), 1), has_last_splitter});
  }

  template <WalkPurpose Purpose>
  void walk(char const* label, Scan const& scan) {
    // A walk of sixteen mean lengths is rare: only those ask whether they have gone too far.
    std::uint64_t const patience = std::uint64_t(16) << Traits::log_length(successor_.extent(0));
    Kokkos::parallel_for(label, Kokkos::RangePolicy<Space>(exec_, 0, exec_.concurrency()),
                         ScanWalk<Space, Word, Scan, Purpose, Traits::walkers>(
                             scan, successor_, tail_, heads_, splitters_, table(current_),
                             Array<Space, ScanCounters>(counters_.data(), 1), patience));
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
  Array<Space, Word const> successor_;
  TailRule<Word> tail_;
  Array<Space, Word const> heads_;
  Splitters<Word> splitters_;
  Buffer<Space, Value> prefix_;
  Buffer<Space, Word> before_;
  Buffer<Space, ScanCounters> counters_;
  int current_ = 0;
};

}  // namespace yoke::detail
