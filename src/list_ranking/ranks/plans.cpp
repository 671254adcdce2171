#include <stdexcept>
#include <string>

#include "frame/ranks/plan_core.hpp"
#include "list_ranking/ranks/list_ranker.hpp"
#include "yoke/detail/list_ranking/capability.hpp"
#include "yoke/detail/primitives/walk.hpp"

namespace yoke::detail {

template <class Word, class Space>
class RankSolver<list_ranking::ListRanking<Word>, Space> {
  using Capability = list_ranking::ListRanking<Word>;
  using Arguments = typename Capability::Arguments;

 public:
  explicit RankSolver(RankPlan<Capability, Space> const& plan)
      : ranks_(plan.ranks), options_(plan.options) {
    if (options_.algorithm != ListRankAlgorithm::automatic) {
      throw std::invalid_argument(std::string(Capability::name) +
                                  ": options.algorithm must be automatic on several ranks");
    }
    end_rule<Word>(options_.tail, std::string(Capability::name) + ": options.tail");
  }

  static void compare(mpi::Call& call, typename Capability::Capacity const&,
                      ListRankOptions const& options) {
    call.same("options.from", options.from, mpi::end_names)
        .same("options.tail.is_self_loop()", options.tail.is_self_loop())
        .same("options.tail.end_value()", options.tail.end_value())
        .same("options.validate", options.validate)
        .same("options.route", options.route, {"automatic", "messages", "copies"})
        .same("options.sublist_walk.scheme", options.sublist_walk.scheme,
              {"automatic", "in_place", "chunks"})
        .same("options.seed", options.seed);
  }

  std::size_t run(Arguments const& arguments, RankSizes const& sizes) {
    return ranker_.run(ranks_, sizes, arguments.successor,
                       arguments.heads_of_all ? &arguments.heads : nullptr, arguments.rank,
                       options_);
  }

 private:
  mpi::Network<Space>& ranks_;
  ListRankOptions options_;
  mpi::ListRanker<Space, Word> ranker_;
};

}  // namespace yoke::detail

YOKE_INSTANTIATE_RANK_PLANS(yoke::detail::list_ranking::ListRanking<std::uint32_t>)
YOKE_INSTANTIATE_RANK_PLANS(yoke::detail::list_ranking::ListRanking<std::uint64_t>)
