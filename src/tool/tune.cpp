#include <fmt/core.h>

#include <Kokkos_Core.hpp>
#include <Kokkos_Timer.hpp>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>
#include <yoke/generate.hpp>
#include <yoke/hybrid.hpp>
#include <yoke/list_ranking.hpp>
#include <yoke/tuner.hpp>

#include "arguments.hpp"
#include "command.hpp"
#include "errors.hpp"
#include "memory.hpp"
#include "output.hpp"
#include "progress.hpp"

namespace yoke::tool {
namespace {

struct TuneArguments {
  std::string capability = "list_rank";
  // Up to where the share has settled: some hundred runs of each take minutes.
  std::vector<std::size_t> sizes =
      has_device ? std::vector<std::size_t>{1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 24, 1 << 26}
                 : std::vector<std::size_t>{1 << 16, 1 << 18, 1 << 20, 1 << 22};
  std::string output;
  int repetitions = TunerOptions().repetitions;
  bool json = false;
};

// What was measured at one size.
struct TunedSize {
  std::size_t size = 0;
  double host_share = 0;
  std::map<double, std::vector<double>> seconds;  // by share

  double seconds_at(double share) const { return median(seconds.at(share)); }
};

// Times hybrid ranking of one random list that starts and ends in pinned host memory, which is
// where a hybrid call pays.
class ListRankMeter {
 public:
  using Index = std::uint32_t;

  ListRankMeter(TunedSize& tuned, Progress& progress)
      : tuned_(tuned),
        progress_(progress),
        successor_(make_numbers<Index, PinnedSpace>("successor", tuned.size)),
        rank_(make_numbers<Index, PinnedSpace>("rank", tuned.size)) {
    generate_lists(HostExec(), successor_);
  }

  double measure(double host_share) {
    ListRankOptions options;
    options.split = Split(host_share);
    ListRankPlan<Hybrid<>, Index> plan(hybrid_, tuned_.size, options);
    plan(successor_, rank_);  // the first run of a plan pays for its fresh memory
    Kokkos::Timer const timer;
    plan(successor_, rank_);
    double const seconds = timer.seconds();
    tuned_.seconds[host_share].push_back(seconds);
    progress_.advance();
    return seconds;
  }

 private:
  TunedSize& tuned_;
  Progress& progress_;
  Hybrid<> hybrid_;
  Numbers<Index, PinnedSpace> successor_, rank_;
};

TunedSize tune_size(std::size_t size, TunerOptions const& options) {
  TunedSize tuned;
  tuned.size = size;
  std::size_t const candidates = options.host_shares.size() + 2;
  Progress progress(fmt::format("tuning list_rank for {} nodes", size),
                    candidates * static_cast<std::size_t>(options.repetitions + 1));
  ListRankMeter meter(tuned, progress);
  tuned.host_share = best_host_share(
      size, [&meter](std::size_t, double share) { return meter.measure(share); }, options);
  return tuned;
}

// What is known about other capabilities and sizes stays, where it is about this machine.
TuningTable table_to_extend(std::filesystem::path const& file) {
  std::string const machine = describe_machine();
  if (!std::filesystem::exists(file)) return TuningTable(machine);
  auto table = TuningTable::load(file);
  return table.machine() == machine ? table : TuningTable(machine);
}

std::filesystem::path file_to_write(TuneArguments const& arguments) {
  if (!arguments.output.empty()) return arguments.output;
  auto const file = tuning_file();
  if (file.empty()) throw UsageError("there is no home folder for the tuning file: add --output");
  return file;
}

Json to_json(TunedSize const& tuned) {
  Json json{{"size", tuned.size}, {"host_share", tuned.host_share}, {"seconds", Json::array()}};
  for (auto const& [share, seconds] : tuned.seconds) {
    json["seconds"].push_back({{"host_share", share}, {"median", median(seconds)}});
  }
  return json;
}

std::string show(TunedSize const& tuned) {
  return fmt::format("host share {:<5.3g} {:>8}   (device alone {:>8}, host alone {:>8})",
                     tuned.host_share, format_seconds(tuned.seconds_at(tuned.host_share)),
                     format_seconds(tuned.seconds_at(0)), format_seconds(tuned.seconds_at(1)));
}

int run(TuneArguments const& arguments) {
  auto const file = file_to_write(arguments);
  auto table = table_to_extend(file);
  TunerOptions options;
  options.repetitions = arguments.repetitions;
  Json json{{"file", file.string()}, {"machine", table.machine()}};
  Facts facts{{"machine", table.machine()}};
  for (auto const size : arguments.sizes) {
    auto const tuned = tune_size(size, options);
    table.set(arguments.capability, size, tuned.host_share);
    json[arguments.capability].push_back(to_json(tuned));
    facts.emplace_back(fmt::format("{} nodes", size), show(tuned));
  }
  table.save(file);
  facts.emplace_back("written to", file.string());
  if (arguments.json) {
    print(json);
  } else {
    print(facts);
  }
  return success;
}

}  // namespace

Command add_tune(CLI::App& app) {
  auto* const parser = app.add_subcommand(
      "tune", "Measure which share of a hybrid call the host should take on this machine");
  auto const arguments = std::make_shared<TuneArguments>();
  parser->add_option("--capability", arguments->capability, "What to tune")
      ->check(CLI::IsMember({"list_rank"}).description(""))
      ->type_name("list_rank")
      ->capture_default_str();
  parser->add_option("--sizes", arguments->sizes, "Numbers of nodes, separated by commas")
      ->delimiter(',')
      ->transform(counts(1, std::numeric_limits<ListRankMeter::Index>::max() - 1))
      ->type_name("N,...")
      ->capture_default_str();
  parser->add_option("--repetitions", arguments->repetitions, "Timings of each share")
      ->transform(counts(1, 1000))
      ->type_name("N")
      ->capture_default_str();
  parser
      ->add_option("--output", arguments->output,
                   "The tuning file to write, in place of the one that the library reads")
      ->type_name("FILE");
  parser->add_flag("--json", arguments->json, "Report in JSON");
  return {parser, [arguments] { return run(*arguments); }};
}

}  // namespace yoke::tool
