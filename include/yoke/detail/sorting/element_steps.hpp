#pragma once

#include <Kokkos_Macros.hpp>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>

#include "yoke/detail/spaces.hpp"
#include "yoke/detail/views.hpp"

// A sort by a comparator comes in two halves. The library's, which is compiled, owns the memory,
// knows of elements no more than their size and says what comes when. The steps are compiled where
// keys and comparator are known. Between the two go plain arrays: void pointers are to elements.
namespace yoke::detail::sorting {

// In bytes.
struct ElementSizes {
  std::size_t element = 0;
  std::size_t gathered = 0;  // the largest payload that is fetched when its key has its place
};

// Two sorted ranges of 2^log_run tiles each, pair by pair, become one: each tile of the result is
// merged from what splits[tile] says, the number of elements from the first range of its pair.
struct MergeLevel {
  std::uint64_t size, tile;
  int log_run;
  std::uint64_t* splits;
  // Not 0: splits contradict each other, because the comparator is no strict weak order. From there
  // on tiles are only copied.
  std::uint32_t* faults;

  struct Bounds {
    std::uint64_t begin, middle, end;
  };
  KOKKOS_FUNCTION std::uint64_t run() const { return tile << log_run; }
  KOKKOS_FUNCTION std::uint64_t tiles() const { return (size + tile - 1) / tile; }
  // Of the pair of a tile.
  KOKKOS_FUNCTION Bounds pair_of(std::uint64_t t) const {
    std::uint64_t const begin = (t >> (log_run + 1) << (log_run + 1)) * tile, left = size - begin;
    return {begin, left < run() ? size : begin + run(),
            left < 2 * run() ? size : begin + 2 * run()};
  }
  KOKKOS_FUNCTION std::uint64_t end_of(std::uint64_t t) const {
    std::uint64_t const end = pair_of(t).end;
    return end - t * tile < tile ? end : (t + 1) * tile;
  }
  // What the tile after t begins with.
  KOKKOS_FUNCTION std::uint64_t next_split(std::uint64_t t) const {
    Bounds const pair = pair_of(t);
    return (t + 1) * tile >= pair.end ? pair.middle - pair.begin : splits[t + 1];
  }
};

// What touches elements on one space. No step fences; all are dispatched on the instance given.
template <class Space>
class CommonSteps {
 public:
  // Copies `samples` elements, which differ from round to round.
  virtual void sample(Space const& exec, void const* elements, std::uint64_t size, void* sample,
                      std::uint64_t samples, int round) const = 0;
  // From a sorted sample.
  virtual void build_tree(Space const& exec, void const* sample, std::uint64_t samples,
                          void* splitters, int log_leaves) const = 0;
  // Fills the splits of a level.
  virtual void split(Space const& exec, void const* from, MergeLevel const& level) const = 0;
  virtual void merge(Space const& exec, void const* from, void* to,
                     MergeLevel const& level) const = 0;

 protected:
  ~CommonSteps() = default;
};

// A tree of splitters (splitter_tree.hpp).
struct Splitters {
  void const* splitters;
  int log_leaves;
  bool finds_equal = true;  // false: labels are leaves

  std::uint64_t buckets() const { return std::uint64_t(1) << (log_leaves + (finds_equal ? 1 : 0)); }
};

// Buckets of partitioned elements, where each begins and the last one ends.
struct BucketRanges {
  std::uint64_t const* begin;
  std::uint64_t count;
  bool finds_equal;  // those of even numbers have equal keys and are done
};

// Is some pair of neighbours out of this order? 0: none was seen.
struct SeenOrder {
  std::uint32_t not_ascending, not_descending;
};

// On a host one thread works on a tile or a bucket.
template <class Space>
class HostSteps : public CommonSteps<Space> {
 public:
  // Looks at neighbours: do elements ascend, or does each belong before the one in front of it?
  virtual void look(Space const& exec, void const* elements, std::uint64_t size,
                    SeenOrder* seen) const = 0;
  virtual void reverse(Space const& exec, void* elements, std::uint64_t size) const = 0;
  // By std::stable_sort.
  virtual void sort_sequentially(void* elements, std::uint64_t size) const = 0;
  // Sorts each chunk, into `other` or in place; `labels` is as long as the elements.
  virtual void sort_chunks(Space const& exec, void* elements, void* other, std::uint8_t* labels,
                           std::uint64_t size, std::uint64_t chunk, bool into_other) const = 0;
  // Does no splitter equal the next? Not queued: fence before the call.
  virtual bool are_apart(Splitters const& splitters) const = 0;
  // Labels elements and counts the labels of each tile: counts[label * tiles + tile].
  virtual void count(Space const& exec, void const* elements, std::uint64_t size,
                     std::uint64_t tile, Splitters const& splitters, std::uint8_t* labels,
                     std::uint64_t* counts) const = 0;
  // Moves them by the sums of the counts.
  virtual void scatter(Space const& exec, void const* from, void* to, std::uint64_t size,
                       std::uint64_t tile, std::uint8_t const* labels, std::uint64_t const* places,
                       std::uint64_t buckets) const = 0;
  // Sorts buckets of up to `most` elements from `from` to `to`; leaves larger ones.
  virtual void sort_buckets(Space const& exec, void* from, void* to, std::uint8_t* labels,
                            BucketRanges const& buckets, std::uint64_t most) const = 0;

