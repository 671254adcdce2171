#include <utility>

#include "read_edges.hpp"

namespace yoke {
namespace {

using detail::files::FileRows;
using detail::files::OpenedFile;

FileRows find_rows(OpenedFile const& file) {
  return file.read([&] {
    return file.format() == GraphFormat::gapbs ? detail::files::find_gapbs_rows(file.bytes())
                                               : detail::files::find_binary_rows(file.bytes());
  });
}

template <class Vertex, class Offset>
Graph<Vertex, Offset, Kokkos::HostSpace> build(OpenedFile const& file,
                                               GraphReadOptions const& options,
                                               GraphBuildOptions build, GraphFileReport& report) {
  auto read = detail::files::read_edges<Vertex>(file, options);
  report = std::move(read.report);
  build.symmetrise = build.symmetrise || report.is_symmetric;
  return build_graph<Offset>(Kokkos::DefaultHostExecutionSpace(), read.edges, build);
}

template <class Vertex, class Offset>
Graph<Vertex, Offset, Kokkos::HostSpace> copy_or_build(OpenedFile const& file,
                                                       GraphReadOptions const& options,
                                                       GraphBuildOptions const& build_options,
                                                       GraphFileReport& report) {
  if (detail::files::is_binary(file.format()) && !build_options.drop_loops &&
      !build_options.merge_multi_edges) {
    FileRows const rows = find_rows(file);
    // A file that is only accepted as unsymmetric becomes a directed graph, unless it is to be
    // symmetrised.
    bool const may_be_directed = !rows.is_symmetric || options.accept_unsymmetric;
    if (!(build_options.symmetrise && may_be_directed)) {
      report.format = file.format();
      report.bytes = file.bytes().size();
      return file.read([&] {
        return detail::files::copy_rows<Vertex, Offset>(file, rows, options,
                                                        build_options.sort_neighbours, report);
      });
    }
  }
  return build<Vertex, Offset>(file, options, build_options, report);
}

}  // namespace

template <detail::FileWord Vertex, detail::FileWord Offset>
Graph<Vertex, Offset, Kokkos::HostSpace> read_graph(std::filesystem::path const& path,
                                                    GraphReadOptions const& options,
                                                    GraphBuildOptions const& build) {
  OpenedFile const file(path, options.format);
  GraphFileReport report;
  auto const graph = copy_or_build<Vertex, Offset>(file, options, build, report);
  if (options.report != nullptr) *options.report = std::move(report);
  return graph;
}

#define YOKE_INSTANTIATE(Space, Vertex, Offset)                 \
  template Graph<Vertex, Offset, Kokkos::HostSpace> read_graph( \
      std::filesystem::path const&, GraphReadOptions const&, GraphBuildOptions const&);
YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE, Kokkos::HostSpace)

}  // namespace yoke
