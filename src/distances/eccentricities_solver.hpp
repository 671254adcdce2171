#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "distances/bounds.hpp"
#include "distances/hop_searches.hpp"
#include "distances/weighted_searches.hpp"
#include "distances/weights.hpp"
#include "frame/phase_timer.hpp"
#include "frame/raw_arrays.hpp"
#include "frame/side.hpp"
#include "frame/solver.hpp"
#include "primitives/findings.hpp"
#include "yoke/detail/components/capability.hpp"
#include "yoke/detail/distances/capability.hpp"

namespace yoke::detail::distances {

template <class Space, class Vertex, class Offset, class Weight>
struct SearchesFor {
  using Type = WeightedSearches<Space, Vertex, Offset, Weight>;
};
template <class Space, class Vertex, class Offset>
struct SearchesFor<Space, Vertex, Offset, void> {
  using Type = HopSearches<Space, Vertex, Offset>;
};

}  // namespace yoke::detail::distances

namespace yoke::detail {

// Bounds of all eccentricities are tightened by searches, each from a vertex of every component
// that has open ones (Takes, Kosters 2013). If the other bounds hardly move, a search begins at
// each vertex that is left.
template <class Vertex, class Offset, class Weight, class Space>
class Solver<distances::Eccentricities<Vertex, Offset, Weight>, Space> {
  using Capability = distances::Eccentricities<Vertex, Offset, Weight>;
  using Arguments = typename Capability::Arguments;
  using Length = typename Capability::Length;
  using Searches = typename distances::SearchesFor<Space, Vertex, Offset, Weight>::Type;
  using Labelling = components::Components<Vertex, Offset>;
  static constexpr Lane lane = runs_on_host<Space> ? Lane::host : Lane::device;

 public:
  Solver(Space const& exec, GraphCapacity const& capacity, EccentricitiesOptions const& options,
         EccentricitiesAlgorithm chosen)
      : exec_(exec),
        options_(options),
        chosen_(chosen),
        searches_(exec, capacity, options.report),
        labeller_(make_side<Labelling>(exec, capacity, {}, lane)),
        key_(make_buffer<Space, std::uint64_t>(exec, "yoke::distances::key", capacity.vertices)) {
    for (auto* const vertices : {&label_, &list_, &chosen_vertex_}) {
      *vertices = make_buffer<Space, Vertex>(exec, "yoke::distances::vertices", capacity.vertices);
    }
    for (auto* const lengths : {&lower_, &upper_, &distance_, &farthest_}) {
      *lengths = make_buffer<Space, Length>(exec, "yoke::distances::lengths", capacity.vertices);
    }
    if constexpr (!std::is_void_v<Weight>) searches_.reserve_teams(capacity);
  }

  static EccentricitiesAlgorithm choose(GraphCapacity const&, EccentricitiesOptions const&) {
    return EccentricitiesAlgorithm::bounded;
  }

  std::size_t run(Arguments const& arguments) {
    auto const& graph = arguments.graph;
    if (options_.validate) distances::check_graph<Weight>(exec_, arguments);
    raw_ = graph;
    graph_ = csr_of<Space>(graph);
    longest_ = {};
    is_diameter_ = !arguments.wants_all;
    PhaseTimer<Space> timer(exec_, options_.report);
    rules_ = searches_.start(arguments);
    for_each_vertex("yoke::distances::start",
                    distances::StartBounds<Space, Vertex, Offset, Length>{graph_, bounds()});
    if (chosen_ == EccentricitiesAlgorithm::bounded) {
      bound();
      timer.done("bounds");
    }
    search_each(share_of(arguments.share));
    timer.done(std::is_void_v<Weight> ? "sweeps" : "searches");
    if (arguments.wants_all) {
      Kokkos::deep_copy(exec_, array_on<Space>(arguments.eccentricity), words_of(lower_));
    }
    exec_.fence("yoke::eccentricities");
    *arguments.diameter = {longest_.length, longest_.from, longest_.to};
    return 0;
  }

 private:
  struct Longest {
    Length length = 0;
    std::size_t from = 0, to = 0;
  };

  // The number of searches whose settled vertices are counted together.
  static constexpr std::uint64_t window = 16;

