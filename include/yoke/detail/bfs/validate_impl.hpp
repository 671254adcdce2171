#pragma once

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <bit>
#include <stdexcept>
#include <string>

#include "yoke/detail/bfs/validate.hpp"
#include "yoke/detail/checks.hpp"
#include "yoke/detail/primitives/arcs.hpp"
#include "yoke/detail/primitives/relaxed.hpp"
#include "yoke/detail/staging.hpp"
#include "yoke/errors.hpp"

namespace yoke::detail {

// What a search says of a vertex, from whichever of its arrays is there.
template <class Space, class Vertex>
struct SearchResult {
  static constexpr Vertex none = static_cast<Vertex>(~Vertex(0));
  Array<Space, Vertex const> level, parent;

  KOKKOS_FUNCTION bool has_level() const { return level.extent(0) > 0; }
  KOKKOS_FUNCTION bool has_parent() const { return parent.extent(0) > 0; }
  KOKKOS_FUNCTION bool is_reached(std::uint64_t v) const {
    return (has_level() ? level(v) : parent(v)) != none;
  }
};

// One bit a vertex, set by several threads.
template <class Space>
struct VertexMarks {
  Array<Space, std::uint32_t> words;

  static std::uint64_t words_for(std::uint64_t vertices) { return (vertices + 31) / 32; }
  KOKKOS_FUNCTION bool has(std::uint64_t v) const {
    return relaxed_load(&words(v / 32)) >> (v % 32) & 1;
  }
  KOKKOS_FUNCTION void set(std::uint64_t v) const {
    if (!has(v)) Kokkos::atomic_or(&words(v / 32), std::uint32_t(1) << (v % 32));
  }
};

// The faults of a single vertex, in the order in which they are looked for.
enum class VertexFault : std::uint64_t {
  source_is_no_root,
  half_reached,
  parent_out_of_range,
  root_is_no_source,
  parent_unreached,
  level_gap,
};
inline constexpr std::uint64_t vertex_fault_bits = 3;

// The smallest vertex with a fault, and which: vertex << vertex_fault_bits | fault.
template <class Space, class Vertex>
struct FirstVertexFault {
  SearchResult<Space, Vertex> result;
  VertexMarks<Space> sources;
  std::uint64_t vertices;

  KOKKOS_FUNCTION void operator()(std::uint64_t v, std::uint64_t& first) const {
    VertexFault fault{};
    if (!is_faulty(v, fault)) return;
    std::uint64_t const key = v << vertex_fault_bits | static_cast<std::uint64_t>(fault);
    if (key < first) first = key;
  }

 private:
  KOKKOS_FUNCTION bool is_root(std::uint64_t v) const {
    return (!result.has_level() || result.level(v) == 0) &&
           (!result.has_parent() || result.parent(v) == v);
  }

  KOKKOS_FUNCTION bool is_faulty(std::uint64_t v, VertexFault& fault) const {
    bool const reached = result.is_reached(v), source = sources.has(v);
    fault = VertexFault::source_is_no_root;
    if (source && !is_root(v)) return true;
    fault = VertexFault::half_reached;
    if (result.has_level() && result.has_parent() && reached != (result.parent(v) != result.none)) {
      return true;
    }
    if (!reached || source) return false;
    if (!result.has_parent()) {
      fault = VertexFault::root_is_no_source;
      return result.level(v) == 0;
    }
    Vertex const parent = result.parent(v);
    fault = VertexFault::parent_out_of_range;
    if (parent >= vertices) return true;
    fault = VertexFault::root_is_no_source;
    if (parent == v || (result.has_level() && result.level(v) == 0)) return true;
    fault = VertexFault::parent_unreached;
    if (!result.is_reached(parent)) return true;
    fault = VertexFault::level_gap;
    return result.has_level() && result.level(parent) != result.level(v) - 1;
  }
};

// What a pass over the arcs finds: the first arc that skips a level or leaves what was reached, and
// the arcs of reached vertices (a loop of a symmetric graph, stored once, counts as two).
struct ArcFindings {
  std::uint64_t first_fault, counted;
};

// Marks the vertices whose place in the tree an arc accounts for.
template <class Space, class Vertex, class Offset>
struct FollowArcs {
  using value_type = ArcFindings;
  Rows<Space, Vertex, Offset> rows;
  ArcChunks chunks;
  SearchResult<Space, Vertex> result;
  bool use_parent, symmetric;
  VertexMarks<Space> accounted;

