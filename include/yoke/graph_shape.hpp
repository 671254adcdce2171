#pragma once

#include <cstdint>
#include <variant>

namespace yoke {

// The graphs that generate_edges makes. Each depends only on its members, including the seed.

/// The probability that an edge falls into each quadrant of the adjacency matrix, at every level.
struct RmatQuadrants {
  double a;  ///< upper left
  double b;  ///< upper right
  double c;  ///< lower left
  double d;  ///< lower right; the sum of the four is 1
};
/// The quadrants of the Graph500 benchmark.
inline constexpr RmatQuadrants graph500_quadrants{0.57, 0.19, 0.19, 0.05};
/// The quadrants of Banerjee's thesis, chapters 7 and 8.
inline constexpr RmatQuadrants thesis_quadrants{0.45, 0.15, 0.15, 0.25};

/// R-MAT (Chakrabarti, Zhan, Faloutsos 2004): 2^scale vertices and edge_factor times that number of
/// edges. Edges are drawn independently. The graph has few vertices with many edges, loops,
/// multi-edges, and many isolated vertices.
struct RmatShape {
  int scale = 20;                                ///< log2 of the number of vertices
  double edge_factor = 16;                       ///< edges per vertex
  RmatQuadrants quadrants = graph500_quadrants;  ///< the probabilities
  /// Number the vertices in random order. Otherwise small numbers have the most edges.
  bool shuffle_labels = true;
  std::uint64_t seed = 1;  ///< seed of all random numbers
};

/// G(n, m): a number of edges between random ends. Distinct: a set of pairs of different vertices,
/// each set with the same probability. Otherwise each end is drawn independently, with loops and
/// multi-edges.
struct UniformShape {
  std::uint64_t vertices = 0;  ///< number of vertices
  std::uint64_t edges = 0;     ///< number of edges
  bool distinct = true;        ///< neither loops nor multi-edges
  std::uint64_t seed = 1;      ///< seed of all random numbers
};

/// G(n, p): each pair of different vertices is independently an edge with this probability.
struct ProbabilityShape {
  std::uint64_t vertices = 0;  ///< number of vertices
  double probability = 0;      ///< of each edge
  std::uint64_t seed = 1;      ///< seed of all random numbers
};

/// A forest of trees of equal size (to within one vertex). No vertex has more than `children`
/// children. With one child each they are paths, a collection of linked lists. Edges go from the
/// parent to the child.
struct ForestShape {
  std::uint64_t vertices = 0;  ///< number of vertices
  std::uint64_t trees = 1;     ///< number of trees
  std::uint64_t children = 2;  ///< the most children of a vertex
  /// Every vertex except the last in each tree has its full number of children. Otherwise parents
  /// are random. A generation is (1 + children) / 2 times as large as the one before. Each of its
  /// vertices takes a random free place for a child there.
  bool complete = false;
  bool shuffle_labels = true;  ///< number the vertices in random order
  std::uint64_t seed = 1;      ///< seed of all random numbers
};

/// A grid that keeps each edge with this probability. Vertex y * width + x is at (x, y).
struct GridShape {
  std::uint64_t width = 0;      ///< vertices per row
  std::uint64_t height = 0;     ///< rows
  double kept = 1;              ///< the probability of each edge
  bool shuffle_labels = false;  ///< number the vertices in random order
  std::uint64_t seed = 1;       ///< seed of all random numbers
};

/// The argument of generate_edges: one of the shapes.
using GraphShape = std::variant<RmatShape, UniformShape, ProbabilityShape, ForestShape, GridShape>;

/// The number of vertices of a graph of that shape. Throws std::invalid_argument if the shape makes
/// no sense.
std::uint64_t count_vertices(GraphShape const& shape);

/// The number of edges that generate_edges makes of that shape. For random numbers of edges (G(n,
/// p), and grids that leave edges out) it is the average. Throws as count_vertices does.
std::uint64_t expected_edges(GraphShape const& shape);

}  // namespace yoke