  template <class T>
  auto words_of(Buffer<Space, T> const& words) const {
    return array_of(words, graph_.vertices());
  }
  distances::Bounds<Space, Vertex, Length> bounds() const {
    return {words_of(label_), words_of(lower_), words_of(upper_),
            is_diameter_ ? longest_.length : Length(0)};
  }
  distances::ComponentCells<Space, Vertex, Length> cells() const {
    return {array_of(key_, graph_.vertices()), words_of(chosen_vertex_), words_of(farthest_)};
  }
  template <class Step>
  void for_each_vertex(char const* label, Step const& step) const {
    Kokkos::parallel_for(label, WideRange<Space>(exec_, 0, graph_.vertices()), step);
  }
  template <class Step>
  std::uint64_t scan(char const* label, Step const& step, std::uint64_t begin,
                     std::uint64_t end) const {
    std::uint64_t count = 0;
    Kokkos::parallel_scan(label, WideRange<Space>(exec_, begin, end), step, count);
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
        if (searches > 0 && open_before - open < window * Searches::least_settled) return;
        open_before = open;
      }
    }
  }

  // Lists a vertex of each component that has open ones.
  std::uint64_t choose_vertices(bool from_outside) const {
    distances::SearchKeys<Space, Vertex, Offset, Length> const key_of{graph_, bounds(),
                                                                      from_outside};
    for_each_vertex("yoke::distances::clear_cells",
                    distances::ClearCells<Space, Vertex, Length>{cells()});
    for_each_vertex("yoke::distances::keys",
                    distances::OfferKeys<Space, Vertex, Offset, Length>{key_of, cells()});
    for_each_vertex("yoke::distances::choose",
                    distances::ChooseVertices<Space, Vertex, Offset, Length>{key_of, cells()});
    return scan(
        "yoke::distances::list",
        distances::ListChosen<Space, Vertex, Length>{words_of(label_), cells(), words_of(list_)}, 0,
        graph_.vertices());
  }

  // Sets the distances from `count` listed vertices.
  void search(std::size_t first, std::uint64_t count) {
    searches_.from({list_.data() + first, count, here},
                   {distance_.data(), graph_.vertices(), here});
  }

  // Returns how many vertices remain open.
  std::uint64_t tighten() {
    std::uint64_t const n = graph_.vertices();
    Length farthest = 0;
    std::uint64_t open = 0;
    Kokkos::parallel_reduce("yoke::distances::farthest", WideRange<Space>(exec_, 0, n),
                            distances::FindFarthest<Space, Vertex, Length>{
                                words_of(distance_), words_of(label_), cells()},
                            Kokkos::Max<Length>(farthest));
    exec_.fence("yoke::distances: farthest");
    if (farthest > longest_.length) {
      set_longest(farthest);
      longest_.from =
          element(exec_, words_of(chosen_vertex_), element(exec_, words_of(label_), longest_.to));
    }
    Kokkos::parallel_reduce("yoke::distances::tighten", WideRange<Space>(exec_, 0, n),
                            distances::TightenBounds<Space, Vertex, Length>{
                                words_of(distance_), cells(), bounds(), rules_},
                            open);
    exec_.fence("yoke::distances: tightened");
    return open;
  }

  void set_longest(Length length) {
    longest_.length = length;
    longest_.to = smallest("yoke::distances::end", exec_, graph_.vertices(),
                           distances::FirstAtDistance<Space, Length>{words_of(distance_), length});
  }

  std::uint64_t list_open(std::uint64_t begin, std::uint64_t end) const {
    return scan("yoke::distances::open",
                distances::ListOpen<Space, Vertex, Length>{bounds(), words_of(list_)}, begin, end);
  }

  // The vertices that this rank searches from. Every rank gets as many open ones.
  std::pair<std::uint64_t, std::uint64_t> share_of(distances::SearchShare* share) const {
    std::uint64_t const n = graph_.vertices();
    if (share == nullptr) return {0, n};
    std::uint64_t const open = list_open(0, n);
    auto const vertex_at = [&](std::uint64_t place) -> std::uint64_t {
      if (place == 0) return 0;
      return place == open ? n : std::uint64_t(element(exec_, words_of(list_), place));
    };
    share->begin = open == 0 && share->part.part > 0 ? n : vertex_at(share->part.begin(open));
    share->end = open == 0 ? n : vertex_at(share->part.end(open));
    return {share->begin, share->end};
  }

  // Searches from every open vertex of a range.
  void search_each(std::pair<std::uint64_t, std::uint64_t> const& range) {
    for (;;) {
      std::uint64_t const open = list_open(range.first, range.second);
      if (open == 0) return;
      auto const settled = searches_.each(words_of(list_), open, bounds(), rules_);
      if (settled.farthest <= longest_.length) continue;
      // They tell how far they came, but not where to.
      longest_.from = element(exec_, words_of(list_), settled.place);
      search(settled.place, 1);
      set_longest(settled.farthest);
    }
  }

  Space exec_;
  EccentricitiesOptions options_;
  EccentricitiesAlgorithm chosen_;
  Searches searches_;
  OneSidePtr<Labelling> labeller_;
  Buffer<Space, std::uint64_t> key_;
  // For each vertex another one, or a length.
  Buffer<Space, Vertex> label_, list_, chosen_vertex_;
  Buffer<Space, Length> lower_, upper_, distance_, farthest_;

  // Of the call.
  RawGraph<Vertex, Offset> raw_{};
  CsrView<Space, Vertex, Offset> graph_;
  distances::BoundRules<Length> rules_{};
  Longest longest_;
  bool is_diameter_ = false;
};

}  // namespace yoke::detail
