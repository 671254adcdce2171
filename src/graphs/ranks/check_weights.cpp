#include <stdexcept>
#include <string>

#include "graphs/check_weights_impl.hpp"
#include "yoke/mpi/weighted_graph.hpp"

namespace yoke::detail::mpi {

namespace {

// As graphs::WeightAsymmetry, of the vertices from `base` on: the sums of all ranks add up to 0.
template <class Space, class Vertex, class Offset, class Word>
struct WeightAsymmetryOfRows {
  CsrView<Space, Vertex, Offset> rows;
  graphs::WeightBits<Space, Word> weights;
  ArcChunks chunks;
  std::uint64_t base;
  KOKKOS_FUNCTION void operator()(std::uint64_t chunk, std::uint64_t& sum) const {
    for_each_arc(rows, chunks.begin(chunk), chunks.end(chunk),
                 [&](std::uint64_t v, std::uint64_t arc) {
                   std::uint64_t const u = rows.neighbours(arc), w = weights.of_number(arc);
                   sum += graphs::hash_arc(base + v, u, w) - graphs::hash_arc(u, base + v, w);
                 });
  }
};

}  // namespace

template <class Space, class Vertex, class Offset, class Weight>
void check_weights(Network<Space>& ranks, RawRows<Vertex, Offset> const& rows,
                   RawArray<Weight const> weights, bool symmetric) {
  Space const& exec = ranks.exec();
  auto const bits = graphs::bits_of<Space>(weights);
  std::uint64_t asymmetry = 0;
  agreed(ranks, [&] {
    std::uint64_t const nan = graphs::find_nan(exec, bits);
    if (nan != nothing_found) {
      throw InvalidInput("yoke::DistributedWeightedGraph: weights(" + std::to_string(nan) +
                             ") is NaN on a rank, which is no weight",
                         nan);
    }
    CsrView<Space, Vertex, Offset> const own{array_on<Space>(rows.offsets),
                                             array_on<Space>(rows.neighbours)};
    if (!symmetric || own.arcs() == 0) return;
    auto const chunks = ArcChunks::of(exec, own.arcs());
    using Word = graphs::WeightWord<Weight>;
    asymmetry = graphs::sum_over(
        "yoke::mpi::check_weights", exec, chunks.count(),
        WeightAsymmetryOfRows<Space, Vertex, Offset, Word>{own, bits, chunks, rows.begin});
  });
  if (!symmetric || ranks.sum(asymmetry) == 0) return;
  throw std::invalid_argument(
      "yoke::DistributedWeightedGraph: an arc and its reverse have different weights; a symmetric "
      "graph has the same both ways");
}

#define YOKE_INSTANTIATE_WEIGHT(Space, Vertex, Offset, Weight)                 \
  template void check_weights(Network<Space>&, RawRows<Vertex, Offset> const&, \
                              RawArray<Weight const>, bool);
#define YOKE_INSTANTIATE(Space, Vertex, Offset)                \
  YOKE_INSTANTIATE_WEIGHT(Space, Vertex, Offset, float)        \
  YOKE_INSTANTIATE_WEIGHT(Space, Vertex, Offset, double)       \
  YOKE_INSTANTIATE_WEIGHT(Space, Vertex, Offset, std::int32_t) \
  YOKE_INSTANTIATE_WEIGHT(Space, Vertex, Offset, std::int64_t)
#define YOKE_INSTANTIATE_SPACE(Space) YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE, Space)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE_SPACE)

}  // namespace yoke::detail::mpi
