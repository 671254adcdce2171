#include "graph_source.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <limits>
#include <span>
#include <string_view>
#include <utility>
#include <vector>
#include <yoke/counted.hpp>
#include <yoke/generate_graph.hpp>
#include <yoke/machine_memory.hpp>
#include <yoke/messages.hpp>

#include "arguments.hpp"
#include "errors.hpp"
#include "graph_reading.hpp"
#include "graph_spec.hpp"
#include "messages.hpp"
#include "number_file.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "ranks.hpp"

namespace yoke::tool {
namespace {

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

template <class Word>
LoadedGraph<Word> read_file(GraphArguments const& arguments) {
  LoadedGraph<Word> loaded;
  loaded.graph = read_noted(arguments, loaded.report, [&](GraphReadOptions const& options) {
    return read_graph<Word, Word>(arguments.file(), options, arguments.build_options());
  });
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
  if (!mapped_graph_types(file).weights.empty()) {
    loaded.report.notes.emplace_back("the edges' weights were not kept");
  }
  print_notes(arguments, loaded.report);
  return true;
}

constexpr std::initializer_list<GraphFormat> texts{GraphFormat::edge_list, GraphFormat::dimacs,
                                                   GraphFormat::matrix_market, GraphFormat::metis};
constexpr std::initializer_list<GraphFormat> edge_lists{GraphFormat::edge_list};
constexpr std::initializer_list<GraphFormat> both_ends{GraphFormat::metis, GraphFormat::gapbs,
                                                       GraphFormat::binary};
constexpr std::initializer_list<GraphFormat> any_format{};

// A graph that is read from a file of some formats, or of any.
Case of_files(GraphArguments const& arguments, std::string name,
              std::initializer_list<GraphFormat> formats) {
  return {std::move(name), [&arguments, formats] { return arguments.may_read(formats); },
          [&arguments] { return arguments.describe(); }};
}

// A column's name at the text's beginning, which it leaves out of the text. Quotes may hold commas,
// and two of them stand for one, as in the file.
std::string take_column(std::string_view& text) {
  bool const is_quoted = text.starts_with('"');
  std::string column;
  if (is_quoted) text.remove_prefix(1);
  while (!text.empty() && (is_quoted || text.front() != ',')) {
    bool const is_quote = is_quoted && text.front() == '"';
    if (is_quote) text.remove_prefix(1);
    if (is_quote && !text.starts_with('"')) return column;
    if (text.empty()) break;
    column += text.front();
    text.remove_prefix(1);
  }
  if (is_quoted) throw BadWord("a quote is missing");
  return column;
}

// Numbers of columns that no file has, or that are one, make no columns of any file.
void check_numbers(std::array<std::string, 2> const& pair) {
  auto const digits_of = [](std::string_view column) {
    bool const is_number = column.find_first_not_of("0123456789") == column.npos;
    return is_number ? column.substr(std::min(column.find_first_not_of('0'), column.size()))
                     : column;
  };
  for (auto const& column : pair) {
    if (!digits_of(column).empty()) continue;
    throw BadWord("there is no column " + column + ": numbers of columns count from 1");
  }
  if (digits_of(pair[0]) != digits_of(pair[1])) return;
  throw BadWord(in_quotes(pair[0]) + " and " + in_quotes(pair[1]) + " are the same column");
}

std::array<std::string, 2> split_pair(std::string const& text) {
  auto const refuse = [&] {
    throw BadWord(in_quotes(text) + " is not two columns with a comma between them");
  };
  std::string_view rest = text;
  std::array<std::string, 2> pair;
  pair[0] = take_column(rest);
  if (!rest.starts_with(',')) refuse();
  rest.remove_prefix(1);
  pair[1] = take_column(rest);
  if (!rest.empty() || pair[0].empty() || pair[1].empty()) refuse();
  check_numbers(pair);
  return pair;
}

void write_names(OutputFile& file, std::vector<std::string> const& names) {
  constexpr std::size_t most_bytes = 1 << 20;
  std::string text;
  for (auto const& name : names) {
    text += name + '\n';
    if (text.size() <= most_bytes) continue;
    file.write(text);
    text.clear();
  }
  file.write(text);
}

}  // namespace

void print_notes(GraphArguments const& arguments, GraphFileReport const& report) {
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

void check_memory(GraphArguments const& arguments, std::size_t word_bytes) {
  auto const each = static_cast<std::uint64_t>(ranks_on_node());
  std::uint64_t const limit =
      arguments.max_memory > 0 ? arguments.max_memory : machine_memory() / each;
  double const bytes =
      bytes_to_make(*arguments.random, arguments.directed, static_cast<double>(word_bytes)) /
      ranks();
  if (bytes <= static_cast<double>(limit)) return;
  throw Failure(fmt::format(
      "{} has {} and about {}, and takes about {} of memory: more than {} {} "
      "(--max-memory)",
      arguments.random_text, show_count(count_vertices(*arguments.random), "vertex", "vertices"),
      show_count(expected_edges(*arguments.random), "edge"), format_bytes(bytes),
      arguments.max_memory > 0 ? "the" : "the machine's",
      format_bytes(static_cast<double>(limit))));
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
  if (parser) parser->refuse_idle_options();
  return *file_;
}

bool GraphArguments::may_read(std::initializer_list<GraphFormat> formats) const {
  if (random) return false;
  return formats.size() == 0 || !file_ ||
         std::ranges::find(formats, file_->format()) != formats.end();
}

std::string GraphArguments::describe() const {
  if (random) return "a generated graph";
  return file_ ? fmt::format("{} ({})", file_->name(), to_string(file_->format())) : input;
}

Option add_graph_shape(Parser parser, std::string const& name, GraphArguments& arguments,
                       std::string const& description) {
  return parser.add_word(
      name,
      [&arguments](std::string const& text) {
        arguments.random = parse_graph_spec(text);
        arguments.random_text = text;
      },
      description);
}

Case with_drawn_shape(GraphArguments const& arguments) {
  return {"shapes whose graph depends on the seed",
          [&arguments] { return !arguments.random || is_drawn(*arguments.random); },
          [&arguments] { return arguments.random_text; }};
}

Case with_loops(GraphArguments const& arguments) {
  return {"files, rmat and gnm with loops",
          [&arguments] { return !arguments.random || may_have_loops(*arguments.random); },
          [&arguments] { return arguments.random_text; }, false};
}

void add_random_graph(Parser parser, GraphArguments& arguments) {
  add_graph_shape(parser, "--random", arguments,
                  std::string("Take a generated graph: ") + graph_specs)
      .type_name("SHAPE");
  add_seed(parser, "--seed", arguments.seed)
      .only_for({"--random", [&arguments] { return arguments.random.has_value(); }})
      .only_for(with_drawn_shape(arguments));
}

Option add_graph_format(Parser parser, std::string const& name, GraphFormat& format,
                        std::string const& description) {
  std::vector<std::pair<std::string, GraphFormat>> formats;
  for (std::size_t i = 0; i < graph_format_names.size(); ++i) {
    formats.emplace_back(graph_format_names[i], static_cast<GraphFormat>(i));
  }
  return add_choice(parser, name, format, formats, description).show_default("automatic");
}

Option add_max_memory(Parser parser, GraphArguments& arguments) {
  return parser
      .add_count("--max-memory", arguments.max_memory,
                 "Refuse a graph that takes more memory to make; default: the machine's memory", 1)
      .type_name("BYTES");
}

std::vector<Option> add_graph_options(Parser parser, GraphArguments& arguments,
                                      Directions directions) {
  arguments.parser = parser;
  std::vector<Option> options;
  auto const add = [&options](Option option) { options.push_back(option); };
  add(add_graph_format(parser, "--format", arguments.format,
                       "The input's format; by default as its name ends or its first bytes say")
          .only_for(of_files(arguments, "a file", any_format)));
  Option const symmetrise =
      parser
          .add_flag("--symmetrise,--symmetrize", arguments.symmetrise,
                    "Accept a file whose edges are not all listed at both ends: add the "
                    "missing ones, and keep one of several equal edges")
          .only_for(of_files(arguments, "METIS, .sg and .yoke files", both_ends));
  add(symmetrise);
  if (directions == Directions::as_asked) {
    add(parser
            .add_flag("--directed", arguments.directed,
                      "Take edges in their direction only, unless the file says that it is "
                      "symmetric")
            .excludes(symmetrise));
  }
  add(parser
          .add_flag("--drop-loops", arguments.drop_loops, "Leave out edges from a vertex to itself")
          .only_for(with_loops(arguments)));
  add(parser.add_flag("--merge", arguments.merge, "Keep one of several equal edges")
          .only_for(with_loops(arguments)));
  Option const compact = parser
                             .add_flag("--compact-ids", arguments.compact,
                                       "Number the vertices of an edge list anew, without gaps")
                             .only_for(of_files(arguments, "edge lists", edge_lists));
  add(compact);
  Option const names =
      parser
          .add_text("--names", arguments.names,
                    "Take any words as an edge list's ids: number them in their order of "
                    "appearance, and write them to this file, a line a vertex")
          .type_name("FILE")
          .excludes(compact)
          .only_for(of_files(arguments, "edge lists", edge_lists));
  add(names);
  add(parser
          .add_count("--base", arguments.base,
                     "The id of an edge list's first vertex: 1 if ids begin at 1", 0,
                     std::uint64_t(1) << 63)
          .type_name("ID")
          .excludes(compact)
          .excludes(names)
          .only_for(of_files(arguments, "edge lists", edge_lists)));
  add(parser
          .add_word(
              "--columns",
              [&arguments](std::string const& text) { arguments.columns = split_pair(text); },
              "An edge list's columns of source and target, by name or by number from 1; quotes "
              "keep a comma in a name")
          .type_name("SOURCE,TARGET")
          .only_for(of_files(arguments, "edge lists", edge_lists)));
  add(parser
          .add_flag("--sparse-ids", arguments.sparse_ids,
                    "Accept far fewer edges than the number of vertices suggests")
          .only_for(of_files(arguments, "texts", texts)));
  add(parser
          .add_flag(
              "--lenient", arguments.lenient,
              "Accept a text that breaks its format's rules: a number of edges that is not the "
              "header's, too many numbers on a line")
          .only_for(of_files(arguments, "texts", texts)));
  add(parser
          .add_count("--skip", arguments.skip_lines,
                     "Leave out this number of lines at the beginning")
          .type_name("LINES")
          .only_for(of_files(arguments, "texts", texts)));
  add(add_max_memory(parser, arguments));
  add(parser.add_flag("--wide", arguments.wide, "Hold vertices and offsets in 64 bits"));
  return options;
}

Option add_weight_column(Parser parser, std::string& column, GraphArguments const& graph) {
  return parser
      .add_text("--weight-column", column,
                "An edge list's column of weights, by name or by number from 1; by default the "
                "third, or that of a known name")
      .type_name("COLUMN")
      .only_for(of_files(graph, "edge lists", edge_lists));
}

void add_ids(Parser parser, GraphArguments& arguments) {
  parser
      .add_text("--ids", arguments.ids,
                "Where each vertex's id in the input goes, if --compact-ids numbers vertices anew")
      .type_name("FILE")
      .only_for({"--compact-ids", [&arguments] { return arguments.compact; }});
}

void write_ids(GraphArguments const& arguments, GraphFileReport const& report, Outputs& outputs) {
  if (!arguments.names.empty()) write_names(outputs[arguments.names], report.names);
  if (arguments.ids.empty()) return;
  if (report.ids.empty() && (arguments.random || report.vertices > 0)) {
    throw Failure("--ids: only edge lists have ids to compact; these vertices have no other names");
  }
  write_numbers(outputs[arguments.ids], output_format_of(arguments.ids, std::nullopt),
                std::span<std::uint64_t const>(report.ids));
}

void settle_graph(GraphArguments& arguments, std::string& output, std::string const& command) {
  settle_names(arguments.input, output, arguments.random.has_value(), command);
}

Case with_output(std::string const& output, GraphArguments const& graph) {
  return with_output(output, graph.input, [&graph] { return graph.random.has_value(); });
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

void check_vertices(std::vector<std::uint64_t> const& vertices, std::uint64_t n) {
  for (auto const vertex : vertices) {
    if (vertex < n) continue;
    throw Failure(fmt::format("there is no vertex {} to search from: the graph has {}", vertex, n));
  }
}

template <class Word>
LoadedGraph<Word> load_graph(GraphArguments const& arguments) {
  if (arguments.random) return generate_graph<Word>(arguments);
  LoadedGraph<Word> loaded;
  if (!map_file(arguments, loaded)) loaded = read_file<Word>(arguments);
  arguments.close();
  return loaded;
}

template LoadedGraph<std::uint32_t> load_graph(GraphArguments const&);
template LoadedGraph<std::uint64_t> load_graph(GraphArguments const&);

}  // namespace yoke::tool