  KOKKOS_FUNCTION void init(ArcFindings& findings) const { findings = {~std::uint64_t(0), 0}; }
  KOKKOS_FUNCTION void join(ArcFindings& into, ArcFindings const& from) const {
    if (from.first_fault < into.first_fault) into.first_fault = from.first_fault;
    into.counted += from.counted;
  }
  KOKKOS_FUNCTION void operator()(std::uint64_t chunk, ArcFindings& findings) const {
    for_each_arc(rows, chunks.begin(chunk), chunks.end(chunk),
                 [&](std::uint64_t v, std::uint64_t arc) { follow(v, arc, findings); });
  }

 private:
  KOKKOS_FUNCTION void follow(std::uint64_t v, std::uint64_t arc, ArcFindings& findings) const {
    if (!result.is_reached(v)) return;
    Vertex const u = rows.neighbours(arc);
    findings.counted += symmetric && u == v ? 2 : 1;
    Vertex const near = result.level(v), far = result.level(u);
    if ((far == result.none || far > near + 1) && arc < findings.first_fault) {
      findings.first_fault = arc;
    }
    if (use_parent ? result.parent(u) == v : far == near + 1) accounted.set(u);
  }
};

template <class Space, class Vertex>
struct FirstUnaccounted {
  SearchResult<Space, Vertex> result;
  VertexMarks<Space> sources_or_accounted;
  KOKKOS_FUNCTION void operator()(std::uint64_t v, std::uint64_t& first) const {
    if (result.is_reached(v) && !sources_or_accounted.has(v) && v < first) first = v;
  }
};

template <class Space, class Vertex>
struct MarkSources {
  Array<Space, Vertex const> sources;
  VertexMarks<Space> marks;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const { marks.set(sources(i)); }
};

template <class Space, class Vertex>
struct FirstSourceOutOfRange {
  Array<Space, Vertex const> sources;
  std::uint64_t vertices;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& first) const {
    if (sources(i) >= vertices && i < first) first = i;
  }
};

// A round of pointer jumping towards the roots: depth(v) is the distance to ancestor(v).
template <class Space, class Vertex>
struct JumpToAncestor {
  Array<Space, Vertex const> ancestor, depth;
  Array<Space, Vertex> next_ancestor, next_depth;
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const {
    Vertex const a = ancestor(v);
    bool const reached = a != SearchResult<Space, Vertex>::none;
    next_ancestor(v) = reached ? ancestor(a) : a;
    next_depth(v) = reached && a != v ? depth(v) + depth(a) : depth(v);
  }
};

template <class Space, class Vertex>
struct StartJumps {
  Array<Space, Vertex const> parent;
  Array<Space, Vertex> ancestor, depth;
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const {
    constexpr Vertex none = SearchResult<Space, Vertex>::none;
    Vertex const p = parent(v);
    ancestor(v) = p;
    depth(v) = p == none ? none : p != v;
  }
};

template <class Space, class Vertex>
struct FirstWithoutRoot {
  Array<Space, Vertex const> ancestor;
  VertexMarks<Space> sources;
  KOKKOS_FUNCTION void operator()(std::uint64_t v, std::uint64_t& first) const {
    Vertex const a = ancestor(v);
    if (a != SearchResult<Space, Vertex>::none && !sources.has(a) && v < first) first = v;
  }
};

