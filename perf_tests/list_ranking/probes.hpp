#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <string>

#include "support/spaces.hpp"

namespace yoke_perf {

template <class Space, class Functor>
void for_each(Space const& exec, char const* what, std::uint64_t count, Functor const& functor) {
  Kokkos::parallel_for(std::string("yoke_perf::") + what, WideRange<Space>(exec, 0, count),
                       functor);
}

template <class Space, class IsRight>
std::uint64_t count_different(Space const& exec, std::uint64_t count, IsRight const& is_right) {
  std::uint64_t different = 0;
  Kokkos::parallel_reduce(
      "yoke_perf::count_different", WideRange<Space>(exec, 0, count),
      KOKKOS_LAMBDA(std::uint64_t i, std::uint64_t & sum) { sum += !is_right(i); }, different);
  return different;
}

template <class Array>
struct IsCopy {
  Array from, to;
  KOKKOS_FUNCTION bool operator()(std::uint64_t i) const { return from(i) == to(i); }
};

template <class Array>
struct GatherSecond {
  Array next, second;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const { second(i) = next(next(i)); }
};
template <class Array>
struct IsSecond {
  Array next, second;
  KOKKOS_FUNCTION bool operator()(std::uint64_t i) const { return second(i) == next(next(i)); }
};

// The tail, its own successor, has a predecessor that writes there.
template <class Array>
struct ScatterPredecessor {
  Array next, predecessor;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    if (next(i) != i) predecessor(next(i)) = static_cast<std::uint32_t>(i);
  }
};
template <class Array>
struct IsPredecessor {
  Array next, predecessor;
  KOKKOS_FUNCTION bool operator()(std::uint64_t i) const {
    return next(i) == i || predecessor(next(i)) == i;
  }
};

// Thread t leads walkers t * interleaved to (t + 1) * interleaved - 1, in turns, from nodes at
// regular index intervals: random places of a random list. A walker at the tail stays there.
template <class Array, int interleaved>
struct FollowChains {
  Array next, end;
  std::uint64_t walkers, steps;

  KOKKOS_FUNCTION std::uint32_t start(std::uint64_t walker) const {
    return static_cast<std::uint32_t>(walker * (next.extent(0) / walkers));
  }

  KOKKOS_FUNCTION void operator()(std::uint64_t thread) const {
    std::uint32_t node[interleaved];
    std::uint64_t const first = thread * interleaved;
    for (int k = 0; k < interleaved; ++k) node[k] = start((first + k) % walkers);
    for (std::uint64_t step = 0; step < steps; ++step) {
      for (int k = 0; k < interleaved; ++k) node[k] = next(node[k]);
    }
    for (int k = 0; k < interleaved && first + k < walkers; ++k) end(first + k) = node[k];
  }
};
template <class Array, int interleaved>
struct EndsWhereRanksSay {
  FollowChains<Array, interleaved> chains;
  Array rank;
  KOKKOS_FUNCTION bool operator()(std::uint64_t walker) const {
    std::uint64_t const before = rank(chains.start(walker)), after = rank(chains.end(walker));
    return after == (before > chains.steps ? before - chains.steps : 0);
  }
};

}  // namespace yoke_perf
