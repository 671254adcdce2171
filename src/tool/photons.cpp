#include "photons.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>
#include <yoke/counted.hpp>
#include <yoke/errors.hpp>

#include "arguments.hpp"
#include "command.hpp"
#include "errors.hpp"
#include "input_file.hpp"
#include "ranks.hpp"
#include "run_locks.hpp"
#include "run_report.hpp"

namespace yoke::tool {
namespace {

// Of photons whose numbers have 64 bits.
constexpr std::uint64_t most_runs = std::uint64_t(1) << 16;

PhotonFormats parse_formats(std::string const& text) {
  PhotonFormats formats{false, false, false};
  if (text == "none") return formats;
  for (std::size_t begin = 0, end = 0; begin <= text.size(); begin = end + 1) {
    end = std::min(text.find(',', begin), text.size());
    auto const name = text.substr(begin, end - begin);
    if (name != "mco" && name != "json" && name != "npy") {
      throw BadWord(in_quotes(name) +
                    " is no format: give mco, json and npy, separated by commas, or none alone");
    }
    (name == "mco" ? formats.mco : name == "json" ? formats.json : formats.npy) = true;
  }
  return formats;
}

double parse_above_zero(std::string const& text) {
  double const value = parse_real(text);
  if (value > 0) return value;
  throw BadWord(in_quotes(text) + " is not above 0");
}

Option add_above_zero(Parser parser, std::string const& name, std::optional<double>& target,
                      std::string const& description) {
  return parser.add_word(
      name, [&target](std::string const& text) { target = parse_above_zero(text); }, description);
}

void add_run_limits(Parser parser, PhotonsArguments& arguments) {
  parser.add_count("--photons", arguments.photons,
                   "The number of photons in each run, in place of INPUT's", 1, most_photons);
  add_above_zero(parser, "--until-error", arguments.most_error,
                 "End a run once the standard errors of reflectance, absorption and transmittance "
                 "are this or less")
      .type_name("ERROR");
  add_above_zero(parser, "--until-seconds", arguments.most_time, "End a run after this time")
      .type_name("SECONDS");
  parser
      .add_count("--first", arguments.options.first_photon,
                 "The number of a run's first photon: with the same seed, it continues another run "
                 "that ended there")
      .show_default();
  parser
      .add_count("--run", arguments.run,
                 "Simulate only this run of INPUT, with the photons that it has in the whole file",
                 1)
      .type_name("NUMBER");
  parser
      .add_flag("--same-photons", arguments.shares_photons,
                "All runs have the photons of the first one: equal runs are the same to the last "
                "bit. Default: each has its own")
      .only_for({"files of several runs", [&arguments] { return arguments.runs_of_input != 1; },
                 [&arguments] { return name_of_input(arguments); }});
  parser.add_flag(
      "--go-on", arguments.goes_on,
      "Keep the counts in .tallies files, also when a signal ends the command. The same "
      "command then does the rest. If all runs are done, it adds photons to them");
  add_above_zero(parser, "--save-every", arguments.save_every,
                 "How often --go-on saves the counts while a run lasts; default: 60")
      .type_name("SECONDS")
      .only_for({"--go-on", [&arguments] { return arguments.goes_on; }});
  parser
      .add_count("--most-hops", arguments.options.most_hops,
                 "Give up a photon after this number of hops: one could live for ever", 1,
                 std::numeric_limits<std::uint32_t>::max())
      .show_default();
}

void add_beam(Parser parser, PhotonOptions& options) {
  add_choice<PhotonBeam>(
      parser, "--beam", options.beam,
      {{"narrow", PhotonBeam::narrow},
       {"flat", PhotonBeam::flat},
       {"gaussian", PhotonBeam::gaussian}},
      "Where photons fall: on one point, evenly on a disc, or in a Gaussian beam")
      .show_default("narrow");
  parser
      .add_word(
          "--beam-radius",
          [&options](std::string const& text) { options.beam_radius = parse_above_zero(text); },
          "The radius of the disc, or of the Gaussian beam where its irradiance is 1/e^2")
      .type_name("CM")
      .only_for(
          {"--beam flat or gaussian", [&options] { return options.beam != PhotonBeam::narrow; }});
}

void add_generator(Parser parser, PhotonOptions& options) {
  add_choice<PhotonGenerator>(
      parser, "--generator", options.generator,
      {{"xoshiro", PhotonGenerator::xoshiro},
       {"expander", PhotonGenerator::expander},
       {"fed_expander", PhotonGenerator::fed_expander}},
      "Where random numbers come from: xoshiro, walks on the expander graph, or such walks by bits "
      "that the host sends (--space hybrid)")
      .show_default("xoshiro");
  add_choice<PhotonFeedSource>(
      parser, "--feed", options.feed.source,
      {{"xoshiro", PhotonFeedSource::xoshiro}, {"philox", PhotonFeedSource::philox}},
      "The generator of the bits that the host sends")
      .show_default("xoshiro")
      .only_for({"--generator fed_expander",
                 [&options] { return options.generator == PhotonGenerator::fed_expander; }});
  parser
      .add_word(
          "--length",
          [&options](std::string const& word) {
            constexpr std::uint64_t longest = std::numeric_limits<std::uint32_t>::max();
            options.expander.length = static_cast<std::uint32_t>(parse_count(word, 1, longest));
          },
          "Steps of the expander's walk from a number to the next")
      .type_name("STEPS")
      .show_default(std::to_string(options.expander.length))
      .only_for({"--generator expander or fed_expander",
                 [&options] { return options.generator != PhotonGenerator::xoshiro; }});
}

// Each has photons of its own, whichever of them are simulated.
void read_runs(PhotonsArguments& arguments) {
  auto runs = arguments.input == "-" ? read_mci(0, "standard input", arguments.reading)
                                     : read_mci(arguments.input, arguments.reading);
  arguments.runs_of_input = runs.size();
  arguments.parser->refuse_idle_options();
  arguments.has_several = runs.size() > 1 && !arguments.shares_photons;
  if (arguments.run > runs.size()) {
    throw UsageError(fmt::format("--run {}: {} has {}", arguments.run, arguments.input,
                                 show_count(runs.size(), "run")));
  }
  std::uint64_t const first = arguments.options.first_photon;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (arguments.run != 0 && arguments.run != i + 1) continue;
    if (arguments.has_several && i >= most_runs) {
      throw Failure(
          fmt::format("{} has {} runs; at most {} can have photons of their own "
                      "(--same-photons gives all the same)",
                      arguments.input, runs.size(), most_runs));
    }
    std::uint64_t const before = arguments.has_several ? i * mcml_run_photons : 0;
    arguments.runs.push_back({std::move(runs[i]), before + first});
  }
}

[[noreturn]] void refuse_line(PhotonsArguments const& arguments, std::uint64_t line,
                              std::string const& why) {
  throw MalformedFile(name_of_input(arguments), MalformedFile::Unit::line, line, why);
}

// INPUT gives the names of outputs: where two of them are one file, its lines are to blame.
void blame_lines(PhotonsArguments const& arguments, SameFile const& same) {
  std::vector<PhotonsTask const*> of_first, of_second;
  for (auto const& run : arguments.runs) {
    auto names = output_names(arguments, run);
    if (run.is_ahead) names.push_back(tallies_name(arguments, run));
    auto const has = [&](std::string const& name) {
      return std::ranges::find(names, name) != names.end();
    };
    if (has(same.first())) of_first.push_back(&run);
    if (has(same.second())) of_second.push_back(&run);
  }
  bool const is_trace = !arguments.timeline.empty() && same.first() == arguments.timeline;
  if (of_second.empty() || (is_trace && of_second.size() == 1)) return;
  bool const is_one_name = same.first() == same.second() && of_second.size() > 1;
  PhotonsTask const& run = *of_second[is_one_name ? 1 : 0];
  if (same.first_is_input() && same.first() == arguments.input) {
    refuse_line(arguments, run.line,
                same.second() + " is this file, where another name is expected");
  }
  if (of_first.empty()) return;
  auto const other = fmt::format("the run on line {}", of_first.front()->line);
  refuse_line(arguments, run.line,
              same.second() +
                  (same.first() == same.second()
                       ? " is an output of " + other + " too"
                       : " is the same file as " + same.first() + " of " + other) +
                  ", where another name is expected");
}

// A run whose files are not written needs no lock: its folder may be read-only.
void lock_and_go_on(PhotonsArguments& arguments, RunLocks& locks) {
  std::vector<std::string> faults;
  for (auto const& run : arguments.runs) {
    faults.push_back(rank() > 0 ? "" : locks.take(tallies_name(arguments, run)));
  }
  go_on(arguments);
  for (std::size_t i = 0; i < faults.size(); ++i) {
    if (faults[i].empty() || output_names(arguments, arguments.runs[i]).empty()) continue;
    throw Failure(faults[i]);
  }
}

int run(PhotonsArguments& arguments) {
  if (arguments.options.beam != PhotonBeam::narrow && arguments.options.beam_radius == 0) {
    throw UsageError("this --beam has a radius: give it by --beam-radius");
  }
  check_ranks_can(arguments.space, arguments.timeline);
  check_ranks_can_read(arguments.input);
  if (is_fed(arguments) && arguments.space != Space::hybrid) {
    throw UsageError(
        "--generator fed_expander: one side makes bits for the other: add --space hybrid");
  }
  check_build_has(arguments.space);
  if (!arguments.output_folder.empty()) check_is_no_file("write to", arguments.output_folder);
  read_runs(arguments);
  for (auto& run : arguments.runs) {
    run.photons = arguments.photons.value_or(run.photons);
    check_photons(arguments, run, 0);
    check_tallies_file(arguments, run);
  }
  RunLocks locks;
  if (arguments.goes_on) lock_and_go_on(arguments, locks);
  std::vector<std::string> inputs{arguments.input}, names{arguments.timeline};
  for (auto const& run : arguments.runs) {
    if (run.is_ahead) inputs.push_back(tallies_name(arguments, run));
    auto const outputs = output_names(arguments, run);
    names.insert(names.end(), outputs.begin(), outputs.end());
  }
  try {
    return run_and_report(arguments, inputs, names, simulate_runs);
  } catch (SameFile const& same) {
    blame_lines(arguments, same);
    throw;
  }
}

}  // namespace

