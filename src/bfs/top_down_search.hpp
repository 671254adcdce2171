#pragma once

#include "bfs/host_top_down.hpp"
#include "bfs/top_down.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/huge_pages.hpp"

namespace yoke::detail::bfs {

// Everything unreached, in blocks that a host writes at the speed of its memory.
template <class Space, class Vertex>
struct ClearSearch {
  static constexpr std::uint64_t block = 1 << 16;
  Array<Space, Vertex> level, parent;

  std::uint64_t blocks() const { return (level.extent(0) + block - 1) / block; }
  KOKKOS_FUNCTION void operator()(std::uint64_t b) const {
    clear(level, b);
    clear(parent, b);
  }

 private:
  KOKKOS_FUNCTION static void clear(Array<Space, Vertex> const& array, std::uint64_t b) {
    std::uint64_t const size = array.extent(0);
    std::uint64_t const end = (b + 1) * block < size ? (b + 1) * block : size;
    Vertex* const data = array.data();
    for (std::uint64_t v = b * block; v < end; ++v) data[v] = unreached<Vertex>;
  }
};

// The state of a search before its first level: everything unreached but the source.
template <class Space, class Vertex, class Offset>
struct StartSearch {
  Frontier<Space, Vertex, Offset> frontier;
  Vertex source;  // unreached: there is none, or there are several

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    Vertex const v = static_cast<Vertex>(i);
    bool const is_source = v == source;
    frontier.level(v) = is_source ? 0 : unreached<Vertex>;
    if (frontier.wants_parent())
      frontier.parent(v) = is_source ? static_cast<Vertex>(i) : unreached<Vertex>;
    // One thread, whichever it is, sets the records.
    if (is_source || (source == unreached<Vertex> && i == 0)) {
      LevelRecord first;
      first.level = 0;
      if (is_source) {
        first.tally = frontier.tally_of(v);
        frontier.put(first, 0, v);
      }
      frontier.records.restart(first);
    }
  }
};

template <class Space, class Vertex, class Offset>
struct ClaimSources {
  Frontier<Space, Vertex, Offset> frontier;
  BfsSources<Space, Vertex> sources;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    Vertex const v = sources(i);
    if (Kokkos::atomic_compare_exchange(&frontier.level(v), unreached<Vertex>, Vertex(0)) !=
        unreached<Vertex>) {
      return;  // given before
    }
    if (frontier.wants_parent()) frontier.parent(v) = v;
    std::uint64_t const place =
        Kokkos::atomic_fetch_add(&frontier.records.at(0).tally, frontier.tally_of(v));
    frontier.put(LevelRecord{}, place, v);
  }
};

// Searches top-down, level by level or as many at once as the space's traits say.
template <class Space, class Vertex, class Offset>
class TopDownSearch {
  using Traits = BfsTraits<Space>;
  using Kernel = TopDown<Space, Vertex, Offset>;
  static constexpr bool on_host = runs_on_host<Space>;

