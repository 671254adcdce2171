#include <Kokkos_Core.hpp>
#include <stdexcept>
#include <string>

#include "graphs/check_impl.hpp"
#include "primitives/arcs.hpp"
#include "primitives/findings.hpp"
#include "yoke/counted.hpp"
#include "yoke/errors.hpp"
#include "yoke/mpi/detail/rows.hpp"

namespace yoke::detail::mpi {

namespace {

// As graphs::Asymmetry, of the vertices from `base` on: the sums of all ranks add up to 0.
template <class Space, class Vertex, class Offset>
struct AsymmetryOfRows {
  CsrView<Space, Vertex, Offset> rows;
  ArcChunks chunks;
  std::uint64_t base;
  KOKKOS_FUNCTION void operator()(std::uint64_t chunk, std::uint64_t& sum) const {
    for_each_arc(rows, chunks.begin(chunk), chunks.end(chunk),
                 [&](std::uint64_t v, std::uint64_t arc) {
                   std::uint64_t const u = rows.neighbours(arc);
                   sum += graphs::hash_pair(base + v, u) - graphs::hash_pair(u, base + v);
                 });
  }
};

template <class Space, class Vertex, class Offset>
void check_own(Space const& exec, CsrView<Space, Vertex, Offset> const& rows, std::uint64_t all) {
  std::string const where = "yoke::DistributedGraph: a rank's ";
  std::uint64_t const n = rows.vertices();
  if (auto const first = element(exec, rows.offsets, 0); first != 0) {
    throw InvalidInput(where + "offsets(0) is " + std::to_string(first) + ", not 0", 0);
  }
  std::uint64_t const fall =
      smallest("yoke::mpi::check_offsets", exec, n, graphs::FirstFall<Space, Vertex, Offset>{rows});
  if (fall < n) throw InvalidInput(where + "offsets fall after " + std::to_string(fall), fall);
  if (auto const last = element(exec, rows.offsets, n); last != rows.arcs()) {
    throw InvalidInput(where + "offsets end at " + std::to_string(last) + ", and it has " +
                           show_count(rows.arcs(), "neighbour"),
                       n);
  }
  std::uint64_t const astray =
      smallest("yoke::mpi::check_neighbours", exec, rows.arcs(),
               graphs::FirstOutOfRange<Space, Vertex>{rows.neighbours, all});
  if (astray == nothing_found) return;
  throw InvalidInput(where + "neighbours(" + std::to_string(astray) + ") is " +
                         std::to_string(element(exec, rows.neighbours, astray)) + ", and " +
                         there_are(all, "vertex", "vertices"),
                     astray);
}

}  // namespace

template <class Space, class Vertex, class Offset>
void check_rows(Network<Space>& ranks, RawRows<Vertex, Offset> const& rows, bool symmetric) {
  CsrView<Space, Vertex, Offset> const own{
      Array<Space, Offset const>(rows.offsets.data, rows.offsets.size),
      Array<Space, Vertex const>(rows.neighbours.data, rows.neighbours.size)};
  std::uint64_t asymmetry = 0;
  agreed(ranks, [&] {
    // Offsets of no vertices are one, or none.
    if (own.offsets.extent(0) > 0) check_own(ranks.exec(), own, rows.all);
    if (!symmetric || own.arcs() == 0) return;
    auto const chunks = ArcChunks::of(ranks.exec(), own.arcs());
    asymmetry = graphs::sum_over("yoke::mpi::check_symmetry", ranks.exec(), chunks.count(),
                                 AsymmetryOfRows<Space, Vertex, Offset>{own, chunks, rows.begin});
  });
  if (!symmetric || ranks.sum(asymmetry) == 0) return;
  throw std::invalid_argument(
      "yoke::DistributedGraph: the graph is not symmetric: an arc lacks its reverse");
}

#define YOKE_INSTANTIATE(Space, Vertex, Offset) \
  template void check_rows(Network<Space>&, RawRows<Vertex, Offset> const&, bool);
#define YOKE_INSTANTIATE_SPACE(Space) YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE, Space)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE_SPACE)

}  // namespace yoke::detail::mpi
