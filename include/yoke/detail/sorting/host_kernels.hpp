#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "yoke/detail/kokkos_ext/relaxed.hpp"
#include "yoke/detail/sorting/common_kernels.hpp"
#include "yoke/detail/sorting/label_scatter.hpp"
#include "yoke/detail/sorting/serial_sort.hpp"

namespace yoke::detail::sorting {

// A piece of neighbours; none where other pieces have seen that elements are in neither order.
template <class Element, class Less>
struct LookAtPiece {
  static constexpr std::uint64_t piece = 4096;
  Element const* elements;
  std::uint64_t size;
  SeenOrder* seen;
  Less less;
  void operator()(std::uint64_t p) const {
    bool const may_ascend = relaxed_load(&seen->not_ascending) == 0;
    bool const may_descend = relaxed_load(&seen->not_descending) == 0;
    if (!may_ascend && !may_descend) return;
    std::uint64_t const begin = p * piece, end = std::min(size - 1, begin + piece);
    std::uint64_t falls = 0;
    for (std::uint64_t i = begin; i < end; ++i) {
      falls += less(elements[i + 1], elements[i]) ? std::uint64_t(1) : 0;
    }
    if (falls > 0) relaxed_store(&seen->not_ascending, 1);
    if (falls < end - begin) relaxed_store(&seen->not_descending, 1);
  }
};

template <class Element>
struct ExchangeEnds {
  Element* elements;
  std::uint64_t size;
  void operator()(std::uint64_t i) const { std::swap(elements[i], elements[size - 1 - i]); }
};

template <class Element, class Less>
struct SortChunk {
  Element *elements, *other;
  std::uint8_t* labels;
  std::uint64_t size, chunk;
  bool into_other;
  Less less;
  UnorderedMark mark;
  void operator()(std::uint64_t c) const {
    std::uint64_t const begin = c * chunk;
    SerialSort<Element, Less>(less, mark)
        .sort(elements + begin, other + begin, labels + begin, std::min(chunk, size - begin),
              into_other);
  }
};

template <class Element, class Less>
struct CountTile {
  SplitterTree<Element, Less> tree;
  Element const* elements;
  std::uint64_t size, tile;
  std::uint8_t* labels;
  std::uint64_t* counts;
  std::uint64_t buckets;
  bool finds_equal;
  void operator()(std::uint64_t t) const {
    std::uint64_t const begin = t * tile, tiles = (size + tile - 1) / tile;
    std::uint64_t const here_size = std::min(tile, size - begin);
    std::array<std::uint64_t, 256> here{};
    if (finds_equal) {
      label_elements<true>(tree, elements + begin, here_size, labels + begin, here.data());
    } else {
      label_elements<false>(tree, elements + begin, here_size, labels + begin, here.data());
    }
    for (std::size_t b = 0; b < buckets; ++b) counts[b * tiles + t] = here[b];
  }
};

template <class Element>
struct ScatterTile {
  Element const* from;
  Element* to;
  std::uint64_t size, tile;
  std::uint8_t const* labels;
  std::uint64_t const* places;
  std::uint64_t buckets;
  void operator()(std::uint64_t t) const {
    std::uint64_t const tiles = (size + tile - 1) / tile, end = std::min(size, (t + 1) * tile);
    Places place;
    std::uint64_t const begin = t * tile;
    for (std::size_t b = 0; b < buckets; ++b) place[b] = places[b * tiles + t];
    std::fill(place.begin() + buckets, place.end(), 0);
    scatter_by_label(from + begin, to, labels + begin, end - begin, size, place);
  }
};

template <class Element, class Less>
struct SortBucketOf {
  Element *from, *to;
  std::uint8_t* labels;
  BucketRanges buckets;
  std::uint64_t most;
  Less less;
  UnorderedMark mark;
  void operator()(std::uint64_t b) const {
    std::uint64_t const first = buckets.begin[b], size = buckets.begin[b + 1] - first;
    if (size > most) return;
    if (buckets.finds_equal && b % 2 == 0) {
      std::copy(from + first, from + first + size, to + first);
    } else {
      SerialSort<Element, Less>(less, mark)
          .sort(from + first, to + first, labels + first, size, true);
    }
  }
};

template <class Element, class Less>
struct MergeTile {
  Element const* from;
  Element* to;
  MergeLevel level;
  Less less;
  UnorderedMark mark;
  void operator()(std::uint64_t t) const {
    auto const [begin, middle, end] = level.pair_of(t);
    std::uint64_t const place = t * level.tile, stop = level.end_of(t);
    if (*level.faults != 0) {
      mark_unordered(mark);
      std::copy(from + place, from + stop, to + place);
      return;
    }
    std::uint64_t const from_first = level.splits[t], to_first = level.next_split(t);
    merge_ranges(from + begin + from_first, from + begin + to_first,
                 from + middle + (place - begin - from_first),
                 from + middle + (stop - begin - to_first), to + place, less);
  }
};

// The steps of a sort by a comparator on a host.
template <class Space, class Element, class Less>
class HostKernels final : public CommonKernels<Space, Element, Less, HostSteps<Space>> {
  using Base = CommonKernels<Space, Element, Less, HostSteps<Space>>;
  using Base::less;
  using Base::mark;
  using Base::read;
  using Base::write;

