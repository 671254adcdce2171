#include <fmt/core.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <yoke/generate.hpp>

#include "arguments.hpp"
#include "command.hpp"
#include "errors.hpp"
#include "generate_keys.hpp"
#include "generate_strings.hpp"
#include "graph_part.hpp"
#include "graph_source.hpp"
#include "graph_spec.hpp"
#include "input_generator.hpp"
#include "kokkos_session.hpp"
#include "memory.hpp"
#include "number_file.hpp"
#include "output.hpp"
#include "outputs.hpp"
#include "progress.hpp"
#include "ranks.hpp"

namespace yoke::tool {
namespace {

struct ListArguments {
  std::string output;
  std::uint64_t nodes = 0;
  ListShape shape;
  InputGenerator generator = InputGenerator::philox;
  std::optional<Format> type;
  bool json = false;
};

template <class Word>
std::uint64_t generate(ListArguments const& arguments, Format format, Outputs& outputs) {
  auto const successor = make_numbers<Word, Kokkos::HostSpace>("successor", arguments.nodes);
  std::uint64_t lists = 0;
  {
    Progress const progress("generating the list");
    ListShape const& shape = arguments.shape;
    lists = with_generator(arguments.generator, shape.seed, [&](auto const& random) {
      return generate_lists(HostExec(), successor, shape, random);
    });
  }
  bool const ends_by_minus_one = arguments.shape.tail.end_value() == Tail::minus_one().end_value();
  write_numbers(outputs[arguments.output], format, std::span<Word const>(span_of(successor)),
                ends_by_minus_one ? Largest::is_minus_one : Largest::is_a_number);
  return lists;
}

int generate_list(ListArguments const& arguments) {
  Format const format = output_format_of(arguments.output, arguments.type);
  check_tail_fits(arguments.shape.tail, format == Format::u64);
  check_tail_is_no_node(arguments.shape.tail, arguments.nodes);
  check_lists(arguments.shape, arguments.nodes);
  bool const fits_32_bits = arguments.nodes < std::numeric_limits<std::uint32_t>::max();
  if (format == Format::u32 && !fits_32_bits) {
    throw UsageError(
        fmt::format("{} nodes do not fit 32-bit words: add --type u64", arguments.nodes));
  }
  Outputs outputs({}, {arguments.output});
  start_kokkos();
  std::uint64_t const lists = fits_32_bits && format != Format::u64
                                  ? generate<std::uint32_t>(arguments, format, outputs)
                                  : generate<std::uint64_t>(arguments, format, outputs);
  outputs.commit();
  Facts facts;
  facts.add("file", arguments.output).add("nodes", arguments.nodes).add("lists", lists);
  facts.print(arguments.json, outputs.report_stream());
  return success;
}

struct GraphFileArguments {
  GraphArguments graph;
  std::string output;
  GraphOutput written;
  bool json = false;
};

template <class Word>
Facts write_generated(GraphFileArguments const& arguments, Outputs& outputs) {
  auto const part = load_part<Word>(arguments.graph);
  auto const left_out = save_part(outputs, arguments.output, part, arguments.written);
  Facts facts;
  facts.add("file", arguments.output)
      .add("vertices", part.vertices)
      .add("edges", part.own.report.edges)
      .add("arcs", part.arcs);
  add_left_out(facts, left_out);
  return facts;
}

int generate_graph(GraphFileArguments const& arguments) {
  check_can_write(arguments.output, arguments.written);
  open_graph(arguments.graph);
  Outputs outputs({}, {arguments.output});
  start_kokkos();
  auto const facts = is_wide(arguments.graph) ? write_generated<std::uint64_t>(arguments, outputs)
                                              : write_generated<std::uint32_t>(arguments, outputs);
  outputs.commit();
  facts.print(arguments.json, outputs.report_stream());
  return success;
}

Parser add_list(Parser parser, ListArguments& arguments) {
  Parser const list =
      parser.add_command("list", "Linked lists of a given shape, as an array of successors");
  list.add_text("OUTPUT", arguments.output, "The file to write").required().type_name("");
  list.add_count("--nodes", arguments.nodes, "The number of nodes, in all lists together")
      .required();
  add_shape(list, arguments.shape);
  add_input_generator(list, arguments.generator).only_for(with_drawn_order(arguments.shape));
  add_tail(list, arguments.shape.tail);
  add_format(list, "--type", arguments.type, "The output's format");
  list.add_flag("--json", arguments.json, "Report in JSON");
  return list;
}

Parser add_graph_file(Parser parser, GraphFileArguments& arguments) {
  Parser const graph = parser.add_command("graph", "A graph of a given shape");
  add_graph_shape(graph, "SHAPE", arguments.graph, graph_specs).required().type_name("");
  graph.add_text("OUTPUT", arguments.output, "The file to write").required().type_name("");
  add_seed(graph, "--seed", arguments.graph.seed).only_for(with_drawn_shape(arguments.graph));
  add_input_generator(graph, arguments.graph.generator).only_for(with_drawn_shape(arguments.graph));
  graph.add_flag("--directed", arguments.graph.directed, "Write each edge as one arc");
  Case loops = with_loops(arguments.graph);
  loops.name = "rmat and gnm with loops";  // no files here
  graph
      .add_flag("--drop-loops", arguments.graph.drop_loops,
                "Leave out edges from a vertex to itself")
      .only_for(loops);
  graph.add_flag("--merge", arguments.graph.merge, "Keep one of several equal edges")
      .only_for(loops);
  add_max_memory(graph, arguments.graph);
  graph.add_flag("--wide", arguments.graph.wide, "Hold vertices and offsets in 64 bits");
  add_graph_format(graph, "--format", arguments.written.format, "The output's format");
  add_graph_header(graph, arguments.written, arguments.output, "the file");
  graph.add_flag("--json", arguments.json, "Report in JSON");
  return graph;
}

}  // namespace

Command add_generate(Parser program) {
  Parser const parser = program.add_command("generate", "Make input for the other commands");
  parser.require_command();
  auto const list_arguments = std::make_shared<ListArguments>();
  auto const graph_arguments = std::make_shared<GraphFileArguments>();
  auto const keys_arguments = std::make_shared<KeysArguments>();
  Parser const list = add_list(parser, *list_arguments);
  Parser const keys = add_keys(parser, *keys_arguments);
  auto const strings_arguments = std::make_shared<StringsArguments>();
  add_strings(parser, *strings_arguments);
  Parser const graph = add_graph_file(parser, *graph_arguments);
  return {parser,
          [list, list_arguments, keys, keys_arguments, strings_arguments, graph, graph_arguments] {
            if (graph.parsed()) return generate_graph(*graph_arguments);
            check_is_alone();
            if (list.parsed()) return generate_list(*list_arguments);
            if (keys.parsed()) return write_generated_keys(*keys_arguments);
            return write_generated_strings(*strings_arguments);
          },
          true};
}

}  // namespace yoke::tool
