#include "frame/raw_arrays.hpp"
#include "yoke/mpi/detail/rows.hpp"

#include <optional>

#include "graphs/array_size.hpp"
#include "graphs/build_impl.hpp"
#include "graphs/ranks/row_begins.hpp"
#include "mpi/pack.hpp"

namespace yoke::detail::mpi {

namespace {

template <class Vertex>
struct Arc {
  Vertex from, to;
};

// A rank's edges as the arcs to be sent, each made when it is packed.
template <class Space, class Vertex>
struct OutgoingArcs {
  graphs::ArcSource<Space, Vertex> arcs;
  KOKKOS_FUNCTION Arc<Vertex> operator()(std::uint64_t i) const {
    return {arcs.from(i), arcs.to(i)};
  }
  KOKKOS_FUNCTION std::uint32_t owner(std::uint64_t i, Owners const& owners) const {
    return arcs.is_stored(i) ? owners(arcs.from(i)) : owners.ranks;
  }
};

// What has come: arcs of this rank's vertices, which rows count from 0. As graphs::ArcSource.
template <class Vertex>
struct OwnArcs {
  Arc<Vertex> const* received;
  std::uint64_t count, first;

  std::uint64_t size() const { return count; }
  KOKKOS_FUNCTION Vertex from(std::uint64_t i) const {
    return static_cast<Vertex>(received[i].from - first);
  }
  KOKKOS_FUNCTION Vertex to(std::uint64_t i) const { return received[i].to; }
  KOKKOS_FUNCTION bool is_stored(std::uint64_t) const { return true; }
};

}  // namespace

template <class Space, class Vertex, class Offset>
struct GlobalRows<Space, Vertex, Offset>::State {
  std::uint64_t first = 0, vertices = 0, received_size = 0;
  Buffer<Space, Arc<Vertex>> received;
  std::optional<graphs::SortedRows<Space, Vertex, Offset>> sorted;
  std::optional<graphs::CountedRows<Space, Vertex, Offset, OwnArcs<Vertex>>> counted;

  using Arcs = graphs::ArcSource<Space, Vertex>;

  // Sends the arcs. What was packed is gone when it returns, before anything is sorted.
  void exchange(Network<Space>& ranks, std::uint64_t all, Arcs const& arcs, bool by_arcs,
                std::uint64_t most_arcs) {
    Space const& exec = ranks.exec();
    Counts const begins = row_begins(ranks, all, arcs, by_arcs);
    auto const r = static_cast<std::size_t>(ranks.rank());
    first = begins[r];
    vertices = begins[r + 1] - first;
    Buffer<Space, Arc<Vertex>> packed;
    Counts to;
    agreed(ranks, [&] {
      graphs::check_array_size("yoke::build_graph: offsets", vertices, sizeof(Offset));
      if (!by_arcs) graphs::check_edges(exec, arcs, all);
      packed = make_buffer<Space, Arc<Vertex>>(exec, "yoke::mpi::graph::packed", arcs.size());
      to = pack(exec, begins, arcs, packed.data());
    });
    Counts const from = ranks.transpose(to);
    for (auto const count : from) received_size += count;
    agreed(ranks, [&] {
      check_arcs_held(received_size, most_arcs);
      received = make_buffer<Space, Arc<Vertex>>(exec, "yoke::mpi::graph::received", received_size);
    });
    ranks.exchange(packed.data(), to, received.data(), from);
  }

  void build(Space const& exec, std::uint64_t all, graphs::RowOptions const& options,
             int most_key_bits) {
    OwnArcs<Vertex> const own{received.data(), received_size, first};
    if (graphs::key_bits_of(vertices, all) > most_key_bits) {
      counted.emplace(exec, vertices, own, options);
    } else {
      sorted.emplace(exec, vertices, all, own, received_size, options);
      received = {};
    }
  }

 private:
  static Counts pack(Space const& exec, Counts const& begins, Arcs const& arcs,
                     Arc<Vertex>* packed) {
    auto const table = copy_of(exec, begins);
    Packer<Space> packer;
    return packer.pack_from(exec, OutgoingArcs<Space, Vertex>{arcs}, arcs.size(),
                            Owners{table.data(), static_cast<std::uint32_t>(begins.size() - 1)},
                            packed);
  }
};

template <class Space, class Vertex, class Offset>
GlobalRows<Space, Vertex, Offset>::GlobalRows(Network<Space>& ranks, std::uint64_t vertices,
                                              RawArray<Vertex const> from,
                                              RawArray<Vertex const> to,
                                              graphs::RowOptions const& options, bool by_arcs,
                                              std::uint64_t most_arcs, int most_key_bits)
    : state_(std::make_unique<State>()) {
  state_->exchange(
      ranks, vertices,
      {array_on<Space>(from), array_on<Space>(to), options.symmetrise, options.drop_loops}, by_arcs,
      most_arcs);
  agreed(ranks, [&] { state_->build(ranks.exec(), vertices, options, most_key_bits); });
}

template <class Space, class Vertex, class Offset>
GlobalRows<Space, Vertex, Offset>::~GlobalRows() = default;

template <class Space, class Vertex, class Offset>
std::uint64_t GlobalRows<Space, Vertex, Offset>::first() const {
  return state_->first;
}

template <class Space, class Vertex, class Offset>
std::uint64_t GlobalRows<Space, Vertex, Offset>::vertices() const {
  return state_->vertices;
}

template <class Space, class Vertex, class Offset>
std::size_t GlobalRows<Space, Vertex, Offset>::arcs() const {
  return state_->counted ? state_->counted->arcs() : state_->sorted->arcs();
}

template <class Space, class Vertex, class Offset>
void GlobalRows<Space, Vertex, Offset>::write(RawArray<Offset> offsets,
                                              RawArray<Vertex> neighbours) {
  auto const offsets_out = array_on<Space>(offsets);
  auto const neighbours_out = array_on<Space>(neighbours);
  if (state_->counted) {
    state_->counted->write(offsets_out, neighbours_out);
  } else {
    state_->sorted->write(offsets_out, neighbours_out);
  }
}

#define YOKE_INSTANTIATE_FOR(Space, Vertex, Offset) \
  template class GlobalRows<Space, Vertex, Offset>;
#define YOKE_INSTANTIATE(Space) YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE_FOR, Space)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

}  // namespace yoke::detail::mpi
