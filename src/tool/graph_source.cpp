#include "graph_source.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <functional>
#include <limits>
#include <span>
#include <string_view>
#include <utility>
#include <vector>
#include <yoke/generate_graph.hpp>
#include <yoke/machine_memory.hpp>
#include <yoke/messages.hpp>

#include "arguments.hpp"
#include "errors.hpp"
#include "graph_spec.hpp"
#include "messages.hpp"
#include "number_file.hpp"
#include "progress.hpp"
#include "ranks.hpp"

namespace yoke::tool {
namespace {

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

// What a graph of a shape and making it takes, as it is counted for files: the edges, keys by which
// arcs are sorted, and the rows. No number here has more than 64 bits.
double bytes_to_make(GraphShape const& shape, bool directed, double word) {
  auto const vertices = static_cast<double>(count_vertices(shape));
  auto const edges = static_cast<double>(expected_edges(shape));
  double const arcs = directed ? edges : 2 * edges;
  return 2 * word * edges + (sizeof(std::uint64_t) + word) * arcs + word * (vertices + 1);
}

template <class Word>
LoadedGraph<Word> generate_graph(GraphArguments const& arguments) {
  check_memory(arguments, sizeof(Word));
  Progress const progress("generating the graph");
  auto const edges = with_generator(arguments.generator, arguments.seed, [&](auto const& random) {
    return generate_edges<Word>(HostExec(), *arguments.random, random);
  });
  LoadedGraph<Word> loaded;
  loaded.report.is_symmetric = !arguments.directed;
  loaded.report.vertices = edges.vertices;
  loaded.report.edges = edges.edges();
  loaded.graph = build_graph(HostExec(), edges, arguments.build_options());
  return loaded;
}

std::string base_name(GraphArguments const& arguments) {
  return std::filesystem::path(arguments.file().name()).filename().string();
}

// What a user should know though it is no error.
void note(GraphArguments const& arguments, GraphFileReport const& report) {
  auto const name = printable(arguments.file().name());
  if (report.first_edge_may_be_sizes) {
    fmt::print(
        stderr,
        "yoke: note: the first line of {} was read as an edge; where it gives the numbers of "
        "vertices and edges, add --skip 1\n",
        name);
  }
  for (auto const& what : report.notes) {
    fmt::print(stderr, "yoke: note: {}: {}\n", name, in_terms_of_the_tool(what));
  }
}

template <class Word>
LoadedGraph<Word> read_file(GraphArguments const& arguments) {
  LoadedGraph<Word> loaded;
  FileProgress progress("reading " + base_name(arguments));
  GraphReadOptions options = arguments.read_options();
  options.progress = std::ref(progress);
  options.report = &loaded.report;
  loaded.graph = read_graph<Word, Word>(arguments.file(), options, arguments.build_options());
  note(arguments, loaded.report);
  return loaded;
}

bool holds_words_of(GraphFile const& file, int bits) {
  auto const types = mapped_graph_types(file);
  return types.vertex_bits == bits && types.offset_bits == bits;
}

// A binary file that holds what is asked for is not copied.
template <class Word>
bool map_file(GraphArguments const& arguments, LoadedGraph<Word>& loaded) {
  auto const& file = arguments.file();
  if (arguments.drop_loops || arguments.merge || arguments.symmetrise) return false;
  if (file.format() != GraphFormat::binary) return false;
  if (!holds_words_of(file, 8 * sizeof(Word))) return false;
  Progress const progress("checking " + base_name(arguments));
  MappedGraph<Word, Word> const mapped(file);
  auto const& graph = mapped.graph();
  if (!graph.is_symmetric() && !arguments.directed) return false;
  loaded.graph = graph;
  loaded.mapping = mapped;
  loaded.report.format = GraphFormat::binary;
  loaded.report.is_symmetric = graph.is_symmetric();
  loaded.report.vertices = graph.vertices();
  return true;
}

// That no option is passed over without a word: binary files have no lines, and in other formats
// than edge lists vertices have no ids of their own.
void check_applies(GraphArguments const& arguments, GraphFile const& file) {
  auto const format = file.format();
  bool const is_binary = format == GraphFormat::binary || format == GraphFormat::gapbs;
  auto const refuse = [&](char const* option, char const* reason) {
    throw UsageError(
        fmt::format("{}: {} is a {} file, {}", option, file.name(), to_string(format), reason));
  };
  if (arguments.skip_lines > 0 && is_binary) refuse("--skip", "which has no lines to leave out");
  if (format == GraphFormat::edge_list) return;
  if (arguments.compact)
    refuse("--compact-ids", "whose vertices are numbered without gaps already");
  if (!arguments.names.empty()) refuse("--names", "whose vertices have numbers alone");
  if (!arguments.columns[0].empty()) refuse("--columns", "which has no columns to choose from");
  if (arguments.base > 0) refuse("--base", "which says itself where its numbers begin");
}

// Two columns' names, of which none may hold a comma.
std::array<std::string, 2> split_pair(std::string const& text) {
  auto const comma = text.find(',');
  bool const is_pair = comma != text.npos && comma > 0 && comma + 1 < text.size() &&
                       text.find(',', comma + 1) == text.npos;
  if (!is_pair) throw BadWord(in_quotes(text) + " is not two columns with a comma between them");
  return {text.substr(0, comma), text.substr(comma + 1)};
}

void write_names(OutputFile& file, std::vector<std::string> const& names) {
  constexpr std::size_t most_bytes = 1 << 20;
  std::string text;
  for (auto const& name : names) {
    text += name + '\n';
    if (text.size() > most_bytes) file.write(std::exchange(text, {}));
  }
  file.write(text);
}

}  // namespace

void check_memory(GraphArguments const& arguments, std::size_t word_bytes) {
  auto const each = static_cast<std::uint64_t>(ranks_on_node());
  std::uint64_t const limit =
      arguments.max_memory > 0 ? arguments.max_memory : machine_memory() / each;
  double const bytes =
      bytes_to_make(*arguments.random, arguments.directed, static_cast<double>(word_bytes)) /
      ranks();
  if (bytes <= static_cast<double>(limit)) return;
  throw Failure(fmt::format(
      "{} has {} vertices and about {} edges, and takes about {:.3g} GB of memory: more than {} "
      "{:.3g} GB (--max-memory)",
      arguments.random_text, count_vertices(*arguments.random), expected_edges(*arguments.random),
      bytes * 1e-9, arguments.max_memory > 0 ? "the" : "the machine's",
      static_cast<double>(limit) * 1e-9));
}

GraphBuildOptions GraphArguments::build_options() const {
  GraphBuildOptions options;
  options.symmetrise = !directed;
  options.drop_loops = drop_loops;
  // Of an edge that is listed at both ends, one is the reverse that symmetrising adds to the other.
  options.merge_multi_edges = merge || symmetrise;
  return options;
}

GraphReadOptions GraphArguments::read_options() const {
  GraphReadOptions options;
  options.format = format;
  options.ids = compact ? VertexIds::compact : names.empty() ? VertexIds::keep : VertexIds::names;
  options.base = base;
  options.columns = columns;
  options.allow_sparse_ids = sparse_ids;
  options.lenient = lenient;
  options.accept_unsymmetric = symmetrise;
  options.skip_lines = skip_lines;
  options.memory_limit = max_memory;
  return options;
}

GraphFile const& GraphArguments::file() const {
  if (file_) return *file_;
  if (input == "-") {
    file_.emplace(STDIN_FILENO, "standard input", read_options());
  } else {
    file_.emplace(input, read_options());
  }
  check_applies(*this, *file_);
  return *file_;
}

void add_random_graph(Parser parser, GraphArguments& arguments) {
  Option const random = parser
                            .add_word(
                                "--random",
                                [&arguments](std::string const& text) {
                                  arguments.random = parse_graph_spec(text);
                                  arguments.random_text = text;
                                },
                                std::string("Take a generated graph: ") + graph_specs)
                            .type_name("SHAPE");
  add_seed(parser, "--seed", arguments.seed).needs(random);
}

Option add_graph_format(Parser parser, std::string const& name, GraphFormat& format,
                        std::string const& description) {
  std::vector<std::pair<std::string, GraphFormat>> formats;
  for (std::size_t i = 0; i < graph_format_names.size(); ++i) {
    formats.emplace_back(graph_format_names[i], static_cast<GraphFormat>(i));
  }
  return add_choice(parser, name, format, formats, description).show_default("automatic");
}

void add_max_memory(Parser parser, GraphArguments& arguments) {
  parser
      .add_count("--max-memory", arguments.max_memory,
                 "Refuse a graph that takes more memory to make; default: what the machine has", 1)
      .type_name("BYTES");
}

void add_graph_options(Parser parser, GraphArguments& arguments, Directions directions) {
  add_graph_format(parser, "--format", arguments.format,
                   "The input's format; by default as its name ends or its first bytes say");
  Option const symmetrise = parser.add_flag(
      "--symmetrise,--symmetrize", arguments.symmetrise,
      "Accept a METIS, .sg or .yoke file whose edges are not all listed at both ends: add what is "
      "missing, and keep one of several equal edges");
  if (directions == Directions::as_asked) {
    parser
        .add_flag("--directed", arguments.directed,
                  "Take edges in their direction only, unless the file says that it is symmetric")
        .excludes(symmetrise);
  }
  parser.add_flag("--drop-loops", arguments.drop_loops, "Leave out edges from a vertex to itself");
  parser.add_flag("--merge", arguments.merge, "Keep one of several equal edges");
  Option const compact = parser.add_flag("--compact-ids", arguments.compact,
                                         "Number the vertices of an edge list anew, without gaps");
  Option const names =
      parser
          .add_text("--names", arguments.names,
                    "Take any words as an edge list's ids: number them in their order of "
                    "appearance, and write them to this file, a line a vertex")
          .type_name("FILE")
          .excludes(compact);
  parser
      .add_count("--base", arguments.base,
                 "The id of an edge list's first vertex: 1 where ids begin at 1")
      .type_name("ID")
      .excludes(compact)
      .excludes(names);
  parser
      .add_word(
          "--columns",
          [&arguments](std::string const& text) { arguments.columns = split_pair(text); },
          "An edge list's columns of source and target, by name or by number from 1")
      .type_name("SOURCE,TARGET");
  parser.add_flag("--sparse-ids", arguments.sparse_ids,
                  "Accept an edge list with far fewer edges than its largest id says");
  parser.add_flag(
      "--lenient", arguments.lenient,
      "Read over what a text has and its format has not: another number of edges than the "
      "header says, more numbers on a line");
  parser
      .add_count("--skip", arguments.skip_lines, "Leave out so many lines at the text's beginning")
      .type_name("LINES");
  add_max_memory(parser, arguments);
  parser.add_flag("--wide", arguments.wide, "Hold vertices and offsets in 64 bits");
}

void add_ids(Parser parser, GraphArguments& arguments) {
  parser
      .add_text("--ids", arguments.ids,
                "Where the id goes that each vertex has in the file, which --compact-ids replaces")
      .needs("--compact-ids")
      .type_name("FILE");
}

void write_ids(GraphArguments const& arguments, GraphFileReport const& report, Outputs& outputs) {
  if (!arguments.names.empty()) write_names(outputs[arguments.names], report.names);
  if (arguments.ids.empty()) return;
  if (report.ids.empty() && (arguments.random || report.vertices > 0)) {
    throw Failure("--ids: only edge lists have ids to compact; these vertices have no other names");
  }
  write_numbers(outputs[arguments.ids], format_of(arguments.ids, std::nullopt),
                std::span<std::uint64_t const>(report.ids));
}

void settle_graph(GraphArguments& arguments, std::string& output, std::string const& command) {
  settle_names(arguments.input, output, arguments.random.has_value(), command);
  if (!arguments.random) return;
  auto const refuse = [](bool is_given, char const* option) {
    if (is_given) throw UsageError(fmt::format("{}: with --random no file is read", option));
  };
  refuse(arguments.skip_lines > 0, "--skip");
  refuse(arguments.compact, "--compact-ids");
  refuse(!arguments.names.empty(), "--names");
  refuse(!arguments.columns[0].empty(), "--columns");
  refuse(arguments.base > 0, "--base");
}

bool is_wide(GraphArguments const& arguments) {
  if (arguments.wide) return true;
  constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
  if (arguments.random) {
    return count_vertices(*arguments.random) > most || expected_edges(*arguments.random) > most / 2;
  }
  auto const& file = arguments.file();
  if (file.format() == GraphFormat::binary) return !holds_words_of(file, 32);
  // An edge list's lines need not be counted where there are fewer bytes than arcs are too many.
  if (file.format() == GraphFormat::edge_list && file.bytes() <= most) return false;
  return file.most_arcs(arguments.read_options()) > most;
}

template <class Word>
LoadedGraph<Word> load_graph(GraphArguments const& arguments) {
  if (arguments.random) return generate_graph<Word>(arguments);
  LoadedGraph<Word> loaded;
  if (!map_file(arguments, loaded)) loaded = read_file<Word>(arguments);
  arguments.close();
  return loaded;
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
