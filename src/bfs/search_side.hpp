#pragma once

#include <string>

#include "bfs/small_frontier.hpp"
#include "frame/fill_array.hpp"
#include "frame/staging.hpp"
#include "yoke/detail/frame/memory.hpp"

namespace yoke::detail::bfs {

enum class SearchStep { alone, top_down, top_down_by_vertex, bottom_up, done };

// One side's part of an array that the caller wants: a piece of the array itself where that is
// near, else of this side's memory, sent when the search is over.
template <class Space, class Vertex>
class SideOutput {
 public:
  void reserve(Space const& exec, RawArray<Vertex> target, SideRange own, char const* label) {
    target_ = target.size == 0
                  ? target
                  : RawArray<Vertex>{target.data + own.begin, own.size(), target.place};
    if (target.size == 0 || Staging<Space, Vertex>::is_near(target)) {
      array_ = Array<Space, Vertex>(target_.data, target_.size);
      return;
    }
    if (buffer_.extent(0) < own.size()) {
      buffer_ =
          make_buffer<Space, Vertex>(exec, std::string("yoke::bfs::own_") + label, own.size());
    }
    array_ = array_of(buffer_, own.size());
  }

  Array<Space, Vertex> const& array() const { return array_; }

  // Does not fence.
  void send(Space const& exec) const {
    if (array_.data() == target_.data || target_.size == 0) return;
    using Far = std::conditional_t<runs_on_host<Space>, Kokkos::DefaultExecutionSpace,
                                   Kokkos::DefaultHostExecutionSpace>;
    Kokkos::deep_copy(exec, Array<Far, Vertex>(target_.data, target_.size), array_);
  }

 private:
  RawArray<Vertex> target_;
  Array<Space, Vertex> array_;
  Buffer<Space, Vertex> buffer_;
};

// One side's rows: the caller's where this side can read them, else copies of its own vertices'.
template <class Space, class Vertex, class Offset>
class SideRowsHolder {
 public:
  // A device reads neighbours in pinned host memory where they lie: most vertices look at a few of
  // them only, so that moving all would take longer. Offsets are read again on every level.
  void reserve(Space const& exec, RawArray<Offset const> offsets, RawArray<Vertex const> neighbours,
               SideRange own, std::uint64_t first_arc, std::uint64_t end_arc) {
    bool const pinned = neighbours.place == Place::pinned;
    offsets_ = offsets;
    neighbours_ = neighbours;
    copies_offsets_ = !Staging<Space, Offset>::is_near(offsets);
    copies_neighbours_ = !Staging<Space, Vertex>::is_near(neighbours) && !pinned;
    if (copies_offsets_) {
      offsets_ = {offsets.data + own.begin, own.size() + 1, offsets.place};
      grow(exec, offset_copy_, own.size() + 1, "yoke::bfs::own_offsets");
    }
    if (copies_neighbours_) {
      neighbours_ = {neighbours.data + first_arc, end_arc - first_arc, neighbours.place};
      grow(exec, neighbour_copy_, end_arc - first_arc, "yoke::bfs::own_neighbours");
    }
    rows_ = {copies_offsets_ ? Array<Space, Offset const>(offset_copy_.data(), own.size() + 1)
                             : Array<Space, Offset const>(offsets.data, offsets.size),
             copies_neighbours_
                 ? Array<Space, Vertex const>(neighbour_copy_.data(), end_arc - first_arc)
                 : Array<Space, Vertex const>(neighbours.data, neighbours.size),
             copies_offsets_ ? own.begin : 0, copies_neighbours_ ? first_arc : 0};
  }

  bool copies() const { return copies_offsets_ || copies_neighbours_; }
  SideRows<Space, Vertex, Offset> const& rows() const { return rows_; }

  // Copies what was reserved for. Does not fence.
  void bring(Space const& exec) const {
    if (copies_offsets_) copy(exec, array_of(offset_copy_, offsets_.size), offsets_);
    if (copies_neighbours_) copy(exec, array_of(neighbour_copy_, neighbours_.size), neighbours_);
  }

 private:
  template <class T>
  static void grow(Space const& exec, Buffer<Space, T>& buffer, std::size_t size,
                   char const* label) {
    if (buffer.extent(0) < size) buffer = make_buffer<Space, T>(exec, label, size);
  }
  template <class T>
  static void copy(Space const& exec, Array<Space, T> to, RawArray<T const> from) {
    using Far = std::conditional_t<runs_on_host<Space>, Kokkos::DefaultExecutionSpace,
                                   Kokkos::DefaultHostExecutionSpace>;
    Kokkos::deep_copy(exec, to, Array<Far, T const>(from.data, from.size));
  }

