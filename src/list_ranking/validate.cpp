#include "list_ranking/validate_impl.hpp"

namespace yoke::detail::list_ranking {

#define YOKE_INSTANTIATE_FOR(Space, Word)                                                       \
  template std::size_t validate_ranks(Space const&, RawArray<Word const>, RawArray<Word const>, \
                                      Tail, RankFrom);
#define YOKE_INSTANTIATE(Space)              \
  YOKE_INSTANTIATE_FOR(Space, std::uint32_t) \
  YOKE_INSTANTIATE_FOR(Space, std::uint64_t)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

}  // namespace yoke::detail::list_ranking
