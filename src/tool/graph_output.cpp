#include "graph_output.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <functional>

#include "progress.hpp"

namespace yoke::tool {
namespace {

template <class Word>
std::uint64_t count_named(HostGraph<Word> const& graph) {
  std::uint64_t named = graph.vertices();
  while (named > 0 && graph.offsets()(named) == graph.offsets()(named - 1)) --named;
  if (graph.is_symmetric()) return named;  // all that are named have a row
  for (std::uint64_t arc = 0; arc < graph.arcs(); ++arc) {
    named = std::max<std::uint64_t>(named, graph.neighbours()(arc) + std::uint64_t(1));
  }
  return named;
}

}  // namespace

void add_graph_header(Parser parser, GraphOutput& output, std::string const& name,
                      std::string const& what) {
  auto const format = [&output, &name] { return format_to_write(name, {output.format, {}}); };
  parser
      .add_flag("--header", output.header,
                "Begin " + what +
                    " with a comment that tells Yoke of isolated vertices and undirected edges; "
                    "many other readers take none")
      .only_for({"edge lists that are written",
                 [&name, format] { return !name.empty() && format() == GraphFormat::edge_list; },
                 [&name, format] {
                   return name.empty() ? "a graph that is not written"
                                       : fmt::format("{}, a {} file", name, to_string(format()));
                 }});
}

template <class Word>
std::uint64_t save_graph(OutputFile& file, HostGraph<Word> const& graph,
                         GraphOutput const& output) {
  FileProgress progress("writing " + file.path().filename().string());
  GraphWriteOptions options;
  options.format = output.format;
  options.header = output.header;
  options.progress = std::ref(progress);
  write_graph(file, graph, options);
  bool const names_all =
      output.header || format_to_write(file.path(), options) != GraphFormat::edge_list;
  return names_all ? 0 : graph.vertices() - count_named(graph);
}

void add_left_out(Facts& facts, std::uint64_t vertices) {
  if (vertices == 0) return;
  facts.add("vertices_left_out", vertices, "left out",
            fmt::format("{} at the end, without edges: --header keeps {}",
                        show_count(vertices, "vertex", "vertices"), vertices == 1 ? "it" : "them"));
}

template std::uint64_t save_graph(OutputFile&, HostGraph<std::uint32_t> const&, GraphOutput const&);
template std::uint64_t save_graph(OutputFile&, HostGraph<std::uint64_t> const&, GraphOutput const&);

}  // namespace yoke::tool
