#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <vector>
#include <yoke/graph.hpp>
#include <yoke/hybrid.hpp>
#include <yoke/list_ranking_options.hpp>
#include <yoke/weighted_graph.hpp>

// What the docs' snippets use without declaring it. Declared only: nothing of it runs.

using Exec = Kokkos::DefaultExecutionSpace;
extern Exec const exec;
extern yoke::Hybrid<> const hybrid;

extern std::size_t const n, m, r, k, bins, blocks, block_capacity;
extern std::uint64_t const i, b, seed, photon, thread;
extern std::uint32_t const source, x, y;

extern Kokkos::View<std::uint32_t*> const successor, heads, rank, parent, level, label, keys,
    numbers, permutation, sources, targets;
extern std::vector<Kokkos::View<std::uint32_t*>> const successors, ranks;
extern yoke::EdgeList<std::uint32_t> const edges;
extern yoke::WeightedEdgeList<std::uint32_t, float> const weighted_edges;
extern yoke::Graph<std::uint32_t, std::uint32_t, Exec::memory_space> const graph;
extern yoke::ListRankOptions options;
extern Kokkos::View<char*> const characters, sorted_characters;
extern Kokkos::View<std::int32_t*> const offsets, sorted_offsets, entries;
using Memory = Exec::memory_space;

extern Kokkos::View<float*> const values, splitters, bounds, out;
extern Kokkos::View<std::uint32_t*> const labels;
extern Kokkos::View<std::uint64_t*> const counts, first;
extern Kokkos::View<double*> const weights;
extern Kokkos::View<std::uint16_t*> const tags;
extern Kokkos::View<float*, Kokkos::HostSpace> const results;

// Work of the reader's own.
struct CloserTo {
  std::uint32_t number;
  KOKKOS_FUNCTION std::uint32_t distance(std::uint32_t key) const {
    return key < number ? number - key : key - number;
  }
  KOKKOS_FUNCTION bool operator()(std::uint32_t one, std::uint32_t other) const {
    return distance(one) < distance(other);
  }
};
template <class Space, class View>
void scale(Space const&, View const&);
template <class Space, class Buffer>
std::size_t make_bits(Space const&, std::size_t block, Buffer const&);
template <class Space, class Bits>
bool contract(Space const&, Bits const&);
template <class Space, class From, class Block>
std::size_t copy_block(Space const&, From const&, std::size_t block, Block const&);
template <class Space, class Block, class To>
void store_block(Space const&, Block const&, std::size_t block, To const&);
template <class Space, class In, class Out>
void transform(Space const&, In const&, Out const&);
double seconds_of_a_call(std::size_t size);
