#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "distances/bounds.hpp"
#include "distances/sweep.hpp"
#include "frame/phase_timer.hpp"
#include "frame/raw_arrays.hpp"
#include "frame/side.hpp"
#include "frame/solver.hpp"
#include "primitives/findings.hpp"
#include "yoke/detail/bfs/capability.hpp"
#include "yoke/detail/components/capability.hpp"
#include "yoke/detail/distances/capability.hpp"
#include "yoke/graph.hpp"

namespace yoke::detail::distances {

// What a sweep has found is exact.
template <class Space, class Vertex>
struct SetExact {
  SweepSources<Space, Vertex> sources;
  Kokkos::Array<Vertex, 64> eccentricity;  // by bits
  Bounds<Space, Vertex> bounds;
  KOKKOS_FUNCTION void operator()(std::uint64_t bit) const {
    Vertex const v = sources(bit);
    bounds.lower(v) = bounds.upper(v) = eccentricity[bit];
  }
};

}  // namespace yoke::detail::distances

namespace yoke::detail {

// Bounds of all eccentricities are tightened by searches, each from a vertex of every component
// that has open ones (Takes, Kosters 2013). Where the bounds of the rest hardly move, each of its
// vertices is searched from, 64 at a time.
template <class Vertex, class Offset, class Space>
class Solver<distances::Eccentricities<Vertex, Offset>, Space> {
  using Capability = distances::Eccentricities<Vertex, Offset>;
  using Arguments = typename Capability::Arguments;
  using Search = bfs::BreadthFirst<Vertex, Offset>;
  using Labelling = components::Components<Vertex, Offset>;
  using Sources = distances::SweepSources<Space, Vertex>;
  static constexpr Lane lane = runs_on_host<Space> ? Lane::host : Lane::device;

 public:
  Solver(Space const& exec, GraphCapacity const& capacity, EccentricitiesOptions const& options,
         EccentricitiesAlgorithm chosen)
      : exec_(exec),
        options_(options),
        chosen_(chosen),
        searcher_(make_side<Search>(exec, capacity, {}, lane)),
        labeller_(make_side<Labelling>(exec, capacity, {}, lane)),
        sweep_(exec, capacity),
        key_(make_buffer<Space, std::uint64_t>(exec, "yoke::distances::key", capacity.vertices)) {
    for (auto* const words :
         {&label_, &lower_, &upper_, &level_, &list_, &chosen_vertex_, &farthest_}) {
      *words = make_buffer<Space, Vertex>(exec, "yoke::distances::vertices", capacity.vertices);
    }
  }

  static EccentricitiesAlgorithm choose(GraphCapacity const&, EccentricitiesOptions const&) {
    return EccentricitiesAlgorithm::bounded;
  }

  std::size_t run(Arguments const& arguments) {
    auto const& graph = arguments.graph;
    if (options_.validate) graphs::check_graph<Space>(exec_, graph, {});
    raw_ = graph;
    graph_ = csr_of<Space>(graph);
    longest_ = {};
    is_diameter_ = !arguments.wants_all;
    PhaseTimer<Space> timer(exec_, options_.report);
    for_each_vertex("yoke::distances::start",
                    distances::StartBounds<Space, Vertex, Offset>{graph_, bounds()});
    if (chosen_ == EccentricitiesAlgorithm::bounded) {
      bound();
      timer.done("bounds");
    }
    sweep();
    timer.done("sweeps");
    if (arguments.wants_all) {
      Kokkos::deep_copy(exec_, array_on<Space>(arguments.eccentricity), words_of(lower_));
    }
    exec_.fence("yoke::eccentricities");
    *arguments.diameter = longest_;
    return 0;
  }

 private:
  // Searches that settle fewer vertices than `least` each, on average of a `window` of them, cost
  // more than a sweep does (docs/results/log_distances.md).
  static constexpr std::uint64_t window = 16, least = 8;

  auto words_of(Buffer<Space, Vertex> const& words) const {
    return array_of(words, graph_.vertices());
  }
  distances::Bounds<Space, Vertex> bounds() const {
    return {words_of(label_), words_of(lower_), words_of(upper_),
            is_diameter_ ? longest_.length : 0};
  }
  distances::ComponentCells<Space, Vertex> cells() const {
    return {array_of(key_, graph_.vertices()), words_of(chosen_vertex_), words_of(farthest_)};
  }
  template <class Step>
  void for_each_vertex(char const* label, Step const& step) const {
    Kokkos::parallel_for(label, WideRange<Space>(exec_, 0, graph_.vertices()), step);
  }
  template <class Step>
  std::uint64_t scan(char const* label, Step const& step) const {
    std::uint64_t count = 0;
    Kokkos::parallel_scan(label, WideRange<Space>(exec_, 0, graph_.vertices()), step, count);
    exec_.fence(label);
    return count;
  }
  static constexpr Place here = runs_on_host<Space> ? Place::host : Place::device;

  void bound() {
    typename Labelling::Arguments components;
    components.graph = raw_;
    components.label = {label_.data(), graph_.vertices(), here};
    labeller_->work(components);
    std::uint64_t open_before = 0;  // at the window's begin
    for (std::uint64_t searches = 0;; ++searches) {
      std::uint64_t const sources = choose_vertices(searches % 2 == 0);
      if (sources == 0) return;  // there is no arc
      search(0, sources);
      std::uint64_t const open = tighten();
      if (open == 0) return;
      if (searches % window == 0) {
        if (searches > 0 && open_before - open < window * least) return;
        open_before = open;
      }
    }
  }

