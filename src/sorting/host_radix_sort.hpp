#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <vector>

#include "frame/phase_timer.hpp"
#include "primitives/partition.hpp"
#include "sorting/buckets.hpp"
#include "sorting/digit_sort.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/huge_pages.hpp"

namespace yoke::detail::sorting {

// Elements of columns, with canonical keys.
template <class Word, class Value>
struct LoadCanonical {
  Columns<Word, Value> columns;
  KeyOrder<Word> order;
  KOKKOS_FUNCTION Element<Word, Value> operator()(std::uint64_t i) const {
    auto element = columns.load(i);
    element.key = order.canonical(element.key);
    return element;
  }
};

template <class Records>
struct StoreTo {
  Records records;
  template <class Element>
  KOKKOS_FUNCTION void operator()(std::uint64_t place, Element const& element) const {
    records.store(place, element);
  }
};

// Sorts on a host, stably: all threads partition by the leading digits into buckets that fit a
// core's caches, then each thread sorts buckets, one after the other. A bucket that is too large
// for one thread is partitioned again.
//
// Holds a copy of the elements, 8 KiB a thread and 100 KiB.
template <class Space, class Word, class Value>
class HostRadixSort {
  using Moved = Element<Word, Value>;
  using Data = Columns<Word, Value>;
  using Source = LoadCanonical<Word, Value>;
  using Label = typename Buckets<Word>::Label;
  using Pass = PartitionPass<Space, std::uint64_t, Source, Label, StoreTo<Records<Word, Value>>>;
  static constexpr int most_buckets = 1 << PartitionTraits<Space>::label_bits;
  // One thread sorts fewer elements before all could share them.
  static constexpr std::uint64_t few = 8192;
  // Each partition narrows the keys by 12 bits, but for keys that no sample met.
  static constexpr int most_rounds = 12;

  struct Range {
    std::uint64_t begin, end;
    int round;
  };

 public:
  HostRadixSort(Space const& exec, std::size_t capacity)
      : exec_(exec),
        records_(make_buffer<Space, Moved>(exec, "yoke::sort::records", capacity)),
        counts_(make_buffer<Space, std::uint64_t>(
            exec, "yoke::sort::counts",
            most_buckets * PartitionTraits<Space>::most_tiles(exec, capacity))),
        begin_(make_buffer<Space, std::uint64_t>(exec, "yoke::sort::begin", most_buckets + 1)) {
    advise_huge_pages(records_.data(), capacity * sizeof(Moved));
    ranges_.reserve(2 * most_buckets);
  }

  // Reads the source, which may be the target, and writes the target. Returns how often elements
  // were partitioned.
  std::uint64_t run(Data const& source, Data const& target, std::uint64_t size,
                    KeyOrder<Word> const& order, PhaseTimer<Space>& timer) {
    std::uint64_t partitions = 0;
    // What is partitioned again are disjoint ranges of more than this.
    most_for_one_ = std::max<std::uint64_t>(
        size / std::max<std::uint64_t>(64, 4 * static_cast<std::uint64_t>(exec_.concurrency())),
        4 * few);
    ranges_.push_back({0, size, 1});
    while (!ranges_.empty()) {
      Range const range = ranges_.back();
      ranges_.pop_back();
      Data const& from = range.round == 1 ? source : target;
      if (range.end - range.begin <= few) {
        sort_alone(from.from(range.begin), target.from(range.begin), range, order);
        timer.done("sort alone");
        continue;
      }
      partition(from.from(range.begin), range, order);
      timer.done("partition");
      ++partitions;
      sort_buckets(target.from(range.begin), range, order);
      timer.done("sort buckets");
    }
    return partitions;
  }

  // Where it has its copy of the elements: anybody's between two runs.
  Records<Word, Value> room() const { return {records_.data()}; }

 private:
  Records<Word, Value> records_from(Range const& range) const { return room().from(range.begin); }

  void sort_alone(Data const& from, Data const& target, Range const& range,
                  KeyOrder<Word> const& order) {
    Source const source{from, order};
    auto const records = records_from(range);
    std::uint64_t const size = range.end - range.begin;
    for (std::uint64_t i = 0; i < size; ++i) records.store(i, source(i));
    sort_records(records, target, size, order);
  }

  void partition(Data const& from, Range const& range, KeyOrder<Word> const& order) {
    std::uint64_t const size = range.end - range.begin, tiles = Pass::tiles(exec_, size);
    Source const source{from, order};
    auto const label = buckets_.cut(order, size, [&](std::uint64_t i) { return source(i).key; });
    Pass(exec_, size, source, label, {records_from(range)}, array_of(counts_, most_buckets * tiles))
        .run(exec_);
    exec_.fence("yoke::sort: partition");
    for (int b = 0; b < most_buckets; ++b) begin_(b) = counts_(b * tiles);
    begin_(most_buckets) = size;
  }

  bool is_for_all(int bucket, int round) const {
    return begin_(bucket + 1) - begin_(bucket) > most_for_one_ && round < most_rounds;
  }

  void sort_buckets(Data const& target, Range const& range, KeyOrder<Word> const& order) {
    auto const records = records_from(range);
    auto const copy = [=](std::uint64_t i) { target.store(i, records.load(i)); };
    using OneByOne = Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>>;
    Kokkos::parallel_for(
        "yoke::sort::buckets", OneByOne(exec_, 0, buckets_.count(), Kokkos::ChunkSize(1)),
        [this, target, records, copy, round = range.round, &order](int bucket) {
          std::uint64_t const begin = begin_(bucket), end = begin_(bucket + 1);
          if (begin == end || is_for_all(bucket, round)) return;
          if (buckets_.is_single(bucket)) {
            for (std::uint64_t i = begin; i < end; ++i) copy(i);
          } else {
            sort_records(records.from(begin), target.from(begin), end - begin, order);
          }
        });
    exec_.fence("yoke::sort: buckets");
    for (int bucket = 0; bucket < buckets_.count(); ++bucket) {
      if (!is_for_all(bucket, range.round)) continue;
      std::uint64_t const begin = begin_(bucket), end = begin_(bucket + 1);
      Kokkos::parallel_for("yoke::sort::copy", WideRange<Space>(exec_, begin, end), copy);
      if (buckets_.is_single(bucket)) continue;
      ranges_.push_back({range.begin + begin, range.begin + end, range.round + 1});
    }
    exec_.fence("yoke::sort: copy");
  }

  Space exec_;
  Buffer<Space, Moved> records_;
  Buffer<Space, std::uint64_t> counts_, begin_;
  Buckets<Word> buckets_;
  std::vector<Range> ranges_;
  std::uint64_t most_for_one_ = 0;
};

}  // namespace yoke::detail::sorting
