#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "frame/raw_arrays.hpp"
#include "graphs/arc_source.hpp"
#include "graphs/sorted_rows.hpp"
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
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& found) const {
    if (i > 0 && i < found && keys(i) == keys(i - 1)) found = i;
  }
};

template <class Space>
struct CountStored {
  Array<Space, std::uint64_t const> keys;
  std::uint64_t nothing;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& stored) const {
    stored += keys(i) != nothing;
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

// The words of arcs, and the weight of each.
template <class Space, class Weight>
struct WordsAndWeights {
  Buffer<Space, std::uint64_t> keys;
  Buffer<Space, Weight> weights;

  // Equal words stay in their order.
  void sort(Space const& exec) const { sort_by_key(exec, array_of(keys), array_of(weights)); }
};

// The words and weights of the arcs of edges, in their order.
template <class Weight, class Space, class Arcs>
WordsAndWeights<Space, Weight> store_arcs(Space const& exec, PackedArcs<Arcs> const& packed) {
  std::uint64_t const size = packed.arcs.size();
  WordsAndWeights<Space, Weight> const stored{
      make_buffer<Space, std::uint64_t>(exec, "yoke::graph::keys", size),
      make_buffer<Space, Weight>(exec, "yoke::graph::weights", size)};
  Kokkos::parallel_for("yoke::graph::store", WideRange<Space>(exec, 0, size),
                       StoreWeightedArcs<Space, Arcs, Weight>{packed, array_of(stored.keys),
                                                              array_of(stored.weights)});
  return stored;
}

// The words and weights of arcs, in any order, as rows.
template <class Space, class Weight>
class SortedWeights {
 public:
  SortedWeights() = default;
  SortedWeights(Space const& exec, int vertex_bits, std::uint64_t nothing, RepeatedEdges repeated,
                WordsAndWeights<Space, Weight> arcs)
      : vertex_bits_(vertex_bits), repeated_(repeated), sorted_(std::move(arcs)) {
    sorted_.sort(exec);
    Kokkos::parallel_reduce("yoke::graph::count_stored",
                            WideRange<Space>(exec, 0, sorted_.keys.extent(0)),
                            CountStored<Space>{array_of(sorted_.keys), nothing}, stored_);
    exec.fence("yoke::graph: stored arcs counted");
    Kokkos::parallel_reduce("yoke::graph::count_kept", WideRange<Space>(exec, 0, stored_), kept(),
                            total_);
    exec.fence("yoke::graph: arcs counted");
  }

  std::uint64_t arcs() const { return total_; }
  std::uint64_t key(Space const& exec, std::uint64_t place) const {
    return element(exec, array_of(sorted_.keys), place);
  }

  // The place of a word at which the option refuses equal ones, or finds no sum of their weights;
  // or nothing_found.
  std::uint64_t find_refused(Space const& exec) const {
    if (repeated_ == RepeatedEdges::refuse) {
      return smallest("yoke::graph::find_repeated", exec, stored_,
                      FirstRepeated<Space>{array_of(sorted_.keys)});
    }
    if (repeated_ != RepeatedEdges::sum) return nothing_found;
    return smallest("yoke::graph::check_sums", exec, stored_,
                    FirstWithoutSum<Space, Weight>{kept(), combine()});
  }

  // As WeightedRowBuilder::write.
  template <class Vertex, class Offset>
  void write(Space const& exec, Array<Space, Offset> offsets, Array<Space, Vertex> neighbours,
             Array<Space, Weight> weights) const {
    // Right for the vertices after the last arc's.
    Kokkos::deep_copy(exec, offsets, static_cast<Offset>(total_));
    UnpackArcs<Space, Vertex, Offset> const unpack{kept(), vertex_bits_, offsets, neighbours};
    Kokkos::parallel_scan(
        "yoke::graph::unpack", WideRange<Space>(exec, 0, stored_),
        UnpackWeightedArcs<Space, Vertex, Offset, Weight>{unpack, combine(), weights});
    exec.fence("yoke::graph: rows written");
  }

 private:
  MarkKept<Space> kept() const {
    return {array_of(sorted_.keys), stored_, repeated_ != RepeatedEdges::keep};
  }
  CombineWeights<Space, Weight> combine() const {
    return {array_of(sorted_.keys), array_of(sorted_.weights), repeated_};
  }

  int vertex_bits_ = 0;
  std::uint64_t stored_ = 0, total_ = 0;
  RepeatedEdges repeated_ = RepeatedEdges::keep;
  WordsAndWeights<Space, Weight> sorted_;
};

// The words number one more vertex, so that no arc has the word of what is not stored.
template <class Space, class Vertex, class Weight>
PackedArcs<WeightedArcs<Space, Vertex, Weight>> pack_arcs(
    std::uint64_t vertices, WeightedArcs<Space, Vertex, Weight> const& arcs) {
  return {arcs, vertex_bits_of(vertices + 1), key_bits_of(vertices, vertices + 1)};
}

// The edge of the first arc after `after` with this word, or nothing_found.
template <class Space, class Arcs>
std::uint64_t edge_with_key(Space const& exec, PackedArcs<Arcs> const& packed, std::uint64_t key,
                            std::uint64_t first_edge = 0) {
  std::uint64_t const arcs_an_edge = packed.arcs.symmetrise ? 2 : 1;
  std::uint64_t const found = smallest("yoke::graph::find_edge", exec, packed.arcs.size(),
                                       FirstWithKey<Arcs>{packed, key, arcs_an_edge * first_edge});
  return found == nothing_found ? found : packed.arcs.edge(found);
}

template <class Arcs>
std::string ends_of(PackedArcs<Arcs> const& packed, std::uint64_t key) {
  std::string const between = packed.arcs.symmetrise ? " - " : " -> ";
  std::uint64_t const mask = (std::uint64_t(1) << packed.vertex_bits) - 1;
  return std::to_string(key >> packed.vertex_bits) + between + std::to_string(key & mask);
}

[[noreturn]] inline void throw_repeated(std::uint64_t edge, std::string const& ends,
                                        std::string const& earlier) {
  throw InvalidInput("yoke::build_graph: edge " + std::to_string(edge) + ", " + ends +
                         ", has the ends of " + earlier +
                         " (options.repeated keeps, adds or merges them)",
                     edge);
}

template <class Weight>
[[noreturn]] void throw_without_sum(std::uint64_t edge, std::string const& ends) {
  throw InvalidInput(
      "yoke::build_graph: the weights of edge " + std::to_string(edge) + ", " + ends +
          ", and of the edges with its ends " +
          (std::is_floating_point_v<Weight> ? "add up to NaN"
                                            : "add up beyond the range of their type"),
      edge);
}

// Throws where edges with weights make no graph of so many vertices.
template <class Space, class Vertex, class Weight>
void check_weighted_edges(Space const& exec, WeightedArcs<Space, Vertex, Weight> const& arcs,
                          std::uint64_t vertices) {
  if (key_bits_of(vertices, vertices + 1) > 64) {
    throw std::invalid_argument(
        "yoke::build_graph: a graph of edges with weights has fewer than "
        "2^32 vertices, not " +
        std::to_string(vertices));
  }
  check_edges(exec, ArcSource<Space, Vertex>{arcs.from_end, arcs.to_end, false, false}, vertices);
  std::uint64_t const nan =
      find_nan(exec, bits_of<Space>(arcs.weights.data(), arcs.weights.extent(0)));
  if (nan == nothing_found) return;
  throw InvalidInput("yoke::build_graph: the weight of edge " + std::to_string(nan) +
                         " is NaN, which is no weight",
                     nan);
}

}  // namespace yoke::detail::graphs
