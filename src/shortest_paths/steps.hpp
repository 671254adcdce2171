#pragma once

#include "shortest_paths/piles.hpp"
#include "yoke/detail/primitives/walk.hpp"

namespace yoke::detail::shortest_paths {

template <class Weight>
using BitsOf = std::conditional_t<sizeof(Weight) == 4, std::int32_t, std::int64_t>;

// A weight that others may be lowering.
template <class Weight>
KOKKOS_INLINE_FUNCTION Weight relaxed_weight(Weight const* place) {
  KOKKOS_IF_ON_DEVICE((return Kokkos::bit_cast<Weight>(
                                  relaxed_load(reinterpret_cast<BitsOf<Weight> const*>(place)));))
  KOKKOS_IF_ON_HOST((Weight value; __atomic_load(place, &value, __ATOMIC_RELAXED); return value;))
}

// The least of both, at once, for a GPU, which has instructions for the least of integers alone.
// The bits of positive numbers ascend as integers do, and those of negative ones descend. There is
// no -0: no sum of a distance is.
template <class Weight>
KOKKOS_INLINE_FUNCTION Weight fetch_min_by_bits(Weight* place, Weight value) {
  using Bits = BitsOf<Weight>;
  using Positive = std::make_unsigned_t<Bits>;
  Bits const bits = Kokkos::bit_cast<Bits>(value);
  if (value >= 0) {
    return Kokkos::bit_cast<Weight>(Kokkos::atomic_fetch_min(reinterpret_cast<Bits*>(place), bits));
  }
  return Kokkos::bit_cast<Weight>(
      Kokkos::atomic_fetch_max(reinterpret_cast<Positive*>(place), static_cast<Positive>(bits)));
}

// Lowers a distance, with others at work (shared) or alone. Returns whether it was larger.
template <bool shared, class Space, class Weight>
KOKKOS_INLINE_FUNCTION bool lower(Weight* place, Weight value) {
  if (!(value < relaxed_weight(place))) return false;
  if constexpr (!shared) {
    *place = value;
    return true;
  } else if constexpr (std::is_floating_point_v<Weight> && !runs_on_host<Space>) {
    return value < fetch_min_by_bits(place, value);
  } else {
    return value < Kokkos::atomic_fetch_min(place, value);
  }
}

// Follows the arcs of a round's vertices. A step has follow<shared>(u, arcs, first arc, count,
// put): what it does with a part of u's row.
template <class Space, class Vertex, class Offset, class Step>
struct FollowArcs {
  bfs::LevelArcs<Space, Vertex, Offset> arcs;
  std::uint64_t tally;
  Step step;

  template <bool shared, class Put>
  KOKKOS_FUNCTION void for_each(std::uint64_t begin, std::uint64_t end, Put const& put) const {
    bfs::LevelRecord now;
    now.tally = tally;
    arcs.for_each_row(now, static_cast<Offset>(begin), static_cast<Offset>(end),
                      [&](Vertex u, Vertex const* row, Offset first, Offset last) {
                        step.template follow<shared>(u, row, arcs.frontier.graph.begin(u), first,
                                                     last, put);
                      });
  }
};

// Relaxes arcs: a vertex that comes nearer is near up to the limit, and far beyond it.
template <class Space, class Vertex, class Offset, class Weight>
struct Relax {
  Array<Space, Weight const> weights;
  Array<Space, Weight> distances;
  Weight limit;

  template <bool shared, class Put>
  KOKKOS_FUNCTION void follow(Vertex u, Vertex const* row, Offset row_begin, Offset first,
                              Offset last, Put const& put) const {
    Weight const near = relaxed_weight(&distances(u));
    Weight const* const weight = weights.data() + row_begin;
    for (Offset arc = first; arc < last; ++arc) {
      if constexpr (runs_on_host<Space>) {
        if (arc + 8 < last) prefetch_for_read(distances.data() + row[arc + 8]);
      }
      Vertex const v = row[arc];
      Weight const distance = add(near, weight[arc]);
      if (lower<shared, Space>(distances.data() + v, distance)) {
        put(distance <= limit ? Pile::near : Pile::far, v);
      }
    }
  }
};

// The far vertices when the limit rises. Those that have come near meanwhile were followed.
template <class Space, class Vertex, class Weight>
struct SplitFar {
  Array<Space, Vertex const> far;
  Array<Space, Weight const> distances;
  Weight old_limit, limit;

  template <bool, class Put>
  KOKKOS_FUNCTION void for_each(std::uint64_t begin, std::uint64_t end, Put const& put) const {
    for (std::uint64_t i = begin; i < end; ++i) {
      Weight const distance = distances(far(i));
      if (distance <= old_limit) continue;
      put(distance <= limit ? Pile::near : Pile::kept, far(i));
    }
  }
};

// The least distance on the far pile.
template <class Space, class Vertex, class Weight>
struct LeastFar {
  Array<Space, Vertex const> far;
  Array<Space, Weight const> distances;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, Weight& least) const {
    if (distances(far(i)) < least) least = distances(far(i));
  }
};

// All sources, near.
template <class Space, class Vertex>
struct TakeSources {
  bfs::BfsSources<Space, Vertex> sources;

  template <bool, class Put>
  KOKKOS_FUNCTION void for_each(std::uint64_t begin, std::uint64_t end, Put const& put) const {
    for (std::uint64_t i = begin; i < end; ++i) put(Pile::near, sources(i));
  }
};

}  // namespace yoke::detail::shortest_paths
