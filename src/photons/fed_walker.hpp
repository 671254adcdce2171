#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "photons/follower.hpp"
#include "photons/hop.hpp"
#include "photons/hot_exits.hpp"
#include "yoke/fed_expander.hpp"

// Photons by walks whose bits come block by block. Which walker follows which photons is fixed, so
// that the tallies do not depend on who is faster. Source: Banerjee's thesis, algorithm 8.
namespace yoke::detail::photons {

// What a walker keeps from one block to the next.
template <class Real>
struct FedWalker {
  Following<Real> following;
  std::uint64_t next;    // of the call's photons, the one that it begins next
  std::uint64_t number;  // of a hop's two, the first, if it has come already
  bool has_number;
};

// The walker's numbers as hops take them: two each, and one before the first for where a photon of
// a wide beam falls. False where the block's bits ran out.
template <class Real>
class FedWords {
 public:
  KOKKOS_FUNCTION FedWords(FedWalker<Real>& walker, FedDraw& draw) : walker_(walker), draw_(draw) {}

  KOKKOS_FUNCTION bool draw_place(std::uint32_t& word) {
    std::uint64_t number = 0;
    if (!draw_.next(number)) return false;
    word = static_cast<std::uint32_t>(number);
    return true;
  }
  KOKKOS_FUNCTION bool draw(Words& words) {
    if (!walker_.has_number && !draw_.next(walker_.number)) return false;
    walker_.has_number = true;
    std::uint64_t second = 0;
    if (!draw_.next(second)) return false;
    walker_.has_number = false;
    std::uint64_t const first = walker_.number;
    words = {{static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(first >> 32),
              static_cast<std::uint32_t>(second), static_cast<std::uint32_t>(second >> 32)}};
    return true;
  }

 private:
  FedWalker<Real>& walker_;
  FedDraw& draw_;
};

template <class Real>
struct StartFedWalkers {
  FedWalker<Real>* walkers;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const { walkers[i] = {{}, i, 0, false}; }
};

// The work of a FedExpander. There are a multiple of photon_batches of walkers, so that each one's
// photons, so many apart, are of one batch.
template <class Real>
struct FollowFed {
  Task<Real> task;
  HotExits hot;
  FedWalker<Real>* walkers;
  std::uint64_t count;  // of them

  KOKKOS_FUNCTION bool operator()(std::uint64_t i, FedDraw& draw) const {
    FedWalker<Real> walker = walkers[i];
    Follower<Real, AtomicAdd> follower(task);
    follower.go_on(i % photon_batches, hot, walker.following);
    bool const is_done = follow(follower, walker, draw);
    if (is_done) {
      follower.end_batch();
    } else {
      walker.following = follower.broken_off();
      walkers[i] = walker;
    }
    return is_done;
  }

 private:
  KOKKOS_FUNCTION bool follow(Follower<Real, AtomicAdd>& follower, FedWalker<Real>& walker,
                              FedDraw& draw) const {
    FedWords<Real> numbers(walker, draw);
    Words words{};
    while (true) {
      if (follower.is_alive()) {
        if (!numbers.draw(words)) return false;
        follower.hop(words);
      } else {
        if (walker.next >= task.count) return true;
        std::uint32_t place = 0;
        if (!task.medium.is_narrow() && !numbers.draw_place(place)) return false;
        follower.begin(place);
        walker.next += count;
      }
    }
  }
};

}  // namespace yoke::detail::photons
