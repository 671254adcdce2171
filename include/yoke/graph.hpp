#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>

#include "yoke/counted.hpp"
#include "yoke/detail/checks.hpp"
#include "yoke/detail/graphs/raw_graph.hpp"
#include "yoke/detail/views.hpp"
#include "yoke/errors.hpp"
#include "yoke/huge_pages.hpp"

namespace yoke::detail::graphs {

// The words of messages for the function that makes a graph, and for its arrays.
struct GraphWords {
  char const* caller = "yoke::Graph";
  char const* offsets = "offsets";
  char const* neighbours = "neighbours";
};

// Throws where the arrays break a promise of yoke::Graph; instantiated in the library. Fences.
template <class Space, class Vertex, class Offset>
void check_graph(Space const& exec, RawGraph<Vertex, Offset> const& graph, GraphWords const& words);

// Throws where the incoming arcs of a checked graph are not its arcs.
template <class Space, class Vertex, class Offset>
void check_transposed(Space const& exec, RawGraph<Vertex, Offset> const& graph);

struct RowOptions {
  bool symmetrise, drop_loops, merge, sort;
};

// Turns edges into compressed rows in two steps, so that the caller allocates the result between
// them; instantiated in the library. The edges must outlive it.
template <class Space, class Vertex, class Offset>
class RowBuilder {
 public:
  // Throws yoke::InvalidInput naming an edge that has an end out of range.
  RowBuilder(Space const& exec, std::uint64_t vertices, RawArray<Vertex const> from,
             RawArray<Vertex const> to, RowOptions const& options);
  ~RowBuilder();

  std::size_t arcs() const;
  // Fills vertices + 1 offsets and arcs() neighbours. Fences. Once.
  void write(RawArray<Offset> offsets, RawArray<Vertex> neighbours);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace yoke::detail::graphs

namespace yoke {

namespace detail {

// An array of a graph. On the host it is in huge pages.
template <class T, class MemorySpace, class Space>
Kokkos::View<T*, MemorySpace> make_array(Space const& exec, std::string const& label,
                                         std::size_t size) {
  checked_bytes(size, sizeof(T));
  Kokkos::View<T*, MemorySpace> const array(
      Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, label), size);
  if constexpr (runs_on_host<Space>) advise_huge_pages(array.data(), size * sizeof(T));
  return array;
}

}  // namespace detail

/// Symmetric: every arc u -> v has its reverse v -> u, the same number of times. An undirected
/// graph is stored in this way.
enum class GraphKind { symmetric, directed };

/// A tag: the caller guarantees that the given arrays are right.
struct Unchecked {};
/// The tag's value.
inline constexpr Unchecked unchecked;

/// A graph in compressed sparse rows: the neighbours of vertex v are neighbours()(k) for k from
/// offsets()(v) to offsets()(v + 1) - 1. Loops and repeated arcs are allowed. A Graph is a handle
/// on shared Views, and copying it copies no array.
///
/// Vertex numbers the vertices and Offset the arcs: 32- or 64-bit integers, signed or not. An
/// Offset may not be narrower than a Vertex.
///
/// A graph is checked when it is made, so algorithms need not check it again. Its arrays must not
/// be changed after that.
template <class Vertex = std::uint32_t, class Offset = Vertex,
          class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
class Graph {
  static_assert(detail::is_index<Vertex> && detail::is_index<Offset>,
                "yoke::Graph: Vertex and Offset must be 32- or 64-bit integers");
  static_assert(sizeof(Offset) >= sizeof(Vertex),
                "yoke::Graph: Offset may not be narrower than Vertex");

 public:
  using vertex_type = Vertex;                                   ///< Vertex.
  using offset_type = Offset;                                   ///< Offset.
  using memory_space = MemorySpace;                             ///< the memory of the arrays
  using Offsets = Kokkos::View<Offset const*, MemorySpace>;     ///< n + 1 offsets
  using Neighbours = Kokkos::View<Vertex const*, MemorySpace>;  ///< one for each arc

  /// A graph without vertices.
  Graph() = default;

