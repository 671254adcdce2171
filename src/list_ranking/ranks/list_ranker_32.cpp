#include "list_ranking/ranks/list_ranker_impl.hpp"

namespace yoke::detail::mpi {

#define YOKE_INSTANTIATE(Space) template class ListRanker<Space, std::uint32_t>;
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

}  // namespace yoke::detail::mpi
