#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "yoke/detail/even_part.hpp"
#include "yoke/detail/frame/kept_buffer.hpp"
#include "yoke/detail/list_scan/capability.hpp"
#include "yoke/detail/list_scan/operator_steps.hpp"
#include "yoke/mpi/detail/network.hpp"

namespace yoke::detail::mpi {

// The nodes of all ranks as they stand list after list, each in list order, in one line of which
// every rank has a stretch, all as long.
template <class Word>
struct Line {
  std::size_t lists;
  // This rank's own nodes in the order in which something is sent to their places, and how much
  // each rank gets of it and sends.
  Word const* order;
  Counts to, from;
  std::uint64_t size;  // of this rank's stretch
  // For each place of the stretch, twice the number of what came for it among all that came, and 1
  // more where a list ends there.
  Word const* come;
};

// What stands before a place of the line, in the order in which it is scanned.
template <class Value>
struct Carry {
  Value value;
  std::uint32_t is_cut;  // did a list begin or end on the way? Then nothing before has a say
};

// A stretch of the line, scanned from either end: prefixes from the first place on, suffixes from
// the last.
template <class Word, class Scan>
struct ScanLine {
  using Value = typename Scan::Value;
  Scan scan;
  Word const* come;
  Value* values;  // in the order in which they came
  std::uint64_t size;

  KOKKOS_FUNCTION Carry<Value> nothing() const { return {scan.identity(), 0}; }
  KOKKOS_FUNCTION Carry<Value> join(Carry<Value> const& one, Carry<Value> const& next) const {
    return next.is_cut ? next : Carry<Value>{scan.combine(one.value, next.value), one.is_cut};
  }
  // Goes past the i-th value; returns its result.
  KOKKOS_FUNCTION Value pass(Word what, Carry<Value>& carry) const {
    bool const ends = what % 2 != 0;
    if (ends && scan.reversed) carry = {scan.identity(), 1};
    Value const before = carry.value;
    carry.value = scan.combine(before, values[what / 2]);
    Value const result = scan.exclusive() ? before : carry.value;
    if (ends && !scan.reversed) carry = {scan.identity(), 1};
    return result;
  }
  KOKKOS_FUNCTION Word what(std::uint64_t i) const {
    return come[scan.reversed ? size - 1 - i : i];
  }
};

// Tiles of the line, each one thread's: their carries, and, once what stands before each is known,
// the results in the values' places.
template <class Word, class Scan>
struct SumTiles {
  ScanLine<Word, Scan> line;
  std::uint64_t tile;
  Carry<typename Scan::Value>* sums;
  KOKKOS_FUNCTION void operator()(std::uint64_t t) const {
    auto carry = line.nothing();
    for (std::uint64_t i = t * tile; i < line.size && i < (t + 1) * tile; ++i) {
      line.pass(line.what(i), carry);
    }
    sums[t] = carry;
  }
};
template <class Word, class Scan>
struct FinishTiles {
  ScanLine<Word, Scan> line;
  std::uint64_t tile;
  Carry<typename Scan::Value> const* before;
  KOKKOS_FUNCTION void operator()(std::uint64_t t) const {
    auto carry = before[t];
    for (std::uint64_t i = t * tile; i < line.size && i < (t + 1) * tile; ++i) {
      Word const what = line.what(i);
      line.values[what / 2] = line.pass(what, carry);
    }
  }
};

// The same of carries: those of tiles of them, and, in their places, what stands before each.
template <class Word, class Scan>
struct SumCarries {
  ScanLine<Word, Scan> line;
  std::uint64_t tile, size;
  Carry<typename Scan::Value> const* carries;
  Carry<typename Scan::Value>* sums;
  KOKKOS_FUNCTION void operator()(std::uint64_t t) const {
    auto carry = line.nothing();
    for (std::uint64_t i = t * tile; i < size && i < (t + 1) * tile; ++i) {
      carry = line.join(carry, carries[i]);
    }
    sums[t] = carry;
  }
};
template <class Word, class Scan>
struct SpreadCarries {
  ScanLine<Word, Scan> line;
  std::uint64_t tile, size;
  Carry<typename Scan::Value> const* before;
  Carry<typename Scan::Value>* carries;
  KOKKOS_FUNCTION void operator()(std::uint64_t t) const {
    auto carry = before[t];
    for (std::uint64_t i = t * tile; i < size && i < (t + 1) * tile; ++i) {
      auto const own = carries[i];
      carries[i] = carry;
      carry = line.join(carry, own);
    }
  }
};

// What stands before this rank's stretch, from the carries of all ranks' stretches.
template <class Word, class Scan>
struct JoinRanks {
  ScanLine<Word, Scan> line;
  std::uint64_t rank, ranks;
  Carry<typename Scan::Value> const* of_ranks;
  Carry<typename Scan::Value>* before;
  KOKKOS_FUNCTION void operator()(int) const {
    auto carry = line.nothing();
    if (line.scan.reversed) {
      for (std::uint64_t r = ranks - 1; r > rank; --r) carry = line.join(carry, of_ranks[r]);
    } else {
      for (std::uint64_t r = 0; r < rank; ++r) carry = line.join(carry, of_ranks[r]);
    }
    *before = carry;
  }
};

template <class Word, class Values, class Value>
struct SendValues {
  Word const* order;
  Values values;
  Value* to;
  KOKKOS_FUNCTION void operator()(std::uint64_t k) const { to[k] = values(order[k]); }
};
template <class Word, class Value, class Results>
struct TakeResults {
  Word const* order;
  Value const* from;
  Results results;
  KOKKOS_FUNCTION void operator()(std::uint64_t k) const { results(order[k]) = from[k]; }
};

// Scans values along a line: they go to their places, and the results come back the same way.
// Operands keep their order: Kokkos' own scans do not promise that.
template <class Space, class Word, class Value>
class LineScan {
  using Memory = typename Space::memory_space;
  static constexpr std::uint64_t tile = runs_on_host<Space> ? 1024 : 64;

