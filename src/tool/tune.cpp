#include <fmt/format.h>

#include <Kokkos_Timer.hpp>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>
#include <yoke/share_trial.hpp>
#include <yoke/tuner.hpp>

#include "arguments.hpp"
#include "command.hpp"
#include "errors.hpp"
#include "kokkos_session.hpp"
#include "output.hpp"
#include "outputs.hpp"
#include "progress.hpp"
#include "spaces.hpp"
#include "tuned_capability.hpp"

namespace yoke::tool {
namespace {

// Where arrays may lie, of those that this build knows: without a device all are pageable.
std::vector<TunedPlace> tuned_places() {
  if (!has_device) return {TunedPlace::pageable};
  return {TunedPlace::pinned, TunedPlace::pageable, TunedPlace::device};
}

std::vector<std::pair<std::string, TunedPlace>> name_places(std::vector<TunedPlace> const& places) {
  std::vector<std::pair<std::string, TunedPlace>> named;
  named.reserve(places.size());
  for (auto const place : places) named.emplace_back(to_string(place), place);
  return named;
}

using Capabilities = std::vector<TunedCapability>;

struct TuneArguments {
  Capabilities all;
  std::string capability;          // "": all of them
  std::vector<std::size_t> sizes;  // none: each capability's own
  TunedInput input{.place = tuned_places().front()};
  std::string output;
  int repetitions = TunerOptions().repetitions;
  bool quick = false, json = false;

  Capabilities chosen() const {
    Capabilities chosen = all;
    std::erase_if(chosen,
                  [&](auto const& one) { return !capability.empty() && one.name != capability; });
    return chosen;
  }
};

// What was measured of one input.
struct TunedSize {
  std::size_t size = 0;
  TunedQuestion asked;
  ShareChoice choice;

