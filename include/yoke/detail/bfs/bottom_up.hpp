#pragma once

#include <utility>

#include "yoke/detail/bfs/traits.hpp"

namespace yoke::detail {

// A set of vertices, a bit each.
template <class Space>
struct VertexBits {
  static constexpr int bits_of_word = 32;

  Array<Space, std::uint32_t> words;

  static std::uint64_t words_for(std::uint64_t vertices) {
    return (vertices + bits_of_word - 1) / bits_of_word;
  }
  KOKKOS_FUNCTION bool contains(std::uint64_t v) const {
    return words(v / bits_of_word) >> (v % bits_of_word) & 1u;
  }
};

template <class Space, class Vertex>
struct CollectLevel {
  Array<Space, Vertex const> level;
  Vertex wanted;
  VertexBits<Space> bits;
  Array<Space, std::uint64_t> long_rows;  // their number, cleared for the pass to come

  KOKKOS_FUNCTION void operator()(std::uint64_t w) const {
    if (w < long_rows.extent(0)) long_rows(w) = 0;
    std::uint64_t const begin = w * VertexBits<Space>::bits_of_word;
    std::uint64_t const rest = level.extent(0) - begin;
    int const size = rest < VertexBits<Space>::bits_of_word ? static_cast<int>(rest)
                                                            : VertexBits<Space>::bits_of_word;
    std::uint32_t word = 0;
    for (int i = 0; i < size; ++i) word |= std::uint32_t(level(begin + i) == wanted) << i;
    bits.words(w) = word;
  }
};

// What a pass over the unreached vertices found: the next level, and the rows that it left.
struct BottomUpCount {
  std::uint64_t tally = 0, long_rows = 0;

  KOKKOS_FUNCTION BottomUpCount& operator+=(BottomUpCount const& other) {
    tally += other.tally;
    long_rows += other.long_rows;
    return *this;
  }
};

}  // namespace yoke::detail

template <>
struct Kokkos::reduction_identity<yoke::detail::BottomUpCount> {
  KOKKOS_FORCEINLINE_FUNCTION static yoke::detail::BottomUpCount sum() { return {}; }
};

namespace yoke::detail {

// Every unreached vertex looks for a neighbour in the frontier and stops at the first (Beamer et
// al. 2012, Figure 4). A vertex is written by its own thread alone and membership is read from the
// bits, so nothing races.
template <class Space, class Vertex, class Offset>
struct BottomUp {
  Rows<Space, Vertex, Offset> graph, incoming;
  Array<Space, Vertex> level, parent;
  VertexBits<Space> frontier;
  VertexBits<Space> next_frontier;  // written by ByWord alone
  // Vertices that ByVertex leaves to ByLongRow, and their number.
  Array<Space, Vertex> long_rows;
  Array<Space, std::uint64_t> long_row_count;
  Vertex next_level;
  TallyFormat format;

  // One thread a word of the next frontier: for spaces of few threads.
  struct ByWord {};
  // One thread a vertex, for as many neighbours as its warp can wait for.
  struct ByVertex {};
  // One team a vertex that has more.
  struct ByLongRow {};
  static constexpr Offset patience = 256;
  static constexpr int long_row_team_size = BfsTraits<Space>::team_size;

  KOKKOS_FUNCTION void operator()(ByWord, std::uint64_t w, std::uint64_t& tally) const {
    std::uint64_t const begin = w * VertexBits<Space>::bits_of_word;
    std::uint64_t const rest = level.extent(0) - begin;
    int const size = rest < VertexBits<Space>::bits_of_word ? static_cast<int>(rest)
                                                            : VertexBits<Space>::bits_of_word;
    std::uint32_t word = 0;
    for (int i = 0; i < size; ++i) {
      std::uint64_t const v = begin + i;
      if (level(v) != unreached<Vertex>) continue;
      Vertex const u = find<Offset>(incoming.begin(v), incoming.end(v), 1);
      if (u == unreached<Vertex>) continue;
      word |= std::uint32_t(1) << i;
      tally += reach(v, u);
    }
    next_frontier.words(w) = word;
  }