  /// Checks the arrays, on `exec`. The offsets start at 0, never decrease and end at the number of
  /// neighbours. Every neighbour is a vertex. If `kind` is symmetric, the arcs are. Reads the
  /// arrays once; for symmetric arcs the neighbours twice. Needs no memory unless an arc lacks its
  /// reverse (8 bytes per vertex then). Throws std::invalid_argument if sizes do not fit or a type
  /// is too small. Throws yoke::InvalidInput, which names a vertex or an arc, for the other faults.
  ///
  /// @param offsets  n + 1 offsets, or none if there are no vertices
  /// @param neighbours  one for each arc, so two for an undirected edge
  /// @param words  only for the library: the words of messages
  template <class Space>
  Graph(Space const& exec, GraphKind kind, Offsets const& offsets, Neighbours const& neighbours,
        detail::graphs::GraphWords const& words = {})
      : Graph(unchecked, kind, offsets, neighbours, words) {
    check(exec, raw(), words);
  }

  /// The same without a check of the arrays. Sizes and types are checked.
  Graph(Unchecked, GraphKind kind, Offsets const& offsets, Neighbours const& neighbours,
        detail::graphs::GraphWords const& words = {})
      : kind_(kind), offsets_(offsets), neighbours_(neighbours) {
    detail::check_choice(words.caller, "kind", kind, GraphKind::directed);
    detail::check_index_holds<Vertex>(words.caller, words.neighbours, vertices());
    detail::check_index_holds<Offset>(words.caller, words.offsets, arcs());
    if (offsets.extent(0) == 0 && arcs() > 0) {
      throw std::invalid_argument(std::string(words.caller) + ": " + words.neighbours + " has " +
                                  show_count(arcs(), "element") + ", and there are no " +
                                  words.offsets);
    }
  }

  /// The number of vertices.
  std::size_t vertices() const { return offsets_.extent(0) == 0 ? 0 : offsets_.extent(0) - 1; }
  /// The number of arcs: an undirected edge counts twice, a loop once.
  std::size_t arcs() const { return neighbours_.extent(0); }
  /// Whether the arcs are symmetric or directed.
  GraphKind kind() const { return kind_; }
  /// Whether every arc has its reverse.
  bool is_symmetric() const { return kind_ == GraphKind::symmetric; }

  /// The beginning of each vertex's neighbours.
  Offsets const& offsets() const { return offsets_; }
  /// The ends of all arcs.
  Neighbours const& neighbours() const { return neighbours_; }

  /// The same graph with its arcs by target too, which lets a search of a directed graph look
  /// backwards. Checked as in the constructor. The two must hold the same arcs, which is checked by
  /// their number and a 64-bit sum of hashes.
  template <class Space>
  Graph with_incoming(Space const& exec, Offsets const& offsets,
                      Neighbours const& neighbours) const {
    Graph const both = with_incoming(unchecked, offsets, neighbours);
    check(exec, raw(), {});
    check(exec, Graph(unchecked, GraphKind::directed, offsets, neighbours).raw(),
          {"yoke::Graph", "incoming offsets", "incoming neighbours"});
    detail::graphs::check_transposed<Space>(exec, both.raw());
    return both;
  }

  /// The same without a check of the arrays. Sizes are checked.
  Graph with_incoming(Unchecked, Offsets const& offsets, Neighbours const& neighbours) const {
    detail::check_same_size("yoke::Graph", "offsets", offsets_.extent(0), "incoming offsets",
                            offsets.extent(0));
    detail::check_same_size("yoke::Graph", "neighbours", arcs(), "incoming neighbours",
                            neighbours.extent(0));
    Graph both = *this;
    both.incoming_offsets_ = offsets;
    both.incoming_neighbours_ = neighbours;
    return both;
  }

  /// A symmetric graph's arcs are their own reverse.
  bool has_incoming() const { return is_symmetric() || incoming_offsets_.extent(0) > 0; }
  /// As offsets(), for the arcs by target.
  Offsets const& incoming_offsets() const { return is_symmetric() ? offsets_ : incoming_offsets_; }
  /// As neighbours(): the sources of the arcs by target.
  Neighbours const& incoming_neighbours() const {
    return is_symmetric() ? neighbours_ : incoming_neighbours_;
  }

  /// Only for the library.
  detail::RawGraph<detail::WordOf<Vertex>, detail::WordOf<Offset>> raw() const {
    return {detail::raw_array<detail::WordOf<Offset>>(offsets_),
            detail::raw_array<detail::WordOf<Vertex>>(neighbours_),
            detail::raw_array<detail::WordOf<Offset>>(incoming_offsets()),
            detail::raw_array<detail::WordOf<Vertex>>(incoming_neighbours()), is_symmetric()};
  }