  double seconds_at(double share) const { return choice.at(share).median; }
  double seconds() const { return seconds_at(choice.host_share); }
  double untuned_seconds() const { return seconds_at(asked.untuned); }
  // Of the untuned call's time. A split within the scatter is not chosen, even if it is untuned.
  double gain() const { return std::max(0.0, 1 - seconds() / untuned_seconds()); }
};

// --quick: a few shares, every second size, and no size that would exceed its share of a minute.
constexpr double quick_seconds = 60;

TunerOptions options_of(TuneArguments const& arguments) {
  TunerOptions options;
  options.repetitions = arguments.quick ? 3 : arguments.repetitions;
  if (arguments.quick) options.host_shares = {0.1, 0.25, 0.5};
  return options;
}

std::vector<std::size_t> sizes_of(TunedCapability const& capability,
                                  TuneArguments const& arguments) {
  if (!arguments.sizes.empty()) return arguments.sizes;
  if (!arguments.quick) return capability.sizes;
  std::vector<std::size_t> sizes;
  for (std::size_t i = 0; i < capability.sizes.size(); i += 2) {
    sizes.push_back(capability.sizes[i]);
  }
  return sizes;
}

std::vector<int> edges_of(TunedCapability const& capability, TuneArguments const& arguments) {
  if (capability.edges_per_vertex.empty()) return {0};
  if (arguments.quick) return {capability.edges_per_vertex.back()};
  return capability.edges_per_vertex;
}

// Nothing if no call on this input asks for a share.
std::optional<TunedQuestion> question_of(TunedCapability const& capability, TuneMeter& meter) {
  ShareTrial const trial(0);
  meter.measure();
  if (trial.question() && trial.question()->call.capability != capability.name) {
    throw std::logic_error(fmt::format("the meter of {} makes calls of {}", capability.name,
                                       trial.question()->call.capability));
  }
  return trial.question();
}

std::optional<TunedSize> tune_size(TunedCapability const& capability, TunedInput const& input,
                                   TunerOptions options) {
  std::string const what =
      fmt::format("tuning {} for {} {}", capability.name, input.size, capability.unit);
  auto const meter = capability.make_meter(input);
  auto const asked = question_of(capability, *meter);
  if (!asked) return std::nullopt;
  // Both sides alone are measured in any case.
  bool const is_split = asked->untuned > 0 && asked->untuned < 1;
  auto const& shares = options.host_shares;
  if (is_split && std::ranges::find(shares, asked->untuned) == shares.end()) {
    options.host_shares.push_back(asked->untuned);
  }
  std::size_t const candidates = options.host_shares.size() + 2;
  Progress progress(what, candidates * static_cast<std::size_t>(options.repetitions + 1));
  auto const measure = [&](std::size_t, double share) {
    ShareTrial const trial(share);
    double const seconds = meter->measure();
    progress.advance();
    return seconds;
  };
  return TunedSize{input.size, *asked, choose_host_share(input.size, measure, options)};
}

void check_sizes(TunedCapability const& capability, std::vector<std::size_t> const& sizes) {
  for (auto const size : sizes) {
    if (size > capability.largest_size) {
      throw UsageError(fmt::format("{} is tuned for up to {} {}", capability.name,
                                   capability.largest_size, capability.unit));
    }
    if (!capability.edges_per_vertex.empty() && !std::has_single_bit(size)) {
      throw UsageError(
          fmt::format("{} is tuned on R-MAT graphs: {} is no power of 2", capability.name, size));
    }
  }
}

// What is known about other machines, calls and sizes stays. What is open already, pipes and
// devices are written into.
TuningTables tables_to_extend(std::string const& file) {
  std::error_code none;
  bool const is_open = is_standard_output(file) || file.starts_with("/dev/");
  bool const is_kept = !is_open && std::filesystem::is_regular_file(file, none);
  return is_kept ? TuningTables::load(file) : TuningTables();
}

std::string file_to_write(TuneArguments const& arguments) {
  if (!arguments.output.empty()) return arguments.output;
  auto const file = tuning_file();
  if (file.empty()) throw UsageError("there is no home folder for the tuning file: add --output");
  // Nobody has named it, so its folder need not be there.
  if (file.has_parent_path()) make_folder(file.parent_path());
  return file.string();
}

Json to_json(TunedSize const& tuned) {
  Json json{{"size", tuned.asked.size},
            {"host_share", tuned.choice.host_share},
            {"untuned", tuned.asked.untuned},
            {"gain", tuned.gain()},
            {"seconds", Json::array()}};
  if (int const arcs = tuned.asked.call.arcs_per_vertex) json["arcs_per_vertex"] = arcs;
  for (auto const& [share, median, scatter] : tuned.choice.candidates) {
    json["seconds"].push_back({{"host_share", share}, {"median", median}, {"scatter", scatter}});
  }
  return json;
}

std::string show(TunedSize const& tuned) {
  return fmt::format(
      "host share {:<5.3g} {:>8}, saves {:>3.0f}% of {:>8} untuned   "
      "(device alone {:>8}, host alone {:>8})",
      tuned.choice.host_share, format_seconds(tuned.seconds()), 100 * tuned.gain(),
      format_seconds(tuned.untuned_seconds()), format_seconds(tuned.seconds_at(0)),
      format_seconds(tuned.seconds_at(1)));
}

// Measures what the arguments name, and enters it in a table and in the report.
class Tuning {
 public:
  Tuning(TuneArguments const& arguments, TuningTable& table, Facts& facts)
      : arguments_(arguments), table_(table), facts_(facts), options_(options_of(arguments)) {}

  void run() {
    auto const chosen = arguments_.chosen();
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      until_ = quick_seconds * static_cast<double>(i + 1) / static_cast<double>(chosen.size());
      for (int const edges : edges_of(chosen[i], arguments_)) tune(chosen[i], edges);
    }
    if (!untuned_seconds_) {
      throw UsageError(fmt::format("--memory {}: no call of {} asks for a share there",
                                   to_string(arguments_.input.place), chosen.front().name));
    }
    double const gain = std::max(0.0, 1 - seconds_ / untuned_seconds_);
    facts_.add("gain", gain, "gain",
               fmt::format("{:.0f}% of the measured calls' time without this table", 100 * gain));
  }

