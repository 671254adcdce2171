#pragma once

#include "frame/phase_timer.hpp"
#include "frame/raw_arrays.hpp"
#include "frame/solver.hpp"
#include "trees/tour.hpp"
#include "yoke/detail/trees/capability.hpp"

namespace yoke::detail {

template <class Word, class Space>
class Solver<trees::ParentTour<Word>, Space> {
  using Capability = trees::ParentTour<Word>;

 public:
  Solver(Space const& exec, trees::NodeCapacity const& capacity, TreeOptions const& options,
         OneAlgorithm)
      : exec_(exec),
        options_(options),
        root_(end_rule<Word>(options.root, "yoke::euler_tour: options.root")),
        builder_(exec, capacity.nodes) {}

  std::size_t run(typename Capability::Arguments const& arguments) {
    PhaseTimer<Space> timer(exec_, options_.report);
    auto const parent = array_on<Space>(arguments.parent);
    auto const tour = array_on<Space>(arguments.successor);
    trees::SeparateVisits<Word> const visits{static_cast<Word>(parent.extent(0))};
    trees::check_parents<Space, Word>(Capability::name, exec_, parent, root_);
    timer.done("check");
    builder_.build(parent, root_, visits, trees::LinkInArray<Space, Word>{tour});
    timer.done("tour");
    if (options_.validate) {
      trees::check_tour<Space, Word>(Capability::name, exec_, tour, visits);
      timer.done("validate");
    }
    exec_.fence(Capability::name);
    return parent.extent(0);
  }

 private:
  Space exec_;
  TreeOptions options_;
  TailRule<Word> root_;
  trees::TourBuilder<Space, Word> builder_;
};

}  // namespace yoke::detail
