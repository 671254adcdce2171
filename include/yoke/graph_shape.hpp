#pragma once

#include <cstdint>
#include <variant>

namespace yoke {

// The graphs that generate_edges makes. Each depends on its members alone, the seed among them.

/// The chance that an edge falls into each quadrant of the adjacency matrix, at every level.
struct RmatQuadrants {
  double a;  ///< upper left
  double b;  ///< upper right
  double c;  ///< lower left
  double d;  ///< lower right; 1 in all  ///< upper left, upper right, lower left, lower right; 1 in
             ///< all
};
/// Of the Graph500 benchmark.
inline constexpr RmatQuadrants graph500_quadrants{0.57, 0.19, 0.19, 0.05};
/// Of Banerjee's thesis, chapters 7 and 8.
inline constexpr RmatQuadrants thesis_quadrants{0.45, 0.15, 0.15, 0.25};

/// R-MAT (Chakrabarti, Zhan, Faloutsos 2004): 2^scale vertices and edge_factor times as many edges,
/// each drawn on its own: a few hubs, loops, multi-edges, and many isolated vertices.
struct RmatShape {
  int scale = 20;                                ///< log2 of the number of vertices
  double edge_factor = 16;                       ///< edges a vertex
  RmatQuadrants quadrants = graph500_quadrants;  ///< the chances
  /// Without it, small numbers are the hubs.
  bool shuffle_labels = true;
  std::uint64_t seed = 1;  ///< of all chances
};

/// G(n, m): so many edges between random ends. Distinct: a set of pairs of different vertices,
/// every set as likely; otherwise each end is drawn on its own, loops and multi-edges included.
struct UniformShape {
  std::uint64_t vertices = 0;  ///< how many vertices
  std::uint64_t edges = 0;     ///< how many edges
  bool distinct = true;        ///< neither loops nor multi-edges
  std::uint64_t seed = 1;      ///< of all chances
};

/// G(n, p): each pair of different vertices is an edge with this probability, whatever the others.
struct ProbabilityShape {
  std::uint64_t vertices = 0;  ///< how many vertices
  double probability = 0;      ///< of each edge
  std::uint64_t seed = 1;      ///< of all chances
};

/// A forest of so many trees of equal size (to within one vertex), in which no vertex has more than
/// `children` children. With one child each they are paths, a collection of linked lists. Edges go
/// from the parent to the child.
struct ForestShape {
  std::uint64_t vertices = 0;  ///< how many vertices
  std::uint64_t trees = 1;     ///< how many trees
  std::uint64_t children = 2;  ///< the most of a vertex
  /// Every vertex but the last in each tree has as many children as it may. Otherwise parents are
  /// random: a generation is (1 + children) / 2 times as large as the one before, and each of its
  /// vertices takes one of that one's places for children by chance.
  bool complete = false;
  bool shuffle_labels = true;  ///< number the vertices in random order
  std::uint64_t seed = 1;      ///< of all chances
};

/// A grid of which each edge is kept with this probability. Vertex y * width + x is at (x, y).
struct GridShape {
  std::uint64_t width = 0;      ///< vertices a row
  std::uint64_t height = 0;     ///< rows
  double kept = 1;              ///< the probability of each edge
  bool shuffle_labels = false;  ///< number the vertices in random order
  std::uint64_t seed = 1;       ///< of all chances
};

/// What generate_edges takes: one of the shapes.
using GraphShape = std::variant<RmatShape, UniformShape, ProbabilityShape, ForestShape, GridShape>;

/// How many vertices a graph of that shape has. Throws std::invalid_argument where the shape makes
/// no sense.
std::uint64_t count_vertices(GraphShape const& shape);

/// How many edges generate_edges makes of that shape; where chance decides (G(n, p), and grids of
/// which edges are left out), how many on average. Throws as count_vertices does.
std::uint64_t expected_edges(GraphShape const& shape);

}  // namespace yoke
