#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>
#include <variant>

#include "yoke/detail/primitives/stream_draws.hpp"
#include "yoke/generate_graph.hpp"
#include "yoke/mpi/detail/plan.hpp"

namespace yoke {

namespace detail::mpi {

// Shapes as check_alike takes them.
inline Counts numbers_of(RmatShape const& shape) {
  auto const& [a, b, c, d] = shape.quadrants;
  Counts numbers{static_cast<std::uint64_t>(shape.scale), shape.shuffle_labels};
  for (double const number : {shape.edge_factor, a, b, c, d}) {
    numbers.push_back(std::bit_cast<std::uint64_t>(number));
  }
  return numbers;
}
inline Counts numbers_of(UniformShape const& shape) {
  return {shape.vertices, shape.edges, shape.distinct};
}
inline Counts numbers_of(ProbabilityShape const& shape) {
  return {shape.vertices, std::bit_cast<std::uint64_t>(shape.probability)};
}
inline Counts numbers_of(ForestShape const& shape) {
  return {shape.vertices, shape.trees, shape.children, shape.complete, shape.shuffle_labels};
}
inline Counts numbers_of(GridShape const& shape) {
  return {shape.width, shape.height, std::bit_cast<std::uint64_t>(shape.kept),
          shape.shuffle_labels};
}

}  // namespace detail::mpi

/// yoke::generate_edges of which each rank makes some: one after the other, in the order of the
/// ranks, they are those of one space, in their order, for any number of ranks. The numbers of
/// edges (of grids and of G(n, p) those of the blocks in which they are made) are shared out
/// evenly, and nothing is sent but what compares the ranks' shapes: 24 bytes and 2 rounds. For
/// build_graph of the same ranks. Work and memory those of one space, for the rank's own edges.
///
/// Throws, on all ranks, what yoke::generate_edges throws on any of them, and std::invalid_argument
/// where the ranks' shapes or generators differ.
template <class Vertex = std::uint32_t, class MemorySpace = void, class Space,
          RandomGenerator Generator>
auto generate_edges(Distributed<Space> const& cluster, GraphShape const& shape,
                    Generator const& random) {
  static_assert(detail::is_index<Vertex>,
                "yoke::generate_edges: Vertex must be a 32- or 64-bit integer");
  using Memory =
      std::conditional_t<std::is_void_v<MemorySpace>, typename Space::memory_space, MemorySpace>;
  static_assert(Kokkos::SpaceAccessibility<Space, Memory>::accessible,
                "yoke::generate_edges: the execution space cannot access MemorySpace");
  auto& ranks = cluster.begin_call();
  auto same = std::visit([](auto const& it) { return detail::mpi::numbers_of(it); }, shape);
  same.push_back(shape.index());
  for (auto const word : detail::BlockDraws<Generator>(random, 0).next().word) same.push_back(word);
  ranks.check_alike("yoke::generate_edges", "the shape and the generator", same);
  EdgeList<Vertex, Memory> edges;
  detail::mpi::agreed(ranks, [&] {
    edges = detail::graphs::generate_part<Vertex, Memory>(
        cluster.exec(), shape, random,
        {static_cast<std::uint64_t>(ranks.rank()), static_cast<std::uint64_t>(ranks.ranks())});
  });
  return edges;
}

/// The same by Philox, of the shape's seed.
template <class Vertex = std::uint32_t, class MemorySpace = void, class Space>
auto generate_edges(Distributed<Space> const& cluster, GraphShape const& shape) {
  std::uint64_t const seed = std::visit([](auto const& it) { return it.seed; }, shape);
  return generate_edges<Vertex, MemorySpace>(cluster, shape, Philox(seed));
}

}  // namespace yoke
