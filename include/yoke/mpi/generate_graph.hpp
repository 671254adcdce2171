#pragma once

#include <cstdint>
#include <iterator>
#include <type_traits>
#include <typeinfo>
#include <variant>

#include "yoke/detail/primitives/stream_draws.hpp"
#include "yoke/generate_graph.hpp"
#include "yoke/mpi/distributed.hpp"

namespace yoke {

namespace detail::mpi {

inline void add_shape(Call& call, RmatShape const& shape) {
  call.same("shape.scale", shape.scale)
      .same("shape.shuffle_labels", shape.shuffle_labels)
      .same("shape.edge_factor", shape.edge_factor)
      .same("shape.quadrants.a", shape.quadrants.a)
      .same("shape.quadrants.b", shape.quadrants.b)
      .same("shape.quadrants.c", shape.quadrants.c)
      .same("shape.quadrants.d", shape.quadrants.d);
}
inline void add_shape(Call& call, UniformShape const& shape) {
  call.same("shape.vertices", shape.vertices)
      .same("shape.edges", shape.edges)
      .same("shape.distinct", shape.distinct);
}
inline void add_shape(Call& call, ProbabilityShape const& shape) {
  call.same("shape.vertices", shape.vertices).same("shape.probability", shape.probability);
}
inline void add_shape(Call& call, ForestShape const& shape) {
  call.same("shape.vertices", shape.vertices)
      .same("shape.trees", shape.trees)
      .same("shape.children", shape.children)
      .same("shape.complete", shape.complete)
      .same("shape.shuffle_labels", shape.shuffle_labels);
}
inline void add_shape(Call& call, GridShape const& shape) {
  call.same("shape.width", shape.width)
      .same("shape.height", shape.height)
      .same("shape.kept", shape.kept)
      .same("shape.shuffle_labels", shape.shuffle_labels);
}

}  // namespace detail::mpi

/// yoke::generate_edges, where each rank makes a part. The parts follow each other in the order of
/// the ranks. Together they are the edges that a call on one execution space makes, in the same
/// order, for any number of ranks. Each rank makes the same number of edges; for grids and G(n, p),
/// of blocks of edges. build_graph of the same ranks takes them. For its own edges each rank has
/// the work and memory of a call on one execution space. One round of 16 bytes compares the ranks'
/// shapes.
///
/// Throws, on all ranks, the exceptions of yoke::generate_edges on any of them. Throws
/// std::invalid_argument if the ranks' shapes or generators differ.
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
  auto& ranks = cluster.network();
  auto const shape_type =
      std::visit([](auto const& it) { return detail::mpi::readable_type(typeid(it)); }, shape);
  auto call = detail::mpi::Call::run("yoke::generate_edges",
                                     detail::mpi::types_text<Vertex>() + " of a " + shape_type);
  std::visit([&](auto const& it) { detail::mpi::add_shape(call, it); }, shape);
  auto const block = detail::BlockDraws<Generator>(random, 0).next();
  call.alike("the generator", detail::mpi::Counts(std::begin(block.word), std::end(block.word)));
  EdgeList<Vertex, Memory> edges;
  ranks.begin_call(call, [&] {
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
