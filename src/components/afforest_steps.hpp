#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "components/labels.hpp"
#include "components/long_rows.hpp"
#include "components/traits.hpp"
#include "yoke/detail/primitives/hash.hpp"

namespace yoke::detail::components {

// The first two neighbours of a vertex, or the vertex itself where there is none.
template <class Vertex>
struct TwoNeighbours {
  Vertex vertex, one, other;

  template <class Rows>
  KOKKOS_FUNCTION TwoNeighbours(Rows const& graph, Vertex v) : vertex(v), one(v), other(v) {
    auto const begin = graph.begin(v), end = graph.end(v);
    if (begin < end) one = graph.neighbours(begin);
    if (begin < end && end - begin > 1) other = graph.neighbours(begin + 1);
  }

  KOKKOS_FUNCTION Vertex smaller() const { return one < other ? one : other; }
  KOKKOS_FUNCTION bool hooks() const { return smaller() < vertex; }
  // The neighbour to link in the second round: the one that is left, or the first where neither is
  // smaller than the vertex.
  KOKKOS_FUNCTION Vertex second() const {
    if (hooks()) return one < other ? other : one;
    return one != vertex ? one : other;
  }
  // How many arcs at the front of the row the two rounds deal with.
  KOKKOS_FUNCTION int linked() const { return hooks() || one == vertex ? 2 : 1; }
};

// First round: the smaller of two neighbours is the initial label, where it is smaller than the
// vertex. Labels that never exceed their vertex form no cycle.
template <class Space, class Vertex, class Offset>
struct HookUnderNeighbour {
  CsrView<Space, Vertex, Offset> graph;
  Labels<Space, Vertex> labels;
  Array<Space, Vertex> second;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    auto const v = static_cast<Vertex>(i);
    TwoNeighbours<Vertex> const neighbours(graph, v);
    bool const hooks = neighbours.hooks();
    labels.label(v) = hooks ? neighbours.smaller() : v;
    second(v) = neighbours.second();
    if (hooks && labels.forest.wanted()) labels.forest.set(v, v, neighbours.smaller());
  }
};

// Moves every label up to `steps` vertices along its path.
template <class Space, class Vertex>
struct ShortenPaths {
  Labels<Space, Vertex> labels;
  int steps;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    auto const v = static_cast<Vertex>(i);
    Vertex const first = labels.parent(v);
    Vertex const here = labels.ancestor(first, steps);
    if (here != first) relaxed_store(&labels.label(v), here);
  }
};

template <class Space, class Vertex>
struct LinkSecondNeighbour {
  Labels<Space, Vertex> labels;
  Array<Space, Vertex const> second;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    auto const v = static_cast<Vertex>(i);
    Vertex const root = labels.compress(v);
    if (second(v) != v) labels.link(root, v, second(v));
  }
};

// The vote's outcome where no component is large.
template <class Vertex>
inline constexpr Vertex no_component = ~Vertex(0);

// One team: draws 1024 vertices and takes the root that most of them share, of those that 64 of
// them have. Where fewer than one in 16 share it there is nothing worth skipping, and the next step
// spares itself the question.
//
// Some graphs leave paths of a length of n (a path whose vertices are numbered 0, n - 1, 1, n - 2,
// ...). A voter who does not reach a root votes for where it stands: that such paths meet where
// they are left says nothing about roots, so an outcome that is no root counts as none.
template <class Space, class Vertex, class Offset, int chunk>
struct VoteForLargest {
  using Member = typename Kokkos::TeamPolicy<Space>::member_type;
  template <class T>
  using Scratch = Kokkos::View<T*, typename Space::scratch_memory_space,
                               Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  static constexpr int voters = 1024;
  static constexpr int candidates = 64;

  Labels<Space, Vertex> labels;
  Array<Space, Vertex> largest;
  LongRowList<Space, Vertex, Offset, chunk> long_rows;

  static std::size_t scratch_bytes() {
    return Scratch<Vertex>::shmem_size(voters) + Scratch<int>::shmem_size(candidates);
  }

  KOKKOS_FUNCTION void operator()(Member const& team) const {
    Scratch<Vertex> const votes(team.team_scratch(0), voters);
    Scratch<int> const counts(team.team_scratch(0), candidates);
    std::uint64_t const n = labels.label.extent(0);
    Kokkos::parallel_for(Kokkos::TeamVectorRange(team, int(voters)), [&](int i) {
      auto const drawn = static_cast<Vertex>(hash(static_cast<std::uint64_t>(i)) % n);
      votes(i) = labels.ancestor(drawn, ComponentsTraits<Space>::voting_steps);
    });
    team.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, int(candidates)), [&](int c) {
      int count = 0;
      Kokkos::parallel_reduce(
          Kokkos::ThreadVectorRange(team, int(voters)),
          [&](int i, int& sum) { sum += votes(i) == votes(c); }, count);
      Kokkos::single(Kokkos::PerThread(team), [&]() { counts(c) = count; });
    });
    team.team_barrier();
    Kokkos::single(Kokkos::PerTeam(team), [&]() {
      int best = 0;
      for (int c = 1; c < candidates; ++c) {
        if (counts(c) > counts(best)) best = c;
      }
      bool const stands_out =
          16 * counts(best) >= voters && labels.parent(votes(best)) == votes(best);
      largest(0) = stands_out ? votes(best) : no_component<Vertex>;
      long_rows.clear();
    });
  }
};

