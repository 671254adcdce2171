#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <exception>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <variant>

#include "yoke/counted.hpp"
#include "yoke/detail/checks.hpp"
#include "yoke/detail/graphs/edge_writer.hpp"
#include "yoke/detail/views.hpp"
#include "yoke/graph.hpp"
#include "yoke/graph_shape.hpp"
#include "yoke/random.hpp"

namespace yoke {

namespace detail::graphs {

// The streams of a range of edges, or of a range of the blocks in which edges are made.
template <class Vertex, class Memory, class Space, class Generator>
EdgeList<Vertex, Memory> generate_part(Space const& exec, GraphShape const& shape,
                                       Generator const& random, EvenPart part) {
  using Word = WordOf<Vertex>;
  using Edges = std::conditional_t<std::is_same_v<Generator, Philox>, EdgeGenerator<Space, Word>,
                                   EdgeWriter<Space, Word, Generator>>;
  EdgeList<Vertex, Memory> edges;
  edges.vertices = count_vertices(shape);
  check_index_holds<Vertex>("yoke::generate_edges", "Vertex", edges.vertices);
  Edges const generator(exec, shape, random, part);
  try {
    edges.from = make_array<Vertex, Memory>(exec, "yoke::generate::from", generator.edges());
    edges.to = make_array<Vertex, Memory>(exec, "yoke::generate::to", generator.edges());
  } catch (std::exception const&) {
    throw std::invalid_argument("yoke::generate_edges: edges: " + std::string(Memory::name()) +
                                " memory has no room for " + std::to_string(generator.edges()) +
                                " of " + show_count(2 * sizeof(Vertex), "byte"));
  }
  generator.write(raw_output<Word>(edges.from), raw_output<Word>(edges.to));
  return edges;
}

}  // namespace detail::graphs

/// Makes the edges of a graph of the given shape, in `exec`'s memory or in MemorySpace, which
/// `exec` must be able to access. Reproducible: the same edges in the same order on every space and
/// for every number of threads. build_graph takes them; its symmetrise makes two arcs of each edge.
///
/// @param random  draws all random numbers, in place of the shape's seed: any RandomGenerator whose
///   engines run in `exec`'s kernels. With Philox(seed) the edges are those of the seed. Kernels
///   for other generators are compiled in the caller's file.
///
/// The random numbers come from these streams:
/// - each edge of R-MAT and of uniform graphs with repetitions: the stream of its number;
/// - each tree of a forest, each 64 vertices of a grid, each block of pairs of G(n, p): the same;
/// - the keys of permutations: stream 2^64 - 1 (for distinct edges stream 0).
///
/// Work O(m) (R-MAT: O(m scale)), O(pairs / 64) for a grid. Memory beyond the edges: 8 bytes for
/// each 64 vertices of a grid and for each 256 edges of G(n, p); none for other shapes.
///
/// Throws std::invalid_argument if no graph has the shape, if Vertex cannot number its vertices,
/// or if the memory cannot hold the edges; the message has both sizes.
template <class Vertex = std::uint32_t, class MemorySpace = void, class Space,
          RandomGenerator Generator>
auto generate_edges(Space const& exec, GraphShape const& shape, Generator const& random) {
  static_assert(detail::check_instantiated<Space>());
  static_assert(detail::is_index<Vertex>,
                "yoke::generate_edges: Vertex must be a 32- or 64-bit integer");
  using Memory =
      std::conditional_t<std::is_void_v<MemorySpace>, typename Space::memory_space, MemorySpace>;
  static_assert(Kokkos::SpaceAccessibility<Space, Memory>::accessible,
                "yoke::generate_edges: the execution space cannot access MemorySpace");
  return detail::graphs::generate_part<Vertex, Memory>(exec, shape, random, {});
}

/// The same with Philox of the shape's seed.
template <class Vertex = std::uint32_t, class MemorySpace = void, class Space>
auto generate_edges(Space const& exec, GraphShape const& shape) {
  std::uint64_t const seed = std::visit([](auto const& it) { return it.seed; }, shape);
  return generate_edges<Vertex, MemorySpace>(exec, shape, Philox(seed));
}

}  // namespace yoke
