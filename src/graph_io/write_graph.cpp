#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <string_view>

#include "files/text.hpp"
#include "readers.hpp"
#include "writers.hpp"

namespace yoke {

namespace {

// Names by which other programs expect what no file of a Graph holds, and those that are true.
struct Promise {
  std::string_view extension, instead;
  GraphFormat format;
};
constexpr auto of_weights = std::to_array<Promise>(
    {{".wsg", ".sg", GraphFormat::gapbs}, {".wel", ".el", GraphFormat::edge_list}});
constexpr auto of_compression =
    std::to_array<std::string_view>({".gz", ".bz2", ".xz", ".zst", ".lz4", ".zip"});
// Formats that are not written; their names say nothing where the format is asked for.
constexpr auto of_formats = std::to_array<std::string_view>(
    {".graphml", ".gexf", ".gml", ".gdf", ".net", ".dot", ".gv", ".json", ".xml"});

void check_name(std::filesystem::path const& path, GraphFormat format, bool was_asked_for) {
  auto const refuse = [&](std::string const& why) {
    throw std::invalid_argument("yoke::write_graph: " + path.string() + ": " + why);
  };
  auto const extension = detail::files::lower_case(path.extension().string());
  if (std::ranges::find(of_compression, extension) != of_compression.end()) {
    refuse("graphs are not written compressed: write " + path.stem().string() +
           ", and compress that");
  }
  for (auto const& promise : of_weights) {
    if (extension != promise.extension || format != promise.format) continue;
    auto other = path;
    refuse("the name promises weights, which a graph does not hold: write " +
           other.replace_extension(promise.instead).string());
  }
  if (was_asked_for || std::ranges::find(of_formats, extension) == of_formats.end()) return;
  refuse("the format that " + extension +
         " stands for is not written: take another name (.el, .mtx, .gr, .graph, .sg, .yoke), or "
         "give the format (options.format)");
}

}  // namespace

GraphFormat format_to_write(std::filesystem::path const& path, GraphWriteOptions const& options) {
  GraphFormat const asked = options.format;
  detail::check_choice("yoke::write_graph", "options.format", asked, GraphFormat::binary);
  bool const was_asked_for = asked != GraphFormat::automatic;
  auto const format = was_asked_for ? asked : detail::files::format_of_name(path);
  check_name(path, format, was_asked_for);
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
