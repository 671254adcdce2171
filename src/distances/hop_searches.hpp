#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "distances/bounds.hpp"
#include "distances/sweep.hpp"
#include "frame/raw_arrays.hpp"
#include "frame/side.hpp"
#include "yoke/detail/bfs/capability.hpp"
#include "yoke/detail/distances/capability.hpp"
#include "yoke/eccentricities_options.hpp"

namespace yoke::detail::distances {

// What a sweep has found is exact.
template <class Space, class Vertex>
struct SetExact {
  SweepSources<Space, Vertex> sources;
  Kokkos::Array<Vertex, 64> eccentricity;  // by bits
  Bounds<Space, Vertex, Vertex> bounds;
  KOKKOS_FUNCTION void operator()(std::uint64_t bit) const {
    Vertex const v = sources(bit);
    bounds.lower(v) = bounds.upper(v) = eccentricity[bit];
  }
};

// A vertex that a search comes to at a level has at least this eccentricity.
template <class Space, class Vertex>
struct RaiseLower {
  Array<Space, Vertex const> frontier;
  Vertex level;
  Array<Space, Vertex> lower;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    Vertex& bound = lower(frontier(i));
    if (bound < level) bound = level;
  }
};

// The searches of a graph without weights.
template <class Space, class Vertex, class Offset>
class HopSearches {
  using Search = bfs::BreadthFirst<Vertex, Offset>;
  using Sources = SweepSources<Space, Vertex>;
  using TheBounds = Bounds<Space, Vertex, Vertex>;
  using Arguments = typename Eccentricities<Vertex, Offset>::Arguments;

 public:
  // Searches that settle fewer vertices than this, on average, cost more than a sweep does
  // (docs/results/log_distances.md).
  static constexpr std::uint64_t least_settled = 8;

  HopSearches(Space const& exec, GraphCapacity const& capacity, EccentricitiesReport* report)
      : exec_(exec),
        report_(report),
        searcher_(
            make_side<Search>(exec, capacity, {}, runs_on_host<Space> ? Lane::host : Lane::device)),
        sweep_(exec, capacity) {}

  BoundRules<Vertex> start(Arguments const& arguments) {
    graph_ = arguments.graph;
    return rules_of_hops<Vertex>();
  }

  // The distance of each vertex from the nearest source.
  void from(RawArray<Vertex const> const& sources, RawArray<Vertex> const& distance) {
    typename Search::Arguments arguments;
    arguments.graph = graph_.without_shared_incoming();
    arguments.sources = sources;
    arguments.level = distance;
    searcher_->work(arguments);
    if (report_) ++report_->searches;
  }

  // Searches from each of the first listed vertices, and settles them. Returns their number, and
  // the largest eccentricity with its first place in the list.
  Settled<Vertex> each(Array<Space, Vertex> const& list, std::uint64_t open,
                       TheBounds const& bounds, BoundRules<Vertex> const&) {
    Sources const sources{list, 0, std::min(open, Sources::most)};
    Kokkos::Array<Vertex, 64> found{};
    sweep_.run(csr_of<Space>(graph_), sources,
               [&](std::uint64_t level, Array<Space, Vertex> const& frontier, std::uint64_t bits) {
                 for (; bits != 0; bits &= bits - 1) {
                   found[static_cast<std::size_t>(std::countr_zero(bits))] =
                       static_cast<Vertex>(level);
                 }
                 raise_lower({frontier, static_cast<Vertex>(level), bounds.lower});
               });
    Kokkos::parallel_for("yoke::distances::exact", WideRange<Space>(exec_, 0, sources.count),
                         SetExact<Space, Vertex>{sources, found, bounds});
    exec_.fence("yoke::distances: exact");
    if (report_) {
      ++report_->sweeps;
      report_->swept_vertices += sources.count;
    }
    Vertex const* const farthest = std::max_element(found.data(), found.data() + found.size());
    return {sources.count, *farthest, static_cast<std::uint64_t>(farthest - found.data())};
  }

 private:
  void raise_lower(RaiseLower<Space, Vertex> const& step) const {
    for_each<few_vertices>("yoke::distances::raise_lower", exec_, step.frontier.extent(0), step);
  }

  Space exec_;
  EccentricitiesReport* report_;  // may be null
  OneSidePtr<Search> searcher_;
  Sweep<Space, Vertex, Offset> sweep_;
  RawGraph<Vertex, Offset> graph_{};  // of the call
};

}  // namespace yoke::detail::distances
