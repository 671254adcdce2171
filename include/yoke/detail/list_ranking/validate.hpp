#pragma once

#include <cstddef>

#include "yoke/detail/views.hpp"
#include "yoke/list_ranking_options.hpp"

namespace yoke::detail::list_ranking {

// The compiled half of yoke::validate_ranks. The arrays lie where Space can access them. Fences.
template <class Space, class Word>
std::size_t validate_ranks(Space const& exec, RawArray<Word const> successor,
                           RawArray<Word const> rank, Tail tail, RankFrom from);

}  // namespace yoke::detail::list_ranking
