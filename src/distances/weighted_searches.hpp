#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "distances/bounds.hpp"
#include "distances/each_vertex.hpp"
#include "distances/weights.hpp"
#include "frame/raw_arrays.hpp"
#include "primitives/findings.hpp"
#include "yoke/detail/distances/capability.hpp"
#include "yoke/eccentricities_options.hpp"

namespace yoke::detail::distances {

template <class Space, class Weight>
struct FindEccentricity {
  Array<Space, Weight const> distance;
  KOKKOS_FUNCTION void operator()(std::uint64_t v, Weight& e) const {
    if (distance(v) != no_length<Weight>() && distance(v) > e) e = distance(v);
  }
};

// A search from a vertex with eccentricity e bounds the eccentricities of those that it has come
// to.
template <class Space, class Weight>
struct RaiseLowerBounds {
  Array<Space, Weight const> distance;
  Weight e;
  BoundRules<Weight> rules;
  Array<Space, Weight> lower;
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const {
    if (distance(v) != no_length<Weight>()) raise(&lower(v), rules.least_at(e, distance(v)));
  }
};

// What the search from vertex i of a list tells.
template <class Space, class Weight>
struct TakeEccentricity {
  using Shape = shortest_paths::TeamShape<Space>;
  struct Scratch {
    Weight farthest[Shape::sources];
  };

  Array<Space, Weight> found;  // by places in the list
  Array<Space, Weight> lower;  // by vertices
  BoundRules<Weight> rules;

  KOKKOS_FUNCTION void operator()(std::uint64_t i,
                                  Array<Space, Weight const> const& distance) const {
    Weight e = 0;
    FindEccentricity<Space, Weight> const find{distance};
    for (std::uint64_t v = 0; v < distance.extent(0); ++v) find(v, e);
    found(i) = e;
    if (!rules.are_bounds(e)) return;
    RaiseLowerBounds<Space, Weight> const raise_them{distance, e, rules, lower};
    for (std::uint64_t v = 0; v < distance.extent(0); ++v) raise_them(v);
  }

  void together(Space const& exec, std::uint64_t i,
                Array<Space, Weight const> const& distance) const {
    WideRange<Space> const range(exec, 0, distance.extent(0));
    Weight e = 0;
    Kokkos::parallel_reduce("yoke::distances::eccentricity", range,
                            FindEccentricity<Space, Weight>{distance}, Kokkos::Max<Weight>(e));
    exec.fence("yoke::distances: eccentricity");
    Kokkos::deep_copy(exec, Kokkos::subview(found, i), e);
    if (!rules.are_bounds(e)) return;
    Kokkos::parallel_for("yoke::distances::raise_lower", range,
                         RaiseLowerBounds<Space, Weight>{distance, e, rules, lower});
  }

  template <class Member, class Vertex>
  KOKKOS_FUNCTION void by_team(Member const& member,
                               shortest_paths::TeamDistances<Space, Vertex, Weight> const& distance,
                               Scratch& scratch) const {
    auto const t = static_cast<std::uint32_t>(member.team_rank());
    std::uint64_t const n = distance.vertices;
    for (std::uint32_t s = t; s < distance.count; s += Shape::threads) scratch.farthest[s] = 0;
    member.team_barrier();
    for (std::uint32_t s = t % Shape::lanes; s < distance.count; s += Shape::lanes) {
      Weight e = 0;
      for (std::uint64_t v = t / Shape::lanes; v < n; v += Shape::groups) {
        Weight const d = distance(v, s);
        if (d != no_length<Weight>() && d > e) e = d;
      }
      raise(&scratch.farthest[s], e);
    }
    member.team_barrier();
    for (std::uint32_t s = t; s < distance.count; s += Shape::threads) {
      found(distance.first + s) = scratch.farthest[s];
    }
    for (std::uint64_t v = t; v < n; v += Shape::threads) {
      raise(&lower(v), least_of(distance, v, scratch));
    }
  }

