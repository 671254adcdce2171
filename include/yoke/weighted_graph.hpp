#pragma once

#include <concepts>
#include <cstdint>
#include <memory>

#include "yoke/graph.hpp"

namespace yoke {

/// The types of an arc's weight.
template <class T>
concept ArcWeight = std::same_as<T, float> || std::same_as<T, double> ||
    std::same_as<T, std::int32_t> || std::same_as<T, std::int64_t>;

/// How build_graph uses several edges with the same ends. Where edges are symmetrised, u - v and
/// v - u have the same ends.
enum class RepeatedEdges {
  keep,    ///< keep all, in the order of the edges
  sum,     ///< one arc with the sum of their weights, added in the order of the edges
  least,   ///< one arc with the least weight
  first,   ///< one arc with the weight of the first edge
  refuse,  ///< throw yoke::InvalidInput, which names an edge
};

/// How build_graph uses edges with weights.
struct WeightedBuildOptions {
  /// Store each edge u - v as the arcs u -> v and v -> u (a loop once), both with its weight. The
  /// graph is then symmetric.
  bool symmetrise = true;
  bool drop_loops = false;                       ///< leave out edges from a vertex to itself
  RepeatedEdges repeated = RepeatedEdges::keep;  ///< several edges with the same ends
};

}  // namespace yoke

namespace yoke::detail::graphs {

// Throws where a weight of a checked graph is NaN, or where the two arcs of an undirected edge have
// different weights; instantiated in the library. Messages call the weights by this name. Fences.
template <class Space, class Vertex, class Offset, class Weight>
void check_weights(Space const& exec, RawGraph<Vertex, Offset> const& graph,
                   RawArray<Weight const> weights, char const* name);

// Throws where the weights of a checked graph's incoming arcs are not those of its arcs.
template <class Space, class Vertex, class Offset, class Weight>
void check_transposed_weights(Space const& exec, RawGraph<Vertex, Offset> const& graph,
                              RawArray<Weight const> weights, RawArray<Weight const> incoming);

// As RowBuilder, with weights.
template <class Space, class Vertex, class Offset, class Weight>
class WeightedRowBuilder {
 public:
  WeightedRowBuilder(Space const& exec, std::uint64_t vertices, RawArray<Vertex const> from,
                     RawArray<Vertex const> to, RawArray<Weight const> weights,
                     WeightedBuildOptions const& options);
  ~WeightedRowBuilder();

  std::size_t arcs() const;
  // Fills vertices + 1 offsets, arcs() neighbours and arcs() weights. Fences. Once.
  void write(RawArray<Offset> offsets, RawArray<Vertex> neighbours, RawArray<Weight> weights);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace yoke::detail::graphs

namespace yoke {

/// A Graph whose arcs have weights: weights()(k) is the weight of the arc to neighbours()(k). It
/// derives from Graph, so calls that know no weights take it too, and ignore them. Include
/// yoke/weighted_graph_io.hpp for write_graph.
///
/// Weight is float, double, std::int32_t or std::int64_t. No weight is NaN. In a symmetric graph
/// the arcs u -> v and v -> u have the same weight. If an edge is repeated, the arcs of both
/// directions have the same weights, in any order. The arrays must not be changed after the graph
/// is made.
template <class Vertex = std::uint32_t, class Offset = Vertex, class Weight = float,
          class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
class WeightedGraph : public Graph<Vertex, Offset, MemorySpace> {
  static_assert(ArcWeight<Weight>,
                "yoke::WeightedGraph: Weight must be float, double, std::int32_t or std::int64_t");
  using Base = Graph<Vertex, Offset, MemorySpace>;

 public:
  using weight_type = Weight;                                ///< Weight.
  using Weights = Kokkos::View<Weight const*, MemorySpace>;  ///< one for each arc
  using typename Base::Neighbours;                           ///< that of Graph
  using typename Base::Offsets;                              ///< that of Graph

  /// A graph without vertices.
  WeightedGraph() = default;

  /// Checks the arrays, on `exec`: those of a Graph as its constructor does, then the weights. The
  /// weights of a symmetric graph are compared by a 64-bit sum of hashes, with 8 bytes of memory
  /// per vertex if they differ. Throws the errors of Graph's constructor. Throws
  /// std::invalid_argument if there is not one weight for each neighbour. Throws
  /// yoke::InvalidInput, which names an arc, for NaN and for a weight that its reverse lacks.
  template <class Space>
  WeightedGraph(Space const& exec, GraphKind kind, Offsets const& offsets,
                Neighbours const& neighbours, Weights const& weights)
      : Base(exec, kind, offsets, matching(neighbours, weights)), weights_(weights) {
    check(exec, this->raw(), weights, "weights");
  }

  /// The same without a check of the arrays. Sizes and types are checked.
  WeightedGraph(Unchecked, GraphKind kind, Offsets const& offsets, Neighbours const& neighbours,
                Weights const& weights)
      : Base(unchecked, kind, offsets, matching(neighbours, weights)), weights_(weights) {}

  /// The weights of all arcs.
  Weights const& weights() const { return weights_; }

  /// The same graph with its arcs by target too, as Graph::with_incoming: checked as there, and
  /// that their weights are those of the graph's arcs.
  template <class Space>
  WeightedGraph with_incoming(Space const& exec, Offsets const& offsets,
                              Neighbours const& neighbours, Weights const& weights) const {
    WeightedGraph both = *this;
    static_cast<Base&>(both) =
        Base::with_incoming(exec, offsets, matching(neighbours, weights, "incoming "));
    both.incoming_weights_ = weights;
    auto const incoming = Base(unchecked, GraphKind::directed, offsets, neighbours);
    check(exec, incoming.raw(), weights, "incoming weights");
    detail::graphs::check_transposed_weights<Space>(
        exec, both.raw(), detail::raw_array<Weight>(weights_),
        detail::raw_array<Weight>(both.incoming_weights()));
    return both;
  }

