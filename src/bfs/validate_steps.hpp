#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "primitives/arcs.hpp"
#include "yoke/detail/graphs/raw_graph.hpp"
#include "yoke/detail/kokkos_ext/relaxed.hpp"

namespace yoke::detail::bfs {

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
  // Those of a word's vertices.
  KOKKOS_FUNCTION void set_all(std::uint64_t word, std::uint32_t bits) const {
    if (bits != 0) Kokkos::atomic_or(&words(word), bits);
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

  KOKKOS_FUNCTION void add(ArcFindings const& other) {
    if (other.first_fault < first_fault) first_fault = other.first_fault;
    counted += other.counted;
  }
};

// Of a symmetric graph. Each edge is looked at from its smaller end, and a vertex finds its parent,
// or a neighbour one level up, in its own row: so that an arc costs a look at a level somewhere, or
// nothing.
template <class Space, class Vertex, class Offset>
struct FollowEdges {
  using value_type = ArcFindings;
  CsrView<Space, Vertex, Offset> rows;
  ArcChunks chunks;
  SearchResult<Space, Vertex> result;
  bool use_parent;
  VertexMarks<Space> accounted;

  KOKKOS_FUNCTION void init(ArcFindings& findings) const { findings = {~std::uint64_t(0), 0}; }
  KOKKOS_FUNCTION void join(ArcFindings& into, ArcFindings const& from) const { into.add(from); }

  KOKKOS_FUNCTION void operator()(std::uint64_t chunk, ArcFindings& findings) const {
    std::uint64_t const end = chunks.end(chunk);
    std::uint64_t arc = chunks.begin(chunk), v = rows.row_of(arc), word = v / 32;
    std::uint32_t found = 0;  // of the vertices of the word
    for (; arc < end; ++v) {
      std::uint64_t const row_end = rows.end(v), stop = row_end < end ? row_end : end;
      if (v / 32 != word) {
        accounted.set_all(word, found);
        word = v / 32;
        found = 0;
      }
      if (arc < stop && follow(v, arc, stop, findings)) found |= std::uint32_t(1) << (v % 32);
      if (arc < stop) arc = stop;
    }
    accounted.set_all(word, found);
  }

 private:
  // Whether one of the arcs leads to where v was reached from.
  KOKKOS_FUNCTION bool follow(std::uint64_t v, std::uint64_t begin, std::uint64_t end,
                              ArcFindings& findings) const {
    Vertex const near = result.level(v);
    bool const reached = near != result.none;
    Vertex const parent = use_parent ? result.parent(v) : result.none;
    bool found = false;
    std::uint64_t loops = 0;
    for (std::uint64_t arc = begin; arc < end; ++arc) {
      Vertex const u = rows.neighbours(arc);
      if (use_parent) {
        found |= u == parent;
        if (u < v) continue;
      } else if (u < v && found) {
        continue;
      }
      loops += u == v;
      Vertex const far = result.level(u);
      if (!are_close(near, far) && arc < findings.first_fault) findings.first_fault = arc;
      if (!use_parent && reached && far + 1 == near) found = true;
    }
    if (reached) findings.counted += end - begin + loops;
    return found;
  }

  KOKKOS_FUNCTION bool are_close(Vertex one, Vertex other) const {
    if (one == result.none || other == result.none) return one == other;
    return one <= other ? other - one <= 1 : one - other <= 1;
  }
};

// Of a directed graph. Marks the vertices whose place in the tree an arc accounts for.
template <class Space, class Vertex, class Offset>
struct FollowArcs {
  using value_type = ArcFindings;
  CsrView<Space, Vertex, Offset> rows;
  ArcChunks chunks;
  SearchResult<Space, Vertex> result;
  bool use_parent;
  VertexMarks<Space> accounted;

  KOKKOS_FUNCTION void init(ArcFindings& findings) const { findings = {~std::uint64_t(0), 0}; }
  KOKKOS_FUNCTION void join(ArcFindings& into, ArcFindings const& from) const { into.add(from); }
  KOKKOS_FUNCTION void operator()(std::uint64_t chunk, ArcFindings& findings) const {
    for_each_arc(rows, chunks.begin(chunk), chunks.end(chunk),
                 [&](std::uint64_t v, std::uint64_t arc) { follow(v, arc, findings); });
  }

 private:
  KOKKOS_FUNCTION void follow(std::uint64_t v, std::uint64_t arc, ArcFindings& findings) const {
    if (!result.is_reached(v)) return;
    Vertex const u = rows.neighbours(arc);
    ++findings.counted;
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
struct FirstSourceThatIsNoVertex {
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

}  // namespace yoke::detail::bfs
