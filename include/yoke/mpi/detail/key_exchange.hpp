#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/sorting/capability.hpp"
#include "yoke/mpi/detail/network.hpp"

namespace yoke::detail::mpi {

// Brings each rank the keys that are its own in the order of all: as many as it gave. Compiled into
// yoke_mpi for keys and values of 4 and 8 bytes, and for keys alone.
template <class Space, class Key, class Value>
class KeyExchange {
 public:
  // `values` is null where there are none. A rank's keys are in no order then, but for equal ones,
  // which are in that of the ranks and of the places that they come from. Fences. The memory that
  // it takes is kept.
  void run(Network<Space>& ranks, Key* keys, Value* values, std::size_t size, sorting::KeyKind kind,
           SortOrder order);

 private:
  void reserve(Network<Space>& ranks, std::size_t size);

  Buffer<Space, Key> other_keys_;
  Buffer<Space, Value> other_values_;
  Buffer<Space, Key> words_;
  Buffer<Space, std::uint64_t> digits_;
  Buffer<Space, std::uint64_t> places_;
};

}  // namespace yoke::detail::mpi
