#pragma once

#include <cstddef>

#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/frame/plan.hpp"
#include "yoke/split.hpp"

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

// Who works on a hybrid call.
struct Course {
  enum class By { device, host, both };
  By by;
  double host_share;

  // Both where the share leaves each side some of the work.
  static Course of_share(double host_share) {
    By const by = host_share == 0 ? By::device : host_share == 1 ? By::host : By::both;
    return {by, host_share};
  }
};

// What runs a capability on both sides: specialised by each that can. Makes what it needs at once
// where most calls are expected to be both sides', else at the first call that is. Has
//
//   HybridSolver(Hybrid<Device, Host> const&, Capacity const&, Options const&)
//   Course course(Arguments const&) const  the arrays lie where the caller has them
//   std::size_t run(Arguments const&, Course const&)  where both are to work
//   Algorithm algorithm() const  what they run then
//   std::optional<Course> expected() const  most calls', where it is known before their arguments
template <class Capability, class Device, class Host>
class HybridSolver;

}  // namespace yoke::detail
