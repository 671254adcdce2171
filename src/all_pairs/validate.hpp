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

template <class T>
struct MatrixElements {
  T const* data;
  std::size_t stride;
  bool transposed;

  KOKKOS_FUNCTION T operator()(std::size_t i, std::size_t j) const {
    return transposed ? data[j * stride + i] : data[i * stride + j];
  }
};
template <class Weight>
MatrixElements<Weight> elements_of(typename AllPairs<Weight>::Arguments const& matrix) {
  return {matrix.distances.data, matrix.stride, matrix.transposed};
}

// How far sums of both summands may differ, and the sums that are compared.
template <class Weight>
struct Rounding {
  using Wide = std::conditional_t<std::is_integral_v<Weight>, std::int64_t, Weight>;
  std::size_t n;

  KOKKOS_FUNCTION Wide room(Wide a, Wide b) const {
    if constexpr (std::is_integral_v<Weight>) {
      return 0;
    } else {
      // Of each summand by itself: the sum of both may be infinite.
      Weight const roundings = static_cast<Weight>(n) * Kokkos::Experimental::epsilon_v<Weight>;
      return roundings * Kokkos::abs(a) + roundings * Kokkos::abs(b);
    }
  }
  KOKKOS_FUNCTION bool offers(Wide a, Wide b, Weight distance) const {
    return a + b + room(a, b) < distance;
  }
  KOKKOS_FUNCTION bool is_tight(Wide a, Wide b, Weight distance) const {
    return distance < unreachable_distance<Weight> && Kokkos::abs(a + b - distance) <= room(a, b);
  }
};

// From each vertex a team follows tight arcs, and looks at all arcs from what it meets.
template <class Space, class Weight>
struct FollowTightArcs {
  using Member = typename Kokkos::TeamPolicy<Space>::member_type;
  using Wide = typename Rounding<Weight>::Wide;
  enum Rule : int { is_zero, no_offer, is_reached, rules };
  std::size_t n;
  MatrixElements<Weight> weights, distances;
  std::uint32_t* queues;  // of each team, n vertices, and n marks
  std::uint64_t* broken;  // of each rule, the first pair that breaks it

  static constexpr Weight far = unreachable_distance<Weight>;

  // Counts the pairs with a path.
  KOKKOS_FUNCTION void operator()(Member const& member, std::uint64_t& pairs) const {
    auto const team = static_cast<std::size_t>(member.league_rank());
    Rounding<Weight> const rounding{n};
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
          if (rounding.offers(to_u, weight, distances(s, v))) note(no_offer, s, v);
          if (marks[v] == 0 && rounding.is_tight(to_u, weight, distances(s, v))) {
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
};

// Is an element of next wrong by itself? It must be the end of a tight arc, at the place of a pair
// with a path.
template <class Weight>
struct HasNoTightArc {
  static constexpr Weight far = unreachable_distance<Weight>;
  std::size_t n;
  MatrixElements<Weight> weights, distances;
  MatrixElements<std::uint32_t> next;

  KOKKOS_FUNCTION bool operator()(std::uint64_t pair) const {
    std::size_t const i = pair / n, j = pair % n, v = next(i, j);
    Weight const distance = distances(i, j);
    if (i == j) return v != i;
    if (!(distance < far)) return v != ~std::uint32_t(0);
    if (v >= n || v == i || !(weights(i, v) < far) || !(distances(v, j) < far)) return true;
    return !Rounding<Weight>{n}.is_tight(weights(i, v), distances(v, j), distance);
  }
};

// Towards each vertex a team follows next from all others at once, twice as far each time.
template <class Space>
struct FollowNext {
  using Member = typename Kokkos::TeamPolicy<Space>::member_type;
  std::size_t n;
  MatrixElements<std::uint32_t> next;
  std::uint32_t* queues;  // of each team, two of n vertices
  std::uint64_t* broken;  // the first pair whose end is not reached

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    auto const team = static_cast<std::size_t>(member.league_rank());
    for (std::size_t j = team; j < n; j += static_cast<std::size_t>(member.league_size())) {
      std::uint32_t* from = queues + 2 * n * team;
      std::uint32_t* to = from + n;
      Kokkos::parallel_for(Kokkos::TeamThreadRange(member, n), [&](std::size_t v) {
        std::uint32_t const then = next(v, j);
        from[v] = then < n ? then : static_cast<std::uint32_t>(v);
      });
      member.team_barrier();
      for (std::size_t reach = 1; reach < n; reach *= 2) {
        Kokkos::parallel_for(Kokkos::TeamThreadRange(member, n),
                             [&](std::size_t v) { to[v] = from[from[v]]; });
        member.team_barrier();
        std::uint32_t* const last = from;
        from = to;
        to = last;
      }
      Kokkos::parallel_for(Kokkos::TeamThreadRange(member, n), [&](std::size_t v) {
        if (next(v, j) < n && from[v] != j) Kokkos::atomic_min(broken, v * n + j);
      });
      member.team_barrier();
    }
  }
};

template <class Space>
Kokkos::TeamPolicy<Space> validating_teams(Space const& exec, std::size_t teams) {
  return Kokkos::TeamPolicy<Space>(exec, static_cast<int>(teams), runs_on_host<Space> ? 1 : 128);
}

// Rules 4 and 5. `queues` has room for `teams` teams, and `broken` for a word.
template <class Space, class Weight>
void validate_next(Space const& exec, typename AllPairs<Weight>::Arguments const& weights,
                   typename AllPairs<Weight>::Arguments const& distances, std::size_t teams,
                   std::uint32_t* queues, Array<Space, std::uint64_t> broken) {
  std::size_t const n = distances.vertices;
  MatrixElements<std::uint32_t> const next{distances.next.data, distances.next_stride,
                                           distances.next_transposed};
  using Wrong = HasNoTightArc<Weight>;
  auto const refuse = [&](std::uint64_t pair, std::string const& fault) {
    throw InvalidInput("yoke::validate_distances: " + fault + " from vertex " +
                           std::to_string(pair / n) + " to vertex " + std::to_string(pair % n),
                       pair);
  };
  std::uint64_t const wrong =
      smallest("yoke::validate_distances::next", exec, n * n,
               SmallestWhere<Wrong>{
                   {n, elements_of<Weight>(weights), elements_of<Weight>(distances), next}});
  if (wrong != nothing_found) refuse(wrong, "rule 4: next is not on a lightest path");
  fill(exec, broken, nothing_found);
  Kokkos::parallel_for("yoke::validate_distances::follow_next", validating_teams(exec, teams),
                       FollowNext<Space>{n, next, queues, broken.data()});
  std::uint64_t const lost = element(exec, Array<Space, std::uint64_t const>(broken), 0);
  if (lost != nothing_found) refuse(lost, "rule 5: next does not lead");
}

template <class Space, class Weight>
std::uint64_t validate(Space const& exec, typename AllPairs<Weight>::Arguments const& weights,
                       typename AllPairs<Weight>::Arguments const& distances) {
  using Follow = FollowTightArcs<Space, Weight>;
  std::size_t const n = distances.vertices;
  if (n == 0) return 0;
  Kokkos::Profiling::ScopedRegion const region("yoke::validate_distances");
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
                          validating_teams(exec, teams).set_scratch_size(0, Kokkos::PerTeam(32)),
                          Follow{n, elements_of<Weight>(weights), elements_of<Weight>(distances),
                                 queues.data(), broken.data()},
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
  if (distances.next.data != nullptr) {
    validate_next<Space, Weight>(exec, weights, distances, teams, queues.data(), array_of(broken));
  }
  return pairs;
}

}  // namespace yoke::detail::all_pairs
