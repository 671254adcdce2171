#pragma once

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

#include "frame/fill_array.hpp"
#include "primitives/findings.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/messages.hpp"
#include "yoke/validate_distances.hpp"

namespace yoke::detail::all_pairs {

template <class Weight>
struct MatrixElements {
  Weight const* data;
  std::size_t stride;
  bool transposed;

  explicit MatrixElements(typename AllPairs<Weight>::Arguments const& matrix)
      : data(matrix.distances.data), stride(matrix.stride), transposed(matrix.transposed) {}
  KOKKOS_FUNCTION Weight operator()(std::size_t i, std::size_t j) const {
    return transposed ? data[j * stride + i] : data[i * stride + j];
  }
};

// From each vertex a team follows tight arcs, and looks at all arcs from what it meets.
template <class Space, class Weight>
struct FollowTightArcs {
  using Member = typename Kokkos::TeamPolicy<Space>::member_type;
  using Wide = std::conditional_t<std::is_integral_v<Weight>, std::int64_t, Weight>;
  enum Rule : int { is_zero, no_offer, is_reached, rules };
  std::size_t n;
  MatrixElements<Weight> weights, distances;
  std::uint32_t* queues;  // of each team, n vertices, and n marks
  std::uint64_t* broken;  // of each rule, the first pair that breaks it

  static constexpr Weight far = unreachable_distance<Weight>;

  // Counts the pairs with a path.
  KOKKOS_FUNCTION void operator()(Member const& member, std::uint64_t& pairs) const {
    auto const team = static_cast<std::size_t>(member.league_rank());
    std::uint32_t* const queue = queues + 2 * n * team;
    std::uint32_t* const marks = queue + n;
    auto* const size = static_cast<std::uint32_t*>(member.team_shmem().get_shmem_aligned(16, 8));
    for (std::size_t s = team; s < n; s += static_cast<std::size_t>(member.league_size())) {
      Kokkos::parallel_for(Kokkos::TeamThreadRange(member, n),
                           [&](std::size_t v) { marks[v] = v == s ? 1 : 0; });
      if (member.team_rank() == 0) {
        queue[0] = static_cast<std::uint32_t>(s);
        *size = 1;
        if (distances(s, s) != 0) note(is_zero, s, s);
      }
      member.team_barrier();
      for (std::uint32_t next = 0; next < Kokkos::atomic_load(size); ++next) {
        std::size_t const u = queue[next];
        Wide const to_u = distances(s, u);
        Kokkos::parallel_for(Kokkos::TeamThreadRange(member, n), [&](std::size_t v) {
          Wide const weight = weights(u, v);
          if (!(weight < far) || !(to_u + weight < far)) return;
          if (offers(to_u, weight, distances(s, v))) note(no_offer, s, v);
          if (marks[v] == 0 && is_tight(to_u, weight, distances(s, v))) {
            marks[v] = 1;
            queue[Kokkos::atomic_fetch_add(size, 1u)] = static_cast<std::uint32_t>(v);
          }
        });
        member.team_barrier();
      }
      Kokkos::parallel_for(Kokkos::TeamThreadRange(member, n), [&](std::size_t v) {
        // What is no distance at all (NaN, or a larger number) is not `far` either.
        if (marks[v] == 0 && distances(s, v) != far) note(is_reached, s, v);
      });
      if (member.team_rank() == 0) pairs += *size;
      member.team_barrier();
    }
  }

 private:
  KOKKOS_FUNCTION void note(Rule rule, std::size_t from, std::size_t to) const {
    Kokkos::atomic_min(broken + rule, static_cast<std::uint64_t>(from * n + to));
  }
  // By how much sums of both summands may differ.
  KOKKOS_FUNCTION Wide room(Wide a, Wide b) const {
    if constexpr (std::is_integral_v<Weight>) {
      return 0;
    } else {
      return static_cast<Weight>(n) * Kokkos::Experimental::epsilon_v<Weight> *
             (Kokkos::abs(a) + Kokkos::abs(b));
    }
  }
  KOKKOS_FUNCTION bool offers(Wide a, Wide b, Weight distance) const {
    return a + b + room(a, b) < distance;
  }
  KOKKOS_FUNCTION bool is_tight(Wide a, Wide b, Weight distance) const {
    return distance < far && Kokkos::abs(a + b - distance) <= room(a, b);
  }
};

template <class Space, class Weight>
std::uint64_t validate(Space const& exec, typename AllPairs<Weight>::Arguments const& weights,
                       typename AllPairs<Weight>::Arguments const& distances) {
  using Follow = FollowTightArcs<Space, Weight>;
  std::size_t const n = distances.vertices;
  if (n == 0) return 0;
  Kokkos::Profiling::ScopedRegion const region("yoke::validate_distances");
  int const threads = runs_on_host<Space> ? 1 : 128;
  std::size_t const most =
      runs_on_host<Space> ? static_cast<std::size_t>(exec.concurrency()) : 1024;
  std::size_t const teams = std::min(n, most);
  auto const queues =
      make_buffer<Space, std::uint32_t>(exec, "yoke::validate_distances::queues", 2 * n * teams);
  auto const broken =
      make_buffer<Space, std::uint64_t>(exec, "yoke::validate_distances::broken", Follow::rules);
  fill(exec, array_of(broken), nothing_found);
  std::uint64_t pairs = 0;
  Kokkos::parallel_reduce("yoke::validate_distances",
                          Kokkos::TeamPolicy<Space>(exec, static_cast<int>(teams), threads)
                              .set_scratch_size(0, Kokkos::PerTeam(32)),
                          Follow{n, MatrixElements<Weight>(weights),
                                 MatrixElements<Weight>(distances), queues.data(), broken.data()},
                          pairs);
  exec.fence("yoke::validate_distances");
  char const* const faults[] = {", which is not 0", ", and an arc offers a smaller one",
                                ", and no path along tight arcs has it"};
  for (int rule = 0; rule < Follow::rules; ++rule) {
    std::uint64_t const pair =
        element(exec, Array<Space, std::uint64_t const>(broken.data(), Follow::rules), rule);
    if (pair == nothing_found) continue;
    std::size_t const from = pair / n, to = pair % n;
    std::size_t const place =
        distances.transposed ? to * distances.stride + from : from * distances.stride + to;
    Weight const distance =
        element(exec, Array<Space, Weight const>(distances.distances.data, place + 1), place);
    throw InvalidInput("yoke::validate_distances: rule " + std::to_string(rule + 1) +
                           ": the distance from vertex " + std::to_string(from) + " to vertex " +
                           std::to_string(to) + " is " + show_number(distance) + faults[rule],
                       pair);
  }
  return pairs;
}

}  // namespace yoke::detail::all_pairs
