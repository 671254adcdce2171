#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include <yoke/tuner.hpp>

#include "arguments.hpp"
#include "command.hpp"
#include "errors.hpp"
#include "kokkos_session.hpp"
#include "output.hpp"
#include "outputs.hpp"
#include "progress.hpp"
#include "tune_meter.hpp"

namespace yoke::tool {
namespace {

struct TuneArguments {
  std::string capability = "list_rank";
  std::vector<std::size_t> sizes;  // none: the capability's own
  TunedArrays arrays{.place = tuned_places().front()};
  std::string output;
  int repetitions = TunerOptions().repetitions;
  bool json = false;
};

// What was measured at one size.
struct TunedSize {
  std::size_t size = 0;
  TunedCall call;
  ShareChoice choice;

  double seconds_at(double share) const { return choice.at(share).median; }
};

int bits_of(TunedArrays const& arrays) { return arrays.wide ? 64 : 32; }

std::vector<std::pair<std::string, TunedPlace>> name_places(std::vector<TunedPlace> const& places) {
  std::vector<std::pair<std::string, TunedPlace>> named;
  named.reserve(places.size());
  for (auto const place : places) named.emplace_back(to_string(place), place);
  return named;
}

TunedSize tune_size(TunedCapability const& capability, std::size_t size, TunedArrays const& arrays,
                    TunerOptions const& options) {
  std::size_t const candidates = options.host_shares.size() + 2;
  Progress progress(fmt::format("tuning {} for {} {}", capability.name, size, capability.unit),
                    candidates * static_cast<std::size_t>(options.repetitions + 1));
  auto const meter = capability.make_meter(size, arrays);
  auto const measure = [&](std::size_t, double share) {
    double const seconds = meter->measure(share);
    progress.advance();
    return seconds;
  };
  TunedCall const call{capability.name, arrays.place, bits_of(arrays), meter->host_threads()};
  return {size, call, choose_host_share(size, measure, options)};
}

TunedCapability const& find_capability(std::string const& name) {
  return *std::ranges::find(tuned_capabilities(), name, &TunedCapability::name);
}

// In other places calls take a side without asking for a share.
void check_place(TunedCapability const& capability, TunedPlace place) {
  if (std::ranges::find(capability.places, place) != capability.places.end()) return;
  std::vector<std::string_view> asked;
  for (auto const one : capability.places) asked.push_back(to_string(one));
  throw UsageError(
      fmt::format("--memory {}: no {} asks for a share there, only in memory that is {}",
                  to_string(place), capability.name, fmt::join(asked, " or ")));
}

void check_sizes(TunedCapability const& capability, std::vector<std::size_t> const& sizes) {
  for (auto const size : sizes) {
    if (size > capability.largest_size) {
      throw UsageError(fmt::format("{} is tuned for up to {} {}", capability.name,
                                   capability.largest_size, capability.unit));
    }
    if (capability.only_powers_of_two && !std::has_single_bit(size)) {
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
  Json json{
      {"size", tuned.size}, {"host_share", tuned.choice.host_share}, {"seconds", Json::array()}};
  for (auto const& [share, median, scatter] : tuned.choice.candidates) {
    json["seconds"].push_back({{"host_share", share}, {"median", median}, {"scatter", scatter}});
  }
  return json;
}

std::string show(TunedSize const& tuned) {
  return fmt::format("host share {:<5.3g} {:>8}   (device alone {:>8}, host alone {:>8})",
                     tuned.choice.host_share,
                     format_seconds(tuned.seconds_at(tuned.choice.host_share)),
                     format_seconds(tuned.seconds_at(0)), format_seconds(tuned.seconds_at(1)));
}

int run(TuneArguments const& arguments) {
  auto const& capability = find_capability(arguments.capability);
  auto const& sizes = arguments.sizes.empty() ? capability.sizes : arguments.sizes;
  check_sizes(capability, sizes);
  check_place(capability, arguments.arrays.place);
  auto const file = file_to_write(arguments);
  auto tables = tables_to_extend(file);
  Outputs const outputs({}, {file});  // what cannot be written is seen now, and replaced below
  start_kokkos();
  std::string const machine = describe_machine();
  TunerOptions options;
  options.repetitions = arguments.repetitions;
  int const bits = bits_of(arguments.arrays);
  auto const place = to_string(arguments.arrays.place);
  Facts facts;
  facts.add("machine", machine)
      .add("place", place, "arrays", fmt::format("{}, {}-bit indices", place, bits));
  facts.json["index_bits"] = bits;
  for (auto const size : sizes) {
    auto const tuned = tune_size(capability, size, arguments.arrays, options);
    tables.of(machine).set(tuned.call, size, tuned.choice.host_share);
    facts.tell(fmt::format("{} {}", size, capability.unit), show(tuned));
    facts.json[arguments.capability].push_back(to_json(tuned));
  }
  complete_by([&] { tables.save(file == "-" ? "/dev/stdout" : file); });
  facts.add("file", file, "written to", file);
  facts.print(arguments.json, outputs.report_stream());
  return success;
}

}  // namespace

Command add_tune(Parser program) {
  Parser const parser = program.add_command(
      "tune", "Measure which share of a hybrid call the host should take on this machine");
  auto const arguments = std::make_shared<TuneArguments>();
  std::vector<std::pair<std::string, std::string>> names;
  for (auto const& capability : tuned_capabilities()) {
    names.emplace_back(capability.name, capability.name);
  }
  add_choice(parser, "--capability", arguments->capability, names, "What to tune")
      .show_default(arguments->capability);
  parser
      .add_counts(
          "--sizes", arguments->sizes,
          "Numbers of nodes or vertices, separated by commas; default: growing ones until the "
          "share stays the same",
          1)
      .type_name("N,...");
  add_choice<TunedPlace>(parser, "--memory", arguments->arrays.place, name_places(tuned_places()),
                         "Where the arrays lie: a share holds for that place alone")
      .show_default(std::string(to_string(arguments->arrays.place)));
  parser.add_flag("--wide", arguments->arrays.wide, "64-bit indices");
  parser.add_count("--repetitions", arguments->repetitions, "Timings of each share", 1, 1000)
      .show_default();
  parser
      .add_text("--output", arguments->output,
                "The tuning file to write, in place of the one that the library reads")
      .type_name("FILE");
  parser.add_flag("--json", arguments->json, "Report in JSON");
  return {parser, [arguments] { return run(*arguments); }};
}

}  // namespace yoke::tool
