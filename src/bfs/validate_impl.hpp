#pragma once

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <bit>
#include <stdexcept>
#include <string>
#include <utility>

#include "bfs/validate_steps.hpp"
#include "frame/staging.hpp"
#include "primitives/findings.hpp"
#include "yoke/counted.hpp"
#include "yoke/detail/checks.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/errors.hpp"
#include "yoke/validate_bfs.hpp"

namespace yoke::detail::bfs {

// One check of one search.
template <class Space, class Vertex, class Offset>
class BfsValidation {
 public:
  BfsValidation(Space const& exec, RawGraph<Vertex, Offset> const& graph,
                RawArray<Vertex const> level, RawArray<Vertex const> parent)
      : exec_(exec),
        graph_(csr_of<Space>(graph)),
        symmetric_(graph.symmetric),
        result_{Array<Space, Vertex const>(level.data, level.size),
                Array<Space, Vertex const>(parent.data, parent.size)},
        mark_words_(Kokkos::view_alloc(exec, "yoke::validate_bfs::marks"),
                    VertexMarks<Space>::words_for(graph.vertices())),
        marks_{array_of(mark_words_)} {}

  std::uint64_t run(Array<Space, Vertex const> sources) {
    check_sources(sources);
    check_vertices();
    bool const has_parent = result_.has_parent();
    if (!result_.has_level()) take_depths_as_levels();
    return check_arcs(has_parent);
  }

 private:
  template <class T>
  std::string text(Array<Space, T const> array, std::uint64_t i) const {
    T const value = element(exec_, array, i);
    return value == static_cast<T>(~T(0)) ? "-1" : std::to_string(value);
  }

  [[noreturn]] static void fail(int rule, std::uint64_t vertex, std::string const& what) {
    throw InvalidInput("yoke::validate_bfs: vertex " + std::to_string(vertex) + " " + what +
                           " (rule " + std::to_string(rule) + ")",
                       vertex);
  }

  void check_sources(Array<Space, Vertex const> sources) const {
    std::uint64_t const out_of_range =
        smallest("yoke::validate_bfs::check_sources", exec_, sources.extent(0),
                 FirstSourceThatIsNoVertex<Space, Vertex>{sources, graph_.vertices()});
    if (out_of_range < sources.extent(0)) {
      throw InvalidInput("yoke::validate_bfs: sources(" + std::to_string(out_of_range) + ") is " +
                             text(sources, out_of_range) + ", and " +
                             there_are(graph_.vertices(), "vertex", "vertices"),
                         out_of_range);
    }
    Kokkos::parallel_for("yoke::validate_bfs::mark_sources",
                         WideRange<Space>(exec_, 0, sources.extent(0)),
                         MarkSources<Space, Vertex>{sources, marks_});
  }

  void check_vertices() const {
    std::uint64_t const fault =
        smallest("yoke::validate_bfs::check_vertices", exec_, graph_.vertices(),
                 FirstVertexFault<Space, Vertex>{result_, marks_, graph_.vertices()});
    if (fault == ~std::uint64_t(0)) return;
    explain(fault >> vertex_fault_bits,
            static_cast<VertexFault>(fault & ((1u << vertex_fault_bits) - 1)));
  }

  [[noreturn]] void explain(std::uint64_t v, VertexFault fault) const {
    std::string const level = result_.has_level() ? "level " + text(result_.level, v) : "";
    std::string const parent = result_.has_parent() ? "parent " + text(result_.parent, v) : "";
    std::string const both = level + (level.empty() || parent.empty() ? "" : " and ") + parent;
    switch (fault) {
      case VertexFault::source_is_no_root:
        fail(1, v, "is a source and has " + both + ", not level 0 and itself as its parent");
      case VertexFault::half_reached:
        fail(4, v, "has " + both + ": it is reached in one and not in the other");
      case VertexFault::parent_out_of_range:
        fail(1, v, "has " + parent + ", which is no vertex");
      case VertexFault::root_is_no_source:
        fail(1, v, "is no source and has " + both);
      case VertexFault::parent_unreached:
        fail(1, v, "has " + parent + ", which was not reached");
      case VertexFault::level_gap:
        break;
    }
    std::uint64_t const p = std::stoull(text(result_.parent, v));
    fail(2, v, "has " + both + ", whose level is " + text(result_.level, p));
  }

