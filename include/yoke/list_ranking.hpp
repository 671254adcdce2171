#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <tuple>

#include "yoke/detail/checked_size.hpp"
#include "yoke/detail/frame/plan.hpp"
#include "yoke/detail/list_ranking/capability.hpp"
#include "yoke/errors.hpp"
#include "yoke/list_ranking_options.hpp"
#include "yoke/ticket.hpp"

namespace yoke {

/// The workspace and the chosen algorithm for lists of up to `capacity` nodes, so that repeated
/// calls allocate nothing. Executor is a Kokkos execution space or a yoke::Hybrid; Index is the
/// value type of the successor View: a 32- or 64-bit integer, signed or not.
///
/// The instance that the plan was made with is the one that its calls run on. A Hybrid must outlive
/// its plans, and stay where it is. A plan may be used by one thread at a time.
template <class Executor, class Index>
class ListRankPlan
    : public detail::Plan<detail::list_ranking::ListRanking<detail::WordOf<Index>>, Executor> {
  static_assert(detail::is_index<Index>,
                "yoke::ListRankPlan: Index must be a 32- or 64-bit integer");
  using Base = detail::Plan<detail::list_ranking::ListRanking<detail::WordOf<Index>>, Executor>;
  using Arguments = typename Base::Arguments;

 public:
  /// Throws std::invalid_argument where an option is out of its range or where Index cannot number
  /// `capacity` nodes.
  ListRankPlan(Executor const& executor, std::size_t capacity, ListRankOptions const& options = {})
      : Base(executor,
             {detail::checked_count<Index>(
                 "yoke::list_rank", "successor",
                 detail::checked_capacity("yoke::list_rank", capacity, "nodes"))},
             options) {}
  template <detail::TemporaryHybrid Temporary>
  ListRankPlan(Temporary&& gone_too_soon, std::size_t, ListRankOptions const& = {}) = delete;

  /// Ranks the lists in `successor` as yoke::list_rank does. Throws std::invalid_argument where
  /// successor.extent(0) exceeds the capacity, and what yoke::list_rank throws.
  template <class Successor, class Rank>
  std::size_t operator()(Successor const& successor, Rank const& rank) {
    return this->call("yoke::list_rank", {}, {}, bind_all(successor, rank));
  }

  /// The same, with the heads of the lists.
  /// @param heads  the first node of each list, in any order; found where the View is not
  ///   allocated. An allocated one of no elements is refused, but for no nodes. A hint: algorithms
  ///   that do not need them do not read them.
  template <class Successor, class Heads, class Rank>
  std::size_t operator()(Successor const& successor, Heads const& heads, Rank const& rank) {
    check_heads(successor, heads);
    return this->call("yoke::list_rank", {}, {}, bind_all(successor, heads, rank));
  }

  /// Submits a call to the plan of a Hybrid, and returns its ticket; ticket.wait() returns or
  /// throws what the call would have. Of calls that the device does alone the next list goes up and
  /// the last ranks come down while one list is ranked, so that a stream of lists takes less than
  /// the sum of the three. Calls are done in the order in which they are submitted, and one
  /// that fails leaves the others as they are. At most four are under way: submit waits until fewer
  /// are.
  ///
  /// What waits for a call's ticket sees its ranks; until then its Views must stay, and nothing may
  /// write its successors or touch its ranks, nor use the Hybrid but for calls of this plan. An
  /// ordinary call of the plan waits for those that were submitted, and so does its destructor.
  ///
  /// Memory: two copies on the device of successors, heads and ranks that do not lie there, beside
  /// the one that ordinary calls make; where any is pageable 64 MiB in pinned memory.
  ///
  /// A call is done when submit returns where the host has a share of it, where the sides take
  /// turns, where a View is strided, and where options.report is to be of one call.
  ///
  /// Throws what an ordinary call throws for its arguments' sizes; nothing is submitted then.
  template <class Successor, class Rank>
  Ticket submit(Successor const& successor,
                Rank const& rank) requires detail::IsHybrid<Executor>::value {
    return this->submit_call("yoke::list_rank", bind_all(successor, rank));
  }

  /// The same, with the heads of the lists.
  template <class Successor, class Heads, class Rank>
  Ticket submit(Successor const& successor, Heads const& heads,
                Rank const& rank) requires detail::IsHybrid<Executor>::value {
    check_heads(successor, heads);
    return this->submit_call("yoke::list_rank", bind_all(successor, heads, rank));
  }

  /// Throws where a call would for its arguments' sizes: before a plan for them is made.
  template <class Successor, class... Views>
  static void check(Successor const& successor, Views const&... views) {
    detail::check_index_holds<Index>("yoke::list_rank", "successor", successor.extent(0));
    Base::check("yoke::list_rank", {}, bind_all(successor, views...));
  }

 private:
  // An allocated View says that there are no heads; one that is not was left out.
  template <class Successor, class Heads>
  static void check_heads(Successor const& successor, Heads const& heads) {
    if (successor.extent(0) == 0 || heads.extent(0) > 0 || heads.data() == nullptr) return;
    throw std::invalid_argument("yoke::list_rank: heads has 0 elements and successor has " +
                                std::to_string(successor.extent(0)) +
                                ": each list has a head. They are found where heads are left out, "
                                "or are a View that is not allocated");
  }

  template <class Successor, class Rank>
  static auto bind_all(Successor const& successor, Rank const& rank) {
    return std::tuple(detail::bind<&Arguments::successor>("successor", successor),
                      detail::bind<&Arguments::rank>("rank", rank));
  }
  template <class Successor, class Heads, class Rank>
  static auto bind_all(Successor const& successor, Heads const& heads, Rank const& rank) {
    return std::tuple_cat(bind_all(successor, rank),
                          std::tuple(detail::bind<&Arguments::heads>("heads", heads)));
  }
};

/// Ranks every node of the linked lists in `successor`: rank(i) is the number of links from node i
/// to the tail of its own list (or from the head: options.from).
///
/// @param successor  n indices; successor(i) is the node after i. How a list ends is options.tail:
///   by default the tail points at itself. Any number of lists may share the array.
/// @param rank  n integers as wide as the successor's; signedness is free. May overlap neither
///   successor nor heads.
///
/// Returns the number of lists. Deterministic: the result depends on the input alone. Work of the
/// default algorithm O(n), of which no input makes one thread do the most, and O(n log n) up to
/// 2^19 nodes on a device (Wyllie's); one thread does it up to 8192 nodes on a host. Its memory
/// beyond the arguments is at most 5 bytes a node on a host (9 up to 8192 nodes) and 16 on a device
/// while n <= 2^30, however many lists there are, and a few KiB; twice that with 64-bit indices
/// (docs/list_ranking.md has the others, and a Hybrid's). A strided View is copied, into memory
/// that a plan keeps.
///
/// Throws std::invalid_argument naming the argument where sizes differ, or where the rank or index
/// type is too small for n; yoke::InvalidInput, naming a node, or an element of heads where the
/// fault is there, where the lists are not lists; `rank` is then unspecified. With options.validate
/// every malformed input is found. Without it nothing hangs or reads out of bounds, and a call that
/// returns has written every rank: so successors that are no nodes are found, and nodes that reach
/// no tail. What may pass are lists that run into each other (Wyllie's algorithm and the
/// independent sets rank most of them, the others some) and heads that are none: ranks from the
/// tail are then right all the same, those from the head are unspecified.
///
/// Sources: Rehman, Kothapalli, Narayanan 2009; Dehne, Yogaratnam 2010; Duan 2019; Banerjee's
/// thesis, chapter 6; each algorithm says which.
template <class Executor, detail::AnyView Successor, detail::AnyView Rank>
std::size_t list_rank(Executor const& executor, Successor const& successor, Rank const& rank,
                      ListRankOptions const& options = {}) {
  using Index = typename Successor::non_const_value_type;
  ListRankPlan<Executor, Index>::check(successor, rank);
  ListRankPlan<Executor, Index> plan(executor, successor.extent(0), options);
  return plan(successor, rank);
}

/// The same, with the heads of the lists.
template <class Executor, detail::AnyView Successor, detail::AnyView Heads, detail::AnyView Rank>
std::size_t list_rank(Executor const& executor, Successor const& successor, Heads const& heads,
                      Rank const& rank, ListRankOptions const& options = {}) {
  using Index = typename Successor::non_const_value_type;
  ListRankPlan<Executor, Index>::check(successor, heads, rank);
  ListRankPlan<Executor, Index> plan(executor, successor.extent(0), options);
  return plan(successor, heads, rank);
}

}  // namespace yoke
