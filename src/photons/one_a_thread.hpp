#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>

#include "photons/follower.hpp"
#include "photons/hop.hpp"
#include "photons/near_counts.hpp"
#include "photons/tally.hpp"
#include "yoke/detail/spaces.hpp"

namespace yoke::detail::photons {

// Words from one batch's counter to the next: side by side, additions to them were what bound short
// lives on a device (docs/results/photons.md).
constexpr std::uint64_t taken_stride = 32;

// How a device's threads share counts. 46,000 bytes are what Kokkos gives a team at most, less what
// it takes for itself, and an SM has them four times.
template <class Real, class Generator>
struct FollowTraits {
  static constexpr int team_size = 256;
  static constexpr std::uint64_t threads_of_an_sm = 2048;
  // A hop in single precision has 64 registers then: with fewer threads an SM waits more, with more
  // threads they spill. Walks on an expander take more. So do doubles, of which a few spill: two
  // teams, without a spill, took 1.22 times as long.
  static constexpr bool is_walk = std::is_same_v<Generator, ExpanderStreams>;
  static constexpr unsigned teams_at_once = is_double<Real> || is_walk ? 3 : 4;
  static constexpr std::uint64_t threads_a_team = threads_of_an_sm / teams_at_once;
  static constexpr std::int32_t counts = 11500;
};
static_assert(FollowTraits<float, HopStreams>::team_size % photon_batches == 0,
              "each thread is to have one batch");

// Threads that live until no photon of their batch is left: each follows one, and takes the next
// few of the batch from its counter when those that it had are done. There is one loop, whose body
// is a hop, so that threads which run in step are all at a hop, whichever photon's.
template <class Real, class Generator>
struct FollowOneAThread {
  using AnyWords = EngineWords<Generator>;

  Task<Real> task;
  AnyWords first_words;
  HotExits hot;
  std::uint64_t* taken;   // of each batch, how many photons have been, taken_stride apart
  std::uint64_t threads;  // fewer than photon_batches, or as many for each
  std::uint64_t chunk;    // so many photons at once

  KOKKOS_FUNCTION void operator()(std::uint64_t thread) const { run(thread, NearCounts()); }

  KOKKOS_FUNCTION void run(std::uint64_t thread, NearCounts const& near) const {
    Follower<Real, AtomicAdd> follower(task, near);
    AnyWords words = first_words;
    for (std::uint64_t b = thread % photon_batches; b < photon_batches; b += threads) {
      follower.begin_batch(b, hot);
      follow(follower, words, b);
      follower.end_batch();
    }
  }

 private:
  // Photons b, b + photon_batches, ... of those that there are.
  KOKKOS_FUNCTION void follow(Follower<Real, AtomicAdd>& follower, AnyWords& words,
                              std::uint64_t b) const {
    std::uint64_t const count = (task.count + photon_batches - 1 - b) / photon_batches;
    std::uint64_t next = 0, end = 0;
    while (true) {
      if (!follower.is_alive()) {
        if (next == end) {
          next = Kokkos::atomic_fetch_add(&taken[b * taken_stride], chunk);
          if (next >= count) return;
          end = next + chunk < count ? next + chunk : count;
        }
        words.begin(task.first + b + next * photon_batches);
        follower.begin(words.draw_place());
        ++next;
        if (!follower.is_alive()) continue;
      }
      follower.hop(words.draw());
    }
  }
};

// The same in teams, each with counts of its own.
template <class Space, class Real, class Generator>
struct FollowInTeams {
  using Traits = FollowTraits<Real, Generator>;
  using Policy =
      Kokkos::TeamPolicy<Space, Kokkos::LaunchBounds<Traits::team_size, Traits::teams_at_once>>;
  using Member = typename Policy::member_type;

  FollowOneAThread<Real, Generator> follow;
  NearShape near;

  void run(Space const& exec, std::uint64_t teams) const {
    Policy policy(exec, static_cast<int>(teams), Traits::team_size);
    policy.set_scratch_size(0, Kokkos::PerTeam(bytes_of(near.size()) + alignment));
    Kokkos::parallel_for("yoke::photons::follow", policy, *this);
  }

  KOKKOS_FUNCTION void operator()(Member const& team) const {
    auto* const counts =
        static_cast<std::uint32_t*>(team.team_scratch(0).get_shmem(bytes_of(near.size())));
    std::int32_t const thread = team.team_rank(), size = team.team_size();
    for (std::int32_t i = thread; i < near.size(); i += size) counts[i] = 0;
    team.team_barrier();
    NearCounts const near_counts(near, counts);
    auto const first = static_cast<std::uint64_t>(team.league_rank() * size);
    follow.run(first + static_cast<std::uint64_t>(thread), near_counts);
    team.team_barrier();
    near_counts.add_up(follow.task.tally, follow.task.first, follow.task.medium.depths, thread,
                       size);
  }

 private:
  static constexpr std::size_t alignment = 16;
  KOKKOS_FUNCTION static std::size_t bytes_of(std::int32_t counts) {
    return static_cast<std::size_t>(counts) * sizeof(std::uint32_t);
  }
};

// What a thread takes of its batch at once.
inline std::uint64_t chunk_of(std::uint64_t count, std::uint64_t threads) {
  return std::clamp<std::uint64_t>(count / (threads * 64), 1, 32);
}

template <class Space, class Real, class Generator>
void follow_one_a_thread(Space const& exec, Task<Real> const& task, Generator const& random,
                         HotExits const& hot, std::uint64_t* taken) {
  using Follow = FollowOneAThread<Real, Generator>;
  typename Follow::AnyWords const words(random);
  auto const most = static_cast<std::uint64_t>(exec.concurrency());
  if constexpr (runs_on_host<Space>) {
    std::uint64_t threads = std::min(most, task.count);
    if (threads > photon_batches) threads = threads / photon_batches * photon_batches;
    Kokkos::parallel_for("yoke::photons::follow", WideRange<Space>(exec, 0, threads),
                         Follow{task, words, hot, taken, threads, chunk_of(task.count, threads)});
  } else {
    using Teams = FollowInTeams<Space, Real, Generator>;
    using Traits = FollowTraits<Real, Generator>;
    std::uint64_t const teams =
        std::clamp<std::uint64_t>((task.count + Traits::team_size - 1) / Traits::team_size, 1,
                                  std::max<std::uint64_t>(most / Traits::threads_a_team, 1));
    std::uint64_t const threads = teams * Traits::team_size;
    NearShape const near = near_shape(Traits::counts, task);
    Teams{Follow{task, words, hot, taken, threads, chunk_of(task.count, threads)}, near}.run(exec,
                                                                                             teams);
  }
}

}  // namespace yoke::detail::photons
