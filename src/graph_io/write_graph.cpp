#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <string_view>

#include "files/text.hpp"
#include "readers.hpp"
#include "writers.hpp"
#include "yoke/compressed.hpp"
#include "yoke/weighted_graph_io.hpp"

namespace yoke {

namespace {

using detail::files::ArcWeights;
using detail::files::WeightKind;

// Names by which other programs expect what no file of a Graph holds, and those that are true.
struct Promise {
  std::string_view extension, instead;
  GraphFormat format;
};
constexpr auto of_weights = std::to_array<Promise>(
    {{".wsg", ".sg", GraphFormat::gapbs}, {".wel", ".el", GraphFormat::edge_list}});
// Formats that are not written; their names say nothing where the format is asked for.
constexpr auto of_formats = std::to_array<std::string_view>(
    {".graphml", ".gexf", ".gml", ".gdf", ".net", ".dot", ".gv", ".json", ".xml"});

void check_name(std::filesystem::path const& path, GraphFormat format, bool was_asked_for,
                WeightKind kind) {
  bool const has_weights = kind != WeightKind::none;
  auto const refuse = [&](std::string const& why) {
    throw std::invalid_argument("yoke::write_graph: " + path.string() + ": " + why);
  };
  auto const extension = detail::files::lower_case(path.extension().string());
  if (!decompressor_of_name(path).empty()) {
    refuse("graphs are not written compressed: write " + path.stem().string() +
           ", and compress that");
  }
  for (auto const& promise : of_weights) {
    auto const& wrong = has_weights ? promise.instead : promise.extension;
    if (extension != wrong || format != promise.format) continue;
    auto other = path;
    auto const& right = has_weights ? promise.extension : promise.instead;
    refuse((has_weights ? "the name promises no weights, which the graph has: write "
                        : "the name promises weights, which a graph does not hold: write ") +
           other.replace_extension(right).string());
  }
  if (was_asked_for || std::ranges::find(of_formats, extension) == of_formats.end()) return;
  std::string const names = !has_weights                    ? ".el, .mtx, .gr, .graph, .sg, .yoke"
                            : detail::files::is_whole(kind) ? ".wel, .mtx, .gr, .graph, .wsg, .yoke"
                                                            : ".wel, .mtx, .gr, .yoke";
  refuse("the format that " + extension + " stands for is not written: take another name (" +
         names + "), or give the format (options.format)");
}

}  // namespace

void detail::files::check_holds(GraphFormat format, WeightKind kind) {
  bool const has_whole_ones = format == GraphFormat::metis || format == GraphFormat::gapbs;
  if (!has_whole_ones || is_whole(kind)) return;
  throw std::invalid_argument(std::string("yoke::write_graph: ") +
                              (format == GraphFormat::metis ? "METIS" : ".wsg") +
                              " files hold whole weights: read them as integers, or take another "
                              "format");
}

namespace {

GraphFormat find_format(std::filesystem::path const& path, GraphWriteOptions const& options,
                        WeightKind kind) {
  GraphFormat const asked = options.format;
  detail::check_choice("yoke::write_graph", "options.format", asked, GraphFormat::binary);
  bool const was_asked_for = asked != GraphFormat::automatic;
  auto const format = was_asked_for ? asked : detail::files::format_of_name(path);
  // First, so that no name is proposed that holds no such weights.
  if (kind != WeightKind::none) detail::files::check_holds(format, kind);
  check_name(path, format, was_asked_for, kind);
  return format;
}

// `incoming`: the weights of the arcs by target, where the graph has them.
template <class Vertex, class Offset>
void write(OutputFile& file, Graph<Vertex, Offset, Kokkos::HostSpace> const& graph,
           ArcWeights const& weights, ArcWeights const& incoming,
           GraphWriteOptions const& options) {
  GraphFormat const format = find_format(file.path(), options, weights.kind);
  if (format == GraphFormat::metis) detail::files::check_metis_holds(graph, weights);
  if (format == GraphFormat::gapbs) detail::files::check_gapbs_holds(graph.vertices());
  switch (format) {
    case GraphFormat::matrix_market:
      return detail::files::write_matrix_market(file, graph, weights, options.progress);
    case GraphFormat::dimacs:
      return detail::files::write_dimacs(file, graph, weights, options.progress);
    case GraphFormat::metis:
      return detail::files::write_metis(file, graph, weights, options.progress);
    case GraphFormat::gapbs:
      if (!weights.exist()) return detail::files::write_gapbs(file, graph, options.progress);
      detail::files::check_gapbs_holds(weights, graph.arcs());
      return detail::files::write_weighted_gapbs(file, graph, weights, incoming, options.progress);
    case GraphFormat::binary:
      return detail::files::write_binary(file, graph, weights, options.progress);
    default:
      return detail::files::write_edge_list(file, graph, weights, options);
  }
}

template <class View>
ArcWeights weights_of(View const& weights) {
  return {weights.data(), detail::files::kind_of_weight<typename View::non_const_value_type>()};
}

}  // namespace

GraphFormat format_to_write(std::filesystem::path const& path, GraphWriteOptions const& options) {
  return find_format(path, options, WeightKind::none);
}

template <ArcWeight Weight>
GraphFormat format_to_write(std::filesystem::path const& path, GraphWriteOptions const& options) {
  return find_format(path, options, detail::files::kind_of_weight<Weight>());
}
template GraphFormat format_to_write<float>(std::filesystem::path const&, GraphWriteOptions const&);
template GraphFormat format_to_write<double>(std::filesystem::path const&,
                                             GraphWriteOptions const&);
template GraphFormat format_to_write<std::int32_t>(std::filesystem::path const&,
                                                   GraphWriteOptions const&);
template GraphFormat format_to_write<std::int64_t>(std::filesystem::path const&,
                                                   GraphWriteOptions const&);

template <detail::FileWord Vertex, detail::FileWord Offset>
void write_graph(OutputFile& file, Graph<Vertex, Offset, Kokkos::HostSpace> const& graph,
                 GraphWriteOptions const& options) {
  write(file, graph, {}, {}, options);
}

template <detail::FileWord Vertex, detail::FileWord Offset>
void write_graph(std::filesystem::path const& path,
                 Graph<Vertex, Offset, Kokkos::HostSpace> const& graph,
                 GraphWriteOptions const& options) {
  OutputFiles files;
  write_graph(files.open(path), graph, options);
  files.commit();
}

template <detail::FileWord Vertex, detail::FileWord Offset, ArcWeight Weight>
void write_graph(OutputFile& file,
                 WeightedGraph<Vertex, Offset, Weight, Kokkos::HostSpace> const& graph,
                 GraphWriteOptions const& options) {
  Graph<Vertex, Offset, Kokkos::HostSpace> const& arcs = graph;
  write(file, arcs, weights_of(graph.weights()), weights_of(graph.incoming_weights()), options);
}

#define YOKE_INSTANTIATE_WEIGHT(Vertex, Offset, Weight)                                      \
  template void write_graph(OutputFile&,                                                     \
                            WeightedGraph<Vertex, Offset, Weight, Kokkos::HostSpace> const&, \
                            GraphWriteOptions const&);
#define YOKE_INSTANTIATE(Space, Vertex, Offset)                                           \
  template void write_graph(std::filesystem::path const&,                                 \
                            Graph<Vertex, Offset, Kokkos::HostSpace> const&,              \
                            GraphWriteOptions const&);                                    \
  template void write_graph(OutputFile&, Graph<Vertex, Offset, Kokkos::HostSpace> const&, \
                            GraphWriteOptions const&);                                    \
  YOKE_INSTANTIATE_WEIGHT(Vertex, Offset, float)                                          \
  YOKE_INSTANTIATE_WEIGHT(Vertex, Offset, double)                                         \
  YOKE_INSTANTIATE_WEIGHT(Vertex, Offset, std::int32_t)                                   \
  YOKE_INSTANTIATE_WEIGHT(Vertex, Offset, std::int64_t)
YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE, Kokkos::HostSpace)
#undef YOKE_INSTANTIATE_WEIGHT

}  // namespace yoke
