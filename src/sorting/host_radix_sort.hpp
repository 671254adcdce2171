#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

#include "frame/host_copy.hpp"
#include "frame/phase_timer.hpp"
#include "sorting/block_partition.hpp"
#include "sorting/buckets.hpp"
#include "sorting/digit_sort.hpp"
#include "sorting/vector_sort.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/kokkos_ext/stream_store.hpp"

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

// Sorts on a host, stably: all threads partition into buckets, then each thread brings buckets, one
// after the other, into its caches and sorts them there. A bucket that is too large for one thread
// is partitioned again; one of a single key alone is written where it belongs; and what is sorted
// is only read.
//
// Holds a copy of the elements and 1/80 of that. For each thread it holds 0.6 MiB and 1/120 of the
// copy, or 32768 elements (or all) if that is more.
template <class Space, class Word, class Value>
class HostRadixSort {
  using Moved = Element<Word, Value>;
  using Data = Columns<Word, Value>;
  using Source = LoadCanonical<Word, Value>;
  using Partition = BlockPartition<Space, Word, Value>;
  static constexpr bool has_values = !std::is_same_v<Value, NoValue>;
  // One thread sorts fewer elements before all could share them.
  static constexpr std::uint64_t few = 8192;
  // Elements a bucket, until there are most buckets.
  static constexpr std::uint64_t in_a_bucket = 2 * few;
  // Each partition narrows the keys by 13 bits, but for keys that no sample met.
  static constexpr int most_rounds = 12;

  struct Range {
    std::uint64_t begin, end;
    int round;
  };
  struct Label {
    typename Buckets<Word>::Label bucket_of;
    KeyOrder<Word> order;
    int operator()(Moved const& element) const { return bucket_of(order.rank(element.key)); }
  };

 public:
  HostRadixSort(Space const& exec, std::size_t capacity)
      : exec_(exec),
        threads_(static_cast<std::uint64_t>(exec.concurrency())),
        workspace_size_(std::min<std::uint64_t>(
            capacity <= few ? 0 : capacity,
            std::max<std::uint64_t>(2 * in_a_bucket, capacity / Buckets<Word>::most_level * 2))),
        partition_(exec, capacity,
                   capacity <= few ? 0 : Buckets<Word>::most_of(level_of(capacity))),
        vector_sorts_(capacity <= few ? 1 : threads_) {
    if (capacity <= few) return;  // one thread sorts them all, without buckets
    constexpr std::size_t most = Buckets<Word>::most_of(Buckets<Word>::most_level);
    workspaces_ =
        make_buffer<Space, Moved>(exec, "yoke::sort::workspaces", threads_ * workspace_size_);
    buckets_.emplace();
    begin_.resize(most + 1);
    is_counted_.reserve(most);
    ranges_.reserve(2 * most);
  }

  // Reads the source, which may be the target, and writes the target. Returns how often elements
  // were partitioned.
  std::uint64_t run(Data const& source, Data const& target, std::uint64_t size,
                    KeyOrder<Word> const& order, PhaseTimer<Space>& timer) {
    std::uint64_t partitions = 0;
    if (size > few && source.keys == target.keys) {
      bool const is_done = is_sorted({source, order}, size);
      timer.done("look");
      if (is_done) return 0;
    }
    if (size <= few) {
      sort_alone(source, target, size, order);
      timer.done("sort alone");
      return 0;
    }
    ranges_.clear();  // of a call that threw
    ranges_.push_back({0, size, 1});
    while (!ranges_.empty()) {
      Range const range = ranges_.back();
      ranges_.pop_back();
      Data const from = (range.round == 1 ? source : target).from(range.begin);
      Data const to = target.from(range.begin);
      if (range.end - range.begin <= few || range.round > most_rounds) {
        sort_alone(from, to, range.end - range.begin, order);
        timer.done("sort alone");
        continue;
      }
      partition(from, range.end - range.begin, order);
      timer.done("partition");
      ++partitions;
      sort_buckets(to, range, order);
      timer.done("sort buckets");
    }
    return partitions;
  }

  // Where it has its copy of the elements: anybody's between two runs.
  Records<Word, Value> workspace() const { return {partition_.elements()}; }

 private:
  static int level_of(std::uint64_t size) {
    return static_cast<int>(
        std::clamp<std::uint64_t>(size / in_a_bucket, 8, Buckets<Word>::most_level));
  }

