#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "strings/segments.hpp"

namespace yoke::detail::strings {

// The first round's alone, and with what moves with them.
struct WriteFirstKeys {
  Text text;
  KeyShape shape;
  std::uint64_t* keys;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    keys[i] = make_key(text, text[i], 0, shape.bytes) ^ shape.flip;
  }
};
template <class Index, class Value>
struct MakeFirstKeys {
  Text text;
  KeyShape shape;
  std::uint64_t* keys;
  Value* values;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    auto const string = text[i];
    keys[i] = make_key(text, string, 0, shape.bytes) ^ shape.flip;
    Value value{};
    value.index = static_cast<Index>(i);
    if (Value::ahead_bytes > 0) {
      value.set_ahead(
          make_key(text, string, static_cast<std::uint64_t>(shape.bytes), Value::ahead_bytes));
    }
    values[i] = value;
  }
};

// Those of strings that tie: of their characters, with what is ahead, or of what was.
template <class Index, class Value>
struct MakeKeys {
  Text text;
  KeyShape shape;
  Segments<Index> segments;
  Index const* segment_of;
  Index const* permutation;
  std::uint64_t const* ahead;  // null where characters are read
  std::uint64_t* keys;
  Value* values;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    std::uint64_t const segment = segment_of[i];
    Value value{};
    value.index = permutation[segments.place_of(i, segment)];
    std::uint64_t key;
    if (ahead != nullptr) {
      key = shorten_key(ahead[i], Value::ahead_bytes, shape.bytes);
    } else {
      auto const string = text[value.index];
      std::uint64_t const depth = segments.depth[segment];
      key = make_key(text, string, depth, shape.bytes);
      if (Value::ahead_bytes > 0) {
        value.set_ahead(make_key(text, string, depth + static_cast<std::uint64_t>(shape.bytes),
                                 Value::ahead_bytes));
      }
    }
    keys[i] = segment << key_bits(shape.bytes) | (key ^ shape.flip);
    values[i] = value;
  }
};

// Where the sorted strings stand.
template <class Index, class Value>
struct WritePlaces {
  std::uint64_t const* keys;
  Value const* values;
  KeyShape shape;
  Segments<Index> segments;
  Index* permutation;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    permutation[segments.place_of(i, shape.segment(keys[i]))] = values[i].index;
  }
};

}  // namespace yoke::detail::strings
