#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "binary_layout.hpp"
#include "write_words.hpp"
#include "writers.hpp"
#include "yoke/counted.hpp"

namespace yoke::detail::files {
namespace {

void pad(OutputFile& file, std::uint64_t from, std::uint64_t to) {
  file.write(std::string(to - from, '\0'));
}

// The arcs by target, of sources in ascending order. Calls moved(place, arc) for each.
template <class Vertex, class Offset, class Moved>
HostGraph<Vertex, Offset> transposed(HostGraph<Vertex, Offset> const& graph, Moved const& moved) {
  std::uint64_t const n = graph.vertices();
  Kokkos::View<Offset*, Kokkos::HostSpace> const offsets("yoke::graph_io::offsets", n + 1);
  Kokkos::View<Vertex*, Kokkos::HostSpace> const sources(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke::graph_io::sources"), graph.arcs());
  for (std::uint64_t arc = 0; arc < graph.arcs(); ++arc) ++offsets(graph.neighbours()(arc) + 1);
  for (std::uint64_t v = 0; v < n; ++v) offsets(v + 1) += offsets(v);
  std::vector<Offset> next(offsets.data(), offsets.data() + n);
  for (std::uint64_t u = 0; u < n; ++u) {
    for (Offset arc = graph.offsets()(u); arc < graph.offsets()(u + 1); ++arc) {
      Offset const place = next[graph.neighbours()(arc)]++;
      sources(place) = static_cast<Vertex>(u);
      moved(place, arc);
    }
  }
  return {unchecked, GraphKind::directed, offsets, sources};
}

}  // namespace

void check_gapbs_holds(std::uint64_t vertices) {
  constexpr std::uint64_t most = std::numeric_limits<std::int32_t>::max();
  if (vertices <= most) return;
  throw std::invalid_argument("yoke::write_graph: .sg files hold up to " +
                              show_count(most, "vertex", "vertices") + ", and there are " +
                              std::to_string(vertices));
}

template <class Vertex, class Offset>
void write_gapbs(OutputFile& file, HostGraph<Vertex, Offset> const& graph,
                 GraphFileProgress const& progress) {
  bool const is_directed = !graph.is_symmetric();
  file.write(gapbs_header(is_directed, graph.vertices(), graph.arcs()));
  write_words<std::int64_t>(file, some_offsets(graph.offsets()));
  write_words<std::int32_t>(file, graph.neighbours(), 0, [&](std::size_t written) {
    if (progress) progress(written, graph.arcs());
  });
  if (!is_directed) return;
  auto incoming = HostGraph<Vertex, Offset>(unchecked, GraphKind::directed,
                                            graph.incoming_offsets(), graph.incoming_neighbours());
  if (!graph.has_incoming()) incoming = transposed(graph, [](std::uint64_t, std::uint64_t) {});
  write_words<std::int64_t>(file, some_offsets(incoming.offsets()));
  write_words<std::int32_t>(file, incoming.neighbours());
}

void check_gapbs_holds(ArcWeights const& weights, std::uint64_t arcs) {
  for (std::uint64_t arc = 0; arc < arcs; ++arc) {
    std::int64_t const weight = weights.whole(arc);
    if (weight == static_cast<std::int32_t>(weight)) continue;
    throw InvalidInput("yoke::write_graph: .wsg files hold weights of 32 bits, and weights(" +
                           std::to_string(arc) + ") is " + std::to_string(weight),
                       arc);
  }
}

template <class Vertex, class Offset>
void write_weighted_gapbs(OutputFile& file, HostGraph<Vertex, Offset> const& graph,
                          ArcWeights const& weights, ArcWeights const& incoming,
                          GraphFileProgress const& progress) {
  bool const is_directed = !graph.is_symmetric();
  file.write(gapbs_header(is_directed, graph.vertices(), graph.arcs()));
  write_words<std::int64_t>(file, some_offsets(graph.offsets()));
  write_pairs(file, graph.neighbours(), weights, [&](std::size_t written) {
    if (progress) progress(written, graph.arcs());
  });
  if (!is_directed) return;
  if (graph.has_incoming()) {
    write_words<std::int64_t>(file, some_offsets(graph.incoming_offsets()));
    write_pairs(file, graph.incoming_neighbours(), incoming);
    return;
  }
  Kokkos::View<std::int32_t*, Kokkos::HostSpace> const by_target(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke::graph_io::weights"), graph.arcs());
  auto const back = transposed(graph, [&](std::uint64_t place, std::uint64_t arc) {
    by_target(place) = static_cast<std::int32_t>(weights.whole(arc));
  });
  write_words<std::int64_t>(file, some_offsets(back.offsets()));
  write_pairs(file, back.neighbours(), {by_target.data(), WeightKind::int32});
}

template <class Vertex, class Offset>
void write_binary(OutputFile& file, HostGraph<Vertex, Offset> const& graph,
                  ArcWeights const& weights, GraphFileProgress const& progress) {
  BinaryHeader header;
  header.vertex_bytes = sizeof(Vertex);
  header.offset_bytes = sizeof(Offset);
  header.directed = graph.is_symmetric() ? 0 : 1;
  bool const keeps_incoming = !graph.is_symmetric() && graph.has_incoming() && !weights.exist();
  header.has_incoming = keeps_incoming ? 1 : 0;
  header.weights = static_cast<std::uint32_t>(weights.kind);
  header.vertices = graph.vertices();
  header.arcs = graph.arcs();
  BinaryLayout const layout(header);
  std::uint64_t const offsets_bytes = (header.vertices + 1) * sizeof(Offset);

  file.write(bytes_of(header));
  write_words<Offset>(file, some_offsets(graph.offsets()));
  pad(file, layout.offsets + offsets_bytes, layout.neighbours);
  write_words<Vertex>(file, graph.neighbours(), 0, [&](std::size_t written) {
    if (progress) progress(written, graph.arcs());
  });
  std::uint64_t const neighbours_end = layout.neighbours + header.arcs * sizeof(Vertex);
  if (weights.exist()) {
    pad(file, neighbours_end, layout.weights);
    file.write({static_cast<char const*>(weights.data), layout.end - layout.weights});
  }
  if (header.has_incoming == 0) return;
  pad(file, neighbours_end, layout.incoming_offsets);
  write_words<Offset>(file, some_offsets(graph.incoming_offsets()));
  pad(file, layout.incoming_offsets + offsets_bytes, layout.incoming_neighbours);
  write_words<Vertex>(file, graph.incoming_neighbours());
}

#define YOKE_INSTANTIATE(Space, Vertex, Offset)                                                \
  template void write_gapbs(OutputFile&, HostGraph<Vertex, Offset> const&,                     \
                            GraphFileProgress const&);                                         \
  template void write_weighted_gapbs(OutputFile&, HostGraph<Vertex, Offset> const&,            \
                                     ArcWeights const&, ArcWeights const&,                     \
                                     GraphFileProgress const&);                                \
  template void write_binary(OutputFile&, HostGraph<Vertex, Offset> const&, ArcWeights const&, \
                             GraphFileProgress const&);
YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE, Kokkos::HostSpace)

}  // namespace yoke::detail::files
