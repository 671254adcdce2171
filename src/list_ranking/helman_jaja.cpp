#include "list_ranking/helman_jaja.hpp"

namespace yoke::detail::list_ranking {

template <class Space, class Word>
AlgorithmPtr<Space, Word> make_helman_jaja(Space const& exec, std::size_t capacity,
                                           ListRankOptions const& options) {
  return std::make_unique<HelmanJaja<Space, Word>>(exec, capacity, options.helman_jaja);
}

#define YOKE_INSTANTIATE(Space) YOKE_INSTANTIATE_LIST_RANKING(make_helman_jaja, Space)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

}  // namespace yoke::detail::list_ranking
