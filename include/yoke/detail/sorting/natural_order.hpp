#pragma once

#include <Kokkos_Core.hpp>
#include <functional>
#include <type_traits>

#include "yoke/detail/sorting/capability.hpp"
#include "yoke/sort_options.hpp"

namespace yoke::detail::sorting {

// What tells a comparator from what else stands in its place.
template <class T>
concept AnyComparator = !Kokkos::is_view_v<T> && !std::is_convertible_v<T, SortOptions>;

// Is this one payload, of a word, which the compiled sorts move with their keys?
template <class... Values>
inline constexpr bool are_word = false;
template <class Value>
inline constexpr bool are_word<Value> = has_word<Value>;

// Numbers by std::less or std::greater, which the compiled sorts know. As a comparator, the same
// for kernels.
template <class Comparator, class Key>
struct NaturalOrder {
  static constexpr bool is_less =
      std::is_same_v<Comparator, std::less<Key>> || std::is_same_v<Comparator, std::less<>>;
  static constexpr bool is_greater =
      std::is_same_v<Comparator, std::greater<Key>> || std::is_same_v<Comparator, std::greater<>>;
  static constexpr bool is_known = is_key<Key> && (is_less || is_greater);

  KOKKOS_FUNCTION bool operator()(Key const& one, Key const& other) const {
    return is_less ? one < other : other < one;
  }

  static bool is_by_radix(SortOptions const& options) {
    return options.order == SortOrder::ascending && options.algorithm != SortAlgorithm::sample &&
           options.algorithm != SortAlgorithm::merge;
  }
  static SortOptions options(SortOptions options) {
    options.order = is_less ? SortOrder::ascending : SortOrder::descending;
    return options;
  }
};

}  // namespace yoke::detail::sorting
