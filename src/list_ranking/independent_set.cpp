#include "list_ranking/independent_set.hpp"

namespace yoke::detail::list_ranking {

template <class Space, class Word>
AlgorithmPtr<Space, Word> make_independent_set(Space const& exec, std::size_t capacity,
                                               ListRankOptions const& options) {
  return std::make_unique<IndependentSet<Space, Word>>(exec, capacity, options.independent_set);
}

#define YOKE_INSTANTIATE(Space) YOKE_INSTANTIATE_LIST_RANKING(make_independent_set, Space)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

}  // namespace yoke::detail::list_ranking
