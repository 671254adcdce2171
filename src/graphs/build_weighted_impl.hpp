#pragma once

#include <string>

#include "frame/raw_arrays.hpp"
#include "graphs/build_impl.hpp"
#include "graphs/weight_bits.hpp"
#include "yoke/sort.hpp"
#include "yoke/weighted_graph.hpp"

namespace yoke::detail::graphs {

// The edges as the arcs to be stored. Where they are symmetrised, arc 2 e is edge e and arc 2 e + 1
// its reverse: a stable sort then leaves equal arcs in the order of the edges, both ways.
template <class Space, class Vertex, class Weight>
struct WeightedArcs {
  Array<Space, Vertex const> from_end, to_end;
  Array<Space, Weight const> weights;
  bool symmetrise, drop_loops;

  std::uint64_t size() const { return from_end.extent(0) * (symmetrise ? 2 : 1); }
  KOKKOS_FUNCTION std::uint64_t edge(std::uint64_t i) const { return symmetrise ? i / 2 : i; }
  KOKKOS_FUNCTION bool is_reverse(std::uint64_t i) const { return symmetrise && i % 2 == 1; }
  KOKKOS_FUNCTION Vertex from(std::uint64_t i) const {
    return is_reverse(i) ? to_end(edge(i)) : from_end(edge(i));
  }
  KOKKOS_FUNCTION Vertex to(std::uint64_t i) const {
    return is_reverse(i) ? from_end(edge(i)) : to_end(edge(i));
  }
  // A loop is one arc, not two.
  KOKKOS_FUNCTION bool is_stored(std::uint64_t i) const {
    if (from(i) != to(i)) return true;
    return !drop_loops && !is_reverse(i);
  }
};

template <class Space, class Arcs, class Weight>
struct StoreWeightedArcs {
  PackedArcs<Arcs> packed;
  Array<Space, std::uint64_t> keys;
  Array<Space, Weight> weights;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    keys(i) = packed(i);
    weights(i) = packed.arcs.weights(packed.arcs.edge(i));
  }
};

// The weight of an arc among sorted ones, of equal arcs the first of which is given.
template <class Space, class Weight>
struct CombineWeights {
  Array<Space, std::uint64_t const> keys;
  Array<Space, Weight const> weights;
  RepeatedEdges repeated;

  KOKKOS_FUNCTION bool is_same(std::uint64_t i, std::uint64_t first) const {
    return i < keys.extent(0) && keys(i) == keys(first);
  }
  KOKKOS_FUNCTION Weight operator()(std::uint64_t first) const {
    Weight combined = weights(first);
    if (repeated == RepeatedEdges::sum) {
      for (std::uint64_t i = first + 1; is_same(i, first); ++i) combined += weights(i);
    } else if (repeated == RepeatedEdges::least) {
      for (std::uint64_t i = first + 1; is_same(i, first); ++i) {
        if (weights(i) < combined) combined = weights(i);
      }
    }
    return combined;
  }
};

// As UnpackArcs, with weights.
template <class Space, class Vertex, class Offset, class Weight>
struct UnpackWeightedArcs {
  UnpackArcs<Space, Vertex, Offset> arcs;
  CombineWeights<Space, Weight> combine;
  Array<Space, Weight> weights;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& place, bool last) const {
    if (last && arcs.kept.is_kept(i)) weights(place) = combine(i);
    arcs(i, place, last);
  }
};

// Is a sum no weight: outside an integer's range, or infinity and its negative together?
template <class Weight>
KOKKOS_FUNCTION bool is_no_sum(Weight sum, Weight more) {
  if constexpr (std::is_floating_point_v<Weight>) {
    Weight const total = sum + more;
    return total != total;
  } else {
    constexpr Weight least = Kokkos::Experimental::finite_min_v<Weight>;
    constexpr Weight most = Kokkos::Experimental::finite_max_v<Weight>;
    return more > 0 ? sum > most - more : sum < least - more;
  }
}

