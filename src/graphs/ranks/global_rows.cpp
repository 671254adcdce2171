#include "yoke/mpi/detail/global_rows.hpp"
#include "frame/raw_arrays.hpp"
#include "yoke/counted.hpp"

#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>

#include "graphs/array_size.hpp"
#include "graphs/build_impl.hpp"
#include "mpi/pack.hpp"
#include "yoke/detail/even_part.hpp"

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

// Adds up the stored arcs of ranges of the vertices.
template <class Space, class Vertex>
struct CountSources {
  graphs::ArcSource<Space, Vertex> arcs;
  std::uint64_t range;
  std::uint64_t* counts;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    if (arcs.is_stored(i)) Kokkos::atomic_inc(&counts[arcs.from(i) / range]);
  }
};

// Where each of p parts begins that have about as many vertices and arcs together, and the end. Of
// `arcs` each has the number of a range of the vertices.
Counts even_begins(std::uint64_t vertices, std::uint64_t range, Counts const& arcs, int p) {
  std::uint64_t const all = std::accumulate(arcs.begin(), arcs.end(), vertices);
  Counts begins{0};
  std::uint64_t before = 0;
  for (std::size_t i = 0; i < arcs.size(); ++i) {
    std::uint64_t const first = i * range, size = std::min(range, vertices - first);
    std::uint64_t const weight = arcs[i] + size;
    while (begins.size() < static_cast<std::size_t>(p)) {
      std::uint64_t const wanted =
          EvenPart{begins.size(), static_cast<std::uint64_t>(p)}.begin(all);
      if (wanted >= before + weight) break;
      // As if a range's arcs were its vertices' alike.
      double const share = static_cast<double>(wanted - before) / static_cast<double>(weight);
      begins.push_back(first + static_cast<std::uint64_t>(share * static_cast<double>(size)));
    }
    before += weight;
  }
  begins.resize(static_cast<std::size_t>(p) + 1, vertices);
  return begins;
}

void check_arcs_held(std::uint64_t arcs, std::uint64_t most) {
  if (arcs <= most) return;
  throw std::invalid_argument("yoke::build_graph: the offsets's type holds values up to " +
                              std::to_string(most) + ", too small for a rank's " +
                              show_count(arcs, "arc"));
}

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
    Counts const begins = by_arcs ? begins_by_arcs(ranks, all, arcs) : even_vertices(ranks, all);
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
      sorted.emplace(exec, vertices, all, own, options);
      received = {};
    }
  }

 private:
  static Counts even_vertices(Network<Space> const& ranks, std::uint64_t all) {
    auto const p = static_cast<std::uint64_t>(ranks.ranks());
    Counts begins;
    for (std::uint64_t r = 0; r <= p; ++r) begins.push_back(EvenPart{r, p}.begin(all));
    return begins;
  }

  // The same on all ranks.
  static Counts begins_by_arcs(Network<Space>& ranks, std::uint64_t all, Arcs const& arcs) {
    Space const& exec = ranks.exec();
    constexpr std::uint64_t most_ranges = std::uint64_t(1) << 16;
    std::uint64_t const range = all / most_ranges + 1;
    Counts counts((all + range - 1) / range);
    agreed(ranks, [&] {
      graphs::check_edges(exec, arcs, all);
      auto const sums =
          make_buffer<Space, std::uint64_t>(exec, "yoke::mpi::graph::arcs", counts.size());
      Kokkos::deep_copy(exec, array_of(sums), 0);
      Kokkos::parallel_for("yoke::mpi::graph::count", WideRange<Space>(exec, 0, arcs.size()),
                           CountSources<Space, Vertex>{arcs, range, sums.data()});
      Kokkos::deep_copy(exec,
                        Kokkos::View<std::uint64_t*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(
                            counts.data(), counts.size()),
                        array_of(sums));
      exec.fence("yoke::build_graph: arcs counted");
    });
    ranks.sum(counts.data(), counts.size());
    return even_begins(all, range, counts, ranks.ranks());
  }

  static Counts pack(Space const& exec, Counts const& begins, Arcs const& arcs,
                     Arc<Vertex>* packed) {
    auto const table =
        make_buffer<Space, std::uint64_t>(exec, "yoke::mpi::graph::begins", begins.size());
    Kokkos::deep_copy(
        exec, table,
        Kokkos::View<std::uint64_t const*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(
            begins.data(), begins.size()));
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