  /// The same without a check of the arrays. Sizes are checked.
  WeightedGraph with_incoming(Unchecked, Offsets const& offsets, Neighbours const& neighbours,
                              Weights const& weights) const {
    WeightedGraph both = *this;
    static_cast<Base&>(both) =
        Base::with_incoming(unchecked, offsets, matching(neighbours, weights, "incoming "));
    both.incoming_weights_ = weights;
    return both;
  }

  /// The weights of the arcs by target, in the order of incoming_neighbours().
  Weights const& incoming_weights() const {
    return this->is_symmetric() ? weights_ : incoming_weights_;
  }

 private:
  // The neighbours, if there is a weight for each.
  static Neighbours const& matching(Neighbours const& neighbours, Weights const& weights,
                                    std::string const& which = "") {
    detail::check_same_size("yoke::WeightedGraph", (which + "neighbours").c_str(),
                            neighbours.extent(0), (which + "weights").c_str(), weights.extent(0));
    return neighbours;
  }

  template <class Space, class Raw>
  static void check(Space const& exec, Raw const& graph, Weights const& weights, char const* name) {
    detail::graphs::check_weights<Space>(exec, graph, detail::raw_array<Weight>(weights), name);
  }

  Weights weights_, incoming_weights_;
};

/// The edges or arcs of a graph with their weights, in any order.
template <class Vertex = std::uint32_t, class Weight = float,
          class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
struct WeightedEdgeList : EdgeList<Vertex, MemorySpace> {
  Kokkos::View<Weight*, MemorySpace> weights;  ///< one for each edge
};

/// Makes a graph of edges with weights, on `exec`. Vertices without edges remain. Neighbours are in
/// ascending order, and equal ones in the order of their edges. The result is therefore the same on
/// every space and number of threads, also where floating-point weights are added. It is right by
/// construction and is not checked again. The edges are only read.
///
/// Memory beyond the result, per arc: a key of 8 bytes, a weight, and a copy of both of at most 16
/// bytes.
///
/// Throws yoke::InvalidInput, which names an edge, for these:
/// - an end that is no vertex, or a weight that is NaN;
/// - with RepeatedEdges::refuse an edge whose ends an earlier one has;
/// - with RepeatedEdges::sum an edge at which a sum leaves the range of an integer, or becomes NaN.
///
/// Throws std::invalid_argument if from, to and weights differ in size, or if Vertex cannot number
/// the vertices or Offset the arcs. Also throws it for 2^32 vertices or more.
template <class Offset, class Space, class Vertex, class Weight, class MemorySpace>
WeightedGraph<Vertex, Offset, Weight, MemorySpace> build_graph(
    Space const& exec, WeightedEdgeList<Vertex, Weight, MemorySpace> const& edges,
    WeightedBuildOptions const& options = {}) {
  static_assert(detail::check_instantiated<Space>());
  static_assert(ArcWeight<Weight>,
                "yoke::build_graph: weights must be float, double, std::int32_t or std::int64_t");
  static_assert(Kokkos::SpaceAccessibility<Space, MemorySpace>::accessible,
                "yoke::build_graph: the execution space cannot access the edges");
  char const* const caller = "yoke::build_graph";
  detail::check_same_size(caller, "from", edges.from.extent(0), "to", edges.to.extent(0));
  detail::check_same_size(caller, "from", edges.from.extent(0), "weights", edges.weights.extent(0));
  detail::check_choice(caller, "repeated", options.repeated, RepeatedEdges::refuse);
  detail::check_index_holds<Vertex>(caller, "from", edges.vertices);
  std::uint64_t const most_arcs = edges.edges() * (options.symmetrise ? 2 : 1);
  detail::check_index_holds<Offset>(caller, "the offsets", most_arcs);
  using VertexWord = detail::WordOf<Vertex>;
  using OffsetWord = detail::WordOf<Offset>;
  detail::graphs::WeightedRowBuilder<Space, VertexWord, OffsetWord, Weight> rows(
      exec, edges.vertices, detail::raw_array<VertexWord>(edges.from),
      detail::raw_array<VertexWord>(edges.to), detail::raw_array<Weight>(edges.weights), options);
  auto const offsets =
      detail::make_array<Offset, MemorySpace>(exec, "yoke::graph::offsets", edges.vertices + 1);
  auto const neighbours =
      detail::make_array<Vertex, MemorySpace>(exec, "yoke::graph::neighbours", rows.arcs());
  auto const weights =
      detail::make_array<Weight, MemorySpace>(exec, "yoke::graph::weights", rows.arcs());
  rows.write(detail::raw_output<OffsetWord>(offsets), detail::raw_output<VertexWord>(neighbours),
             detail::raw_output<Weight>(weights));
  return {unchecked, options.symmetrise ? GraphKind::symmetric : GraphKind::directed, offsets,
          neighbours, weights};
}
/// The same with offsets of the vertices' type.
template <class Space, class Vertex, class Weight, class MemorySpace>
WeightedGraph<Vertex, Vertex, Weight, MemorySpace> build_graph(
    Space const& exec, WeightedEdgeList<Vertex, Weight, MemorySpace> const& edges,
    WeightedBuildOptions const& options = {}) {
  return build_graph<Vertex>(exec, edges, options);
}

}  // namespace yoke
