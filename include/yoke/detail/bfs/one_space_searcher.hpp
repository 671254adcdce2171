#pragma once

#include <utility>

#include "yoke/detail/bfs/pruned.hpp"
#include "yoke/detail/bfs/smallest_parents.hpp"
#include "yoke/detail/bfs/sources.hpp"
#include "yoke/detail/bfs/traits.hpp"
#include "yoke/detail/graphs/check.hpp"
#include "yoke/detail/staging.hpp"

namespace yoke::detail {

template <class Space>
BfsAlgorithm choose_bfs(std::size_t vertices, std::size_t arcs, BfsOptions const& options) {
  if (options.algorithm != BfsAlgorithm::automatic) return options.algorithm;
  bool const sequential =
      BfsTraits<Space>::prefers_sequential(vertices, arcs) || !TallyFormat::fits(vertices, arcs);
  return sequential ? BfsAlgorithm::sequential : BfsAlgorithm::direction_optimising;
}

template <class Space, class Vertex, class Offset>
BfsSearcherPtr<Space, Vertex, Offset> make_unpruned_bfs(BfsAlgorithm algorithm, Space const& exec,
                                                        std::size_t vertices, std::size_t arcs,
                                                        BfsOptions const& options) {
  switch (algorithm) {
    case BfsAlgorithm::sequential:
      return make_sequential_bfs<Space, Vertex, Offset>(exec, vertices, arcs, options);
    case BfsAlgorithm::level_synchronous:
      return make_level_synchronous<Space, Vertex, Offset>(exec, vertices, arcs, options);
    case BfsAlgorithm::direction_optimising:
    case BfsAlgorithm::automatic:
      break;
  }
  return make_direction_optimising<Space, Vertex, Offset>(exec, vertices, arcs, options);
}

template <class Space, class Vertex, class Offset>
BfsSearcherPtr<Space, Vertex, Offset> make_bfs_searcher(BfsAlgorithm algorithm, Space const& exec,
                                                        std::size_t vertices, std::size_t arcs,
                                                        BfsOptions const& options) {
  auto searcher =
      make_unpruned_bfs<Space, Vertex, Offset>(algorithm, exec, vertices, arcs, options);
  if (!options.prune) return searcher;
  return make_pruned_bfs<Space, Vertex, Offset>(exec, vertices, arcs, options.least_pruned,
                                                std::move(searcher));
}

// What a call on one space does around its algorithm: checks, arrays that lie elsewhere or that the
// caller left out, and parents that depend on the input alone.
template <class Space, class Vertex, class Offset>
class OneSpaceBfs {
 public:
  OneSpaceBfs(Space const& exec, std::size_t vertices, std::size_t arcs, BfsOptions const& options)
      : exec_(exec),
        options_(options),
        chosen_(choose_bfs<Space>(vertices, arcs, options)),
        searcher_(
            make_bfs_searcher<Space, Vertex, Offset>(chosen_, exec, vertices, arcs, options)) {
    exec_.fence("yoke::bfs: plan");
  }

  // The sizes have been checked. Records itself in `lane`. Returns the number of vertices reached.
  std::size_t run(RawGraph<Vertex, Offset> const& graph, RawArray<Vertex const> sources,
                  RawArray<Vertex> level, RawArray<Vertex> parent, Timeline* timeline, Lane lane) {
    BfsSources<Space, Vertex> const starts = bring_sources(sources, timeline);
    check_sources(exec_, starts, graph.vertices());
    RawGraph<Vertex, Offset> const near = bring_graph(graph, timeline);
    if (options_.validate) validate(near);
    BfsProblem<Space, Vertex, Offset> problem{exec_,
                                              rows_of<Space>(near),
                                              incoming_rows_of<Space>(near),
                                              starts,
                                              level_array(level, graph.vertices()),
                                              parents_.output(exec_, parent, "parent"),
                                              options_.report};
    if (problem.report) {
      *problem.report = {};
      problem.report->algorithm = chosen_;
    }
    Span span(timeline, lane, "search");
    std::size_t const reached = search(problem);
    span.finish();
    levels_.send(exec_, level, "level", timeline);
    parents_.send(exec_, parent, "parent", timeline);
    return reached;
  }

