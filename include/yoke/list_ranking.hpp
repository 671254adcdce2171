#pragma once

#include <cstddef>
#include <tuple>

#include "yoke/detail/checks.hpp"
#include "yoke/detail/list_ranking/capability.hpp"
#include "yoke/detail/list_ranking/submitting_plan.hpp"
#include "yoke/errors.hpp"
#include "yoke/list_ranking_options.hpp"

namespace yoke {

/// The workspace and the chosen algorithm for lists of up to `capacity` nodes. Repeated calls
/// allocate nothing. Executor is a Kokkos execution space or a yoke::Hybrid. Index is the value
/// type of the successor View: a 32- or 64-bit integer, signed or not.
///
/// Calls run on the instance that the plan was made with. A Hybrid must outlive its plans and must
/// not move. Only one thread at a time may use a plan.
///
/// If Executor is a yoke::Distributed of an execution space, each MPI rank has a part of the nodes.
/// `capacity` is for this rank's part. successor(i) is the number of a node among the nodes of all
/// ranks. rank(i) is the value that one rank gives the node. Returns the number of lists, on all
/// ranks. If heads are given, a rank may give any, also of others' nodes, or none. All ranks' heads
/// together are the heads of the lists. They are found if no rank gives any. Every rank gets them,
/// in three more rounds and with a word per head.
///
/// There are two routes, and options.route chooses one. By copies every rank gets all successors.
/// It follows its share of the sublists in its copy, as the sublist walk on one execution space
/// does. It sends the ranks that it finds to the nodes' owners. All ranks rank the table of
/// sublists. There are at most 23 rounds. With n nodes and p ranks, each rank sends a word for each
/// of its nodes to every other rank. It also sends two words for each node of others that it meets:
/// n / p (1 - 1/p). Memory beyond the arguments: 2 words for each node of all ranks, and 5 to 7 for
/// each of its own. By chunks (devices, from 2^21 nodes on) it is 3 words for each node of all. If
/// there are more lists than a sixteenth of the sublists, or if walks do not end, each rank ranks
/// alone. That takes the time of one rank.
///
/// By messages one node in 32, chosen by a hash of its number that every rank knows, starts a walk
/// along its list. The walk ends at the next such node, or at a tail. Ranks follow their walks
/// until these leave them, and send them on, in rounds. Walks stop after 128 rounds. A node that no
/// walk has reached stands for itself, as do the nodes before the first such node of a list. These
/// rulers are ranked by pointer jumping, their ranks are gathered, and each node adds its distance.
/// Rounds: at most 128 of walks, of five exchanges and collectives each, log2 n of jumps, of eight
/// each, and some 33 others. Each link that leaves its rank sends 3 words, and each ruler up to 5
/// per jump. Every rank gets a word for each 32nd node of all. Memory beyond the arguments: 1 word
/// per node, 1/32 word for each node of all ranks, and messages. In long lists these take some 1.5
/// words per node. In many lists of few nodes, where most stand for themselves, they take some 20.
///
/// The options `from`, `tail`, `validate`, `seed`, `route`, `sublist_walk.scheme` and
/// `device_memory` have an effect; `algorithm` must be automatic on several ranks. A report gets
/// the phases of the route by copies. Throws on all ranks the errors of yoke::list_rank. No
/// malformed list hangs. Lists that run into each other may pass without options.validate. Their
/// ranks from the tail are then right. With it, messages take one more word per node.
///
/// Sources: Sibeyn, "One-by-one cleaning for practical parallel list ranking", 2002, and
/// Reid-Miller 1994, for the walks; Wyllie 1979 for the jumps.
template <class Executor, class Index>
class ListRankPlan : public detail::list_ranking::SubmittingPlan<
                         detail::list_ranking::ListRanking<detail::WordOf<Index>>, Executor> {
  static_assert(detail::is_index<Index>,
                "yoke::ListRankPlan: Index must be a 32- or 64-bit integer");
  using Base =
      detail::list_ranking::SubmittingPlan<detail::list_ranking::ListRanking<detail::WordOf<Index>>,
                                           Executor>;
  using Arguments = typename Base::Arguments;

 public:
  /// Throws std::invalid_argument if an option is out of its range, or if Index cannot number
  /// `capacity` nodes, or for 2^48 nodes or more.
  ListRankPlan(Executor const& executor, std::size_t capacity, ListRankOptions const& options = {})
      : Base(
            executor, detail::call_of<detail::Of<Index>>(name),
            [capacity] {
              return detail::checked_count<Index>(
                  name, "successor", detail::checked_capacity(name, capacity, "nodes"));
            },
            options) {}
  template <detail::TemporaryHybrid Temporary>
  ListRankPlan(Temporary&& gone_too_soon, std::size_t, ListRankOptions const& = {}) = delete;

  /// Ranks the lists in `successor` as yoke::list_rank does, and throws its exceptions. Also throws
  /// std::invalid_argument if successor.extent(0) exceeds the capacity.
  template <class Successor, class Rank>
  std::size_t operator()(Successor const& successor, Rank const& rank) {
    return this->call(detail::call_of<Types<Rank>>(name), {}, {}, bind_all(successor, rank));
  }

  /// The same, with the heads of the lists.
  /// @param heads  the first node of each list, in any order. If the View is not allocated, the
  ///   heads are found. An allocated View of no elements is refused, unless there are no nodes.
  ///   This is a hint: an algorithm that does not need heads does not read them.
  template <class Successor, class Heads, class Rank>
  std::size_t operator()(Successor const& successor, Heads const& heads, Rank const& rank) {
    Arguments arguments;
    if constexpr (detail::IsDistributed<Executor>::value) {
      arguments.heads_of_all = this->network().ranks() > 1;
    }
    return this->call(detail::call_of<Types<Rank>, detail::list_ranking::WithHeads>(name),
                      arguments, {}, bind_all(successor, heads, rank),
                      [&] { check_heads(successor, heads); });
  }

  /// Submits a call to the plan of a Hybrid, and returns its ticket. ticket.wait() returns or
  /// throws the call's result. If the device does the calls alone, it ranks one list while the next
  /// list goes up and the last ranks come down. Calls in a row then take less than the sum of these
  /// three. They run in the order of submission, and a call that fails does not affect the others.
  /// At most four are under way: submit waits until there are fewer.
  ///
  /// After wait() the ranks are there. Until then:
  /// - keep the Views;
  /// - do not write the successors, and do not touch the ranks;
  /// - use the Hybrid only for calls of this plan.
  ///
  /// An ordinary call of the plan, and its destructor, wait for the submitted calls.
  ///
  /// Memory: two copies on the device of successors, heads and ranks in other memory, beside the
  /// copy of ordinary calls. If any of them is pageable, 64 MiB of pinned memory.
  ///
  /// A call is done when submit returns in these cases: the host has a share, the sides do not run
  /// at the same time, a View is strided, or options.report is set.
  ///
  /// If an ordinary call would throw for its arguments' sizes, this throws the same exception and
  /// submits nothing.
  template <class Successor, class Rank>
  Ticket submit(Successor const& successor,
                Rank const& rank) requires detail::IsHybrid<Executor>::value {
    return this->submit_call(name, bind_all(successor, rank));
  }

  /// The same, with the heads of the lists.
  template <class Successor, class Heads, class Rank>
  Ticket submit(Successor const& successor, Heads const& heads,
                Rank const& rank) requires detail::IsHybrid<Executor>::value {
    check_heads(successor, heads);
    return this->submit_call(name, bind_all(successor, heads, rank));
  }

  /// Throws the exceptions of a call with arguments of wrong sizes. This needs no plan.
  template <class Successor, class... Views>
  static void check(Successor const& successor, Views const&... views) {
    Base::check(name, {}, bind_all(successor, views...));
  }

 private:
  static constexpr char const* name = "yoke::list_rank";
  template <class Rank>
  using Types = detail::Of<Index, typename Rank::value_type>;

  // An allocated View says that there are no heads. One without memory means that they were left
  // out. On ranks, one of them may have none.
  template <class Successor, class Heads>
  static void check_heads(Successor const& successor, Heads const& heads) {
    if (successor.extent(0) == 0 || heads.extent(0) > 0 || heads.data() == nullptr) return;
    if (detail::IsDistributed<Executor>::value) return;
    detail::list_ranking::throw_no_heads(successor.extent(0));
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
/// @param successor  n indices; successor(i) is the node after i. options.tail says how a list
///   ends: by default the tail points at itself. Any number of lists may share the array.
/// @param rank  n integers as wide as the successor's, signed or not. May overlap neither successor
///   nor heads.
///
/// Returns the number of lists. Deterministic: the result depends only on the input. A strided View
/// is copied into memory of the plan.
///
/// The default algorithm:
/// - up to 8192 nodes on a host: one thread. Up to 2^20 nodes on a device, 2^19 with 64-bit
///   indices: work O(n log n) (Wyllie's). Otherwise: work O(n), and no input gives most of it to
///   one thread.
/// - memory beyond the arguments, for n <= 2^30 and any number of lists: at most 5 bytes per node
///   on a host (9 up to 8192 nodes), 16 on a device, and a few KiB. Twice that with 64-bit indices.
///   docs/list_ranking.md has the other algorithms, and a Hybrid's memory.
///
/// Throws std::invalid_argument, with the argument's name, if sizes differ, or if the rank or index
/// type is too small for n. Throws yoke::InvalidInput if the input is no set of lists. It names a
/// node, or an element of heads, and `rank` is then unspecified. With options.validate every
/// malformed input is found.
///
/// Without options.validate no call hangs or reads out of bounds, and a call that returns has
/// written every rank. It therefore finds successors that are no nodes, and nodes that reach no
/// tail. Two faults may pass: lists that run into each other, and given heads that are no heads.
/// Wyllie's algorithm and the independent sets rank most lists that run into each other, the others
/// rank some. Ranks from the tail are right even then. Those from the head are unspecified.
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
