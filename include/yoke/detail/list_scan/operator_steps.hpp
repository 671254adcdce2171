#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "yoke/detail/kokkos_ext/relaxed.hpp"
#include "yoke/detail/list_scan/kernels.hpp"

namespace yoke::detail::list_scan {

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
