#include "list_ranking/wyllie.hpp"

namespace yoke::detail::list_ranking {

template <class Space, class Word>
AlgorithmPtr<Space, Word> make_wyllie(Space const& exec, std::size_t capacity,
                                      ListRankOptions const&) {
  if (capacity <= std::size_t(1) << 16) {
    return std::make_unique<Wyllie<Space, Word, std::uint16_t>>(exec, capacity);
  }
  return std::make_unique<Wyllie<Space, Word, Word>>(exec, capacity);
}

#define YOKE_INSTANTIATE(Space) YOKE_INSTANTIATE_LIST_RANKING(make_wyllie, Space)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

}  // namespace yoke::detail::list_ranking
