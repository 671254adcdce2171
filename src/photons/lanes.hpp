#pragma once

#include <cstdint>

#include "photons/follow_in_lanes.hpp"
#include "photons/one_a_thread.hpp"

namespace yoke::detail::photons {

template <class Real, class Add>
void follow_one_by_one(LaneTask<Real> const& work) {
  Follower<Real, Add> follower(work.task);
  while (true) {
    std::uint64_t const begin = work.taken->fetch_add(work.chunk);
    if (begin >= work.task.count) return;
    std::uint64_t const end = std::min(begin + work.chunk, work.task.count);
    for (std::uint64_t i = begin; i < end; ++i) {
      follower.begin(work.task.first + i);
      while (follower.is_alive()) follower.hop();
    }
  }
}
template <class Real>
void follow(LaneTask<Real> const& work) {
  if (work.is_shared) {
    follow_one_by_one<Real, AtomicAdd>(work);
  } else {
    follow_one_by_one<Real, PlainAdd>(work);
  }
}

}  // namespace yoke::detail::photons
