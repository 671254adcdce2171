#include "histogram.hpp"

#include <memory>

#include "command.hpp"
#include "errors.hpp"
#include "run_report.hpp"

namespace yoke::tool {
namespace {

int run(HistogramArguments const& arguments) {
  check_can_run(arguments);
  key_type_of(arguments.input, arguments.type, wide_key_types);
  if (arguments.bounds.empty() == (arguments.bins == 0)) {
    throw UsageError("histogram needs either --bins or --bounds");
  }
  if (arguments.input == "-" && arguments.bounds == "-") {
    throw UsageError("INPUT and --bounds are both standard input, which is read once");
  }
  output_format_of(arguments.output, arguments.output_type);
  return run_and_report(arguments, {arguments.input, arguments.bounds},
                        {arguments.output, arguments.timeline}, count_file);
}

}  // namespace

Command add_histogram(Parser program) {
  Parser const parser =
      program.add_command("histogram", "Count how many values of a file are in each bin");
  auto const arguments = std::make_shared<HistogramArguments>();
  parser.add_text("INPUT", arguments->input, "Raw little-endian values").required().type_name("");
  parser
      .add_text("OUTPUT,-o,--output", arguments->output,
                "Where the count of each bin goes; default: nowhere")
      .type_name("");
  add_key_type(parser, arguments->type, "What the values are", wide_key_types);
  add_format(parser, "--output-type", arguments->output_type, "The output's format")
      .only_for(with_output(arguments->output));
  Option const bins =
      parser.add_count("--bins", arguments->bins, "The number of bins, all of one width", 1,
                       HistogramOptions::most_bins);
  Case const even{"--bins", [&a = *arguments] { return a.bins > 0; }};
  parser
      .add_text("--lower", arguments->lower,
                "The least value that is counted; default: the least in INPUT")
      .type_name("VALUE")
      .only_for(even);
  parser
      .add_text(
          "--upper", arguments->upper,
          "The first value that is not counted; default: the greatest in INPUT, which the last bin "
          "counts too")
      .type_name("VALUE")
      .only_for(even);
  parser
      .add_text(
          "--bounds", arguments->bounds,
          "Raw ascending values of INPUT's type, one more than bins: a bin counts the values from "
          "one bound to below the next")
      .type_name("FILE")
      .excludes(bins);
  add_space(parser, arguments->space, true);
  add_algorithm(parser, arguments->options.algorithm, histogram_algorithms, "How to count");
  add_split(parser, arguments->options.split, arguments->space);
  add_run_options(parser, *arguments, "Count", "the counts against those of one thread");
  return {parser, [arguments] { return run(*arguments); }, true, tuned_histograms()};
}

}  // namespace yoke::tool
