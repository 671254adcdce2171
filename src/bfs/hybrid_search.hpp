#pragma once

#include <algorithm>
#include <vector>

#include "bfs/search_side.hpp"
#include "frame/side_barrier.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/timeline.hpp"

namespace yoke::detail::bfs {

// What both sides know of a search, and what they therefore both decide alike.
class SearchPace {
 public:
  struct Rules {
    bool follows_arcs_only;
    SmallFrontierLimits alone;  // of nothing where the host has not all rows
    std::uint64_t alpha;
  };

  SearchPace(std::uint64_t arcs, Rules const& rules) : unexplored_(arcs), rules_(rules) {}

  // How to find the level after the one that the sides have found now. `tasks_fit`: there is room
  // for the frontier's tasks.
  SearchStep next(SideFound const& device, SideFound const& host, bool tasks_fit) {
    std::uint64_t const count = device.count + host.count, arcs = device.arcs + host.arcs;
    reached_ += count;
    levels_ += count > 0;
    unexplored_ -= std::min(arcs, unexplored_);
    return choose(count, arcs, tasks_fit, rules_.alone.small);
  }
  // The same after levels that the host has found alone: it goes on if they were merely many.
  SearchStep next(SmallFrontierLevels const& alone, bool tasks_fit) {
    reached_ += alone.finds;
    levels_ += alone.levels;
    unexplored_ -= std::min(alone.arcs, unexplored_);
    return choose(alone.finds - alone.last, alone.last_arcs, tasks_fit, rules_.alone.most_arcs);
  }

  std::uint64_t reached() const { return reached_; }
  std::uint64_t levels() const { return levels_; }
  std::uint64_t bottom_up_levels() const { return bottom_up_levels_; }
  std::uint64_t shared_levels() const { return shared_levels_; }
  std::uint64_t small_frontier_stretches() const { return small_frontier_stretches_; }

 private:
  SearchStep choose(std::uint64_t count, std::uint64_t arcs, bool tasks_fit, std::uint64_t small) {
    if (arcs == 0) return SearchStep::done;
    if (std::max(count, arcs) <= small) {
      ++small_frontier_stretches_;
      return SearchStep::alone;
    }
    ++shared_levels_;
    if (!rules_.follows_arcs_only && (!tasks_fit || arcs > unexplored_ / rules_.alpha)) {
      ++bottom_up_levels_;
      return SearchStep::bottom_up;
    }
    return tasks_fit ? SearchStep::top_down : SearchStep::top_down_by_vertex;
  }

  std::uint64_t unexplored_;
  Rules rules_;
  std::uint64_t reached_ = 0, levels_ = 0, bottom_up_levels_ = 0;
  std::uint64_t shared_levels_ = 0, small_frontier_stretches_ = 0;
};

// Breadth-first search on both sides at once (thesis, Algorithm 17). Each side has its vertices,
// with their rows, levels and parents. On each level it looks from its own: for unreached vertices
// with a neighbour in the frontier, or for the neighbours of frontier vertices, be they its own or
// not. Then the sides exchange bitmaps of what they found: an eighth of a byte a vertex each way.
// The owner of a vertex that the other side has found looks for the parent among its neighbours in
// the old frontier, so that no parents travel.
template <class Device, class Host, class Vertex, class Offset>
class HybridSearch {
  static constexpr bool shares_memory = runs_on_host<Device>;
  using PinnedWords = Buffer<Kokkos::SharedHostPinnedSpace, std::uint64_t>;
  template <class Space>
  using Words = Array<Space, std::uint64_t>;

 public:
  HybridSearch(Hybrid<Device, Host> const& hybrid, std::size_t vertices, BfsOptions const& options)
      : hybrid_(hybrid),
        options_(options),
        words_((vertices + 63) / 64),
        device_found_{device_words(), device_words()},
        host_found_{pinned_words(), pinned_words()},
        from_device_(Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke::bfs::from_device"),
                     shares_memory ? 0 : words_),
        from_host_(make_buffer<Device, std::uint64_t>(hybrid.device(), "yoke::bfs::from_host",
                                                      shares_memory ? 0 : words_)),
        small_frontier_limits_(SmallFrontierLimits::of(vertices, shares_memory)),
        finds_(Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke::bfs::small_frontier_finds"),
               small_frontier_limits_.most_finds),
        small_frontier_start_(small_frontier_limits_.most_arcs),
        device_(hybrid.device(), vertices, array_of(device_found_[0]), array_of(device_found_[1])),
        host_(hybrid.host(), vertices, host_array(0), host_array(1)) {
    hybrid.device().fence("yoke::bfs: plan");
    hybrid.host().fence("yoke::bfs: plan");
  }

