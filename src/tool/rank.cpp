#include "rank.hpp"

#include <fmt/core.h>

#include <charconv>
#include <memory>
#include <system_error>
#include <utility>
#include <yoke/split.hpp>

#include "arguments.hpp"
#include "command.hpp"
#include "errors.hpp"

namespace yoke::tool {
namespace {

void check(RankArguments const& arguments) {
  if (arguments.random && !arguments.input.empty()) {
    throw UsageError("with --random there is no INPUT: yoke rank --random N [OUTPUT]");
  }
  if (!arguments.random && arguments.input.empty()) {
    throw UsageError("rank needs a file to read, or --random N (yoke rank --help)");
  }
  if (!arguments.options.split.is_automatic() && arguments.space != Space::hybrid) {
    throw UsageError("--split divides a hybrid run: add --space hybrid");
  }
  check_build_has(arguments.space);
}

int run(RankArguments const& arguments) {
  check(arguments);
  auto const outcome = rank_lists(arguments);
  if (arguments.json) {
    print(to_json(outcome, arguments));
  } else {
    print(to_facts(outcome, arguments));
  }
  if (!outcome.fault) return success;
  throw Failure("verification failed, nothing was written: " + *outcome.fault);
}

Split parse_split(std::string const& text) {
  if (text == "auto") return Split::automatic();
  double share = -1;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), share);
  if (error == std::errc() && end == text.data() + text.size() && share >= 0 && share <= 1) {
    return Split(share);
  }
  throw CLI::ValidationError("--split", "'" + text + "' is neither auto nor from 0 to 1");
}

void add_list_options(CLI::App& app, RankArguments& arguments) {
  app.add_option("INPUT", arguments.input, "Each node's successor; not with --random")
      ->type_name("");
  app.add_option("OUTPUT", arguments.output, "Where each node's rank goes; default: nowhere")
      ->type_name("");
  auto* const random =
      app.add_option("--random", arguments.random, "Rank a generated list of so many nodes")
          ->transform(counts())
          ->type_name("N");
  for (auto* const option : add_shape(app, arguments.shape)) option->needs(random);
  add_format(app, "--type", arguments.type,
             "The input's format; with --random, the width of its words");
  add_format(app, "--output-type", arguments.output_type, "The output's format");
  add_tail(app, arguments.options.tail);
}

void add_ranking_options(CLI::App& app, RankArguments& arguments) {
  ListRankOptions& options = arguments.options;
  add_space(app, arguments.space, true);
  std::vector<std::pair<std::string, ListRankAlgorithm>> algorithms;
  for (std::size_t i = 0; i < list_rank_algorithm_names.size(); ++i) {
    algorithms.emplace_back(list_rank_algorithm_names[i], static_cast<ListRankAlgorithm>(i));
  }
  add_choice(app, "--algorithm", options.algorithm, algorithms, "How to rank")
      ->default_str("automatic");
  add_choice<RankFrom>(app, "--from", options.from,
                       {{"tail", RankFrom::tail}, {"head", RankFrom::head}},
                       "The end of its list from which a node's rank counts the links")
      ->default_str("tail");
  app.add_option_function<std::string>(
         "--split", [&](std::string const& text) { options.split = parse_split(text); },
         "The host's share of a hybrid run: auto (`yoke tune`), or from 0 to 1")
      ->type_name("auto|SHARE")
      ->default_str("auto");
  app.add_flag("--validate", options.validate,
               "Check the whole structure before it is ranked; takes part in the time");
}

void add_report_options(CLI::App& app, RankArguments& arguments) {
  app.add_flag("--verify", arguments.verify,
               "Check every rank against the list before anything is written");
  app.add_option("--repeat", arguments.repeat, "Rank so many times, show best and median")
      ->transform(counts(1, 1000000))
      ->type_name("N")
      ->capture_default_str();
  app.add_flag("--phases", arguments.phases,
               "Show the time of each step of the last run; adds a fence to each step");
  app.add_option("--timeline", arguments.timeline,
                 "Write a trace of the last run, for ui.perfetto.dev; adds a fence to each step")
      ->type_name("FILE");
  app.add_flag("--json", arguments.json, "Report in JSON");
}

}  // namespace

Command add_rank(CLI::App& app) {
  auto* const parser = app.add_subcommand(
      "rank", "Rank linked lists: how many links is each node from its list's end");
  auto const arguments = std::make_shared<RankArguments>();
  add_list_options(*parser, *arguments);
  add_ranking_options(*parser, *arguments);
  add_report_options(*parser, *arguments);
  return {parser, [arguments] {
            // The only file beside --random is the one to write.
            if (arguments->random && arguments->output.empty()) {
              std::swap(arguments->input, arguments->output);
            }
            return run(*arguments);
          }};
}

}  // namespace yoke::tool
