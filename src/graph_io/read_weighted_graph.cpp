#include "yoke/weighted_graph_io.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "pieces.hpp"
#include "read_edges.hpp"
#include "undirected.hpp"
#include "yoke/counted.hpp"

namespace yoke {
namespace {

using detail::files::OpenedFile;

// What a graph with weights and making it takes: the edges, two keys and two weights an arc by
// which they are sorted, and the rows.
template <class Weight, class Vertex, class Offset>
void check_weighted_memory(OpenedFile const& file, GraphReadOptions const& options,
                           std::uint64_t vertices, std::uint64_t arcs, std::uint64_t edges) {
  std::uint64_t const limit = detail::files::memory_limit(options.memory_limit);
  std::uint64_t const edge_bytes = 2 * sizeof(Vertex) + sizeof(Weight);
  // A key, a weight, and the copy of both that the host's sort makes.
  std::uint64_t const sorted_bytes = sizeof(std::uint64_t) + sizeof(Weight) + 16;
  std::uint64_t const arc_bytes = sizeof(Vertex) + sizeof(Weight);
  std::uint64_t const bytes = file.bytes_held() + edge_bytes * edges +
                              (sorted_bytes + arc_bytes) * arcs + sizeof(Offset) * (vertices + 1);
  if (bytes <= limit) return;
  throw detail::files::Fault{file.bytes().data(),
                             "a graph of " + show_count(vertices, "vertex", "vertices") + " and " +
                                 show_count(arcs, "arc") + detail::files::more_than(limit)};
}

// One array of the pieces, which go as they are copied.
template <class Weight>
Kokkos::View<Weight*, Kokkos::HostSpace> gather_weights(
    std::vector<std::vector<std::uint64_t>>& pieces, std::uint64_t edges) {
  auto const weights = detail::make_array<Weight, Kokkos::HostSpace>(
      Kokkos::DefaultHostExecutionSpace(), "yoke::graph_io::weights", edges);
  std::vector<std::uint64_t> begin{0};
  for (auto const& piece : pieces) begin.push_back(begin.back() + piece.size());
  detail::files::for_each_piece(pieces.size(), [&](std::size_t i) {
    auto const piece = std::exchange(pieces[i], {});
    std::ranges::transform(piece, weights.data() + begin[i], detail::files::weight_of_bits<Weight>);
  });
  return weights;
}

template <class Weight, class Vertex, class Offset>
WeightedGraph<Vertex, Offset, Weight, Kokkos::HostSpace> build_weighted(
    OpenedFile const& file, GraphReadOptions const& options, WeightedBuildOptions build,
    GraphFileReport& report) {
  auto read = detail::files::read_weighted_edges<Vertex>(
      file, {options, detail::files::kind_of_weight<Weight>()});
  report = std::move(read.report);
  std::uint64_t const edges = read.edges.edges();
  bool const adds_reverses =
      build.symmetrise && !report.is_symmetric &&
      (build.repeated == RepeatedEdges::keep || build.repeated == RepeatedEdges::sum);
  if (adds_reverses &&
      detail::files::holds_reverses(read.edges.from.data(), read.edges.to.data(), edges)) {
    report.notes.emplace_back(
        "every edge is listed in both directions, and is there twice once its reverse is added: "
        "options.repeated says what becomes of equal edges");
  }
  build.symmetrise = build.symmetrise || report.is_symmetric;
  file.read([&] {
    check_weighted_memory<Weight, Vertex, Offset>(file, options, read.edges.vertices,
                                                  build.symmetrise ? 2 * edges : edges, edges);
  });
  WeightedEdgeList<Vertex, Weight, Kokkos::HostSpace> const list{
      read.edges, gather_weights<Weight>(read.weights, edges)};
  return build_graph<Offset>(Kokkos::DefaultHostExecutionSpace(), list, build);
}

}  // namespace

template <ArcWeight Weight, detail::FileWord Vertex, detail::FileWord Offset>
WeightedGraph<Vertex, Offset, Weight, Kokkos::HostSpace> read_weighted_graph(
    GraphFile const& file, GraphReadOptions const& options, WeightedBuildOptions const& build) {
  GraphFileReport report;
  auto const graph = build_weighted<Weight, Vertex, Offset>(file.opened(), options, build, report);
  if (options.report != nullptr) *options.report = std::move(report);
  return graph;
}

#define YOKE_INSTANTIATE_WEIGHT(Vertex, Offset, Weight)                                  \
  template WeightedGraph<Vertex, Offset, Weight, Kokkos::HostSpace>                      \
  read_weighted_graph<Weight, Vertex, Offset>(GraphFile const&, GraphReadOptions const&, \
                                              WeightedBuildOptions const&);
#define YOKE_INSTANTIATE(Space, Vertex, Offset)         \
  YOKE_INSTANTIATE_WEIGHT(Vertex, Offset, float)        \
  YOKE_INSTANTIATE_WEIGHT(Vertex, Offset, double)       \
  YOKE_INSTANTIATE_WEIGHT(Vertex, Offset, std::int32_t) \
  YOKE_INSTANTIATE_WEIGHT(Vertex, Offset, std::int64_t)
YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE, Kokkos::HostSpace)
#undef YOKE_INSTANTIATE_WEIGHT

}  // namespace yoke