void check_photons(PhotonsArguments const& arguments, PhotonsTask const& run,
                   std::uint64_t before) {
  if (run.photons > most_photons - before) {
    auto const message = fmt::format(
        "{}: a run has at most {} photons, not {}{}", run.output, show_bound(most_photons),
        before == 0 ? "" : fmt::format("{} counted before and another ", before), run.photons);
    if (arguments.photons) throw UsageError(message);
    refuse_line(arguments, run.photons_line, message);
  }
  std::uint64_t const first = arguments.options.first_photon, photons = before + run.photons;
  // The last one's number may be 2^64 - 1.
  std::uint64_t const most =
      arguments.has_several ? mcml_run_photons - 1 : std::numeric_limits<std::uint64_t>::max();
  if (photons == 0 || (first <= most && photons - 1 <= most - first)) return;
  throw UsageError(
      fmt::format("{}: the numbers of {} from --first {} on go beyond {}", run.output,
                  show_count(photons, "photon"), first,
                  arguments.has_several ? "2^48, where the next run's photons begin" : "2^64"));
}

Command add_photons(Parser program) {
  Parser const parser =
      program.add_command("photons", "Simulate light in layered tissue, as MCML does");
  auto const arguments = std::make_shared<PhotonsArguments>();
  arguments->parser = parser;
  parser.add_text("INPUT", arguments->input, "What to simulate, an .mci file")
      .required()
      .type_name("");
  parser
      .add_text("--output-folder", arguments->output_folder,
                "The folder of all outputs, which keep the last part of their names in INPUT")
      .type_name("FOLDER")
      .only_for({"--formats mco, json or npy, or --go-on", [&a = *arguments] {
                   auto const& formats = a.formats;
                   return formats.mco || formats.json || formats.npy || a.goes_on;
                 }});
  parser
      .add_word(
          "--formats",
          [arguments](std::string const& text) { arguments->formats = parse_formats(text); },
          "The files of each run: MCML's .mco, .json with standard errors, .npy for each array "
          "of two dimensions; or none")
      .type_name("mco,json,npy|none")
      .show_default("mco");
  add_run_limits(parser, *arguments);
  add_seed(parser, "--seed", arguments->options.seed, "Seed of the photons' random numbers");
  add_beam(parser, arguments->options);
  add_generator(parser, arguments->options);
  add_choice<PhotonArithmetic>(parser, "--arithmetic", arguments->options.arithmetic,
                               {{"fast", PhotonArithmetic::fast},
                                {"reproducible", PhotonArithmetic::reproducible},
                                {"precise", PhotonArithmetic::precise}},
                               "In single precision, or in double (precise); the same bits on one "
                               "space, or on every one (reproducible)")
      .show_default("fast");
  parser
      .add_count("--max-memory", arguments->reading.memory_limit,
                 "The bytes that a run's distributions may take; default: the machine's memory", 1)
      .type_name("BYTES");
  parser.add_flag("--no-absorption-grid", arguments->without_absorption_grid,
                  "Do not count where weight is absorbed, only how much in each layer: faster");
  add_space(parser, arguments->space, true);
  add_algorithm(parser, arguments->options.algorithm, photon_algorithms,
                "How photons are shared out");
  add_split(parser, arguments->options.split, arguments->space,
            "auto (both sides take batches), or from 0 to 1");
  parser
      .add_text("--timeline", arguments->timeline, "Write a trace of the runs, for ui.perfetto.dev")
      .type_name("FILE");
  parser.add_flag("--json", arguments->json, "Report in JSON");
  return {parser, [arguments] { return run(*arguments); }, true};
}

}  // namespace yoke::tool
