#pragma once

#include <algorithm>
#include <utility>

#include "bfs/bottom_up_pass.hpp"
#include "yoke/detail/frame/memory.hpp"

namespace yoke::detail::bfs {

// What a search has examined.
struct SearchWork {
  BfsWork top_down, bottom_up;

  // Levels from `before` up to the one before `now` were followed.
  void add_top_down(LevelRecord const& before, LevelRecord const& now) {
    top_down.vertices += now.reached_before - before.reached_before;
    top_down.arcs += now.arcs_before - before.arcs_before;
  }
  void add_bottom_up(BottomUpCount const& count) {
    bottom_up.vertices += count.vertices;
    bottom_up.arcs += count.arcs;
  }

  // What may be lost bottom-up on the level after `now`, so that all that is examined stays near
  // twice the vertices that are reached and their arcs, even if `now` has to be followed after all.
  std::int64_t allowance(LevelRecord const& now, TallyFormat const& format) const {
    std::uint64_t const of_level = format.count(now.tally) + format.arcs(now.tally);
    return static_cast<std::int64_t>(2 * (now.reached_before + now.arcs_before) + of_level) -
           static_cast<std::int64_t>(top_down.total() + bottom_up.total());
  }
};

template <class Space, class Vertex, class Offset>
class BottomUpSearch {
  static constexpr bool on_host = runs_on_host<Space>;
  using Problem = bfs::Problem<Space, Vertex, Offset>;
  using Kernel = BottomUp<Space, Vertex, Offset>;
  using Budget = BottomUpBudget<Space>;
  using Levels = Frontier<Space, Vertex, Offset>;

 public:
  BottomUpSearch(Space const& exec, std::size_t vertices) {
    std::size_t const words = VertexBits<Space>::words_for(vertices);
    bits_ = make_buffer<Space, std::uint32_t>(exec, "yoke::bfs::bits", words);
    if constexpr (on_host) {
      next_bits_ = make_buffer<Space, std::uint32_t>(exec, "yoke::bfs::bits", words);
      lost_ = make_buffer<Space, std::int64_t>(exec, "yoke::bfs::lost", 1);
    } else {
      long_row_count_ = make_buffer<Space, std::uint64_t>(exec, "yoke::bfs::long_row_count", 1);
      first_part_ = make_buffer<Space, BottomUpCount>(exec, "yoke::bfs::first_part", 1);
    }
  }

  // Searches from level `now` on, for one level at least and while the rule prefers it. `now`
  // becomes the level to be expanded next, with its queue unless the search is over. False: it must
  // be followed, since asking all for it cost more than it was worth; who was found has been queued
  // already.
  bool run(Problem const& problem, Levels const& frontier, LevelRecord& now, DirectionRule& rule,
           SearchWork& work) {
    std::uint64_t const n = problem.vertices();
    auto const& format = frontier.format;
    collect(problem, now.level);
    for (bool is_queued = true;; is_queued = false) {
      BottomUpCount const count =
          search_level(problem, frontier, now, rule, work.allowance(now, format));
      work.add_bottom_up(count);
      std::uint64_t const reached = now.reached_before + format.count(now.tally);
      LevelRecord const next{now.level + 1, count.tally, reached,
                             now.arcs_before + format.arcs(now.tally)};
      if (count.left_unasked > 0) {
        if (!is_queued) queue_level(problem, frontier, now, now);
        take_next_bits(problem, next.level);
        queue_level(problem, frontier, next, now);
        return false;
      }
      if (problem.report) ++problem.report->bottom_up_levels;
      // Whoever has arcs was asked.
      rule.vertices = reached + count.vertices;
      now = next;
      if (format.units(now.tally) == 0 || reached + format.count(now.tally) == n) return true;
      take_next_bits(problem, now.level);
      if (!rule.prefers_bottom_up(now, format)) break;
    }
    queue_level(problem, frontier, now, now);
    return true;
  }

 private:
  void collect(Problem const& problem, std::uint64_t level) {
    using Collect = CollectLevel<Space, Vertex>;
    std::uint64_t const words = VertexBits<Space>::words_for(problem.vertices());
    Kokkos::parallel_for("yoke::bfs::collect_level",
                         WideRange<Space>(problem.exec, 0, Collect::bytes_of_word * words),
                         Collect{problem.level, static_cast<Vertex>(level), bits_.data(), 0,
                                 array_of(long_row_count_)});
  }

  void take_next_bits(Problem const& problem, std::uint64_t level) {
    if constexpr (on_host) {
      std::swap(bits_, next_bits_);
    } else {
      collect(problem, level);
    }
  }

  void queue_level(Problem const& problem, Levels const& frontier, LevelRecord const& now,
                   LevelRecord const& next) const {
    std::uint64_t const words = VertexBits<Space>::words_for(problem.vertices());
    Kokkos::parallel_scan(
        "yoke::bfs::queue_level", WideRange<Space>(problem.exec, 0, words),
        QueueLevel<Space, Vertex, Offset>{frontier, {array_of(bits_, words)}, now, next});
    problem.exec.fence("yoke::bfs: level queued");
  }

  // Finds the level below `now`, or a part of it.
  BottomUpCount search_level(Problem const& problem, Levels const& frontier, LevelRecord const& now,
                             DirectionRule const& rule, std::int64_t allowance) {
    std::uint64_t const n = problem.vertices(), words = VertexBits<Space>::words_for(n);
    std::uint64_t const threads = static_cast<std::uint64_t>(problem.exec.concurrency());
    // The queue's end is free: it holds what is reached, and long rows are unreached vertices'.
    std::uint64_t const reached = now.reached_before + frontier.format.count(now.tally);
    // As much as a thousand vertices at once: rows differ in length.
    std::uint64_t const words_of_task = std::clamp<std::uint64_t>(words / (16 * threads), 1, 32);
    // An eighth of the allowance is for what the threads have not told each other yet.
    if constexpr (on_host) allowance -= allowance / 8;
    std::uint64_t const grain = std::clamp<std::int64_t>(
        allowance / static_cast<std::int64_t>(8 * threads), 16, std::int64_t(1) << 14);
    Kernel const kernel{problem.graph,
                        problem.incoming,
                        problem.level,
                        problem.parent,
                        {array_of(bits_, words)},
                        {array_of(next_bits_, on_host ? words : 0)},
                        Array<Space, Vertex>(frontier.queue.data() + reached, n - reached),
                        array_of(long_row_count_),
                        static_cast<Vertex>(now.level + 1),
                        frontier.format,
                        {allowance, array_of(lost_), grain, {}},
                        words_of_task};
    if constexpr (on_host) {
      lost_(0) = 0;
      return search_by_words(problem.exec, kernel);
    } else {
      std::uint64_t const followed = now.arcs_before + frontier.format.arcs(now.tally);
      std::uint64_t const most = rule.vertices - std::min(rule.vertices, reached) + rule.arcs -
                                 std::min(rule.arcs, followed);
      bool const is_safe = static_cast<std::int64_t>(most) <= allowance;
      return search_by_vertex(problem.exec, kernel, is_safe ? 0 : n / Budget::parts,
                              array_of(first_part_));
    }
  }

  Buffer<Space, std::uint32_t> bits_, next_bits_;
  Buffer<Space, std::uint64_t> long_row_count_;
  Buffer<Space, std::int64_t> lost_;
  Buffer<Space, BottomUpCount> first_part_;
};

}  // namespace yoke::detail::bfs
