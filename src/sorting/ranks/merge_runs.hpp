#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "sorting/element.hpp"
#include "sorting/ranks/global_order.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/sorting/keyed.hpp"

#if defined(KOKKOS_ENABLE_CUDA) && __has_include(<cub/device/device_merge.cuh>)
#define YOKE_HAS_CUB_MERGE
#include <cub/device/device_merge.cuh>

#include "sorting/cub_radix_sort.hpp"
#endif

namespace yoke::detail::mpi {

// Keys as unsigned words in their order.
template <class Key>
struct RankLess {
  sorting::KeyOrder<Key> order;
  KOKKOS_FUNCTION Key word(Key key) const { return order.rank(order.canonical(key)); }
  KOKKOS_FUNCTION bool operator()(Key one, Key other) const { return word(one) < word(other); }
};

// Merges `grain` elements of two sorted ranges, of which equal ones of the first come first.
template <class Key, class Value>
struct MergeGrain {
  sorting::Columns<Key, Value> from, second, to;
  std::uint64_t first_size, second_size, grain;
  RankLess<Key> less;

  KOKKOS_FUNCTION void operator()(std::uint64_t g) const {
    std::uint64_t const begin = g * grain;
    std::uint64_t const size = first_size + second_size;
    std::uint64_t const end = begin + grain < size ? begin + grain : size;
    std::uint64_t i =
        sorting::split_merge(from.keys, first_size, second.keys, second_size, begin, less);
    std::uint64_t j = begin - i;
    for (std::uint64_t out = begin; out < end; ++out) {
      bool const takes_second =
          i == first_size || (j < second_size && less(second.keys[j], from.keys[i]));
      auto element = takes_second ? second.load(j) : from.load(i);
      element.key = less.order.canonical(element.key);
      to.store(out, element);
      i += takes_second ? 0 : 1;
      j += takes_second ? 1 : 0;
    }
  }
};

#ifdef YOKE_HAS_CUB_MERGE
// Blocks merge tiles in shared memory. Equal elements of the first range come first here too.
template <class Key, class Value>
void merge_by_cub(Kokkos::Cuda const& exec, void* workspace, std::size_t& bytes,
                  sorting::Columns<Key, Value> const& first, std::uint64_t first_size,
                  sorting::Columns<Key, Value> const& second, std::uint64_t second_size,
                  sorting::Columns<Key, Value> const& to, RankLess<Key> const& less) {
  auto const one = static_cast<std::int64_t>(first_size);
  auto const other = static_cast<std::int64_t>(second_size);
  auto const stream = exec.cuda_stream();
  Key const *const first_keys = first.keys, *const second_keys = second.keys;
  if constexpr (std::is_same_v<Value, sorting::NoValue>) {
    sorting::check_cub(cub::DeviceMerge::MergeKeys(workspace, bytes, first_keys, one, second_keys,
                                                   other, to.keys, less, stream));
  } else {
    Value const *const first_values = first.values, *const second_values = second.values;
    sorting::check_cub(cub::DeviceMerge::MergePairs(workspace, bytes, first_keys, first_values, one,
                                                    second_keys, second_values, other, to.keys,
                                                    to.values, less, stream));
  }
}
#endif

// What merging runs of so many elements together needs beside the arrays.
template <class Space, class Key, class Value>
std::size_t merge_bytes([[maybe_unused]] Space const& exec, [[maybe_unused]] std::uint64_t size) {
  std::size_t bytes = 0;
#ifdef YOKE_HAS_CUB_MERGE
  if constexpr (std::is_same_v<Space, Kokkos::Cuda>) {
    sorting::Columns<Key, Value> const none{};
    merge_by_cub(exec, nullptr, bytes, none, size - size / 2, none, size / 2, none,
                 RankLess<Key>{{sorting::KeyKind::is_unsigned, SortOrder::ascending}});
  }
#endif
  return bytes;
}

template <class Space, class Key, class Value>
void merge_two(Space const& exec, sorting::Columns<Key, Value> const& first,
               std::uint64_t first_size, sorting::Columns<Key, Value> const& second,
               std::uint64_t second_size, sorting::Columns<Key, Value> const& to,
               RankLess<Key> const& less,
               [[maybe_unused]] Array<Space, std::byte> const& workspace) {
#ifdef YOKE_HAS_CUB_MERGE
  if constexpr (std::is_same_v<Space, Kokkos::Cuda>) {
    std::size_t bytes = workspace.extent(0);
    merge_by_cub(exec, workspace.data(), bytes, first, first_size, second, second_size, to, less);
    return;
  }
#endif
  // On a device a thread's, on a host enough that finding its begin costs nothing beside it.
  constexpr std::uint64_t grain = runs_on_host<Space> ? 16384 : 16;
  std::uint64_t const grains = (first_size + second_size + grain - 1) / grain;
  Kokkos::parallel_for(
      "yoke::mpi::sort::merge", WideRange<Space>(exec, 0, grains),
      MergeGrain<Key, Value>{first, second, to, first_size, second_size, grain, less});
}

// Elements in order.
template <class Key, class Value>
struct SortedRun {
  sorting::Columns<Key, Value> columns;
  std::uint64_t size;
};

// Where runs are merged on the way: two places for all of their elements, of which the second is
// used by more than four runs, the first by more than two; and merge_bytes.
template <class Space, class Key, class Value>
struct MergeWorkspace {
  sorting::Columns<Key, Value> columns[2];
  Array<Space, std::byte> bytes;
};

// Merges neighbours in pairs, level by level, the last two to `to`. Does not fence.
template <class Space, class Key, class Value>
void merge_runs(Space const& exec, std::vector<SortedRun<Key, Value>> runs,
                sorting::Columns<Key, Value> const& to, RankLess<Key> const& less,
                MergeWorkspace<Space, Key, Value> const& workspace) {
  for (int level = 0; !runs.empty(); ++level) {
    bool const is_last = runs.size() <= 2;
    auto const target = is_last ? to : workspace.columns[level % 2];
    std::vector<SortedRun<Key, Value>> merged;
    std::uint64_t begin = 0;
    for (std::size_t r = 0; r < runs.size(); r += 2) {
      auto const& first = runs[r];
      auto const second = r + 1 < runs.size() ? runs[r + 1] : SortedRun<Key, Value>{{}, 0};
      merge_two<Space>(exec, first.columns, first.size, second.columns, second.size,
                       target.from(begin), less, workspace.bytes);
      merged.push_back({target.from(begin), first.size + second.size});
      begin += merged.back().size;
    }
    if (is_last) return;
    runs = std::move(merged);
  }
}

}  // namespace yoke::detail::mpi