 public:
  using Base::Base;

  void look(Space const& exec, void const* elements, std::uint64_t size,
            SeenOrder* seen) const override {
    // A few neighbours, far apart, tell of most elements that they are in neither order.
    constexpr std::uint64_t few = 64;
    auto const* const all = read(elements);
    std::uint64_t falls = 0;
    for (std::uint64_t k = 0; k < few; ++k) {
      std::uint64_t const i = k * ((size - 1) / few);
      if (less()(all[i + 1], all[i])) ++falls;
      if (less()(all[i], all[i])) mark_unordered(mark());
    }
    *seen = {falls > 0, falls < few};
    if (falls > 0 && falls < few) return;
    using Look = LookAtPiece<Element, Less>;
    one_by_one("yoke::sort::look", exec, (size - 2) / Look::piece + 1,
               Look{all, size, seen, less()});
  }

  void reverse(Space const& exec, void* elements, std::uint64_t size) const override {
    Kokkos::parallel_for("yoke::sort::reverse", WideRange<Space>(exec, 0, size / 2),
                         ExchangeEnds<Element>{write(elements), size});
  }

  void sort_sequentially(void* elements, std::uint64_t size) const override {
    for (std::uint64_t i = 0; i < std::min<std::uint64_t>(size, 8); ++i) {
      if (less()(read(elements)[i], read(elements)[i])) mark_unordered(mark());
    }
    std::stable_sort(write(elements), write(elements) + size, less());
  }

  void sort_chunks(Space const& exec, void* elements, void* other, std::uint8_t* labels,
                   std::uint64_t size, std::uint64_t chunk, bool into_other) const override {
    SortChunk<Element, Less> const sort{write(elements), write(other), labels, size,
                                        chunk,           into_other,   less(), mark()};
    one_by_one("yoke::sort::chunks", exec, (size + chunk - 1) / chunk, sort);
  }

  bool are_apart(Splitters const& splitters) const override {
    return this->tree(splitters).is_apart();
  }

  void count(Space const& exec, void const* elements, std::uint64_t size, std::uint64_t tile,
             Splitters const& splitters, std::uint8_t* labels,
             std::uint64_t* counts) const override {
    one_by_one("yoke::sort::count", exec, (size + tile - 1) / tile,
               CountTile<Element, Less>{this->tree(splitters), read(elements), size, tile, labels,
                                        counts, splitters.buckets(), splitters.finds_equal});
  }

  void scatter(Space const& exec, void const* from, void* to, std::uint64_t size,
               std::uint64_t tile, std::uint8_t const* labels, std::uint64_t const* places,
               std::uint64_t buckets) const override {
    one_by_one("yoke::sort::scatter", exec, (size + tile - 1) / tile,
               ScatterTile<Element>{read(from), write(to), size, tile, labels, places, buckets});
  }

  void sort_buckets(Space const& exec, void* from, void* to, std::uint8_t* labels,
                    BucketRanges const& buckets, std::uint64_t most) const override {
    one_by_one(
        "yoke::sort::buckets", exec, buckets.count,
        SortBucketOf<Element, Less>{write(from), write(to), labels, buckets, most, less(), mark()});
  }

  void merge(Space const& exec, void const* from, void* to,
             MergeLevel const& level) const override {
    one_by_one("yoke::sort::merge", exec, level.tiles(),
               MergeTile<Element, Less>{read(from), write(to), level, less(), mark()});
  }

 private:
  template <class Kernel>
  static void one_by_one(char const* label, Space const& exec, std::uint64_t count,
                         Kernel const& kernel) {
    Kokkos::parallel_for(label,
                         Kokkos::RangePolicy<Space, Kokkos::IndexType<std::uint64_t>,
                                             Kokkos::Schedule<Kokkos::Dynamic>>(
                             exec, 0, count, Kokkos::ChunkSize(1)),
                         kernel);
  }
};

}  // namespace yoke::detail::sorting
