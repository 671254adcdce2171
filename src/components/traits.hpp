#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include "yoke/connected_components_options.hpp"
#include "yoke/detail/spaces.hpp"

namespace yoke::detail::components {

// What differs between the spaces (docs/results/log_components.md has the measurements).
template <class Space, bool OnHost = runs_on_host<Space>>
struct ComponentsTraits;

template <class Space>
struct ComponentsTraits<Space, true> {
  // On one core a search takes 0.6 of the time of sampling for a grid of 2^13 vertices (22 000
  // arcs) and 1.7 times as long for a uniform graph of 2^11 (65 000).
  static ComponentsAlgorithm algorithm_for(std::size_t vertices, std::size_t arcs) {
    bool const is_small = vertices <= 32768 && arcs <= 32768;
    return is_small ? ComponentsAlgorithm::sequential : ComponentsAlgorithm::afforest;
  }
  static constexpr int team_size = 1;
  // The vertices of a team, which are one chunk of the dynamic schedule.
  static constexpr int block = 1024;
  // Rows of more arcs are cut into chunks of so many, which any thread may take.
  static constexpr int thread_row = 4096;
  static constexpr int chunk = 4096;
  static int workers(Space const& exec) { return 8 * exec.concurrency(); }
  // Never: a core meets the vertices in ascending order, and so finds all paths short.
  static constexpr std::uint64_t arcs_of_long_paths = 0;
  static constexpr int shortening_steps = 0;
  static constexpr int voting_team = 1;
  static constexpr int voting_vector = 1;
  static constexpr int voting_steps = 64;
};

template <class Space>
struct ComponentsTraits<Space, false> {
  static ComponentsAlgorithm algorithm_for(std::size_t, std::size_t) {
    return ComponentsAlgorithm::afforest;
  }
  static constexpr int team_size = 128;
  static constexpr int block = 128;
  // Shorter rows are a thread's, longer ones the team's, and those longer than a chunk everybody's.
  static constexpr int thread_row = 16;
  static constexpr int chunk = 4096;
  // As many teams as run at once.
  static int workers(Space const& exec) { return exec.concurrency() / team_size; }
  // H200, a grid of 2^24 vertices with 2.8 arcs each: 1.91 ms without, 1.51 with 2 steps, 1.33 with
  // 8, 1.28 with 16, 1.27 with 64. R-MAT graphs lose 0.04 ms by it.
  static constexpr std::uint64_t arcs_of_long_paths = 8;
  static constexpr int shortening_steps = 16;
  static constexpr int voting_team = 16;
  // Two voters a thread, each step a look that waits for the last: half a millisecond at most.
  static constexpr int voting_steps = 1024;
  static constexpr int voting_vector = 32;
};

}  // namespace yoke::detail::components