// The first of equal arcs whose weights have no sum.
template <class Space, class Weight>
struct FirstWithoutSum {
  MarkKept<Space> kept;
  CombineWeights<Space, Weight> combine;
  KOKKOS_FUNCTION void operator()(std::uint64_t first, std::uint64_t& found) const {
    if (first >= found || !kept.is_kept(first)) return;
    Weight sum = combine.weights(first);
    for (std::uint64_t i = first + 1; combine.is_same(i, first); ++i) {
      if (is_no_sum(sum, combine.weights(i))) {
        found = first;
        return;
      }
      sum += combine.weights(i);
    }
  }
};

// The second of equal arcs that come first.
template <class Space>
struct FirstRepeated {
  Array<Space, std::uint64_t const> keys;
  std::uint64_t nothing;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& found) const {
    if (i > 0 && i < found && keys(i) == keys(i - 1) && keys(i) != nothing) found = i;
  }
};

// The first arc after `after` with this key.
template <class Arcs>
struct FirstWithKey {
  PackedArcs<Arcs> packed;
  std::uint64_t key, after;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& found) const {
    if (i >= after && i < found && packed(i) == key) found = i;
  }
};

template <class Space, class Vertex, class Offset, class Weight>
struct WeightedRowBuilder<Space, Vertex, Offset, Weight>::State {
  using Arcs = WeightedArcs<Space, Vertex, Weight>;

  State(Space const& space, std::uint64_t count, Arcs const& source, RepeatedEdges repeats)
      : exec(space),
        vertices(count),
        repeated(repeats),
        packed{source, vertex_bits_of(count), key_bits_of(count, count)},
        keys(make_buffer<Space, std::uint64_t>(space, "yoke::graph::keys", source.size())),
        weights(make_buffer<Space, Weight>(space, "yoke::graph::weights", source.size())) {
    std::uint64_t const size = source.size();
    Kokkos::parallel_for(
        "yoke::graph::store", WideRange<Space>(exec, 0, size),
        StoreWeightedArcs<Space, Arcs, Weight>{packed, array_of(keys), array_of(weights)});
    sort_by_key(exec, array_of(keys), array_of(weights));
    if (repeated == RepeatedEdges::refuse) refuse_repeated();
    if (repeated == RepeatedEdges::sum) check_sums();
    Kokkos::parallel_reduce("yoke::graph::count_kept", WideRange<Space>(exec, 0, size), kept(),
                            total);
    exec.fence("yoke::graph: arcs counted");
  }

  MarkKept<Space> kept() const {
    return {array_of(keys), packed.nothing(), repeated != RepeatedEdges::keep};
  }
  CombineWeights<Space, Weight> combine() const {
    return {array_of(keys), array_of(weights), repeated};
  }

  std::uint64_t edge_with_key(std::uint64_t key, std::uint64_t after) const {
    std::uint64_t const found = smallest("yoke::graph::find_edge", exec, packed.arcs.size(),
                                         FirstWithKey<Arcs>{packed, key, after});
    return packed.arcs.edge(found);
  }
  std::string ends_of(std::uint64_t key) const {
    std::string const between = packed.arcs.symmetrise ? " - " : " -> ";
    std::uint64_t const mask = (std::uint64_t(1) << packed.vertex_bits) - 1;
    return std::to_string(key >> packed.vertex_bits) + between + std::to_string(key & mask);
  }

  void refuse_repeated() const {
    std::uint64_t const again = smallest("yoke::graph::find_repeated", exec, keys.extent(0),
                                         FirstRepeated<Space>{array_of(keys), packed.nothing()});
    if (again == nothing_found) return;
    std::uint64_t const key = element(exec, array_of(keys), again);
    std::uint64_t const first = edge_with_key(key, 0);
    std::uint64_t const arcs_an_edge = packed.arcs.symmetrise ? 2 : 1;
    std::uint64_t const second = edge_with_key(key, arcs_an_edge * (first + 1));
    throw InvalidInput("yoke::build_graph: edge " + std::to_string(second) + ", " + ends_of(key) +
                           ", has the ends of edge " + std::to_string(first) +
                           " (options.repeated keeps, adds or merges them)",
                       second);
  }

