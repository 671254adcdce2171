#include "sort.hpp"

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <yoke/read_strings.hpp>

#include "command.hpp"
#include "errors.hpp"
#include "ranks.hpp"
#include "run_report.hpp"
#include "strings_sort.hpp"

namespace yoke::tool {
namespace {

// Compressed or not.
bool is_text_name(std::string_view name) {
  if (name.ends_with(".gz")) name.remove_suffix(3);
  return name.ends_with(".txt");
}

// What is sorted where the input is no file of keys.
struct TextArguments {
  bool lines = false;
  StringReadOptions reading;
  std::optional<StringsOf> by;
  int look_ahead = 0;

  // As asked, or as the name says.
  std::optional<StringsOf> strings_of(SortArguments const& arguments) const {
    if (by) return by;
    if (lines || is_text_name(arguments.input)) return StringsOf::lines;
    if (!arguments.type && has_fasta_name(arguments.input)) return StringsOf::headers;
    return std::nullopt;
  }
};

SortStringsAlgorithm algorithm_of_strings(SortAlgorithm algorithm) {
  for (auto const& entry : sort_strings_algorithms) {
    if (entry.name == to_string(algorithm)) return entry.algorithm;
  }
  throw UsageError("--algorithm " + std::string(to_string(algorithm)) +
                   " does nothing for strings: it is for raw keys");
}

int run_strings(SortArguments const& arguments, TextArguments const& text, StringsOf strings_of) {
  StringsSortArguments strings{arguments,
                               arguments.input,
                               arguments.output,
                               arguments.permutation,
                               arguments.permutation_type,
                               strings_of,
                               text.reading,
                               {}};
  strings.options.algorithm = algorithm_of_strings(arguments.options.algorithm);
  strings.options.order = arguments.options.order;
  strings.options.split = arguments.options.split;
  strings.options.look_ahead = text.look_ahead;
  return run_and_report(strings, {arguments.input},
                        {arguments.output, arguments.permutation, arguments.timeline},
                        sort_strings_file);
}

int run(SortArguments const& arguments, TextArguments const& text) {
  check_can_run(arguments);
  output_format_of(arguments.permutation, arguments.permutation_type);
  if (auto const strings_of = text.strings_of(arguments)) {
    if (ranks() > 1) throw UsageError("strings are sorted in one process: start it without mpirun");
    return run_strings(arguments, text, *strings_of);
  }
  key_type_of(arguments.input, arguments.type);
  if (ranks() > 1 && !arguments.permutation.empty() && !arguments.output.empty()) {
    throw UsageError("several ranks write OUTPUT or --permutation, not both");
  }
  return run_and_report(arguments, {arguments.input},
                        {arguments.output, arguments.permutation, arguments.timeline}, sort_file);
}

// Numbers are in an order of their own, and no comparator's algorithm sorts them or strings.
bool is_offered(SortAlgorithm algorithm) {
  return algorithm != SortAlgorithm::sample && algorithm != SortAlgorithm::merge;
}

void add_joint_options(Parser parser, SortOptions& options) {
  constexpr std::uint64_t most = std::numeric_limits<int>::max();
  Case const is_joint{"--algorithm joint_sample",
                      [&options] { return options.algorithm == SortAlgorithm::joint_sample; }};
  auto& joint = options.joint;
  parser
      .add_count("--splitters", joint.splitters, "The most splitters at a level in each bucket", 2,
                 255)
      .show_default()
      .only_for(is_joint);
  parser
      .add_count("--levels", joint.levels,
                 "The most levels: each side partitions its buckets again", 1, most)
      .show_default()
      .only_for(is_joint);
  parser
      .add_count("--base-size", joint.base_size,
                 "A bucket of at most this number of keys stays whole", 16)
      .show_default()
      .only_for(is_joint)
      .only_for({"--levels 2 and more", [&joint] { return joint.levels > 1; }});
}

}  // namespace

Command add_sort(Parser program) {
  Parser const parser = program.add_command("sort", "Sort a file of keys, lines or sequences");
  auto const arguments = std::make_shared<SortArguments>();
  auto const text = std::make_shared<TextArguments>();
  auto const has_strings = [&a = *arguments, &t = *text] { return t.strings_of(a).has_value(); };
  auto const input = [&a = *arguments] { return a.input; };
  parser
      .add_text("INPUT", arguments->input,
                "Raw little-endian keys, lines of text (.txt) or a FASTA file (.fa and the like)")
      .required()
      .type_name("");
  parser
      .add_text("OUTPUT,-o,--output", arguments->output,
                "Where the sorted keys go; default: nowhere")
      .type_name("");
  add_key_type(parser, arguments->type, "What the keys are")
      .only_for({"raw keys", std::not_fn(has_strings),
                 [input] { return input() + ", whose strings are sorted by their bytes"; }});
  parser.add_flag("--reverse", arguments->reverse, "The largest key first; every NaN stays last");
  parser
      .add_text("--permutation", arguments->permutation,
                "Find the order instead: write the place in INPUT of each key of OUTPUT. Equal "
                "keys keep the order of their places")
      .type_name("FILE");
  add_format(parser, "--permutation-type", arguments->permutation_type,
             "The format of the permutation")
      .only_for({"--permutation", [&a = *arguments] { return !a.permutation.empty(); }});
  Option const lines =
      parser.add_flag("--lines", text->lines, "Sort INPUT's lines, by their bytes");
  add_choice<StringsOf>(parser, "--by", text->by,
                        {{"header", StringsOf::headers}, {"sequence", StringsOf::sequences}},
                        "What to sort a FASTA file's records by; default: header")
      .excludes(lines);
  parser
      .add_flag("--as-is", text->reading.as_is,
                "Take the strings' file as it is, even if it begins like a compressed file")
      .only_for({"strings", has_strings, input});
  parser
      .add_count("--max-memory", text->reading.memory_limit,
                 "Refuse strings that take more memory to read; default: the machine's memory", 1)
      .type_name("BYTES")
      .only_for({"strings", has_strings, input});
  add_choice<int>(parser, "--look-ahead", text->look_ahead, {{"0", 0}, {"4", 4}, {"8", 8}},
                  "Bytes of strings that move with their keys")
      .show_default("0")
      .only_for({"strings", has_strings, input});
  add_space(parser, arguments->space, true);
  add_algorithm(parser, arguments->options.algorithm, sort_algorithms, "How to sort",
                std::function(is_offered));
  add_joint_options(parser, arguments->options);
  add_split(parser, arguments->options.split, arguments->space);
  add_run_options(parser, *arguments, "Sort", "that OUTPUT is INPUT in order");
  return {parser,
          [arguments, text] {
            arguments->options.order =
                arguments->reverse ? SortOrder::descending : SortOrder::ascending;
            return run(*arguments, *text);
          },
          true, tuned_sorts()};
}

}  // namespace yoke::tool