  // Does the source need no change? Most that do are told from a few pairs.
  bool is_sorted(Source const& source, std::uint64_t size) const {
    auto const is_right = [&](std::uint64_t i) {
      Word const key = source(i).key;
      return (key == source.columns.load(i).key) &
             (source.order.rank(key) <= source.order.rank(source(i + 1).key));
    };
    for (std::uint64_t i = 0; i < 256; ++i) {
      if (!is_right(hash(i) % (size - 1))) return false;
    }
    constexpr std::uint64_t piece = 1 << 15;
    std::atomic<bool> all(source(size - 1).key == source.columns.load(size - 1).key);
    Kokkos::parallel_for("yoke::sort::look",
                         Kokkos::RangePolicy<Space, Kokkos::IndexType<std::uint64_t>>(
                             exec_, 0, (size - 2) / piece + 1),
                         [&](std::uint64_t p) {
                           if (!all.load(std::memory_order_relaxed)) return;
                           bool here = true;
                           std::uint64_t const end = std::min((p + 1) * piece, size - 1);
                           for (std::uint64_t i = p * piece; i < end; ++i) here &= is_right(i);
                           if (!here) all.store(false, std::memory_order_relaxed);
                         });
    exec_.fence("yoke::sort: look");
    return all;
  }

  void sort_alone(Data const& from, Data const& to, std::uint64_t size,
                  KeyOrder<Word> const& order) {
    Source const source{from, order};
    constexpr Word minus_zero = Word(1) << (8 * sizeof(Word) - 1);
    bool has_minus_zero = false;
    for (std::uint64_t i = 0; i < size; ++i) {
      auto const element = source(i);
      has_minus_zero |= element.key == minus_zero;
      workspace().store(i, element);
    }
    // Zeros of both signs may be among floating-point keys. A few of those are sorted faster than
    // they are made words for vectors.
    constexpr std::uint64_t short_of_floats = 128;
    bool const are_same_bits = !order.is_floating() || (!has_minus_zero && size > short_of_floats);
    sort_here(0, workspace(), to, size, order, are_same_bits);
  }

  void partition(Data const& from, std::uint64_t size, KeyOrder<Word> const& order) {
    Source const source{from, order};
    auto const bucket_of = buckets_->cut(
        level_of(size), size, [&](std::uint64_t i) { return order.rank(source(i).key); });
    is_counted_.clear();
    for (int b = 0; b < buckets_->count(); ++b) {
      is_counted_.push_back(!has_values && buckets_->is_single(b) &&
                            order.is_one_key(buckets_->rank_of(b)));
    }
    bucket_of_zeros_ = order.is_one_key(order.rank(0)) ? -1 : bucket_of(order.rank(0));
    partition_.run(
        typename Partition::template Input<Source, Label>{
            source, {bucket_of, order}, size, is_counted_},
        begin_.data());
  }

  std::uint64_t size_of(int bucket) const {
    return begin_[static_cast<std::size_t>(bucket) + 1] - begin_[static_cast<std::size_t>(bucket)];
  }
  bool is_for_all(int bucket) const { return size_of(bucket) > workspace_size_; }

  void sort_buckets(Data const& to, Range const& range, KeyOrder<Word> const& order) {
    std::atomic<int> next(0);
    Kokkos::parallel_for("yoke::sort::buckets", Kokkos::RangePolicy<Space>(exec_, 0, threads_),
                         [&](std::uint64_t thread) {
                           for (int bucket; (bucket = next++) < buckets_->count();) {
                             if (size_of(bucket) == 0 || is_for_all(bucket)) continue;
                             sort_bucket(thread, bucket,
                                         to.from(begin_[static_cast<std::size_t>(bucket)]), order);
                           }
                         });
    exec_.fence("yoke::sort: buckets");
    for (int bucket = 0; bucket < buckets_->count(); ++bucket) {
      if (!is_for_all(bucket)) continue;
      std::uint64_t const begin = begin_[static_cast<std::size_t>(bucket)];
      bring_by_all(bucket, to.from(begin), order);
      if (buckets_->is_single(bucket)) continue;
      ranges_.push_back(
          {range.begin + begin, range.begin + begin + size_of(bucket), range.round + 1});
    }
  }

