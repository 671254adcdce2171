#include <cstddef>
#include <cstdint>

#include "frame/ranks/plan_core.hpp"
#include "prefix_sum/solver.hpp"

namespace yoke::detail {

// Each rank sums its part, and adds what the ranks before it have: 8 bytes go from each rank.
template <class Space>
class RankSolver<prefix_sum::PrefixSum, Space> {
  using Capability = prefix_sum::PrefixSum;

 public:
  explicit RankSolver(RankPlan<Capability, Space> const& plan)
      : ranks_(plan.ranks), own_(plan.own()) {}

  void begin(Capability::Arguments const& arguments) { total_ = own_.run(arguments); }

  std::size_t run(Capability::Arguments const& arguments) {
    std::uint64_t all = total_;
    ranks_.sum(&all, 1);
    prefix_sum::add_carry(ranks_.exec(), arguments.sum, ranks_.sum_before({total_}).front());
    return all;
  }

  PrefixSumAlgorithm algorithm() const { return own_.algorithm(); }

 private:
  mpi::Network<Space>& ranks_;
  PlanCore<Capability, Space> own_;
  std::uint64_t total_ = 0;
};

}  // namespace yoke::detail

YOKE_INSTANTIATE_RANK_PLANS(yoke::detail::prefix_sum::PrefixSum)
