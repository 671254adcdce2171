#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

#include "forest/ranks/joined_forest.hpp"
#include "frame/ranks/plan_core.hpp"
#include "yoke/counted.hpp"
#include "yoke/mpi/weighted_graph.hpp"

namespace yoke::detail {

template <class Vertex, class Offset, class Weight, class Space>
class RankSolver<forest::MinimumForests<Vertex, Offset, Weight>, Space> {
  using Capability = forest::MinimumForests<Vertex, Offset, Weight>;
  using Arguments = typename Capability::Arguments;
  using Word = forest::WeightWord<Weight>;
  using Total = forest::Total<Weight>;

 public:
  explicit RankSolver(RankPlan<Capability, Space> const& plan)
      : ranks_(plan.ranks), options_(plan.options), joined_(algorithm()) {}

  static void compare(mpi::Call& call, GraphCapacity const&, MinimumForestOptions const& options) {
    call.same("options.validate", options.validate);
  }

  // Offsets number the edges of two forests.
  void begin(Arguments const& arguments) const {
    std::uint64_t const all = arguments.graph.all;
    if (all / 2 <= std::numeric_limits<Offset>::max() / 4 || sizeof(Offset) == 8) return;
    throw std::invalid_argument(std::string(Capability::name) + ": the graph has " +
                                show_count(all, "vertex", "vertices") +
                                "; several ranks need 64-bit offsets for 2^31 vertices or more");
  }

  std::size_t run(Arguments const& arguments) {
    auto const rows = mpi::rows_of(arguments.graph);
    if (options_.validate) {
      mpi::check_rows(ranks_, rows, true);
      mpi::check_weights(ranks_, rows, arguments.arc_weights, true);
    }
    if (options_.report) options_.report->algorithm = algorithm();
    joined_.find(ranks_, rows, forest::words_of(arguments.arc_weights),
                 {std::is_floating_point_v<Weight>}, options_.report);
    PhaseTimer<Space> timer(ranks_.exec(), options_.report);
    *arguments.total = total();
    std::uint64_t const own =
        joined_.deliver(ranks_, rows,
                        {array_on<Space>(arguments.from), array_on<Space>(arguments.to),
                         array_on<Space>(forest::words_of(arguments.weight))});
    timer.done("send edges");
    return own;
  }

  MinimumForestAlgorithm algorithm() const {
    return options_.algorithm == MinimumForestAlgorithm::automatic ? MinimumForestAlgorithm::boruvka
                                                                   : options_.algorithm;
  }

 private:
  // What rank 0 has added up goes to all.
  Total total() {
    Total sum;
    mpi::agreed(ranks_, [&] {
      auto const words = joined_.found().weight;
      forest::TotalWeight<Space, Weight> const adder(ranks_.exec(), words.extent(0));
      sum = adder.of(Array<Space, Weight const>(reinterpret_cast<Weight const*>(words.data()),
                                                words.extent(0)));
    });
    std::array<std::uint64_t, 3> numbers{};
    if (ranks_.rank() == 0) {
      numbers = {std::bit_cast<std::uint64_t>(sum.value), sum.overflows, sum.edges};
    }
    ranks_.sum(numbers.data(), numbers.size());
    return {std::bit_cast<forest::TotalOf<Weight>>(numbers[0]), numbers[1] != 0, numbers[2]};
  }

  mpi::Network<Space>& ranks_;
  MinimumForestOptions options_;
  mpi::JoinedForest<Space, Vertex, Offset, Word> joined_;
};

}  // namespace yoke::detail

#define YOKE_INSTANTIATE_RANK_FORESTS(Vertex, Offset)                                             \
  YOKE_INSTANTIATE_RANK_PLANS(yoke::detail::forest::MinimumForests<Vertex, Offset, float>)        \
  YOKE_INSTANTIATE_RANK_PLANS(yoke::detail::forest::MinimumForests<Vertex, Offset, double>)       \
  YOKE_INSTANTIATE_RANK_PLANS(yoke::detail::forest::MinimumForests<Vertex, Offset, std::int32_t>) \
  YOKE_INSTANTIATE_RANK_PLANS(yoke::detail::forest::MinimumForests<Vertex, Offset, std::int64_t>)
YOKE_INSTANTIATE_RANK_FORESTS(std::uint32_t, std::uint32_t)
YOKE_INSTANTIATE_RANK_FORESTS(std::uint32_t, std::uint64_t)
YOKE_INSTANTIATE_RANK_FORESTS(std::uint64_t, std::uint64_t)
