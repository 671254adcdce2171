#pragma once

#include <type_traits>

#include "photons/real.hpp"
#include "photons/tally.hpp"
#include "yoke/detail/photons/capability.hpp"

namespace yoke::detail::photons {

// Rounded is a class, which keeps compilers from making vectors of it: lanes are of floats, in
// files that say -ffp-contract=off where each operation is to be rounded.
template <PhotonArithmetic arithmetic>
using LaneReal = std::conditional_t<arithmetic == PhotonArithmetic::precise, double, float>;

// What one of a host's threads does: it follows photons of a task, which it takes from a source,
// until none is left.
template <PhotonArithmetic arithmetic>
struct LaneTask {
  Task<LaneReal<arithmetic>> task;  // with this thread's tally, or with the one of all
  PhotonSource* source;
  bool is_shared;  // others add to the tally too
};

// Compiled for themselves (lanes.cpp.in), with what the arithmetic asks of the compiler.
void follow_in_lanes(LaneTask<PhotonArithmetic::fast> const& work);
void follow_in_lanes(LaneTask<PhotonArithmetic::reproducible> const& work);
void follow_in_lanes(LaneTask<PhotonArithmetic::precise> const& work);

}  // namespace yoke::detail::photons
