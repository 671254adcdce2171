#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "sorting/element.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/spaces.hpp"

// The elements of one side of a joint sample sort, and copies of them.
namespace yoke::detail::sorting::joint {

// As bytes, so that one copy is compiled for all types.
template <class To, class From, class Exec, class T>
void copy(Exec const& exec, T* target, T const* source, std::uint64_t size) {
  Kokkos::deep_copy(
      exec, Array<To, std::byte>(reinterpret_cast<std::byte*>(target), size * sizeof(T)),
      Array<From, std::byte const>(reinterpret_cast<std::byte const*>(source), size * sizeof(T)));
}

template <class To, class From, class Exec, class Word, class Value>
void copy(Exec const& exec, Columns<Word, Value> const& target, Columns<Word, Value> const& source,
          std::uint64_t size) {
  copy<To, From>(exec, target.keys, source.keys, size);
  if constexpr (!std::is_same_v<Value, NoValue>) {
    copy<To, From>(exec, target.values, source.values, size);
  }
}

// One copy of a side's elements: as columns, or as records.
template <class Space, class Word, class Value, bool as_columns>
class OwnElements {
  static constexpr bool has_values = !std::is_same_v<Value, NoValue>;

 public:
  OwnElements() = default;
  OwnElements(Space const& exec, std::size_t capacity) {
    if constexpr (as_columns) {
      keys_ = make_buffer<Space, Word>(exec, "yoke::sort::own_keys", capacity);
      if (has_values) values_ = make_buffer<Space, Value>(exec, "yoke::sort::own", capacity);
    } else {
      records_ = make_buffer<Space, Element<Word, Value>>(exec, "yoke::sort::own", capacity);
    }
  }
  auto get() const {
    if constexpr (as_columns) {
      return Columns<Word, Value>{keys_.data(), values_.data()};
    } else {
      return Records<Word, Value>{records_.data()};
    }
  }

 private:
  Buffer<Space, Element<Word, Value>> records_;
  Buffer<Space, Word> keys_;
  Buffer<Space, Value> values_;
};

}  // namespace yoke::detail::sorting::joint