  // Rule 1 without levels: every vertex must come to a source by its parents. In log2(n) rounds.
  void take_depths_as_levels() {
    std::uint64_t const n = graph_.vertices();
    for (auto* array : {&ancestor_[0], &ancestor_[1], &depth_[0], &depth_[1]}) {
      *array = make_buffer<Space, Vertex>(exec_, "yoke::validate_bfs::depths", n);
    }
    Kokkos::parallel_for(
        "yoke::validate_bfs::start_jumps", WideRange<Space>(exec_, 0, n),
        StartJumps<Space, Vertex>{result_.parent, array_of(ancestor_[0]), array_of(depth_[0])});
    int const rounds = static_cast<int>(std::bit_width(n));
    for (int round = 0; round < rounds; ++round) {
      int const from = round % 2, to = 1 - from;
      Kokkos::parallel_for(
          "yoke::validate_bfs::jump", WideRange<Space>(exec_, 0, n),
          JumpToAncestor<Space, Vertex>{array_of(ancestor_[from]), array_of(depth_[from]),
                                        array_of(ancestor_[to]), array_of(depth_[to])});
    }
    std::uint64_t const lost =
        smallest("yoke::validate_bfs::check_roots", exec_, n,
                 FirstWithoutRoot<Space, Vertex>{array_of(ancestor_[rounds % 2]), marks_});
    if (lost < n) {
      fail(1, lost,
           "has parent " + text(result_.parent, lost) +
               " and comes to no source by its parents: they form a cycle");
    }
    result_.level = array_of(depth_[rounds % 2]);
  }

  // Rules 3 to 5. The sources are marked; the arcs mark the others.
  std::uint64_t check_arcs(bool use_parent) const {
    auto const chunks = ArcChunks::of(exec_, graph_.arcs());
    ArcFindings findings{~std::uint64_t(0), 0};
    WideRange<Space> const range(exec_, 0, chunks.count());
    if (symmetric_) {
      Kokkos::parallel_reduce(
          "yoke::validate_bfs::follow_edges", range,
          FollowEdges<Space, Vertex, Offset>{graph_, chunks, result_, use_parent, marks_},
          findings);
    } else {
      Kokkos::parallel_reduce(
          "yoke::validate_bfs::follow_arcs", range,
          FollowArcs<Space, Vertex, Offset>{graph_, chunks, result_, use_parent, marks_}, findings);
    }
    exec_.fence("yoke::validate_bfs: arcs followed");
    if (chunks.count() > 0 && findings.first_fault < graph_.arcs()) explain(findings.first_fault);

    std::uint64_t const n = graph_.vertices();
    std::uint64_t const unaccounted = smallest("yoke::validate_bfs::check_tree_edges", exec_, n,
                                               FirstUnaccounted<Space, Vertex>{result_, marks_});
    if (unaccounted < n && use_parent) {
      fail(5, unaccounted,
           "has parent " + text(result_.parent, unaccounted) + ", and the graph has no such edge");
    }
    if (unaccounted < n) {
      fail(2, unaccounted,
           "has level " + text(result_.level, unaccounted) + " and no neighbour one level up");
    }
    return symmetric_ ? findings.counted / 2 : findings.counted;
  }

  [[noreturn]] void explain(std::uint64_t arc) const {
    std::uint64_t v = source_of_arc(exec_, graph_, arc), u = element(exec_, graph_.neighbours, arc);
    // Of the arc's two ends the one nearer to the source.
    if (level_of(u) < level_of(v)) std::swap(u, v);
    std::string const far = text(result_.level, u);
    std::string const what = "has level " + text(result_.level, v) + ", and its neighbour " +
                             std::to_string(u) +
                             (far == "-1" ? " was not reached" : " has level " + far);
    fail(far == "-1" ? 4 : 3, v, what);
  }

  // The largest number where it was not reached.
  std::uint64_t level_of(std::uint64_t v) const {
    std::string const level = text(result_.level, v);
    return level == "-1" ? ~std::uint64_t(0) : std::stoull(level);
  }

  Space exec_;
  CsrView<Space, Vertex, Offset> graph_;
  bool symmetric_;
  SearchResult<Space, Vertex> result_;
  Buffer<Space, std::uint32_t> mark_words_;
  VertexMarks<Space> marks_;
  Buffer<Space, Vertex> ancestor_[2], depth_[2];
};

template <class Space, class Vertex, class Offset>
std::uint64_t validate_search(Space const& exec, RawGraph<Vertex, Offset> const& graph,
                              RawArray<Vertex const> sources, RawArray<Vertex const> level,
                              RawArray<Vertex const> parent) {
  std::size_t const n = graph.vertices();
  std::string const caller = "yoke::validate_bfs";
  if (n > 0 && level.size == 0 && parent.size == 0) {
    throw std::invalid_argument(caller + ": " + there_are(n, "vertex", "vertices") +
                                ", and neither level nor parent is given");
  }
  if (level.size > 0) check_same_size(caller, "level", level.size, "the graph", n);
  if (parent.size > 0) check_same_size(caller, "parent", parent.size, "the graph", n);
  if (n == 0 && sources.size == 0) return 0;
  Kokkos::Profiling::ScopedRegion const region("yoke::validate_bfs");
  Staging<Space, Vertex> staging;
  return BfsValidation<Space, Vertex, Offset>(exec, graph, level, parent)
      .run(staging.bring(exec, sources, "sources", nullptr));
}

}  // namespace yoke::detail::bfs
