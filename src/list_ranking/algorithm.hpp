#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <memory>

#include "frame/phase_timer.hpp"
#include "frame/ranged_copies.hpp"
#include "primitives/jump.hpp"
#include "primitives/list_structure.hpp"
#include "yoke/detail/primitives/walk.hpp"
#include "yoke/detail/spaces.hpp"
#include "yoke/list_ranking_options.hpp"

namespace yoke::detail::list_ranking {

// One call, at the algorithms' side of the door: contiguous arrays in memory that Space accesses.
template <class Space, class Word>
struct Problem {
  Space exec;
  Array<Space, Word const> successor;
  Array<Space, Word const> heads;  // empty: not given
  Array<Space, Word> rank;
  TailRule<Word> tail;
  RankFrom from;
  ListRankReport* report;  // may be null
  // For algorithms that copy in ranges: how the successors come and the ranks go.
  RangedCopies copies = {};

  std::size_t size() const { return successor.extent(0); }
};

// What an algorithm saw. Where the structure is not a set of lists that covers all nodes, it says
// so by complete == false and the caller finds out what is wrong; it must not hang, read out of
// bounds or write outside its arrays on any input.
struct RankOutcome {
  std::size_t lists = 0;
  bool complete = true;
};

// The heads of a call's lists, given or found, and what the outcome says of them.
template <class Space, class Word>
Array<Space, Word const> find_heads(HeadFinder<Space, Word>& finder,
                                    Problem<Space, Word> const& problem, RankOutcome& outcome) {
  auto const found = finder.find(problem.exec, problem.successor, problem.tail, problem.heads);
  outcome = {found.lists, found.complete};
  return found.heads;
}

// An algorithm with its workspace, made for up to `capacity` nodes. run() allocates nothing on the
// common path, dispatches on problem.exec alone and has fenced it when it returns.
template <class Space, class Word>
class Algorithm {
 public:
  virtual ~Algorithm() = default;
  virtual RankOutcome run(Problem<Space, Word> const& problem) = 0;
  // Ranks what a contraction of lists of `nodes` nodes has left (reduced_list.hpp), where it can.
  // The successors may lie in the place of the ranks. False where some node reaches no tail.
  virtual bool run_reduced(Problem<Space, Word> const&, JumpCells<Space, Word> const&,
                           std::uint64_t) {
    return false;
  }
  // Can it count from the head? If not, the caller hands it the reversed list.
  virtual bool ranks_from_head() const { return false; }
  // Does it wait for the successors that it reads, and say which ranks are final?
  virtual bool copies_in_ranges() const { return false; }
};

template <class Space, class Word>
using AlgorithmPtr = std::unique_ptr<Algorithm<Space, Word>>;

// One factory an algorithm, each defined and instantiated in its own source file.
#define YOKE_DECLARE_LIST_RANKING(make)                                   \
  template <class Space, class Word>                                      \
  AlgorithmPtr<Space, Word> make(Space const& exec, std::size_t capacity, \
                                 ListRankOptions const& options);

YOKE_DECLARE_LIST_RANKING(make_sequential)
YOKE_DECLARE_LIST_RANKING(make_wyllie)
YOKE_DECLARE_LIST_RANKING(make_helman_jaja)
YOKE_DECLARE_LIST_RANKING(make_random_splitter)
YOKE_DECLARE_LIST_RANKING(make_independent_set)
YOKE_DECLARE_LIST_RANKING(make_fractional_independent_set)
YOKE_DECLARE_LIST_RANKING(make_sublist_walk)
#undef YOKE_DECLARE_LIST_RANKING

}  // namespace yoke::detail::list_ranking

// Instantiates a factory for every space and word that the library is compiled for.
#define YOKE_INSTANTIATE_LIST_RANKING(make, Space)                                  \
  template yoke::detail::list_ranking::AlgorithmPtr<Space, std::uint32_t>           \
  yoke::detail::list_ranking::make<Space, std::uint32_t>(Space const&, std::size_t, \
                                                         ListRankOptions const&);   \
  template yoke::detail::list_ranking::AlgorithmPtr<Space, std::uint64_t>           \
  yoke::detail::list_ranking::make<Space, std::uint64_t>(Space const&, std::size_t, \
                                                         ListRankOptions const&);

// Defines and instantiates the factory `make` of the algorithm Class, whose constructor takes the
// arguments that follow.
#define YOKE_DEFINE_LIST_RANKING(make, Class, ...)                                                \
  template <class Space, class Word>                                                              \
  yoke::detail::list_ranking::AlgorithmPtr<Space, Word> yoke::detail::list_ranking::make(         \
      Space const& exec, std::size_t capacity, [[maybe_unused]] ListRankOptions const& options) { \
    return std::make_unique<Class<Space, Word>>(__VA_ARGS__);                                     \
  }                                                                                               \
  YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE_LIST_RANKING_ON, make)
#define YOKE_INSTANTIATE_LIST_RANKING_ON(Space, make) YOKE_INSTANTIATE_LIST_RANKING(make, Space)
