#include <fmt/format.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>
#include <yoke/tuner.hpp>

#include "arguments.hpp"
#include "command.hpp"
#include "errors.hpp"
#include "kokkos_session.hpp"
#include "output.hpp"
#include "outputs.hpp"
#include "spaces.hpp"
#include "tuning.hpp"

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

struct TuneArguments {
  Capabilities all;
  std::string capability;  // "": all of them
  TuningPlan plan{.input = {.place = tuned_places().front()}};
  std::optional<std::uint64_t> seconds;
  std::string output;
  bool json = false;
};

constexpr double quick_seconds = 60;

TuningPlan plan_of(TuneArguments const& arguments) {
  TuningPlan plan = arguments.plan;
  for (auto const& one : arguments.all) {
    bool const is_chosen = arguments.capability.empty() || one.name == arguments.capability;
    if (is_chosen) plan.capabilities.push_back(one);
  }
  if (plan.quick) plan.seconds = quick_seconds;
  if (arguments.seconds) plan.seconds = static_cast<double>(*arguments.seconds);
  return plan;
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

// Pipes and devices, into which tables are written once.
bool is_stream(std::string const& file) {
  std::error_code none;
  return is_standard_output(file) || file.starts_with("/dev/") ||
         (std::filesystem::exists(file, none) && !std::filesystem::is_regular_file(file, none));
}

// What is known about other machines, calls and sizes stays.
TuningTables tables_to_extend(std::string const& file) {
  std::error_code none;
  bool const is_kept = !is_stream(file) && std::filesystem::exists(file, none);
  return is_kept ? TuningTables::load(file) : TuningTables();
}

std::string file_to_write(TuneArguments const& arguments) {
  if (!arguments.output.empty()) return arguments.output;
  auto const file = tuning_file();
  std::error_code none;
  auto const type = std::filesystem::status(file, none).type();
  using std::filesystem::file_type;
  if (type == file_type::fifo || type == file_type::character || type == file_type::block) {
    throw Failure(fmt::format("the tuning file {} is a pipe or a device: name a regular file",
                              file.string()));
  }
  if (file.empty()) throw UsageError("there is no home folder for the tuning file: add --output");
  // Nobody has named it, so its folder need not be there.
  if (file.has_parent_path()) make_folder(file.parent_path());
  return file.string();
}

int run(TuneArguments const& arguments) {
  auto const plan = plan_of(arguments);
  for (auto const& capability : plan.capabilities) check_sizes(capability, plan.sizes);
  auto const file = file_to_write(arguments);
  auto tables = tables_to_extend(file);
  Outputs const outputs({}, {file});  // what cannot be written is seen now, and replaced below
  start_kokkos();
  std::string const machine = describe_machine();
  auto const place = to_string(plan.input.place);
  Facts facts;
  facts.add("machine", machine)
      .add("place", place, "arrays",
           fmt::format("{}, {}-bit numbers", place, plan.input.wide ? 64 : 32))
      .add("by", to_string(plan.by), "by", std::string(to_string(plan.by)));
  auto const save = [&] {
    if (!is_stream(file)) tables.save(file);  // an interrupted tuning leaves what it has
  };
  Tuning(plan, tables.of(machine), facts, save).run();
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
      parser.add_flag("--quick", arguments->plan.quick,
                      "End after a minute: few shares, few sizes, graphs of one degree");
  parser
      .add_counts(
          "--sizes", arguments->plan.sizes,
          "Numbers of nodes, vertices, keys, values or strings, separated by commas; default: "
          "powers of 2 from 2^16",
          1)
      .type_name("N,...")
      .excludes(quick);
  add_choice<TunedPlace>(parser, "--memory", arguments->plan.input.place,
                         name_places(tuned_places()),
                         "Where the arrays lie: a share holds for that place alone")
      .show_default(std::string(to_string(arguments->plan.input.place)));
  parser.add_flag("--wide", arguments->plan.input.wide, "64-bit indices, keys, values and numbers");
  parser.add_count("--repetitions", arguments->plan.repetitions, "Timings of each share", 1, 1000)
      .show_default()
      .excludes(quick);
  add_choice<TunedBy>(parser, "--by", arguments->plan.by,
                      {{"time", TunedBy::time}, {"energy", TunedBy::energy}},
                      "What a share minimises: seconds, or joules of both sides, by RAPL and NVML")
      .show_default("time");
  parser
      .add_count("--seconds", arguments->seconds,
                 "Stop after that time, and keep all finished shares; default with --quick: 60", 1)
      .type_name("N");
  parser
      .add_text("--output", arguments->output,
                "The tuning file to write, in place of the one that the library reads")
      .type_name("FILE");
  parser.add_flag("--json", arguments->json, "Report in JSON");
  return {parser, [arguments] { return run(*arguments); }};
}

}  // namespace yoke::tool
