#pragma once

#include <cstdint>
#include <memory>
#include <numeric>

#include "yoke/detail/frame/plan.hpp"
#include "yoke/mpi/distributed.hpp"

namespace yoke::detail {

// How many elements each rank has, where the capability numbers those of all.
struct RankSizes {
  mpi::Counts each;
  std::uint64_t before = 0, all = 0;  // those of the ranks before this one

  static RankSizes of(mpi::Counts const& each, int rank) {
    auto const own = each.begin() + rank;
    return {each, std::accumulate(each.begin(), own, std::uint64_t(0)),
            std::accumulate(each.begin(), each.end(), std::uint64_t(0))};
  }
};

// What a plan is made of on several ranks. All but the capacity outlives it.
template <class Capability, class Executor>
struct RankPlan {
  mpi::NetworkOf<Executor>& ranks;
  Executor const& exec;
  typename Capability::Capacity const& capacity;
  typename Capability::Options const& options;
  std::shared_ptr<Ledger> const& ledger;

  // A plan of this rank alone, for a part of the work.
  template <class Other = Capability>
  PlanCore<Other, Executor> own(typename Other::Capacity const& most) const {
    return {exec, most, options, ledger};
  }
  PlanCore<Capability, Executor> own() const { return own<Capability>(capacity); }
};

// What runs a capability on several ranks: specialised by each that has a rank form, in the source
// files of its folder ranks/. One rank runs what its executor runs alone. Has
//
//   RankSolver(RankPlan<Capability, Executor> const&)  by each rank alone, as begin() is: where one
//                                        throws, all throw, and nothing has been sent before that
//   void begin(Arguments const&)         where each rank does something alone before the first
//                                        message
//   std::size_t run(Arguments const&)    by all together; fences. With RankSizes const& after the
//                                        arguments where the capability numbers all ranks' elements
//   static void compare(mpi::Call&, Capacity const&, Options const&)
//   static void compare(mpi::Call&, Arguments const&)  where there are any: the values that all
//                                        ranks must give alike, beside options.algorithm and what
//                                        is the `same` among the arguments
template <class Capability, class Executor>
class RankSolver;

}  // namespace yoke::detail
