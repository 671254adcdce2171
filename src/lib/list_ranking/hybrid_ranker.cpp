#include "yoke/detail/list_ranking/hybrid_ranker.hpp"

namespace yoke::detail {

template class ListRanker<Hybrid<>, std::uint32_t>;
template class ListRanker<Hybrid<>, std::uint64_t>;

}  // namespace yoke::detail
