#pragma once

#include "frame/ways.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/frame/plan.hpp"
#include "yoke/timeline.hpp"

namespace yoke::detail {

// What runs a capability on one space: specialised by each. Has
//
//   Solver(Space const&, Capacity const&, Options const&, Algorithm)
//   std::size_t run(Arguments const&)  the arrays lie where Space works well on them; dispatches on
//                                      the instance alone, and has fenced it when it returns
//   std::size_t run(Arguments const&, RangedCopies const&)  where the capability copies in ranges
//   static Algorithm choose(Capacity const&, Options const&)  what `automatic` stands for,
//                                      where there is a choice
template <class Capability, class Space>
class Solver;

// What runs a capability's hybrid calls in the ways that are not one side alone: specialised by
// each that has such calls, as WaysOf is. Has
//
//   HybridSolver(Hybrid<Device, Host> const&, Capacity const&, Options const&)
//   void prepare(Way)  makes what the way needs, if it is not there yet
//   void release(Way)  where other ways may follow: frees what this one holds
//   std::size_t run(Arguments const&, CallWay const&)  once it is prepared
//   Algorithm algorithm() const  what it runs
template <class Capability, class Device, class Host>
class HybridSolver;

}  // namespace yoke::detail