  KOKKOS_FUNCTION void operator()(ByVertex, std::uint64_t v, BottomUpCount& count) const {
    if (level(v) != unreached<Vertex>) return;
    Offset const begin = incoming.begin(v), end = incoming.end(v);
    bool const is_long = end - begin > patience;
    Vertex const u = find<Offset>(begin, is_long ? begin + patience : end, 1);
    if (u != unreached<Vertex>) {
      count.tally += reach(v, u);
    } else if (is_long) {
      ++count.long_rows;
      long_rows(Kokkos::atomic_fetch_add(&long_row_count(0), std::uint64_t(1))) =
          static_cast<Vertex>(v);
    }
  }

  using Member = typename Kokkos::TeamPolicy<Space>::member_type;
  KOKKOS_FUNCTION void operator()(ByLongRow, Member const& member, std::uint64_t& tally) const {
    Vertex const v = long_rows(member.league_rank());
    // 64 bits: strides may lead past the largest offset.
    std::uint64_t const end = incoming.end(v), threads = member.team_size();
    for (std::uint64_t k = std::uint64_t(incoming.begin(v)) + patience; k < end;) {
      std::uint64_t const stop = end - k > 8 * threads ? k + 8 * threads : end;
      Vertex u = find<std::uint64_t>(k + member.team_rank(), stop, threads);
      member.team_reduce(Kokkos::Min<Vertex>(u));
      if (u != unreached<Vertex>) {
        if (member.team_rank() == 0) tally += reach(v, u);
        return;
      }
      k = stop;
    }
  }

 private:
  // Of every stride-th neighbour, the first that is in the frontier; unreached: none.
  template <class Index>
  KOKKOS_FUNCTION Vertex find(Index begin, Index end, Index stride) const {
    for (Index k = begin; k < end; k += stride) {
      Vertex const u = incoming.neighbours(k);
      if (frontier.contains(u)) return u;
    }
    return unreached<Vertex>;
  }

  KOKKOS_FUNCTION std::uint64_t reach(std::uint64_t v, Vertex u) const {
    level(v) = next_level;
    if (parent.extent(0) > 0) parent(v) = u;
    return format.pack(1, graph.degree(v));
  }
};

// Makes the queue of a level of its bits, in the order of the vertices.
template <class Space, class Vertex, class Offset>
struct QueueLevel {
  Frontier<Space, Vertex, Offset> frontier;
  VertexBits<Space> bits;
  LevelRecord now;

  KOKKOS_FUNCTION void operator()(std::uint64_t w, std::uint64_t& place, bool last) const {
    for (std::uint32_t word = bits.words(w); word != 0; word &= word - 1) {
      int const bit = Kokkos::countr_zero(word);
      Vertex const v = static_cast<Vertex>(w * VertexBits<Space>::bits_of_word + bit);
      if (last) frontier.put(now, place, v);
      place += frontier.tally_of(v);
    }
    if (last && w == 0) frontier.records.restart(now);
  }
};

template <class Space, class Vertex, class Offset>
class BottomUpSearch {
  static constexpr bool on_host = runs_on_host<Space>;
  static constexpr std::uint64_t beta = BfsTraits<Space>::beta;
  using Problem = BfsProblem<Space, Vertex, Offset>;
  using Kernel = BottomUp<Space, Vertex, Offset>;

 public:
  BottomUpSearch(Space const& exec, std::size_t vertices) {
    std::size_t const words = VertexBits<Space>::words_for(vertices);
    bits_ = make_buffer<Space, std::uint32_t>(exec, "yoke::bfs::bits", words);
    if constexpr (on_host) {
      next_bits_ = make_buffer<Space, std::uint32_t>(exec, "yoke::bfs::bits", words);
    } else {
      long_row_count_ = make_buffer<Space, std::uint64_t>(exec, "yoke::bfs::long_row_count", 1);
    }
  }

