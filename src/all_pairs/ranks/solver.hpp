#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "all_pairs/parts.hpp"
#include "frame/phase_timer.hpp"
#include "frame/ranks/rank_solver.hpp"
#include "yoke/detail/all_pairs/capability.hpp"
#include "yoke/detail/frame/memory.hpp"

namespace yoke::detail {

// Each rank takes all steps for its own rows, and closes every pivot block itself. The block's rows
// may be of several ranks: all get them. The next block's rows are lowered first. Transports that
// can send them while the others are lowered.
template <class Weight, class Space>
class RankSolver<all_pairs::AllPairs<Weight>, Space> {
  using Capability = all_pairs::AllPairs<Weight>;
  using Steps = all_pairs::Steps<Space, Weight>;

 public:
  explicit RankSolver(RankPlan<Capability, Space> const& plan)
      : ranks_(plan.ranks),
        report_(plan.options.report),
        steps_(plan.exec, plan.capacity.vertices),
        pivot_rows_(make_buffer<Space, Weight>(
            plan.exec, "yoke::all_pairs::pivot_rows",
            std::min<std::size_t>(all_pairs::block, plan.capacity.vertices) *
                plan.capacity.vertices)) {}

  static void compare(mpi::Call& call, typename Capability::Arguments const& arguments) {
    call.same("the number of columns of distances", arguments.vertices);
    call.same("whether there is a graph", arguments.graph.is_given);
  }

  // Returns the number of pairs with a path, of all ranks.
  std::size_t run(typename Capability::Arguments const& arguments, RankSizes const& sizes) {
    using namespace all_pairs;
    std::size_t const n = arguments.vertices;
    Capability::check_square(Capability::name, "the matrix of all ranks", sizes.all, n);
    if (n == 0) return 0;
    rows_ = {arguments.distances.data, sizes.before, arguments.rows, n, arguments.stride};
    PhaseTimer<Space> timer(ranks_.exec(), report_);
    if (arguments.graph.is_given) {
      mpi::agreed(ranks_, [&] { check_arcs<Space, Weight>(ranks_.exec(), arguments.graph); });
      put_graph(ranks_.exec(), arguments.graph, n, rows_.data, rows_.stride, 1);
      timer.done("matrix of the graph");
    }
    bool has_negative = false;
    mpi::agreed(ranks_, [&] { has_negative = steps_.check(Capability::name, rows_, false); });
    has_negative = ranks_.largest(has_negative) > 0;
    timer.done("check");
    steps_.begin(rows_, {has_negative, false}, {arguments.next.data, arguments.next_stride});
    take_steps(sizes);
    timer.done("steps");
    bool const may_be_clamped = ranks_.least(steps_.found(clamped)) == 1;
    if (report_) {
      report_->algorithm = AllPairsAlgorithm::blocked;
      report_->may_be_clamped = may_be_clamped;
    }
    if (has_negative) {
      // After a fault a rank closes no block: a later cycle is not of the matrix. The cycle counts
      // if all have found it.
      std::uint64_t const cycle = ranks_.largest(steps_.found(negative_cycle));
      refuse_found<Weight>(Capability::name, cycle, ranks_.least(steps_.found(too_low)));
    }
    LastLook look = steps_.look_at_result();
    if (has_negative) {
      look.negative = ranks_.least(look.negative);
      look.low = ranks_.least(look.low);
    }
    refuse_seen<Weight>(Capability::name, look);
    timer.done("look at the result");
    return ranks_.sum(look.pairs);
  }

 private:
  void take_steps(RankSizes const& sizes) {
    std::size_t const n = rows_.vertices;
    bring_pivot_rows(0, sizes, [] {});
    for (std::size_t first = 0; first < n; first += all_pairs::block) {
      steps_.close(first, pivot_rows_.data(), n);
      std::size_t const next = first + all_pairs::block;
      all_pairs::lower_rows(steps_, rows_, next, [&](all_pairs::Stretch, auto const& rest) {
        bring_pivot_rows(next, sizes, rest);
      });
    }
  }

  void bring_pivot_rows(std::size_t pivot, RankSizes const& sizes,
                        std::function<void()> const& meanwhile) {
    std::size_t const n = rows_.vertices;
    mpi::Counts elements;
    std::size_t first = 0, before = 0;
    for (std::size_t const count : sizes.each) {
      std::size_t const rows = all_pairs::stretch_of(pivot, first, count, n).size();
      if (first < rows_.first) before += rows * n;
      elements.push_back(rows * n);
      first += count;
    }
    Weight* const to = pivot_rows_.data() + before;
    all_pairs::pack_rows(ranks_.exec(), rows_,
                         all_pairs::stretch_of(pivot, rows_.first, rows_.count, n), to);
    ranks_.gather_all(to, elements, pivot_rows_.data(), meanwhile);
  }

  mpi::Network<Space>& ranks_;
  AllPairsReport* report_;
  Steps steps_;
  Buffer<Space, Weight> pivot_rows_;
  all_pairs::MatrixRows<Weight> rows_{};
};

}  // namespace yoke::detail
