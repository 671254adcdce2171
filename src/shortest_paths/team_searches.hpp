#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "primitives/team_member.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/graphs/raw_graph.hpp"
#include "yoke/detail/views.hpp"

// Searches from several vertices of a graph with weights, by teams of a device.
namespace yoke::detail::shortest_paths {

// A distance as a word that atomics lower. Bits of floating-point numbers that are not negative
// have the order of the numbers.
template <class Weight>
struct DistanceWord {
  static constexpr bool is_integer = std::is_integral_v<Weight>;
  static constexpr bool is_long = sizeof(Weight) == 8;
  using Word =
      std::conditional_t<is_integer, std::conditional_t<is_long, std::int64_t, std::int32_t>,
                         std::conditional_t<is_long, std::uint64_t, std::uint32_t>>;

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
};

// A team searches from 32 vertices at a time. Threads side by side have searches side by side. A
// core has all searches.
template <class Space>
struct TeamShape {
  static constexpr bool on_host = runs_on_host<Space>;
  static constexpr int sources = 32;
  static constexpr int lanes = on_host ? 1 : sources, threads = on_host ? 1 : 512;
  static constexpr int groups = threads / lanes;

  // The teams that run at the same time, at most one for each group of sources.
  static std::size_t teams(Space const& exec, std::size_t all_sources) {
    std::size_t const at_once = static_cast<std::size_t>(exec.concurrency()) / (on_host ? 1 : 1024);
    return std::clamp<std::size_t>((all_sources + sources - 1) / sources, 1,
                                   std::max<std::size_t>(at_once, 1));
  }
};

// The time of a pair of vertices on an H200, in nanoseconds, while teams fill the device. With
// weights, a pair took 0.28 to 0.39 ns on R-MAT graphs with 8 arcs a vertex, 0.76 to 0.97 ns with
// 32, and 0.83 to 1.13 ns on grids: few arcs are taken for a sign of long paths. `double` was not
// measured (docs/results/log_all_pairs_distances.md, "Searches on a device").
inline double team_time_of_pair(double degree) { return degree < 6 ? 1.1 : 0.2 + 0.02 * degree; }

// The memory of the teams. Bit s of a word belongs to the search from the s-th of 32 sources.
template <class Space, class Vertex, class Weight>
struct TeamMemory {
  using Word = typename DistanceWord<Weight>::Word;
  static constexpr std::size_t sources = TeamShape<Space>::sources;
  // Of a team, for each vertex.
  static constexpr std::size_t bytes_of_vertex =
      sources * sizeof(Word) + 2 * sizeof(std::uint32_t) + 3 * sizeof(Vertex);

  // For each team and vertex: the distances from all sources; in two arrays, for a round and the
  // next one, the searches that have lowered their distance; the same vertices as two lists; and
  // those with many arcs.
  Buffer<Space, Word> distances;
  Buffer<Space, std::uint32_t> lowered;
  Buffer<Space, Vertex> listed, hubs;

  TeamMemory() = default;
  TeamMemory(Space const& exec, std::size_t vertices, std::size_t teams)
      : distances(make_buffer<Space, Word>(exec, "yoke::shortest_paths::team_distances",
                                           teams * vertices * sources)),
        lowered(make_buffer<Space, std::uint32_t>(exec, "yoke::shortest_paths::team_lowered",
                                                  2 * teams * vertices)),
        listed(make_buffer<Space, Vertex>(exec, "yoke::shortest_paths::team_lists",
                                          2 * teams * vertices)),
        hubs(make_buffer<Space, Vertex>(exec, "yoke::shortest_paths::team_hubs",
                                        teams * vertices)) {}

  // The teams that it has room for.
  std::size_t teams(std::size_t vertices) const {
    return hubs.extent(0) / std::max<std::size_t>(vertices, 1);
  }
};

// What the searches of a team have found.
template <class Space, class Vertex, class TheWeight>
struct TeamDistances {
  using Weight = TheWeight;
  using Its = DistanceWord<Weight>;
  using Shape = TeamShape<Space>;

  typename Its::Word* words;
  std::size_t vertices;
  std::size_t first;    // the place of its first source among all
  std::uint32_t count;  // of its sources

  KOKKOS_FUNCTION typename Its::Word* of(Vertex v) const {
    return words + static_cast<std::size_t>(v) * Shape::sources;
  }
  // The distance of v from source s of the team.
  KOKKOS_FUNCTION Weight operator()(std::size_t v, std::uint32_t s) const {
    return Its::distance(words[v * Shape::sources + s]);
  }
};

// Every team takes one group of 32 successive sources after another. In a round it follows the arcs
// of all vertices where a search has lowered the distance (Bellman and Ford). A sum that is lower
// than a distance replaces it at once, so the end is the same in any order. The task has
// - sources(), their number, and source(i), as of EachSource; sources may repeat;
// - far(), the distance of a vertex that the search has not come to;
// - sum(near, arc, found): a word, at most far();
// - finish(member, distances, found, scratch): what the team does with TeamDistances;
// - Scratch: memory of the team for finish(), which nobody has written.
// `found` is a word of the team, 0 at first. All threads that write it write the same.
template <class Space, class Vertex, class Offset, class Task>
struct SearchByTeams {
  using Weight = typename Task::Weight;
  using Its = DistanceWord<Weight>;
  using Word = typename Its::Word;
  using Memory = TeamMemory<Space, Vertex, Weight>;
  using Member = TeamMember<Space>;
  using Shape = TeamShape<Space>;
  static constexpr int sources = Shape::sources, lanes = Shape::lanes, threads = Shape::threads,
                       groups = Shape::groups;
  // All groups of a team share out the arcs of vertices with more arcs than this.
  static constexpr Offset many_arcs = 256;
  // Arcs whose distances are read together, because each read takes long.
  static constexpr int batch = 4;

