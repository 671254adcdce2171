#include "graph_source.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <functional>
#include <limits>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>
#include <yoke/generate_graph.hpp>

#include "arguments.hpp"
#include "errors.hpp"
#include "graph_spec.hpp"
#include "progress.hpp"

namespace yoke::tool {
namespace {

GraphBuildOptions build_options(GraphArguments const& arguments) {
  GraphBuildOptions options;
  options.symmetrise = !arguments.directed;
  options.drop_loops = arguments.drop_loops;
  options.merge_multi_edges = arguments.merge;
  return options;
}

// The library tells how much is done of how much; the total is known at the first call.
class FileProgress {
 public:
  explicit FileProgress(std::string what) : what_(std::move(what)) {}

  void operator()(std::uint64_t done, std::uint64_t total) {
    if (!progress_) progress_.emplace(what_, total);
    if (done > done_) progress_->advance(done - done_);
    done_ = done;
  }

 private:
  std::string what_;
  std::uint64_t done_ = 0;
  std::optional<Progress> progress_;
};

template <class Word>
LoadedGraph<Word> generate_graph(GraphArguments const& arguments) {
  Progress const progress("generating the graph");
  GraphShape shape = *arguments.random;
  set_seed(shape, arguments.seed);
  auto const edges = generate_edges<Word>(HostExec(), shape);
  LoadedGraph<Word> loaded;
  loaded.report.is_symmetric = !arguments.directed;
  loaded.report.vertices = edges.vertices;
  loaded.report.edges = edges.edges();
  loaded.graph = build_graph(HostExec(), edges, build_options(arguments));
  return loaded;
}

template <class Word>
LoadedGraph<Word> read_file(GraphArguments const& arguments) {
  LoadedGraph<Word> loaded;
  FileProgress progress("reading " + std::filesystem::path(arguments.input).filename().string());
  GraphReadOptions options;
  options.format = arguments.format;
  options.ids = arguments.compact ? VertexIds::compact : VertexIds::keep;
  options.allow_sparse_ids = arguments.sparse_ids;
  options.accept_unsymmetric = true;
  options.progress = std::ref(progress);
  options.report = &loaded.report;
  loaded.graph = read_graph<Word, Word>(arguments.input, options, build_options(arguments));
  return loaded;
}

bool is_binary(GraphArguments const& arguments) {
  if (arguments.format != GraphFormat::automatic) return arguments.format == GraphFormat::binary;
  return graph_file_format(arguments.input) == GraphFormat::binary;
}

bool holds_words_of(std::string const& input, int bits) {
  auto const types = mapped_graph_types(input);
  return types.vertex_bits == bits && types.offset_bits == bits;
}

// A binary file that holds what is asked for is not copied.
template <class Word>
bool map_file(GraphArguments const& arguments, LoadedGraph<Word>& loaded) {
  if (arguments.drop_loops || arguments.merge || !is_binary(arguments)) return false;
  if (!holds_words_of(arguments.input, 8 * sizeof(Word))) return false;
  Progress const progress("checking " + std::filesystem::path(arguments.input).filename().string());
  MappedGraph<Word, Word> const mapped(arguments.input);
  auto const& graph = mapped.graph();
  if (!graph.is_symmetric() && !arguments.directed) return false;
  loaded.graph = graph;
  loaded.mapping = mapped;
  loaded.report.format = GraphFormat::binary;
  loaded.report.is_symmetric = graph.is_symmetric();
  loaded.report.vertices = graph.vertices();
  return true;
}

}  // namespace

void add_random_graph(CLI::App& app, GraphArguments& arguments) {
  auto* const random = app.add_option_function<std::string>(
                              "--random",
                              [&arguments](std::string const& text) {
                                arguments.random = parse_graph_spec(text);
                                arguments.random_text = text;
                              },
                              std::string("Take a generated graph: ") + graph_specs)
                           ->type_name("SHAPE");
  app.add_option("--seed", arguments.seed, "Seed of the generator")
      ->needs(random)
      ->type_name("N")
      ->capture_default_str();
}

CLI::Option* add_graph_format(CLI::App& app, std::string const& name, GraphFormat& format,
                              std::string const& description) {
  std::vector<std::pair<std::string, GraphFormat>> formats;
  for (std::size_t i = 0; i < graph_format_names.size(); ++i) {
    formats.emplace_back(graph_format_names[i], static_cast<GraphFormat>(i));
  }
  return add_choice(app, name, format, formats, description)->default_str("automatic");
}

void add_graph_options(CLI::App& app, GraphArguments& arguments, Directions directions) {
  add_graph_format(app, "--format", arguments.format,
                   "The input's format; by default as its name ends or its first bytes say");
  if (directions == Directions::as_asked) {
    app.add_flag("--directed", arguments.directed,
                 "Take edges in their direction only, unless the file says that it is symmetric");
  }
  app.add_flag("--drop-loops", arguments.drop_loops, "Leave out edges from a vertex to itself");
  app.add_flag("--merge", arguments.merge, "Keep one of several equal edges");
  app.add_flag("--compact-ids", arguments.compact,
               "Number the vertices of an edge list anew, without gaps");
  app.add_flag("--sparse-ids", arguments.sparse_ids,
               "Accept an edge list with far fewer edges than its largest id says");
  app.add_flag("--wide", arguments.wide, "Hold vertices and offsets in 64 bits");
}

void settle_names(GraphArguments& arguments, std::string& output, std::string const& command) {
  if (arguments.random) {
    if (output.empty()) std::swap(arguments.input, output);
    if (arguments.input.empty()) return;
    throw UsageError(
        fmt::format("with --random there is no INPUT: yoke {} --random SHAPE [OUTPUT]", command));
  }
  if (!arguments.input.empty()) return;
  throw UsageError(
      fmt::format("{} needs a file to read, or --random SHAPE (yoke {} --help)", command, command));
}

bool is_wide(GraphArguments const& arguments) {
  if (arguments.wide) return true;
  constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
  if (arguments.random) {
    // The arcs are known to be too many only once they are generated: where the edges are counted
    // while they are, --wide has to be said.
    auto const* const rmat = std::get_if<RmatShape>(&*arguments.random);
    auto const* const uniform = std::get_if<UniformShape>(&*arguments.random);
    double const edges =
        rmat      ? rmat->edge_factor * static_cast<double>(std::uint64_t(1) << rmat->scale)
        : uniform ? static_cast<double>(uniform->edges)
                  : 0;
    return count_vertices(*arguments.random) > most || 2 * edges > static_cast<double>(most);
  }
  std::error_code error;
  auto const bytes = std::filesystem::file_size(arguments.input, error);
  if (error) return false;  // reading will say
  if (bytes > 0 && is_binary(arguments)) return !holds_words_of(arguments.input, 32);
  // An edge takes four bytes at least, and two arcs.
  return bytes > 2 * most;
}

template <class Word>
LoadedGraph<Word> load_graph(GraphArguments const& arguments) {
  if (arguments.random) return generate_graph<Word>(arguments);
  LoadedGraph<Word> loaded;
  if (map_file(arguments, loaded)) return loaded;
  return read_file<Word>(arguments);
}

template <class Word>
void save_graph(OutputFile& file, HostGraph<Word> const& graph, GraphFormat format) {
  FileProgress progress("writing " + file.path().filename().string());
  GraphWriteOptions options;
  options.format = format;
  options.progress = std::ref(progress);
  write_graph(file, graph, options);
}

template LoadedGraph<std::uint32_t> load_graph(GraphArguments const&);
template LoadedGraph<std::uint64_t> load_graph(GraphArguments const&);

template void save_graph(OutputFile&, HostGraph<std::uint32_t> const&, GraphFormat);
template void save_graph(OutputFile&, HostGraph<std::uint64_t> const&, GraphFormat);

}  // namespace yoke::tool
