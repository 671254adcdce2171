#pragma once

#include <atomic>
#include <cstdint>

#include "photons/real.hpp"
#include "photons/tally.hpp"

namespace yoke::detail::photons {

// What one of a host's threads does: it follows photons of a task, which it takes from a counter,
// until none is left.
template <class Real>
struct LaneTask {
  Task<Real> task;  // with this thread's tally, or with the one of all
  std::atomic<std::uint64_t>* taken;
  std::uint64_t chunk;  // so many at once
  bool is_shared;       // others add to the tally too
};

// Compiled for themselves (lanes_*.cpp), with what the arithmetic asks of the compiler.
void follow_in_lanes(LaneTask<float> const& work);
void follow_in_lanes(LaneTask<Rounded> const& work);
void follow_in_lanes(LaneTask<double> const& work);

}  // namespace yoke::detail::photons
