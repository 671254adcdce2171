#include <algorithm>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "binary_layout.hpp"
#include "writers.hpp"

namespace yoke::detail::files {
namespace {

constexpr std::size_t block_words = std::size_t(1) << 18;

template <class T>
std::string_view bytes_of(T const& value) {
  return {reinterpret_cast<char const*>(&value), sizeof value};
}

// Writes words as Stored, telling `after` each block how many are written.
template <class Stored, class Word, class After>
void write_words(OutputFile& file, Kokkos::View<Word const*, Kokkos::HostSpace> const& words,
                 After const& after) {
  std::vector<Stored> block;
  for (std::size_t begin = 0; begin < words.extent(0); begin += block_words) {
    std::size_t const end = std::min(begin + block_words, words.extent(0));
    block.assign(words.data() + begin, words.data() + end);
    file.write({reinterpret_cast<char const*>(block.data()), block.size() * sizeof(Stored)});
    after(end);
  }
}

template <class Stored, class Word>
void write_words(OutputFile& file, Kokkos::View<Word const*, Kokkos::HostSpace> const& words) {
  write_words<Stored>(file, words, [](std::size_t) {});
}

void pad(OutputFile& file, std::uint64_t from, std::uint64_t to) {
  file.write(std::string(to - from, '\0'));
}

// The arcs by target, of sources in ascending order.
template <class Vertex, class Offset>
HostGraph<Vertex, Offset> transposed(HostGraph<Vertex, Offset> const& graph) {
  std::uint64_t const n = graph.vertices();
  Kokkos::View<Offset*, Kokkos::HostSpace> const offsets("yoke::graph_io::offsets", n + 1);
  Kokkos::View<Vertex*, Kokkos::HostSpace> const sources(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke::graph_io::sources"), graph.arcs());
  for (std::uint64_t arc = 0; arc < graph.arcs(); ++arc) ++offsets(graph.neighbours()(arc) + 1);
  for (std::uint64_t v = 0; v < n; ++v) offsets(v + 1) += offsets(v);
  std::vector<Offset> next(offsets.data(), offsets.data() + n);
  for (std::uint64_t u = 0; u < n; ++u) {
    for (Offset arc = graph.offsets()(u); arc < graph.offsets()(u + 1); ++arc) {
      sources(next[graph.neighbours()(arc)]++) = static_cast<Vertex>(u);
    }
  }
  return {unchecked, GraphKind::directed, offsets, sources};
}

// A graph without vertices may have no offsets at all; files have one.
template <class Offset>
Kokkos::View<Offset const*, Kokkos::HostSpace> some_offsets(
    Kokkos::View<Offset const*, Kokkos::HostSpace> const& offsets) {
  if (offsets.extent(0) > 0) return offsets;
  return Kokkos::View<Offset*, Kokkos::HostSpace>("yoke::graph_io::offsets", 1);
}

}  // namespace

template <class Vertex, class Offset>
void check_gapbs_holds(HostGraph<Vertex, Offset> const& graph) {
  constexpr std::uint64_t most = std::numeric_limits<std::int32_t>::max();
  if (graph.vertices() <= most) return;
  throw std::invalid_argument("yoke::write_graph: .sg files hold up to " + std::to_string(most) +
                              " vertices, and there are " + std::to_string(graph.vertices()));
}

template <class Vertex, class Offset>
void write_gapbs(OutputFile& file, HostGraph<Vertex, Offset> const& graph,
                 GraphFileProgress const& progress) {
  bool const is_directed = !graph.is_symmetric();
  auto const arcs = static_cast<std::int64_t>(graph.arcs());
  auto const vertices = static_cast<std::int64_t>(graph.vertices());
  file.write(is_directed ? std::string_view("\1", 1) : std::string_view("\0", 1));
  file.write(bytes_of(arcs));
  file.write(bytes_of(vertices));
  write_words<std::int64_t>(file, some_offsets(graph.offsets()));
  write_words<std::int32_t>(file, graph.neighbours(), [&](std::size_t written) {
    if (progress) progress(written, graph.arcs());
  });
  if (!is_directed) return;
  auto incoming = HostGraph<Vertex, Offset>(unchecked, GraphKind::directed,
                                            graph.incoming_offsets(), graph.incoming_neighbours());
  if (!graph.has_incoming()) incoming = transposed(graph);
  write_words<std::int64_t>(file, some_offsets(incoming.offsets()));
  write_words<std::int32_t>(file, incoming.neighbours());
}

template <class Vertex, class Offset>
void write_binary(OutputFile& file, HostGraph<Vertex, Offset> const& graph,
                  GraphFileProgress const& progress) {
  BinaryHeader header;
  header.vertex_bytes = sizeof(Vertex);
  header.offset_bytes = sizeof(Offset);
  header.directed = graph.is_symmetric() ? 0 : 1;
  header.has_incoming = !graph.is_symmetric() && graph.has_incoming() ? 1 : 0;
  header.vertices = graph.vertices();
  header.arcs = graph.arcs();
  BinaryLayout const layout(header);
  std::uint64_t const offsets_bytes = (header.vertices + 1) * sizeof(Offset);

  file.write(bytes_of(header));
  write_words<Offset>(file, some_offsets(graph.offsets()));
  pad(file, layout.offsets + offsets_bytes, layout.neighbours);
  write_words<Vertex>(file, graph.neighbours(), [&](std::size_t written) {
    if (progress) progress(written, graph.arcs());
  });
  if (header.has_incoming == 0) return;
  pad(file, layout.neighbours + header.arcs * sizeof(Vertex), layout.incoming_offsets);
  write_words<Offset>(file, some_offsets(graph.incoming_offsets()));
  pad(file, layout.incoming_offsets + offsets_bytes, layout.incoming_neighbours);
  write_words<Vertex>(file, graph.incoming_neighbours());
}

#define YOKE_INSTANTIATE(Space, Vertex, Offset)                             \
  template void check_gapbs_holds(HostGraph<Vertex, Offset> const&);        \
  template void write_gapbs(OutputFile&, HostGraph<Vertex, Offset> const&,  \
                            GraphFileProgress const&);                      \
  template void write_binary(OutputFile&, HostGraph<Vertex, Offset> const&, \
                             GraphFileProgress const&);
YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE, Kokkos::HostSpace)

}  // namespace yoke::detail::files
