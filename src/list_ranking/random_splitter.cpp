#include "list_ranking/random_splitter.hpp"

namespace yoke::detail::list_ranking {

template <class Space, class Word>
AlgorithmPtr<Space, Word> make_random_splitter(Space const& exec, std::size_t capacity,
                                               ListRankOptions const& options) {
  return std::make_unique<RandomSplitter<Space, Word>>(exec, capacity, options);
}

#define YOKE_INSTANTIATE(Space) YOKE_INSTANTIATE_LIST_RANKING(make_random_splitter, Space)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

}  // namespace yoke::detail::list_ranking