 private:
  // The least eccentricity of v, by all searches of the team.
  template <class Distances>
  KOKKOS_FUNCTION Weight least_of(Distances const& distance, std::uint64_t v,
                                  Scratch const& scratch) const {
    Weight least = 0;
    for (std::uint32_t s = 0; s < distance.count; ++s) {
      Weight const e = scratch.farthest[s], d = distance(v, s);
      if (d == no_length<Weight>() || !rules.are_bounds(e)) continue;
      Weight const bound = rules.least_at(e, d);
      if (bound > least) least = bound;
    }
    return least;
  }
};

// What searches have found is exact.
template <class Space, class Vertex, class Weight>
struct SetFound {
  SweepSources<Space, Vertex> sources;
  Array<Space, Weight const> found;
  Bounds<Space, Vertex, Weight> bounds;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    Vertex const v = sources(i);
    bounds.lower(v) = bounds.upper(v) = found(i);
  }
};

// The searches of a graph with weights.
template <class Space, class Vertex, class Offset, class Weight,
          class Traits = EachVertexTraits<Space>>
class WeightedSearches {
  using TheBounds = Bounds<Space, Vertex, Weight>;
  using Arguments = typename Eccentricities<Vertex, Offset, Weight>::Arguments;

 public:
  // If searches settle fewer vertices than this, on average, one from each vertex is taken to cost
  // less. Chosen, not measured.
  static constexpr std::uint64_t least_settled = 2;

  WeightedSearches(Space const& exec, GraphCapacity const& capacity, EccentricitiesReport* report)
      : exec_(exec),
        report_(report),
        paths_(make_paths<Weight, Space, Vertex, Offset>(exec, capacity)),
        each_vertex_(exec, capacity),
        found_(make_buffer<Space, Weight>(exec, "yoke::distances::found", most_at_once)) {}

  // For each(), from what the plan leaves of the memory.
  void reserve_teams(GraphCapacity const& capacity) {
    if constexpr (!Traits::by_threads)
      each_vertex_.reserve_teams(capacity, std::min<std::size_t>(capacity.vertices, most_at_once));
  }

  // Throws where a weight is negative or NaN.
  BoundRules<Weight> start(Arguments const& arguments) {
    rows_ = {arguments.graph, arguments.weights};
    return rules_of(exec_, array_on<Space>(arguments.weights), arguments.graph.vertices(),
                    arguments.caller());
  }

  // The distance of each vertex from the nearest source.
  void from(RawArray<Vertex const> const& sources, RawArray<Weight> const& distance) {
    find_paths(paths_, rows_, sources, distance);
    if (report_) ++report_->searches;
  }

  // As HopSearches::each.
  Settled<Weight> each(Array<Space, Vertex> const& list, std::uint64_t open,
                       TheBounds const& bounds, BoundRules<Weight> const& rules) {
    SweepSources<Space, Vertex> const sources{list, 0, std::min(open, most_at_once)};
    Array<Space, Weight> const found(found_.data(), sources.count);
    each_vertex_.run(paths_, rows_, sources,
                     TakeEccentricity<Space, Weight>{found, bounds.lower, rules});
    WideRange<Space> const range(exec_, 0, sources.count);
    Kokkos::parallel_for("yoke::distances::exact", range,
                         SetFound<Space, Vertex, Weight>{sources, found, bounds});
    Weight farthest = 0;
    Kokkos::parallel_reduce("yoke::distances::farthest", range,
                            FindEccentricity<Space, Weight>{found}, Kokkos::Max<Weight>(farthest));
    exec_.fence("yoke::distances: exact");
    if (report_) report_->searches += sources.count;
    return {sources.count, farthest,
            smallest("yoke::distances::place", exec_, sources.count,
                     FirstAtDistance<Space, Weight>{found, farthest})};
  }

 private:
  // The list is made again after this number of searches: they settle others too. It does not
  // depend on the threads, so that they have the same results.
  static constexpr std::uint64_t most_at_once = 512;

  Space exec_;
  EccentricitiesReport* report_;  // may be null
  PathsSide<Vertex, Offset, Weight> paths_;
  EachVertex<Space, Vertex, Offset, Weight, Traits> each_vertex_;
  Buffer<Space, Weight> found_;
  WeightedRows<Vertex, Offset, Weight> rows_{};  // of the call
};

}  // namespace yoke::detail::distances
