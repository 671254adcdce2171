#pragma once

#include <Kokkos_Core.hpp>
#include <cmath>
#include <cstdint>

#include "yoke/detail/primitives/stream_draws.hpp"
#include "yoke/graph_shape.hpp"
#include "yoke/random.hpp"

// The shapes' edges, as functors that any thread asks for any of them: by number where their number
// is known beforehand, else block by block. What is drawn for an edge, a tree or a block is of the
// generator's stream of its number.
namespace yoke::detail::graphs {

struct Edge {
  std::uint64_t from, to;
};

// The names of 0 to n - 1.
class VertexNumbers {
 public:
  template <class Generator>
  VertexNumbers(std::uint64_t vertices, bool shuffled, Generator const& random)
      : shuffled_(shuffled), permutation_(vertices, BlockDraws<Generator>(random, names).next()) {}

  KOKKOS_FUNCTION std::uint64_t operator()(std::uint64_t v) const {
    return shuffled_ ? permutation_(v) : v;
  }

 private:
  // The last of all streams: no edge or vertex has that number.
  static constexpr std::uint64_t names = ~std::uint64_t(0);
  bool shuffled_;
  RandomPermutation permutation_;
};

// What happens with this probability happens for a random 32-bit word below it. In integers: the
// same on every space.
inline std::uint64_t word_bound(double probability) {
  return static_cast<std::uint64_t>(std::llround(probability * 0x1p32));
}

template <class Generator>
class RmatEdges {
 public:
  RmatEdges(RmatShape const& shape, Generator const& random)
      : edges_(expected_edges(shape)),
        scale_(shape.scale),
        a_(word_bound(shape.quadrants.a)),
        ab_(word_bound(shape.quadrants.a + shape.quadrants.b)),
        abc_(word_bound(shape.quadrants.a + shape.quadrants.b + shape.quadrants.c)),
        numbers_(std::uint64_t(1) << shape.scale, shape.shuffle_labels, random),
        random_(random) {}

  std::uint64_t edges() const { return edges_; }

  KOKKOS_FUNCTION Edge operator()(std::uint64_t i) const {
    BlockDraws<Generator> draws(random_, i);
    std::uint64_t from = 0, to = 0;
    int levels = 0;
    for (; levels < scale_; levels += 4) {
      RandomBlock const four = draws.next();
      for (std::uint64_t const draw : four.word) {
        bool const is_low = draw >= ab_;
        // By arithmetic: neither can be predicted, and a core would stumble over every level.
        bool const is_right = draw >= a_ + is_low * (abc_ - a_);
        from = from << 1 | is_low;
        to = to << 1 | is_right;
      }
    }
    // Without those that the last block has too many.
    return {numbers_(from >> (levels - scale_)), numbers_(to >> (levels - scale_))};
  }

 private:
  std::uint64_t edges_;
  int scale_;
  std::uint64_t a_, ab_, abc_;
  VertexNumbers numbers_;
  Generator random_;
};

template <class Generator>
class LooseEdges {
 public:
  LooseEdges(UniformShape const& shape, Generator const& random)
      : vertices_(shape.vertices), edges_(shape.edges), random_(random) {}

  std::uint64_t edges() const { return edges_; }

  KOKKOS_FUNCTION Edge operator()(std::uint64_t i) const {
    auto draw = engine_of(random_, i);
    return {draw_below(draw, vertices_), draw_below(draw, vertices_)};
  }

 private:
  std::uint64_t vertices_, edges_;
  Generator random_;
};

// The pairs of different vertices by number: v and the k-th vertex after it in the circle of all.
// For k up to (n - 1) / 2 that is every pair once; where n is even, half a round more.
class Pairs {
 public:
  explicit Pairs(std::uint64_t vertices) : vertices_(vertices) {}

  // Of up to 2^32 vertices.
  static std::uint64_t count(std::uint64_t n) {
    return n % 2 == 0 ? n / 2 * (n == 0 ? 0 : n - 1) : (n - 1) / 2 * n;
  }

  KOKKOS_FUNCTION Edge operator()(std::uint64_t pair) const {
    std::uint64_t const v = pair % vertices_, other = v + 1 + pair / vertices_;
    return {v, other < vertices_ ? other : other - vertices_};
  }

 private:
  std::uint64_t vertices_;
};

// The first m of all pairs in a random order.
class DistinctEdges {
 public:
  template <class Generator>
  DistinctEdges(UniformShape const& shape, Generator const& random)
      : edges_(shape.edges),
        pairs_(shape.vertices),
        order_(Pairs::count(shape.vertices), BlockDraws<Generator>(random, 0).next()) {}

