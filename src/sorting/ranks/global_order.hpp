#pragma once

#include <cstddef>
#include <cstdint>

#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/sorting/capability.hpp"
#include "yoke/mpi/detail/network.hpp"

namespace yoke::detail::mpi {

// A part of an array.
struct Run {
  std::uint64_t begin, size;
};

template <class Key>
struct RankLess;
struct RoundParts;
template <class Space, class Key, class Value>
struct MergeWorkspace;

// Brings the sorted parts of all ranks in one order, of which each rank keeps as many elements as
// it gave. Compiled into yoke_mpi for keys and values of 4 and 8 bytes, and for keys alone.
template <class Space, class Key, class Value>
class GlobalOrder {
 public:
  // Where the rank's part is to be when it is sorted, with one NaN for every NaN: room for so many
  // elements, which is kept.
  void reserve(Space const& exec, std::size_t size) { sorted_.reserve(exec, size); }
  Key* sorted_keys() const { return sorted_.keys.data(); }
  Value* sorted_values() const { return sorted_.values.data(); }

  // Brings what lies there to `keys` and `values` (null where there are none), as many as each rank
  // has. Fences. The memory that it takes is kept.
  // Where `values_are_numbers`, values are not read, but written: element i is the values[i]-th of
  // those that came, in the order of the ranks and of each one's elements.
  // Its phases follow those of the report, if there is one.
  Moved run(Network<Space>& ranks, Key* keys, Value* values, std::size_t size,
            sorting::KeyKind kind, SortOrder order, SortReport* report,
            bool values_are_numbers = false);

 private:
  struct Held {
    Buffer<Space, Key> keys;
    Buffer<Space, Value> values;
    void reserve(Space const& exec, std::size_t size);
  };

  Counts find_cuts(Network<Space>& ranks, Counts const& sizes, std::size_t rounds,
                   RankLess<Key> const& less);
  void number_values(Space const& exec, RoundParts const& parts, std::size_t own);
  MergeWorkspace<Space, Key, Value> merge_workspace(Space const& exec, std::size_t most,
                                                    std::size_t runs);
  void exchange_and_merge(Network<Space>& ranks, RoundParts const& parts,
                          MergeWorkspace<Space, Key, Value> const& workspace,
                          RankLess<Key> const& less, Key* keys, Value* values,
                          bool values_are_numbers);

  Held sorted_, received_, merged_[2];
  Buffer<Space, Key> bounds_;
  Buffer<Space, std::uint64_t> below_;
  Buffer<Space, std::byte> merge_bytes_;
};

}  // namespace yoke::detail::mpi
