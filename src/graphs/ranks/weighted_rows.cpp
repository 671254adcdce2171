#include <string>
#include <utility>

#include "graphs/array_size.hpp"
#include "graphs/ranks/row_begins.hpp"
#include "graphs/sorted_weights.hpp"
#include "yoke/mpi/weighted_graph.hpp"

namespace yoke::detail::mpi {

namespace {

// How many of the sorted words come before the first arc of each rank's vertices, and of those that
// are no arcs.
template <class Space>
struct CountArcsBefore {
  Array<Space, std::uint64_t const> keys;
  std::uint64_t const* begins;
  int vertex_bits;
  std::uint64_t nothing;
  std::uint64_t* before;

  KOKKOS_FUNCTION void operator()(std::uint64_t r) const {
    std::uint64_t const first = begins[r] << vertex_bits;
    // There may be no bits for an arc of the vertex after the last one.
    std::uint64_t const bound = first < nothing ? first : nothing;
    std::uint64_t low = 0, high = keys.extent(0);
    while (low < high) {
      std::uint64_t const middle = low + (high - low) / 2;
      if (keys(middle) < bound) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    before[r] = low;
  }
};

// Rows count a rank's vertices from 0.
template <class Space>
struct CountFromFirst {
  Array<Space, std::uint64_t> keys;
  std::uint64_t first;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const { keys(i) -= first; }
};

}  // namespace

// Arcs are sorted before they are sent, and again when they have come. Both sorts are stable: equal
// arcs stay in the order of the ranks, and of each rank's edges. (A device packs messages in
// another order.)
template <class Space, class Vertex, class Offset, class Weight>
struct WeightedGlobalRows<Space, Vertex, Offset, Weight>::State {
  using Packed = graphs::PackedArcs<graphs::WeightedArcs<Space, Vertex, Weight>>;

  explicit State(Space const& space) : exec(space) {}

  Space exec;
  std::uint64_t first = 0, vertices = 0;
  graphs::SortedWeights<Space, Weight> sorted;

  void build(Network<Space>& ranks, Packed const& packed, std::uint64_t all, bool by_arcs,
             std::uint64_t most_arcs, RepeatedEdges repeated) {
    auto const& arcs = packed.arcs;
    graphs::ArcSource<Space, Vertex> const ends{arcs.from_end, arcs.to_end, arcs.symmetrise,
                                                arcs.drop_loops};
    Counts const begins = row_begins(ranks, all, ends, by_arcs);
    auto const r = static_cast<std::size_t>(ranks.rank());
    first = begins[r];
    vertices = begins[r + 1] - first;
    graphs::WordsAndWeights<Space, Weight> sent, received;
    Counts to;
    agreed(ranks, [&] {
      graphs::check_array_size("yoke::build_graph: offsets", vertices, sizeof(Offset));
      graphs::check_weighted_edges(exec, arcs, all);
      sent = graphs::store_arcs<Weight>(exec, packed);
      sent.sort(exec);
      to = count_for_each(packed, begins, sent.keys);
    });
    Counts const from = ranks.transpose(to);
    std::uint64_t size = 0;
    for (auto const count : from) size += count;
    agreed(ranks, [&] {
      check_arcs_held(size, most_arcs);
      received = {make_buffer<Space, std::uint64_t>(exec, "yoke::mpi::graph::keys", size),
                  make_buffer<Space, Weight>(exec, "yoke::mpi::graph::weights", size)};
    });
    ranks.exchange(sent.keys.data(), to, received.keys.data(), from);
    ranks.exchange(sent.weights.data(), to, received.weights.data(), from);
    sent = {};  // before anything is sorted
    agreed(ranks, [&] { sort(packed, repeated, std::move(received)); });
  }

  // Throws on all ranks, as one space does, where the option refuses equal edges or finds no sum.
  void refuse(Network<Space>& ranks, Packed const& packed, RepeatedEdges repeated) const {
    if (repeated != RepeatedEdges::refuse && repeated != RepeatedEdges::sum) return;
    std::uint64_t key = nothing_found;
    agreed(ranks, [&] {
      std::uint64_t const place = sorted.find_refused(exec);
      if (place != nothing_found) key = sorted.key(exec, place) + first_key(packed);
    });
    key = ranks.least(key);
    if (key == nothing_found) return;
    std::uint64_t one = nothing_found, other = nothing_found;
    agreed(ranks, [&] {
      one = graphs::edge_with_key(exec, packed, key);
      if (one != nothing_found) other = graphs::edge_with_key(exec, packed, key, one + 1);
    });
    bool const is_on_rank_before = ranks.sum_before({one == nothing_found ? 0u : 1u})[0] > 0;
    agreed(ranks, [&] {
      std::string const ends = graphs::ends_of(packed, key);
      if (repeated == RepeatedEdges::sum) {
        if (one != nothing_found) graphs::throw_without_sum<Weight>(one, ends);
        return;
      }
      std::uint64_t const edge = is_on_rank_before ? one : other;
      if (edge != nothing_found) graphs::throw_repeated(edge, ends, "an edge before it");
    });
  }

