#include "sort.hpp"

#include <memory>

#include "command.hpp"
#include "run_report.hpp"

namespace yoke::tool {
namespace {

int run(SortArguments const& arguments) {
  check_split(arguments.options.split, arguments.space);
  check_build_has(arguments.space);
  key_type_of(arguments.input, arguments.type);
  return run_and_report(arguments, {arguments.input},
                        {arguments.output, arguments.permutation, arguments.timeline}, sort_file);
}

}  // namespace

Command add_sort(Parser program) {
  Parser const parser = program.add_command("sort", "Sort a file of keys");
  auto const arguments = std::make_shared<SortArguments>();
  parser.add_text("INPUT", arguments->input, "Raw little-endian keys").required().type_name("");
  parser
      .add_text("OUTPUT,-o,--output", arguments->output,
                "Where the sorted keys go; default: nowhere")
      .type_name("");
  add_key_type(parser, arguments->type, "What the keys are");
  parser.add_flag("--reverse", arguments->reverse, "The largest key first; every NaN stays last");
  parser
      .add_text("--permutation", arguments->permutation,
                "Find the order instead, of equal keys that of their places, and write the "
                "place in INPUT of each key of OUTPUT")
      .type_name("FILE");
  add_format(parser, "--permutation-type", arguments->permutation_type,
             "The format of the permutation");
  add_space(parser, arguments->space, true);
  add_algorithm(parser, arguments->options.algorithm, sort_algorithms, "How to sort");
  add_split(parser, arguments->options.split);
  add_run_options(parser, *arguments, "Sort", "that OUTPUT is in order and what INPUT was");
  return {parser, [arguments] {
            arguments->options.order =
                arguments->reverse ? SortOrder::descending : SortOrder::ascending;
            return run(*arguments);
          }};
}

}  // namespace yoke::tool
