#pragma once

#include <algorithm>
#include <cstdint>

#include "sorting/element.hpp"
#include "yoke/detail/frame/memory.hpp"

namespace yoke::detail::sorting {

// The standard library's stable sort: the oracle. Holds a copy of the elements; std::stable_sort
// takes half as much again while it runs.
template <class Space, class Word, class Value>
class SequentialSort {
  using Moved = Element<Word, Value>;

 public:
  SequentialSort(Space const& exec, std::size_t capacity)
      : records_(make_buffer<Space, Moved>(exec, "yoke::sort::records", capacity)) {}

  void run(Columns<Word, Value> const& source, Columns<Word, Value> const& target,
           std::uint64_t size, KeyOrder<Word> const& order) {
    Moved* const records = records_.data();
    for (std::uint64_t i = 0; i < size; ++i) {
      records[i] = source.load(i);
      records[i].key = order.canonical(records[i].key);
    }
    std::stable_sort(records, records + size, [&order](Moved const& one, Moved const& other) {
      return order.rank(one.key) < order.rank(other.key);
    });
    for (std::uint64_t i = 0; i < size; ++i) target.store(i, records[i]);
  }

 private:
  Buffer<Space, Moved> records_;
};

}  // namespace yoke::detail::sorting
