#include <stdexcept>
#include <string>

#include "readers.hpp"
#include "writers.hpp"

namespace yoke {

GraphFormat format_to_write(std::filesystem::path const& path, GraphWriteOptions const& options) {
  GraphFormat const asked = options.format;
  detail::check_choice("yoke::write_graph", "options.format", asked, GraphFormat::binary);
  auto const format = asked == GraphFormat::automatic ? detail::files::format_of_name(path) : asked;
  if (detail::files::is_gzip_name(path)) {
    throw std::invalid_argument("yoke::write_graph: " + path.string() +
                                ": graphs are not written compressed; gzip makes it of the file");
  }
  return format;
}

template <detail::FileWord Vertex, detail::FileWord Offset>
void write_graph(OutputFile& file, Graph<Vertex, Offset, Kokkos::HostSpace> const& graph,
                 GraphWriteOptions const& options) {
  GraphFormat const format = format_to_write(file.path(), options);
  if (format == GraphFormat::metis) detail::files::check_metis_holds(graph);
  if (format == GraphFormat::gapbs) detail::files::check_gapbs_holds(graph.vertices());
  switch (format) {
    case GraphFormat::matrix_market:
      detail::files::write_matrix_market(file, graph, options.progress);
      break;
    case GraphFormat::dimacs:
      detail::files::write_dimacs(file, graph, options.progress);
      break;
    case GraphFormat::metis:
      detail::files::write_metis(file, graph, options.progress);
      break;
    case GraphFormat::gapbs:
      detail::files::write_gapbs(file, graph, options.progress);
      break;
    case GraphFormat::binary:
      detail::files::write_binary(file, graph, options.progress);
      break;
    default:
      detail::files::write_edge_list(file, graph, options);
  }
}

template <detail::FileWord Vertex, detail::FileWord Offset>
void write_graph(std::filesystem::path const& path,
                 Graph<Vertex, Offset, Kokkos::HostSpace> const& graph,
                 GraphWriteOptions const& options) {
  OutputFiles files;
  write_graph(files.open(path), graph, options);
  files.commit();
}

#define YOKE_INSTANTIATE(Space, Vertex, Offset)                                           \
  template void write_graph(std::filesystem::path const&,                                 \
                            Graph<Vertex, Offset, Kokkos::HostSpace> const&,              \
                            GraphWriteOptions const&);                                    \
  template void write_graph(OutputFile&, Graph<Vertex, Offset, Kokkos::HostSpace> const&, \
                            GraphWriteOptions const&);
YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE, Kokkos::HostSpace)

}  // namespace yoke
