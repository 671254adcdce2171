#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "all_pairs/panels.hpp"
#include "all_pairs/team_member.hpp"
#include "primitives/findings.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/graphs/raw_graph.hpp"
#include "yoke/detail/views.hpp"

// Searches from every vertex of a graph with weights, by teams of a device.
namespace yoke::detail::all_pairs {

// A distance as a word that atomics lower. Bits of floating-point numbers that are not negative
// have the order of the numbers.
template <class Weight>
struct DistanceWord {
  static constexpr bool is_integer = std::is_integral_v<Weight>;
  using Word =
      std::conditional_t<is_integer, std::int32_t,
                         std::conditional_t<sizeof(Weight) == 8, std::uint64_t, std::uint32_t>>;

  KOKKOS_FORCEINLINE_FUNCTION static Word word(Weight distance) {
    if constexpr (is_integer) {
      return distance;
    } else {
      return Kokkos::bit_cast<Word>(distance);
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION static Weight distance(Word word) {
    if constexpr (is_integer) {
      return static_cast<Weight>(word);
    } else {
      return Kokkos::bit_cast<Weight>(word);
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION static Word sum(Word near, Weight weight) {
    if constexpr (is_integer) {
      return near + weight;
    } else {
      return word(distance(near) + weight);
    }
  }
};

// The memory of the teams. A team searches from 32 vertices at a time, bit s of a word from the
// s-th of them.
template <class Space, class Weight>
struct TeamMemory {
  using Word = typename DistanceWord<Weight>::Word;
  static constexpr std::size_t sources = 32;

  // For each team and vertex: the distances from all sources; in two arrays, for a round and the
  // next one, the searches that have lowered their distance; the same vertices as two lists; and
  // those with many arcs.
  Buffer<Space, Word> distances;
  Buffer<Space, std::uint32_t> lowered, listed, hubs;
  Buffer<Space, std::uint32_t> clamped;

  TeamMemory() = default;
  TeamMemory(Space const& exec, std::size_t vertices, std::size_t teams)
      : distances(make_buffer<Space, Word>(exec, "yoke::all_pairs::team_distances",
                                           teams * vertices * sources)),
        lowered(make_buffer<Space, std::uint32_t>(exec, "yoke::all_pairs::team_lowered",
                                                  2 * teams * vertices)),
        listed(make_buffer<Space, std::uint32_t>(exec, "yoke::all_pairs::team_lists",
                                                 2 * teams * vertices)),
        hubs(make_buffer<Space, std::uint32_t>(exec, "yoke::all_pairs::team_hubs",
                                               teams * vertices)),
        clamped(make_buffer<Space, std::uint32_t>(exec, "yoke::all_pairs::clamped", 1)) {}
};

// Every team takes one group of 32 successive sources after another. In a round it follows the arcs
// of all vertices where a search has lowered the distance (Bellman and Ford). A sum that is lower
// than a distance replaces it at once, so the end is the same in any order.
template <class Space, class Weight>
struct SearchByTeams {
  using Vertex = std::uint32_t;
  using Offset = std::uint64_t;
  using Its = DistanceWord<Weight>;
  using Word = typename Its::Word;
  using Memory = TeamMemory<Space, Weight>;
  using Member = TeamMember<Space>;
  static constexpr bool on_host = runs_on_host<Space>;
  static constexpr int sources = Memory::sources;
  // Threads side by side have searches side by side. A core has all searches.
  static constexpr int lanes = on_host ? 1 : sources, threads = on_host ? 1 : 512;
  static constexpr int groups = threads / lanes;
  // All groups of a team share out the arcs of vertices with more arcs than this.
  static constexpr Offset many_arcs = 256;
  // Arcs whose distances are read together, because each read takes long.
  static constexpr int batch = 4;

  CsrView<Space, Vertex, Offset> graph;
  Array<Space, Weight const> weights;
  MatrixRows<Weight> rows;
  Array<Space, Word> distances;
  Array<Space, std::uint32_t> lowered, listed, hubs;
  Array<Space, std::uint32_t> clamped;

  // The teams that run at the same time, at most one for each group of sources.
  static std::size_t teams(Space const& exec, std::size_t vertices) {
    std::size_t const at_once = static_cast<std::size_t>(exec.concurrency()) / (on_host ? 1 : 1024);
    return std::clamp<std::size_t>((vertices + sources - 1) / sources, 1,
                                   std::max<std::size_t>(at_once, 1));
  }

  // Writes all rows. Is there a pair with a path whose length reaches the unreachable distance?
  // Fences.
  static bool run(Space const& exec, CsrView<Space, Vertex, Offset> const& graph,
                  Array<Space, Weight const> const& weights, MatrixRows<Weight> const& rows,
                  Memory const& memory) {
    std::size_t const n = rows.vertices, room = memory.hubs.extent(0) / std::max<std::size_t>(n, 1);
    auto const teams_now = static_cast<int>(std::min(room, teams(exec, n)));
    Kokkos::deep_copy(exec, memory.clamped, 0u);
    Kokkos::deep_copy(exec, memory.lowered, 0u);
    Kokkos::parallel_for(
        "yoke::all_pairs::search_by_teams",
        Kokkos::TeamPolicy<Space, Kokkos::LaunchBounds<threads, 2>>(exec, teams_now, threads)
            .set_scratch_size(0, Kokkos::PerTeam(sizeof(Shared) + alignof(Shared))),
        SearchByTeams{graph, weights, rows, array_of(memory.distances), array_of(memory.lowered),
                      array_of(memory.listed), array_of(memory.hubs), array_of(memory.clamped)});
    return element(exec, Array<Space, std::uint32_t const>(memory.clamped.data(), 1), 0) != 0;
  }

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::size_t const n = rows.vertices, team = static_cast<std::size_t>(member.league_rank());
    auto* const shared = static_cast<Shared*>(
        member.team_shmem().get_shmem_aligned(sizeof(Shared), alignof(Shared)));
    Team const its{shared,
                   distances.data() + team * n * sources,
                   lowered.data() + 2 * team * n,
                   listed.data() + 2 * team * n,
                   hubs.data() + team * n,
                   n};
    std::size_t const step = static_cast<std::size_t>(member.league_size()) * sources;
    for (std::size_t first = team * sources; first < n; first += step) {
      start(member, its, first);
      for (int now = 0; shared->sizes[now] > 0; now = 1 - now) follow_all(member, its, now);
      if (shared->saw_far) look_for_clamped(member, its);
      write_rows(member, its, first);
      member.team_barrier();
    }
  }

 private:
  struct Shared {
    std::uint32_t sizes[2], hubs, saw_far;
  };
  struct Team {
    Shared* shared;
    Word* distances;
    std::uint32_t* both_lowered;
    std::uint32_t* both_listed;
    std::uint32_t* hubs;
    std::size_t vertices;

    KOKKOS_FUNCTION Word* of(Vertex v) const {
      return distances + static_cast<std::size_t>(v) * sources;
    }
    // In a round of this parity.
    KOKKOS_FUNCTION std::uint32_t* lowered(int now) const {
      return both_lowered + (now != 0 ? vertices : 0);
    }
    KOKKOS_FUNCTION std::uint32_t* listed(int now) const {
      return both_listed + (now != 0 ? vertices : 0);
    }
  };

  KOKKOS_FUNCTION static Word far() { return Its::word(unreachable_distance<Weight>); }

  KOKKOS_FUNCTION void start(Member const& member, Team const& its, std::size_t first) const {
    std::size_t const n = rows.vertices, t = static_cast<std::size_t>(member.team_rank());
    auto const count = static_cast<std::uint32_t>(n - first < sources ? n - first : sources);
    for (std::size_t i = t; i < n * sources; i += threads) its.distances[i] = far();
    if (t == 0) *its.shared = {{count, 0}, 0, 0};
    member.team_barrier();
    for (std::size_t s = t; s < count; s += threads) {
      auto const v = static_cast<Vertex>(first + s);
      its.of(v)[s] = Its::word(0);
      its.lowered(0)[v] = std::uint32_t(1) << s;
      its.listed(0)[s] = v;
    }
    member.team_barrier();
  }

  KOKKOS_FUNCTION void follow_all(Member const& member, Team const& its, int now) const {
    auto const t = static_cast<std::uint32_t>(member.team_rank());
    std::uint32_t const size = its.shared->sizes[now];
    for (std::uint32_t i = t / lanes; i < size; i += groups) {
      Vertex const u = its.listed(now)[i];
      if (groups > 1 && graph.end(u) - graph.begin(u) > many_arcs) {
        if (t % lanes == 0) its.hubs[Kokkos::atomic_fetch_add(&its.shared->hubs, 1u)] = u;
      } else {
        follow(its, now, u, t % lanes, graph.begin(u), batch);
      }
    }
    member.team_barrier();
    std::uint32_t const hubs_now = its.shared->hubs;
    for (std::uint32_t h = 0; h < hubs_now; ++h) {
      Vertex const u = its.hubs[h];
      follow(its, now, u, t % lanes, graph.begin(u) + t / lanes * batch, groups * batch);
    }
    member.team_barrier();
    for (std::uint32_t i = t; i < size; i += threads) its.lowered(now)[its.listed(now)[i]] = 0;
    if (t == 0) its.shared->sizes[now] = its.shared->hubs = 0;
    member.team_barrier();
  }

  // Follows the arcs from `arc` on, a batch of every `step`.
  KOKKOS_FUNCTION void follow(Team const& its, int now, Vertex u, std::uint32_t lane, Offset arc,
                              Offset step) const {
    Offset const end = graph.end(u);
    std::uint32_t const searches = its.lowered(now)[u];
    for (; arc < end; arc += step) {
      int const count = end - arc < batch ? static_cast<int>(end - arc) : batch;
      for (int s = static_cast<int>(lane); s < sources; s += lanes) {
        if ((searches >> s & 1) != 0) follow_batch(its, 1 - now, its.of(u)[s], s, arc, count);
      }
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION void follow_batch(Team const& its, int later, Word near, int s,
                                                Offset arc, int count) const {
    Vertex ends[batch];
    Word sums[batch], had[batch];
    for (int q = 0; q < batch; ++q) {
      if (q >= count) continue;
      ends[q] = graph.neighbours(arc + q);
      had[q] = its.of(ends[q])[s];
      sums[q] = sum(its, near, weights(arc + q));
    }
    for (int q = 0; q < batch; ++q) {
      if (q < count && sums[q] < had[q]) lower(its, later, ends[q], s, sums[q]);
    }
  }
  // Arcs of the unreachable weight are none.
  KOKKOS_FORCEINLINE_FUNCTION Word sum(Team const& its, Word near, Weight weight) const {
    Word const sum = Its::sum(near, weight);
    if (sum < far()) return sum;
    if (weight < unreachable_distance<Weight>) its.shared->saw_far = 1;
    return far();
  }
  KOKKOS_FORCEINLINE_FUNCTION void lower(Team const& its, int later, Vertex v, int s,
                                         Word sum) const {
    if (Kokkos::atomic_fetch_min(&its.of(v)[s], sum) <= sum) return;
    if (Kokkos::atomic_fetch_or(&its.lowered(later)[v], std::uint32_t(1) << s) != 0) return;
    its.listed(later)[Kokkos::atomic_fetch_add(&its.shared->sizes[later], 1u)] = v;
  }

  // A sum of distances that are not yet the least tells nothing. So this looks again at the end.
  KOKKOS_FUNCTION void look_for_clamped(Member const& member, Team const& its) const {
    auto const t = static_cast<std::uint32_t>(member.team_rank());
    for (std::size_t u = t / lanes; u < rows.vertices; u += groups) {
      Offset const end = graph.end(static_cast<Vertex>(u));
      for (Offset arc = graph.begin(static_cast<Vertex>(u)); arc < end; ++arc) {
        if (!(weights(arc) < unreachable_distance<Weight>)) continue;
        for (auto s = t % lanes; s < sources; s += lanes) {
          bool const starts = its.of(static_cast<Vertex>(u))[s] < far();
          if (starts && its.of(graph.neighbours(arc))[s] == far()) clamped(0) = 1;
        }
      }
    }
  }

  KOKKOS_FUNCTION void write_rows(Member const& member, Team const& its, std::size_t first) const {
    std::size_t const n = rows.vertices;
    std::size_t const count = n - first < sources ? n - first : sources;
    for (auto v = static_cast<std::size_t>(member.team_rank()); v < n; v += threads) {
      Word const* const its_words = its.of(static_cast<Vertex>(v));
      for (std::size_t s = 0; s < count; ++s) {
        rows.data[(first + s) * rows.stride + v] = Its::distance(its_words[s]);
      }
    }
  }
};

}  // namespace yoke::detail::all_pairs
