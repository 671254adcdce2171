#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "frame/copy_ring.hpp"
#include "sorting/element.hpp"

namespace yoke::detail::sorting {

// What goes through the bus, in host memory.
template <class Word, class Value>
struct StreamedColumns {
  Word const* keys;
  Value const* values;  // null: they are the keys' numbers
  Word* sorted_keys;    // null: the keys stay
  Value* sorted_values;
};

// Which columns a device cannot copy by itself: they go through pinned blocks. Those that there are
// not, and those that lie in pinned or in the device's memory, do not.
struct PageableColumns {
  bool keys = false, values = false;

  template <class Word, class Value>
  PageableColumns(Word const* keys_at, Value const* values_at, std::uint64_t size)
      : keys(keys_at != nullptr && is_pageable(keys_at, size * sizeof(Word))),
        values(values_at != nullptr && is_pageable(values_at, size * sizeof(Value))) {}

  bool any() const { return keys || values; }
};

template <class Value>
struct NumberValues {
  Value* values;
  std::uint64_t first;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    values[i] = static_cast<Value>(first + i);
  }
};

// Blocks of `length` elements, one behind the other: keys, and the values behind them.
template <class Word, class Value>
struct ColumnBlocks {
  static constexpr bool has_values = !std::is_same_v<Value, NoValue>;
  std::uint64_t length;

  // Of one block.
  std::size_t bytes() const { return bytes_of<Word>() + (has_values ? bytes_of<Value>() : 0); }
  Columns<Word, Value> block(std::byte* blocks, std::size_t number) const {
    std::byte* const begin = blocks + number * bytes();
    return {reinterpret_cast<Word*>(begin), reinterpret_cast<Value*>(begin + bytes_of<Word>())};
  }

 private:
  template <class T>
  std::size_t bytes_of() const {
    constexpr std::size_t line = 128;
    return (length * sizeof(T) + line - 1) / line * line;
  }
};

}  // namespace yoke::detail::sorting