 protected:
  ~HostSteps() = default;
};

// On a device a team does.
template <class Space>
class DeviceSteps : public CommonSteps<Space> {
 public:
  // Sorts each tile (TeamTile), into `to`, which may be `from`.
  virtual void sort_tiles(Space const& exec, void const* from, void* to,
                          std::uint64_t size) const = 0;
  // Labels and numbers elements.
  virtual void label(Space const& exec, void const* elements, std::uint64_t size,
                     Splitters const& splitters, std::uint32_t* labels,
                     std::uint32_t* numbers) const = 0;
  // What the space's own merge sort needs for so many elements; 0 where it has none. It is for
  // comparators that are known to be strict weak orders, and sorts in place.
  virtual std::size_t library_bytes(Space const& exec, std::uint64_t size) const = 0;
  virtual void sort_by_library(Space const& exec, void* elements, std::uint64_t size,
                               void* workspace, std::size_t bytes) const = 0;
  // to[i] = from[numbers[i]]
  virtual void gather(Space const& exec, void const* from, std::uint32_t const* numbers, void* to,
                      std::uint64_t size) const = 0;
  // Sorts the buckets from `from`, which serves as workspace, to `to`.
  virtual void sort_buckets(Space const& exec, void* from, void* to, std::uint32_t const* begin,
                            std::uint32_t buckets) const = 0;

 protected:
  ~DeviceSteps() = default;
};

template <class Space>
using ElementSteps = std::conditional_t<runs_on_host<Space>, HostSteps<Space>, DeviceSteps<Space>>;

// On a host, segments that are sorted each alone.
template <class Space>
class SegmentSteps {
 public:
  virtual std::uint64_t size() const = 0;
  // Where a segment begins, and the one before it ends.
  virtual std::uint64_t begin(std::uint64_t segment) const = 0;
  // Sorts segments of up to `most` elements in place, each by one thread; `other` and `labels` are
  // as long as the elements. Notes the longer ones, and adds up how many those are.
  virtual void sort(Space const& exec, void* elements, void* other, std::uint8_t* labels,
                    std::uint64_t most, std::uint64_t* longer,
                    std::uint64_t* longer_ones) const = 0;

 protected:
  ~SegmentSteps() = default;
};

// What touches the caller's Views, on the side that they lie on.
template <class Space>
class ColumnSteps {
 public:
  // The keys, where those are all there is to sort and lie one after the other; else null.
  virtual void* in_place() const = 0;
  virtual void load(Space const& exec, void* elements, std::uint64_t size) const = 0;
  // `workspace` has the bytes that ElementSizes::gathered asks for, for each element.
  virtual void store(Space const& exec, void const* elements, std::uint64_t size,
                     void* workspace) const = 0;

 protected:
  ~ColumnSteps() = default;
};

// Of one space: null where a call has none there.
template <class Space>
struct StepsOn {
  ElementSteps<Space> const* elements = nullptr;
  ColumnSteps<Space> const* columns = nullptr;
  SegmentSteps<Space> const* segments = nullptr;  // on a host alone
};

template <class Unused, class... Spaces>
using StepsOnEach = std::tuple<StepsOn<Spaces>...>;
#define YOKE_FURTHER(Space) , Space
using SortSteps = StepsOnEach<void YOKE_FOR_EACH_SPACE(YOKE_FURTHER)>;
#undef YOKE_FURTHER

}  // namespace yoke::detail::sorting