 private:
  void tune(TunedCapability const& capability, int edges) {
    double last_seconds = 0;
    std::size_t last_size = 0;
    for (auto const size : sizes_of(capability, arguments_)) {
      double const begin = clock_.seconds();
      if (arguments_.quick && last_size > 0) {
        double const growth = static_cast<double>(size) / static_cast<double>(last_size);
        if (begin + last_seconds * growth > until_) return;
      }
      TunedInput input = arguments_.input;
      input.size = size;
      input.edges_per_vertex = edges;
      if (auto const tuned = tune_size(capability, input, options_)) enter(capability, *tuned);
      last_seconds = clock_.seconds() - begin;
      last_size = size;
    }
  }

  void enter(TunedCapability const& capability, TunedSize const& tuned) {
    auto const& [call, size, untuned] = tuned.asked;
    table_.set(call, size, tuned.choice.host_share, tuned.gain());
    int const arcs = call.arcs_per_vertex;
    facts_.tell(fmt::format("{}, {} {}{}", capability.name, size, capability.unit,
                            arcs == 0 ? "" : fmt::format(" of {} arcs", arcs)),
                show(tuned));
    facts_.json[capability.name].push_back(to_json(tuned));
    seconds_ += tuned.seconds();
    untuned_seconds_ += tuned.untuned_seconds();
  }

  TuneArguments const& arguments_;
  TuningTable& table_;
  Facts& facts_;
  TunerOptions options_;
  Kokkos::Timer clock_;
  double until_ = 0;  // of the clock
  double seconds_ = 0, untuned_seconds_ = 0;
};

int run(TuneArguments const& arguments) {
  for (auto const& capability : arguments.chosen()) check_sizes(capability, arguments.sizes);
  auto const file = file_to_write(arguments);
  auto tables = tables_to_extend(file);
  Outputs const outputs({}, {file});  // what cannot be written is seen now, and replaced below
  start_kokkos();
  std::string const machine = describe_machine();
  int const bits = arguments.input.wide ? 64 : 32;
  auto const place = to_string(arguments.input.place);
  Facts facts;
  facts.add("machine", machine)
      .add("place", place, "arrays", fmt::format("{}, {}-bit numbers", place, bits));
  facts.json["index_bits"] = bits;
  Tuning(arguments, tables.of(machine), facts).run();
  complete_by([&] { tables.save(file == "-" ? "/dev/stdout" : file); });
  facts.add("file", file, "written to", file);
  facts.print(arguments.json, outputs.report_stream());
  return success;
}

}  // namespace

Command add_tune(Parser program, std::vector<Command> const& others) {
  Parser const parser = program.add_command(
      "tune", "Measure which share of a hybrid call the host should take on this machine");
  auto const arguments = std::make_shared<TuneArguments>();
  std::vector<std::pair<std::string, std::string>> names{{"all", ""}};
  for (auto const& other : others) {
    for (auto const& capability : other.tuned) {
      arguments->all.push_back(capability);
      names.emplace_back(capability.name, capability.name);
    }
  }
  add_choice(parser, "--capability", arguments->capability, names, "What to tune")
      .show_default("all");
  auto const quick =
      parser.add_flag("--quick", arguments->quick,
                      "Take about a minute: few shares, few sizes, graphs of one degree");
  parser
      .add_counts(
          "--sizes", arguments->sizes,
          "Numbers of nodes, vertices, keys, values or strings, separated by commas; default: "
          "powers of 2 from 2^16",
          1)
      .type_name("N,...")
      .excludes(quick);
  add_choice<TunedPlace>(parser, "--memory", arguments->input.place, name_places(tuned_places()),
                         "Where the arrays lie: a share holds for that place alone")
      .show_default(std::string(to_string(arguments->input.place)));
  parser.add_flag("--wide", arguments->input.wide, "64-bit indices, keys, values and numbers");
  parser.add_count("--repetitions", arguments->repetitions, "Timings of each share", 1, 1000)
      .show_default()
      .excludes(quick);
  parser
      .add_text("--output", arguments->output,
                "The tuning file to write, in place of the one that the library reads")
      .type_name("FILE");
  parser.add_flag("--json", arguments->json, "Report in JSON");
  return {parser, [arguments] { return run(*arguments); }};
}

}  // namespace yoke::tool