  RawArray<Offset const> offsets_;
  RawArray<Vertex const> neighbours_;
  bool copies_offsets_ = false, copies_neighbours_ = false;
  Buffer<Space, Offset> offset_copy_;
  Buffer<Space, Vertex> neighbour_copy_;
  SideRows<Space, Vertex, Offset> rows_;
};

// One side of a hybrid search: its vertices, their rows, and bitmaps of all vertices. Memory for n
// vertices: five bits a vertex for bitmaps and two bytes for tasks (four where vertices or offsets
// have 64 bits), and copies of what lies on the other side.
template <class Space, class Vertex, class Offset>
class SearchSide {
  using Traits = SideTraits<Space>;
  using Task = SideTask<Vertex, Offset>;
  using Words = Array<Space, std::uint64_t>;

 public:
  // Takes the memory for graphs of up to `vertices`. `next` are two bitmaps that the other side
  // gets to see.
  SearchSide(Space const& exec, std::size_t vertices, Words next, Words next_but_one)
      : exec_(exec), next_{next, next_but_one} {
    std::size_t const words = (vertices + 63) / 64;
    for (auto& bits : frontier_) {
      bits = make_buffer<Space, std::uint64_t>(exec, "yoke::bfs::side_frontier", words);
    }
    visited_ = make_buffer<Space, std::uint64_t>(exec, "yoke::bfs::side_visited", words);
    tasks_ = make_buffer<Space, Task>(exec, "yoke::bfs::side_tasks", vertices / 4 + 1024);
    task_count_ = make_buffer<Space, std::uint64_t>(exec, "yoke::bfs::side_task_count", 1);
  }

  // Takes what else a call needs; the rest of a call allocates nothing.
  void reserve(RawGraph<Vertex, Offset> const& graph, CutPoint from, CutPoint to,
               RawArray<Vertex> level, RawArray<Vertex> parent, bool smallest_parents) {
    own_ = {from.vertex, to.vertex};
    words_ = (graph.vertices() + 63) / 64;
    smallest_parents_ = smallest_parents;
    symmetric_ = graph.symmetric;
    outgoing_.reserve(exec_, graph.offsets, graph.neighbours, own_, from.arc, to.arc);
    if (!symmetric_) {
      incoming_.reserve(exec_, graph.incoming_offsets, graph.incoming_neighbours, own_,
                        from.incoming_arc, to.incoming_arc);
    }
    level_.reserve(exec_, level, own_, "level");
    parent_.reserve(exec_, parent, own_, "parent");
  }

  Space const& exec() const { return exec_; }
  SideRange const& own() const { return own_; }
  bool has_room_for(SideFound const& frontier) const { return frontier.tasks <= tasks_.extent(0); }
  // The bitmap of what this side has found of a level.
  Words found(std::uint64_t level) const { return Words(next_[level % 2].data(), words_); }

  void bring_rows(Timeline* timeline) {
    if (!outgoing_.copies() && !incoming_.copies()) return;
    Span span(timeline, runs_on_host<Space> ? Lane::download : Lane::upload, "rows");
    outgoing_.bring(exec_);
    if (!symmetric_) incoming_.bring(exec_);
    exec_.fence("yoke::bfs: rows");
  }

  // Level 0. Returns what the side found, as settle() does.
  SideFound start(BfsSources<Space, Vertex> const& sources) {
    now_ = 0;
    for (auto const& output : {level_.array(), parent_.array()}) {
      if (output.extent(0) > 0) fill(exec_, output, unreached<Vertex>);
    }
    auto const side = state();
    Kokkos::parallel_for("yoke::bfs::side_clear", WideRange<Space>(exec_, 0, words_),
                         SideClear<Space, Vertex, Offset>{side, found(1)});
    Kokkos::parallel_for("yoke::bfs::side_sources", WideRange<Space>(exec_, 0, sources.size()),
                         SideSources<Space, Vertex>{sources, side.next});
    return settle({}, false, 0);
  }

  // Finds what it can of the next level. Does not fence.
  void expand(SearchStep step, SideFound const& frontier) {
    switch (step) {
      case SearchStep::bottom_up:
        Kokkos::parallel_for("yoke::bfs::side_bottom_up", Traits::policy(exec_, vertex_steps(), 16),
                             SideBottomUp<Space, Vertex, Offset>{state()});
        return;
      case SearchStep::top_down_by_vertex:
        Kokkos::parallel_for("yoke::bfs::side_top_down_by_vertex",
                             Traits::policy(exec_, own_.size(), 64),
                             SideTopDownByVertex<Space, Vertex, Offset>{state()});
        return;
      case SearchStep::top_down:
        follow_tasks(frontier.tasks);
        return;
      case SearchStep::alone:
      case SearchStep::done:
        return;
    }
  }