 public:
  // Room for `own` values of this rank, of `all` of all ranks: before nodes are placed, which looks
  // at how much memory is left.
  void reserve(Network<Space>& ranks, std::uint64_t own, std::uint64_t all) {
    Space const& exec = ranks.exec();
    auto const p = static_cast<std::uint64_t>(ranks.ranks());
    std::uint64_t const size = EvenPart{static_cast<std::uint64_t>(ranks.rank()), p}.size(all);
    own_ = own;
    agreed(ranks, [&] {
      own_values_ = reserved<Value>(own_kept_, exec, own_);
      line_values_ = reserved<Value>(line_kept_, exec, size);
      levels_ = levels(size);
      carries_ = reserved<Carry<Value>>(
          carries_kept_, exec, std::accumulate(levels_.begin(), levels_.end(), std::uint64_t(0)));
      of_ranks_ = reserved<Carry<Value>>(of_ranks_kept_, exec, p);
    });
  }

  template <class Values>
  void send(Network<Space>& ranks, Line<Word> const& line, Values const& values) {
    Space const& exec = ranks.exec();
    Kokkos::parallel_for("yoke::list_scan::send_values", WideRange<Space>(exec, 0, own_),
                         SendValues<Word, Values, Value>{line.order, values, own_values_});
    exec.fence("yoke::list_scan::send_values");
    ranks.exchange(own_values_, line.to, line_values_, line.from);
  }

