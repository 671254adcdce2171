#pragma once

#include "yoke/detail/sorting/capability.hpp"
#include "yoke/detail/views.hpp"

namespace yoke {
struct KeyShape;
}

namespace yoke::detail::sorting {

// The compiled half of yoke::generate_keys. Fences.
template <class Space, class Word>
void generate_keys(Space const& exec, RawArray<Word> keys, KeyKind kind, KeyShape const& shape);

}  // namespace yoke::detail::sorting