  // Searches small levels, from `level` on, for both sides.
  SmallFrontierLevels search_small_frontier(Vertex level, SmallFrontierLimits const& limits,
                                            SmallFrontierFind<Vertex>* finds, Vertex* start) const {
    return SmallFrontierSearch<Space, Vertex, Offset>(state(), words_, limits, finds, start)
        .run(level);
  }

  // Takes over what the host found alone, as settle() does. `level` is the one to be found next.
  SideFound take_over(Array<Space, SmallFrontierFind<Vertex> const> finds,
                      SmallFrontierLevels const& alone, std::uint64_t level) {
    now_ = static_cast<int>(level % 2);
    Kokkos::parallel_for("yoke::bfs::side_forget", WideRange<Space>(exec_, 0, words_),
                         SideForget<Space>{found(0), found(1), array_of(frontier_[now_], words_),
                                           array_of(task_count_)});
    SideFound found;
    Kokkos::parallel_reduce("yoke::bfs::side_take_over", WideRange<Space>(exec_, 0, alone.finds),
                            SideTakeOver<Space, Vertex, Offset>{state(), finds, alone.last}, found);
    exec_.fence("yoke::bfs: levels taken over");
    return found;
  }

  // Adds what the other side found, and gives own vertices their level and parent. Returns what is
  // known of the own ones among them. Fences.
  SideFound settle(Array<Space, std::uint64_t const> theirs, bool theirs_has_own, Vertex level) {
    auto const side = state();
    SideBits<Space> const next_frontier{array_of(frontier_[1 - now_], words_)};
    Kokkos::parallel_for(
        "yoke::bfs::side_merge", WideRange<Space>(exec_, 0, words_),
        SideMerge<Space, Vertex, Offset>{side, theirs, theirs_has_own, next_frontier,
                                         found(level + 1), array_of(task_count_)});
    SideFound found;
    Kokkos::parallel_reduce("yoke::bfs::side_settle", WideRange<Space>(exec_, 0, vertex_steps()),
                            SideSettle<Space, Vertex, Offset>{side, next_frontier, level}, found);
    exec_.fence("yoke::bfs: level settled");
    now_ = 1 - now_;
    return found;
  }

  // Sends what the caller wants elsewhere.
  void deliver(Timeline* timeline) {
    Span span(timeline, runs_on_host<Space> ? Lane::upload : Lane::download, "level, parent");
    level_.send(exec_);
    parent_.send(exec_);
    exec_.fence("yoke::bfs: delivered");
  }

 private:
  std::uint64_t vertex_steps() const {
    return Traits::vertices_a_step == 1 ? own_.size() : own_.words();
  }

  SideLevel<Space, Vertex, Offset> state() const {
    return {own_,
            outgoing_.rows(),
            symmetric_ ? outgoing_.rows() : incoming_.rows(),
            {array_of(frontier_[now_], words_)},
            {array_of(visited_, words_)},
            {found(now_)},
            level_.array(),
            parent_.array(),
            smallest_parents_};
  }

  void follow_tasks(std::uint64_t tasks) {
    if (tasks == 0) return;
    using List = SideListTasks<Space, Vertex, Offset>;
    Kokkos::parallel_for("yoke::bfs::side_list_tasks",
                         WideRange<Space>(exec_, 0, List::steps(own_)),
                         List{state(), array_of(tasks_), array_of(task_count_)});
    Kokkos::parallel_for("yoke::bfs::side_top_down",
                         Traits::policy(exec_, tasks * Traits::warp_size, 8),
                         SideTopDown<Space, Vertex, Offset>{state(), array_of(tasks_)});
  }

  Space exec_;
  SideRange own_;
  std::uint64_t words_ = 0;
  bool smallest_parents_ = false, symmetric_ = true;
  int now_ = 0;  // of each pair of bitmaps, the one of the level under way: the level modulo 2
  Words next_[2];
  Buffer<Space, std::uint64_t> frontier_[2], visited_, task_count_;
  Buffer<Space, Task> tasks_;
  SideRowsHolder<Space, Vertex, Offset> outgoing_, incoming_;
  SideOutput<Space, Vertex> level_, parent_;
};

}  // namespace yoke::detail::bfs