 private:
  std::uint64_t first_key(Packed const& packed) const { return first << packed.vertex_bits; }

  Counts count_for_each(Packed const& packed, Counts const& begins,
                        Buffer<Space, std::uint64_t> const& keys) const {
    auto const table = copy_of(exec, begins);
    auto const before =
        make_buffer<Space, std::uint64_t>(exec, "yoke::mpi::graph::before", begins.size());
    Kokkos::parallel_for("yoke::mpi::graph::count", WideRange<Space>(exec, 0, begins.size()),
                         CountArcsBefore<Space>{array_of(keys), table.data(), packed.vertex_bits,
                                                packed.nothing(), before.data()});
    Counts places(begins.size()), counts;
    copy_to(exec, before, places);
    for (std::size_t r = 1; r < places.size(); ++r) counts.push_back(places[r] - places[r - 1]);
    return counts;
  }

  void sort(Packed const& packed, RepeatedEdges repeated,
            graphs::WordsAndWeights<Space, Weight> arcs) {
    Kokkos::parallel_for("yoke::mpi::graph::count_from_first",
                         WideRange<Space>(exec, 0, arcs.keys.extent(0)),
                         CountFromFirst<Space>{array_of(arcs.keys), first_key(packed)});
    sorted = {exec, packed.vertex_bits, packed.nothing(), repeated, std::move(arcs)};
  }
};

template <class Space, class Vertex, class Offset, class Weight>
WeightedGlobalRows<Space, Vertex, Offset, Weight>::WeightedGlobalRows(
    Network<Space>& ranks, std::uint64_t vertices, RawArray<Vertex const> from,
    RawArray<Vertex const> to, RawArray<Weight const> weights, WeightedBuildOptions const& options,
    bool by_arcs, std::uint64_t most_arcs)
    : state_(std::make_unique<State>(ranks.exec())) {
  graphs::WeightedArcs<Space, Vertex, Weight> const arcs{array_on<Space>(from), array_on<Space>(to),
                                                         array_on<Space>(weights),
                                                         options.symmetrise, options.drop_loops};
  auto const packed = graphs::pack_arcs(vertices, arcs);
  state_->build(ranks, packed, vertices, by_arcs, most_arcs, options.repeated);
  state_->refuse(ranks, packed, options.repeated);
}

template <class Space, class Vertex, class Offset, class Weight>
WeightedGlobalRows<Space, Vertex, Offset, Weight>::~WeightedGlobalRows() = default;

template <class Space, class Vertex, class Offset, class Weight>
std::uint64_t WeightedGlobalRows<Space, Vertex, Offset, Weight>::first() const {
  return state_->first;
}

template <class Space, class Vertex, class Offset, class Weight>
std::uint64_t WeightedGlobalRows<Space, Vertex, Offset, Weight>::vertices() const {
  return state_->vertices;
}

template <class Space, class Vertex, class Offset, class Weight>
std::size_t WeightedGlobalRows<Space, Vertex, Offset, Weight>::arcs() const {
  return state_->sorted.arcs();
}

template <class Space, class Vertex, class Offset, class Weight>
void WeightedGlobalRows<Space, Vertex, Offset, Weight>::write(RawArray<Offset> offsets,
                                                              RawArray<Vertex> neighbours,
                                                              RawArray<Weight> weights) {
  state_->sorted.write(state_->exec, array_on<Space>(offsets), array_on<Space>(neighbours),
                       array_on<Space>(weights));
}

#define YOKE_INSTANTIATE_FOR(Space, Vertex, Offset)                       \
  template class WeightedGlobalRows<Space, Vertex, Offset, float>;        \
  template class WeightedGlobalRows<Space, Vertex, Offset, double>;       \
  template class WeightedGlobalRows<Space, Vertex, Offset, std::int32_t>; \
  template class WeightedGlobalRows<Space, Vertex, Offset, std::int64_t>;
#define YOKE_INSTANTIATE(Space) YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE_FOR, Space)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

}  // namespace yoke::detail::mpi
