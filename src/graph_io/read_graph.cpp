#include <utility>

#include "read_edges.hpp"
#include "undirected.hpp"
#include "yoke/counted.hpp"

namespace yoke {
namespace {

using detail::files::FileRows;
using detail::files::OpenedFile;

// What a graph and making it of `edges` edges takes: those, keys by which arcs are sorted, and the
// rows. No sum wraps: these are counts of what is there already or was let through by VertexLimit.
template <class Vertex, class Offset>
void check_memory(OpenedFile const& file, GraphReadOptions const& options, std::uint64_t vertices,
                  std::uint64_t arcs, std::uint64_t edges) {
  std::uint64_t const limit = detail::files::memory_limit(options.memory_limit);
  std::uint64_t const keys = edges > 0 ? sizeof(std::uint64_t) * arcs : 0;
  std::uint64_t const bytes = file.bytes_held() + 2 * sizeof(Vertex) * edges + keys +
                              sizeof(Offset) * (vertices + 1) + sizeof(Vertex) * arcs;
  if (bytes <= limit) return;
  throw detail::files::Fault{file.bytes().data(),
                             "a graph of " + show_count(vertices, "vertex", "vertices") + " and " +
                                 show_count(arcs, "arc") + detail::files::more_than(limit)};
}

template <class Vertex, class Offset>
Graph<Vertex, Offset, Kokkos::HostSpace> build(OpenedFile const& file,
                                               GraphReadOptions const& options,
                                               GraphBuildOptions build, GraphFileReport& report) {
  auto read = detail::files::read_edges<Vertex>(file, options);
  report = std::move(read.report);
  std::uint64_t const edges = read.edges.edges();
  bool const adds_reverses = build.symmetrise && !report.is_symmetric && !build.merge_multi_edges;
  if (adds_reverses &&
      detail::files::holds_reverses(read.edges.from.data(), read.edges.to.data(), edges)) {
    report.notes.emplace_back(
        "every edge is listed in both directions, and is there twice once its "
        "reverse is added: options.merge_multi_edges keeps one of equal edges");
  }
  build.symmetrise = build.symmetrise || report.is_symmetric;
  file.read([&] {
    check_memory<Vertex, Offset>(file, options, read.edges.vertices,
                                 build.symmetrise ? 2 * edges : edges, edges);
  });
  return build_graph<Offset>(Kokkos::DefaultHostExecutionSpace(), read.edges, build);
}

template <class Vertex, class Offset>
Graph<Vertex, Offset, Kokkos::HostSpace> copy_or_build(OpenedFile const& file,
                                                       GraphReadOptions const& options,
                                                       GraphBuildOptions const& build_options,
                                                       GraphFileReport& report) {
  if (detail::files::is_binary(file.format()) && !build_options.drop_loops &&
      !build_options.merge_multi_edges) {
    FileRows const rows =
        file.read([&] { return detail::files::find_rows(file.bytes(), file.format()); });
    // A file that is only accepted as unsymmetric becomes a directed graph, unless it is to be
    // symmetrised.
    bool const may_be_directed = !rows.is_symmetric || options.accept_unsymmetric;
    if (!(build_options.symmetrise && may_be_directed)) {
      report.format = file.format();
      report.bytes = file.bytes().size();
      return file.read([&] {
        std::uint64_t const ways = rows.has_incoming() ? 2 : 1;
        check_memory<Vertex, Offset>(file, options, ways * rows.vertices, ways * rows.arcs, 0);
        return detail::files::copy_rows<Vertex, Offset>(file, rows, options,
                                                        build_options.sort_neighbours, report);
      });
    }
  }
  return build<Vertex, Offset>(file, options, build_options, report);
}

}  // namespace

template <detail::FileWord Vertex, detail::FileWord Offset>
Graph<Vertex, Offset, Kokkos::HostSpace> read_graph(GraphFile const& file,
                                                    GraphReadOptions const& options,
                                                    GraphBuildOptions const& build) {
  GraphFileReport report;
  auto const graph = copy_or_build<Vertex, Offset>(file.opened(), options, build, report);
  if (options.report != nullptr) *options.report = std::move(report);
  return graph;
}

template <detail::FileWord Vertex, detail::FileWord Offset>
Graph<Vertex, Offset, Kokkos::HostSpace> read_graph(std::filesystem::path const& path,
                                                    GraphReadOptions const& options,
                                                    GraphBuildOptions const& build) {
  return read_graph<Vertex, Offset>(GraphFile(path, options), options, build);
}

#define YOKE_INSTANTIATE(Space, Vertex, Offset)                             \
  template Graph<Vertex, Offset, Kokkos::HostSpace> read_graph(             \
      GraphFile const&, GraphReadOptions const&, GraphBuildOptions const&); \
  template Graph<Vertex, Offset, Kokkos::HostSpace> read_graph(             \
      std::filesystem::path const&, GraphReadOptions const&, GraphBuildOptions const&);
YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE, Kokkos::HostSpace)

}  // namespace yoke
