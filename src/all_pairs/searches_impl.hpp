#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>

#include "all_pairs/checks.hpp"
#include "all_pairs/from_graph.hpp"
#include "all_pairs/searches.hpp"
#include "all_pairs/team_rows.hpp"
#include "distances/sweep.hpp"
#include "shortest_paths/each_source.hpp"
#include "yoke/detail/frame/memory.hpp"

namespace yoke::detail::all_pairs {

// Searches read each arc once for each source. So they read a copy, which has one pair of types.
using SearchVertex = std::uint32_t;
using SearchOffset = std::uint64_t;

template <class Space, class Weight>
struct CopyOffset {
  ArcReader<Weight> reader;
  Array<Space, SearchOffset> offsets;
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const { offsets(v) = reader.offset(v); }
};

template <class Space, class Weight>
struct CopyArc {
  ArcReader<Weight> reader;
  Array<Space, SearchVertex> neighbours;
  Array<Space, Weight> weights;  // empty: none
  KOKKOS_FUNCTION void operator()(std::uint64_t k) const {
    neighbours(k) = static_cast<SearchVertex>(reader.neighbour(k));
    if (weights.extent(0) > 0) weights(k) = reader.weight(k).weight;
  }
};

template <class Space, class Weight>
struct FillRow {
  SharedRows<Space, Weight> rows;
  KOKKOS_FUNCTION void operator()(std::uint64_t item) const {
    Weight* const row = rows.data(item);
    for (std::size_t j = item % rows.threads; j < rows.vertices(); j += rows.threads) {
      row[j] = unreachable_distance<Weight>;
    }
  }
};

// The searches of a sweep that have come to a vertex of the frontier have its distance.
template <class Space, class Weight>
struct WriteLevel {
  Array<Space, SearchVertex const> frontier;
  Array<Space, std::uint64_t const> fresh;
  MatrixRows<Weight> rows;  // those of the sweep
  Weight level;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    SearchVertex const v = frontier(i);
    for (std::uint64_t word = fresh(v); word != 0; word &= word - 1) {
      rows.data[static_cast<std::size_t>(Kokkos::countr_zero(word)) * rows.stride + v] = level;
    }
  }
};

// Each search writes its row.
template <class Space, class RowWeight>
struct RowTask {
  using Weight = RowWeight;
  static constexpr Weight far = unreachable_distance<Weight>;
  static constexpr Weight never_seen = shortest_paths::far_away<Weight>();

  // Of a thread: a sum reached the unreachable distance; a pair with a path has that distance.
  static constexpr std::uint64_t saw_far = 1, clamped = 2;

  CsrView<Space, SearchVertex, SearchOffset> graph;
  Array<Space, Weight const> weights;
  MatrixRows<Weight> rows;

  KOKKOS_FUNCTION std::uint64_t sources() const { return rows.vertices; }
  KOKKOS_FUNCTION SearchVertex source(std::uint64_t i) const {
    return static_cast<SearchVertex>(i);
  }
  KOKKOS_FUNCTION Array<Space, Weight> distances(std::uint64_t i, std::uint64_t) const {
    return Array<Space, Weight>(rows.data + i * rows.stride, rows.vertices);
  }
  KOKKOS_FUNCTION Weight sum(Weight near, std::uint64_t arc, Weight, std::uint64_t& found) const {
    auto const distance = near + weights(arc);
    if (distance < far) return static_cast<Weight>(distance);
    if (weights(arc) < far) found |= saw_far;
    return never_seen;
  }
  KOKKOS_FUNCTION void finish(std::uint64_t, Array<Space, Weight> const& distances,
                              std::uint64_t& found) const {
    if ((found & saw_far) != 0 && leads_too_far(distances)) found |= clamped;
    for (std::size_t v = 0; v < rows.vertices; ++v) {
      distances(v) = distances(v) < far ? distances(v) : far;
    }
  }

 private:
  // Does an arc lead from a vertex with a distance to one without?
  KOKKOS_FUNCTION bool leads_too_far(Array<Space, Weight> const& distances) const {
    for (std::size_t u = 0; u < rows.vertices; ++u) {
      if (distances(u) >= far) continue;
      for (SearchOffset arc = graph.begin(u); arc < graph.end(u); ++arc) {
        if (weights(arc) < far && distances(graph.neighbours(arc)) >= far) return true;
      }
    }
    return false;
  }
};

// The memory of searches of graphs up to a size, and the work.
template <class Space, class Weight>
struct Searches<Space, Weight>::Work {
  using Sweep = distances::Sweep<Space, SearchVertex, SearchOffset>;
  using Sources = distances::SweepSources<Space, SearchVertex>;

  Work(Space const& its_exec, GraphArcs const& graph)
      : exec(its_exec),
        vertices(graph.vertices),
        arcs(graph.arcs),
        has_weights(graph.has_weights()),
        offsets(make_buffer<Space, SearchOffset>(exec, "yoke::all_pairs::offsets", vertices + 1)),
        neighbours(make_buffer<Space, SearchVertex>(exec, "yoke::all_pairs::neighbours", arcs)) {
    if (!has_weights) {
      sweep.emplace(exec, GraphCapacity{vertices, arcs});
      return;
    }
    weights = make_buffer<Space, Weight>(exec, "yoke::all_pairs::weights", arcs);
    if constexpr (runs_on_host<Space>) {
      each_source.emplace(exec, vertices);
    } else {
      teams = {exec, vertices, shortest_paths::TeamShape<Space>::teams(exec, vertices)};
      clamped = make_buffer<Space, std::uint32_t>(exec, "yoke::all_pairs::clamped", 1);
    }
  }

