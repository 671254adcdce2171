#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>

#include "all_pairs/search_traits.hpp"
#include "all_pairs/searches.hpp"
#include "all_pairs/steps.hpp"
#include "frame/phase_timer.hpp"
#include "frame/solver.hpp"
#include "primitives/findings.hpp"
#include "yoke/detail/all_pairs/capability.hpp"
#include "yoke/errors.hpp"

namespace yoke::detail {

namespace all_pairs {

// The vertices that have arcs. Compiled once, for all executors (from_graph.cpp.in).
template <class Space, class Weight>
std::uint64_t count_active(Space const& exec, GraphArcs const& arcs);

}  // namespace all_pairs

template <class Weight, class Space>
class Solver<all_pairs::AllPairs<Weight>, Space> {
  using Capability = all_pairs::AllPairs<Weight>;
  using Arguments = typename Capability::Arguments;
  using Rows = all_pairs::MatrixRows<Weight>;

 public:
  Solver(Space const& exec, all_pairs::MatrixCapacity const& capacity,
         AllPairsOptions const& options, AllPairsAlgorithm chosen)
      : exec_(exec),
        report_(options.report),
        chosen_(chosen),
        steps_(exec, capacity.vertices),
        searches_(exec) {}

  // Each call chooses, by its graph.
  static AllPairsAlgorithm choose(all_pairs::MatrixCapacity const&, AllPairsOptions const&) {
    return AllPairsAlgorithm::automatic;
  }

  // Returns the number of pairs with a path.
  std::size_t run(Arguments const& arguments) {
    std::size_t const n = arguments.vertices;
    Rows const rows{arguments.distances.data, 0, n, n, arguments.stride};
    PhaseTimer<Space> timer(exec_, report_);
    all_pairs::GraphArcs const& graph = arguments.graph;
    if (!graph.is_given) return run_blocked(arguments, rows, timer);
    auto const negative = all_pairs::check_arcs<Space, Weight>(exec_, graph);
    if (chosen_ == AllPairsAlgorithm::searches) refuse_negative(negative);
    if (auto const pairs = search(arguments, rows, negative, timer)) return *pairs;
    all_pairs::put_graph(exec_, graph, n, rows.data, arguments.transposed ? 1 : rows.stride,
                         arguments.transposed ? rows.stride : 1);
    timer.done("matrix of the graph");
    return run_blocked(arguments, rows, timer);
  }

 private:
  static void refuse_negative(std::uint64_t negative) {
    if (negative == nothing_found) return;
    throw InvalidInput(std::string(Capability::name) + ": weights(" + std::to_string(negative) +
                           ") of the graph is negative, and options.algorithm is searches; "
                           "negative weights need AllPairsAlgorithm::blocked",
                       negative);
  }

  // The pairs with a path, if this way is taken.
  std::optional<std::size_t> search(Arguments const& arguments, Rows const& rows,
                                    std::uint64_t negative, PhaseTimer<Space>& timer) {
    using namespace all_pairs;
    std::uint64_t most_levels = ~std::uint64_t(0);
    if (chosen_ != AllPairsAlgorithm::searches) {
      bool const can_search = arguments.next.data == nullptr && negative == nothing_found;
      if (chosen_ == AllPairsAlgorithm::blocked || !can_search) return {};
      auto const active = count_active<Space, Weight>(exec_, arguments.graph);
      most_levels =
          SearchTraits<Space>::template most_levels<Weight>(exec_, arguments.graph, active);
      if (most_levels == 0) return {};
    }
    if (!reserve(arguments.graph)) return {};
    auto const found = searches_.run(arguments.graph, rows, most_levels);
    if (!found) return {};
    if (arguments.transposed)
      Next<Space, Weight>::transpose(exec_, rows.data, rows.vertices, rows.stride);
    exec_.fence("yoke::all_pairs: searches");
    timer.done("searches");
    if (report_) {
      report_->algorithm = AllPairsAlgorithm::searches;
      report_->may_be_clamped = found->clamped;
    }
    return found->pairs;
  }

  // Without memory for searches, `automatic` takes blocks, which have theirs.
  bool reserve(all_pairs::GraphArcs const& graph) {
    try {
      searches_.reserve(graph);
      return true;
    } catch (std::exception const&) {
      if (chosen_ == AllPairsAlgorithm::searches) throw;
      return false;
    }
  }

  std::size_t run_blocked(Arguments const& arguments, Rows const& rows, PhaseTimer<Space>& timer) {
    using namespace all_pairs;
    std::size_t const n = arguments.vertices;
    if (report_) report_->algorithm = AllPairsAlgorithm::blocked;
    bool const has_negative = steps_.check(Capability::name, rows, arguments.transposed);
    // next is found by rows, so columns are transposed.
    NextRows const next{arguments.next.data, arguments.next_stride};
    bool const flips = next.data != nullptr && arguments.transposed;
    if (flips) Next<Space, Weight>::transpose(exec_, rows.data, n, rows.stride);
    timer.done("check");
    steps_.begin(rows, {has_negative, arguments.transposed && !flips}, next);
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

  Space exec_;
  AllPairsReport* report_;
  AllPairsAlgorithm chosen_;
  all_pairs::Steps<Space, Weight> steps_;
  all_pairs::Searches<Space, Weight> searches_;
};

}  // namespace yoke::detail