  void check_sums() const {
    std::uint64_t const bad = smallest("yoke::graph::check_sums", exec, keys.extent(0),
                                       FirstWithoutSum<Space, Weight>{kept(), combine()});
    if (bad == nothing_found) return;
    std::uint64_t const key = element(exec, array_of(keys), bad);
    std::uint64_t const first = edge_with_key(key, 0);
    throw InvalidInput(
        "yoke::build_graph: the weights of edge " + std::to_string(first) + ", " + ends_of(key) +
            ", and of the edges with its ends " +
            (std::is_floating_point_v<Weight> ? "add up to NaN"
                                              : "add up beyond the range of their type"),
        first);
  }

  Space exec;
  std::uint64_t vertices;
  RepeatedEdges repeated;
  PackedArcs<Arcs> packed;
  std::uint64_t total = 0;
  Buffer<Space, std::uint64_t> keys;
  Buffer<Space, Weight> weights;
};

template <class Space, class Vertex, class Offset, class Weight>
WeightedRowBuilder<Space, Vertex, Offset, Weight>::WeightedRowBuilder(
    Space const& exec, std::uint64_t vertices, RawArray<Vertex const> from,
    RawArray<Vertex const> to, RawArray<Weight const> weights,
    WeightedBuildOptions const& options) {
  check_array_size("yoke::build_graph: offsets", vertices, sizeof(Offset));
  if (key_bits_of(vertices, vertices) > 64) {
    throw std::invalid_argument(
        "yoke::build_graph: a graph of edges with weights has fewer than "
        "2^32 vertices, not " +
        std::to_string(vertices));
  }
  check_edges(exec,
              ArcSource<Space, Vertex>{array_on<Space>(from), array_on<Space>(to), false, false},
              vertices);
  std::uint64_t const nan = find_nan(exec, bits_of<Space>(weights));
  if (nan != nothing_found) {
    throw InvalidInput("yoke::build_graph: the weight of edge " + std::to_string(nan) +
                           " is NaN, which is no weight",
                       nan);
  }
  state_ =
      std::make_unique<State>(exec, vertices,
                              WeightedArcs<Space, Vertex, Weight>{
                                  array_on<Space>(from), array_on<Space>(to),
                                  array_on<Space>(weights), options.symmetrise, options.drop_loops},
                              options.repeated);
}

template <class Space, class Vertex, class Offset, class Weight>
WeightedRowBuilder<Space, Vertex, Offset, Weight>::~WeightedRowBuilder() = default;

template <class Space, class Vertex, class Offset, class Weight>
std::size_t WeightedRowBuilder<Space, Vertex, Offset, Weight>::arcs() const {
  return state_->total;
}

template <class Space, class Vertex, class Offset, class Weight>
void WeightedRowBuilder<Space, Vertex, Offset, Weight>::write(RawArray<Offset> offsets,
                                                              RawArray<Vertex> neighbours,
                                                              RawArray<Weight> weights) {
  Space const& exec = state_->exec;
  auto const offsets_out = array_on<Space>(offsets);
  // Right for the vertices after the last arc's.
  Kokkos::deep_copy(exec, offsets_out, static_cast<Offset>(state_->total));
  UnpackArcs<Space, Vertex, Offset> const unpack{state_->kept(), state_->packed.vertex_bits,
                                                 state_->vertices, offsets_out,
                                                 array_on<Space>(neighbours)};
  Kokkos::parallel_scan("yoke::graph::unpack", WideRange<Space>(exec, 0, state_->keys.extent(0)),
                        UnpackWeightedArcs<Space, Vertex, Offset, Weight>{
                            unpack, state_->combine(), array_on<Space>(weights)});
  exec.fence("yoke::graph: rows written");
}

}  // namespace yoke::detail::graphs