 private:
  template <class Space>
  static void check(Space const& exec,
                    detail::RawGraph<detail::WordOf<Vertex>, detail::WordOf<Offset>> const& graph,
                    detail::graphs::GraphWords const& words) {
    static_assert(detail::check_instantiated<Space>());
    static_assert(Kokkos::SpaceAccessibility<Space, MemorySpace>::accessible,
                  "yoke::Graph: the execution space cannot access the arrays");
    detail::graphs::check_graph<Space>(exec, graph, words);
  }

  GraphKind kind_ = GraphKind::symmetric;
  Offsets offsets_, incoming_offsets_;
  Neighbours neighbours_, incoming_neighbours_;
};

/// The edges or arcs of a graph as pairs, in any order.
template <class Vertex = std::uint32_t,
          class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
struct EdgeList {
  std::size_t vertices = 0;                 ///< number of vertices, also of those without edges
  Kokkos::View<Vertex*, MemorySpace> from;  ///< one end of each edge
  Kokkos::View<Vertex*, MemorySpace> to;    ///< the other end

  /// The number of edges.
  std::size_t edges() const { return from.extent(0); }
};

/// How build_graph uses the edges.
struct GraphBuildOptions {
  /// Store each edge u - v as the arcs u -> v and v -> u (a loop once). The graph is then
  /// symmetric.
  bool symmetrise = true;
  bool drop_loops = false;  ///< leave out edges from a vertex to itself
  /// Keep one of several equal arcs.
  bool merge_multi_edges = false;
  /// Neighbours in ascending order. The graph then depends only on the set of edges, not on their
  /// order or the number of threads. Merging always sorts.
  bool sort_neighbours = true;
};

/// Makes a graph of the edges, on `exec`. Vertices without edges remain. The result is right by
/// construction and is not checked again. The edges are only read.
///
/// Memory beyond the result:
/// - 8 bytes per arc;
/// - on a device 8 more while arcs are sorted;
/// - on a host, for each thread, the memory of one of 256 ranges of vertices.
///
/// Throws yoke::InvalidInput, which names an edge whose end is no vertex. Throws
/// std::invalid_argument if from and to differ in size, if Vertex cannot number the vertices, or if
/// Offset cannot number the arcs.
template <class Offset, class Space, class Vertex, class MemorySpace>
Graph<Vertex, Offset, MemorySpace> build_graph(Space const& exec,
                                               EdgeList<Vertex, MemorySpace> const& edges,
                                               GraphBuildOptions const& options = {}) {
  static_assert(detail::check_instantiated<Space>());
  static_assert(Kokkos::SpaceAccessibility<Space, MemorySpace>::accessible,
                "yoke::build_graph: the execution space cannot access the edges");
  detail::check_same_size("yoke::build_graph", "from", edges.from.extent(0), "to",
                          edges.to.extent(0));
  detail::check_index_holds<Vertex>("yoke::build_graph", "from", edges.vertices);
  using VertexWord = detail::WordOf<Vertex>;
  using OffsetWord = detail::WordOf<Offset>;
  std::uint64_t const most_arcs = edges.edges() * (options.symmetrise ? 2 : 1);
  detail::check_index_holds<Offset>("yoke::build_graph", "the offsets", most_arcs);
  detail::graphs::RowBuilder<Space, VertexWord, OffsetWord> rows(
      exec, edges.vertices, detail::raw_array<VertexWord>(edges.from),
      detail::raw_array<VertexWord>(edges.to),
      {options.symmetrise, options.drop_loops, options.merge_multi_edges, options.sort_neighbours});
  auto const offsets =
      detail::make_array<Offset, MemorySpace>(exec, "yoke::graph::offsets", edges.vertices + 1);
  auto const neighbours =
      detail::make_array<Vertex, MemorySpace>(exec, "yoke::graph::neighbours", rows.arcs());
  rows.write(detail::raw_output<OffsetWord>(offsets), detail::raw_output<VertexWord>(neighbours));
  return Graph<Vertex, Offset, MemorySpace>(
      unchecked, options.symmetrise ? GraphKind::symmetric : GraphKind::directed, offsets,
      neighbours);
}
/// The same with offsets of the vertices' type.
template <class Space, class Vertex, class MemorySpace>
Graph<Vertex, Vertex, MemorySpace> build_graph(Space const& exec,
                                               EdgeList<Vertex, MemorySpace> const& edges,
                                               GraphBuildOptions const& options = {}) {
  return build_graph<Vertex>(exec, edges, options);
}

}  // namespace yoke
