#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include "yoke/detail/sorting/common_kernels.hpp"
#include "yoke/detail/sorting/team_sort.hpp"

#if defined(KOKKOS_ENABLE_CUDA) && defined(__CUDACC__)
#include <cub/device/device_merge_sort.cuh>
#include <stdexcept>
#include <string>
#endif

namespace yoke::detail::sorting {

// The merge sort that comes with a space, for comparators that are known to be strict weak orders:
// by others it may read out of bounds. Most spaces have none.
template <class Space, class Element, class Less>
struct LibraryMerge {
  // The bytes that it needs for a number of elements; 0 where the space has no such sort.
  static std::size_t bytes(Space const&, std::uint64_t, Less const&) { return 0; }
  static void sort(Space const&, Element*, std::uint64_t, Less const&, void*, std::size_t) {}
};

#if defined(KOKKOS_ENABLE_CUDA) && defined(__CUDACC__)
template <class Element, class Less>
struct LibraryMerge<Kokkos::Cuda, Element, Less> {
  static std::size_t bytes(Kokkos::Cuda const& exec, std::uint64_t size, Less const& less) {
    std::size_t bytes = 0;
    call(exec, nullptr, size, less, nullptr, bytes);
    return bytes;
  }
  static void sort(Kokkos::Cuda const& exec, Element* elements, std::uint64_t size,
                   Less const& less, void* workspace, std::size_t bytes) {
    call(exec, elements, size, less, workspace, bytes);
  }

 private:
  // CUB is tuned for sizes that an int holds.
  static void call(Kokkos::Cuda const& exec, Element* elements, std::uint64_t size,
                   Less const& less, void* workspace, std::size_t& bytes) {
    cudaError_t const error = cub::DeviceMergeSort::StableSortKeys(
        workspace, bytes, elements, static_cast<int>(size), less, exec.cuda_stream());
    if (error == cudaSuccess) return;
    throw std::runtime_error(std::string("yoke::sort: CUB: ") + cudaGetErrorString(error));
  }
};
#endif

// A team sorts a tile.
template <class Space, class Element, class Less>
struct SortTeamTile {
  Element const* from;
  Element* to;
  std::uint64_t size;
  Less less;
  UnorderedMark mark;

  using Sort = TeamSort<Space, Element, Less>;
  KOKKOS_FUNCTION void operator()(
      typename Kokkos::TeamPolicy<Space>::member_type const& member) const {
    std::uint64_t const begin = static_cast<std::uint64_t>(member.league_rank()) * Sort::most;
    std::uint64_t const left = size - begin;
    if (begin == 0 && mark != nullptr) look_at_few(member, from, size, less, mark);
    Sort(member, less)
        .sort_tile(from + begin, to + begin,
                   left < Sort::most ? static_cast<std::uint32_t>(left) : Sort::most);
  }
};

// A team merges a tile.
template <class Space, class Element, class Less>
struct MergeTeamTile {
  Element const* from;
  Element* to;
  MergeLevel level;
  Less less;
  UnorderedMark mark;

  KOKKOS_FUNCTION void operator()(
      typename Kokkos::TeamPolicy<Space>::member_type const& member) const {
    std::uint64_t const t = static_cast<std::uint64_t>(member.league_rank());
    auto const pair = level.pair_of(t);
    std::uint64_t const place = t * level.tile, split = level.splits[t];
    if (*level.faults != 0) {
      if (member.team_rank() == 0) mark_unordered(mark);
      Kokkos::parallel_for(Kokkos::TeamThreadRange(member, level.end_of(t) - place),
                           [&](std::uint64_t i) { to[place + i] = from[place + i]; });
      return;
    }
    TeamSort<Space, Element, Less>(member, less)
        .merge_tile(from + pair.begin + split,
                    static_cast<std::uint32_t>(level.next_split(t) - split),
                    from + pair.middle + (place - pair.begin - split),
                    static_cast<std::uint32_t>(level.end_of(t) - place), to + place);
  }
};

// A team sorts a bucket.
template <class Space, class Element, class Less>
struct SortTeamBucket {
  Element *from, *to;
  std::uint32_t const* begin;
  Less less;