  void sort_bucket(std::uint64_t thread, int bucket, Data const& to, KeyOrder<Word> const& order) {
    auto const index = static_cast<std::uint64_t>(bucket);
    std::uint64_t const size = size_of(bucket);
    if (is_counted_[index]) {
      fill(to, size, order.key_of(buckets_->rank_of(bucket)));
      return;
    }
    if (buckets_->is_single(bucket)) {
      Data place = to;
      for (std::uint64_t tile = 0; tile < partition_.tiles(); ++tile) {
        bring(tile, bucket, place);
        place = place.from(partition_.size_of(tile, index));
      }
      return;
    }
    Moved* const workspace = workspaces_.data() + thread * workspace_size_;
    Moved* place = workspace;
    for (std::uint64_t tile = 0; tile < partition_.tiles(); ++tile) {
      partition_.for_each_block(tile, index, [&](Moved const* from, std::uint64_t count) {
        place = std::copy(from, from + count, place);
      });
    }
    sort_here(thread, {workspace}, to, size, order, bucket != bucket_of_zeros_);
  }

  // The records are lost. Equal keys may be exchanged where they are the same bits.
  void sort_here(std::uint64_t thread, Records<Word, Value> const& records, Data const& to,
                 std::uint64_t size, KeyOrder<Word> const& order, bool are_same_bits) {
    if constexpr (!has_values) {
      if (are_same_bits && VectorSort::is_available()) {
        static_assert(sizeof(Moved) == sizeof(Word));
        Word* const words = &records.elements->key;
        if (!order.is_plain()) std::transform(words, words + size, words, ToRank{order});
        vector_sorts_[thread].run(words, size);
        if (!order.is_plain()) std::transform(words, words + size, words, ToKey{order});
        stream_bytes(reinterpret_cast<std::byte*>(to.keys),
                     reinterpret_cast<std::byte const*>(words), size * sizeof(Word));
        return;
      }
    }
    sort_records(records, to, size, order);
  }

  void bring(std::uint64_t tile, int bucket, Data const& to) const {
    std::uint64_t place = 0;
    partition_.for_each_block(tile, static_cast<std::uint64_t>(bucket),
                              [&](Moved const* from, std::uint64_t count) {
                                for (std::uint64_t i = 0; i < count; ++i) {
                                  to.store(place++, from[i]);
                                }
                              });
  }

  static void fill(Data const& to, std::uint64_t size, Word key) {
    constexpr std::uint64_t line = stream_line / sizeof(Word);
    std::array<Word, line> keys;
    keys.fill(key);
    Word *place = to.keys, *const end = place + size;
    while (place < end && reinterpret_cast<std::uintptr_t>(place) % stream_line != 0)
      *place++ = key;
    for (; place + line <= end; place += line) {
      stream_store(reinterpret_cast<std::byte*>(place),
                   reinterpret_cast<std::byte const*>(keys.data()));
    }
    end_streaming();
    std::fill(place, end, key);
  }

  void bring_by_all(int bucket, Data const& to, KeyOrder<Word> const& order) {
    auto const index = static_cast<std::uint64_t>(bucket);
    std::uint64_t const size = size_of(bucket);
    if (is_counted_[index]) {
      std::uint64_t const piece = size / threads_ + 1;
      Kokkos::parallel_for("yoke::sort::fill", Kokkos::RangePolicy<Space>(exec_, 0, threads_),
                           [&](std::uint64_t thread) {
                             std::uint64_t const begin = std::min(thread * piece, size);
                             fill(to.from(begin), std::min(piece, size - begin),
                                  order.key_of(buckets_->rank_of(bucket)));
                           });
    } else {
      Kokkos::parallel_for("yoke::sort::bring",
                           Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>>(
                               exec_, 0, partition_.tiles()),
                           [&](std::uint64_t tile) {
                             std::uint64_t before = 0;
                             for (std::uint64_t t = 0; t < tile; ++t)
                               before += partition_.size_of(t, index);
                             bring(tile, bucket, to.from(before));
                           });
    }
    exec_.fence("yoke::sort: bring");
  }

  struct ToRank {
    KeyOrder<Word> order;
    Word operator()(Word key) const { return order.rank(key); }
  };
  struct ToKey {
    KeyOrder<Word> order;
    Word operator()(Word rank) const { return order.key_of(rank); }
  };

  Space exec_;
  std::uint64_t threads_, workspace_size_;
  Partition partition_;
  Buffer<Space, Moved> workspaces_;
  std::vector<VectorSort> vector_sorts_;
  std::optional<Buckets<Word>> buckets_;  // for more than few
  std::vector<std::uint64_t> begin_;
  std::vector<char> is_counted_;
  int bucket_of_zeros_ = -1;
  std::vector<Range> ranges_;
};

}  // namespace yoke::detail::sorting
