#pragma once

#include <cstddef>
#include <cstdint>

#include "yoke/detail/sorting/capability.hpp"
#include "yoke/detail/views.hpp"

namespace yoke::detail::sorting {

// The compiled halves of yoke::label_by_splitters and yoke::partition. Both fence. The arrays lie
// where Space can access them, and their sizes fit each other.
template <class Space, class Word>
void label_by_splitters(Space const& exec, RawArray<Word const> values,
                        RawArray<Word const> splitters, KeyKind kind,
                        RawArray<std::uint32_t> labels);
template <class Space, class Word>
void partition(Space const& exec, RawArray<Word const> values, RawArray<std::uint32_t const> labels,
               std::size_t bins, RawArray<Word> out, RawArray<std::uint64_t> offsets);

}  // namespace yoke::detail::sorting
