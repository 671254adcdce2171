#pragma once

#include <cstdint>

#include "yoke/detail/sorting/capability.hpp"
#include "yoke/detail/views.hpp"

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

// The compiled half of yoke::fingerprint and yoke::validate_sort. Both fence.
template <class Space, class Word, class Value>
void fingerprint(Space const& exec, ElementsToCheck<Word, Value> const& elements,
                 Fingerprint& result);
template <class Space, class Word, class Value>
void validate_sort(Space const& exec, ElementsToCheck<Word, Value> const& elements,
                   Fingerprint const& before, SortOrder order);

}  // namespace yoke::detail::sorting
