#include <cstddef>

#include "distances/ranks/longest.hpp"
#include "frame/ranks/plan_core.hpp"
#include "frame/ranks/rank_solver.hpp"
#include "yoke/detail/distance_matrix/capability.hpp"

namespace yoke::detail {

// Each rank has its rows.
template <class Weight, class Space>
class RankSolver<distance_matrix::Summary<Weight>, Space> {
  using Capability = distance_matrix::Summary<Weight>;
  using Arguments = typename Capability::Arguments;

 public:
  explicit RankSolver(RankPlan<Capability, Space> const& plan)
      : ranks_(plan.ranks), own_(plan.own()) {}

  static void compare(mpi::Call& call, Arguments const& arguments) {
    call.same("the number of columns of distances", arguments.vertices);
  }

  std::size_t run(Arguments arguments) {
    auto const sizes = RankSizes::of(ranks_.gather(arguments.rows), ranks_.rank());
    all_pairs::AllPairs<Weight>::check_square(arguments.caller, "the matrix of all ranks",
                                              sizes.all, arguments.vertices);
    arguments.first = sizes.before;
    WeightedDiameter<Weight> found;
    auto* const diameter = arguments.diameter;
    if (diameter != nullptr) arguments.diameter = &found;
    mpi::agreed(ranks_, [&] { own_.run(arguments); });
    if (diameter != nullptr) *diameter = distances::longest(ranks_, found);
    return sizes.all;
  }

 private:
  mpi::Network<Space>& ranks_;
  PlanCore<Capability, Space> own_;
};

}  // namespace yoke::detail

YOKE_INSTANTIATE_RANK_PLANS(yoke::detail::distance_matrix::Summary<std::int16_t>)
YOKE_INSTANTIATE_RANK_PLANS(yoke::detail::distance_matrix::Summary<std::int32_t>)
YOKE_INSTANTIATE_RANK_PLANS(yoke::detail::distance_matrix::Summary<float>)
YOKE_INSTANTIATE_RANK_PLANS(yoke::detail::distance_matrix::Summary<double>)
