#include "rank.hpp"

#include <fmt/core.h>

#include <memory>

#include "arguments.hpp"
#include "command.hpp"
#include "errors.hpp"
#include "run_report.hpp"

namespace yoke::tool {
namespace {

void check(RankArguments const& arguments) {
  if (arguments.random) {
    check_tail_is_no_node(arguments.options.tail, *arguments.random);
    check_lists(arguments.shape, *arguments.random);
    if (arguments.type == Format::text) {
      throw UsageError("--type text: the words of a generated list are u32 or u64");
    }
  }
  check_can_run(arguments);
}

int run(RankArguments const& arguments) {
  check(arguments);
  output_format_of(arguments.output, arguments.output_type);
  return run_and_report(arguments, {arguments.input}, {arguments.output, arguments.timeline},
                        rank_lists);
}

void add_list_options(Parser parser, RankArguments& arguments) {
  add_names(parser, arguments.input, "Each node's successor", arguments.output,
            "Where each node's rank goes");
  parser.add_count("--random", arguments.random, "Rank a generated list with this number of nodes");
  auto const is_random = [&arguments] { return arguments.random.has_value(); };
  for (Option const& option : add_shape(parser, arguments.shape)) {
    option.only_for({"--random", is_random});
  }
  add_format(parser, "--type", arguments.type,
             "The input's format; with --random, the width of its words");
  add_format(parser, "--output-type", arguments.output_type, "The output's format")
      .only_for(with_output(arguments.output, arguments.input, is_random));
  add_tail(parser, arguments.options.tail);
}

void add_ranking_options(Parser parser, RankArguments& arguments) {
  ListRankOptions& options = arguments.options;
  add_space(parser, arguments.space, true);
  add_algorithm(parser, options.algorithm, list_rank_algorithms, "How to rank");
  add_choice<RankFrom>(parser, "--from", options.from,
                       {{"tail", RankFrom::tail}, {"head", RankFrom::head}},
                       "The end of its list from which a node's rank counts the links")
      .show_default("tail");
  add_split(parser, options.split, arguments.space);
  parser.add_flag("--validate", options.validate,
                  "Check the whole structure before it is ranked; a run's time includes it");
}

}  // namespace

Command add_rank(Parser program) {
  Parser const parser = program.add_command(
      "rank", "Rank linked lists: the number of links from each node to its list's end");
  auto const arguments = std::make_shared<RankArguments>();
  add_list_options(parser, *arguments);
  add_ranking_options(parser, *arguments);
  add_run_options(parser, *arguments, "Rank", "every rank against the list");
  return {parser,
          [arguments] {
            settle_names(arguments->input, arguments->output, arguments->random.has_value(),
                         "rank");
            return run(*arguments);
          },
          true, tuned_lists()};
}

}  // namespace yoke::tool
