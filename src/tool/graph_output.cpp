#include "graph_output.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <functional>
#include <utility>
#include <vector>
#include <yoke/weighted_graph_io.hpp>

#include "arguments.hpp"
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

template <class Graph>
std::uint64_t save(OutputFile& file, Graph const& graph, GraphOutput const& output) {
  FileProgress progress("writing " + file.path().filename().string());
  GraphWriteOptions options;
  options.format = output.format;
  options.header = output.header;
  options.progress = std::ref(progress);
  write_graph(file, graph, options);
  bool const names_all =
      output.header || written_format(file.path(), output) != GraphFormat::edge_list;
  return names_all ? 0 : graph.vertices() - count_named(graph);
}

}  // namespace

GraphFormat written_format(std::string const& name, GraphOutput const& output) {
  GraphWriteOptions options;
  options.format = output.format;
  if (output.weights == WeightType::none) return format_to_write(name, options);
  return with_weight_type<GraphFormat>(output.weights, [&](auto weight) {
    return format_to_write<decltype(weight)>(name, options);
  });
}

std::string_view to_string(WeightType type) {
  constexpr std::array<std::string_view, 5> names{"none", "i32", "i64", "f32", "f64"};
  return names[static_cast<std::size_t>(type)];
}

Option add_weight_type(Parser parser, WeightType& type, std::string const& description) {
  std::vector<std::pair<std::string, WeightType>> choices;
  for (auto const one : {WeightType::i32, WeightType::i64, WeightType::f32, WeightType::f64}) {
    choices.emplace_back(to_string(one), one);
  }
  return add_choice<WeightType>(parser, "--weights", type, choices, description);
}

void add_graph_header(Parser parser, GraphOutput& output, std::string const& name,
                      std::string const& what) {
  auto const format = [&output, &name] { return written_format(name, output); };
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
  return save(file, graph, output);
}

template <class Word, class Weight>
std::uint64_t save_graph(OutputFile& file, WeightedHostGraph<Word, Weight> const& graph,
                         GraphOutput const& output) {
  return save(file, graph, output);
}

void add_left_out(Facts& facts, std::uint64_t vertices) {
  if (vertices == 0) return;
  facts.add("vertices_left_out", vertices, "left out",
            fmt::format("{} at the end, without edges: --header keeps {}",
                        show_count(vertices, "vertex", "vertices"), vertices == 1 ? "it" : "them"));
}

template std::uint64_t save_graph(OutputFile&, HostGraph<std::uint32_t> const&, GraphOutput const&);
template std::uint64_t save_graph(OutputFile&, HostGraph<std::uint64_t> const&, GraphOutput const&);

#define YOKE_SAVE_WEIGHTS(Weight)                                                                 \
  template std::uint64_t save_graph(OutputFile&, WeightedHostGraph<std::uint32_t, Weight> const&, \
                                    GraphOutput const&);                                          \
  template std::uint64_t save_graph(OutputFile&, WeightedHostGraph<std::uint64_t, Weight> const&, \
                                    GraphOutput const&);
YOKE_SAVE_WEIGHTS(std::int32_t)
YOKE_SAVE_WEIGHTS(std::int64_t)
YOKE_SAVE_WEIGHTS(float)
YOKE_SAVE_WEIGHTS(double)
#undef YOKE_SAVE_WEIGHTS

}  // namespace yoke::tool
