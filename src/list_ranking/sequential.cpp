#include "list_ranking/sequential.hpp"

namespace yoke::detail::list_ranking {

template <class Space, class Word>
AlgorithmPtr<Space, Word> make_sequential(Space const& exec, std::size_t capacity,
                                          ListRankOptions const&) {
  return std::make_unique<Sequential<Space, Word>>(exec, capacity);
}

#define YOKE_INSTANTIATE(Space) YOKE_INSTANTIATE_LIST_RANKING(make_sequential, Space)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

}  // namespace yoke::detail::list_ranking
