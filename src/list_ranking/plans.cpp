#include "frame/instantiate.hpp"
#include "list_ranking/solver.hpp"

YOKE_INSTANTIATE_PLANS(yoke::detail::list_ranking::ListRanking<std::uint32_t>)
YOKE_INSTANTIATE_PLANS(yoke::detail::list_ranking::ListRanking<std::uint64_t>)

namespace yoke::detail {

// What hybrid plans feed from the host.
#define YOKE_INSTANTIATE_FOR(Space, Word)                                           \
  template <>                                                                       \
  OneSidePtr<list_ranking::ListRanking<Word>> make_side_of(                         \
      Space const& exec, list_ranking::ListRanking<Word>::Capacity const& capacity, \
      ListRankOptions const& options, Lane lane, ListRankAlgorithm algorithm,       \
      list_ranking::AlgorithmPtr<Space, Word> part) {                               \
    return std::make_unique<Side<list_ranking::ListRanking<Word>, Space>>(          \
        exec, capacity, options, lane, algorithm, std::move(part));                 \
  }
#define YOKE_INSTANTIATE(Space)              \
  YOKE_INSTANTIATE_FOR(Space, std::uint32_t) \
  YOKE_INSTANTIATE_FOR(Space, std::uint64_t)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

}  // namespace yoke::detail
