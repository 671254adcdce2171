#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/sorting/capability.hpp"
#include "yoke/mpi/detail/network.hpp"

namespace yoke::detail::mpi {

// A part of an array.
struct Run {
  std::uint64_t begin, size;
};

// How many elements went to each rank, and came from each.
struct Moved {
  Counts to, from;
};

// Brings the sorted parts of all ranks in one order, of which each rank keeps as many elements as
// it gave. Compiled into yoke_mpi for keys and values of 4 and 8 bytes, and for keys alone.
template <class Space, class Key, class Value>
class JointOrder {
 public:
  // What lies in `keys` and `values` (null where there are none) is sorted on each rank, with one
  // NaN for every NaN. Fences. The memory that it takes is kept.
  // Where `values_are_numbers`, values are not read, but written: element i is the values[i]-th of
  // those that came, in the order of the ranks and of each one's elements.
  // Its phases follow those of the report, if there is one.
  Moved run(Network<Space>& ranks, Key* keys, Value* values, std::size_t size,
            sorting::KeyKind kind, SortOrder order, SortReport* report,
            bool values_are_numbers = false);

 private:
  void reserve(Space const& exec, std::size_t elements, int ranks);
  void number_values(Space const& exec, std::vector<Run> const& runs);

  Buffer<Space, Key> other_keys_;
  Buffer<Space, Value> other_values_;
  Buffer<Space, Key> bounds_;
  Buffer<Space, std::uint64_t> below_;
  Buffer<Space, std::byte> merge_room_;
};

}  // namespace yoke::detail::mpi
