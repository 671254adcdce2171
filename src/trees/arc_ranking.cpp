#include "trees/arc_ranking.hpp"

#include "yoke/detail/frame/plan.hpp"
#include "yoke/detail/list_ranking/capability.hpp"

namespace yoke::detail::trees {

template <class Space, class Word>
struct ArcRanking<Space, Word>::Plan {
  PlanCore<list_ranking::ListRanking<Word>, Space> core;
};

template <class Space, class Word>
ArcRanking<Space, Word>::ArcRanking(Space const& exec, std::size_t capacity)
    : plan_(new Plan{{exec, {capacity}, {}, Ledger::opened_here()}}) {}

template <class Space, class Word>
ArcRanking<Space, Word>::~ArcRanking() = default;

template <class Space, class Word>
void ArcRanking<Space, Word>::run(Array<Space, Word const> successor, Array<Space, Word> rank) {
  Place const here = runs_on_host<Space> ? Place::host : Place::device;
  plan_->core.run(
      {{successor.data(), successor.extent(0), here}, {}, {rank.data(), rank.extent(0), here}});
}

#define YOKE_INSTANTIATE(Space)                    \
  template class ArcRanking<Space, std::uint32_t>; \
  template class ArcRanking<Space, std::uint64_t>;
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

}  // namespace yoke::detail::trees
