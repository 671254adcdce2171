#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

#include "kokkos_ext/resident_teams.hpp"
#include "primitives/findings.hpp"

namespace {

using yoke::detail::Array;
using yoke::detail::ResidentTeams;
using Device = Kokkos::DefaultExecutionSpace;

// In each round a team writes the round's number, and looks at what all others have written.
struct WriteAndLook {
  ResidentTeams<Device> teams;
  int rounds;
  Array<Device, std::uint32_t> written;
  Array<Device, std::uint64_t> wrong, taking_part;

  KOKKOS_FUNCTION void operator()(Kokkos::TeamPolicy<Device>::member_type const& member) const {
    auto seat = teams.enter(member);
    if (seat.count == 0) return;
    auto const thread = static_cast<std::uint32_t>(member.team_rank());
    for (int round = 1; round <= rounds; ++round) {
      if (thread == 0) written(seat.rank) = static_cast<std::uint32_t>(round);
      teams.meet(member, seat);
      for (std::uint32_t team = thread; team < seat.count;
           team += static_cast<std::uint32_t>(member.team_size())) {
        if (written(team) != static_cast<std::uint32_t>(round)) {
          Kokkos::atomic_add(&wrong(0), std::uint64_t(1));
        }
      }
      teams.meet(member, seat);
    }
    if (thread == 0) Kokkos::atomic_add(&taking_part(0), std::uint64_t(1));
  }
};

TEST(ResidentTeams, SeeWhatOthersHaveWrittenBeforeTheyMet) {
  if (yoke::detail::runs_on_host<Device>) GTEST_SKIP() << "hosts have no such kernels";
  Device const exec;
  using Words = Kokkos::View<std::uint64_t*, Device::memory_space>;
  Words const words("words", ResidentTeams<Device>::size), wrong("wrong", 1),
      taking_part("part", 1);
  std::uint64_t most = 0;
  // More teams than run at the same time: the others leave.
  for (int const league : {1, 2, 40, 100000}) {
    Kokkos::deep_copy(exec, words, std::uint64_t(0));
    Kokkos::View<std::uint32_t*, Device::memory_space> const written("written", league);
    ResidentTeams<Device> teams{words};
    for (int kernel = 0; kernel < 3; ++kernel) {
      Kokkos::deep_copy(exec, taking_part, std::uint64_t(0));
      Kokkos::parallel_for("write and look", Kokkos::TeamPolicy<Device>(exec, league, 64),
                           WriteAndLook{teams.next(league), 100, written, wrong, taking_part});
      auto const count = yoke::detail::element(exec, Array<Device, std::uint64_t>(taking_part), 0);
      auto const faults = yoke::detail::element(exec, Array<Device, std::uint64_t>(wrong), 0);
      most = std::max(most, count);
      EXPECT_GE(count, 1u);
      EXPECT_LE(count, static_cast<std::uint64_t>(league));
      EXPECT_EQ(faults, 0u) << count << " of " << league << " teams";
    }
  }
  EXPECT_GT(most, 1u) << "no team has met another one";
}

}  // namespace
