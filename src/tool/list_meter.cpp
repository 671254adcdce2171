#include <Kokkos_Core.hpp>
#include <yoke/generate.hpp>
#include <yoke/list_ranking.hpp>

#include "memory.hpp"
#include "rank.hpp"
#include "tune_meter.hpp"

namespace yoke::tool {
namespace {

// One random list.
template <class Index, class Memory>
class TunedLists {
 public:
  explicit TunedLists(TunedInput const& input)
      : successor_(make_numbers<Index, Memory>("successor", input.size)),
        rank_(make_numbers<Index, Memory>("rank", input.size)) {
    auto const made = make_numbers<Index, Kokkos::HostSpace>("made", input.size);
    generate_lists(HostExec(), made);
    Kokkos::deep_copy(successor_, made);
  }

  auto planned(Hybrid<> const& hybrid) {
    return [this, plan = ListRankPlan<Hybrid<>, Index>(hybrid, successor_.extent(0))]() mutable {
      plan(successor_, rank_);
    };
  }

 private:
  Numbers<Index, Memory> successor_, rank_;
};

}  // namespace

std::vector<TunedCapability> tuned_lists() {
  return {{"list_rank", "nodes", tuned_sizes(22, 26), make_meter<TunedLists>}};
}

}  // namespace yoke::tool
