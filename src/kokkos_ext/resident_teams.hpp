#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/kokkos_ext/relaxed.hpp"

namespace yoke::detail {

// Teams of one kernel of a device that wait for each other between rounds, without the host. A
// device does not promise that all teams of a kernel run at the same time. So the teams that have
// begun take part, and a team that comes too late leaves.
//
// Kernels with the same words run one after the other.
template <class Space>
struct ResidentTeams {
  static constexpr std::size_t size = 3;  // words, 0 before the first kernel
  // What a team is among those that take part. `count` 0: it is too late.
  struct Seat {
    std::uint32_t rank, count;
    std::uint32_t meetings = 0;
  };

  Array<Space, std::uint64_t> words;
  std::uint64_t before = 0;  // the teams of all earlier kernels
  std::uint32_t kernel = 0;  // its number, from 1 on

  // On the host, before a launch of so many teams. If a launch fails, the words have to be set to
  // 0, and these teams made anew.
  ResidentTeams next(int teams) {
    ++kernel;
    ResidentTeams const its = *this;
    before += static_cast<std::uint64_t>(teams);
    return its;
  }

  // By all threads of each team, once and first.
  template <class Member>
  KOKKOS_FUNCTION Seat enter(Member const& member) const {
    std::uint64_t seat = 0;
    if (member.team_rank() == 0) seat = take(static_cast<std::uint64_t>(member.league_size()));
    member.team_broadcast(seat, 0);
    return {static_cast<std::uint32_t>(seat >> 32), static_cast<std::uint32_t>(seat)};
  }

  // Waits until all teams that take part have come. They then see what each has written before.
  template <class Member>
  KOKKOS_FUNCTION void meet(Member const& member, Seat& seat) const {
    member.team_barrier();
    if (seat.count == 1) return;
    ++seat.meetings;
    if (member.team_rank() == 0) {
      std::uint64_t* const arrived = &words(2);
      Kokkos::memory_fence();
      Kokkos::atomic_add(arrived, std::uint64_t(1));
      std::uint64_t const all = std::uint64_t(seat.meetings) * seat.count;
      while (relaxed_load(arrived) < all) {
      }
      Kokkos::memory_fence();
    }
    member.team_barrier();
  }

 private:
  // The first team looks this often whether the others have begun.
  static constexpr int most_looks = 16;

  KOKKOS_FUNCTION std::uint64_t take(std::uint64_t teams) const {
    std::uint64_t* const entered = &words(0);
    std::uint64_t* const taking_part = &words(1);  // the kernel's number, and how many
    std::uint64_t const rank = Kokkos::atomic_fetch_add(entered, std::uint64_t(1)) - before;
    if (rank == 0) {
      relaxed_store(&words(2), 0);
      std::uint64_t count = 1;
      for (int look = 0; look < most_looks && count < teams; ++look) {
        count = relaxed_load(entered) - before;
      }
      Kokkos::memory_fence();
      relaxed_store(taking_part, std::uint64_t(kernel) << 32 | count);
      return count;
    }
    // The first team runs, so this ends.
    std::uint64_t seen = relaxed_load(taking_part);
    while (seen >> 32 != kernel) seen = relaxed_load(taking_part);
    Kokkos::memory_fence();
    std::uint64_t const count = static_cast<std::uint32_t>(seen);
    return rank < count ? rank << 32 | count : 0;
  }
};

}  // namespace yoke::detail
