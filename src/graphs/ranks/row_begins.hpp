#pragma once

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>

#include "graphs/build_impl.hpp"
#include "yoke/counted.hpp"
#include "yoke/detail/even_part.hpp"
#include "yoke/mpi/detail/network.hpp"

// Which rows of a graph each rank gets.
namespace yoke::detail::mpi {

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
inline Counts even_begins(std::uint64_t vertices, std::uint64_t range, Counts const& arcs, int p) {
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

inline void check_arcs_held(std::uint64_t arcs, std::uint64_t most) {
  if (arcs <= most) return;
  throw std::invalid_argument("yoke::build_graph: the offsets's type holds values up to " +
                              std::to_string(most) + ", too small for a rank's " +
                              show_count(arcs, "arc"));
}

template <class Space>
Buffer<Space, std::uint64_t> copy_of(Space const& exec, Counts const& counts) {
  auto const copy =
      make_buffer<Space, std::uint64_t>(exec, "yoke::mpi::graph::begins", counts.size());
  Kokkos::deep_copy(exec, copy,
                    Kokkos::View<std::uint64_t const*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(
                        counts.data(), counts.size()));
  return copy;
}

template <class Space>
void copy_to(Space const& exec, Buffer<Space, std::uint64_t> const& from, Counts& counts) {
  Kokkos::deep_copy(exec,
                    Kokkos::View<std::uint64_t*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(
                        counts.data(), counts.size()),
                    array_of(from));
  exec.fence("yoke::build_graph: arcs counted");
}

// The first vertex of each rank, and the number of all: shared out evenly, or by arcs, of edges
// that are then checked. The same on all ranks.
template <class Space, class Vertex>
Counts row_begins(Network<Space>& ranks, std::uint64_t all,
                  graphs::ArcSource<Space, Vertex> const& arcs, bool by_arcs) {
  auto const p = static_cast<std::uint64_t>(ranks.ranks());
  if (!by_arcs) {
    Counts begins;
    for (std::uint64_t r = 0; r <= p; ++r) begins.push_back(EvenPart{r, p}.begin(all));
    return begins;
  }
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
    copy_to(exec, sums, counts);
  });
  ranks.sum(counts.data(), counts.size());
  return even_begins(all, range, counts, ranks.ranks());
}

}  // namespace yoke::detail::mpi