  template <class Scan>
  void scan(Network<Space>& ranks, Line<Word> const& line, Scan const& scan) {
    Space const& exec = ranks.exec();
    ScanLine<Word, Scan> const work{scan, line.come, line_values_, line.size};
    each(exec, "yoke::list_scan::sum_tiles", levels_[0],
         SumTiles<Word, Scan>{work, tile, carries_});
    auto* level = carries_;
    for (std::size_t l = 1; l < levels_.size(); level += levels_[l - 1], ++l) {
      each(exec, "yoke::list_scan::sum_carries", levels_[l],
           SumCarries<Word, Scan>{work, tile, levels_[l - 1], level, level + levels_[l - 1]});
    }
    // The last level is the stretch's carry, in whose place comes what stands before the stretch.
    exec.fence("yoke::list_scan::sum");
    ranks.gather_all(level, Counts(line.to.size(), 1), of_ranks_);
    Kokkos::parallel_for("yoke::list_scan::join_ranks", Kokkos::RangePolicy<Space>(exec, 0, 1),
                         JoinRanks<Word, Scan>{work, static_cast<std::uint64_t>(ranks.rank()),
                                               line.to.size(), of_ranks_, level});
    for (std::size_t l = levels_.size() - 1; l > 0; --l) {
      auto* const below = level - levels_[l - 1];
      each(exec, "yoke::list_scan::spread_carries", levels_[l],
           SpreadCarries<Word, Scan>{work, tile, levels_[l - 1], level, below});
      level = below;
    }
    each(exec, "yoke::list_scan::finish", levels_[0],
         FinishTiles<Word, Scan>{work, tile, carries_});
    exec.fence("yoke::list_scan::finish");
  }

  template <class Results>
  void send_back(Network<Space>& ranks, Line<Word> const& line, Results const& results) {
    ranks.exchange(line_values_, line.from, own_values_, line.to);
    each(ranks.exec(), "yoke::list_scan::take_results", own_,
         TakeResults<Word, Value, Results>{line.order, own_values_, results});
    ranks.exec().fence("yoke::list_scan");
  }

 private:
  template <class T>
  static T* reserved(KeptBuffer& kept, Space const& exec, std::uint64_t size) {
    return kept.template reserved<T, Memory>(exec, "yoke::list_scan::line", size).data();
  }
  template <class Functor>
  static void each(Space const& exec, char const* label, std::uint64_t size,
                   Functor const& functor) {
    Kokkos::parallel_for(label, WideRange<Space>(exec, 0, size), functor);
  }

  // The numbers of tiles of places, of tiles of those, and so on, down to one; of an empty stretch
  // too.
  static std::vector<std::uint64_t> levels(std::uint64_t size) {
    std::vector<std::uint64_t> found;
    do {
      size = size <= tile ? 1 : (size + tile - 1) / tile;
      found.push_back(size);
    } while (size > 1);
    return found;
  }

  KeptBuffer own_kept_, line_kept_, carries_kept_, of_ranks_kept_;
  Value *own_values_ = nullptr, *line_values_ = nullptr;
  Carry<Value>*carries_ = nullptr, *of_ranks_ = nullptr;
  std::vector<std::uint64_t> levels_;
  std::uint64_t own_ = 0;
};

}  // namespace yoke::detail::mpi

namespace yoke::detail::list_scan {

template <class Space, class Word, class Value>
class RankLine<Distributed<Space>, Word, Value> {
 public:
  template <class Values, class Results, class Scan>
  class Steps final : public LineSteps<Word> {
    using Line = mpi::Line<Word>;

   public:
    Steps(RankLine& held, mpi::Network<Space>& ranks, Values const& values, Results const& results,
          Scan const& scan)
        : line_(held.line_), ranks_(ranks), values_(values), results_(results), scan_(scan) {}
    void reserve(std::uint64_t own, std::uint64_t all) const override {
      line_.reserve(ranks_, own, all);
    }
    void send(Line const& line) const override { line_.send(ranks_, line, values_); }
    void scan(Line const& line) const override { line_.scan(ranks_, line, scan_); }
    void send_back(Line const& line) const override { line_.send_back(ranks_, line, results_); }

   private:
    mpi::LineScan<Space, Word, Value>& line_;
    mpi::Network<Space>& ranks_;
    Values values_;
    Results results_;
    Scan scan_;
  };

  template <class Values, class Results, class Scan>
  Steps<Values, Results, Scan> steps(mpi::Network<Space>& ranks, Values const& values,
                                     Results const& results, Scan const& scan) {
    return {*this, ranks, values, results, scan};
  }

 private:
  mpi::LineScan<Space, Word, Value> line_;
};

}  // namespace yoke::detail::list_scan
