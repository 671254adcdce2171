#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <optional>

#include "sorting/host_radix_sort.hpp"
#include "sorting/short_sort.hpp"
#include "yoke/detail/sorting/more_capabilities.hpp"

namespace yoke::detail::sorting {

// What the segments cover.
struct SegmentRange {
  std::uint64_t begin, end, segments;
};

// How keys are ordered.
struct Ordering {
  KeyKind kind;
  SortOrder order;
};

// One thread sorts a block of segments.
template <class Word, class Value>
struct SortBlock {
  std::uint64_t const* offsets;
  std::uint64_t segments, in_a_block;
  Columns<Word, Value> data;
  Records<Word, Value> records;
  KeyOrder<Word> order;
  std::uint64_t most;  // longer ones are only noted
  std::uint64_t* noted;
  std::uint64_t* counter;

  void operator()(std::uint64_t block) const {
    std::uint64_t const last = std::min((block + 1) * in_a_block, segments);
    std::uint64_t const* const ends = offsets + 1;
    // Keys that are written are not what is read here.
    bool const changes_single_keys = order.is_floating();
    for (std::uint64_t s = block * in_a_block, begin = offsets[s]; s < last; ++s) {
      std::uint64_t const end = ends[s], size = end - begin;
      if (size > 1) {
        sort(s, begin, size);
      } else if (changes_single_keys && size == 1) {
        Word const key = data.keys[begin], canonical = order.canonical(key);
        if (canonical != key) data.keys[begin] = canonical;
      }
      begin = end;
    }
  }

 private:
  void sort(std::uint64_t segment, std::uint64_t begin, std::uint64_t size) const {
    LoadCanonical<Word, Value> const source{data.from(begin), order};
    if (size <= most_short) {
      sort_short(source, data.from(begin), size, order);
    } else if (size <= most) {
      auto const workspace = records.from(begin);
      for (std::uint64_t i = 0; i < size; ++i) workspace.store(i, source(i));
      sort_records(workspace, data.from(begin), size, order);
    } else {
      noted[Kokkos::atomic_fetch_add(counter, std::uint64_t(1))] = segment;
    }
  }
};

// Each thread of a host sorts segments, one after the other; those that are too large for one
// thread are sorted by all, after. Holds a copy of the elements.
template <class Space, class Word>
class HostSegmentedSort {
  using Number = std::uint32_t;
  // One thread sorts fewer elements before all could share them.
  static constexpr std::uint64_t few = 32768;

 public:
  HostSegmentedSort(Space const& exec, SegmentsCapacity const& capacity)
      : exec_(exec),
        capacity_(capacity.elements),
        parts_(4 * static_cast<std::uint64_t>(exec.concurrency())),
        large_(make_buffer<Space, std::uint64_t>(exec, "yoke::sort::large_segments", parts_ + 1)),
        keys_(exec, capacity.elements) {
    if (capacity.is_numbered) pairs_.emplace(exec_, capacity_);
  }

  void run(Array<Space, std::uint64_t const> offsets, Columns<Word, Number> const& data,
           SegmentRange const& all, Ordering const& ordering) {
    KeyOrder<Word> const order(ordering.kind, ordering.order);
    if (data.values == nullptr) {
      sort(keys_, offsets, Columns<Word, NoValue>{data.keys, nullptr}, all, order);
    } else {
      if (!pairs_) pairs_.emplace(exec_, capacity_);
      sort(*pairs_, offsets, data, all, order);
    }
  }

 private:
  template <class Value>
  void sort(HostRadixSort<Space, Word, Value>& by_all, Array<Space, std::uint64_t const> offsets,
            Columns<Word, Value> const& data, SegmentRange const& all,
            KeyOrder<Word> const& order) {
    using OneByOne = Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>,
                                         Kokkos::IndexType<std::uint64_t>>;
    // No more than parts_ segments are longer.
    std::uint64_t const most = std::max(few, (all.end - all.begin) / parts_);
    std::uint64_t& larger = large_(parts_) = 0;
    std::uint64_t const in_a_block =
        std::clamp<std::uint64_t>(all.segments / (64 * parts_), 1, 256);
    Kokkos::parallel_for(
        "yoke::sort::segments",
        OneByOne(exec_, 0, (all.segments - 1) / in_a_block + 1, Kokkos::ChunkSize(1)),
        SortBlock<Word, Value>{offsets.data(), all.segments, in_a_block, data, by_all.workspace(),
                               order, most, large_.data(), &larger});
    exec_.fence("yoke::sort: segments");
    PhaseTimer<Space> silent(exec_, static_cast<SortReport*>(nullptr));
    for (std::uint64_t i = 0; i < larger; ++i) {
      std::uint64_t const begin = offsets(large_(i));
      auto const segment = data.from(begin);
      by_all.run(segment, segment, offsets(large_(i) + 1) - begin, order, silent);
    }
  }

  Space exec_;
  std::size_t capacity_;
  std::uint64_t parts_;
  Buffer<Space, std::uint64_t> large_;
  HostRadixSort<Space, Word, NoValue> keys_;
  std::optional<HostRadixSort<Space, Word, Number>> pairs_;
};

}  // namespace yoke::detail::sorting
