#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstdint>

#include "yoke/detail/kokkos_ext/relaxed.hpp"
#include "yoke/detail/list_scan/scan_walk.hpp"
#include "yoke/detail/spaces.hpp"

// Functors, not lambdas: what a user's source files instantiate must have names that are the same
// in all of them.
namespace yoke::detail::list_scan {

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

template <class Word, class Value>
constexpr ElementSizes element_sizes() {
  return {sizeof(ScanRecord<Word, Value>), sizeof(Value)};
}

// The steps of a Scan (scan_walk.hpp) but for what brings values in and results out.
template <class Space, class Word, class Scan>
class ScanKernels : public ScanSteps<Word> {
 public:
  using Value = typename Scan::Value;
  using Record = ScanRecord<Word, Value>;

  ScanKernels(Space const& exec, Scan const& scan) : exec_(exec), scan_(scan) {}

  void clear(ScanArrays<Word> const& arrays) const final {
    std::uint64_t const blocks = arrays.splitters.blocks();
    bool const is_last_used = arrays.splitters.at(static_cast<Word>(blocks - 1)) < arrays.size;
    Kokkos::parallel_for(
        "yoke::list_scan::clear", WideRange<Space>(exec_, 0, blocks),
        ClearScanTable<Space, Word, Scan>{scan_, table(arrays, 0), blocks - !is_last_used});
  }

  void walk(ScanArrays<Word> const& arrays, std::uint64_t longest,
            bool counts_longest) const final {
    Kokkos::parallel_for(
        "yoke::list_scan::walk", Kokkos::RangePolicy<Space>(exec_, 0, Traits::threads(exec_)),
        ScanWalk<Space, Word, Scan, Traits::walkers>(
            scan_, records(arrays), Array<Space, Word const>(arrays.heads, arrays.lists),
            arrays.splitters, table(arrays, 0), Array<Space, ScanCounters>(arrays.counters, 1),
            longest, counts_longest));
  }

  std::uint64_t jump(ScanArrays<Word> const& arrays, int from_table) const final {
    std::uint64_t underway = 0;
    Kokkos::parallel_reduce("yoke::list_scan::jump",
                            WideRange<Space>(exec_, 0, arrays.splitters.blocks()),
                            PrefixJump<Space, Word, Scan>{scan_, table(arrays, from_table),
                                                          table(arrays, 1 - from_table)},
                            underway);
    return underway;
  }

 protected:
  ~ScanKernels() = default;

  Space const& exec() const { return exec_; }
  Scan const& scan() const { return scan_; }

  static Array<Space, Record> records(ScanArrays<Word> const& arrays) {
    return Array<Space, Record>(static_cast<Record*>(arrays.record), arrays.size);
  }

  ScannedValues<Space, Word, Scan> scanned(ScanArrays<Word> const& arrays, int which) const {
    return {scan_, records(arrays), table(arrays, which).prefix};
  }

 private:
  using Traits = ListScanTraits<Space>;

  static ScanTable<Space, Word, Value> table(ScanArrays<Word> const& arrays, int which) {
    std::uint64_t const blocks = arrays.splitters.blocks(),
                        first = static_cast<std::uint64_t>(which) * blocks;
    return {Array<Space, Value>(static_cast<Value*>(arrays.prefix) + first, blocks),
            Array<Space, Word>(arrays.before + first, blocks)};
  }

  Space exec_;
  Scan scan_;
};

// The caller's operator. Along lists that are turned round its operands come the other way round.
template <class ValueType, class Operator>
struct OperatorScan {
  using Value = ValueType;
  Operator op;
  Value neutral;
  bool is_exclusive, reversed;

  KOKKOS_FUNCTION bool exclusive() const { return is_exclusive; }
  KOKKOS_FUNCTION Value identity() const { return neutral; }
  KOKKOS_FUNCTION Value at_head(std::uint64_t) const { return neutral; }
  KOKKOS_FUNCTION Value combine(Value const& left, Value const& right) const {
    return reversed ? op(right, left) : op(left, right);
  }
};

template <class Space, class Word, class Values, class Record>
struct LoadRecords {
  Array<Space, Word const> successor;
  TailRule<Word> tail;
  Values values;
  Array<Space, Record> record;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    Word const node = static_cast<Word>(i), next = successor(i);
    record(i) = {tail(node, next) ? node : next, values(i)};
  }
};

template <class Space, class Word, class Values, class Record>
struct LoadLoneRecords {
  Values values;
  Array<Space, Record> record;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    record(i) = {static_cast<Word>(i), values(i)};
  }
};

// Every link turned round. Of two links to one node one is lost; the nodes before it are then
// reached from no tail, and the walk misses them.
template <class Space, class Word, class Record>
struct LoadReversedLinks {
  Array<Space, Word const> successor;
  TailRule<Word> tail;
  Array<Space, Record> record;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    Word const node = static_cast<Word>(i), next = successor(i);
    if (!tail(node, next)) relaxed_store(&record(next).link, node);
  }
};

template <class Scanned, class Results>
struct StoreScanned {
  Scanned scanned;
  Results results;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const { results(i) = scanned(i); }
};

// The steps of list_scan, of the caller's values with the caller's operator.
template <class Space, class Word, class Values, class Results, class Operator>
class OperatorSteps final
    : public ScanKernels<Space, Word,
                         OperatorScan<typename Results::non_const_value_type, Operator>> {
 public:
  using Scan = OperatorScan<typename Results::non_const_value_type, Operator>;
  using Base = ScanKernels<Space, Word, Scan>;
  using Record = typename Base::Record;

  OperatorSteps(Space const& exec, Values const& values, Results const& results, Scan const& scan)
      : Base(exec, scan), values_(values), results_(results) {}

  void load(ScanArrays<Word> const& arrays) const override {
    WideRange<Space> const nodes(this->exec(), 0, arrays.size);
    Array<Space, Word const> const successor(arrays.successor, arrays.size);
    auto const record = this->records(arrays);
    if (!this->scan().reversed) {
      Kokkos::parallel_for(
          "yoke::list_scan::load", nodes,
          LoadRecords<Space, Word, Values, Record>{successor, arrays.tail, values_, record});
      return;
    }
    Kokkos::parallel_for("yoke::list_scan::load_values", nodes,
                         LoadLoneRecords<Space, Word, Values, Record>{values_, record});
    Kokkos::parallel_for("yoke::list_scan::load_reversed_links", nodes,
                         LoadReversedLinks<Space, Word, Record>{successor, arrays.tail, record});
  }

  void store(ScanArrays<Word> const& arrays, int table) const override {
    using Scanned = ScannedValues<Space, Word, Scan>;
    Kokkos::parallel_for("yoke::list_scan::store", WideRange<Space>(this->exec(), 0, arrays.size),
                         StoreScanned<Scanned, Results>{this->scanned(arrays, table), results_});
  }

 private:
  Values values_;
  Results results_;
};

}  // namespace yoke::detail::list_scan
