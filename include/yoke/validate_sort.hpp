#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "yoke/detail/frame/kept_buffer.hpp"
#include "yoke/detail/sorting/capability.hpp"
#include "yoke/detail/sorting/wide_keys.hpp"
#include "yoke/detail/views.hpp"
#include "yoke/errors.hpp"
#include "yoke/sort_options.hpp"

namespace yoke {
struct Fingerprint;
}

namespace yoke::detail::sorting {

// Keys, and values beside them where Value is not NoValue, where a space can access them.
template <class Word, class Value>
struct ElementsToCheck {
  RawArray<Word const> keys;
  RawArray<Value const> values;
  KeyKind kind;
};

// yoke::fingerprint and yoke::validate_sort, as they are compiled in the library. Both fence.
template <class Space, class Word, class Value>
void fingerprint(Space const& exec, ElementsToCheck<Word, Value> const& elements,
                 Fingerprint& result);
template <class Space, class Word, class Value>
void validate_sort(Space const& exec, ElementsToCheck<Word, Value> const& elements,
                   Fingerprint const& before, SortOrder order);

}  // namespace yoke::detail::sorting

namespace yoke {

/// A fingerprint of elements in any order: their number, and two sums modulo 2^64 of hashes of
/// each. Other elements have the same one by accident with a probability of about 2^-128. An
/// adversary can make some.
struct Fingerprint {
  std::uint64_t count = 0;   ///< number of elements
  std::uint64_t sum = 0;     ///< sum of one hash of each
  std::uint64_t second = 0;  ///< sum of another hash of each
  /// Whether both are of the same elements.
  friend bool operator==(Fingerprint const&, Fingerprint const&) = default;
};

namespace detail::sorting {

// The Views of a check in the library's form. Copies of strided ones exist as long as this.
template <class Space, class Key, class Value>
class CheckedViews {
  static_assert(check_instantiated<Space>());
  static_assert(is_sort_key<Key>, "yoke: keys must be integers of 8 to 64 bits, float or double");

 public:
  using Elements = ElementsToCheck<WordFor<Key>, Value>;

  template <class Keys>
  CheckedViews(Space const& exec, Keys const& keys) {
    auto words = key_words<WordFor<Key>>(keys);
    wide_.fill(exec, keys, words);
    elements_.keys = copied<WordFor<Key>>(exec, words, keys_);
    elements_.kind = kind_of<Key>;
  }
  template <class Keys, class Values>
  CheckedViews(char const* caller, Space const& exec, Keys const& keys, Values const& values)
      : CheckedViews(exec, keys) {
    check_same_size(caller, "keys", keys.extent(0), "values", values.extent(0));
    elements_.values = copied<Value>(exec, as_words(values), values_);
  }

  Elements const& elements() const { return elements_; }

 private:
  template <class Word, class V>
  static RawArray<Word const> copied(Space const& exec, V const& view, StridedCopy& copy) {
    static_assert(Kokkos::SpaceAccessibility<Space, typename V::memory_space>::accessible,
                  "yoke: the execution space cannot access the keys or the values");
    return copy.array<Word const>(exec, view);
  }

  WideKeys wide_;
  StridedCopy keys_, values_;
  Elements elements_{};
};

template <class Space, class Keys>
using CheckedKeys = CheckedViews<Space, typename Keys::non_const_value_type, NoValue>;
template <class Space, class Keys, class Values>
using CheckedPairs = CheckedViews<Space, typename Keys::non_const_value_type,
                                  WordFor<typename Values::non_const_value_type>>;

}  // namespace detail::sorting

/// The fingerprint of keys, for use before they are sorted.
///
/// @param keys  as in yoke::sort. All NaNs are alike, because a sort makes them so; -0 and +0 are
///   not.
///
/// The same on every space. Work O(n), one pass. Strided Views, and keys of 8 or 16 bits, are
/// copied. Other arguments take no memory.
template <detail::AnySpace Space, detail::AnyView Keys>
Fingerprint fingerprint(Space const& exec, Keys const& keys) {
  detail::sorting::CheckedKeys<Space, Keys> const views(exec, keys);
  Fingerprint result;
  detail::sorting::fingerprint(exec, views.elements(), result);
  return result;
}

/// The fingerprint of pairs: of keys with the values that belong to them.
///
/// @param values  n elements of 4 or 8 bytes
template <detail::AnySpace Space, detail::AnyView Keys, detail::AnyView Values>
Fingerprint fingerprint(Space const& exec, Keys const& keys, Values const& values) {
  detail::sorting::CheckedPairs<Space, Keys, Values> const views("yoke::fingerprint", exec, keys,
                                                                 values);
  Fingerprint result;
  detail::sorting::fingerprint(exec, views.elements(), result);
  return result;
}

/// Checks the result of yoke::sort by the definition of sorting: no key belongs before its
/// predecessor, and the keys are those of the fingerprint.
///
/// Throws yoke::InvalidInput, which names the first key that is out of order. If the keys are
/// others than before, index() is keys.extent(0), and the message says so. Throws
/// std::invalid_argument if there are more or fewer keys. Work O(n), two passes. Memory as for
/// yoke::fingerprint.
template <detail::AnySpace Space, detail::AnyView Keys>
void validate_sort(Space const& exec, Keys const& keys, Fingerprint const& before,
                   SortOrder order = SortOrder::ascending) {
  detail::sorting::CheckedKeys<Space, Keys> const views(exec, keys);
  detail::sorting::validate_sort(exec, views.elements(), before, order);
}

/// The same for the result of yoke::sort_by_key: each value is with its key. Stability can be seen
/// only if values differ. If they are the pairs' numbers, they ascend among equal keys.
template <detail::AnySpace Space, detail::AnyView Keys, detail::AnyView Values>
void validate_sort(Space const& exec, Keys const& keys, Values const& values,
                   Fingerprint const& before, SortOrder order = SortOrder::ascending) {
  detail::sorting::CheckedPairs<Space, Keys, Values> const views("yoke::validate_sort", exec, keys,
                                                                 values);
  detail::sorting::validate_sort(exec, views.elements(), before, order);
}

}  // namespace yoke