 public:
  TopDownSearch(Space const& exec, std::size_t vertices, std::size_t arcs)
      : format_(vertices, arcs),
        queue_(make_buffer<Space, Vertex>(exec, "yoke::bfs::queue", vertices)),
        first_units_(make_buffer<Space, Offset>(exec, "yoke::bfs::first_units", vertices)),
        records_(make_buffer<Space, LevelRecord>(exec, "yoke::bfs::records", 3)) {
    if constexpr (on_host) {
      advise_huge_pages(queue_.data(), queue_.size() * sizeof(Vertex));
      advise_huge_pages(first_units_.data(), first_units_.size() * sizeof(Offset));
    } else {
      seen_ = Seen(Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke::bfs::records seen"), 3);
    }
  }

  Frontier<Space, Vertex, Offset> frontier(Problem<Space, Vertex, Offset> const& problem) const {
    return {problem.graph,          problem.level,        problem.parent, array_of(queue_),
            array_of(first_units_), {array_of(records_)}, format_};
  }
  TallyFormat const& format() const { return format_; }

  // Returns the level to be expanded next, here as in advance(). There is a vertex.
  LevelRecord start(Problem<Space, Vertex, Offset> const& problem, DirectionRule const& rule) {
    levels_ahead_ = 1;
    auto const search = frontier(problem);
    auto const& sources = problem.sources;
    if constexpr (on_host) {
      start_on_host(problem, search);
    } else {
      Kokkos::parallel_for("yoke::bfs::start",
                           WideRange<Space>(problem.exec, 0, problem.vertices()),
                           StartSearch<Space, Vertex, Offset>{
                               search, sources.is_one ? sources.one : unreached<Vertex>});
    }
    if (!sources.is_one) {
      Kokkos::parallel_for("yoke::bfs::claim_sources",
                           WideRange<Space>(problem.exec, 0, sources.size()),
                           ClaimSources<Space, Vertex, Offset>{search, sources});
    }
    if constexpr (!on_host) {
      for (std::uint64_t level = 0; level < 2; ++level) expand(search, problem, level, 0, rule);
    }
    return read_records(problem.exec);
  }

  // Expands levels from `now` on, at least one unless the rule prefers to look bottom-up.
  LevelRecord advance(Problem<Space, Vertex, Offset> const& problem, LevelRecord const& now,
                      DirectionRule const& rule) {
    if constexpr (on_host) {
      return advance_on_host(problem, now, rule);
    } else {
      return advance_on_device(problem, now, rule);
    }
  }

  // Expands `now` whatever the rule prefers.
  LevelRecord follow(Problem<Space, Vertex, Offset> const& problem, LevelRecord const& now,
                     DirectionRule const& rule) {
    if constexpr (on_host) {
      return advance_on_host(problem, now, rule);
    } else {
      levels_ahead_ = 1;
      return advance_on_device(problem, now, DirectionRule{});
    }
  }

  // Of a level that has not been expanded: the vertices reached, its own included.
  std::uint64_t reached(LevelRecord const& now) const {
    return now.reached_before + format_.count(now.tally);
  }

 private:
  static void start_on_host(Problem<Space, Vertex, Offset> const& problem,
                            Frontier<Space, Vertex, Offset> const& search) {
    using Clear = ClearSearch<Space, Vertex>;
    Clear const clear{problem.level, problem.parent};
    if (clear.blocks() == 1) {
      clear(0);
    } else {
      Kokkos::parallel_for("yoke::bfs::start", WideRange<Space>(problem.exec, 0, clear.blocks()),
                           clear);
      problem.exec.fence("yoke::bfs: cleared");
    }
    LevelRecord first;
    first.level = 0;
    if (problem.sources.is_one) {
      Vertex const source = problem.sources.one;
      first.tally = search.tally_of(source);
      search.put(first, 0, source);
      search.level(source) = 0;
      if (search.wants_parent()) search.parent(source) = source;
    }
    search.records.restart(first);
  }

  // Looks at the rule after the first level only.
  LevelRecord advance_on_host(Problem<Space, Vertex, Offset> const& problem, LevelRecord const& now,
                              DirectionRule const& rule) {
    auto const search = frontier(problem);
    std::uint64_t const arcs = format_.arcs(now.tally);
    std::uint64_t const threads = static_cast<std::uint64_t>(problem.exec.concurrency());
    std::uint64_t const most_small_frontier_arcs = Traits::most_small_frontier_arcs(threads);
    if (arcs <= most_small_frontier_arcs / 2 || threads == 1) {
      // The rule is asked about levels that it might answer otherwise.
      std::uint64_t const most = std::min(most_small_frontier_arcs, rule.most_arcs_top_down());
      return TopDownAlone<Space, Vertex, Offset>(search, most).run(now, threads > 1);
    }
    using Policy = Kokkos::RangePolicy<Space, Kokkos::IndexType<std::uint64_t>,
                                       Kokkos::Schedule<Kokkos::Dynamic>>;
    std::uint64_t const units = format_.units(now.tally);
    std::uint64_t const of_task = Traits::arcs_of_task(arcs, threads) >> format_.unit_log();
    Kokkos::parallel_for(
        "yoke::bfs::expand",
        Policy(problem.exec, 0, (units + of_task - 1) / of_task, Kokkos::ChunkSize(1)),
        TopDownTask<Space, Vertex, Offset>{{search}, now, of_task});
    problem.exec.fence("yoke::bfs: level done");
    LevelRecord const next{now.level + 1, search.records.at(now.level + 1).tally, reached(now),
                           now.arcs_before + arcs};
    search.records.restart(next);
    return next;
  }

  LevelRecord advance_on_device(Problem<Space, Vertex, Offset> const& problem,
                                LevelRecord const& now, DirectionRule const& rule) {
    auto const search = frontier(problem);
    std::uint64_t const arcs = format_.arcs(now.tally);
    if (arcs <= Traits::small_frontier_arcs) {
      using OneTeam = Kokkos::TeamPolicy<Space, typename Kernel::SmallFrontier>;
      Kokkos::parallel_for("yoke::bfs::expand_small_frontier",
                           OneTeam(problem.exec, 1, Traits::small_frontier_team_size),
                           Kernel{{search}, rule, now.level});
      levels_ahead_ = 1;
    } else {
      for (int ahead = 0; ahead < levels_ahead_; ++ahead) {
        expand(search, problem, now.level + ahead, arcs, rule);
      }
      levels_ahead_ = std::min(2 * levels_ahead_, Traits::most_levels_ahead);
    }
    return read_records(problem.exec);
  }

  void expand(Frontier<Space, Vertex, Offset> const& search,
              Problem<Space, Vertex, Offset> const& problem, std::uint64_t level,
              std::uint64_t arcs, DirectionRule const& rule) {
    using Policy = Kokkos::TeamPolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>,
                                      typename Traits::LaunchBounds, typename Kernel::OneLevel>;
    std::uint64_t const tasks =
        std::min<std::uint64_t>(Traits::tasks(problem.exec, arcs, levels_ahead_), 1 << 30);
    Kokkos::parallel_for("yoke::bfs::expand",
                         Policy(problem.exec, static_cast<int>(tasks), Traits::team_size),
                         Kernel{{search}, rule, level});
  }

  // Of the three records, the one of the last level.
  LevelRecord read_records(Space const& exec) {
    LevelRecord const* records = records_.data();
    if constexpr (!on_host) {
      Kokkos::deep_copy(exec, seen_, records_);
      records = seen_.data();
    }
    exec.fence("yoke::bfs: level done");
    LevelRecord last;
    for (int i = 0; i < 3; ++i) {
      LevelRecord const& record = records[i];
      if (record.level == LevelRecord::no_level) continue;
      if (last.level == LevelRecord::no_level || record.level > last.level) last = record;
    }
    return last;
  }

  using Seen = Buffer<Kokkos::SharedHostPinnedSpace, LevelRecord>;

  TallyFormat format_;
  Buffer<Space, Vertex> queue_;
  Buffer<Space, Offset> first_units_;
  Buffer<Space, LevelRecord> records_;
  Seen seen_;
  int levels_ahead_ = 1;
};

// Counts levels for the report: `last` has no arcs, or is not expanded because all are reached.
inline void report_levels(BfsReport* report, LevelRecord const& last, TallyFormat const& format) {
  if (report) report->levels = last.level + (format.count(last.tally) > 0 ? 1 : 0);
}

}  // namespace yoke::detail::bfs