  BfsAlgorithm algorithm() const { return chosen_; }
  std::size_t workspace_bytes() const {
    return searcher_->workspace_bytes() + own_level_.size() * sizeof(Vertex) + offsets_.bytes() +
           neighbours_.bytes() + incoming_offsets_.bytes() + incoming_neighbours_.bytes() +
           sources_.bytes() + levels_.bytes() + parents_.bytes();
  }

 private:
  std::size_t search(BfsProblem<Space, Vertex, Offset> const& problem) {
    if (!options_.deterministic_parents || !problem.wants_parent()) {
      return searcher_->run(problem);
    }
    BfsProblem<Space, Vertex, Offset> levels_only = problem;
    levels_only.parent = {};
    std::size_t const reached = searcher_->run(levels_only);
    PhaseTimer<Space> timer(exec_, problem.report);
    set_smallest_parents(problem);
    timer.done("smallest parents");
    return reached;
  }

  BfsSources<Space, Vertex> bring_sources(RawArray<Vertex const> sources, Timeline* timeline) {
    if (sources.size == 1 && sources.place != Place::device) {
      return BfsSources<Space, Vertex>(*sources.data);
    }
    return BfsSources<Space, Vertex>(sources_.bring(exec_, sources, "sources", timeline));
  }

  RawGraph<Vertex, Offset> bring_graph(RawGraph<Vertex, Offset> const& graph, Timeline* timeline) {
    RawGraph<Vertex, Offset> near = graph;
    move(near.offsets, offsets_, "offsets", timeline);
    move(near.neighbours, neighbours_, "neighbours", timeline);
    if (graph.symmetric) {
      near.incoming_offsets = near.offsets;
      near.incoming_neighbours = near.neighbours;
    } else {
      move(near.incoming_offsets, incoming_offsets_, "incoming offsets", timeline);
      move(near.incoming_neighbours, incoming_neighbours_, "incoming neighbours", timeline);
    }
    return near;
  }

  template <class Word>
  void move(RawArray<Word const>& array, Staging<Space, Word>& staging, char const* label,
            Timeline* timeline) {
    auto const copy = staging.bring(exec_, array, label, timeline);
    array = {copy.data(), copy.extent(0), runs_on_host<Space> ? Place::host : Place::device};
  }

  void validate(RawGraph<Vertex, Offset> const& graph) const {
    check_graph<Space>(exec_, graph, "offsets", "neighbours");
    if (graph.symmetric || graph.incoming_offsets.size == 0) return;
    RawGraph<Vertex, Offset> backwards = graph;
    backwards.offsets = graph.incoming_offsets;
    backwards.neighbours = graph.incoming_neighbours;
    check_graph<Space>(exec_, backwards, "incoming offsets", "incoming neighbours");
    check_transposed<Space>(exec_, graph);
  }

  // The search needs levels, whether or not the caller does.
  Array<Space, Vertex> level_array(RawArray<Vertex> level, std::size_t vertices) {
    if (level.size > 0 || vertices == 0) return levels_.output(exec_, level, "level");
    if (own_level_.extent(0) < vertices) {
      own_level_ = make_buffer<Space, Vertex>(exec_, "yoke::bfs::level", vertices);
    }
    return array_of(own_level_, vertices);
  }

  Space exec_;
  BfsOptions options_;
  BfsAlgorithm chosen_;
  BfsSearcherPtr<Space, Vertex, Offset> searcher_;
  Staging<Space, Offset> offsets_, incoming_offsets_;
  Staging<Space, Vertex> neighbours_, incoming_neighbours_, sources_, levels_, parents_;
  Buffer<Space, Vertex> own_level_;
};

}  // namespace yoke::detail
