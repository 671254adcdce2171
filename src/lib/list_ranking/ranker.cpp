#include "yoke/detail/list_ranking/ranker_impl.hpp"

namespace yoke::detail {

#define YOKE_INSTANTIATE(Space)                    \
  template class ListRanker<Space, std::uint32_t>; \
  template class ListRanker<Space, std::uint64_t>;
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

}  // namespace yoke::detail