  // Searches from level `now` on until little is left to look for, and returns the level to be
  // expanded next, with its queue unless the search is over.
  LevelRecord run(Problem const& problem, Frontier<Space, Vertex, Offset> const& frontier,
                  LevelRecord now, DirectionRule const& rule) {
    std::uint64_t const n = problem.vertices();
    auto const& format = frontier.format;
    collect(problem, now.level);
    for (;;) {
      LevelRecord const next{now.level + 1, search_level(problem, frontier, now),
                             now.reached_before + format.count(now.tally),
                             now.arcs_before + format.arcs(now.tally)};
      if (problem.report) ++problem.report->bottom_up_levels;
      std::uint64_t const count = format.count(next.tally), arcs = format.arcs(next.tally);
      bool const shrinks = count < format.count(now.tally);
      now = next;
      if (arcs == 0 || now.reached_before + count == n) return now;
      if constexpr (on_host) {
        std::swap(bits_, next_bits_);
      } else {
        collect(problem, now.level);
      }
      if (shrinks && count < n / beta && !rule.prefers_bottom_up(arcs, now.arcs_before)) break;
    }
    Kokkos::parallel_scan("yoke::bfs::queue_level",
                          WideRange<Space>(problem.exec, 0, VertexBits<Space>::words_for(n)),
                          QueueLevel<Space, Vertex, Offset>{frontier, {array_of(bits_)}, now});
    problem.exec.fence("yoke::bfs: level queued");
    return now;
  }

  std::size_t bytes() const {
    return (bits_.size() + next_bits_.size()) * sizeof(std::uint32_t) +
           long_row_count_.size() * sizeof(std::uint64_t);
  }

 private:
  void collect(Problem const& problem, std::uint64_t level) {
    Kokkos::parallel_for(
        "yoke::bfs::collect_level",
        WideRange<Space>(problem.exec, 0, VertexBits<Space>::words_for(problem.vertices())),
        CollectLevel<Space, Vertex>{problem.level,
                                    static_cast<Vertex>(level),
                                    {array_of(bits_)},
                                    array_of(long_row_count_)});
  }

  // Returns the tally of the level below `now`.
  std::uint64_t search_level(Problem const& problem,
                             Frontier<Space, Vertex, Offset> const& frontier,
                             LevelRecord const& now) {
    std::uint64_t const n = problem.vertices();
    // The queue's end is free: it holds what is reached, and long rows are unreached vertices'.
    std::uint64_t const reached = now.reached_before + frontier.format.count(now.tally);
    Kernel const kernel{problem.graph,
                        problem.incoming,
                        problem.level,
                        problem.parent,
                        {array_of(bits_)},
                        {array_of(next_bits_)},
                        Array<Space, Vertex>(frontier.queue.data() + reached, n - reached),
                        array_of(long_row_count_),
                        static_cast<Vertex>(now.level + 1),
                        frontier.format};
    std::uint64_t tally = 0;
    if constexpr (on_host) {
      using Policy =
          Kokkos::RangePolicy<Space, Kokkos::IndexType<std::uint64_t>,
                              Kokkos::Schedule<Kokkos::Dynamic>, typename Kernel::ByWord>;
      // As much as a thousand vertices at once: rows differ in length.
      Kokkos::parallel_reduce(
          "yoke::bfs::bottom_up",
          Policy(problem.exec, 0, VertexBits<Space>::words_for(n), Kokkos::ChunkSize(32)), kernel,
          tally);
      problem.exec.fence("yoke::bfs: level searched");
    } else {
      tally = search_by_vertex(problem.exec, kernel, n);
    }
    return tally;
  }

  static std::uint64_t search_by_vertex(Space const& exec, Kernel const& kernel, std::uint64_t n) {
    using Policy =
        Kokkos::RangePolicy<Space, Kokkos::IndexType<std::uint64_t>, typename Kernel::ByVertex>;
    BottomUpCount count;
    Kokkos::parallel_reduce("yoke::bfs::bottom_up", Policy(exec, 0, n), kernel,
                            Kokkos::Sum<BottomUpCount>(count));
    exec.fence("yoke::bfs: level searched");
    if (count.long_rows == 0) return count.tally;
    using Teams = Kokkos::TeamPolicy<Space, typename Kernel::ByLongRow>;
    std::uint64_t of_long_rows = 0;
    Kokkos::parallel_reduce(
        "yoke::bfs::bottom_up_long_rows",
        Teams(exec, static_cast<int>(count.long_rows), Kernel::long_row_team_size), kernel,
        of_long_rows);
    exec.fence("yoke::bfs: long rows searched");
    return count.tally + of_long_rows;
  }

  Buffer<Space, std::uint32_t> bits_, next_bits_;
  Buffer<Space, std::uint64_t> long_row_count_;
};

}  // namespace yoke::detail
