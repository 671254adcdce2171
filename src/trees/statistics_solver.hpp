#pragma once

#include <stdexcept>

#include "frame/raw_arrays.hpp"
#include "frame/solver.hpp"
#include "list_scan/sublist_scan.hpp"
#include "trees/statistics.hpp"
#include "yoke/detail/trees/capability.hpp"
#include "yoke/list_scan_options.hpp"

namespace yoke::detail {

template <class Word, class Space>
class Solver<trees::Statistics<Word>, Space> {
  using Capability = trees::Statistics<Word>;
  using Arguments = typename Capability::Arguments;

 public:
  Solver(Space const& exec, trees::NodeCapacity const& capacity, TreeOptions const& options,
         OneAlgorithm)
      : exec_(exec),
        options_(options),
        root_(end_rule<Word>(options.root, "yoke::tree_statistics: options.root")),
        builder_(exec, capacity.nodes),
        head_(make_buffer<Space, Word>(exec, "yoke::tree_statistics::head", 1)),
        scan_(exec, 2 * capacity.nodes, ListScanOptions().seed,
              list_scan::element_sizes<Word, trees::VisitCounts<Word>>()) {}

  std::size_t run(Arguments const& arguments) {
    PhaseTimer<Space> timer(exec_, options_.report);
    auto const parent = array_on<Space>(arguments.parent);
    std::uint64_t const visits = 2 * parent.extent(0);
    Word const first_root =
        trees::check_parents<Space, Word>(Capability::name, exec_, parent, root_);
    Array<Space, Word> const head = array_of(head_);
    Kokkos::deep_copy(exec_, head, trees::AdjacentVisits<Word>().enter(first_root));
    timer.done("check");
    trees::CountSteps<Space, Word> const steps(
        exec_, builder_, parent, root_,
        {array_on<Space>(arguments.depth), array_on<Space>(arguments.subtree_size),
         array_on<Space>(arguments.preorder), array_on<Space>(arguments.postorder)});
    if (!scan_.run(steps, {visits, {}, {}, head}, timer, options_.report)) throw_rootless(parent);
    exec_.fence(Capability::name);
    return parent.extent(0);
  }

 private:
  // For parents of which some meet no root: builds their tour again and looks for one of those.
  [[noreturn]] void throw_rootless(Array<Space, Word const> parent) {
    std::uint64_t const n = parent.extent(0);
    auto const tour = make_buffer<Space, Word>(exec_, "yoke::tree_statistics::tour", 2 * n);
    trees::SeparateVisits<Word> const visits{static_cast<Word>(n)};
    builder_.build(parent, root_, visits, trees::LinkInArray<Space, Word>{array_of(tour)});
    trees::check_tour<Space, Word>(Capability::name, exec_, array_of(tour), visits);
    throw std::logic_error("yoke::tree_statistics: the parents are sound, but were not counted");
  }

  Space exec_;
  TreeOptions options_;
  TailRule<Word> root_;
  trees::TourBuilder<Space, Word> builder_;
  Buffer<Space, Word> head_;
  list_scan::SublistScan<Space, Word> scan_;
};

}  // namespace yoke::detail
