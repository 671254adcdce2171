#pragma once

#include <algorithm>
#include <cstdint>

#include "bfs/frontier.hpp"

namespace yoke::detail::bfs {

// What differs between the spaces, and the measurement that says so (docs/results/log_bfs.md).
template <class Space, bool OnHost = runs_on_host<Space>>
struct BfsTraits;

template <class Space>
struct BfsTraits<Space, true> {
  // Below this a search fits in a core's cache and is over before another thread has woken.
  static bool prefers_sequential(std::uint64_t vertices, std::uint64_t arcs) {
    return vertices + arcs <= 1 << 14;
  }

  // Of a frontier's arcs, those that one task follows: four tasks a thread, but none so small that
  // finding its first vertex would count.
  static std::uint64_t arcs_of_task(std::uint64_t frontier_arcs, std::uint64_t threads) {
    return std::clamp<std::uint64_t>(frontier_arcs / (4 * threads), 128, 1024);
  }

  // One thread follows levels of few arcs by itself, without waking the others. An arc takes it
  // less than half the time that it takes a thread among others, who claim by atomics and number
  // arcs for each other: so two threads gain by levels alone whose targets come from memory.
  static std::uint64_t most_small_frontier_arcs(std::uint64_t threads) {
    if (threads <= 2) return threads == 1 ? ~std::uint64_t(0) : most_near_arcs;
    return 5000 * threads / (2 * threads - 3);
  }
  // The targets of more are far from each other, and not in a cache.
  static constexpr std::uint64_t most_near_arcs = 1 << 15;

  static constexpr int team_size = 1;

  // A level bottom-up looks at all levels twice, in order. With a 32nd of the vertices for the last
  // number a random tree took 1.5 to 1.9 times as long.
  static DirectionRule direction(std::uint64_t vertices, std::uint64_t arcs) {
    return {vertices, arcs, 15, vertices / 4};
  }
};

template <class Space>
struct BfsTraits<Space, false> {
  // One thread of a device is no match for a kernel's launch.
  static bool prefers_sequential(std::uint64_t, std::uint64_t) { return false; }

  static constexpr int team_size = 256, most_arcs_of_thread = 8, teams_of_processor = 5;
  // Without bounds the kernel takes 78 registers, and 3 teams fit on a processor at once; it waits
  // for memory most of the time.
  using LaunchBounds = Kokkos::LaunchBounds<team_size, teams_of_processor>;
  // Teams that take turns. As many as fit on the device while the frontier may become a hundred
  // times as large before the host looks again; few while it has long been small, since teams that
  // find nothing to do cost time too.
  static std::uint64_t tasks(Space const& exec, std::uint64_t frontier_arcs, int levels_ahead) {
    // concurrency() counts 2048 threads a processor, 8 teams.
    std::uint64_t const all = std::max(exec.concurrency() / team_size * teams_of_processor / 8, 1);
    if (levels_ahead < 8) return all;
    return std::clamp<std::uint64_t>(8 * frontier_arcs / team_size, all / 8 + 1, all);
  }

  static constexpr int small_frontier_team_size = 512;
  static constexpr std::uint64_t small_frontier_arcs = 1024, most_small_frontier_arcs = 2048;
  // A launch costs 5 us, and looking at the records 10 more.
  static constexpr int most_levels_ahead = 64;

  static DirectionRule direction(std::uint64_t vertices, std::uint64_t arcs) {
    return {vertices, arcs, 15, vertices / 32};
  }
};

}  // namespace yoke::detail::bfs
