#pragma once

#include <cstddef>

#include "all_pairs/steps.hpp"
#include "frame/phase_timer.hpp"
#include "frame/solver.hpp"
#include "yoke/detail/all_pairs/capability.hpp"

namespace yoke::detail {

template <class Weight, class Space>
class Solver<all_pairs::AllPairs<Weight>, Space> {
  using Capability = all_pairs::AllPairs<Weight>;

 public:
  Solver(Space const& exec, all_pairs::MatrixCapacity const& capacity,
         AllPairsOptions const& options, OneAlgorithm)
      : exec_(exec), report_(options.report), steps_(exec, capacity.vertices) {}

  // Returns the number of pairs with a path.
  std::size_t run(typename Capability::Arguments const& arguments) {
    using namespace all_pairs;
    std::size_t const n = arguments.vertices;
    MatrixRows<Weight> const rows{arguments.distances.data, 0, n, n, arguments.stride};
    PhaseTimer<Space> timer(exec_, report_);
    bool const has_negative = steps_.check(Capability::name, rows, arguments.transposed);
    // What comes next is found in rows.
    NextRows const next{arguments.next.data, arguments.next_stride};
    bool const flips = next.data != nullptr && arguments.transposed;
    if (flips) Next<Space, Weight>::transpose(exec_, rows.data, n, rows.stride);
    timer.done("check");
    steps_.begin(rows, has_negative, next);
    for (std::size_t first = 0; first < n; first += block) {
      steps_.close(first, rows.data + first * rows.stride, rows.stride);
      steps_.lower(0, n);
    }
    exec_.fence("yoke::all_pairs: steps");
    timer.done("steps");
    if (report_) report_->may_be_clamped = steps_.found(clamped) == 1;
    if (has_negative) {
      refuse_found<Weight>(Capability::name, steps_.found(negative_cycle), steps_.found(too_low));
    }
    LastLook const look = steps_.look_at_result();
    refuse_seen<Weight>(Capability::name, look);
    if (flips) Next<Space, Weight>::transpose(exec_, rows.data, n, rows.stride);
    if (next.data != nullptr && arguments.next_transposed) {
      Next<Space, Weight>::transpose(exec_, next.data, n, next.stride);
    }
    exec_.fence("yoke::all_pairs: result");
    timer.done("look at the result");
    return look.pairs;
  }

 private:
  Space exec_;
  AllPairsReport* report_;
  all_pairs::Steps<Space, Weight> steps_;
};

}  // namespace yoke::detail
