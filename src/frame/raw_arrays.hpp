#pragma once

#include <cstdint>

#include "yoke/detail/views.hpp"

namespace yoke::detail {

// What a call does with an argument: only reads it, or reads and writes it.
template <class Argument>
inline constexpr bool is_input = false;
template <class T>
inline constexpr bool is_input<RawArray<T const>> = true;
template <class Argument>
inline constexpr bool is_updated = false;
template <class T>
inline constexpr bool is_updated<InOutArray<T>> = true;

// An array as kernels see it, where Space accesses the memory.
template <class Space, class T>
Array<Space, T> array_on(RawArray<T> array) {
  return Array<Space, T>(array.data, array.size);
}

// Elements begin to end of an array.
template <class T>
RawArray<T> slice(RawArray<T> const& array, std::uint64_t begin, std::uint64_t end) {
  return {array.data + begin, end - begin, array.place};
}

}  // namespace yoke::detail