  CsrView<Space, Vertex, Offset> graph;
  Task task;
  Array<Space, Word> distances;
  Array<Space, std::uint32_t> lowered;
  Array<Space, Vertex> listed, hubs;

  // The memory has room for a team at least. Does not fence.
  static void run(char const* label, Space const& exec, CsrView<Space, Vertex, Offset> const& graph,
                  Task const& task, Memory const& memory) {
    auto const teams = static_cast<int>(
        std::min<std::size_t>(memory.teams(graph.vertices()), Shape::teams(exec, task.sources())));
    Kokkos::deep_copy(exec, memory.lowered, 0u);
    Kokkos::parallel_for(
        label,
        Kokkos::TeamPolicy<Space, Kokkos::LaunchBounds<threads, 2>>(exec, teams, threads)
            .set_scratch_size(0, Kokkos::PerTeam(sizeof(Shared) + alignof(Shared))),
        SearchByTeams{graph, task, array_of(memory.distances), array_of(memory.lowered),
                      array_of(memory.listed), array_of(memory.hubs)});
  }

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::size_t const n = graph.vertices(), team = static_cast<std::size_t>(member.league_rank());
    auto* const shared = static_cast<Shared*>(
        member.team_shmem().get_shmem_aligned(sizeof(Shared), alignof(Shared)));
    Team its{{distances.data() + team * n * sources, n, 0, 0},
             shared,
             lowered.data() + 2 * team * n,
             listed.data() + 2 * team * n,
             hubs.data() + team * n};
    std::size_t const step = static_cast<std::size_t>(member.league_size()) * sources;
    std::size_t const all = task.sources();
    for (std::size_t first = team * sources; first < all; first += step) {
      its.found.first = first;
      its.found.count = static_cast<std::uint32_t>(all - first < sources ? all - first : sources);
      start(member, its);
      for (int now = 0; shared->sizes[now] > 0; now = 1 - now) follow_all(member, its, now);
      task.finish(member, its.found, shared->found, shared->scratch);
      member.team_barrier();
    }
  }

 private:
  struct Shared {
    std::uint32_t sizes[2], hubs, found;
    typename Task::Scratch scratch;
  };
  struct Team {
    TeamDistances<Space, Vertex, Weight> found;
    Shared* shared;
    std::uint32_t* both_lowered;
    Vertex* both_listed;
    Vertex* hubs;

    KOKKOS_FUNCTION Word* of(Vertex v) const { return found.of(v); }
    // In a round of this parity.
    KOKKOS_FUNCTION std::uint32_t* lowered(int now) const {
      return both_lowered + (now != 0 ? found.vertices : 0);
    }
    KOKKOS_FUNCTION Vertex* listed(int now) const {
      return both_listed + (now != 0 ? found.vertices : 0);
    }
    // Search s goes on from v in the later round.
    KOKKOS_FORCEINLINE_FUNCTION void list(int later, Vertex v, std::uint32_t s) const {
      if (Kokkos::atomic_fetch_or(&lowered(later)[v], std::uint32_t(1) << s) != 0) return;
      listed(later)[Kokkos::atomic_fetch_add(&shared->sizes[later], 1u)] = v;
    }
  };

  KOKKOS_FUNCTION void start(Member const& member, Team const& its) const {
    std::size_t const t = static_cast<std::size_t>(member.team_rank());
    std::size_t const words = its.found.vertices * sources;
    for (std::size_t i = t; i < words; i += threads) its.found.words[i] = Its::word(task.far());
    if (t == 0) {
      its.shared->sizes[0] = its.shared->sizes[1] = 0;
      its.shared->hubs = its.shared->found = 0;
    }
    member.team_barrier();
    for (auto s = static_cast<std::uint32_t>(t); s < its.found.count; s += threads) {
      Vertex const v = task.source(its.found.first + s);
      its.of(v)[s] = Its::word(0);
      its.list(0, v, s);
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
      sums[q] = task.sum(near, arc + q, its.shared->found);
    }
    for (int q = 0; q < batch; ++q) {
      if (q < count && sums[q] < had[q]) lower(its, later, ends[q], s, sums[q]);
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION void lower(Team const& its, int later, Vertex v, int s,
                                         Word sum) const {
    if (Kokkos::atomic_fetch_min(&its.of(v)[s], sum) <= sum) return;
    its.list(later, v, static_cast<std::uint32_t>(s));
  }
};

}  // namespace yoke::detail::shortest_paths