  // Lists a vertex of each component that has open ones.
  std::uint64_t choose_vertices(bool from_outside) const {
    distances::SearchKeys<Space, Vertex, Offset> const key_of{graph_, bounds(), from_outside};
    for_each_vertex("yoke::distances::clear_cells", distances::ClearCells<Space, Vertex>{cells()});
    for_each_vertex("yoke::distances::keys",
                    distances::OfferKeys<Space, Vertex, Offset>{key_of, cells()});
    for_each_vertex("yoke::distances::choose",
                    distances::ChooseVertices<Space, Vertex, Offset>{key_of, cells()});
    return scan("yoke::distances::list",
                distances::ListChosen<Space, Vertex>{words_of(label_), cells(), words_of(list_)});
  }

  // Sets the levels of a search from `count` listed vertices.
  void search(std::size_t first, std::uint64_t count) {
    typename Search::Arguments arguments;
    arguments.graph = raw_.without_shared_incoming();
    arguments.sources = {list_.data() + first, count, here};
    arguments.level = {level_.data(), graph_.vertices(), here};
    searcher_->work(arguments);
    if (options_.report) ++options_.report->searches;
  }

  // Returns how many vertices remain open.
  std::uint64_t tighten() {
    std::uint64_t const n = graph_.vertices();
    std::uint64_t farthest = 0, open = 0;
    Kokkos::parallel_reduce(
        "yoke::distances::farthest", WideRange<Space>(exec_, 0, n),
        distances::FindFarthest<Space, Vertex>{words_of(level_), words_of(label_), cells()},
        Kokkos::Max<std::uint64_t>(farthest));
    exec_.fence("yoke::distances: farthest");
    if (farthest > longest_.length) {
      set_longest(farthest);
      longest_.from =
          element(exec_, words_of(chosen_vertex_), element(exec_, words_of(label_), longest_.to));
    }
    Kokkos::parallel_reduce(
        "yoke::distances::tighten", WideRange<Space>(exec_, 0, n),
        distances::TightenBounds<Space, Vertex>{words_of(level_), cells(), bounds()}, open);
    exec_.fence("yoke::distances: tightened");
    return open;
  }

  void set_longest(std::uint64_t length) {
    longest_.length = length;
    longest_.to = smallest(
        "yoke::distances::end", exec_, graph_.vertices(),
        distances::FirstAtLevel<Space, Vertex>{words_of(level_), static_cast<Vertex>(length)});
  }

  // Searches from every open vertex.
  void sweep() {
    for (;;) {
      std::uint64_t const open = scan(
          "yoke::distances::open", distances::ListOpen<Space, Vertex>{bounds(), words_of(list_)});
      if (open == 0) return;
      Sources const sources{words_of(list_), 0, std::min(open, Sources::most)};
      Kokkos::Array<Vertex, 64> found{};
      sweep_.run(
          graph_, sources,
          [&](std::uint64_t level, Array<Space, Vertex> const& frontier, std::uint64_t bits) {
            for (; bits != 0; bits &= bits - 1) {
              found[static_cast<std::size_t>(std::countr_zero(bits))] = static_cast<Vertex>(level);
            }
            raise_lower({frontier, static_cast<Vertex>(level), words_of(lower_)});
          });
      Kokkos::parallel_for("yoke::distances::exact", WideRange<Space>(exec_, 0, sources.count),
                           distances::SetExact<Space, Vertex>{sources, found, bounds()});
      exec_.fence("yoke::distances: exact");
      if (options_.report) {
        ++options_.report->sweeps;
        options_.report->swept_vertices += sources.count;
      }
      look_for_longest(found);
    }
  }

  void raise_lower(distances::RaiseLower<Space, Vertex> const& step) const {
    distances::for_each<distances::few_vertices>("yoke::distances::raise_lower", exec_,
                                                 step.frontier.extent(0), step);
  }

  // A sweep tells how far each search came, but not where to.
  void look_for_longest(Kokkos::Array<Vertex, 64> const& found) {
    Vertex const* const farthest = std::max_element(found.data(), found.data() + found.size());
    if (*farthest <= longest_.length) return;
    auto const place = static_cast<std::size_t>(farthest - found.data());
    longest_.from = element(exec_, words_of(list_), place);
    search(place, 1);
    set_longest(*farthest);
  }

  Space exec_;
  EccentricitiesOptions options_;
  EccentricitiesAlgorithm chosen_;
  OneSidePtr<Search> searcher_;
  OneSidePtr<Labelling> labeller_;
  distances::Sweep<Space, Vertex, Offset> sweep_;
  Buffer<Space, std::uint64_t> key_;
  // A vertex number, a level or a bound for each vertex.
  Buffer<Space, Vertex> label_, lower_, upper_, level_, list_, chosen_vertex_, farthest_;

  // Of the call.
  RawGraph<Vertex, Offset> raw_{};
  CsrView<Space, Vertex, Offset> graph_;
  Diameter longest_;
  bool is_diameter_ = false;
};

}  // namespace yoke::detail