  std::uint64_t edges() const { return edges_; }

  KOKKOS_FUNCTION Edge operator()(std::uint64_t i) const { return pairs_(order_(i)); }

 private:
  std::uint64_t edges_;
  Pairs pairs_;
  RandomPermutation order_;
};

template <class Generator>
class TreeEdges {
 public:
  // At least as many vertices as trees, and one tree.
  TreeEdges(ForestShape const& shape, std::uint64_t trees, Generator const& random)
      : edges_(shape.vertices - trees),
        nodes_(shape.vertices / trees),
        larger_trees_(shape.vertices % trees),
        children_(shape.children),
        complete_(shape.complete || shape.children == 1),
        numbers_(shape.vertices, shape.shuffle_labels, random),
        random_(random) {}

  std::uint64_t edges() const { return edges_; }

  KOKKOS_FUNCTION Edge operator()(std::uint64_t i) const {
    // The first trees have a node, and an edge, more. A tree of one node has no edge.
    std::uint64_t const in_larger = larger_trees_ * nodes_;
    bool const is_larger = i < in_larger;
    std::uint64_t const edges = is_larger ? nodes_ : nodes_ - 1;
    std::uint64_t const rest = is_larger ? i : i - in_larger;
    std::uint64_t const tree = rest / edges + (is_larger ? 0 : larger_trees_);
    std::uint64_t const root = tree * nodes_ + (tree < larger_trees_ ? tree : larger_trees_);
    std::uint64_t const child = rest % edges + 1;
    return {numbers_(root + parent_of(tree, child)), numbers_(root + child)};
  }

 private:
  // Of a node of a tree, both counted from the tree's root.
  KOKKOS_FUNCTION std::uint64_t parent_of(std::uint64_t tree, std::uint64_t child) const {
    if (complete_) return (child - 1) / children_;
    std::uint64_t first = 0, size = 1, generation = 0;
    std::uint64_t next = next_size(size);
    while (child >= first + size + next) {
      first += size;
      size = next;
      next = next_size(size);
      ++generation;
    }
    BlockDraws<Generator> draws(random_, tree);
    draws.skip(generation);
    RandomPermutation const places(size * children_, draws.next());
    return first + places(child - first - size) / children_;
  }

  KOKKOS_FUNCTION std::uint64_t next_size(std::uint64_t size) const {
    return (size * (children_ + 1) + 1) / 2;
  }

  std::uint64_t edges_, nodes_, larger_trees_, children_;
  bool complete_;
  VertexNumbers numbers_;
  Generator random_;
};

// The grid's edges in blocks of vertices; each vertex has those to its right and below it.
template <class Generator>
class GridEdges {
 public:
  GridEdges(GridShape const& shape, Generator const& random)
      : width_(shape.width),
        vertices_(shape.width * shape.height),
        kept_below_(word_bound(shape.kept)),
        numbers_(vertices_, shape.shuffle_labels, random),
        random_(random) {}

  std::uint64_t blocks() const { return (vertices_ + block - 1) / block; }

  KOKKOS_FUNCTION std::uint64_t count(std::uint64_t b) const {
    std::uint64_t edges = 0;
    visit(b, [&](std::uint64_t, std::uint64_t) { ++edges; });
    return edges;
  }

  template <class Write>
  KOKKOS_FUNCTION void for_each(std::uint64_t b, Write const& write) const {
    visit(b, [&](std::uint64_t v, std::uint64_t u) { write(Edge{numbers_(v), numbers_(u)}); });
  }

 private:
  static constexpr std::uint64_t block = 64;

  template <class Visit>
  KOKKOS_FUNCTION void visit(std::uint64_t b, Visit const& visit) const {
    std::uint64_t const begin = b * block;
    std::uint64_t const end = begin + block < vertices_ ? begin + block : vertices_;
    auto draw = engine_of(random_, b);
    for (std::uint64_t v = begin; v < end; ++v) {
      bool const keeps_right = draw_word(draw) < kept_below_;
      bool const keeps_below = draw_word(draw) < kept_below_;
      if (keeps_right && (v + 1) % width_ != 0) visit(v, v + 1);
      if (keeps_below && v + width_ < vertices_) visit(v, v + width_);
    }
  }

  std::uint64_t width_, vertices_;
  std::uint64_t kept_below_;
  VertexNumbers numbers_;
  Generator random_;
};

}  // namespace yoke::detail::graphs