  bool fits(GraphArcs const& graph) const {
    return graph.vertices <= vertices && graph.arcs <= arcs && graph.has_weights() == has_weights;
  }

  CsrView<Space, SearchVertex, SearchOffset> copy(GraphArcs const& graph) const {
    Array<Space, SearchOffset> const its_offsets(offsets.data(), graph.vertices + 1);
    Array<Space, SearchVertex> const its_neighbours(neighbours.data(), graph.arcs);
    Kokkos::parallel_for("yoke::all_pairs::copy_offsets",
                         WideRange<Space>(exec, 0, its_offsets.extent(0)),
                         CopyOffset<Space, Weight>{{graph}, its_offsets});
    Kokkos::parallel_for("yoke::all_pairs::copy_arcs", WideRange<Space>(exec, 0, graph.arcs),
                         CopyArc<Space, Weight>{{graph}, its_neighbours, array_of(weights)});
    return {its_offsets, its_neighbours};
  }

  // With weights. Is a pair too far apart?
  bool search_rows(CsrView<Space, SearchVertex, SearchOffset> const& graph,
                   MatrixRows<Weight> const& rows) const {
    if constexpr (runs_on_host<Space>) {
      RowTask<Space, Weight> const task{graph, array_of(weights), rows};
      return (each_source->run("yoke::all_pairs::search_rows", graph, task) & task.clamped) != 0;
    } else {
      return search_by_teams<Space, Weight>(exec, graph, array_of(weights), rows, teams,
                                            array_of(clamped));
    }
  }

  // The number of levels of a sweep from the vertices of these rows, which ends after `most`.
  std::uint64_t sweep_rows(CsrView<Space, SearchVertex, SearchOffset> const& graph,
                           MatrixRows<Weight> const& rows, std::uint64_t most) {
    std::uint64_t levels = 0;
    SharedRows<Space, Weight> const shared{rows};
    Kokkos::parallel_for("yoke::all_pairs::fill_rows", shared.range(exec),
                         FillRow<Space, Weight>{shared});
    auto const write = [&](std::uint64_t level, Array<Space, SearchVertex> const& frontier,
                           std::uint64_t) {
      levels = level + 1;
      if (is_too_far(level)) return;
      distances::for_each<distances::few_vertices>(
          "yoke::all_pairs::write_level", exec, frontier.extent(0),
          WriteLevel<Space, Weight>{frontier, sweep->fresh(), rows, static_cast<Weight>(level)});
    };
    sweep->run(graph, Sources{{}, rows.first, rows.count}, write, most);
    return levels;
  }

  static bool is_too_far(std::uint64_t level) {
    if constexpr (std::is_floating_point_v<Weight>) {
      return false;
    } else {
      return level >= static_cast<std::uint64_t>(unreachable_distance<Weight>);
    }
  }

  Space exec;
  std::size_t vertices, arcs;
  bool has_weights;
  Buffer<Space, SearchOffset> offsets;
  Buffer<Space, SearchVertex> neighbours;
  Buffer<Space, Weight> weights;
  std::optional<shortest_paths::EachSource<Space, SearchVertex>> each_source;  // on a host
  shortest_paths::TeamMemory<Space, SearchVertex, Weight> teams;               // on a device
  Buffer<Space, std::uint32_t> clamped;                                        // on a device
  std::optional<Sweep> sweep;                                                  // without weights
};

template <class Space, class Weight>
Searches<Space, Weight>::Searches(Space const& exec) : exec_(exec) {}
template <class Space, class Weight>
Searches<Space, Weight>::~Searches() = default;

template <class Space, class Weight>
void Searches<Space, Weight>::reserve(GraphArcs const& graph) {
  if (work_ && work_->fits(graph)) return;
  work_.reset();  // before more is taken
  work_ = std::make_unique<Work>(exec_, graph);
}

template <class Space, class Weight>
std::optional<FoundBySearches> Searches<Space, Weight>::run(GraphArcs const& graph,
                                                            MatrixRows<Weight> const& rows,
                                                            std::uint64_t most_levels) {
  auto const copied = work_->copy(graph);
  bool clamped = false;
  if (graph.has_weights()) {
    clamped = work_->search_rows(copied, rows);
  } else {
    for (std::size_t first = 0; first < rows.vertices; first += Work::Sources::most) {
      MatrixRows<Weight> part = rows;
      part.data += first * rows.stride;
      part.first = first;
      part.count = std::min<std::size_t>(Work::Sources::most, rows.vertices - first);
      constexpr std::uint64_t all = ~std::uint64_t(0);
      std::uint64_t const most = first == 0 && most_levels < all ? most_levels + 1 : all;
      std::uint64_t const levels = work_->sweep_rows(copied, part, most);
      if (first == 0 && levels > most_levels) return {};
      clamped = clamped || Work::is_too_far(levels - 1);
    }
  }
  LastLook look;
  SharedRows<Space, Weight> const shared{rows};
  Kokkos::parallel_reduce("yoke::all_pairs::count_pairs", shared.range(exec_),
                          LookAtResult<Space, Weight>{shared}, look);
  exec_.fence("yoke::all_pairs: pairs counted");
  return FoundBySearches{look.pairs, clamped};
}

}  // namespace yoke::detail::all_pairs