// One check of one search.
template <class Space, class Vertex, class Offset>
class BfsValidation {
 public:
  BfsValidation(Space const& exec, RawGraph<Vertex, Offset> const& graph,
                RawArray<Vertex const> level, RawArray<Vertex const> parent)
      : exec_(exec),
        graph_(rows_of<Space>(graph)),
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
  template <class Functor>
  std::uint64_t first(char const* label, std::uint64_t size, Functor const& functor) const {
    std::uint64_t found = ~std::uint64_t(0);
    Kokkos::parallel_reduce(label, WideRange<Space>(exec_, 0, size), functor,
                            Kokkos::Min<std::uint64_t>(found));
    exec_.fence(label);
    return found;
  }

  template <class T>
  std::string text(Array<Space, T const> array, std::uint64_t i) const {
    T value;
    Kokkos::deep_copy(exec_, Kokkos::View<T, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(&value),
                      Kokkos::subview(array, i));
    exec_.fence("yoke::validate_bfs: one element");
    return value == static_cast<T>(~T(0)) ? "-1" : std::to_string(value);
  }

  [[noreturn]] static void fail(int rule, std::uint64_t vertex, std::string const& what) {
    throw InvalidInput("yoke::validate_bfs: vertex " + std::to_string(vertex) + " " + what +
                           " (rule " + std::to_string(rule) + ")",
                       vertex);
  }

  void check_sources(Array<Space, Vertex const> sources) const {
    std::uint64_t const wild =
        first("yoke::validate_bfs::check_sources", sources.extent(0),
              FirstSourceOutOfRange<Space, Vertex>{sources, graph_.vertices()});
    if (wild < sources.extent(0)) {
      throw InvalidInput("yoke::validate_bfs: sources(" + std::to_string(wild) + ") is " +
                             text(sources, wild) + ", and there are " +
                             std::to_string(graph_.vertices()) + " vertices",
                         wild);
    }
    Kokkos::parallel_for("yoke::validate_bfs::mark_sources",
                         WideRange<Space>(exec_, 0, sources.extent(0)),
                         MarkSources<Space, Vertex>{sources, marks_});
  }

  void check_vertices() const {
    std::uint64_t const fault =
        first("yoke::validate_bfs::check_vertices", graph_.vertices(),
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
        first("yoke::validate_bfs::check_roots", n,
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
    Kokkos::parallel_reduce(
        "yoke::validate_bfs::follow_arcs", WideRange<Space>(exec_, 0, chunks.count()),
        FollowArcs<Space, Vertex, Offset>{graph_, chunks, result_, use_parent, symmetric_, marks_},
        findings);
    exec_.fence("yoke::validate_bfs::follow_arcs");
    if (chunks.count() > 0 && findings.first_fault < graph_.arcs()) explain(findings.first_fault);

    std::uint64_t const n = graph_.vertices();
    std::uint64_t const unaccounted = first("yoke::validate_bfs::check_tree_edges", n,
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
    std::uint64_t low = 0, high = graph_.vertices();
    while (high - low > 1) {
      std::uint64_t const middle = low + (high - low) / 2;
      (std::stoull(text(graph_.offsets, middle)) <= arc ? low : high) = middle;
    }
    std::uint64_t const u = std::stoull(text(graph_.neighbours, arc));
    std::string const far = text(result_.level, u);
    std::string const what = "has level " + text(result_.level, low) + ", and its neighbour " +
                             std::to_string(u) +
                             (far == "-1" ? " was not reached" : " has level " + far);
    fail(far == "-1" ? 4 : 3, low, what);
  }

  Space exec_;
  Rows<Space, Vertex, Offset> graph_;
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
    throw std::invalid_argument(caller + ": there are " + std::to_string(n) +
                                " vertices, and neither level nor parent is given");
  }
  if (level.size > 0) check_same_size(caller, "level", level.size, "the graph", n);
  if (parent.size > 0) check_same_size(caller, "parent", parent.size, "the graph", n);
  if (n == 0 && sources.size == 0) return 0;
  Kokkos::Profiling::ScopedRegion const region("yoke::validate_bfs");
  Staging<Space, Vertex> staging;
  return BfsValidation<Space, Vertex, Offset>(exec, graph, level, parent)
      .run(staging.bring(exec, sources, "sources", nullptr));
}

}  // namespace yoke::detail