  // The sources have been checked; a directed graph has incoming rows. Returns the vertices
  // reached.
  std::size_t run(RawGraph<Vertex, Offset> const& graph,
                  BfsSources<Device, Vertex> const& device_sources,
                  BfsSources<Host, Vertex> const& host_sources, RawArray<Vertex> level,
                  RawArray<Vertex> parent, double host_share, Timeline* timeline) {
    reserve(graph, level, parent, host_share);
    timeline_ = timeline;
    pace_ = SearchPace(graph.arcs(), {options_.algorithm == BfsAlgorithm::level_synchronous,
                                      graph.offsets.place == Place::device ? SmallFrontierLimits{}
                                                                           : small_frontier_limits_,
                                      alpha_for(graph)});
    if (hybrid_.is_concurrent()) {
      barrier_.reset();
      SearchPace const pace = pace_;
      hybrid_.concurrently([&] { drive_device(device_sources); },
                           [&] { drive_host(host_sources, pace); });
    } else {
      take_turns(device_sources, host_sources);
    }
    return pace_.reached();
  }

  SearchPace const& pace() const { return pace_; }

 private:
  // A level is searched bottom-up where the frontier has more than 1 / alpha of the arcs that
  // nobody has followed. 15 is GAPBS's value for cores, where following an arc to a random place
  // costs far more than reading the next neighbour of a row. Over the bus both cost the bytes that
  // move: where a fraction p of all arcs leads to the frontier, an unreached vertex reads 1 / p
  // neighbours in sectors of 8, and with the R-MAT graph's 30 arcs a vertex that is as much as the
  // frontier's rows are at p = 1/3; with the cores' part of the level, both ways break even at
  // about 1/4.
  static std::uint64_t alpha_for(RawGraph<Vertex, Offset> const& graph) {
    return !shares_memory && graph.neighbours.place == Place::pinned ? 4 : 15;
  }

  Buffer<Device, std::uint64_t> device_words() const {
    return make_buffer<Device, std::uint64_t>(hybrid_.device(), "yoke::bfs::device_found", words_);
  }
  PinnedWords pinned_words() const {
    return PinnedWords(Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke::bfs::host_found"),
                       words_);
  }
  Words<Host> host_array(int i) const { return Words<Host>(host_found_[i].data(), words_); }

  void reserve(RawGraph<Vertex, Offset> const& graph, RawArray<Vertex> level,
               RawArray<Vertex> parent, double host_share) {
    CutPoint const cut = graph.offsets.place == Place::device
                             ? find_cut(hybrid_.device(), graph, host_share)
                             : find_cut(hybrid_.host(), graph, host_share);
    CutPoint const end{graph.vertices(), graph.arcs(), graph.incoming_neighbours.size};
    device_.reserve(graph, cut, end, level, parent, options_.deterministic_parents);
    host_.reserve(graph, CutPoint{}, cut, level, parent, options_.deterministic_parents);
    hybrid_.device().fence("yoke::bfs: memory");
    hybrid_.host().fence("yoke::bfs: memory");
    if (graph.offsets.place == Place::device) host_.bring_rows(options_.timeline);
  }

  // A level is found by both sides at once, or levels by the host alone; then the sides meet.
  void find_on_device(SearchStep step, Vertex level) {
    if (step == SearchStep::alone) return;
    Span span(timeline_, Lane::device, name_of(step));
    device_.expand(step, device_new_);
    if constexpr (!shares_memory) {
      copy_words(Words<Host>(from_device_.data(), words_), device_.found(level),
                 step == SearchStep::bottom_up ? device_.own() : all_vertices());
    }
    hybrid_.device().fence("yoke::bfs: found on the device");
  }

  void find_on_host(SearchStep step, Vertex level) {
    Span span(timeline_, Lane::host, name_of(step));
    if (step == SearchStep::alone) {
      alone_ = host_.search_small_frontier(level, small_frontier_limits_, finds_.data(),
                                           small_frontier_start_.data());
      return;
    }
    host_.expand(step, host_new_);
    hybrid_.host().fence("yoke::bfs: found on the host");
  }

  // Both sides take over what both have found; then they meet again. Returns the next level.
  Vertex settle_on_device(SearchStep step, Vertex level) {
    Span span(timeline_, Lane::device, "settle");
    if (step == SearchStep::alone) {
      Array<Device, SmallFrontierFind<Vertex> const> const finds(finds_.data(), finds_.extent(0));
      device_alone_ = alone_;
      device_new_ = device_.take_over(finds, alone_, level + alone_.steps);
      return static_cast<Vertex>(level + alone_.steps);
    }
    bool const follows = step != SearchStep::bottom_up;
    Words<Device> theirs(host_.found(level).data(), device_.found(level).extent(0));
    if constexpr (!shares_memory) {
      theirs = Words<Device>(from_host_.data(), device_.found(level).extent(0));
      copy_words(theirs, host_.found(level), follows ? all_vertices() : host_.own());
    }
    device_new_ = device_.settle(theirs, follows, level);
    return level + 1;
  }

