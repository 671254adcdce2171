#include "frame/ranks/plan_core.hpp"
#include "yoke/detail/sorting/more_capabilities.hpp"

namespace yoke::detail {

// Each rank sorts its part; the steps know keys and comparator, and bring the parts in one order.
template <class Space>
class RankSolver<sorting::ComparatorSort, Space> {
  using Capability = sorting::ComparatorSort;

 public:
  explicit RankSolver(RankPlan<Capability, Space> const& plan) : own_(plan.own()) {}

  static void compare(mpi::Call& call, Capability::Capacity const&, SortOptions const& options) {
    call.same("options.order", options.order, mpi::order_names)
        .same("options.comparator_is_strict", options.comparator_is_strict)
        .same("options.validate", options.validate);
  }

  void begin(Capability::Arguments const& arguments) {
    own_.run(arguments);
    arguments.joining->check_own();
    arguments.joining->prepare();
  }
  std::size_t run(Capability::Arguments const& arguments) {
    arguments.joining->join();
    return 0;
  }
  SortAlgorithm algorithm() const { return own_.algorithm(); }

 private:
  PlanCore<Capability, Space> own_;
};

}  // namespace yoke::detail

YOKE_INSTANTIATE_RANK_PLANS(yoke::detail::sorting::ComparatorSort)
