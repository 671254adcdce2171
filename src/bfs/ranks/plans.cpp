#include <cstddef>
#include <stdexcept>
#include <string>

#include "bfs/ranks/global_search.hpp"
#include "frame/fill_array.hpp"
#include "frame/ranks/plan_core.hpp"
#include "yoke/detail/bfs/capability.hpp"

namespace yoke::detail {

template <class Vertex, class Offset, class Space>
class RankSolver<bfs::BreadthFirst<Vertex, Offset>, Space> {
  using Capability = bfs::BreadthFirst<Vertex, Offset>;
  using Arguments = typename Capability::Arguments;

 public:
  explicit RankSolver(RankPlan<Capability, Space> const& plan)
      : ranks_(plan.ranks),
        options_(plan.options),
        one_source_(make_buffer<Space, Vertex>(plan.ranks.exec(), "yoke::bfs::source", 1)) {
    if (options_.algorithm == BfsAlgorithm::sequential) {
      throw std::invalid_argument(std::string(Capability::name) +
                                  ": options.algorithm must not be sequential on several ranks");
    }
  }

  static void compare(mpi::Call& call, GraphCapacity const&, BfsOptions const& options) {
    call.same("options.deterministic_parents", options.deterministic_parents)
        .same("options.validate", options.validate);
  }
  static void compare(mpi::Call& call, Arguments const& arguments) {
    if (arguments.has_one_source) call.same("source", arguments.source);
  }

  std::size_t run(Arguments const& arguments) {
    bool const is_symmetric = arguments.graph.symmetric;
    bool const only_top_down =
        !is_symmetric || options_.algorithm == BfsAlgorithm::level_synchronous;
    auto const rows = mpi::rows_of(arguments.graph);
    if (options_.validate) mpi::check_rows(ranks_, rows, is_symmetric);
    auto const result =
        search_.run(ranks_, rows,
                    {sources(arguments), arguments.level, arguments.parent, only_top_down,
                     options_.deterministic_parents, options_.report});
    if (options_.report != nullptr) {
      options_.report->algorithm =
          only_top_down ? BfsAlgorithm::level_synchronous : BfsAlgorithm::direction_optimising;
      options_.report->levels = result.levels;
      options_.report->bottom_up_levels = result.bottom_up_levels;
    }
    return result.reached;
  }

 private:
  // The rank's part of the sources: one that all ranks know is rank 0's.
  RawArray<Vertex const> sources(Arguments const& arguments) {
    if (!arguments.has_one_source) return arguments.sources;
    if (ranks_.rank() > 0) return {};
    fill(ranks_.exec(), Array<Space, Vertex>(one_source_.data(), 1), arguments.source);
    return {one_source_.data(), 1, place_of<typename Space::memory_space>()};
  }

  mpi::Network<Space>& ranks_;
  BfsOptions options_;
  Buffer<Space, Vertex> one_source_;
  mpi::GlobalSearch<Space, Vertex, Offset> search_;
};

}  // namespace yoke::detail

YOKE_INSTANTIATE_RANK_PLANS(yoke::detail::bfs::BreadthFirst<std::uint32_t, std::uint32_t>)
YOKE_INSTANTIATE_RANK_PLANS(yoke::detail::bfs::BreadthFirst<std::uint32_t, std::uint64_t>)
YOKE_INSTANTIATE_RANK_PLANS(yoke::detail::bfs::BreadthFirst<std::uint64_t, std::uint64_t>)
