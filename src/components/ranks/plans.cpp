#include <cstddef>
#include <stdexcept>
#include <string>

#include "components/ranks/global_components.hpp"
#include "components/ranks/global_forest.hpp"
#include "frame/ranks/plan_core.hpp"
#include "yoke/detail/components/capability.hpp"

namespace yoke::detail {

template <class Vertex, class Offset, class Space>
class RankSolver<components::Components<Vertex, Offset>, Space> {
  using Capability = components::Components<Vertex, Offset>;
  using Arguments = typename Capability::Arguments;

 public:
  explicit RankSolver(RankPlan<Capability, Space> const& plan)
      : ranks_(plan.ranks), validate_(plan.options.validate), report_(plan.options.report) {
    if (plan.options.algorithm != ComponentsAlgorithm::automatic) {
      throw std::invalid_argument(std::string(Capability::name) +
                                  ": options.algorithm must be automatic on several ranks");
    }
  }

  static void compare(mpi::Call& call, GraphCapacity const&, ComponentsOptions const& options) {
    call.same("options.validate", options.validate);
  }

  std::size_t run(Arguments const& arguments) {
    auto const rows = mpi::rows_of(arguments.graph);
    if (validate_) mpi::check_rows(ranks_, rows, true);
    if (arguments.own_edges == nullptr) return global_.run(ranks_, rows, arguments.label, report_);
    auto const found =
        global_forest_.run(ranks_, rows, {arguments.label, arguments.from, arguments.to}, report_);
    *arguments.own_edges = found.own_edges;
    return found.components;
  }

 private:
  mpi::Network<Space>& ranks_;
  bool validate_;
  ComponentsReport* report_;
  mpi::GlobalComponents<Space, Vertex, Offset> global_;
  mpi::GlobalForest<Space, Vertex, Offset> global_forest_;
};

}  // namespace yoke::detail

YOKE_INSTANTIATE_RANK_PLANS(yoke::detail::components::Components<std::uint32_t, std::uint32_t>)
YOKE_INSTANTIATE_RANK_PLANS(yoke::detail::components::Components<std::uint32_t, std::uint64_t>)
YOKE_INSTANTIATE_RANK_PLANS(yoke::detail::components::Components<std::uint64_t, std::uint64_t>)