  KOKKOS_FUNCTION void operator()(
      typename Kokkos::TeamPolicy<Space>::member_type const& member) const {
    auto const bucket = member.league_rank();
    std::uint64_t const first = begin[bucket], size = begin[bucket + 1] - first;
    if (bucket % 2 == 0) {  // equal keys
      Kokkos::parallel_for(Kokkos::TeamThreadRange(member, size),
                           [&](std::uint64_t i) { to[first + i] = from[first + i]; });
    } else {
      TeamSort<Space, Element, Less>(member, less).sort(from + first, to + first, size);
    }
  }
};

template <class Element, class Less>
struct LabelElement {
  SplitterTree<Element, Less> tree;
  Element const* elements;
  std::uint32_t *labels, *numbers;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    labels[i] = tree(elements[i]);
    numbers[i] = static_cast<std::uint32_t>(i);
  }
};

template <class Element>
struct GatherElement {
  Element const* from;
  std::uint32_t const* numbers;
  Element* to;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const { to[i] = from[numbers[i]]; }
};

// The steps of a sort by a comparator on a device. (Hosts run them in tests.)
template <class Space, class Element, class Less>
class DeviceKernels final : public CommonKernels<Space, Element, Less, DeviceSteps<Space>> {
  using Base = CommonKernels<Space, Element, Less, DeviceSteps<Space>>;
  using Sort = TeamSort<Space, Element, Less>;
  using Library = LibraryMerge<Space, Element, Less>;
  using Base::less;
  using Base::mark;
  using Base::read;
  using Base::write;

 public:
  using Base::Base;

  void sort_tiles(Space const& exec, void const* from, void* to,
                  std::uint64_t size) const override {
    Kokkos::parallel_for(
        "yoke::sort::tiles", Sort::policy(exec, (size + Sort::most - 1) / Sort::most),
        SortTeamTile<Space, Element, Less>{read(from), write(to), size, less(), mark()});
  }

  void merge(Space const& exec, void const* from, void* to,
             MergeLevel const& level) const override {
    Kokkos::parallel_for(
        "yoke::sort::merge", Sort::policy(exec, level.tiles()),
        MergeTeamTile<Space, Element, Less>{read(from), write(to), level, less(), mark()});
  }

  void label(Space const& exec, void const* elements, std::uint64_t size,
             Splitters const& splitters, std::uint32_t* labels,
             std::uint32_t* numbers) const override {
    Kokkos::parallel_for(
        "yoke::sort::label", WideRange<Space>(exec, 0, size),
        LabelElement<Element, Less>{this->tree(splitters), read(elements), labels, numbers});
  }

  std::size_t library_bytes(Space const& exec, std::uint64_t size) const override {
    return Library::bytes(exec, size, less());
  }
  void sort_by_library(Space const& exec, void* elements, std::uint64_t size, void* workspace,
                       std::size_t bytes) const override {
    Library::sort(exec, write(elements), size, less(), workspace, bytes);
  }

  void gather(Space const& exec, void const* from, std::uint32_t const* numbers, void* to,
              std::uint64_t size) const override {
    Kokkos::parallel_for("yoke::sort::gather", WideRange<Space>(exec, 0, size),
                         GatherElement<Element>{read(from), numbers, write(to)});
  }

  void sort_buckets(Space const& exec, void* from, void* to, std::uint32_t const* begin,
                    std::uint32_t buckets) const override {
    Kokkos::parallel_for(
        "yoke::sort::buckets", Sort::policy(exec, buckets),
        SortTeamBucket<Space, Element, Less>{write(from), write(to), begin, less()});
  }
};

}  // namespace yoke::detail::sorting