// Links v by its arcs from `begin` to `end` - 1, one thread of several.
template <class Space, class Vertex, class Offset>
KOKKOS_FUNCTION void link_arcs(CsrView<Space, Vertex, Offset> const& graph,
                               Labels<Space, Vertex> const& labels, Vertex v, std::uint64_t begin,
                               std::uint64_t end, int thread, int threads) {
  Vertex root = labels.find(v);
  for (std::uint64_t arc = begin + thread; arc < end; arc += threads) {
    root = labels.link(root, v, graph.neighbours(arc));
  }
}

// The vertices of a block: those outside the largest component link the rest of their arcs. Where
// there is such a component every vertex is pointed at its root on the way.
template <class Space, class Vertex, class Offset>
struct LinkRest {
  using Traits = ComponentsTraits<Space>;
  using Member = typename Kokkos::TeamPolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>>::member_type;
  using Scratch = Kokkos::View<Vertex*, typename Space::scratch_memory_space,
                               Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  // Rows of a length that a team shares exist where a team has several threads.
  static constexpr bool has_team_rows = Traits::team_size > 1;

  CsrView<Space, Vertex, Offset> graph;
  Labels<Space, Vertex> labels;
  Array<Space, Vertex const> largest;
  LongRowList<Space, Vertex, Offset, Traits::chunk> long_rows;
  std::uint64_t begin;  // the first vertex

  static std::size_t scratch_bytes() {
    return has_team_rows ? Scratch::shmem_size(Traits::block + 1) : 0;
  }

  KOKKOS_FUNCTION void operator()(Member const& team) const {
    // One place more: how many rows wait.
    Scratch const waiting(team.team_scratch(0), has_team_rows ? Traits::block + 1 : 0);
    if constexpr (has_team_rows) {
      if (team.team_rank() == 0) waiting(Traits::block) = 0;
      team.team_barrier();
    }
    std::uint64_t const first =
        begin + static_cast<std::uint64_t>(team.league_rank()) * Traits::block;
    for (int i = team.team_rank(); i < Traits::block; i += team.team_size()) {
      if (first + i < graph.vertices()) visit(static_cast<Vertex>(first + i), waiting);
    }
    if constexpr (has_team_rows) {
      team.team_barrier();
      auto const rows = static_cast<int>(waiting(Traits::block));
      for (int k = 0; k < rows; ++k) {
        Vertex const v = waiting(k);
        link_arcs(graph, labels, v, rest_begin(v), graph.end(v), team.team_rank(),
                  team.team_size());
      }
    }
  }

  KOKKOS_FUNCTION Offset rest_begin(Vertex v) const {
    auto const linked = static_cast<Offset>(TwoNeighbours<Vertex>(graph, v).linked());
    return graph.begin(v) + (linked < graph.degree(v) ? linked : graph.degree(v));
  }

 private:
  // The largest component's root may be hooked by those outside while this runs; whoever has gone
  // past it meets its new root. That path may grow long, so that looking shortens it.
  KOKKOS_FUNCTION bool is_largest(Vertex root) const {
    return root == largest(0) || root == labels.find(largest(0));
  }

  KOKKOS_FUNCTION void visit(Vertex v, Scratch const& waiting) const {
    if (largest(0) != no_component<Vertex> && is_largest(labels.compress(v))) return;
    Offset const first = rest_begin(v), end = graph.end(v);
    if (first >= end) return;
    Offset const length = end - first;
    if (length <= static_cast<Offset>(Traits::thread_row)) {
      link_arcs(graph, labels, v, first, end, 0, 1);
    } else if (has_team_rows && length <= static_cast<Offset>(Traits::chunk)) {
      waiting(static_cast<int>(Kokkos::atomic_fetch_add(&waiting(Traits::block), Vertex(1)))) = v;
    } else {
      long_rows.add(v, first, end);
    }
  }
};

// What remains: chunks of the longest rows, a team each.
template <class Space, class Vertex, class Offset>
struct LinkLongRows {
  using Traits = ComponentsTraits<Space>;
  using Member = typename Kokkos::TeamPolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>>::member_type;

  CsrView<Space, Vertex, Offset> graph;
  Labels<Space, Vertex> labels;
  LongRowList<Space, Vertex, Offset, Traits::chunk> long_rows;

  KOKKOS_FUNCTION void operator()(Member const& team) const {
    std::uint32_t const chunks = long_rows.count(0);
    for (std::uint32_t k = team.league_rank(); k < chunks; k += team.league_size()) {
      Vertex const v = long_rows.vertex(k);
      Offset const begin = long_rows.begin(k), row_end = graph.end(v);
      Offset const end = row_end - begin < static_cast<Offset>(Traits::chunk)
                             ? row_end
                             : begin + static_cast<Offset>(Traits::chunk);
      link_arcs(graph, labels, v, begin, end, team.team_rank(), team.team_size());
    }
  }
};

// Last: every vertex is pointed at its root; sums the roots.
template <class Space, class Vertex>
struct SettleAndCount {
  Labels<Space, Vertex> labels;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& roots) const {
    auto const v = static_cast<Vertex>(i);
    roots += labels.settle(v) == v;
  }
};

}  // namespace yoke::detail::components
