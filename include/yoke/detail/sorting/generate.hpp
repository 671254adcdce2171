#pragma once

#include "yoke/detail/sorting/capability.hpp"
#include "yoke/detail/views.hpp"
#include "yoke/key_shape.hpp"
#include "yoke/random.hpp"

namespace yoke::detail::sorting {

// Throws where there are no such keys.
void check_key_shape(KeyShape const& shape);

// The compiled half of yoke::generate_keys. Fences.
template <class Space, class Word>
void generate_keys(Space const& exec, RawArray<Word> keys, KeyKind kind, KeyShape const& shape,
                   Philox const& random);

}  // namespace yoke::detail::sorting