  Vertex settle_on_host(SearchStep step, Vertex level) {
    Span span(timeline_, Lane::host, "settle");
    if (step == SearchStep::alone) {
      Array<Host, SmallFrontierFind<Vertex> const> const finds(finds_.data(), finds_.extent(0));
      host_new_ = host_.take_over(finds, alone_, level + alone_.steps);
      return static_cast<Vertex>(level + alone_.steps);
    }
    Array<Host, std::uint64_t const> const theirs(
        shares_memory ? device_.found(level).data() : from_device_.data(),
        host_.found(level).extent(0));
    host_new_ = host_.settle(theirs, step != SearchStep::bottom_up, level);
    return level + 1;
  }

  SideRange all_vertices() const { return {0, device_.own().end}; }

  template <class To, class From>
  void copy_words(To const& to, From const& from, SideRange range) const {
    std::pair<std::size_t, std::size_t> const words(range.first_word(), range.end_word());
    Kokkos::deep_copy(hybrid_.device(), Kokkos::subview(to, words), Kokkos::subview(from, words));
  }

  SearchStep decide(SearchPace& pace, SearchStep last, SmallFrontierLevels const& alone) const {
    bool const tasks_fit = device_.has_room_for(device_new_) && host_.has_room_for(host_new_);
    return last == SearchStep::alone ? pace.next(alone, tasks_fit)
                                     : pace.next(device_new_, host_new_, tasks_fit);
  }

  static char const* name_of(SearchStep step) {
    return step == SearchStep::alone       ? "small levels"
           : step == SearchStep::bottom_up ? "bottom-up"
                                           : "top-down";
  }

  // The sides meet twice a level: when both have found, and when both have settled. Between the
  // second meeting and the next first, each reads what the other has posted and nobody writes it.
  void drive_device(BfsSources<Device, Vertex> const& sources) {
    SideBarrier::StopOnUnwind const stop(barrier_);
    device_.bring_rows(timeline_);
    SearchPace pace = pace_;
    {
      Span span(timeline_, Lane::device, "start");
      device_new_ = device_.start(sources);
    }
    if (!barrier_.meet()) return;
    Vertex level = 1;
    for (auto step = decide(pace, SearchStep::done, device_alone_); step != SearchStep::done;
         step = decide(pace, step, device_alone_)) {
      find_on_device(step, level);
      if (!barrier_.meet()) return;
      level = settle_on_device(step, level);
      if (!barrier_.meet()) return;
    }
    pace_ = pace;
    device_.deliver(timeline_);
  }

  void drive_host(BfsSources<Host, Vertex> const& sources, SearchPace pace) {
    SideBarrier::StopOnUnwind const stop(barrier_);
    {
      Span span(timeline_, Lane::host, "start");
      host_new_ = host_.start(sources);
    }
    if (!barrier_.meet()) return;
    Vertex level = 1;
    for (auto step = decide(pace, SearchStep::done, alone_); step != SearchStep::done;
         step = decide(pace, step, alone_)) {
      find_on_host(step, level);
      if (!barrier_.meet()) return;
      level = settle_on_host(step, level);
      if (!barrier_.meet()) return;
    }
    host_.deliver(timeline_);
  }

  // One thread alone: the same steps, the device's first.
  void take_turns(BfsSources<Device, Vertex> const& device_sources,
                  BfsSources<Host, Vertex> const& host_sources) {
    device_.bring_rows(timeline_);
    device_new_ = device_.start(device_sources);
    host_new_ = host_.start(host_sources);
    Vertex level = 1;
    for (auto step = decide(pace_, SearchStep::done, alone_); step != SearchStep::done;
         step = decide(pace_, step, alone_)) {
      find_on_device(step, level);
      find_on_host(step, level);
      settle_on_device(step, level);
      level = settle_on_host(step, level);
    }
    device_.deliver(timeline_);
    host_.deliver(timeline_);
  }

  Hybrid<Device, Host> const& hybrid_;
  BfsOptions options_;
  std::size_t words_;
  Buffer<Device, std::uint64_t> device_found_[2];
  PinnedWords host_found_[2];
  PinnedWords from_device_;                  // what the device found, for the host to read
  Buffer<Device, std::uint64_t> from_host_;  // what the host found, for the device
  SmallFrontierLimits small_frontier_limits_;
  Buffer<Kokkos::SharedHostPinnedSpace, SmallFrontierFind<Vertex>> finds_;
  std::vector<Vertex> small_frontier_start_;
  SearchSide<Device, Vertex, Offset> device_;
  SearchSide<Host, Vertex, Offset> host_;
  SideFound device_new_, host_new_;
  // The host may be at its next levels while the device decides what comes after the last.
  SmallFrontierLevels alone_, device_alone_;
  SearchPace pace_{0, {}};
  SideBarrier barrier_;
  Timeline* timeline_ = nullptr;
};

}  // namespace yoke::detail::bfs
